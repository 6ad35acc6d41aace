"""The ground on which contestants are ranked: the models that all of them finished.

A comparison that was stopped early has games of some contestants on some models. Medians over
different models say nothing, so only the models that everybody finished count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rcr.compare.contestant import SAVED_RUN
from rcr.compare.request import Request

Instance = tuple[str, int]  # a model's name, and its seed


@dataclass(frozen=True)
class CommonGround:
    """The games that count, on how many models, how many models were asked for, and the CPU seconds
    that each game had.
    """

    summaries: list[dict[str, Any]]
    models: int
    asked: int
    time_limit: float | None = None

    @property
    def told(self) -> str:
        """On what the contestants are ranked, in words that go on a sentence."""
        if not self.models:
            return "on no model, since all contestants finished none together"
        if self.models == self.asked:
            return "on the one model" if self.asked == 1 else f"on all {self.asked} models"
        which = "the one model" if self.models == 1 else f"the {self.models} models"
        return f"on {which} of {self.asked} that all contestants finished"

    @property
    def limit_told(self) -> list[str]:
        """What each game had, in words without an end; none where there was no limit."""
        return [] if self.time_limit is None else [f"each run had {self.time_limit:g} CPU s"]


def instance(row: Any) -> Instance:
    """Which model a row or a summary is about."""
    return row["model"], int(row["seed"])


def on_common_models(
    summaries: Sequence[dict[str, Any]], request: Request | None = None
) -> CommonGround:
    """The games on the models that all contestants finished: those of the request, or without one
    those who have finished any.

    A saved run has its own model only. Among several models it is not ranked.
    """
    if request is not None:
        kinds = request.kinds
        asked = [(s.name, s.seed) for s in request.subjects]
    else:
        kinds = {s["contestant"]: s["kind"] for s in summaries}
        asked = list(dict.fromkeys(map(instance, summaries)))
    ranked = [name for name, kind in kinds.items() if len(asked) == 1 or kind != SAVED_RUN]
    finished = {(s["contestant"], *instance(s)) for s in summaries}
    common = {one for one in asked if ranked and all((name, *one) in finished for name in ranked)}
    games = [s for s in summaries if s["contestant"] in ranked and instance(s) in common]
    limit = request.time_limit if request is not None else None
    return CommonGround(games, len(common), len(asked), limit)
