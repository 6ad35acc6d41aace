"""Which cut edges disagree: read it off the states, or find the states from the pieces' tables."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from rcr import Run
from rcr.course.actions import LessonAction
from rcr.course.exercise import (
    HIDDEN_ALWAYS,
    LEVEL,
    Given,
    Posed,
    edge_name,
    first_clear,
    model_seed,
    run_on,
    table_of,
)
from rcr.course.forms import SomeOf
from rcr.generators._portable import below
from rcr.registry import plugin
from rcr.text.numbers import fixed

# By so much the best state of every variable and clone is better than the next.
CLEAR_MARGIN = {1: 0.01, 2: 0.001, 3: 0.05}
MODELS: dict[int, tuple[str, dict[str, Any]]] = {
    1: ("triangle", {}),
    2: ("grid", {"rows": 3, "cols": 3}),
    3: ("triangle", {"coupling": 1.5}),
}


@plugin("exercise")
def violated(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Name the cut edges that the relaxed model's best assignment violates."""
    return first_clear("violated", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    family, parameters = MODELS[level]
    settings = {"order": "random", "seed": below(rng, 1000)}
    run = run_on(family, {**parameters, "seed": model_seed(rng)}, **settings)
    run.compensate(len(run.cloned) // 2 + below(rng, len(run.cloned)))
    wrong = run.state.violated
    if not 1 <= len(wrong) <= len(run.cloned) // 2 or not _clear(run, CLEAR_MARGIN[level]):
        return None
    names = {c.id: edge_name(run, c.index) for c in run.cloned.constraints}
    right = frozenset(run.cloned.constraints[k].id for k in wrong)
    blind = level == 3
    how = "Find the best entry of every table." if blind else "Compare the two ends of each."
    told = "; ".join(_disagreement(run, int(k)) for k in wrong)
    return Posed(
        run=run,
        question=f"Every edge is cut. Which edges are violated? {how}",
        form=SomeOf(names, right),
        explanation=f"A violated edge has different states at its two ends: {told}.",
        given=_tables(run) if blind else (),
        walk=(LessonAction("recover", tuple(sorted(right))), LessonAction("settle")),
        hides=(*HIDDEN_ALWAYS, "states") if blind else HIDDEN_ALWAYS,
    )


def _disagreement(run: Run, k: int) -> str:
    c, n = run.cloned.constraints[k], len(run.model.variables)
    states, chosen = run.model.variables[c.variable].states, run.state.relaxed_assignment
    mine, clone = states[chosen[c.variable]], states[chosen[n + k]]
    return f"{edge_name(run, k)} has {mine} at the variable and {clone} at the clone"


def _clear(run: Run, margin: float) -> bool:
    """Whether every variable and every clone has one best state; all edges are cut."""
    theta, ptr = run.state.theta.array(), run.cloned.ground.theta_ptr
    engine = run.engine(run.state.relaxation)
    for k in range(len(run.cloned)):
        own = theta[ptr[k] : ptr[k + 1]]
        pair = engine.pair_table(theta, k) + own[:, None] - own[None, :]
        for best in (pair.max(axis=1), pair.max(axis=0)):
            second, first = np.sort(best)[-2:]
            if first - second < margin:
                return False
    return True


def _tables(run: Run) -> tuple[Given, ...]:
    """The table of every piece with the θ of its edges: the variables' own, then the factors'."""
    ground, theta, variables = run.cloned.ground, run.state.theta.array(), run.model.variables
    log_theta = [theta[a:b] for a, b in zip(ground.theta_ptr, ground.theta_ptr[1:], strict=False)]
    rows: list[tuple[str, ...]] = [("", *variables[0].states)]
    for v, variable in enumerate(variables):
        own = ground.unary[ground.unary_ptr[v] : ground.unary_ptr[v + 1]].copy()
        for k in np.flatnonzero(ground.con_var == v):
            own += log_theta[k]
        rows.append((variable.name, *(fixed(x, 2) for x in own)))
    given = [Given("The variables, with the θ of their edges", tuple(rows))]
    for first, second in zip(
        run.cloned.constraints[::2], run.cloned.constraints[1::2], strict=True
    ):
        table = run.model.factors[first.factor].log_table
        table = table - log_theta[first.index][:, None] - log_theta[second.index][None, :]
        a, b = variables[first.variable], variables[second.variable]
        title = f"The factor {a.name}–{b.name}, with the θ of its clones"
        given.append(table_of(title, table, a.name, b.name, a.states))
    return tuple(given)
