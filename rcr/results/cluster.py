"""Games played on a Dask cluster: as many at a time as it has room for, each anywhere.

A worker that dies or is lost costs nothing but the time of its game: the scheduler gives the game
to another one. A game that was there when several workers died is suspected and played again when
no other is left, alone, so that none suffers for another; if workers die again, it was the game,
and it stays unfinished.
"""

from __future__ import annotations

import pickle
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from rcr.model import ModelError
from rcr.results.answer import outcome_of
from rcr.results.cluster_worker import Call, give_up, play_game
from rcr.results.game import CANCELLED, Game, KeyedReport, Outcome, ignore
from rcr.run.budget import Budget, Cancel
from rcr.version import made_with

CONNECT_SECONDS = 15.0
POLL_SECONDS = 0.1  # between two looks at whether to stop
GAMES_PER_THREAD = 4  # sent ahead, so that no worker waits for its next game
MIN_GAMES_AHEAD = 32


def unchanged(game: Game) -> Game:
    """The packing of games that hold all they need."""
    return game


@dataclass(frozen=True)
class Cluster:
    """The workers of the scheduler at an address, or of one that wrote a scheduler file.

    ``prepare`` is called in each process of a worker before its first game. ``pack`` makes of a
    game one that needs no file of this machine; it is called when the game is sent.
    """

    address: str
    prepare: Callable[[], None] | None = None
    pack: Callable[[Any], Game] = unchanged

    def play(
        self, games: Mapping[str, Game], report: KeyedReport, cancel: Cancel | None
    ) -> Iterator[Outcome]:
        budget = Budget(cancel)
        if games and not budget.cancelled:
            with _connected(self.address) as client:
                yield from _Play(self, client, games, report).outcomes(budget)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client of the scheduler, or a sentence."""
    if find_spec("distributed") is None:
        raise ModelError(
            "a cluster needs dask.distributed, not installed here; install it with "
            "pip install 'rcr-explorer[cluster]', or pip install '.[cluster]' in a checkout"
        )
    distributed: Any = import_module("distributed")
    where = {"scheduler_file": address} if Path(address).is_file() else {"address": address}
    try:
        client = distributed.Client(**where, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(
            f"{address}: no Dask scheduler answers there ({type(error).__name__}); start one with "
            "dask scheduler, and give its address, such as tcp://host:8786"
        ) from None
    with client:
        yield client


class _Play:
    """The games of one play: those that wait, and those that are with the cluster."""

    def __init__(
        self, cluster: Cluster, client: Any, games: Mapping[str, Game], report: KeyedReport
    ) -> None:
        self._client, self._pack, self._address = client, cluster.pack, cluster.address
        name = f"rcr-{uuid4().hex}"
        topic = None if report is ignore else name
        self._call = Call(name, topic, pickle.dumps(cluster.prepare), made_with())
        self._games, self._waiting = games, iter(games)
        self._sent: dict[Any, str] = {}
        self._suspects: list[str] = []
        self._alone: set[str] = set()  # suspects that are played, or were
        self._ended: SimpleQueue[Any] = SimpleQueue()
        if topic is not None:
            client.subscribe_topic(topic, partial(_tell, report))

    def outcomes(self, budget: Budget) -> Iterator[Outcome]:
        try:
            self._send()
            while self._sent and not budget.cancelled:
                yield from self._ended_now()
                self._send()
            for key in (*self._sent.values(), *self._suspects):
                yield Outcome(key, unfinished=CANCELLED)
        finally:
            self._give_up()

    def _send(self) -> None:
        """Send as many games as keep every thread of the cluster busy."""
        with self._told_if_lost():
            threads = sum(self._client.nthreads().values())
        room = max(MIN_GAMES_AHEAD, GAMES_PER_THREAD * threads) - len(self._sent)
        for _, key in zip(range(room), self._waiting, strict=False):
            self._submit(key, f"{self._call.name}-{key}")
        if self._suspects and not self._sent:
            key = self._suspects.pop(0)
            self._alone.add(key)
            self._submit(key, f"{self._call.name}-{key}-alone")

    def _submit(self, key: str, name: str) -> None:
        game = self._pack(self._games[key])
        future = self._client.submit(play_game, self._call, key, game, key=name, pure=False)
        self._sent[future] = key
        future.add_done_callback(self._ended.put)

    def _ended_now(self) -> Iterator[Outcome]:
        """The outcomes of all games that are over; of none, if that takes too long."""
        over = []
        with suppress(Empty):
            over.append(self._ended.get(timeout=POLL_SECONDS))
            while True:
                over.append(self._ended.get_nowait())
        finished = [future for future in over if future.status == "finished"]
        with self._told_if_lost():
            answers = dict(zip(finished, self._client.gather(finished), strict=True))
        for future in over:
            key = self._sent.pop(future)
            if future in answers:
                yield outcome_of(key, answers[future])
            else:
                yield from self._lost(key, future)
            future.release()

    def _lost(self, key: str, future: Any) -> Iterator[Outcome]:
        """A game without an answer: its worker died with the answer, it or another killed its
        workers, or there is nobody to ask.
        """
        from distributed import KilledWorker

        if future.status == "lost":
            return self._submit(key, f"{self._call.name}-{uuid4().hex}")
        with self._told_if_lost():
            if future.status != "error":
                raise ConnectionError
            error = future.exception()
        if not isinstance(error, KilledWorker):
            raise RuntimeError(f"{type(error).__name__}: {error}")
        if key in self._alone:
            yield Outcome(key, unfinished="every worker that played it died")
        else:
            self._suspects.append(key)

    @contextmanager
    def _told_if_lost(self) -> Iterator[None]:
        """Say in a sentence that the scheduler does not answer any more."""
        try:
            yield
        except (OSError, CancelledError):
            raise ModelError(
                f"{self._address}: the connection to the scheduler is lost; what is finished is "
                "kept, start the cluster and give the same command again"
            ) from None

    def _give_up(self) -> None:
        """Nobody waits for what is still with the cluster."""
        if not self._sent:
            return
        with suppress(OSError, CancelledError):  # where it has gone, so have they
            self._client.cancel(list(self._sent), force=True)
            self._client.run(give_up, self._call.name, on_error="ignore")


def _tell(report: KeyedReport, event: tuple[float, tuple[str, bytes]]) -> None:
    _, (key, row) = event
    report(key, pickle.loads(row))
