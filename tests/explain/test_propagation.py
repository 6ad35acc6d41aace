"""What model-split is called on the screen, and that it says so when it has not converged."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from rcr import Run, generate
from rcr.explain.propagation import propagation
from tests.strategies import models

RESTLESS = {
    "variables": 20,
    "degree": 4,
    "coupling": 3.0,
    "seed": 2,
}  # a spin glass on which plain belief propagation goes round in circles


def split(model, task="z", damping=0.0, **more) -> Run:
    run = Run(
        model, task=task, scheme="model-split", scheme_parameters={"damping": damping}, **more
    )
    run.converge()
    return run


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_its_names(task):
    run = split(generate("grid", rows=3, cols=3), task)
    assert propagation(run).startswith("This is **loopy belief propagation**. Converged: ")
    run.recover(["c0"])
    run.converge()
    assert "**iterative joingraph propagation**; with no loop closed" in propagation(run)
    run.recover([c.id for c in run.cloned.constraints[1:-1]])
    run.converge()
    assert propagation(run).startswith("This is **iterative joingraph propagation**. Converged: ")
    run.recover([run.cloned.constraints[-1].id])
    assert propagation(run) == ""


@pytest.mark.parametrize(
    ("task", "scheme"), [("mpe", "mpe-dd"), ("z", "pr-dd"), ("mpe", "subgradient")]
)
def test_other_schemes_are_not_message_passing(task, scheme):
    assert propagation(Run(generate("grid", rows=3, cols=3), task=task, scheme=scheme)) == ""


def test_where_it_does_not_converge_it_says_how_far_the_messages_still_move():
    run = split(generate("spin-glass", **RESTLESS))
    told = propagation(run)
    assert not run.state.settled
    assert (
        "It **has not converged**: after 1,000 sweeps the messages still change by up to " in told
    )
    change = float(re.search(r"up to ([\d.]+)\. Damping \(sidebar", told)[1])
    assert change == pytest.approx(run.candidates().residual.max(), rel=0.05)
    before = run.state.theta.array()
    run.sweep()
    assert abs(run.state.theta.array() - before).max() > 0.1, "they do"


def test_damping_makes_it_converge():
    run = split(generate("spin-glass", **RESTLESS), damping=0.3)
    assert run.state.settled
    assert "Converged" in propagation(run)
    run.step()
    assert propagation(run).endswith("Converged: no update would move a message any more.")


def test_under_damping_the_change_is_that_of_a_whole_update():
    plain, damped = (
        Run(
            generate("grid", rows=3, cols=3),
            task="z",
            scheme="model-split",
            scheme_parameters={"damping": d},
        )
        for d in (0.0, 0.9)
    )
    assert propagation(damped) == propagation(plain).replace("Damping", "More damping")


@settings(max_examples=30, deadline=None)
@given(model=models(kinds=("weak", "flat"), evidence=False))
def test_with_no_loop_closed_it_ends_where_belief_propagation_does(model):
    loopy, forest = (
        split(model, start=start, settle=1e-12, max_sweeps=5000)
        for start in ("decomposed", "forest")
    )
    values = [
        run.state.value if run.state.bounds.estimate is None else run.state.bounds.estimate
        for run in (loopy, forest)
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-8)
