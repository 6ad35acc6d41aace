"""A comparison played in parallel processes, kept in a folder game by game, so that nothing
finished is ever lost.
"""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from rcr.compare.request import ROW, SUMMARY, Contestant, Request, Subject, play
from rcr.formats.source import told_in_a_sentence
from rcr.model import ModelError
from rcr.run.budget import Cancel

MANIFEST, GAMES = "request.json", "games"
POLL = 0.1  # seconds between two looks at whether to stop
Progress = Callable[[int, dict[str, Any]], None]


@dataclass
class Results:
    """Games by their number in the request; ``unfinished`` are those that were cancelled or whose
    process died.
    """

    games: dict[int, dict[str, Any]] = field(default_factory=dict)
    unfinished: dict[int, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)  # the tables in the folder

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row a round of every game."""
        return [row for n in sorted(self.games) for row in self.games[n]["rows"]]

    @property
    def summaries(self) -> list[dict[str, Any]]:
        """One row a game."""
        return [self.games[n]["summary"] for n in sorted(self.games)]


def compare(
    request: Request,
    folder: str | Path | None = None,
    jobs: int = 1,
    cancel: Cancel | None = None,
    progress: Progress = lambda number, row: None,
) -> Results:
    """Play every game that the folder does not hold yet.

    ``progress(number, row)`` is called from the threads that look after the processes with
    every row as it comes, and with ``{"summary": …}`` at the end of a game.
    """
    games, results = list(request.games()), Results()
    folder = None if folder is None else Path(folder)
    if folder is not None:
        results.games = _open(folder, request)
    waiting: SimpleQueue[int] = SimpleQueue()
    for number in range(len(games)):
        if number not in results.games:
            waiting.put(number)

    def finish(number: int, outcome: str, game: dict[str, Any]) -> None:
        if outcome != "done":
            results.unfinished[number] = outcome
            return
        if folder is not None:
            write_whole(folder / GAMES / f"{number:05d}.json", json.dumps(game))
        results.games[number] = game
        progress(number, {"summary": game["summary"]})

    if not waiting.empty():
        _play_all(
            request, games, waiting, min(max(jobs, 1), waiting.qsize()), cancel, progress, finish
        )
    results.unfinished |= {
        n: "not begun"
        for n in range(len(games))
        if n not in results.games and n not in results.unfinished
    }
    if folder is not None:
        results.files = _merge(results, folder)
    return results


def compare_here(
    request: Request, threads: int, cancel: Cancel, progress: Progress = lambda number, row: None
) -> Results:
    """Play every game in threads of this process: for a few games where everything is compiled
    already, as in the app.
    """
    results = Results()

    def one(number: int, game: tuple[Subject, Contestant]) -> None:
        played = (
            {}
            if cancel.is_set()
            else play(*game, request.time_limit, partial(progress, number), cancel)
        )
        if cancel.is_set():
            results.unfinished[number] = "cancelled"
            return
        results.games[number] = played
        progress(number, {"summary": played["summary"]})

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(one, *zip(*enumerate(request.games()), strict=True)))
    return results


def _play_all(
    request: Request,
    games: Sequence[tuple[Subject, Contestant]],
    waiting: SimpleQueue[int],
    jobs: int,
    cancel: Cancel | None,
    progress: Progress,
    finish: Callable[[int, str, dict[str, Any]], None],
) -> None:
    stop, workers = Event(), list[_Worker]()

    def keep_playing(worker: _Worker) -> None:
        while not stop.is_set():
            try:
                number = waiting.get_nowait()
            except Empty:
                return
            outcome, game = worker.play(*games[number], partial(progress, number))
            finish(number, "cancelled" if stop.is_set() and not game else outcome, game)
            if worker.process.poll() is not None and not stop.is_set():
                worker = _Worker(request)
                workers.append(worker)

    try:
        with ThreadPoolExecutor(jobs) as threads:
            futures = []
            while len(workers) < jobs and not (cancel is not None and cancel.is_set()):
                worker = _Worker(
                    request
                )  # the first one compiles what is not in the cache; the others find it there
                workers.append(worker)
                futures.append(threads.submit(keep_playing, worker))
            while wait(futures, POLL).not_done:
                if cancel is not None and cancel.is_set() and not stop.is_set():
                    stop.set()
                    for worker in list(workers):
                        # what is not finished is not kept, so there is nothing to wait for
                        worker.process.kill()
        for future in futures:
            future.result()
    finally:
        stop.set()
        for worker in workers:
            worker.end()


class _Worker:
    """One process; ready when it is made."""

    def __init__(self, request: Request) -> None:
        self.time_limit = request.time_limit
        paths = os.pathsep.join(
            [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rcr.compare.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": paths},
            start_new_session=True,  # Ctrl-C reaches the caller alone, which knows what to do
        )
        self._say(
            {
                "plugins": list(request.plugins),
                "contestants": [asdict(c) for c in request.contestants],
            }
        )
        if next(self._answers(), ("", None))[0] != "ready":
            raise ModelError(
                "a process of the comparison ended before it was ready; its last words are above"
            )

    def _say(self, what: Any) -> None:
        assert self.process.stdin is not None
        with suppress(
            BrokenPipeError, ValueError
        ):  # where it has ended, whoever waits for an answer hears of it
            print(json.dumps(what), file=self.process.stdin, flush=True)

    def _answers(self) -> Iterator[tuple[str, Any]]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield from json.loads(line).items()

    def play(
        self, subject: Subject, contestant: Contestant, report: Callable[[dict[str, Any]], None]
    ) -> tuple[str, dict[str, Any]]:
        """How it ended (``done``, or a sentence), and the game."""
        self._say(
            {
                "subject": asdict(subject),
                "contestant": asdict(contestant),
                "time_limit": self.time_limit,
            }
        )
        for kind, data in self._answers():
            if kind != "row":
                return kind, data
            report(data)
        return f"its process ended with code {self.process.wait()}", {}

    def end(self) -> None:
        """It ends at once when its stdin does."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()


# -- the folder ----------------------------------------------------------------------------------


def _open(folder: Path, request: Request) -> dict[int, dict[str, Any]]:
    """The games that the folder holds of this request; of another one it is left alone."""
    manifest = request.manifest()
    with told_in_a_sentence(folder / MANIFEST, "written"):
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        if not (folder / MANIFEST).exists():
            write_whole(folder / MANIFEST, json.dumps(manifest, indent=1))
    held = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    if held != manifest:
        differs = ", ".join(
            sorted(key for key in {*held, *manifest} if held.get(key) != manifest.get(key))
        )
        raise ModelError(
            f"{folder}: this folder holds another comparison (other {differs}); give another "
            "folder, or empty this one"
        )
    return {
        int(path.stem): json.loads(path.read_text(encoding="utf-8"))
        for path in (folder / GAMES).glob("*.json")
    }


def _merge(results: Results, folder: Path) -> list[str]:
    """Write the tables of all finished games: ``rounds.csv`` and ``runs.csv``, and Parquet where
    pyarrow is there; the names.
    """
    tables = {"rounds": (ROW, results.rows), "runs": (SUMMARY, results.summaries)}
    written = []
    for name, (columns, rows) in tables.items():
        write_whole(folder / f"{name}.csv", table(columns, rows))
        written.append(f"{name}.csv")
        if find_spec("pyarrow") is not None:
            from pyarrow import Table, parquet  # type: ignore[import-untyped]

            parquet.write_table(
                Table.from_pylist([{key: row[key] for key in columns} for row in rows]),
                folder / f"{name}.parquet",
            )
            written.append(f"{name}.parquet")
    return written


def table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV text."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_whole(path: Path, text: str) -> None:
    """All of it or nothing, whenever the machine stops."""
    half = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    with told_in_a_sentence(path, "written"):
        with half.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
