"""What is measured of a game, and the medians over many of them.

What is not certified counts as worse than anything certified, so a contestant cannot win by
giving up. The interval of a median comes from the binomial law (order statistics; no assumption
on the distribution, and infinities are no trouble).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scipy.stats import binom

from rcr.compare.contestant import PEER, SAVED_RUN

CONFIDENCE = 0.95
MEASURES = {
    "recovered": "recovered until certified",
    "loops_closed": "loops closed until certified",
    "cpu_seconds": "CPU seconds until certified",
    "gap": "final gap",
    "treewidth": "final treewidth, if certified",
}
# These mean nothing where the answer was not reached.
CENSORED_MEASURES = ("recovered", "loops_closed", "cpu_seconds", "treewidth")
# A peer recovers nothing, it adds clusters; a run by hand has no such time.
MEANINGLESS_FOR = {"recovered": PEER, "loops_closed": PEER, "cpu_seconds": SAVED_RUN}


@dataclass(frozen=True)
class Median:
    """The median of some numbers, an interval around it, and how sure the interval is."""

    value: float
    low: float
    high: float
    confidence: float
    count: int


def is_certified(summary: Mapping[str, Any]) -> bool:
    """Whether the answer was reached: the optimum, or a proof that nothing is possible."""
    return summary["status"] in ("certified", "infeasible")


def value(summary: Mapping[str, Any], measure: str) -> float:
    """One game's figure; less is better, infinite where the answer was not reached."""
    found, reached = summary[measure], is_certified(summary)
    if measure == "gap" and reached:
        return 0.0  # what is left is rounding
    return (
        float(found)
        if found is not None and (reached or measure not in CENSORED_MEASURES)
        else math.inf
    )


def in_their_units(
    rows: Iterable[Mapping[str, Any]], kinds: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The rows of a table to read, of contestants of these kinds: what a peer adds stands in the
    column of clusters alone.
    """
    of_constraints = [key for key, whose in MEANINGLESS_FOR.items() if whose == PEER]
    empty = {kind: dict.fromkeys(of_constraints if kind == PEER else ()) for kind in kinds.values()}
    return [{**row, **empty[kinds[row["contestant"]]]} for row in rows]


def kinds(summaries: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The kind of each contestant."""
    return {summary["contestant"]: summary["kind"] for summary in summaries}


def median(values: Sequence[float], confidence: float = CONFIDENCE) -> Median:
    """With the narrowest pair of order statistics, equally far from both ends, that is sure
    enough; the extremes if none is.
    """
    if not values:
        return Median(math.nan, math.nan, math.nan, 0.0, 0)
    ordered = sorted(values)
    n = len(ordered)
    k = int(
        binom.ppf((1 - confidence) / 2, n, 0.5)
    )  # the largest k with P(fewer than k below the median) within the allowance
    middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
    k = max(k, 1)
    return Median(
        middle, ordered[k - 1], ordered[n - k], float(1 - 2 * binom.cdf(k - 1, n, 0.5)), n
    )


def comparable(summaries: Sequence[Mapping[str, Any]], measure: str) -> list[Mapping[str, Any]]:
    """The games of those for whom the measure means something."""
    return [s for s in summaries if s["kind"] != MEANINGLESS_FOR.get(measure)]


def medians(summaries: Sequence[Mapping[str, Any]], measure: str) -> dict[str, Median]:
    """For each contestant."""
    shown = comparable(summaries, measure)
    return {
        name: median([value(s, measure) for s in shown if s["contestant"] == name])
        for name in contestants(shown)
    }


def contestants(summaries: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(s["contestant"] for s in summaries))
