"""Play every game that a folder does not hold yet, and keep what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rcr.results.folder import ResultFolder
from rcr.results.game import Executor, Game, KeyedReport, ignore
from rcr.run.budget import Cancel

NOT_BEGUN = "not begun"


@dataclass
class Results:
    """What the games gave, by their keys; ``unfinished`` says of the others why."""

    finished: dict[str, Any] = field(default_factory=dict)
    unfinished: dict[str, str] = field(default_factory=dict)


def play_missing(
    games: Mapping[str, Game],
    executor: Executor,
    folder: ResultFolder | None = None,
    held: Mapping[str, Any] | None = None,
    cancel: Cancel | None = None,
    report: KeyedReport = ignore,
    on_finish: Callable[[str, Any], None] = lambda key, result: None,
) -> Results:
    """Play the games that are not ``held``, keep each in the folder as soon as it is over, and
    return what there is of all of them.
    """
    known = dict(held or {})
    results = Results({key: known[key] for key in games if key in known})
    missing = {key: game for key, game in games.items() if key not in known}
    if missing:
        for outcome in executor.play(missing, report, cancel):
            if outcome.unfinished:
                results.unfinished[outcome.key] = outcome.unfinished
                continue
            if folder is not None:
                folder.keep(outcome.key, outcome.result)
            results.finished[outcome.key] = outcome.result
            on_finish(outcome.key, outcome.result)
    for key in missing:
        if key not in results.finished:
            results.unfinished.setdefault(key, NOT_BEGUN)
    return results
