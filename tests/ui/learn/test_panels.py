"""The panels beside a step show what the step is about."""

from __future__ import annotations

from rcr import Run, generate
from rcr.ui.learn.panels import chart_axis


def test_the_curve_goes_over_updates_until_edges_are_put_back():
    run = Run(generate("triangle", seed=22), start="decomposed")
    run.converge()
    assert chart_axis(run) == "updates"
    run.recover(["c0"])
    assert chart_axis(run) == "recovered"
    run.back()
    assert chart_axis(run) == "updates"
