"""A comparison in lines of text: a table of medians, and who wins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rcr.compare.common_models import CommonGround
from rcr.compare.measures import MEASURES, Median, contestants, is_certified, medians
from rcr.compare.verdict import show, verdict

Summaries = Sequence[Mapping[str, Any]]


def median_cells(summaries: Summaries, ground: CommonGround) -> list[list[str]]:
    """The names of the columns, then one row a contestant: how many of its games certified, and
    the median of each measure on the common ground with its interval.
    """
    table = {measure: medians(ground.summaries, measure) for measure in MEASURES}
    cells = [["contestant", "certified", *(f"median {m.replace('_', ' ')}" for m in MEASURES)]]
    for name in contestants(summaries):
        own = [s for s in summaries if s["contestant"] == name]
        done = sum(map(is_certified, own))
        cells.append(
            [name, f"{done} of {len(own)}", *(_cell(table[m].get(name)) for m in MEASURES)]
        )
    return cells


def median_notes(summaries: Summaries, ground: CommonGround) -> list[str]:
    """What failed and why, and how the cells are read."""
    failures = {s["contestant"]: s["reason"] for s in summaries if s["status"] == "failed"}
    sure = max((m.confidence for m in medians(ground.summaries, "gap").values()), default=0.0)
    interval = f"; in brackets an interval that holds the median with {sure:.0%}" if sure else ""
    return [
        *(f"{name} failed: {why}" for name, why in failures.items()),
        "; ".join([f"medians {ground.told}", *ground.limit_told, f"less is better{interval}"]),
    ]


def median_lines(summaries: Summaries, ground: CommonGround) -> list[str]:
    """The cells in columns, and their notes."""
    cells = median_cells(summaries, ground)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            [first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(others, widths[1:], strict=True))]
        )
        for first, *others in cells
    ]
    return [*lines, *median_notes(summaries, ground)]


def verdict_lines(ground: CommonGround) -> list[str]:
    """Who wins by each measure, a sentence each."""
    return [verdict(ground.summaries, measure) for measure in MEASURES]


def _cell(found: Median | None) -> str:
    if found is None:
        return "–"
    alone = found.count == 1 or math.isinf(found.value)
    return show(found.value) + ("" if alone else f" ({show(found.low)} to {show(found.high)})")
