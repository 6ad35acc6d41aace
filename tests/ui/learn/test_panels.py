"""The panels beside a step show what the step is about."""

from __future__ import annotations

from rcr import Run, generate
from rcr.ui.learn.panels import chart_axis
from rcr.ui.learn.stage import stage_changes
from rcr.ui.learn.staging import Staging
from rcr.views.network.drawing import picture
from rcr.views.network.picture import COMPACT


def test_the_curve_goes_over_updates_until_edges_are_put_back():
    run = Run(generate("triangle", seed=22), start="decomposed")
    run.converge()
    assert chart_axis(run) == "updates"
    run.recover(["c0"])
    assert chart_axis(run) == "recovered"
    run.back()
    assert chart_axis(run) == "updates"


def test_a_mark_on_most_of_the_edges_would_say_nothing():
    """The last action of a way to the end may give back all that was borrowed."""
    run = Run(generate("triangle", seed=22), start="decomposed")
    few = run.fork()
    run.recover(range(len(run.cloned)))
    few.recover(["c0"])
    drawn = picture(run.cloned, COMPACT)
    for one, marked in ((run, 0), (few, 1)):
        staging = Staging("mine", one, ("graph",))
        assert len(stage_changes(staging, drawn).touched) == marked
