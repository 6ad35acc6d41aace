"""Which recovery is dear: one of the edges makes the tables wider, the others do not."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr import Run
from rcr.course.actions import LessonAction
from rcr.course.exercise import (
    HIDDEN_ALWAYS,
    LEVEL,
    Posed,
    edge_name,
    first_clear,
    model_seed,
    run_on,
)
from rcr.course.forms import Choices, Question
from rcr.engines.junction_tree import plan
from rcr.generators._portable import below, shuffled
from rcr.registry import plugin

GRID_SIDES = {1: (2, 3), 2: (3, 4), 3: (4, 4)}
START_WIDTH = {1: 1, 2: 2, 3: 2}  # before the recovery
OPTION_COUNT = {1: 4, 2: 4, 3: 6}
EXPLANATIONS = {
    1: "It closes a loop; the others join pieces that were apart.",
    2: "Loops meet there so closely that four variables come into one table; the others join "
    "pieces that were apart, or close a loop beside the others.",
}


@plugin("exercise")
def treewidth(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Find the one recovery that raises the treewidth."""
    return first_clear("treewidth", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    rows, cols = GRID_SIDES[level]
    run = run_on("grid", {"rows": rows, "cols": cols, "seed": model_seed(rng)})
    full = _grown(rng, run, START_WIDTH[level])
    taken = _thinned(rng, run, full, START_WIDTH[level], OPTION_COUNT[level] - 1)
    if not taken:
        return None
    run.recover(taken)
    relaxed = run.state.relaxation.relaxed.tolist()
    wider = [k for k in relaxed if _width(run, [k]) > START_WIDTH[level]]
    others = [k for k in relaxed if k not in wider]
    if (
        run.state.treewidth != START_WIDTH[level]
        or not wider
        or len(others) < OPTION_COUNT[level] - 1
    ):
        return None
    dear = wider[below(rng, len(wider))]
    cheap = [others[i] for i in shuffled(rng, len(others))[: OPTION_COUNT[level] - 1]]
    options = sorted([dear, *cheap])
    right = options.index(dear)
    wrong = dict.fromkeys(set(range(len(options))) - {right}, "with it the tables stay as they are")
    names = tuple(edge_name(run, k) for k in options)
    return Posed(
        run=run,
        question=f"The treewidth is {START_WIDTH[level]} now. Which one of these edges, put back "
        "alone, raises it?",
        form=Choices((Question("the edge", names, right, wrong),)),
        explanation=f"Putting back {edge_name(run, dear)} gives treewidth {_width(run, [dear])}. "
        + EXPLANATIONS[min(level, 2)],
        walk=(LessonAction("recover", (run.cloned.constraints[dear].id,)),),
        hides=(*HIDDEN_ALWAYS, "width", "entries"),
        shows=("graph",),
    )


def _width(run: Run, more: list[int]) -> int:
    relaxation = run.state.relaxation.with_recovered(np.array(more, dtype=np.int64))
    return plan(relaxation).cost.treewidth


def _grown(rng: np.random.Generator, run: Run, width: int) -> list[int]:
    """Edges in random order, each taken if the treewidth allows it."""
    taken: list[int] = []
    for k in shuffled(rng, len(run.cloned)).tolist():
        if _width(run, [*taken, k]) <= width:
            taken.append(k)
    return taken


def _thinned(
    rng: np.random.Generator, run: Run, taken: list[int], width: int, cheap: int
) -> list[int]:
    """Some of them left out again, so that there is a choice, but one edge still too much."""
    dear = [k for k in range(len(run.cloned)) if k not in taken]
    if not dear:
        return []
    last = dear[below(rng, len(dear))]
    for k in [taken[i] for i in shuffled(rng, len(taken))]:
        fewer = [other for other in taken if other != k]
        if len(run.cloned) - len(fewer) - len(dear) > cheap + 1:
            break
        if _width(run, [*fewer, last]) > width:
            taken = fewer
    return taken
