"""The figures over many models draw what their data say, also where there is little to draw: ties,
one contestant, one model, nothing certified.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.compare.anytime import anytime_rows
from rcr.compare.cost import cost_rows
from rcr.compare.measures import MEASURES
from rcr.compare.profiles import performance_rows, solved_rows
from rcr.views import palette
from rcr.views.comparison.anytime import plot_anytime
from rcr.views.comparison.figures import FIGURES, Chosen
from rcr.views.comparison.pairs import plot_scatter, plot_wins, scatter_rows, win_rows
from rcr.views.comparison.profiles import plot_cactus, plot_data_profile, plot_performance
from tests.haste import slow_after_the_first

CERTIFIED, BOUNDED = "certified", "bounded"


def game(
    name: str, seed: int, recovered: int, status: str = CERTIFIED, kind: str = "recovery"
) -> dict[str, Any]:
    """A summary: it took a hundredth of a second for each constraint."""
    gap = 0.0 if status == CERTIFIED else 1.5
    counts = {"recovered": recovered, "loops_closed": recovered // 2, "treewidth": 2}
    who = {"model": "m", "seed": seed, "contestant": name, "kind": kind, "status": status}
    return {**who, **counts, "cpu_seconds": (recovered + 1) / 100, "gap": gap}


def rounds_of(summary: dict[str, Any], entries: int = 100) -> list[dict[str, Any]]:
    """A start with nothing recovered, and the end."""
    start = {"round": 0, "recovered": 0, "loops_closed": 0, "cpu_seconds": 0.001, "gap": 4.0}
    keys = ("recovered", "loops_closed", "cpu_seconds", "gap")
    end = {"round": 1, **{key: summary[key] for key in keys}}
    who = {key: summary[key] for key in ("model", "seed", "contestant")} | {"clusters": 0}
    return [
        {**who, **row, "sweeps": 10 * (i + 1), "table_entries": entries, "upper": 6.0 - 2 * i}
        for i, row in enumerate((start, end))
    ]


MIXED = [
    *(game("a", seed, 10 * (seed + 1)) for seed in range(4)),
    *(game("b", seed, 20, CERTIFIED if seed < 3 else BOUNDED) for seed in range(4)),
]
TIED = [game(name, seed, 7) for seed in range(3) for name in ("a", "b")]
CASES = {
    "mixed": MIXED,
    "ties": TIED,
    "one contestant": [g for g in MIXED if g["contestant"] == "a"],
    "one model": [g for g in MIXED if g["seed"] == 0],
    "one run": MIXED[:1],
    "nothing certified": [g | {"status": BOUNDED, "gap": 1.5} for g in MIXED],
    "nothing at all": [],
    "a peer alone": [game("mplp", seed, 3, kind="peer") for seed in range(2)],
}


@pytest.mark.parametrize("case", slow_after_the_first(CASES))
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_drawn_whatever_there_is(name, case):
    summaries, kind = CASES[case], FIGURES[name]
    rounds = [row for one in summaries for row in rounds_of(one)]
    names = [*dict.fromkeys(s["contestant"] for s in summaries), "a", "b"][:2]
    for what in kind.choices:
        drawn = kind.make(summaries, rounds, Chosen(what, *names))
        traces = drawn.figure.to_plotly_json()["data"]
        numbers = [n for trace in traces for n in flat(trace.get("customdata"))]
        assert all(0 <= n < len(drawn.points) for n in numbers)
        dashes = [trace.get("line", {}).get("dash", "solid") for trace in traces]
        assert not any("dash" in line for line in dashes)  # such a line is a relaxed edge
        axes = drawn.figure.layout.xaxis, drawn.figure.layout.yaxis
        assert all(axis.automargin for axis in axes)  # else a page of its own cuts the numbers off
        assert traces or drawn.figure.layout.annotations  # something is drawn, or said
        for point in drawn.points:
            assert "contestant" in point
            assert "model" in point or "against" in point


def made(name: str, case: str, what: str) -> Any:
    """A figure of one of the cases, of a against b where it takes two."""
    summaries = CASES[case]
    rounds = [row for one in summaries for row in rounds_of(one)]
    names = [*dict.fromkeys(s["contestant"] for s in summaries)][:2]
    pair = names if FIGURES[name].is_of_a_pair and len(names) == 2 else []
    return FIGURES[name].make(summaries, rounds, Chosen(what, *pair)).figure


def said(figure: Any) -> list[str]:
    return [one.text for one in figure.layout.annotations]


def test_dots_of_little():
    equal = made("dots", "ties", "recovered")
    assert [list(t.x) for t in equal.data] == [[7.0] * 3, [7.0] * 2, [7.0]] * 2
    assert len(made("dots", "one contestant", "recovered").data) == 3  # dots, interval, median
    alone = made("dots", "one model", "recovered")
    assert [list(t.x) for t in alone.data] == [
        [10.0],
        [10.0] * 2,
        [10.0],
        [20.0],
        [20.0] * 2,
        [20.0],
    ]
    open_ones = made("dots", "nothing certified", "recovered")
    end = open_ones.data[0].x[0]
    assert {x for t in open_ones.data for x in t.x} == {end}
    assert set(open_ones.data[0].marker.symbol) == {"x"}
    assert said(open_ones) == ["not certified ×"]
    gaps = made("dots", "nothing certified", "gap")  # which they all have
    assert list(gaps.data[0].x) == [1.5] * 4
    assert said(gaps) == []


@pytest.mark.parametrize("name", ["performance", "data", "cactus"])
def test_profiles_of_little(name):
    equal = lines(made(name, "ties", "recovered"))
    assert equal["a"] == equal["b"]
    assert set(lines(made(name, "one contestant", "recovered"))) == {"a"}
    last = {who: points[-1] for who, points in lines(made(name, "one model", "recovered")).items()}
    assert (
        last
        == {
            "performance": {"a": (21 / 11, 1.0), "b": (21 / 11, 1.0)},
            "data": {"a": (20.0, 1.0), "b": (20.0, 1.0)},
            "cactus": {"a": (1, 10.0), "b": (1, 20.0)},
        }[name]
    )
    if name == "cactus":
        assert made(name, "one model", "recovered").layout.xaxis.dtick == 1  # no half models
    nobody = made(name, "nothing certified", "recovered")
    assert (list(nobody.data), said(nobody)) == ([], ["nobody certified a model"])


@pytest.mark.parametrize("name", ["performance", "data", "cactus"])
def test_who_solves_nothing_is_in_the_legend_and_stays_at_zero(name):
    games = [*MIXED, *(game("c", seed, 10, BOUNDED) for seed in range(4))]
    drawn = FIGURES[name].make(games, [], Chosen("recovered")).figure
    [idle] = [trace for trace in drawn.data if trace.name == "c"]
    assert list(idle.y) == ([None] if name == "cactus" else [0.0, 0.0])
    assert list(idle.x) == (
        [None] if name == "cactus" else [drawn.data[0].x[0], max(lines_x(drawn))]
    )
    assert set(idle.customdata) == {None}  # there is no run to open
    assert drawn.to_plotly_json()["data"][2]["marker"]["size"] == [0] * len(idle.x)


def lines_x(figure: Any) -> list[float]:
    return [x for trace in figure.data for x in trace.x if x is not None]


def test_equal_contestants_are_both_the_best_everywhere():
    assert lines(made("performance", "ties", "recovered"))["a"][-1] == (1.0, 1.0)
    alone = lines(made("performance", "one contestant", "recovered"))["a"]
    assert {x for x, _ in alone} == {1.0}


def test_anytime_curves_of_little():
    equal = lines(made("anytime", "ties", "recovered"))
    assert equal["a"] == equal["b"]
    alone = made("anytime", "one contestant", "recovered")
    assert [t.name for t in alone.data] == ["a, quartile"] * 2 + ["a", "a, single runs"]
    high, low, median, _ = made("anytime", "one run", "recovered").data
    assert list(high.y) == list(low.y) == list(median.y)
    proved = made("anytime", "one model", "recovered")
    bottom = proved.layout.yaxis.tickvals[0]
    assert proved.layout.yaxis.ticktext[0] == "proved"
    assert lines(proved)["a"] == [(0.0, 4.0), (10.0, bottom)]
    assert bottom < 4.0
    open_ones = made("anytime", "nothing certified", "recovered")
    assert open_ones.layout.yaxis.ticktext is None
    assert lines(open_ones)["a"][-1] == (40.0, 1.5)


def test_pairs_of_little():
    alone = made("wins", "one contestant", "recovered")
    assert (list(alone.data), said(alone)) == ([], ["it takes two contestants"])
    assert said(made("scatter", "one contestant", "recovered")) == ["it takes two contestants"]
    assert made("wins", "one model", "recovered").data[0].text[0][1] == "1 – 0"  # which is no proof
    assert made("wins", "nothing certified", "recovered").data[0].text[0][1] == "0 – 0"
    _, dot = made("scatter", "one model", "recovered").data
    assert (list(dot.x), list(dot.y)) == ([10.0], [20.0])
    diagonal, equal = made("scatter", "ties", "recovered").data
    assert list(equal.x) == list(equal.y) == [7.0] * 3
    assert set(equal.marker.color) == {palette.EXACT}
    diagonal, lost = made("scatter", "nothing certified", "recovered").data
    assert list(lost.x) == list(lost.y) == [diagonal.x[1]] * 4
    assert set(lost.marker.symbol) == {"x"}
    against_a_peer = [*MIXED, *CASES["a peer alone"]]
    drawn = FIGURES["scatter"].make(against_a_peer, [], Chosen("recovered", "a", "mplp"))
    assert said(drawn.figure) == ["no model has a value for both by this measure"]


def test_the_cost_of_little():
    equal = lines(made("cost", "ties", "table_entries"))
    assert equal["a"] == equal["b"] == [(7, 100)] * 3
    assert lines(made("cost", "one contestant", "drop_per_entry")) == {
        "a": [(10 * (seed + 1), 0.02) for seed in range(4)]
    }
    assert lines(made("cost", "one model", "table_entries")) == {"a": [(10, 100)], "b": [(20, 100)]}
    assert lines(made("cost", "nothing certified", "table_entries")) == lines(
        made("cost", "mixed", "table_entries")
    )


@pytest.mark.parametrize("name", ["performance", "data", "cactus", "anytime", "cost"])
def test_a_contestant_looks_the_same_whoever_is_left_out(name):
    games = [*CASES["a peer alone"], *MIXED]  # the peer is first, and has recovered nothing
    rounds = [row for one in games for row in rounds_of(one)]
    found = set()
    for what in FIGURES[name].choices:
        drawn = FIGURES[name].make(games, rounds, Chosen(what)).figure
        found |= {
            (t.line.color or t.marker.color, t.marker.symbol, t.line.dash)
            for t in drawn.data
            if t.name == "b"
        }
    assert len(found) == 1


def flat(found: Any) -> list[int]:
    items = [] if found is None else list(found)
    lines = [item if isinstance(item, list | tuple) else [item] for item in items]
    return [n for line in lines for n in line if n is not None]


def lines(figure: Any) -> dict[str, list[tuple[float, float]]]:
    return {t.name: list(zip(t.x, t.y, strict=True)) for t in figure.data}


def test_a_performance_profile_is_dolan_and_mores():
    found = lines(plot_performance(performance_rows(MIXED, "recovered"), "recovered"))
    # on models 0 to 3, a takes 10, 20, 30, 40, and b takes 20 and on the last never ends
    by_a = [(1.0, 0.0), (1.0, 0.25), (1.0, 0.5), (1.0, 0.75), (31 / 21, 1.0)]
    assert found["a"] == [*by_a, (21 / 11, 1.0)]  # the right end is where the last was solved
    assert found["b"] == [(1.0, 0.0), (1.0, 0.25), (1.0, 0.5), (21 / 11, 0.75)]
    by_clock = lines(plot_performance(performance_rows(MIXED, "cpu_seconds"), "cpu_seconds"))
    assert by_clock["a"][-2:] == [(pytest.approx(31 / 21), 1.0), (by_clock["b"][-1][0], 1.0)]


def test_a_data_profile_and_a_cactus_count_the_solved_models():
    rows = solved_rows(MIXED, "recovered")
    profile = lines(plot_data_profile(rows, "recovered"))
    assert profile["b"] == [(0.0, 0.0), (20.0, 0.25), (20.0, 0.5), (20.0, 0.75), (40.0, 0.75)]
    cactus = lines(plot_cactus(rows, "recovered"))
    assert cactus["a"] == [(1, 10.0), (2, 20.0), (3, 30.0), (4, 40.0)]
    assert cactus["b"] == [(1, 20.0), (2, 20.0), (3, 20.0)]
    assert [row["share"] for row in rows if row["contestant"] == "b"] == [0.25, 0.5, 0.75, 0.75]


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=15))
def test_a_profile_says_what_counting_says(taken):
    games = [
        game("abc"[i % 3], i // 3, recovered, CERTIFIED if is_solved else BOUNDED)
        for i, (recovered, is_solved) in enumerate(taken)
    ]
    rows = performance_rows(games, "recovered")
    assert len(rows) == len(games)
    for row in rows:
        own = [r for r in rows if r["contestant"] == row["contestant"]]
        last = [r for r in own if r["ratio"] == row["ratio"]][-1]
        within = sum(math.isfinite(r["ratio"]) and r["ratio"] <= row["ratio"] for r in own)
        assert last["solved"] == within
        assert row["ratio"] >= 1.0


def test_anytime_curves_are_the_quartiles_of_the_gaps():
    games = [game("a", seed, 10 + seed) for seed in range(4)]
    rounds = [row for one in games for row in rounds_of(one)]
    rows = anytime_rows(rounds, "recovered")
    assert [row["recovered"] for row in rows] == [0.0, 10.0, 11.0, 12.0, 13.0]
    assert [row["median"] for row in rows] == [4.0, 4.0, 0.0, 0.0, 0.0]
    assert [row["high"] for row in rows] == [4.0, 4.0, 4.0, 0.0, 0.0]
    assert {row["runs"] for row in rows} == {4}
    figure = plot_anytime(rows, rounds, "recovered")
    band, runs = figure.data[:2], figure.data[-1]
    assert list(band[0].x) == list(band[1].x) == [row["recovered"] for row in rows]
    assert band[1].fill == "tonexty"
    assert [rounds[i]["gap"] for i in runs.customdata] == [4.0, 0.0] * 4


def test_before_its_first_round_a_run_has_no_gap():
    late = rounds_of(game("a", 1, 10))
    late[0]["cpu_seconds"] = 0.05
    rows = anytime_rows([*rounds_of(game("a", 0, 10)), *late], "cpu_seconds")
    assert rows[0]["high"] == math.inf
    assert rows[0]["median"] == 4.0
    assert rows[-1]["high"] == 0.0


def test_the_matrix_has_both_sides_of_every_duel():
    rows = win_rows(MIXED, "recovered")
    assert [(r["contestant"], r["against"]) for r in rows] == [("a", "b"), ("b", "a")]
    assert (rows[0]["wins"], rows[0]["losses"], rows[0]["ties"]) == (2, 1, 1)
    assert (rows[1]["wins"], rows[1]["losses"], rows[1]["ties"]) == (1, 2, 1)
    [tiles] = plot_wins(rows, "recovered").data
    assert tiles.text[0][1] == "2 – 1"
    assert tiles.z[0][1] == -tiles.z[1][0] == 0.25
    assert tiles.text[0][0] == ""
    clear = [game(n, s, r + s) for s in range(9) for n, r in (("a", 5), ("b", 50))]
    assert plot_wins(win_rows(clear, "recovered"), "recovered").data[0].text[0][1] == "9 – 0 ✓"
    equal = plot_wins(win_rows(TIED, "recovered"), "recovered").data[0]
    assert (equal.text[0][1], equal.z[0][1]) == ("0 – 0", 0.0)
    # plotly writes white on what is dark and opaque; on what shines through it guesses
    assert all(is_dark(colour) for _, colour in equal.colorscale)


def is_dark(colour: str) -> bool:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128


@pytest.mark.parametrize("kind", FIGURES)
def test_names_are_plain_text(kind):
    names = ("<b>Anna</b> &amp;", "*b* <i>_c_</i>")
    summaries = [game(name, seed, 7) | {"model": "<br>m"} for seed in (0, 1) for name in names]
    rounds = [row for summary in summaries for row in rounds_of(summary)]
    for what in FIGURES[kind].choices:
        drawn = FIGURES[kind].make(summaries, rounds, Chosen(what, *names)).figure
        texts = list(_texts(drawn.to_plotly_json()["data"]))
        assert not [text for text in texts if re.search("<b>|<i>|<br>m|n</b> &amp;$", text)]
        everything = " ".join(map(unescape, _texts(drawn.to_plotly_json())))
        assert all(name in everything for name in names)


def _texts(made: Any) -> Iterator[str]:
    if isinstance(made, str):
        yield made
    elif isinstance(made, dict):
        for key, part in made.items():
            yield from _texts(part) if key != "legendgroup" else ()  # which nobody reads
    elif isinstance(made, list | tuple):
        for part in made:
            yield from _texts(part)


def test_clusters_stand_in_their_own_column():
    peer = game("mplp", 0, 30, kind="peer")
    rounds = [*rounds_of(MIXED[0]), *(row | {"clusters": 30} for row in rounds_of(peer))]
    drawn = FIGURES["cost"].make([MIXED[0], peer], rounds, Chosen("table_entries"))
    counted = [
        [row[key] for key in ("recovered", "loops_closed", "clusters")] for row in drawn.rows
    ]
    assert counted == [[10, 5, 0], [None, None, 30]]
    assert [list(dots.x) for dots in drawn.figure.data] == [[10], [30]]
    assert "30 clusters" in drawn.figure.data[1].text[0]


@pytest.mark.parametrize("measure", MEASURES)
def test_the_scatter_has_a_dot_for_each_common_model(measure):
    rows = scatter_rows(MIXED[1:], "a", "b", measure)
    assert [(row["model"], row["seed"]) for row in rows] == [("m", 1), ("m", 2), ("m", 3)]
    diagonal, dots = plot_scatter(rows, "a", "b", measure).data
    assert list(diagonal.x) == list(diagonal.y)
    low, high = diagonal.x
    for row, x, y in zip(rows, dots.x, dots.y, strict=True):
        assert (x, y) == (min(max(row["a"], low), high), min(max(row["b"], low), high))
    lost = [i for i, row in enumerate(rows) if math.isinf(row["b"])]
    assert [i for i, symbol in enumerate(dots.marker.symbol) if symbol == "x"] == lost


def test_zeros_of_the_scatter_stand_at_a_tick_that_says_so():
    rows = [{"model": "m", "seed": n, "a": 90.0, "b": b} for n, b in enumerate((0.0, 4.0, 90.0))]
    figure = plot_scatter(rows, "a", "b", "recovered")
    low, _ = figure.data[0].y
    across, up = figure.layout.xaxis, figure.layout.yaxis
    assert across.ticktext is None  # a was nowhere zero
    assert figure.data[1].y[0] == low
    told = dict(zip(up.tickvals, up.ticktext, strict=True))
    assert (told[low], told[10.0], told[100.0]) == ("0", "10", "10<sup>2</sup>")
    assert [x for x, words in told.items() if ">5<" in words] == [5.0, 50.0]
    assert min(x for x in told if x != low) > low
    wide = plot_scatter([*rows, rows[0] | {"a": 1e7}], "a", "b", "recovered").layout.yaxis
    assert all("10" in words for words in wide.ticktext if words not in ("0", "1"))


def test_the_cost_is_that_of_the_last_round_and_the_drop_from_the_loosest_start():
    cheap, dear = rounds_of(MIXED[0], 100), rounds_of(game("b", 0, 20), 400)
    dear[0]["upper"] = 5.0  # it began with a forest, say
    rows = cost_rows([*cheap, *dear])
    assert [(r["contestant"], r["table_entries"], r["drop"]) for r in rows] == [
        ("a", 100, 2.0),
        ("b", 400, 2.0),
    ]
    assert [r["drop_per_entry"] for r in rows] == [0.02, 0.005]
