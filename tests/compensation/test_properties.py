"""What the schemes promise, on thousands of random models: bounds at every step, values that never
rise, exactness at the end.
"""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, seed, settings
from scipy.special import logsumexp

from rcr.engines.junction_tree import JunctionTree
from rcr.registry import plugins
from rcr.run import Run
from tests.oracle import exact, pair_table, theta_of
from tests.strategies import FINITE, models, relaxations, seeds

BOUNDS = [
    (scheme, task)
    for scheme, p in plugins("compensation").items()
    if p.facts.upper_bound
    for task in p.facts.tasks
]
PARTS = 4  # the 2,000 models are shared out, so that several workers can take them


def slack(value):
    """Rounding: 1e-9, relative where values are large; nothing where they are infinite."""
    return 1e-9 * (1 + abs(value)) if np.isfinite(value) else 0.0


def check_state(run, truth):
    """Bounds enclose the truth, the assignment has the value of the lower bound, and the value is
    that of a fresh engine.
    """
    state, sums = run.state, run.settings.sums
    assert state.upper >= truth - slack(truth)
    assert state.lower <= truth + slack(truth)
    if not sums:
        value = run.model.log_value(state.assignment)
        assert state.lower == value or abs(state.lower - value) <= slack(value)
    fresh = JunctionTree(state.relaxation, sums).value(state.theta.array())
    assert state.value == fresh or abs(state.value - fresh) <= slack(fresh)


def wander(run, rng, truth, steps):
    """Random single updates, sweeps, recoveries and relaxations; what must hold is checked after
    each.
    """
    for _ in range(steps):
        before, what = run.state, rng.random()
        relaxed, recovered = before.relaxation.relaxed, np.flatnonzero(before.relaxation.recovered)
        if what < 0.35 or not len(relaxed):
            run.step()
        elif what < 0.6:
            run.step(int(rng.choice(relaxed)))
        elif what < 0.7:
            run.sweep()
        elif what < 0.9 or not len(recovered):
            run.recover(rng.choice(relaxed, min(len(relaxed), rng.integers(1, 4)), replace=False))
        else:
            run.relax([rng.choice(recovered)])
        check_state(run, truth)
        monotone = plugins("compensation")[run.settings.scheme].facts.monotone
        if run.state.action.verb == "recover" or (monotone and run.state.action.verb != "relax"):
            assert run.state.value <= before.value + slack(before.value), (
                "no update and no recovery may raise the value"
            )
        assert run.state.upper <= before.upper
        assert run.state.lower >= before.lower - slack(before.lower)


def check_model(model, scheme, task, seed, steps):
    truth, rng = exact(model, task == "z"), np.random.default_rng(seed)
    run = Run(model, scheme=scheme, task=task)
    check_state(run, truth)
    wander(run, rng, truth, steps)
    while len(run.state.relaxation.relaxed):
        relaxed = run.state.relaxation.relaxed
        run.recover(rng.choice(relaxed, min(len(relaxed), rng.integers(1, 9)), replace=False))
        check_state(run, truth)
    assert run.state.value == truth or abs(run.state.value - truth) <= slack(truth), (
        "exact when everything is recovered"
    )
    assert run.status == ("infeasible" if truth == -np.inf else "certified")
    return run.state


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_bounds_enclose_the_truth_at_every_step(part):
    """2,000 models, each under mpe-dd and pr-dd; the order of recovery does not matter for the
    final value.
    """

    @seed(part)
    @settings(max_examples=2000 // PARTS, deadline=None, database=None)
    @given(model=models(), number=seeds)
    def check(model, number):
        for scheme, task in (("mpe-dd", "mpe"), ("pr-dd", "z")):
            end = check_model(model, scheme, task, number, steps=10)
            other = Run(model, scheme=scheme, task=task)
            if len(other.cloned):
                other.recover(range(len(other.cloned)))
            assert other.state.value == end.value, (
                "bit for bit, whatever was recovered first and whatever θ was then"
            )

    check()


@pytest.mark.parametrize(("scheme", "task"), BOUNDS)
@settings(max_examples=60, deadline=None)
@given(model=models(), number=seeds)
def test_every_scheme_that_declares_a_bound_keeps_it(scheme, task, model, number):
    """Over more steps than above, and for every scheme in the registry."""
    check_model(model, scheme, task, number, steps=25)


@pytest.mark.parametrize(("scheme", "task"), [("mpe-dd", "mpe"), ("pr-dd", "z")])
@settings(max_examples=30, deadline=None)
@given(model=models())
def test_bounds_hold_after_a_hundred_sweeps(scheme, task, model):
    """Zeros push θ a little further in every sweep: it must stay finite, and the bound a bound."""
    truth = exact(model, task == "z")
    run = Run(model, scheme=scheme, task=task)
    run.sweep(100)
    assert np.isfinite(run.state.theta.array()).all()
    check_state(run, truth)


# -- the condition of one constraint -------------------------------------------------------------


def updated(relaxation, task, number, times=1):
    """A run at random θ on a relaxation, with one of its constraints then compensated; and that
    constraint.
    """
    rng = np.random.default_rng(number)
    ids = [relaxation.cloned.constraints[k].id for k in np.flatnonzero(relaxation.recovered)]
    run = Run(relaxation.cloned.model, task=task, start=ids)
    for k in rng.permutation(relaxation.relaxed)[:3]:
        run.step(int(k))
    k = int(rng.choice(relaxation.relaxed))
    for _ in range(times):
        run.step(k)
    return run, k


def compensated(run, k):
    """A(x, y) = M(x, y) + log θ(x) − log θ(y) of constraint k, by listing; and M."""
    state = run.state
    theta, clone = theta_of(state.relaxation, state.theta.array(), k)
    assert np.array_equal(clone, -theta), "the condition for an upper bound"
    m = pair_table(state.relaxation, state.theta.array(), k, run.settings.sums)
    return m + theta[:, None] - theta[None, :], m


def off_diagonal(a, sums):
    a = np.where(np.eye(len(a), dtype=bool), -np.inf, a)
    return (logsumexp(a, axis=1), logsumexp(a, axis=0)) if sums else (a.max(axis=1), a.max(axis=0))


def largest_cycle_mean(m):
    """By listing every simple cycle, those of length one included."""
    d = len(m)
    cycles = [c for n in range(1, d + 1) for c in permutations(range(d), n) if c[0] == min(c)]
    return max(np.mean([m[x, y] for x, y in zip(c, (*c[1:], c[0]), strict=True)]) for c in cycles)


one_constraint = settings(max_examples=200, deadline=None)
finite = relaxations(models(kinds=FINITE, cards=(2, 3, 4, 5), evidence=False)).filter(
    lambda r: len(r.relaxed)
)
mild = relaxations(
    models(kinds=("normal", "weak", "ties", "flat"), cards=(2, 3, 4, 5), evidence=False)
).filter(lambda r: len(r.relaxed))
anything = relaxations().filter(lambda r: len(r.relaxed))
binary = relaxations(models(kinds=FINITE, cards=(2,), evidence=False)).filter(
    lambda r: len(r.relaxed)
)


@pytest.mark.slow
@one_constraint
@given(relaxation=finite, number=seeds)
def test_pr_dd_makes_the_two_marginals_equal(relaxation, number):
    """pr-equivalence: Pr(x) = Pr(x_i)."""
    a, _ = compensated(*updated(relaxation, "z", number))
    pr = np.exp(a - logsumexp(a))
    np.testing.assert_allclose(pr.sum(axis=1), pr.sum(axis=0), rtol=0, atol=1e-9)


@pytest.mark.slow
@one_constraint
@given(relaxation=mild, number=seeds)
def test_pr_dd_balances_rows_and_columns(relaxation, number):
    row, column = off_diagonal(compensated(*updated(relaxation, "z", number))[0], True)
    np.testing.assert_allclose(row, column, rtol=0, atol=1e-9)


@pytest.mark.slow
@one_constraint
@given(relaxation=finite, number=seeds)
def test_mpe_dd_balances_the_largest_of_rows_and_columns(relaxation, number):
    """One update does a limited number of passes and goes on where it was the next time; four are
    always enough here.
    """
    row, column = off_diagonal(compensated(*updated(relaxation, "mpe", number, times=4))[0], False)
    np.testing.assert_allclose(row, column, rtol=0, atol=1e-9)


@pytest.mark.slow
@one_constraint
@given(relaxation=anything, number=seeds)
def test_mpe_dd_reaches_the_least_value_over_theta_of_one_constraint(relaxation, number):
    """max(max_x M(x, x), largest cycle mean of M), zeros or not."""
    run, k = updated(relaxation, "mpe", number)
    _, m = compensated(run, k)
    if np.diag(m).max() > -np.inf:
        least = largest_cycle_mean(m)
        assert run.state.value == pytest.approx(least, rel=1e-9, abs=1e-9)
    else:
        assert run.status == "infeasible"


@pytest.mark.slow
@one_constraint
@given(relaxation=binary, number=seeds)
@pytest.mark.parametrize("task", ["mpe", "z"])
def test_theorem_5_for_two_states(task, relaxation, number):
    run, k = updated(relaxation, task, number)
    _, m = compensated(run, k)
    theta, _ = theta_of(relaxation, run.state.theta.array(), k)
    assert theta[1] - theta[0] == pytest.approx(0.5 * (m[0, 1] - m[1, 0]), rel=1e-9, abs=1e-9)


@pytest.mark.slow
@one_constraint
@given(relaxation=finite, number=seeds)
@pytest.mark.parametrize("task", ["mpe", "z"])
def test_theorem_3_where_the_two_are_independent(task, relaxation, number):
    """There M(x, y) = l(x) + r(y), and log θ(x) = ½ (r(x) − l(x)) up to a constant; a decomposed
    constraint always is.
    """
    run, k = updated(
        relaxation.with_recovered(np.arange(len(relaxation.cloned)), False), task, number
    )
    _, m = compensated(run, k)
    left, right = m[:, 0], m[0, :]
    np.testing.assert_allclose(m, left[:, None] + right[None, :] - m[0, 0], rtol=1e-9, atol=1e-9)
    theta, _ = theta_of(relaxation, run.state.theta.array(), k)
    expected = 0.5 * (right - left)
    np.testing.assert_allclose(theta, expected - expected[0], rtol=1e-9, atol=1e-9)
