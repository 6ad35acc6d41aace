"""Play the paper's heuristic by eye: three rounds, each with the impacts hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rcr import Run, State
from rcr.course.actions import LessonAction
from rcr.course.exercise import (
    HIDDEN_ALWAYS,
    LEVEL,
    Posed,
    edge_name,
    first_clear,
    model_seed,
    run_on,
    wishes_of,
)
from rcr.course.forms import Answer, Form, Marking, PartMark, texts
from rcr.registry import plugin

ROUNDS = 3
MIN_LEAD_LOGS = 0.05  # of the best impact over the next, in every round
NEAR_MISS_SHARE = 0.5  # an edge with at least this share of the best impact earns half
GRID_SIDE = {1: 3, 2: 4, 3: 5}


@plugin("exercise")
def paper_rounds(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Play the paper's heuristic for three rounds with the impacts hidden."""
    return first_clear("paper-rounds", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    size = {
        "rows": GRID_SIDE[level],
        "cols": GRID_SIDE[level],
        "field": 0.3,
        "seed": model_seed(rng),
    }
    run = run_on("grid", size, start="forest", recovery="paper")
    entry, other = run.converge(), run.fork()
    best: list[str] = []
    told: list[str] = []
    for _ in range(ROUNDS):
        impacts = impacts_of(other)
        ranked = sorted(impacts, key=lambda i: -impacts[i])
        if len(ranked) < 2 or impacts[ranked[0]] - impacts[ranked[1]] < MIN_LEAD_LOGS:
            return None
        best.append(ranked[0])
        name = edge_name(other, int(other.cloned.indices([ranked[0]])[0]))
        told.append(f"{name} lowers the bound by {impacts[ranked[0]]:.2f}")
        play(other, ranked[0])
    settle, (_, wishes, labels) = LessonAction("settle"), wishes_of(run.model)
    return Posed(
        run=run,
        question="The solid edges form a tree. The paper's heuristic puts back the edge that "
        "lowers the bound most, compensates, and goes on. Choose as it would, "
        f"{ROUNDS} times; each choice is carried out. A factor with w above 0 wants its two "
        "variables to agree, one with w below 0 wants them to differ.",
        form=Rounds(run, entry, tuple(best)),
        explanation="Each dashed edge closes a loop, and the most frustrated loop pays most: "
        + "; then ".join(told)
        + ".",
        walk=tuple(a for i in best for a in (LessonAction("recover", (i,)), settle)),
        given=(wishes,),
        hides=HIDDEN_ALWAYS,
        shows=("graph",),
        labels=labels | {i: i for i in impacts_of(run)},
    )


def impacts_of(run: Run) -> dict[str, float]:
    """By how much each cut edge alone would lower the bound now."""
    ids = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    return dict(zip(ids, run.candidates().impact.tolist(), strict=True))


def play(run: Run, edge: str) -> State:
    """One round: put the edge back and compensate."""
    run.recover([edge])
    return run.converge()


@dataclass(frozen=True)
class Rounds(Form):
    """One edge a round; each is judged in the state that the earlier choices have led to."""

    kind = "edges in rounds"
    run: Run
    entry: State
    best: tuple[str, ...]

    @property
    def solution(self) -> list[str]:
        return list(self.best)

    def mark(self, answer: Answer) -> Marking:
        given = texts(answer)
        other = self.run.fork()
        other.goto(self.entry.number)
        parts = []
        for n in range(ROUNDS):
            chosen, impacts = given[n] if n < len(given) else "", impacts_of(other)
            best = max(impacts, key=lambda i: impacts[i])
            parts.append(_part(n, chosen, best, impacts))
            play(other, chosen if chosen in impacts else best)
        return Marking(tuple(parts))

    def guess(self, rng: np.random.Generator) -> list[str]:
        ids = [self.run.cloned.constraints[k].id for k in self.entry.relaxation.relaxed]
        return [str(item) for item in rng.permutation(ids)[:ROUNDS]]


def _part(n: int, chosen: str, best: str, impacts: dict[str, float]) -> PartMark:
    name = f"round {n + 1}"
    if chosen == best:
        return PartMark(name, 1.0)
    if chosen not in impacts:
        return PartMark(name, 0.0, f"{chosen or 'nothing'} is no cut edge; {best} was played")
    score = 0.5 if impacts[chosen] >= NEAR_MISS_SHARE * impacts[best] else 0.0
    told = f"{chosen} lowers the bound by {impacts[chosen]:.2f}, {best} by {impacts[best]:.2f}"
    return PartMark(name, score, told)
