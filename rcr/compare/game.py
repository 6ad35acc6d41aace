"""One game: a contestant on a model to the end, as tidy rows, one a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rcr import registry
from rcr.compare.contestant import RECOVERY, SAVED_RUN, Contestant
from rcr.compare.subject import Subject
from rcr.model import Model, ModelError
from rcr.models.origin import FileOrigin
from rcr.results.game import Cancelled, Report, Row
from rcr.run import Run
from rcr.run.budget import Budget, Cancel, CpuClock
from rcr.run.tree import round_ends
from rcr.state import State

ROUND_COLUMNS = (
    *("model", "seed", "contestant", "round", "recovered", "loops_closed", "upper", "lower", "gap"),
    *("treewidth", "table_entries", "circuit_size", "sweeps", "updates", "cpu_seconds"),
    "clusters",
)
# What a round has beside its table: constraints by id, or clusters of variables by name.
CHANGES = ("added", "gave_up")
RUN_COLUMNS = (
    *("model", "seed", "contestant", "kind", "status", "recovered", "on_loops", "loops_closed"),
    *("clusters", "upper", "lower", "gap", "treewidth", "table_entries", "circuit_size", "rounds"),
    *("sweeps", "updates", "cpu_seconds", "reason"),
)


# A comparison is about the ways: everything at once, which is quicker on small models, has none.
AS_COMPARED: dict[str, Any] = {"at_once": 0.0}


@dataclass(frozen=True)
class Game:
    """A contestant on a model, with CPU seconds to play in."""

    subject: Subject
    contestant: Contestant
    time_limit: float | None = None

    def with_its_model(self) -> Game:
        """The same game for a machine that does not have the model's file."""
        return replace(self, subject=self.subject.with_its_model())

    def begin(self, model: Model | None = None) -> Run:
        """The run of a heuristic before its first round; on the model, where it is at hand."""
        origin = self.subject.origin
        return Run(
            self.subject.make() if model is None else model,
            recovery=self.contestant.plugin,
            recovery_parameters=self.contestant.parameters,
            seed=self.subject.seed,
            origin=None if isinstance(origin, FileOrigin) else origin,
            **AS_COMPARED | dict(self.contestant.settings),
        )

    def play(self, report: Report, cancel: Cancel | None = None) -> dict[str, Any]:
        """To the end: its ``rows``, its ``summary``, and what it ``added`` and ``gave_up`` in each
        round.

        CPU seconds are counted from the model on and include whatever the heuristic computes; the
        time limit is one of this clock. What goes wrong is said in the summary.
        """
        who = {
            "model": self.subject.name,
            "seed": self.subject.seed,
            "contestant": self.contestant.name,
            "kind": self.contestant.kind,
        }
        rows = list[Row]()
        try:
            for row, player in self._rounds(self.subject.make(), cancel):  # noqa: B007
                rows.append({key: (who | row)[key] for key in (*ROUND_COLUMNS, *CHANGES)})
                report(rows[-1])
            summary = who | row | _end(row, player)
        except Exception as error:  # a heuristic of the user's own may raise anything
            own = isinstance(error, ModelError)
            reason = str(error) if own else f"{type(error).__name__}: {error}"
            rows, summary = [], who | {"status": "failed", "reason": reason}
        if Budget(cancel).cancelled:
            raise Cancelled
        return {"rows": rows, "summary": {key: summary.get(key) for key in RUN_COLUMNS}}

    def _rounds(self, model: Model, cancel: Cancel | None) -> Iterator[tuple[Row, Any]]:
        """The row of each round, and whoever knows how it stands then."""
        clock, one = CpuClock(), self.contestant
        budget = Budget(cancel, self.time_limit, clock)
        if one.kind == SAVED_RUN:
            yield from _saved_rounds(one.saved_run())
        elif one.kind == RECOVERY:
            run = self.begin(model)
            rows = _timed_rows(run, budget, clock)
            yield from ((row, run) for row in _with_changes(run, rows))
        else:
            peer = registry.get("peer", one.plugin)(model, **one.settings, **one.parameters)
            yield from _peer_rounds(peer, budget, clock)


def _end(row: Row, player: Any) -> Row:
    """What the summary says beside the last row."""
    on_loops = int(player.state.relaxation.on_loops.sum()) if isinstance(player, Run) else None
    return {
        "rounds": row["round"],
        "status": player.status,
        "reason": player.reason,
        "on_loops": on_loops,
    }


def _saved_rounds(run: Run) -> Iterator[tuple[Row, Run]]:
    """The rounds of a saved run, which was made by hand and has no clock."""
    rows = ((run.row(state) | {"cpu_seconds": None}, state) for state in round_ends(run.state))
    yield from ((row, run) for row in _with_changes(run, rows))


def _timed_rows(run: Run, budget: Budget, clock: CpuClock) -> Iterator[tuple[Row, State]]:
    """The row of each round with its CPU seconds; the clock stands still while circuits are counted
    and rows handed on.
    """
    for state in run.milestones(budget):
        now = clock.read()
        yield run.row(state) | {"cpu_seconds": now}, state
        clock.go_back(now)


def _with_changes(run: Run, rows: Iterable[tuple[Row, State]]) -> Iterator[Row]:
    """Each row with what was recovered and given up since the one before."""
    before = np.zeros(len(run.cloned), dtype=np.bool_)
    for row, state in rows:
        now = state.relaxation.recovered
        added, gave_up = (
            [run.cloned.constraints[k].id for k in np.flatnonzero(mask)]
            for mask in (now & ~before, before & ~now)
        )
        yield row | {"gap": state.gap, "clusters": 0, "added": added, "gave_up": gave_up}
        before = now


def _peer_rounds(peer: Any, budget: Budget, clock: CpuClock) -> Iterator[tuple[Row, Any]]:
    """The rounds of a peer. It adds clusters instead of recovering constraints: ``clusters`` counts
    all there are, ``added`` names the new ones, and every count of a row has this unit.
    """
    clusters = 0
    for row in peer.rounds(budget):
        added = [list(c) for c in row["clusters"]]
        clusters += len(added)
        counts = dict.fromkeys(("clusters", "recovered", "loops_closed"), clusters)
        more = {"gap": peer.gap, "cpu_seconds": clock.read(), "added": added, "gave_up": []}
        yield row | counts | more, peer
