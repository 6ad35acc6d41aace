"""Every claim of the argument holds: its numbers are those of the full model."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.explain.argument import argument
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.models.samples import samples
from rcr.run import Run
from rcr.text.numbers import fixed
from tests.explain.walks import SCHEMES
from tests.oracle import exact
from tests.strategies import models


def ids(run):
    return tuple(c.id for c in run.cloned.constraints)


def test_nothing_is_claimed_where_nothing_is_proved():
    assert argument(Run(grid(rows=3, cols=3, seed=10))) == ()


def test_agreement_is_a_proof():
    run = Run(grid(rows=3, cols=3, attractive=True, seed=0))
    run.converge()
    state = run.state
    assert state.certificate.reason.endswith("violates no relaxed constraint")
    agrees, one_of_the_model, equal, nothing_better = argument(run)
    assert agrees.constraints == ids(run)
    assert agrees.number == "24 of 24"
    assert one_of_the_model.constraints == ids(run)
    truth = fixed(exact(run.model), 4)
    assert one_of_the_model.number == truth
    assert equal.number == f"{truth} = {fixed(state.value, 4)}"
    assert nothing_better.number == f"log MPE = {truth}"
    for v in range(8):
        name = run.model.variables[v].name
        assert f"{name} = {state.relaxed_assignment[v]}" in one_of_the_model.words
    assert "and 1 more" in one_of_the_model.words


def test_bounds_that_met_at_different_steps():
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    run.solve()
    reached = run.state
    run.relax([reached.recovered[0]])
    bound, found, met, nothing_better = argument(run)
    assert f"reached at step {reached.number} " in bound.words
    assert bound.number == fixed(reached.upper, 4)
    assert bound.constraints == reached.recovered
    first = next(s for s in run.state.path() if s.lower == run.state.lower)
    assert f"found at step {first.number}: " in found.words
    assert found.number == fixed(exact(run.model), 4)
    assert "within the tolerance of 1e-06" in met.words
    assert nothing_better.number == f"log MPE = {fixed(exact(run.model), 4)}"


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_everything_recovered(task):
    run = Run(samples()["triangle"].load(), task=task)
    run.recover(ids(run))
    first, second, *_, last = argument(run)
    assert first.number == "6 of 6"
    assert first.constraints == ids(run)
    truth = fixed(exact(run.model, task == "z"), 4)
    assert second.number == truth
    assert last.number == f"log {'Z' if task == 'z' else 'MPE'} = {truth}"


def test_a_sum_between_bounds_that_meet():
    sure = np.array([[0.0, -np.inf], [-np.inf, -np.inf]])
    two = tuple(Variable.numbered(name, 2) for name in "ab")
    run = Run(Model(two, (Factor((0, 1), sure),)), task="z")
    run.converge()
    above, below, met, known = argument(run)
    assert "a = 0, b = 0" in below.words
    assert (above.number, below.number) == (fixed(run.state.upper, 4), "0.0000")
    assert "have met" in met.words
    assert known.number.startswith("log Z = ")


def test_nothing_is_possible():
    three = tuple(Variable.numbered(name, 2) for name in "abc")
    never = Factor((1, 2), np.full((2, 2), -np.inf))
    run = Run(Model(three, (Factor((0, 1), np.zeros((2, 2))), never)))
    _, even_relaxed, nothing = argument(run)
    assert even_relaxed.constraints == ("c2", "c3")
    assert even_relaxed.number == "−∞"
    assert "no assignment is possible" in nothing.words


@settings(max_examples=150, deadline=None)
@given(models(), st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_the_last_claim_is_the_answer(model, scheme, seed):
    task, name = scheme
    run = Run(model, task=task, scheme=name, recovery="random", batch=2, seed=seed, tolerance=1e-7)
    for state in run.milestones():
        claims = argument(run, state)
        assert bool(claims) == (state.certificate is not None)
        if claims:
            known = set(ids(run))
            assert all(set(claim.constraints) <= known for claim in claims)
            truth = exact(model, task == "z")
            if truth == -np.inf:
                assert claims[-1].number == "log 0 = −∞"
            else:
                said = float(claims[-1].number.split(" = ")[1].replace("−", "-"))
                assert said == pytest.approx(truth, abs=1.1e-4)
