"""MPLP with cluster tightening: message passing on a linear program that grows where it is loose.

Globerson and Jaakkola (2007) for the updates, Sontag, Meltzer, Globerson, Jaakkola and Weiss
(2008) for triplets and the drop they promise, Sontag, Choe and Li (2012) for frustrated cycles.
The numbers of sweeps and the thresholds are those of the authors' release of 2012; the
assignment is theirs too: the best state of each variable's own table after every sweep.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import numpy as np

from rcr import registry
from rcr.engines.protocol import DEFAULT_MAX_BYTES
from rcr.machine.memory import allowed
from rcr.model import Model, ModelError
from rcr.peers.clusters.updates import (
    IN_PHASE,
    LOWER,
    SETTLED,
    SWEEPS,
    UPDATES,
    UPPER,
    advance,
    value_of,
)
from rcr.peers.growing_relaxation import GrowingRelaxation
from rcr.registry import Between, Choice, plugin
from rcr.run.budget import Budget, Cancel, next_slice
from rcr.state.bounds import Bounded, Bounds

# Once the gap is under 1, the release sweeps longer between clusters.
NEAR_GAP, NEAR_MAX_SWEEPS, NEAR_SETTLE = 1.0, 600, 1e-5
MIN_SETTLE = 1e-12  # the smallest gain of a sweep that is waited for
NOTHING_TO_ADD = {
    "none": "the bound has settled and no clusters are added",
    "triplets": "the bound has settled and no triplet promises to lower it",
    "cycles": "the bound has settled and no triplet or cycle promises to lower it",
}
Progress = Callable[["MPLP", dict[str, Any]], None]


class MPLP(Bounded):
    """A model, the regions of its relaxation, and the bounds reached so far; the parameters are
    those of the plug-in ``mplp``.
    """

    def __init__(
        self,
        model: Model,
        tolerance: float = 1e-6,
        max_bytes: int = DEFAULT_MAX_BYTES,
        **parameters: Any,
    ) -> None:
        began = time.perf_counter()
        self.parameters = registry.get("peer", "mplp").check(parameters)
        if not tolerance >= 0:
            raise ModelError(f"tolerance must be a number of at least 0, not {tolerance!r}")
        self.model, self.tolerance = model, tolerance
        self.relaxation = GrowingRelaxation(model, allowed(max_bytes))
        self._cloned = self.relaxation.cloned
        self.assignment = np.array(
            [model.evidence.get(v, 0) for v in range(len(model.variables))], dtype=np.int64
        )
        self.stopped_because = ""
        self.curve: list[float] = []  # the bound after every sweep
        self.history: list[dict[str, Any]] = []  # the rows of the rounds
        self._marks = np.zeros(4, np.int64)
        lower = value_of(self._cloned.ground, self.assignment)
        self._log_bounds = np.array([np.inf, lower, np.inf])  # without the model's constant
        self.bounds, self.certificate = self._bounds_now(), None
        self._rounds = self._cycles = 0
        self._seconds = time.perf_counter() - began

    def _bounds_now(self) -> Bounds:
        return Bounds(
            float(self._log_bounds[LOWER]) + self._cloned.constant,
            float(self._log_bounds[UPPER]) + self._cloned.constant,
        )

    @property
    def reason(self) -> str:
        """Why the answer is certified, or why it is not."""
        if self.certificate is not None:
            return self.certificate.reason
        return f"not certified: {self.stopped_because or 'the bounds have not met'}"

    def _row(self, clusters: list[tuple[str, ...]]) -> dict[str, Any]:
        """This moment as a row of the history: ``recovered`` counts triplets, ``loops_closed`` the
        cycles they were added for, ``clusters`` are the cycles new in this round.
        """
        return {
            "round": self._rounds,
            "recovered": self.relaxation.triplets,
            "loops_closed": self._cycles,
            "now": self.upper,  # no update raises the bound
            "upper": self.upper,
            "lower": self.lower,
            "estimate": None,
            "sweeps": int(self._marks[SWEEPS]),
            "updates": int(self._marks[UPDATES]),
            "treewidth": self.relaxation.treewidth,
            "table_entries": self.relaxation.table_entries,
            "seconds": self._seconds,
            "circuit_size": None,  # its regions make no circuit
            "clusters": clusters,
        }

    # -- to the end ------------------------------------------------------------------------------

    def rounds(
        self,
        budget: Budget | None = None,
        progress: Progress | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Sweep and tighten, round by round, until certified or stopped; yields the row of each
        round.
        """
        budget = budget or Budget()
        self.stopped_because = ""
        added: list[tuple[str, ...]] = []
        sweeps, settle = self.parameters["max_sweeps"], self.parameters["settle"]
        while True:
            began = time.perf_counter()
            self._converge(sweeps, settle, budget, progress)
            self.certificate = self.bounds.certificate(self.tolerance)
            ended = self.certificate is not None or budget.over()
            found = [] if ended else self._search()
            self._seconds += time.perf_counter() - began
            if not found and not ended and settle > max(self.tolerance / 1000, MIN_SETTLE):
                # There is nothing to add yet, but the bound may still fall.
                sweeps, settle = self.parameters["max_sweeps"], settle / 10
                continue
            self.history.append(self._row(added))
            yield self.history[-1]
            if self.certificate is not None:
                return
            if budget.over():
                self.stopped_because = f"stopped by {budget.reason}"
                return
            added = self._tighten(found)
            if not added:
                return
            sweeps, settle = self.parameters["between"], self.parameters["settle"]
            if self.gap < NEAR_GAP:
                sweeps, settle = max(sweeps, NEAR_MAX_SWEEPS), min(settle, NEAR_SETTLE)

    def solve(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> MPLP:
        """Run to the end; the time limit is in seconds by the clock."""
        for _ in self.rounds(Budget(cancel, time_limit), progress):
            pass
        return self

    def _converge(
        self, sweeps: int, settle: float, budget: Budget, progress: Progress | None
    ) -> None:
        marks, ground = self._marks, self._cloned.ground
        states, curve, room = np.empty_like(self.assignment), np.empty(sweeps), 1
        marks[IN_PHASE] = marks[SETTLED] = 0
        while marks[IN_PHASE] < sweeps and not marks[SETTLED] and not budget.over():
            clock = time.perf_counter()
            done = advance(
                self.relaxation.regions,
                ground,
                min(room, sweeps - int(marks[IN_PHASE])),
                settle,
                self.bounds.slack(self.tolerance),
                marks,
                self._log_bounds,
                states,
                self.assignment,
                curve,
            )
            self.bounds = self._bounds_now()
            self.curve.extend((curve[:done] + self._cloned.constant).tolist())
            room = next_slice(room, time.perf_counter() - clock)
            if progress is not None:
                counts = {"sweeps": int(marks[SWEEPS]), "updates": int(marks[UPDATES])}
                progress(self, {"upper": self.upper, "lower": self.lower, **counts})

    def _search(self) -> list[np.ndarray]:
        """The clusters that promise the largest drops, each as the variables around a cycle."""
        if self.parameters["clusters"] == "none":
            return []
        if not self._rounds:
            self.relaxation.share_pairs()
        return self.relaxation.search(self.parameters["clusters"], self.parameters["batch"])

    def _tighten(self, found: list[np.ndarray]) -> list[tuple[str, ...]]:
        """Add clusters as triplets until the batch is full; the names of their variables."""
        began = time.perf_counter()
        added, refusal = self.relaxation.add(found, self.parameters["batch"])
        if added:
            self._rounds += 1
            self._cycles += len(added)
        elif refusal:
            self.stopped_because = f"stopped by the memory limit: {refusal}"
        else:
            self.stopped_because = NOTHING_TO_ADD[self.parameters["clusters"]]
        self._seconds += time.perf_counter() - began
        return added


@plugin("peer", tasks=("mpe",))
def mplp(
    model: Model,
    tolerance: float = 1e-6,
    max_bytes: int = DEFAULT_MAX_BYTES,
    *,
    clusters: Annotated[
        str,
        Choice(
            ("none", "triplets", "cycles"), "what tightens the relaxation; cycles include triplets"
        ),
    ] = "cycles",
    batch: Annotated[int, Between(1, 1000, "clusters added at a time")] = 5,
    max_sweeps: Annotated[int, Between(1, 100_000, "most sweeps before the first clusters")] = 1000,
    between: Annotated[
        int, Between(1, 100_000, "most sweeps between clusters while the gap is 1 or more")
    ] = 20,
    settle: Annotated[float, Between(0, 1, "a sweep that gains less ends a round")] = 2e-4,
) -> MPLP:
    """MPLP: message passing, tightened with triplets and frustrated cycles (Globerson, Sontag and
    others).
    """
    return MPLP(
        model,
        tolerance,
        max_bytes,
        clusters=clusters,
        batch=batch,
        max_sweeps=max_sweeps,
        between=between,
        settle=settle,
    )
