"""One line says what was done and where the bound went, whatever was done."""

from __future__ import annotations

import pytest

from rcr import Run
from rcr.explain.one_line import one_line
from rcr.generators.grid import grid
from tests.explain.walks import SCHEMES, walked


@pytest.mark.parametrize(("task", "scheme"), SCHEMES)
@pytest.mark.parametrize("seed", range(6))
def test_every_state_has_its_line(task, scheme, seed):
    run = walked(grid(rows=2, cols=3, seed=seed), task, scheme, seed)
    state = run.state
    value = state.now if state.bounds.estimate is None else state.bounds.estimate
    told = one_line(run)
    assert f"{value:.3f}".replace("-", "−") in told
    assert "\n" not in told


def test_a_recovery_with_its_compensation_is_one_move():
    run = Run(grid(rows=3, cols=3, seed=2), start="forest", batch=1)
    run.converge()
    before = run.state.now
    [best] = run.suggest(1)
    run.recover([best])
    run.converge(follows=True)
    [k] = run.cloned.indices([best])
    words = f"Recovered {run.cloned.said[k]}: the upper bound falls"
    assert one_line(run).startswith(f"{words} from {before:.3f} to {run.state.now:.3f}.")


def test_relaxing_raises_the_bound_of_now():
    run = Run(grid(rows=3, cols=3, seed=2), start="forest", batch=1)
    run.solve()
    assert one_line(run).endswith("Proved: nothing better exists.")
    before, recovered = run.state.now, run.state.recovered
    run.relax(recovered)
    assert f"rises from {before:.3f} to {run.state.now:.3f}" in one_line(run)
    assert one_line(run).startswith(f"Relaxed {len(recovered)} constraints: ")
