"""The gap at any time: of every run, and over many runs its quartiles."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rcr.compare.common_models import Instance, instance

Row = dict[str, Any]
MAX_PLACES = 120  # along the axis; more cannot be told apart on a screen
QUARTILES = {"low": 0.25, "median": 0.5, "high": 0.75}


def anytime_rows(rounds: Sequence[Mapping[str, Any]], axis: str) -> list[Row]:
    """For each contestant and each place on the axis, how many runs there are and the quartiles of
    their gaps there.

    A run has the gap of its last round up to the place, and keeps its last gap when it has ended;
    before the end of its first round it has none, which counts as infinite. Quartiles are gaps
    of single runs, so infinite ones are no trouble.
    """
    found = []
    for name, runs in _runs(rounds).items():
        placed = [run for run in runs.values() if all(row[axis] is not None for row in run)]
        if not placed:
            continue
        steps = [([float(row[axis]) for row in run], _gaps(run)) for run in placed]
        for x in _places([place for places, _ in steps for place in places]):
            here = [_at(places, gaps, x) for places, gaps in steps]
            quartiles = np.quantile(here, list(QUARTILES.values()), method="inverted_cdf")
            row = {"contestant": name, axis: x, "runs": len(here)}
            found.append(row | dict(zip(QUARTILES, map(float, quartiles), strict=True)))
    return found


def _runs(
    rounds: Sequence[Mapping[str, Any]],
) -> dict[str, dict[Instance, list[Mapping[str, Any]]]]:
    found: dict[str, dict[Instance, list[Mapping[str, Any]]]] = {}
    for row in rounds:
        found.setdefault(row["contestant"], {}).setdefault(instance(row), []).append(row)
    return found


def _gaps(run: Sequence[Mapping[str, Any]]) -> list[float]:
    """The best gap so far, which is what is known at any time."""
    return list(np.minimum.accumulate([float(row["gap"]) for row in run]))


def _at(places: Sequence[float], gaps: Sequence[float], x: float) -> float:
    """The axis may stand still or go back where constraints are given up; then the later row
    counts.
    """
    ahead = bisect_right(np.maximum.accumulate(places).tolist(), x)
    return gaps[ahead - 1] if ahead else float("inf")


def _places(all_places: Sequence[float]) -> list[float]:
    """Where something happens; of many places a few, spread evenly among them."""
    places = np.unique(all_places)
    chosen = np.linspace(0, len(places) - 1, min(len(places), MAX_PLACES)).round().astype(int)
    return [float(x) for x in places[chosen]]
