"""Find the frustrated loop: an odd number of its factors want their variables to differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

import numpy as np

from rcr.course.actions import LessonAction
from rcr.course.exercise import (
    HIDDEN_ALWAYS,
    LEVEL,
    Posed,
    factor_name,
    first_clear,
    model_seed,
    run_on,
    wishes_of,
)
from rcr.course.forms import Answer, Form, Marking, PartMark, texts
from rcr.generators import generate
from rcr.model import Model
from rcr.reference.lp_bound import lp_bound
from rcr.registry import plugin

MIN_COUPLING = 0.1  # the least strength, so that its sign is clear
MIN_LOOP_GAIN = 0.05  # that the loop is worth once it is put back
GRID_SIDES = {1: (2, 3), 2: (3, 3), 3: (3, 4)}
LOOP_CREDIT = 0.5  # for a loop that is not frustrated
SLIP_CREDIT = 0.5  # for the right loop with one factor missing, or one too many
LONG_LOOP_CREDIT = 0.8  # for one that is, but is not the shortest


@plugin("exercise")
def frustrated(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Find the loop of four factors whose wishes cannot all be met."""
    return first_clear("frustrated", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    rows, cols = GRID_SIDES[level]
    parameters = {"rows": rows, "cols": cols, "field": 0.3, "seed": model_seed(rng)}
    model = generate("grid", **parameters)
    wishes, listed, labels = wishes_of(model)
    if min(map(abs, wishes)) < MIN_COUPLING:
        return None
    squares = [loop_of(model, face) for face in faces(rows, cols)]
    odd = [square for square in squares if is_frustrated(square, wishes)]
    if len(odd) != 1:
        return None
    differ = [factor_name(model, i) for i in odd[0] if wishes[i] < 0]
    scopes = {f"f{i}": factor.scope for i, factor in enumerate(model.factors)}
    run = run_on("grid", parameters)
    on_loop = tuple(c.id for c in run.cloned.constraints if c.factor in odd[0])
    closed = run.fork()
    closed.recover(on_loop)
    if lp_bound(run.state) - lp_bound(closed.state) < MIN_LOOP_GAIN:
        return None
    settle, want = LessonAction("settle"), "wants" if len(differ) == 1 else "want"
    return Posed(
        run=run,
        question="A factor with w above 0 wants its two variables to agree, one with w below 0 "
        "wants them to differ. Exactly one loop of four factors is frustrated. Which?",
        form=Loop(scopes, tuple(wishes), tuple(f"f{i}" for i in odd[0])),
        explanation=f"On this loop {len(differ)} of the 4 factors {want} to differ "
        f"({', '.join(differ)}). That is an odd number: going round, the state changes an odd "
        "number of times and cannot come back to where it began. Put back, it lowers the bound.",
        walk=(settle, LessonAction("recover", on_loop), settle),
        given=(listed,),
        hides=HIDDEN_ALWAYS,
        shows=("graph",),
        labels=labels,
    )


def faces(rows: int, cols: int) -> list[list[int]]:
    """The squares of a grid as variables in a ring."""
    corners = [r * cols + c for r in range(rows - 1) for c in range(cols - 1)]
    return [[v, v + 1, v + cols + 1, v + cols] for v in corners]


def loop_of(model: Model, ring: list[int]) -> list[int]:
    """The factors between neighbours of a ring of variables."""
    at = {frozenset(factor.scope): i for i, factor in enumerate(model.factors)}
    return [at[frozenset(pair)] for pair in pairwise([*ring, ring[0]])]


def is_frustrated(factors: Iterable[int], wishes: Sequence[float]) -> bool:
    """Whether an odd number of the factors want to differ."""
    return sum(wishes[i] < 0 for i in factors) % 2 == 1


def is_loop(scopes: Sequence[tuple[int, ...]]) -> bool:
    """Whether pairs form one closed ring: each variable is in two of them, all hang together."""
    count = Counter(v for scope in scopes for v in scope)
    if len(scopes) < 3 or any(n != 2 for n in count.values()):
        return False
    reached, rim = {scopes[0][0]}, [scopes[0][0]]
    while rim:
        v = rim.pop()
        more = {u for scope in scopes if v in scope for u in scope} - reached
        reached |= more
        rim += more
    return len(reached) == len(count)


@dataclass(frozen=True)
class Loop(Form):
    """A loop as its factors, in any order."""

    kind = "factors"
    scopes: Mapping[str, tuple[int, ...]]
    wishes: tuple[float, ...]
    right: tuple[str, ...]

    @property
    def solution(self) -> list[str]:
        return list(self.right)

    def mark(self, answer: Answer) -> Marking:
        score, told = self._judge(set(texts(answer)) & set(self.scopes))
        return Marking((PartMark("the loop", score, told),))

    def _judge(self, given: set[str]) -> tuple[float, str]:
        if given == set(self.right):
            return 1.0, ""
        if len(given ^ set(self.right)) == 1:
            what = "missing" if given < set(self.right) else "too many"
            return SLIP_CREDIT, f"the frustrated loop, but one factor is {what}"
        if not is_loop([self.scopes[i] for i in sorted(given)]):
            return 0.0, "these factors do not form one closed loop"
        if is_frustrated([int(i[1:]) for i in given], self.wishes):
            return LONG_LOOP_CREDIT, "this loop is frustrated, but there is one of four factors"
        return LOOP_CREDIT, "an even number of these factors want to differ, so all can be pleased"

    def guess(self, rng: np.random.Generator) -> list[str]:
        return [str(i) for i in rng.permutation(list(self.scopes))[: rng.integers(3, 6)]]
