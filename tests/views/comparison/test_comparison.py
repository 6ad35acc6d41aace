"""The figures of a comparison show the rows they are given: nothing left out, nothing moved."""

from __future__ import annotations

import math
import re
from xml.dom import minidom

import pytest

from rcr import Run, generate
from rcr.compare.common_models import on_common_models
from rcr.compare.game import RUN_COLUMNS, Game
from rcr.compare.measures import MEASURES, medians
from rcr.compare.parsing import contestant, subjects
from rcr.compare.regret import MAX_CANDIDATES, candidates, verdict
from rcr.compare.request import Request
from rcr.ui.compare.comparison import run_moment
from rcr.views.comparison.curves import plot_curves
from rcr.views.comparison.dots import plot_dots
from rcr.views.comparison.figures import FIGURES
from rcr.views.comparison.regret import plot_regret
from rcr.views.comparison.report import OneModel, report
from rcr.views.comparison.rows import AXES, MIN_GAP, by_contestant, place
from rcr.views.network.drawing import picture
from rcr.views.small_multiple import (
    ONLY_HERE,
    ONLY_THERE,
    cluster_picture,
    recovered_picture,
    side_picture,
)

NAMES = ("auto", "paper", "mplp")


@pytest.fixture(scope="module")
def games() -> list[dict]:
    return [
        Game(s, contestant(name)).play(lambda row: None)
        for s in subjects("grid:rows=5,cols=5", 3)
        for name in NAMES
    ]


@pytest.fixture(scope="module")
def rows(games) -> list[dict]:
    return [row for game in games[:3] for row in game["rows"]]


@pytest.mark.parametrize("axis", AXES)
def test_curves_are_the_bounds_of_every_round(rows, axis):
    figure = plot_curves(rows, axis)
    for name, own in by_contestant(rows).items():
        upper, lower = (t for t in figure.data if t.legendgroup == name)
        assert list(upper.x) == list(lower.x) == [row[axis] for row in own]
        assert [rows[i] for i in upper.customdata] == own  # which a click hands on
        assert list(upper.y) == [row["upper"] for row in own]
        assert list(lower.y) == [row["lower"] for row in own]
    assert len({(t.line.color, t.marker.symbol) for t in figure.data}) == len(
        NAMES
    )  # told apart without colour too


def test_a_csv_file_makes_the_same_curves(rows):
    texts = [{key: str(value) for key, value in row.items()} for row in rows]
    assert plot_curves(texts, "sweeps").to_dict() == plot_curves(rows, "sweeps").to_dict()


def test_the_scrubber_marks_every_curve_where_it_is_then(rows):
    at = 20.0
    figure = plot_curves(rows, "recovered", at, log_gap=True)
    rings = [t for t in figure.data if t.marker.symbol == "circle-open"]
    assert figure.layout.yaxis.ticktext[0] == "proved"
    proved = figure.layout.yaxis.tickvals[0]
    assert proved < min(row["gap"] for row in rows if row["gap"] > MIN_GAP)
    expected = [place(own, "recovered", at) for own in by_contestant(rows).values()]
    assert [(t.x[0], t.y[0]) for t in rings] == [
        (row["recovered"], row["gap"] if row["gap"] > MIN_GAP else proved) for row in expected
    ]
    assert (
        expected[0]["recovered"] > at
    )  # the forest start is beyond it, so it stands at its first row


def test_a_moment_of_a_run_is_what_the_run_had_recovered(rows):
    paper = by_contestant(rows)["paper"]
    here = run_moment(paper, "recovery", "round", 2)
    run = Run(generate("grid", rows=5, cols=5), recovery="paper")
    for _, _row in zip(range(3), run.milestones(), strict=False):
        recovered = set(run.state.recovered)
    assert here.recovered == recovered
    assert here.new == set(paper[2]["added"])
    mplp = run_moment(by_contestant(rows)["mplp"], "peer", "round", math.inf)
    assert len(mplp.clusters) == mplp.row["clusters"] > 0


@pytest.mark.parametrize("measure", MEASURES)
def test_dots_are_the_games_and_bars_the_medians(games, measure):
    summaries = [game["summary"] for game in games]
    figure = plot_dots(summaries, measure)
    bars = [t for t in figure.data if t.marker.symbol == "line-ns"]
    assert {bar.name: bar.x[0] for bar in bars} == {
        name: m.value for name, m in medians(summaries, measure).items()
    }
    counts = measure in ("recovered", "loops_closed")
    assert ("mplp" in figure.layout.yaxis.ticktext) == (not counts)
    if figure.layout.xaxis.type != "log":
        low, high = figure.layout.xaxis.range
        assert low < 0.0 <= max(x for t in figure.data for x in t.x) <= high  # clear of the names


def test_who_is_not_certified_stands_at_the_end_with_a_cross(games):
    summaries = [game["summary"] for game in games]
    summaries[1] = summaries[1] | {"status": "bounded"}
    figure = plot_dots(summaries, "recovered")
    dots = figure.data[3]
    assert dots.x[0] > max(s["recovered"] for s in summaries if s["kind"] == "recovery")
    assert list(dots.marker.symbol).count("x") == 1


def test_regret_is_the_true_drop():
    run = Run(generate("grid", rows=5, cols=5))
    run.converge()
    before = run.state
    found = candidates(run, ["impact", "random", "cycle"])
    assert run.state is before
    assert 3 <= len(found) <= MAX_CANDIDATES
    for one in found[:5]:
        again = run.fork()
        again.recover(one.constraints)
        assert one.drop == pytest.approx(max(0.0, before.upper - again.converge().upper))
    [first] = [c for c in found if "impact" in c.first_of]
    assert first.constraints == tuple(run.suggest(1, "impact"))
    figure = plot_regret(found, "impact")
    assert list(figure.data[0].y) == [c.gain for c in found if "impact" in c.scores]
    assert (figure.data[1].x[0], figure.data[1].y[0]) == (first.scores["impact"], first.gain)
    best = max(c.gain for c in found)
    low, high = figure.layout.yaxis.range
    assert low < 0.0 < best < high  # a dot at zero is seen whole
    assert plot_regret(found, "random").layout.yaxis.range == (low, high)
    assert f"regret is {best - first.gain:.3g}" in verdict(
        found, "impact"
    ) or "the most of" in verdict(found, "impact")
    assert "suggests nothing" in verdict(found, "manual")


def drawn(svg: str) -> dict[str, int]:
    """How many lines there are of each colour and width."""
    minidom.parseString(svg)
    paths = re.findall(
        r'<path d="([^"]*)" fill="none" stroke="([^"]*)" stroke-width="([^"]*)"', svg
    )
    return {f"{colour} {width}": d.count("M") for d, colour, width in paths}


def test_small_pictures_draw_every_edge_once(rows):
    run = Run(generate("grid", rows=5, cols=5))
    graph = picture(run.cloned)
    a, b = {"c0", "c1", "c2"}, {"c2", "c3"}
    assert sorted(drawn(recovered_picture(graph, a, {"c0"}, "a")).values()) == [1, 2, 77]
    assert sorted(drawn(side_picture(graph, a, b, "a < b")).values()) == [1, 1, 2, 76]
    here, there = drawn(side_picture(graph, a, b, "a")), drawn(side_picture(graph, b, a, "b"))
    only_here, only_there = (f"{colour} {width:g}" for colour, width, _ in (ONLY_HERE, ONLY_THERE))
    assert (here[only_here], here[only_there]) == (there[only_there], there[only_here]) == (2, 1)
    mplp = run_moment(by_contestant(rows)["mplp"], "peer", "round", math.inf)
    svg = cluster_picture(graph, mplp.clusters, mplp.new_clusters, "clusters")
    assert svg.count("<polygon") == len(mplp.clusters)
    assert list(drawn(svg).values()) == [80]


def test_a_run_by_hand_has_no_curve_along_the_clock(rows):
    by_hand = [
        row | {"contestant": "your run", "cpu_seconds": None}
        for row in by_contestant(rows)["paper"]
    ]
    names = {t.legendgroup for t in plot_curves([*rows, *by_hand], "cpu_seconds").data}
    assert names == set(NAMES)
    assert "your run" in {t.legendgroup for t in plot_curves([*rows, *by_hand], "sweeps").data}
    end = run_moment(by_hand, "run", "cpu_seconds", 0.0)
    assert end.row is by_hand[-1]


def test_mplp_has_one_unit(rows):
    for row in by_contestant(rows)["mplp"]:
        assert row["recovered"] == row["loops_closed"] == row["clusters"]


def test_the_report_needs_no_network(games, rows):
    summaries = [game["summary"] for game in games]
    request = Request(tuple(map(contestant, NAMES)), tuple(subjects("grid:rows=5,cols=5", 3)))
    ground = on_common_models(summaries, request)
    one = OneModel("a <grid>", rows, {"auto": "<svg></svg>"})
    html = report(summaries, [row for game in games for row in game["rows"]], ground, one)
    assert "a &lt;grid&gt;" in html
    assert "Ranked on all 3 models." in html
    assert html.count("Plotly.newPlot(") >= len(AXES) + len(MEASURES) + len(FIGURES) - 1
    assert all(kind.title in html for kind in FIGURES.values())
    assert not re.search(r'<(script|link|img)[^>]+(src|href)="http', html)
    assert html.count("<tr>") == 1 + len(games)
    in_columns = [re.findall("<td>(.*?)</td>", line) for line in html.split("<tr>")[2:]]
    at = [RUN_COLUMNS.index(key) for key in ("contestant", "recovered", "clusters")]
    cells = [[line[i] for i in at] for line in in_columns]
    assert [line[1:] for line in cells if line[0] == "mplp"] == [
        ["", str(s["clusters"])] for s in summaries if s["contestant"] == "mplp"
    ]
