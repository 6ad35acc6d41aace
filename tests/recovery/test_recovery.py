"""Every registered heuristic: scores for the relaxed constraints, suggestions without repeats, the
same for the same seed.
"""

from typing import Annotated

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import registry
from rcr.engines.junction_tree import JunctionTree
from rcr.generators.grid import grid
from rcr.registry import Between, plugins
from rcr.run import Run
from tests.oracle import exact, pair_table, theta_of
from tests.strategies import models, relaxations, seeds

HEURISTICS = sorted(plugins("recovery"))
every_heuristic = pytest.mark.parametrize("name", HEURISTICS)
some = settings(max_examples=60, deadline=None)
SETTINGS = [
    ("mpe", "mpe-dd"),
    ("mpe", "model-split"),
    ("z", "pr-dd"),
    ("z", "model-split"),
    ("mpe", "subgradient"),
]
every_scheme = pytest.mark.parametrize(("task", "scheme"), SETTINGS)


def run_on(relaxation, number, **settings):
    """A run on a relaxation after a few updates of random constraints."""
    ids = [relaxation.cloned.constraints[k].id for k in np.flatnonzero(relaxation.recovered)]
    run = Run(relaxation.cloned.model, start=ids, **settings)
    for k in np.random.default_rng(number).permutation(relaxation.relaxed)[:4]:
        run.step(int(k))
    return run


def index(run, ids):
    """Positions of ids among the relaxed constraints."""
    return [run.state.relaxation.relaxed.tolist().index(run.cloned.indices([i])[0]) for i in ids]


# -- asked once ----------------------------------------------------------------------------------


def test_a_heuristic_is_asked_once_at_a_state_for_each_choice_of_its_parameters():
    asked = []

    def depth(candidates, *, first: Annotated[int, Between(0, 9, "which comes first")] = 0):
        """Whichever is told comes first."""
        asked.append((candidates.state.number, first))
        scores = np.zeros(len(candidates.relaxed))
        scores[first] = 1.0
        return scores

    registry.plugin("recovery")(depth)
    run = Run(grid(rows=3, cols=3), recovery="depth", recovery_parameters={"first": 4})
    own = run.groups()
    own.clear()  # the answer is the asker's to change
    assert run.groups()[0].constraints == (4,)
    assert run.groups("depth", first=2)[0].constraints == (2,)
    assert run.groups("depth") == run.groups("depth", first=0)
    assert asked == [(0, 4), (0, 2), (0, 0)]
    run.recover_suggested()
    run.recover_suggested()
    assert asked[3:] == [(1, 4)]  # another state is another question


# -- the contract --------------------------------------------------------------------------------


@every_heuristic
@every_scheme
@settings(max_examples=20, deadline=None)
@given(relaxation=relaxations(), number=seeds)
def test_scores_and_suggestions(name, task, scheme, relaxation, number):
    run = run_on(relaxation, number, task=task, scheme=scheme)
    relaxed = {run.cloned.constraints[k].id for k in run.state.relaxation.relaxed}
    groups = run.groups(name)
    assert all(group.constraints and not np.isnan(group.score) for group in groups)
    suggested = run.suggest(3, recovery=name)
    everything = run.suggest(len(run.cloned), recovery=name)
    assert suggested == everything[: len(suggested)]
    assert set(everything) <= relaxed
    assert len(set(everything)) == len(everything)
    view = run.candidates()
    again = view.groups(plugins("recovery")[name](view)) if relaxed else []
    assert groups == again, "the same when asked again"
    if name == "manual":
        assert not everything
    elif relaxed and isinstance(plugins("recovery")[name](run.candidates()), np.ndarray):
        assert set(everything) == relaxed, "scores rank every constraint"
    else:
        assert bool(everything) == bool(relaxed), "there is always a next one"


@every_heuristic
def test_the_same_seed_gives_the_same_suggestions(name):
    def suggestions(**more):
        run = Run(grid(rows=3, cols=3, seed=4), recovery=name, **more)
        run.sweep(3)
        return run.suggest(10)

    assert suggestions(seed=3) == suggestions(seed=3)


@every_heuristic
def test_a_run_to_the_end(name):
    model = grid(rows=3, cols=3, states=3, seed=7)
    run = Run(model, recovery=name, batch=4, start="decomposed")
    run.solve()
    assert run.status == ("bounded" if name == "manual" else "certified")
    assert name == "manual" or run.state.lower == pytest.approx(exact(model), abs=1e-6)
    if all(len(group.constraints) == 1 for group in Run(model).groups(name)):
        assert [row["recovered"] for row in run.history] == [4 * n for n in range(len(run.history))]


@every_heuristic
def test_nothing_is_suggested_where_nothing_is_relaxed(name):
    run = Run(grid(rows=2, cols=2))
    run.recover(range(len(run.cloned)))
    assert run.suggest(recovery=name) == []


# -- what they measure ---------------------------------------------------------------------------


@every_scheme
@some
@given(relaxation=relaxations(), number=seeds)
def test_impact_is_the_drop_from_recovering_that_constraint_alone(task, scheme, relaxation, number):
    run = run_on(relaxation, number, task=task, scheme=scheme)
    theta, value = run.state.theta.array(), run.state.value
    if value == -np.inf:
        assert not np.isnan(run.candidates().impact).any()
        return
    for k, impact in zip(run.state.relaxation.relaxed, run.candidates().impact, strict=True):
        alone = JunctionTree(
            run.state.relaxation.with_recovered(np.array([k])), run.settings.sums
        ).value(theta)
        np.testing.assert_allclose(impact, value - alone, rtol=1e-9, atol=1e-9)


@every_scheme
@some
@given(relaxation=relaxations(), number=seeds)
def test_violated_is_what_the_relaxed_assignment_violates(task, scheme, relaxation, number):
    run = run_on(relaxation, number, task=task, scheme=scheme)
    n, states = len(run.model.variables), run.state.relaxed_assignment
    expected = [
        states[run.cloned.constraints[k].variable] != states[n + k]
        for k in run.state.relaxation.relaxed
    ]
    assert run.candidates().violated.tolist() == expected
    assert run.state.violated.tolist() == [
        k for k, v in zip(run.state.relaxation.relaxed, expected, strict=True) if v
    ]


@every_scheme
@some
@given(relaxation=relaxations(), number=seeds)
def test_mutual_information_by_its_definition(task, scheme, relaxation, number):
    run = run_on(relaxation, number, task=task, scheme=scheme)
    # the run's own relaxation lacks the states without support
    theta, relaxation = run.state.theta.array(), run.state.relaxation
    informations = run.candidates().mutual_information
    for k, information in zip(relaxation.relaxed, informations, strict=True):
        own, clone = theta_of(relaxation, theta, k)
        table = pair_table(relaxation, theta, k, run.settings.sums) + own[:, None] + clone[None, :]
        if table.max() == -np.inf:
            assert information == 0
            continue
        p = np.exp(table - table.max())
        p /= p.sum()
        independent = p.sum(axis=1, keepdims=True) * p.sum(axis=0, keepdims=True)
        there = p > 1e-100
        expected = (p[there] * np.log(p[there] / independent[there])).sum()
        np.testing.assert_allclose(information, expected, rtol=1e-9, atol=1e-9)


@every_scheme
@some
@given(relaxation=relaxations(models()), number=seeds)
def test_residual_is_how_far_an_update_moves_theta(task, scheme, relaxation, number):
    run = run_on(relaxation, number, task=task, scheme=scheme)
    before = run.state.theta.array()
    residuals = run.candidates().residual
    for k, residual in zip(run.state.relaxation.relaxed, residuals, strict=True):
        run.step(int(k))
        after = run.state.theta.array()
        moved = np.abs(after[after != before] - before[after != before]).max(initial=0.0)
        np.testing.assert_allclose(residual, moved, rtol=1e-9, atol=1e-9)
        run.undo()


def test_information_between_states_far_apart_is_a_number():
    """Probabilities that underflow count for nothing."""
    model = grid(rows=1, cols=3)
    wide = type(model)(
        model.variables, tuple(type(f)(f.scope, f.log_table * 1000) for f in model.factors)
    )
    run = Run(wide, task="z")
    run.recover(["c0", "c1", "c2"])
    assert np.isfinite(run.candidates().mutual_information).all()


# -- their orders --------------------------------------------------------------------------------


@pytest.fixture
def run():
    found = Run(grid(rows=4, cols=4, states=3, seed=5), start="forest")
    found.sweep(3)
    return found


@pytest.mark.parametrize("name", ["impact", "mutual-information", "residual", "violated"])
def test_the_largest_score_comes_first(run, name):
    scores = getattr(run.candidates(), name.replace("-", "_")).astype(float)
    ranked = scores[index(run, run.suggest(len(run.cloned), recovery=name))]
    assert len(set(scores)) > 1
    assert (np.diff(ranked) <= 0).all()


@pytest.mark.parametrize("tie", [1e-9, 1e-3, 0.5])
def test_the_paper_s_order_is_impact_then_violated(run, tie):
    view = run.candidates()
    order = index(run, run.suggest(len(run.cloned), recovery="paper", tie=tie))
    keys = [(round(view.impact[i] / tie), bool(view.violated[i])) for i in order]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) > 1


def test_random_changes_with_the_seed_and_from_round_to_round():
    def first(seed, recovered=()):
        return tuple(
            Run(grid(rows=3, cols=3), recovery="random", seed=seed, start=recovered).suggest(24)
        )

    assert len({first(seed) for seed in range(5)}) == 5
    assert first(0)[:5] != tuple(i for i in first(0, ("c3",)) if i != "c3")[:5]


def test_manual_suggests_nothing(run):
    assert run.suggest(recovery="manual") == []


def test_a_solve_by_hand_says_why_it_stopped():
    run = Run(grid(rows=3, cols=3, seed=9), recovery="manual")
    run.solve()
    assert run.status == "bounded"
    assert run.reason == "not certified: stopped by the heuristic manual suggests nothing more"


@pytest.mark.parametrize("heuristic", plugins("recovery"))
def test_nothing_is_suggested_when_nothing_left(heuristic):
    run = Run(grid(rows=2, cols=2), recovery=heuristic, start="decomposed")
    run.recover(range(len(run.cloned)))
    assert run.suggest() == []
