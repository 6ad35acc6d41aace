"""The bound curves draw the tree of a run, number for number."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.run import Run
from rcr.views.bounds.chart import plot_run, run_chart
from rcr.views.curves import AXES, MAX_POINTS, MIN_POINTS


@pytest.fixture(scope="module")
def run():
    """Five sweeps, then two branches: the current one recovers twice, the other once."""
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    made.sweep(5)
    made.recover(["c13"])
    made.sweep(3)
    made.branch("the other")
    made.goto(1)
    made.recover(["c7"])
    made.sweep(2)
    made.step()
    made.recover(["c15"])
    return made


def traces(figure, name):
    return [trace for trace in figure.data if trace.name == name]


def test_the_current_path_is_drawn_last_and_in_full(run):
    faded, current = traces(plot_run(run), "upper bound now")
    assert current.opacity == 1 > faded.opacity
    assert (current.showlegend, faded.showlegend) == (True, False)
    path = run.state.path()
    at = {n: (x, y) for n, x, y in zip(current.customdata, current.x, current.y, strict=True)}
    assert at == {s.number: (s.updates, pytest.approx(s.upper)) for s in path}
    assert list(dict.fromkeys(faded.customdata)) == [1, 2, 3]
    assert faded.x[0] == run.states[1].updates


@pytest.mark.parametrize("axis", AXES)
def test_every_axis_places_every_state(run, axis):
    start = run.states[0].seconds
    place = {"recovered": lambda s: s.relaxation.count, "seconds": lambda s: s.seconds - start}.get(
        axis, lambda s: getattr(s, axis)
    )
    shown = {
        n for trace in traces(plot_run(run, axis), "upper bound now") for n in trace.customdata
    }
    assert shown == set(run.states)
    current = traces(plot_run(run, axis), "lower bound")[-1]
    last = dict(zip(current.customdata, current.x, strict=True))
    assert last == pytest.approx({s.number: place(s) for s in run.state.path()})


def test_the_sweeps_inside_a_step_are_on_the_curve(run):
    current = traces(plot_run(run, "sweeps"), "upper bound now")[-1]
    assert current.x[:6] == (0, 1, 2, 3, 4, 5)
    assert current.y[1:6] == pytest.approx(np.minimum.accumulate(run.states[1].curve))
    assert current.customdata[:6] == (0, 1, 1, 1, 1, 1)
    by_updates = traces(plot_run(run, "updates"), "upper bound now")[-1]
    assert by_updates.x[:6] == (0, 4, 8, 12, 16, 20)
    assert by_updates.text[3] == ""
    assert by_updates.text[5] == "5 sweeps"
    lower = traces(plot_run(run, "updates"), "lower bound")[-1]
    assert lower.x[:2] == (0, 20)  # an assignment is read off at the end of an action
    assert lower.line.shape == "hv"


def test_recoveries_are_marked_on_every_branch(run):
    (marks,) = traces(plot_run(run), "recovery")
    assert sorted(marks.y) == pytest.approx(sorted(run.states[n].upper for n in (2, 4, 7)))
    assert sorted(marks.x) == sorted(run.states[n].updates for n in (2, 4, 7))


def test_every_state_of_a_curve_is_marked(run):
    line, marks, lower = plot_run(run).data[-5:-2]
    assert (line.name, line.mode, marks.mode, lower.mode) == (
        "upper bound now",
        "lines",
        "markers",
        "lines+markers",
    )
    path = run.state.path()
    assert marks.x == lower.x == tuple(s.updates for s in path)
    assert marks.y == pytest.approx([s.upper for s in path])
    assert lower.y == pytest.approx([s.lower for s in path])


def test_only_the_curves_answer_the_pointer(run):
    for trace in plot_run(run).data:
        if trace.name == "best so far":
            continue  # it lies below the line that answers
        assert (
            trace.mode.startswith("lines")
            == (trace.customdata is not None)
            == (trace.hoverinfo != "skip")
        )


def test_the_current_state_is_marked(run):
    (here,) = traces(plot_run(run), "you are here")
    assert here.x == (run.state.updates,) * 2
    assert here.y == pytest.approx((run.state.upper, run.state.lower))


def test_relaxing_lifts_the_bound_of_now_off_the_best_so_far():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    made.recover(["c13"])
    made.sweep(3)
    reached = made.state.upper
    made.relax(["c13"])
    figure = plot_run(made)
    (line,), (band,) = traces(figure, "upper bound now"), traces(figure, "best so far")
    assert line.y[-1] == pytest.approx(made.state.now, abs=1e-5)
    assert line.y[-1] > reached + 0.1
    assert band.y[-1] == pytest.approx(reached, abs=1e-5)
    assert list(band.y) == sorted(band.y, reverse=True)
    assert (band.x[0], band.x[-1]) == (line.x[0], line.x[-1])
    (here,) = traces(figure, "you are here")
    assert here.y == pytest.approx((made.state.now, made.state.lower))


def test_the_band_follows_the_best_of_a_scheme_that_goes_up_and_down():
    made = Run(grid(rows=3, cols=3, seed=10), scheme="subgradient", scheme_parameters={"step": 1.0})
    made.sweep(30)
    (line,), (band,) = (traces(plot_run(made), name) for name in ("upper bound now", "best so far"))
    assert max(np.diff(line.y)) > 0
    best = np.interp(line.x, band.x, band.y)
    assert best == pytest.approx(np.minimum.accumulate(line.y))


def test_the_bound_against_its_cost(run):
    layout = plot_run(run, "table_entries").layout
    assert layout.xaxis.title.text == "cost: table entries of the relaxed model"
    assert layout.xaxis.type is None
    made = Run(grid(rows=10, cols=10, seed=0), start="forest")
    made.branch("here")
    made.recover([k for k in made.state.relaxation.relaxed if k % 10])
    figure = plot_run(made, "table_entries")
    assert figure.layout.xaxis.type == "log"
    (name,) = [note for note in figure.layout.annotations if note.text == "here"]
    assert name.x == pytest.approx(math.log10(made.states[0].table_entries))


def test_the_exact_value_is_a_dotted_line(run):
    (line,) = traces(plot_run(run, exact=6.5), "exact value")
    assert line.y == (6.5, 6.5)
    assert line.line.dash == "dot"
    assert traces(plot_run(run), "exact value") == []


def test_a_name_stands_beside_its_state(run):
    note = plot_run(run).layout.annotations[0]
    assert (note.text, note.x, note.y) == (
        "the other",
        run.states[3].updates,
        pytest.approx(run.states[3].upper),
    )
    note = plot_run(run, log_gap=True).layout.annotations[0]
    assert note.y == pytest.approx(math.log10(run.states[3].gap), rel=1e-5)


def test_the_gap_on_a_log_axis():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    made.solve()
    figure = plot_run(made, log_gap=True)
    assert figure.layout.yaxis.type == "log"
    (curve,) = traces(figure, "upper − lower")
    assert curve.y[0] == pytest.approx(made.states[0].gap)
    assert curve.y[-1] == pytest.approx(max(made.state.gap, made.settings.tolerance))
    assert curve.y[-1] > 0


def test_where_the_bounds_have_met_the_chart_says_so():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    assert plot_run(made).layout.annotations == ()
    made.solve()
    (stamp,) = plot_run(made).layout.annotations
    assert "proved" in stamp.text
    assert (stamp.x, stamp.y) == (made.state.updates, pytest.approx(made.state.lower))
    made.goto(0)
    assert plot_run(made).layout.annotations == ()


def test_the_way_of_another_run_is_dotted_and_leads_nowhere(run):
    other = run.fork()
    other.goto(1)
    other.solve()
    its = other.state.path()[1:]
    upper, lower = traces(
        plot_run(run, what_if=its, what_if_name="paper from step 1"), "paper from step 1"
    )
    assert upper.line.dash == lower.line.dash == "dot"
    assert (upper.x[0], upper.x[-1]) == (its[0].updates, its[-1].updates)
    assert lower.y[-1] == pytest.approx(its[-1].lower)
    assert upper.customdata is None
    assert (upper.showlegend, lower.showlegend) == (True, False)
    assert len(run.states) == 8  # which knows nothing of it


def test_the_estimate_of_model_split_looks_different():
    made = Run(grid(rows=3, cols=3, seed=10), scheme="model-split")
    made.sweep(2)
    made.recover(["c3"])
    (estimate,) = traces(plot_run(made), "estimate")
    assert estimate.line.dash is None
    assert estimate.y == pytest.approx([s.bounds.estimate for s in made.state.path()])
    assert traces(plot_run(made), "upper bound now") == []
    (error,) = traces(plot_run(made, log_gap=True, exact=7.0), "|estimate − exact|")
    assert error.y == pytest.approx(
        [abs(s.bounds.estimate - 7.0) for s in made.state.path()], rel=1e-5
    )


def test_a_state_without_mass_leaves_a_gap():
    made = Run(
        Model(
            (Variable.numbered("x", 2), Variable.numbered("y", 2)),
            (Factor((0, 1), np.full((2, 2), -np.inf)),),
        )
    )
    assert traces(plot_run(made), "upper bound now")[0].y == (None,)
    assert traces(plot_run(made, log_gap=True), "upper − lower")[0].y == (made.settings.tolerance,)


def test_a_long_run_is_thinned_out():
    made = Run(grid(rows=3, cols=3, seed=10))
    made.sweep(5000)
    current = traces(plot_run(made), "upper bound now")[-1]
    assert len(current.x) <= MAX_POINTS + 2
    assert current.x[-1] == made.state.updates


def test_a_path_of_many_steps_is_thinned_out_evenly():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    for _ in range(2 * MAX_POINTS):
        made.step()
    current = traces(plot_run(made), "upper bound now")[-1]
    assert len(current.x) <= MAX_POINTS
    assert (current.customdata[0], current.customdata[-1]) == (0, made.state.number)
    assert max(np.diff(current.customdata)) == min(np.diff(current.customdata)[:-1])


def test_of_many_branches_each_keeps_a_curve():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    for _ in range(MAX_POINTS):
        made.goto(0)
        made.sweep(9)
    made.goto(0)
    faded, _ = traces(plot_run(made), "upper bound now")
    assert {n for n in faded.customdata if n} == set(range(1, MAX_POINTS + 1))
    assert len(faded.x) <= (MIN_POINTS + 1) * MAX_POINTS


@pytest.mark.slow
def test_the_chart_of_many_clicks_stays_small():
    made = Run(grid(rows=10, cols=10, seed=0), start="forest")
    relaxed = [made.cloned.constraints[k].id for k in made.state.relaxation.relaxed]
    for i in range(200):
        made.recover([relaxed[i % 40]]) if i % 80 < 40 else made.relax([relaxed[i % 40]])
        made.sweep(30)
    assert len(json.dumps(run_chart(made))) < 14_000


def test_the_road_ahead_stays_after_going_back():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    for _ in range(4):
        made.sweep()
    made.goto(2)
    ahead, current = traces(plot_run(made), "upper bound now")
    assert current.customdata == (0, 1, 2)
    assert ahead.customdata == (2, 3, 4)


def test_branches_of_branches_are_one_faded_line_with_gaps():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    for constraint in ("c7", "c13", "c15"):
        made.goto(0)
        made.recover([constraint])
    made.goto(1)
    made.recover(["c13"])
    made.goto(1)
    made.recover(["c15"])
    made.goto(0)
    faded, current = traces(plot_run(made), "lower bound")
    assert current.customdata == (0,)
    assert faded.customdata == (0, 1, 4, None, 0, 2, None, 0, 3, None, 1, 5)
    assert [n for n, y in zip(faded.customdata, faded.y, strict=True) if y is None] == [None] * 3


def test_the_bounds_differ_by_more_than_colour(run):
    upper, lower = (
        traces(plot_run(run), f"{side}")[-1] for side in ("upper bound now", "lower bound")
    )
    assert upper.line.color != lower.line.color
    _, marks, lower = plot_run(run).data[-5:-2]
    assert marks.marker.symbol != lower.marker.symbol


def test_no_tick_stands_between_two_counts(run):
    assert plot_run(run, "recovered").layout.xaxis.dtick == 1
    assert plot_run(run, "updates").layout.xaxis.dtick is None


def test_a_tree_whose_bounds_never_move_is_not_magnified_to_its_rounding():
    """The forest start of a chain relaxes nothing, so every height is the exact value."""
    still = Run(grid(rows=1, cols=6, seed=3), start="decomposed")
    still.solve()
    flat = Run(grid(rows=1, cols=6, seed=3), start="forest")
    flat.goto(0)
    low, high = run_chart(flat)["layout"]["yaxis"]["autorangeoptions"].values()
    assert high - low >= 0.01
    assert low < flat.state.upper < high
    assert "autorangeoptions" not in run_chart(still)["layout"]["yaxis"]
