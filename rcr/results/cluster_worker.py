"""What happens on the workers of a cluster: a process is prepared once, and games are played."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from rcr.model import ModelError
from rcr.results.answer import REFUSED, Answer, answer_of
from rcr.results.game import Game
from rcr.version import made_with

_preparing = Lock()
_prepared: set[str] = set()
_given_up: set[str] = set()


@dataclass(frozen=True)
class Call:
    """What one play of games has in common: its name, the topic that rows are told under (none
    where nobody listens), the pickled preparation, and the versions that its caller has.
    """

    name: str
    topic: str | None
    prepare: bytes
    versions: Mapping[str, str]

    def is_set(self) -> bool:
        """Whether its caller has given it up: this is what its games ask."""
        return self.name in _given_up


def play_game(call: Call, key: str, game: Game) -> Answer:
    """Play a game of a call on this worker."""
    from distributed import get_worker

    worker = get_worker()

    def report(row: Any) -> None:
        if call.topic is not None:
            worker.log_event(call.topic, (key, pickle.dumps(row)))

    try:
        _prepare(call, worker.address)
    except ModelError as error:
        return REFUSED, str(error)
    return answer_of(game, report, call)


def give_up(name: str) -> None:
    """Let every game of a call that is under way here end."""
    _given_up.add(name)


def _prepare(call: Call, address: str) -> None:
    """Once in each process for each preparation, before the clock of any game runs."""
    digest = hashlib.sha256(call.prepare).hexdigest()
    with _preparing:
        if digest in _prepared:
            return
        if differ := _different_versions(call.versions, made_with()):
            raise ModelError(f"the worker {address} has {differ}; install the same there as here")
        prepare: Callable[[], None] | None = pickle.loads(call.prepare)
        if prepare is not None:
            prepare()
        _prepared.add(digest)


def _different_versions(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """What differs between caller and worker; of Python, the last number does not matter."""

    def matters(name: str, number: str) -> str:
        return number.rpartition(".")[0] if name == "python" else number

    return ", ".join(
        f"{name} {there[name]} instead of {here[name]}"
        for name in here
        if matters(name, here[name]) != matters(name, there[name])
    )
