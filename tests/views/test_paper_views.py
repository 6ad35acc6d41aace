"""The Paper page's charts and tables show the rows they are given, beside the paper's own
figures.
"""

from __future__ import annotations

import json

import pytest

from rcr.paper.experiment import mean
from rcr.paper.grids import PAPER_BINS
from rcr.paper.partition import SCHEMES, STAGES_PERCENT
from rcr.paper.shipped import read
from rcr.views.paper.figure import bounds_chart
from rcr.views.paper.grids import circuit_chart, recovered_chart
from rcr.views.paper.haplotype import group_chart
from rcr.views.paper.partition import MIN_DISTANCE, partition_chart
from rcr.views.paper.tables import (
    figure_table,
    figure_words,
    grids_table,
    haplotype_table,
    partition_table,
    partition_words,
)

ROWS = {name: read(name)[1] for name in ("grids", "haplotype", "figure", "partition")}


def dots(chart: dict) -> dict[int, tuple[float, float]]:
    """Where the dots are that lead somewhere, by the row they lead to."""
    assert json.loads(json.dumps(chart)) == chart  # plain data
    traces = [trace for trace in chart["data"] if "customdata" in trace]
    return {
        i: (x, y)
        for trace in traces
        for i, x, y in zip(trace["customdata"], trace["x"], trace["y"], strict=True)
    }


def named(chart: dict, name: str) -> dict:
    return next(trace for trace in chart["data"] if trace.get("name") == name)


def with_one_live(name: str) -> list[dict]:
    return [*ROWS[name], ROWS[name][3] | {"live": True}]


def test_a_stack_of_dots_is_as_high_as_its_bin_is_full():
    rows = with_one_live("grids")
    chart = recovered_chart(rows)
    found = dots(chart)
    assert sorted(found) == list(range(51))
    bars = named(chart, "the paper's 50 grids")
    assert bars["y"] == [share / 2 for share, _ in PAPER_BINS.values()]
    for (low, high), x in zip(PAPER_BINS, bars["x"], strict=True):
        stack = sorted(y for i, (at, y) in found.items() if at == x)
        assert stack == [
            n + 0.5 for n in range(sum(low <= row["recovered"] <= high for row in rows))
        ]
    assert named(chart, "just now")["customdata"] == [50]


def test_circuits_are_where_they_were_measured():
    chart = circuit_chart(with_one_live("grids"))
    assert all(
        spot == (ROWS["grids"][i % 50 + 3 * (i == 50)]["recovered"], spot[1])
        for i, spot in dots(chart).items()
    )
    assert dots(chart)[7][1] == ROWS["grids"][7]["relative"]
    paper, ours = named(chart, "the paper's mean in the bin"), named(chart, "ours")
    assert paper["y"][::3] == [growth for _, growth in PAPER_BINS.values()]
    assert ours["y"][12] == mean(
        [row["relative"] for row in ROWS["grids"] if 181 <= row["recovered"] <= 210]
    )


@pytest.mark.parametrize(
    ("measure", "theirs"), [("share", (26.93, 3.56)), ("relative", (124.97, 99.65))]
)
def test_networks_stand_in_their_group(measure, theirs):
    rows = with_one_live("haplotype")
    chart = group_chart(rows, measure, "title")
    for i, (x, y) in dots(chart).items():
        assert x == rows[i][measure]
        assert round(y) == (rows[i]["mplp_status"] == "certified")
    assert tuple(named(chart, "paper's mean")["x"][::3]) == theirs
    low, high = chart["layout"]["xaxis"]["range"]
    assert (
        low
        < min(*theirs, *(x for x, _ in dots(chart).values()))
        < max(*theirs, *(x for x, _ in dots(chart).values()))
        < high
    )


@pytest.mark.parametrize("method", ["mplp", "rcr"])
def test_bounds_of_the_figure(method):
    rows = [row for row in ROWS["figure"] if row["instance"] == 5]
    own = [row for row in rows if row["method"] == method]
    chart = bounds_chart(rows, method)
    assert named(chart, "upper bound")["y"] == [row["upper"] for row in own]
    assert named(chart, "best assignment")["y"] == [row["lower"] for row in own]
    assert set(named(chart, "optimum")["y"]) == {own[0]["optimum"]}
    found = dots(chart)
    assert len(found) == own[-1]["round"] + 1
    assert max(found) == rows.index(own[-1])
    assert all(spot == (rows[i]["sweep"], rows[i]["upper"]) for i, spot in found.items())
    chart = bounds_chart(rows, method, log_gap=True)
    gaps, axis = named(chart, "upper − lower")["y"], chart["layout"]["yaxis"]
    assert gaps[0] == own[0]["upper"] - own[0]["lower"]
    ticks = dict(zip(axis["ticktext"], axis["tickvals"], strict=True))
    assert (gaps[-1] == ticks["proved"]) == (method == "rcr")
    low, high = (10**end for end in axis["range"])
    assert low < ticks["proved"] < min(g for g in gaps if g != ticks["proved"]) < gaps[0] < high


@pytest.mark.parametrize("family", ["grid", "haplotype"])
def test_every_model_of_a_family_has_its_dots_by_every_heuristic(family):
    rows = ROWS["partition"]
    chart = partition_chart(rows, family)
    found = dots(chart)
    models = {(rows[i]["family"], rows[i]["seed"], rows[i]["recovery"]) for i in found}
    assert models == {(family, seed, recovery) for seed in range(20) for recovery in SCHEMES}
    for i, (x, y) in found.items():
        assert x == pytest.approx(100 * rows[i]["recovered"] / rows[i]["constraints"])
        drawn = {"paper": "below", "bracket": "below", "mutual-information": "error"}
        assert y == max(abs(rows[i][drawn[rows[i]["recovery"]]]), MIN_DISTANCE)
    means = named(chart, "upper bound")
    start = [
        row["error"]
        for row in rows
        if row["family"] == family and row["recovery"] == "paper" and not row["recovered"]
    ]
    assert means["y"][0] == mean(start)
    below = [
        row["below"]
        for row in rows
        if (row["family"], row["recovery"], row["recovered"]) == (family, "paper", 0)
    ]
    assert named(chart, "lower bound")["y"][0] == mean(below)
    live = [
        *rows,
        *(row | {"live": True} for row in rows if (row["family"], row["seed"]) == (family, 0)),
    ]
    assert {i for i in dots(partition_chart(live, family)) if i >= len(rows)}
    assert named(partition_chart(live, family), "upper bound") == means


def test_tables_hold_the_figures_of_the_paper_and_ours():
    fifth = grids_table(ROWS["grids"])[4]
    assert {key: text.replace("\N{NO-BREAK SPACE}", " ") for key, text in fifth.items()} == {
        "recovered": "181–210",
        "grids, paper": "18 %",
        "grids, here": "24 %",
        "circuit, paper": "103.2 %",
        "circuit, here": "96.9 %",
    }
    unsolved = [row for row in ROWS["haplotype"] if row["mplp_status"] != "certified"]
    paper, here, *_ = haplotype_table(ROWS["haplotype"])
    assert (paper["networks"], paper["recovered"][:5], paper["circuit"][:6]) == (
        "13",
        "26.93",
        "124.97",
    )
    assert (here["networks"], here["recovered"][:5]) == (
        str(len(unsolved)),
        f"{mean([row['share'] for row in unsolved]):.2f}",
    )
    mplp, rcr = figure_table([row for row in ROWS["figure"] if row["instance"] == 0])
    assert mplp["gap"] != "0, proved" == rcr["gap"]
    assert mplp["upper bound"].startswith("−")  # a proper minus
    assert list(partition_table(ROWS["partition"])[0])[1:] == [
        f"{stage} %" for stage in STAGES_PERCENT
    ]


def test_words_tell_a_bound_that_fails():
    assert "enclose the exact value" in partition_words(ROWS["partition"])
    for side in ("least", "below"):
        broken = [
            row | {side: -0.5} if row["scheme"] == "pr-dd" else row for row in ROWS["partition"]
        ]
        assert "miss the exact value by up to 5.0e-01" in partition_words(broken)


def test_the_figure_has_the_circuit_of_its_network_where_that_is_known():
    rows = [row for row in ROWS["figure"] if row["instance"] == 5]
    known = next(row for row in ROWS["haplotype"] if row["instance"] == 5)
    assert f"{known['circuit_start']:,} → {known['circuit_end']:,}" in figure_words(
        rows, ROWS["haplotype"]
    )
    assert "Here" not in figure_words(rows, [])
