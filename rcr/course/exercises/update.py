"""One update by hand: with two states a single number, with three a step of balancing."""

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
    table_of,
)
from rcr.course.forms import Numbers, Slot
from rcr.generators._portable import below, shuffled
from rcr.registry import plugin
from rcr.text.numbers import fixed

MIN_CHANGE = 0.1  # the least change that is worth computing
HIDDEN_PARTS = (*HIDDEN_ALWAYS, "pair-table", "theta", "now", "upper", "chart")


@plugin("exercise")
def update(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Do one update by hand: θ of one edge from its table, with three states by balancing."""
    return first_clear("update", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    states = 3 if level == 3 else 2
    run = run_on("triangle", {"states": states, "field": 1.0, "seed": model_seed(rng)})
    order = shuffled(rng, len(run.cloned)).tolist()
    joined = 2 + below(rng, 3)  # so that a variable and its clone may depend on one another
    if level > 1:
        run.recover(order[:joined])
    run.step(order[-1])
    k = order[joined]
    return _balancing(run, k, below(rng, 3)) if level == 3 else _two_states(run, k, level)


def _two_states(run: Run, k: int, level: int) -> Posed | None:
    c = run.cloned.constraints[k]
    m = run.engine(run.state.relaxation).pair_table(run.state.theta.array(), k)
    theta, apart = 0.5 * (m[0, 1] - m[1, 0]), 0.5 * (m[0, 1] + m[1, 0])
    bound, before = max(m[0, 0], m[1, 1], apart), run.state.value
    mistakes = {
        "the half is missing": 2 * theta,
        "this has the wrong sign": -theta,
        "these are the entries where the two agree": 0.5 * (m[1, 1] - m[0, 0]),
    }
    slots = [Slot.of("log θ(1)", theta, mistakes)]
    if level == 2:
        slots.append(Slot.of("the bound after it", bound, {"this is the bound before": before}))
    form = Numbers(tuple(slots))
    if (
        abs(theta) < MIN_CHANGE
        or not form.separated
        or (level == 2 and before - bound < MIN_CHANGE)
    ):
        return None
    variable = run.model.variables[c.variable]
    return Posed(
        run=run,
        question=f"The table shows M(x, y) of the edge {edge_name(run, k)}: the best value with "
        f"{variable.name} = x and its clone = y, without θ of this edge. Update the edge; "
        "log θ(0) stays 0.",
        form=form,
        explanation="log θ(1) = ½ (M(0, 1) − M(1, 0)) = "
        f"½ ({m[0, 1]:.2f} − {m[1, 0]:.2f}) = {fixed(theta, 2)}. Then both entries in which "
        f"the two disagree are {apart:.2f}, and the bound is the largest of them and of the "
        f"diagonal: {bound:.2f}.",
        given=(table_of(f"M of {c.id}", m, variable.name, "clone", variable.states),),
        walk=(LessonAction("update", (c.id,)),),
        hides=HIDDEN_PARTS,
    )


def _balancing(run: Run, k: int, x: int) -> Posed | None:
    c = run.cloned.constraints[k]
    theta = run.state.theta.array()
    own = theta[run.cloned.ground.theta_rows(k)[0]]
    a = run.engine(run.state.relaxation).pair_table(theta, k) + own[:, None] - own[None, :]
    others = [y for y in range(3) if y != x]
    row, column = float(a[x, others].max()), float(a[others, x].max())
    change = 0.5 * (column - row)
    diagonal, half = "leave out the diagonal", "the half is missing"
    form = Numbers(
        (
            Slot.of("the largest of the row", row, {diagonal: a[x].max()}),
            Slot.of("the largest of the column", column, {diagonal: a[:, x].max()}),
            Slot.of("the change of log θ", change, {half: 2 * change, "the sign": -change}),
        )
    )
    if abs(change) < MIN_CHANGE or not form.separated:
        return None
    variable = run.model.variables[c.variable]
    return Posed(
        run=run,
        question=f"The table shows A(x, y) of the edge {edge_name(run, k)}, θ included. Balance "
        f"the state {x}: find the largest entry of its row and of its column, without the "
        f"diagonal, and the change of log θ({x}) that makes the two equal.",
        form=form,
        explanation=f"The row of {x} has at most {row:.2f} off the diagonal, its column "
        f"{column:.2f}. Half of the difference, {fixed(change, 2)}, is added to the row and taken "
        f"from the column, so that both become {0.5 * (row + column):.2f}. The other states "
        "follow, and again, until all agree.",
        given=(table_of(f"A of {c.id}", a, variable.name, "clone", variable.states),),
        walk=(LessonAction("update", (c.id,)),),
        hides=HIDDEN_PARTS,
    )
