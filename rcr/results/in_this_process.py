"""Games played in this process: one after the other, or in a few threads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

from rcr.results.game import CANCELLED, Cancelled, Game, KeyedReport, Outcome
from rcr.run.budget import Budget, Cancel


@dataclass(frozen=True)
class OneByOne:
    """Games in the caller's own thread, which an interrupt reaches at once."""

    def play(
        self, games: Mapping[str, Game], report: KeyedReport, cancel: Cancel | None
    ) -> Iterator[Outcome]:
        for key, game in games.items():
            if Budget(cancel).cancelled:
                return
            yield _play(key, game, report, cancel)


@dataclass(frozen=True)
class Threads:
    """Games in threads of this process: for a few games where everything is compiled already."""

    count: int

    def play(
        self, games: Mapping[str, Game], report: KeyedReport, cancel: Cancel | None
    ) -> Iterator[Outcome]:
        with ThreadPoolExecutor(self.count) as pool:
            futures = [pool.submit(_play, key, games[key], report, cancel) for key in games]
            for future in as_completed(futures):
                yield future.result()


def _play(key: str, game: Game, report: KeyedReport, cancel: Cancel | None) -> Outcome:
    try:
        if Budget(cancel).cancelled:
            raise Cancelled
        return Outcome(key, game.play(partial(report, key), cancel))
    except Cancelled:
        return Outcome(key, unfinished=CANCELLED)
