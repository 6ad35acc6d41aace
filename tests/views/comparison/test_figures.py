"""The figures over many models draw what their data say, also where there is little to draw: ties,
one contestant, one model, nothing certified.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.compare.anytime import anytime_rows
from rcr.compare.cost import cost_rows
from rcr.compare.measures import MEASURES
from rcr.compare.profiles import performance_rows, solved_rows
from rcr.views.comparison.anytime import plot_anytime
from rcr.views.comparison.figures import FIGURES, Chosen
from rcr.views.comparison.pairs import plot_scatter, plot_wins, scatter_rows, win_rows
from rcr.views.comparison.profiles import plot_cactus, plot_data_profile, plot_performance

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
    who = {key: summary[key] for key in ("model", "seed", "contestant")}
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


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_drawn_whatever_there_is(name, case):
    summaries, kind = CASES[case], FIGURES[name]
    rounds = [row for one in summaries for row in rounds_of(one)]
    names = [*dict.fromkeys(s["contestant"] for s in summaries), "a", "b"][:2]
    for what in kind.choices:
        drawn = kind.make(summaries, rounds, Chosen(what, *names))
        made = drawn.figure.to_plotly_json()
        numbers = [n for trace in made["data"] for n in flat(trace.get("customdata"))]
        assert all(0 <= n < len(drawn.points) for n in numbers)
        dashes = [trace.get("line", {}).get("dash", "solid") for trace in made["data"]]
        assert not any("dash" in line for line in dashes)  # such a line is a relaxed edge
        assert made["data"] or drawn.figure.layout.annotations  # something is drawn, or said
        for point in drawn.points:
            assert "contestant" in point
            assert "model" in point or "against" in point


def flat(found: Any) -> list[int]:
    items = [] if found is None else list(found)
    lines = [item if isinstance(item, list | tuple) else [item] for item in items]
    return [n for line in lines for n in line if n is not None]


def lines(figure: Any) -> dict[str, list[tuple[float, float]]]:
    return {t.name: list(zip(t.x, t.y, strict=True)) for t in figure.data}


def test_a_performance_profile_is_dolan_and_mores():
    found = lines(plot_performance(performance_rows(MIXED, "recovered"), "recovered"))
    # on models 0 to 3, a takes 10, 20, 30, 40, and b takes 20 and on the last never ends
    assert found["a"] == [(1.0, 0.0), (1.0, 0.25), (1.0, 0.5), (1.0, 0.75), (31 / 21, 1.0)]
    assert found["b"] == [(1.0, 0.0), (1.0, 0.25), (1.0, 0.5), (21 / 11, 0.75)]
    by_clock = lines(plot_performance(performance_rows(MIXED, "cpu_seconds"), "cpu_seconds"))
    assert by_clock["a"][-1] == (pytest.approx(31 / 21), 1.0)


def test_a_data_profile_and_a_cactus_count_the_solved_models():
    rows = solved_rows(MIXED, "recovered")
    profile = lines(plot_data_profile(rows, "recovered"))
    assert profile["b"] == [(0.0, 0.0), (20.0, 0.25), (20.0, 0.5), (20.0, 0.75)]
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


def test_the_cost_is_that_of_the_last_round_and_the_drop_from_the_loosest_start():
    cheap, dear = rounds_of(MIXED[0], 100), rounds_of(game("b", 0, 20), 400)
    dear[0]["upper"] = 5.0  # it began with a forest, say
    rows = cost_rows([*cheap, *dear])
    assert [(r["contestant"], r["table_entries"], r["drop"]) for r in rows] == [
        ("a", 100, 2.0),
        ("b", 400, 2.0),
    ]
    assert [r["drop_per_entry"] for r in rows] == [0.02, 0.005]
