"""A heuristic's way beside the visitor's: computed elsewhere, compared in a sentence."""

from __future__ import annotations

import pytest

from rcr import Run, registry
from rcr.generators.grid import grid
from rcr.ui.explore.what_if import WhatIf


@pytest.fixture
def run() -> Run:
    made = Run(grid(rows=4, cols=4, seed=3), start="forest", batch=1)
    made.converge()
    return made


@pytest.mark.parametrize(
    "recovery", [name for name in registry.plugins("recovery") if name != "manual"]
)
def test_it_goes_where_the_heuristic_goes_and_the_run_stays_as_it_is(run, recovery):
    other = WhatIf(run, 1, recovery)
    reached = other.job.result()
    assert list(run.states) == [0, 1]
    assert other.path[0] is run.states[1]
    assert other.path[-1] is reached
    run.solve(recovery=recovery)
    assert reached.bounds == run.state.bounds
    assert reached.recovered == run.state.recovered


def test_it_can_be_stopped_and_keeps_what_it_reached():
    big = Run(grid(rows=25, cols=25, seed=3), batch=1)
    other = WhatIf(big, 0, "paper")
    other.job.cancel()
    reached = other.job.result()
    assert reached.certificate is None
    assert other.path[-1] is reached


def test_the_sentence_compares_the_two(run):
    other = WhatIf(run, 1, "paper")
    reached = other.job.result()
    words = other.verdict(run.state)
    assert f"{reached.relaxation.count} recovered and a gap of {reached.gap:.4g}, proved" in words
    assert (
        f"you are at {run.state.relaxation.count} recovered and a gap of {run.state.gap:.4g}."
        in words
    )
    assert f"recovered {reached.relaxation.count - run.state.relaxation.count} more" in words
    assert "its bounds are closer together" in words
    run.solve()
    assert "as many and its bounds are as far apart as yours" in other.verdict(run.state)
