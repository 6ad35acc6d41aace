"""Games played in processes of this machine, each looked after by a thread."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

from rcr.model import ModelError
from rcr.results.answer import READY, ROW, Answer, outcome_of
from rcr.results.game import CANCELLED, Game, KeyedReport, Outcome, Report
from rcr.run.budget import Budget, Cancel

POLL_SECONDS = 0.1  # between two looks at whether to stop


@dataclass(frozen=True)
class Processes:
    """At most ``count`` processes at a time; ``prepare`` is called in each before its first game.

    It is pickled as games are; it loads plug-ins, or compiles what the games will need before a
    clock runs.
    """

    count: int
    prepare: Callable[[], None] | None = None

    def play(
        self, games: Mapping[str, Game], report: KeyedReport, cancel: Cancel | None
    ) -> Iterator[Outcome]:
        crew = _Crew(games, self.prepare, report)
        try:
            yield from crew.outcomes(min(self.count, len(games)), Budget(cancel))
        finally:
            crew.dismiss()


class _Crew:
    """The processes of one play, the games that wait, and the outcomes there are."""

    def __init__(
        self,
        games: Mapping[str, Game],
        prepare: Callable[[], None] | None,
        report: KeyedReport,
    ) -> None:
        self._games, self._prepare, self._report = games, prepare, report
        self._waiting: SimpleQueue[str] = SimpleQueue()
        for key in games:
            self._waiting.put(key)
        self._ended: SimpleQueue[Outcome | BaseException] = SimpleQueue()
        self._stop, self._hiring = Event(), Lock()
        self._workers: list[_Worker] = []
        self._threads: list[Thread] = []

    def outcomes(self, count: int, budget: Budget) -> Iterator[Outcome]:
        self._threads = [Thread(target=self._look_after, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()
        while any(thread.is_alive() for thread in self._threads):
            with suppress(Empty):
                yield _outcome(self._ended.get(timeout=POLL_SECONDS))
            if budget.cancelled:
                self.dismiss()
        while not self._ended.empty():
            yield _outcome(self._ended.get())

    def dismiss(self) -> None:
        """End every process at once: what is not finished is not kept, so there is nothing to wait
        for.
        """
        self._stop.set()
        for worker in list(self._workers):
            worker.process.kill()
        for thread in self._threads:
            thread.join()

    def _look_after(self) -> None:
        """Let one process after the other play until no game is left; a new one for each that
        dies.
        """
        worker: _Worker | None = None
        try:
            while not self._stop.is_set():
                key = self._waiting.get_nowait()
                if worker is None or worker.process.poll() is not None:
                    worker = self._hire()
                self._ended.put(self._play(key, worker))
        except Empty:
            pass
        except BaseException as error:  # the caller's to know of, unless it ended all this
            if not self._stop.is_set():
                self._ended.put(error)
        finally:
            if worker is not None:
                worker.end()

    def _hire(self) -> _Worker:
        # One at a time: the first compiles what is not in the cache, the others find it there.
        with self._hiring:
            worker = _Worker()
            self._workers.append(worker)
            if self._stop.is_set():
                worker.process.kill()
            worker.begin(self._prepare)
            return worker

    def _play(self, key: str, worker: _Worker) -> Outcome:
        answer = worker.play(self._games[key], partial(self._report, key))
        if answer is not None:
            return outcome_of(key, answer)
        ended = f"its process ended with code {worker.process.wait()}"
        return Outcome(key, unfinished=CANCELLED if self._stop.is_set() else ended)


def _outcome(ended: Outcome | BaseException) -> Outcome:
    if isinstance(ended, BaseException):
        raise ended
    return ended


class _Worker:
    """One process that runs ``rcr.results.worker``, seen from here."""

    def __init__(self) -> None:
        paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rcr.results.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,  # Ctrl-C reaches the caller alone, which knows what to do
        )

    def begin(self, prepare: Callable[[], None] | None) -> None:
        """Wait until it is ready to play."""
        self._say(prepare)
        if self._answer() != (READY, None):
            raise ModelError(
                "a process that was to play ended before it was ready; its last words are above"
            )

    def play(self, game: Game, report: Report) -> Answer | None:
        """Its last answer on a game; none if it died."""
        self._say(game)
        while (answer := self._answer()) is not None and answer[0] == ROW:
            report(answer[1])
        return answer

    def _say(self, what: Any) -> None:
        assert self.process.stdin is not None
        data = pickle.dumps(what)
        # Where it has ended, whoever waits for an answer hears of it.
        with suppress(BrokenPipeError, ValueError):
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def _answer(self) -> Answer | None:
        assert self.process.stdout is not None
        try:
            answer: Answer = pickle.load(self.process.stdout)
        except (EOFError, pickle.UnpicklingError):  # nothing more, or an answer cut short
            return None
        return answer

    def end(self) -> None:
        """It ends at once when its stdin does."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
