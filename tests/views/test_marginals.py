"""Node marginals beside the exact ones: right, and without error once everything is recovered."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import Run, generate
from rcr.explain.marginal_bounds import marginal_bounds
from rcr.reference.exact import exact_marginals
from rcr.views.marginals import Marginal, compared, errors, marginals_chart, relaxed_marginals
from tests import oracle
from tests.strategies import models

both_tasks = pytest.mark.parametrize("task", ["mpe", "z"])


def of(run: Run) -> list[Marginal]:
    sums = run.settings.sums
    return compared(run.model, relaxed_marginals(run), exact_marginals(run.cloned, sums), sums)


@both_tasks
@settings(max_examples=60, deadline=None)
@given(model=models())
def test_there_is_no_error_once_everything_is_recovered(task, model):
    run = Run(model, task=task)
    run.sweep()
    if len(run.cloned):
        run.recover(range(len(run.cloned)))
    assert errors(of(run)) == pytest.approx((0.0, 0.0), abs=1e-9)


@both_tasks
@settings(max_examples=60, deadline=None)
@given(model=models())
def test_the_exact_ones_are_those_of_brute_force(task, model):
    run, sums = Run(model, task=task), task == "z"
    found = {(m.variable, m.state): m for m in of(run)}
    for v, logs in zip(model.variables, oracle.exact_marginals(model, sums), strict=True):
        total = oracle.reduce(logs, (0,), sums)
        for x, state in enumerate(v.states):
            expected = np.exp(logs[x] - total) if total > -np.inf else 0.0
            assert found[v.name, state].exact == pytest.approx(expected, abs=1e-9)


def test_the_errors_are_those_of_the_worst_states():
    marginals = [
        Marginal("a", "0", 0.5, 0.7),
        Marginal("a", "1", 0.5, 0.3),
        Marginal("b", "0", 0.9, 0.8),
        Marginal("b", "1", 0.1, 0.2),
    ]
    assert errors(marginals) == pytest.approx((0.2, 0.15))
    assert errors([Marginal("a", "0", 0.5, None)]) == (0.0, 0.0)


def test_recovery_brings_them_closer():
    run = Run(
        generate("grid", rows=4, cols=4, seed=2),
        task="z",
        scheme="model-split",
        recovery="mutual-information",
    )
    run.converge()
    first = errors(of(run))
    run.solve()
    assert first[0] > first[1] > 1e-3
    assert errors(of(run)) == pytest.approx((0.0, 0.0), abs=1e-9)


@both_tasks
def test_the_chart_has_a_dot_for_each_state_and_the_largest_errors_first(task):
    run = Run(generate("grid", rows=3, cols=3, states=3), task=task)
    run.converge()
    marginals = of(run)
    line, dots = marginals_chart(marginals, task == "z")["data"]
    assert dots["x"] == [m.exact for m in marginals]
    assert dots["y"] == [m.relaxed for m in marginals]
    assert len(marginals) == 27
    assert [m.error for m in marginals] == sorted((m.error for m in marginals), reverse=True)
    assert line["x"] == line["y"]
    assert line["x"][0] <= min(dots["x"] + dots["y"])
    assert line["x"][1] >= max(dots["x"] + dots["y"])


def test_bars_enclose_the_exact_ones_wherever_the_relaxed_model_is():
    run = Run(generate("grid", rows=3, cols=3, seed=1), task="z")
    run.sweep()
    exact = exact_marginals(run.cloned, True)
    marginals = compared(run.model, relaxed_marginals(run), exact, True, marginal_bounds(run))
    line, bars, _ = marginals_chart(marginals, True)["data"]
    ends = list(zip(bars["x"][::3], bars["y"][::3], bars["y"][1::3], strict=True))
    assert ends == [(m.exact, m.least, m.most) for m in marginals]
    assert all(low <= x + 1e-9 and x <= high + 1e-9 for x, low, high in ends)
    assert line["y"][0] <= min(m.least for m in marginals)
    assert line["y"][1] >= max(m.most for m in marginals)
