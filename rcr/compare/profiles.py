"""How many models a contestant solves within a budget: the rows of profiles and cactus plots.

A performance profile (Dolan and Moré 2002) asks within which factor of the best contestant on the
same model; a data profile (Moré and Wild 2009) and a cactus plot ask within which budget.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rcr.compare.common_models import instance
from rcr.compare.measures import comparable, contestants, value

Row = dict[str, Any]
COUNTS = ("recovered", "loops_closed", "treewidth")  # which may be 0, where a ratio needs more


def solved_rows(summaries: Sequence[Mapping[str, Any]], measure: str) -> list[Row]:
    """Each contestant's games from the least value to the greatest, with how many models it had
    solved by then and their share of all; what was not solved comes last and adds nothing.
    """
    shown = comparable(summaries, measure)
    return _counted(shown, measure, [value(s, measure) for s in shown], "value")


def performance_rows(summaries: Sequence[Mapping[str, Any]], measure: str) -> list[Row]:
    """The same by ratio: a contestant's value over the best one's on that model.

    Counts may be 0, so 1 is added to both. On a model that nobody solved every ratio is infinite.
    """
    shown, best = comparable(summaries, measure), dict[Any, float]()
    for s in shown:
        best[instance(s)] = min(best.get(instance(s), math.inf), value(s, measure))
    ratios = [_ratio(value(s, measure), best[instance(s)], measure) for s in shown]
    return _counted(shown, measure, ratios, "ratio")


def _ratio(own: float, best: float, measure: str) -> float:
    if math.isinf(own):
        return math.inf
    more = 1.0 if measure in COUNTS else 0.0
    return 1.0 if own == best else (own + more) / (best + more) if best + more > 0 else math.inf


def _counted(
    shown: Sequence[Mapping[str, Any]], measure: str, places: Sequence[float], key: str
) -> list[Row]:
    found = []
    for name in contestants(shown):
        own = sorted(
            (place, i)
            for i, (s, place) in enumerate(zip(shown, places, strict=True))
            if s["contestant"] == name
        )
        solved = 0
        for place, i in own:
            solved += math.isfinite(place)
            row = {"contestant": name, "model": shown[i]["model"], "seed": shown[i]["seed"]}
            row |= {"value": value(shown[i], measure), key: place}
            found.append(row | {"solved": solved, "share": solved / len(own)})
    return found
