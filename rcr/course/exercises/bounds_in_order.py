"""Four states of one run, to be put in the order of their bounds."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import numpy as np

from rcr import Run, State
from rcr.course.exercise import HIDDEN_ALWAYS, LEVEL, Given, Posed, first_clear, model_seed, run_on
from rcr.course.forms import Order
from rcr.generators._portable import shuffled
from rcr.registry import plugin
from rcr.text.numbers import fixed
from rcr.text.words import counted

MIN_STEP_LOGS = 0.05  # between one bound and the next
NAMES = "ABCD"
HIDDEN_PARTS = (*HIDDEN_ALWAYS, "upper", "now", "gap", "chart")


@plugin("exercise")
def bounds_in_order(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Put four states of a run in the order of their bounds."""
    return first_clear("bounds-in-order", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    if level == 3:
        run = run_on("triangle", {"field": 1.0, "seed": model_seed(rng)})
        states = _scattered(rng, run)
    else:
        side = 2 + level  # enough room for the loops of level 2
        parameters = {"rows": side, "cols": side, "field": 0.5, "seed": model_seed(rng)}
        run = run_on("grid", parameters, recovery="cycle", recovery_parameters={"look_ahead": 0})
        states = _sweeps(run) if level == 1 else _loops(run)
    falling = sorted(states, key=lambda s: -s.value)
    if len(states) < 4 or any(a.value - b.value < MIN_STEP_LOGS for a, b in pairwise(falling)):
        return None
    named = {name: states[i] for name, i in zip(NAMES, shuffled(rng, 4), strict=True)}
    names = {state.number: name for name, state in named.items()}
    told = ", ".join(f"{names[state.number]} has {state.value:.2f}" for state in falling)
    why = "The bound is the sum of the pieces" if level == 3 else "More sweeps, or more edges put "
    why += "" if level == 3 else "back and as many sweeps, can only lower the bound"
    run.goto(falling[-1].number)
    return Posed(
        run=run,
        question="Put these four states of a run in the order of their upper bounds, the "
        "largest first.",
        form=Order(
            {name: _described(run, state) for name, state in named.items()},
            tuple(names[state.number] for state in falling),
        ),
        explanation=f"{why}: {told}.",
        given=tuple(_pieces(run, *item) for item in named.items()) if level == 3 else (),
        states={name: state.number for name, state in named.items()},
        hides=HIDDEN_PARTS,
    )


def _sweeps(run: Run) -> list[State]:
    """From θ = 1 by sweeps as far as they go, and everything put back."""
    states = [run.state, run.sweep(), run.converge()]
    return [*states, run.recover(run.state.relaxation.relaxed.tolist())]


def _loops(run: Run) -> list[State]:
    """Nothing put back, a loop, another loop, everything; settled each time."""
    states = [run.converge()]
    for _ in range(2):
        if run.state.certificate is None:
            run.recover_suggested(1)
            states.append(run.converge())
    relaxed = run.state.relaxation.relaxed.tolist()
    return [*states, run.recover(relaxed)] if relaxed else states


def _scattered(rng: np.random.Generator, run: Run) -> list[State]:
    """States on branches of their own: some edges put back at random, some updated."""
    states = []
    for count in range(4):
        run.goto(0)
        order = shuffled(rng, len(run.cloned)).tolist()
        if count:
            run.recover(order[: count + 1])
        for k in order[count + 1 : count + 3]:
            run.step(k)
        states.append(run.state)
    return states


def _described(run: Run, state: State) -> str:
    loops = state.relaxation.loops_closed
    parts = [f"{state.relaxation.count} of {len(run.cloned)} edges put back"]
    parts.append(f"{counted(loops, 'loop')} closed")
    parts.append(f"{state.updates:,} updates made" if state.updates else "θ = 1 everywhere")
    return ", ".join(parts)


def _pieces(run: Run, name: str, state: State) -> Given:
    """The best value of every piece of the relaxed model."""
    values = run.clique_tree(state.relaxation).work(state.theta.array()).value
    rows = [(str(i), fixed(value, 2)) for i, value in enumerate(values, start=1)]
    return Given(f"State {name}", (("piece", "its best value"), *rows))
