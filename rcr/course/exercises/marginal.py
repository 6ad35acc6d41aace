"""Read a marginal off a table: the best value with a state, or its probability."""

from __future__ import annotations

from typing import Annotated

import numpy as np

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

STATES = {1: 2, 2: 2, 3: 3}


@plugin("exercise")
def marginal(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Read the marginals of a variable and of its clone off their table."""
    return first_clear("marginal", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    sums = level > 1
    parameters = {"states": STATES[level], "field": 1.0, "seed": model_seed(rng)}
    run = run_on("triangle", parameters, task="z" if sums else "mpe")
    order = shuffled(rng, len(run.cloned)).tolist()
    run.recover(order[:3])
    run.step(order[3])
    c = run.cloned.constraints[order[4]]
    theta, ptr = run.state.theta.array(), run.cloned.ground.theta_ptr
    own = theta[ptr[c.index] : ptr[c.index + 1]]
    table = run.engine(run.state.relaxation).pair_table(theta, c.index)
    table = table + own[:, None] - own[None, :]
    shown = np.exp(table - np.logaddexp.reduce(table, axis=None)) if sums else table
    x, variable = below(rng, STATES[level]), run.model.variables[c.variable]
    form = Numbers(_slots(shown, x, sums, variable.name))
    if not form.separated:
        return None
    what = "the probability" if sums else "the best value"
    return Posed(
        run=run,
        question=f"The table of the edge {edge_name(run, c.index)} shows {what} of "
        f"{variable.name} = x and its clone = y in the relaxed model. Read off {what} of "
        f"{variable.name} = {x}, and of the clone = {x}.",
        form=form,
        explanation=f"{'Add up' if sums else 'Take the largest of'} the row of "
        f"{variable.name} = {x}: {form.slots[0].value:.2f}. For the clone take the column: "
        f"{form.slots[1].value:.2f}. An update of the edge makes the two agree.",
        walk=(LessonAction("update", (c.id,)),),
        given=(table_of("The table", shown, variable.name, "clone", variable.states),),
        hides=(*HIDDEN_ALWAYS, "pair-table", "marginals"),
    )


def _slots(shown: np.ndarray, x: int, sums: bool, name: str) -> tuple[Slot, ...]:
    row, column = (
        (shown[x].sum(), shown[:, x].sum()) if sums else (shown[x].max(), shown[:, x].max())
    )
    swapped, entry = "rows and columns are exchanged", "this is only the entry where both agree"
    return (
        Slot.of(f"{name} = {x}", row, {swapped: column, entry: shown[x, x]}),
        Slot.of(f"the clone = {x}", column, {swapped: row, entry: shown[x, x]}),
    )
