"""Comparisons: contestants × models × seeds, each run to its end, as tidy rows.

A contestant is a recovery heuristic with its parameters and settings, a peer such as MPLP, or a
saved run. ``Request`` says what is to be compared, ``play`` does one game of it;
rcr/compare_jobs.py plays all of them in parallel, rcr/compare_statistics.py says who wins.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from rcr import registry
from rcr.formats import load_model, model_json
from rcr.formats.source import file_source
from rcr.model import Model, ModelError
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import FileOrigin, ModelItself, Origin, read_origin
from rcr.registry import Choice, Plugin
from rcr.run import Run
from rcr.run.budget import Cancel
from rcr.run.file import replay_text
from rcr.run.settings import Settings
from rcr.run.tree import round_ends
from rcr.state import State

ROW = (
    *("model", "seed", "contestant", "round", "recovered", "loops_closed", "upper", "lower", "gap"),
    *("treewidth", "table_entries", "circuit_size", "sweeps", "updates", "seconds", "clusters"),
)
SUMMARY = (
    *(
        "model",
        "seed",
        "contestant",
        "kind",
        "status",
        "recovered",
        "on_loops",
        "loops_closed",
        "clusters",
        "upper",
        "lower",
        "gap",
    ),
    *(
        "treewidth",
        "table_entries",
        "circuit_size",
        "rounds",
        "sweeps",
        "updates",
        "seconds",
        "cpu_seconds",
        "reason",
    ),
)
MORE = (
    "added",
    "gave_up",
)  # of a row, beside what goes into a table: constraints by id, or clusters of variables by name
SETTINGS = {
    "scheme": str,
    "start": str,
    "order": str,
    "batch": int,
    "max_sweeps": int,
    "settle": float,
    "haste": float,
}
SETTINGS |= {"task": str, "tolerance": float, "max_bytes": int}
Report = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Contestant:
    """Who competes: ``plugin`` names a heuristic or a peer; a saved run has its file's data in
    ``parameters``.
    """

    name: str
    kind: str
    plugin: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(
        default_factory=dict
    )  # of the run, where they are not the usual ones

    def __post_init__(self) -> None:
        if self.kind == "recovery":
            Settings(recovery=self.plugin, recovery_parameters=self.parameters, **self.settings)
        elif self.kind == "peer":
            registry.get("peer", self.plugin).check(self.parameters)
            if others := set(self.settings) - {"tolerance", "max_bytes"}:
                raise ModelError(f"{self.name}: {self.plugin} has no setting {sorted(others)[0]}")

    @classmethod
    def of_run(cls, data: Mapping[str, Any], name: str = "your run") -> Contestant:
        """A run of which the file holds ``data``."""
        return cls(name, "run", "", dict(data))


@dataclass(frozen=True)
class Subject:
    """A model to compare on: its name, how to make it, the seed of this instance, and the digest
    that tells it from others.
    """

    name: str
    origin: Mapping[str, Any]
    seed: int = 0
    digest: str = ""

    def make(self) -> Model:
        return _model(json.dumps(self.origin))


@lru_cache(maxsize=4)
def _model(origin: str) -> Model:
    """A model from its origin; the last few are kept, since several contestants meet on each."""
    match json.loads(origin):
        case {"file": str(path)}:
            return load_model(path)
        case other:
            return read_origin(other, "the model").make()


@dataclass(frozen=True)
class Request:
    """What is to be compared; the same request in the same folder goes on where it was stopped."""

    contestants: tuple[Contestant, ...]
    subjects: tuple[Subject, ...]
    time_limit: float | None = None
    plugins: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        given: dict[str, list[Any]] = {
            "contestant": [c.name for c in self.contestants],
            "model": [(s.name, s.seed) for s in self.subjects],
        }
        for what, names in given.items():
            if not names:
                raise ModelError(f"there is no {what} to compare; give at least one")
            if len(set(names)) < len(names):
                raise ModelError(
                    f"a {what} is given twice: {next(n for n in names if names.count(n) > 1)}"
                )

    def games(self) -> Iterator[tuple[Subject, Contestant]]:
        """Who meets which model, model by model. A saved run meets its own model, once."""
        own = {c.name: self._own_subject(c) for c in self.contestants if c.kind == "run"}
        for subject in self.subjects:
            yield from (
                (subject, c) for c in self.contestants if own.get(c.name, subject) is subject
            )

    def _own_subject(self, contestant: Contestant) -> Subject:
        digest = _run_of(contestant).model.digest
        for subject in self.subjects:
            if subject.digest == digest:
                return subject
        raise ModelError(
            f"{contestant.name}: this run is of another model than those compared; give its "
            "own model too"
        )

    def manifest(self) -> dict[str, Any]:
        """The request as plain data, with digests of everything that lies in files."""
        sources = {
            path: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in self.plugins
        }
        data = {"format": "rcr-comparison", "version": 1, **asdict(self), "plugins": sources}
        plain: dict[str, Any] = json.loads(json.dumps(data))
        return plain


# -- what a request is made of, from words -------------------------------------------------------


def subjects(text: str, seeds: int = 1) -> list[Subject]:
    """A model file, or a family such as ``grid:rows=10,cols=10``, of which every seed is another
    model.
    """
    family, _, rest = text.partition(":")
    if Path(text).exists() or family not in registry.plugins("generator"):
        return of_model(FileOrigin(text), Path(text).name, load_model(text), seeds)
    plugin = registry.get("generator", family)
    given = plugin.check(dict(_pair(plugin, pair) for pair in filter(None, rest.split(","))))
    first, found = given.get("seed", 0), []
    for seed in range(first, first + seeds):
        parameters = given | ({"seed": seed} if "seed" in given else {})
        origin = GeneratorCall(family, parameters).to_dict()
        found.append(Subject(text, origin, seed, _model(json.dumps(origin)).digest))
    return found


def of_model(origin: Origin, name: str, model: Model, seeds: int = 1) -> list[Subject]:
    """One model with several seeds of random choices."""
    where = (ModelItself(model) if model.evidence else origin).to_dict()
    return [Subject(name, where, seed, model.digest) for seed in range(seeds)]


def contestant(text: str, common: Sequence[str] = ()) -> Contestant:
    """``cycle``, ``cycle:look_ahead=0``, ``paper:scheme=subgradient:start=forest``,
    ``mplp:triplets``, ``run:FILE``.

    ``common`` are pairs that go to everyone who has such a parameter.
    """
    name, *words = text.split(":")
    if name == "run":
        with file_source(Path(text.partition(":")[2])) as source:
            return Contestant.of_run(model_json.parse(source), text)
    kind = next((k for k in ("recovery", "peer") if name in registry.plugins(k)), None)
    if kind is None:
        known = ", ".join([*registry.plugins("recovery"), *registry.plugins("peer")])
        raise ModelError(
            f"there is no contestant called {name!r}; there are: {known}, and run:FILE for a "
            "saved run"
        )
    plugin, parameters, settings = registry.get(kind, name), dict[str, Any](), dict[str, Any]()
    own = {p.name for p in plugin.parameters}
    for word in [*(pair for pair in common if _key(pair) in own), *words]:
        if _key(word) in SETTINGS and _key(word) not in own and kind == "recovery":
            settings[_key(word)] = _setting(word)
        else:
            key, value = _pair(plugin, word)
            parameters[key] = value
    return Contestant(text, kind, name, parameters, settings)


def _key(pair: str) -> str:
    return pair.partition("=")[0].replace("-", "_")


def _setting(pair: str) -> Any:
    text = pair.partition("=")[2]
    try:
        return SETTINGS[_key(pair)](text)
    except ValueError:
        raise ModelError(f"{_key(pair)} must be a number, not {text!r}") from None


def _pair(plugin: Plugin, word: str) -> tuple[str, Any]:
    """``NAME=VALUE``, or just the value where it is one of the words that a parameter takes."""
    name, equals, text = word.partition("=")
    for p in plugin.parameters:
        if not equals and isinstance(p.domain, Choice) and word in p.domain.options:
            return p.name, word
        if equals and p.name == _key(word):
            return p.name, p.check(
                {"true": True, "false": False}.get(text.lower(), text) if p.kind is bool else text
            )
    known = ", ".join(p.name for p in plugin.parameters) or "none"
    raise ModelError(f"{plugin.name} has no parameter {name!r}; there are: {known}")


# -- one game ------------------------------------------------------------------------------------


def play(
    subject: Subject,
    contestant: Contestant,
    time_limit: float | None,
    report: Report,
    cancel: Cancel | None = None,
) -> dict[str, Any]:
    """One contestant on one model to the end: its ``rows``, its ``summary``, and what it ``added``
    and ``gave_up`` in each round.

    Seconds are counted from the model on and include whatever the heuristic computes. What goes
    wrong is said in the summary.
    """
    who = {
        "model": subject.name,
        "seed": subject.seed,
        "contestant": contestant.name,
        "kind": contestant.kind,
    }
    try:
        model = subject.make()
        if model.digest != subject.digest:
            raise ModelError(
                f"{subject.name}: the model has changed since the comparison was asked for"
            )
        rows = list[dict[str, Any]]()
        for row, player in _rounds(model, subject, contestant, time_limit, cancel):  # noqa: B007
            rows.append({key: (who | row)[key] for key in (*ROW, *MORE)})
            report(rows[-1])
        on_loops = int(player.state.relaxation.on_loops.sum()) if isinstance(player, Run) else None
        end = {
            "rounds": row["round"],
            "status": player.status,
            "reason": player.reason,
            "on_loops": on_loops,
        }
        summary = who | row | end
    except Exception as error:  # a heuristic of the user's own may raise anything; the others go on
        reason = str(error) if isinstance(error, ModelError) else f"{type(error).__name__}: {error}"
        rows, summary = [], who | {"status": "failed", "reason": reason}
    return {"rows": rows, "summary": {key: summary.get(key) for key in SUMMARY}}


def _rounds(
    model: Model,
    subject: Subject,
    contestant: Contestant,
    limit: float | None,
    cancel: Cancel | None,
) -> Iterator[tuple[dict[str, Any], Any]]:
    """The row of each round, and whoever knows how it stands then."""
    wall, cpu = time.perf_counter(), time.thread_time()
    if contestant.kind == "run":
        run = _run_of(contestant)
        rows = ((run.row(state), state) for state in round_ends(run.state))
        yield from (
            (row | more | {"cpu_seconds": None}, run) for row, more in _with_changes(run, rows)
        )
    elif contestant.kind == "recovery":
        run = Run(
            model,
            recovery=contestant.plugin,
            recovery_parameters=contestant.parameters,
            seed=subject.seed,
            **contestant.settings,
        )
        yield from (
            (row | more, run)
            for row, more in _with_changes(run, _timed_rows(run, cancel, limit, wall, cpu))
        )
    else:
        peer, clusters = (
            registry.get("peer", contestant.plugin)(
                model, **contestant.settings, **contestant.parameters
            ),
            0,
        )
        for row in peer.rounds(cancel, limit):
            clock = {"seconds": time.perf_counter() - wall, "cpu_seconds": time.thread_time() - cpu}
            clusters += len(row["clusters"])
            yield (
                row
                | clock
                | {
                    "gap": peer.gap,
                    "clusters": clusters,
                    "added": [list(c) for c in row["clusters"]],
                    "gave_up": [],
                },
                peer,
            )


def _timed_rows(
    run: Run, cancel: Cancel | None, limit: float | None, wall: float, cpu: float
) -> Iterator[tuple[dict[str, Any], State]]:
    """The row of each round with the seconds since the clocks began; they stand still while
    circuits are counted and rows handed on.
    """
    for state in run.milestones(cancel, limit):
        now, busy = time.perf_counter(), time.thread_time()
        yield run.row(state) | {"seconds": now - wall, "cpu_seconds": busy - cpu}, state
        wall, cpu = wall + time.perf_counter() - now, cpu + time.thread_time() - busy


def _with_changes(
    run: Run, rows: Iterable[tuple[dict[str, Any], State]]
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each row with what was recovered and given up since the one before."""
    before = np.zeros(len(run.cloned), dtype=np.bool_)
    for row, state in rows:
        now = state.relaxation.recovered
        added, gave_up = (
            [run.cloned.constraints[k].id for k in np.flatnonzero(mask)]
            for mask in (now & ~before, before & ~now)
        )
        yield row, {"gap": state.gap, "clusters": 0, "added": added, "gave_up": gave_up}
        before = now


def _run_of(contestant: Contestant) -> Run:
    return replay_text(json.dumps(contestant.parameters), contestant.name).run
