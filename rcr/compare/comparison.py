"""A comparison played: every game of a request, kept in a folder game by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rcr.compare.contestant import SAVED_RUN, Contestant
from rcr.compare.game import ROUND_COLUMNS, RUN_COLUMNS, Game
from rcr.compare.measures import in_their_units, kinds
from rcr.compare.parsing import subjects
from rcr.compare.request import Request
from rcr.registry import PluginFile
from rcr.results.cluster import Cluster
from rcr.results.folder import ResultFolder
from rcr.results.game import Executor, Row
from rcr.results.processes import Processes
from rcr.results.resume import play_missing
from rcr.run.budget import Cancel
from rcr.showing import view

WARM_UP = "grid:rows=8,cols=8"  # large enough to have frustrated cycles that do not cover it
WARM_UP_SECONDS = 60.0  # at most, for each contestant
MANIFEST, PIECES = "request.json", "games"  # of a comparison's folder
Progress = Callable[[int, Row], None]


@dataclass
class ComparisonResults:
    """Games by their number in the request; ``unfinished`` are those that were cancelled or whose
    process died; ``files`` are the tables in the folder.
    """

    games: dict[int, dict[str, Any]] = field(default_factory=dict)
    unfinished: dict[int, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)

    @property
    def rows(self) -> list[Row]:
        """One row a round of every game."""
        return [row for n in sorted(self.games) for row in self.games[n]["rows"]]

    @property
    def summaries(self) -> list[Row]:
        """One row a game."""
        return [self.games[n]["summary"] for n in sorted(self.games)]

    def plot(self, measure: str = "cpu_seconds") -> Any:
        """A plotly figure with a dot for each model, and the medians; ``measure`` is one of
        ``rcr.compare.measures.MEASURES``.
        """
        return view("figures.plot_comparison")(self, measure)

    def plot_curves(
        self,
        model: str | None = None,
        seed: int | None = None,
        axis: str = "recovered",
        log_gap: bool = False,
    ) -> Any:
        """A plotly figure with the bounds of every contestant on one model, or the gap between
        them.
        """
        return view("figures.plot_contest")(self, model, seed, axis, log_gap)

    def _repr_html_(self) -> str:
        return str(view("comparison.show_comparison")(self))


@dataclass(frozen=True)
class Preparation:
    """What a process does before its first game: load the plug-ins, and compile what the
    contestants need, or load it from the cache, before a clock runs.
    """

    plugins: tuple[PluginFile, ...]
    contestants: tuple[Contestant, ...]

    def __call__(self) -> None:
        for file in self.plugins:
            file.load()
        [small] = subjects(WARM_UP)
        for one in self.contestants:
            if one.kind != SAVED_RUN:
                Game(small, one, WARM_UP_SECONDS).play(lambda row: None)


def _preparation(request: Request) -> Preparation:
    return Preparation(request.plugin_files(), request.contestants)


def in_processes(request: Request, count: int) -> Processes:
    """Processes of this machine that are ready for the games of a request."""
    return Processes(count, _preparation(request))


def on_cluster(request: Request, address: str) -> Cluster:
    """The workers of a cluster, ready for the games of a request; models in files are sent."""
    return Cluster(address, _preparation(request), Game.with_its_model)


def compare(
    request: Request,
    folder: str | Path | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    progress: Progress = lambda number, row: None,
) -> ComparisonResults:
    """Play every game that the folder does not hold yet, in one process if no executor is given.

    ``progress(number, row)`` is called from any thread with every row as it comes, and with
    ``{"summary": …}`` at the end of a game.
    """
    games = {f"{number:05d}": game for number, game in enumerate(request.games())}
    kept = None if folder is None else ResultFolder(Path(folder), MANIFEST, PIECES)
    held = {} if kept is None else kept.open(request.manifest(), "comparison")
    executor = executor or in_processes(request, 1)
    return play_games(games, executor, kept, held, cancel, progress)


def play_games(
    games: Mapping[str, Game],
    executor: Executor,
    folder: ResultFolder | None,
    held: Mapping[str, Any],
    cancel: Cancel | None,
    progress: Progress,
) -> ComparisonResults:
    """Play the games that are not held, and write the tables of all of them into the folder."""
    number = {key: n for n, key in enumerate(games)}
    played = play_missing(
        games,
        executor,
        folder,
        held,
        cancel,
        lambda key, row: progress(number[key], row),
        lambda key, game: progress(number[key], {"summary": game["summary"]}),
    )
    results = ComparisonResults(
        {number[key]: game for key, game in played.finished.items()},
        {number[key]: why for key, why in played.unfinished.items()},
    )
    if folder is not None:
        results.files = _write_tables(results, folder)
    return results


def _write_tables(results: ComparisonResults, folder: ResultFolder) -> list[str]:
    """Write ``rounds`` and ``runs`` of all finished games, each count in the column of its unit;
    the names of the files.
    """
    files = []
    for name, rows, columns in (
        ("rounds", results.rows, ROUND_COLUMNS),
        ("runs", results.summaries, RUN_COLUMNS),
    ):
        rows = in_their_units(rows, kinds(results.summaries))
        files += [folder.write_table(name, rows, columns)]
        files += folder.write_parquet(name, rows, columns)
    return files
