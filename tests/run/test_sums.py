"""The partition function in a run: two bounds that enclose it, each never worse along a path."""

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import Run, generate
from rcr.run.file import replay, save_run
from rcr.state import State
from tests import oracle
from tests.mean_field.models import scale
from tests.strategies import models

ROUNDING = 1e-9
SCHEMES = ("pr-dd", "model-split")


def check_path(run: Run) -> None:
    """Along the path to the current state the bounds enclose the value and never get worse."""
    exact, margin = oracle.exact(run.model, True), ROUNDING * scale(run.model)
    before: State | None = None
    for state in run.state.path():
        assert state.lower <= exact + margin
        assert state.upper >= exact - margin
        assert state.assignment_value <= state.lower or state.upper == -np.inf
        if before is not None:
            assert state.lower >= min(before.lower, state.upper)
            assert state.upper <= before.upper
        before = state


@settings(max_examples=60, deadline=None)
@given(models(max_joint=2000))
def test_the_bounds_enclose_it_up_to_the_end(model):
    for scheme in SCHEMES:
        run = Run(model, task="z", scheme=scheme, recovery="bracket", batch=1, max_sweeps=20)
        last = run.solve()
        check_path(run)
        exact = oracle.exact(model, True)
        if last.certificate is not None and exact > -np.inf:
            assert last.lower == pytest.approx(exact, abs=1e-6 + ROUNDING * scale(model))


def test_the_lower_bound_beats_the_best_assignment():
    run = Run(generate("grid", rows=5, cols=5, seed=1), task="z")
    assert run.state.lower > run.state.assignment_value + 1
    gaps = [state.upper - state.lower for state in run.milestones()]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] == 0.0


def test_a_relaxed_constraint_does_not_take_a_bound_back():
    run = Run(generate("grid", rows=3, cols=3), task="z", start="forest")
    before = run.state
    run.relax(before.recovered[:4])
    assert run.state.lower == before.lower
    assert (run.state.mean_field.kept != before.mean_field.kept).any()
    check_path(run)


def test_the_way_there_decides_nothing_but_the_bound(tmp_path):
    """A run that is done again has the same numbers, the lower bound's included."""
    run = Run(generate("grid", rows=4, cols=4, seed=3), task="z", start="forest", batch=2)
    run.sweep(3)
    run.recover_suggested()
    run.converge()
    run.goto(1)
    run.recover(run.suggest(4, "bracket"))
    run.sweep()
    save_run(run, tmp_path / "run.rcr.json")
    again = replay(tmp_path / "run.rcr.json")
    assert again.difference == 0.0
    assert again.run.state.bounds == run.state.bounds
    for number, state in run.states.items():
        assert np.array_equal(state.mean_field.eta, again.run.states[number].mean_field.eta)


def test_sweeps_alone_leave_a_settled_bound_as_it_is():
    run = Run(generate("grid", rows=3, cols=3), task="z", start="forest")
    assert run.state.mean_field.settled
    first = run.state.mean_field
    run.sweep()
    assert run.state.mean_field is first


def test_the_mpe_problem_has_no_mean_field():
    run = Run(generate("grid", rows=3, cols=3))
    run.recover_suggested()
    assert run.state.mean_field is None
    assert run.state.lower == run.state.assignment_value


def test_bracket_recovers_whole_factors_the_strongest_first():
    run = Run(generate("grid", rows=4, cols=4, seed=2), task="z")
    run.converge()
    groups, ground = run.groups("bracket"), run.cloned.ground
    assert len(groups) == len(ground.factor_ptr) - 1
    for group in groups:
        assert len({int(ground.con_factor[k]) for k in group.constraints}) == 1
        assert len(group.constraints) == 2
    scores = [group.score for group in groups]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.slow
def test_bracket_raises_the_lower_bound_faster_than_the_paper():
    """Summed over the rounds with as many recovered, on a few grids."""
    lead = []
    for seed in range(3):
        model = generate("grid", rows=4, cols=4, seed=seed)
        exact = oracle.exact(model, True)
        missed = []
        for recovery in ("paper", "bracket"):
            run = Run(model, task="z", recovery=recovery, batch=2 if recovery == "paper" else 1)
            missed.append(sum(exact - state.lower for state in run.milestones()))
        lead.append(missed[0] - missed[1])
    assert min(lead) > 0
