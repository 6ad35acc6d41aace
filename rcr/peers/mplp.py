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
from rcr.engines.protocol import DEFAULT_MAX_BYTES, Cost, TooLarge
from rcr.model import Model, ModelError
from rcr.peers.clusters.beliefs import pair_beliefs
from rcr.peers.clusters.cycles import frustrated_cycles, projection_graph
from rcr.peers.clusters.regions import (
    ENTRIES,
    TRIPLETS,
    Regions,
    add_cycle,
    build,
    pair_entries,
    price,
    share_pairs,
    with_room,
)
from rcr.peers.clusters.triplets import best_triplets
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
from rcr.registry import Between, Choice, plugin
from rcr.relaxation import ClonedModel
from rcr.run.budget import Budget, Cancel, next_slice
from rcr.state import Bounds, Certificate
from rcr.state.bounds import ROUNDING

NEAR, NEAR_SWEEPS, NEAR_SETTLE = (
    1.0,
    600,
    1e-5,
)  # once the gap is under 1, the release sweeps longer between clusters
FINEST = 1e-12  # the smallest gain of a sweep that is waited for
PROMISE = 1e-7  # a cluster that promises less is not added


class MPLP:
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
        self.model, self.tolerance, self.max_bytes = model, tolerance, max_bytes
        self.cloned = ClonedModel(model)
        self._widest = max((len(f.scope) for f in model.conditioned), default=1)
        self._refuse(len(self.cloned.ground.unary) + len(self.cloned.ground.tables), 0)
        self.regions: Regions = build(self.cloned.ground)
        self._refuse(*self._size())
        self.assignment = np.array(
            [model.evidence.get(v, 0) for v in range(len(model.variables))], dtype=np.int64
        )
        self.certificate: Certificate | None = None
        self.stopped_because = ""
        self.curve: list[float] = []  # the bound after every sweep
        self.history: list[dict[str, Any]] = []  # the rows of the rounds
        self._marks, self._bounds = (
            np.zeros(4, np.int64),
            np.array([np.inf, value_of(self.cloned.ground, self.assignment), np.inf]),
        )
        self._rounds = self._cycles = 0
        self._seconds = time.perf_counter() - began

    def _size(self) -> tuple[int, int]:
        """Entries of all tables, those of pairs that factors share included, and entries of all
        pairs.
        """
        return int(self.regions.used[ENTRIES] + share_pairs(self.regions, False)), int(
            pair_entries(self.regions)
        )

    def _refuse(self, entries: float, in_pairs: float) -> None:
        """Refuse what would pass the memory limit: tables move when they grow, and the search
        needs a graph on the pairs' states.
        """
        cost = Cost.of(self._widest - 1, entries, 16.0 * entries + 64.0 * in_pairs)
        if cost.bytes > self.max_bytes:
            raise TooLarge(cost, self.max_bytes)

    # -- what is known ---------------------------------------------------------------------------

    @property
    def bounds(self) -> Bounds:
        return Bounds(
            float(self._bounds[LOWER]) + self.cloned.constant,
            float(self._bounds[UPPER]) + self.cloned.constant,
        )

    @property
    def upper(self) -> float:
        return self.bounds.upper

    @property
    def lower(self) -> float:
        return self.bounds.lower

    @property
    def gap(self) -> float:
        return self.bounds.gap

    @property
    def status(self) -> str:
        """``certified``, ``bounded`` or ``infeasible``."""
        return (
            "bounded"
            if self.certificate is None
            else "infeasible"
            if self.certificate.kind == "infeasible"
            else "certified"
        )

    @property
    def reason(self) -> str:
        """Why the answer is certified, or why it is not."""
        if self.certificate is not None:
            return self.certificate.reason
        return f"not certified: {self.stopped_because or 'the bounds have not met'}"

    def _row(self, clusters: list[tuple[str, ...]]) -> dict[str, Any]:
        """This moment as a row of the history: ``recovered`` counts triplets, ``loops_closed`` the
        cycles they were added for, ``treewidth`` is one less than the variables of the largest
        region, ``clusters`` are the cycles new in this round.
        """
        used = self.regions.used
        return {
            "round": self._rounds,
            "recovered": int(used[TRIPLETS]),
            "loops_closed": self._cycles,
            "upper": self.upper,
            "lower": self.lower,
            "estimate": None,
            "sweeps": int(self._marks[SWEEPS]),
            "updates": int(self._marks[UPDATES]),
            "treewidth": max(self._widest, 3 if used[TRIPLETS] else 1) - 1,
            "table_entries": int(used[ENTRIES]) - len(self.cloned.ground.unary),
            "seconds": self._seconds,
            "circuit_size": None,  # its regions make no circuit
            "clusters": clusters,
        }

    # -- to the end ------------------------------------------------------------------------------

    def rounds(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Callable[[MPLP, dict[str, Any]], None] | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Sweep and tighten, round by round, until certified or stopped; yields the row of each
        round.
        """
        budget = Budget(cancel, time_limit)
        self.stopped_because = ""
        added: list[tuple[str, ...]] = []
        sweeps, settle = self.parameters["max_sweeps"], self.parameters["settle"]
        while True:
            began = time.perf_counter()
            self._converge(sweeps, settle, budget, progress)
            self.certificate = self.bounds.certificate(self.tolerance)
            found = [] if self.certificate or budget.over() else self._search()
            self._seconds += time.perf_counter() - began
            if (
                not found
                and not self.certificate
                and not budget.over()
                and settle > max(self.tolerance / 1000, FINEST)
            ):
                sweeps, settle = (
                    self.parameters["max_sweeps"],
                    settle / 10,
                )  # nothing to add yet, but the bound may still fall
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
            if self.gap < NEAR:
                sweeps, settle = max(sweeps, NEAR_SWEEPS), min(settle, NEAR_SETTLE)

    def solve(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Callable[[MPLP, dict[str, Any]], None] | None = None,
    ) -> MPLP:
        """Run to the end."""
        for _ in self.rounds(cancel, time_limit, progress):
            pass
        return self

    def _converge(
        self,
        sweeps: int,
        settle: float,
        budget: Budget,
        progress: Callable[[MPLP, dict[str, Any]], None] | None,
    ) -> None:
        marks, bounds, ground = self._marks, self._bounds, self.cloned.ground
        states, curve, room = np.empty_like(self.assignment), np.empty(sweeps), 1
        marks[IN_PHASE] = marks[SETTLED] = 0
        while marks[IN_PHASE] < sweeps and not marks[SETTLED] and not budget.over():
            clock = time.perf_counter()
            most = min(room, sweeps - int(marks[IN_PHASE]))
            done = advance(
                self.regions,
                ground,
                most,
                settle,
                self._slack(),
                marks,
                bounds,
                states,
                self.assignment,
                curve,
            )
            self.curve.extend((curve[:done] + self.cloned.constant).tolist())
            room = next_slice(room, time.perf_counter() - clock)
            if progress is not None:
                progress(
                    self,
                    {
                        "upper": self.upper,
                        "sweeps": int(marks[SWEEPS]),
                        "updates": int(marks[UPDATES]),
                    },
                )

    def _slack(self) -> float:
        """The gap at which the bounds have met: the tolerance, and what rounding may take."""
        return self.tolerance + (ROUNDING * abs(self.upper) if np.isfinite(self.upper) else 0.0)

    def _search(self) -> list[np.ndarray]:
        """The clusters that promise the largest drops, each as the variables around a cycle."""
        kind, batch = self.parameters["clusters"], self.parameters["batch"]
        if kind == "none":
            return []
        if (
            not self._rounds
        ):  # before the first clusters: factors that overlap in a pair agree on it
            self.regions = with_room(self.regions, 0, 0, int(share_pairs(self.regions, False)))
            share_pairs(self.regions, True)
        beliefs = pair_beliefs(self.regions)
        promises, triplets = best_triplets(self.regions, beliefs, batch, PROMISE)
        found = list(zip(promises, triplets, strict=True))
        if kind == "cycles":
            graph = projection_graph(self.regions, beliefs, PROMISE)
            promises, starts, cycles = frustrated_cycles(self.regions, graph, batch)
            found += [
                (promise, cycles[starts[c] : starts[c + 1]]) for c, promise in enumerate(promises)
            ]
        return [cycle for _, cycle in sorted(found, key=lambda one: -one[0])]

    def _tighten(self, found: list[np.ndarray]) -> list[tuple[str, ...]]:
        """Add clusters as triplets until the batch is full; the names of their variables."""
        began, added = time.perf_counter(), list[tuple[str, ...]]()
        self.stopped_because = {
            "none": "the bound has settled and no clusters are added",
            "triplets": "the bound has settled and no triplet promises to lower it",
            "cycles": "the bound has settled and no triplet or cycle promises to lower it",
        }[self.parameters["clusters"]]
        for cycle in found:
            apex, triplets, entries = price(self.regions, cycle)
            if not triplets or len(added) == self.parameters["batch"]:
                continue  # other clusters of this batch cover it
            try:
                size, in_pairs = self._size()
                self._refuse(size + entries, in_pairs + entries)
            except TooLarge as refusal:
                self.stopped_because = f"stopped by the memory limit: {refusal}"
                continue
            self.regions = with_room(self.regions, len(cycle), triplets, int(entries))
            add_cycle(self.regions, cycle, apex)
            added.append(tuple(self.model.variables[v].name for v in cycle))
        if added:
            self.stopped_because = ""
            self._rounds += 1
            self._cycles += len(added)
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
