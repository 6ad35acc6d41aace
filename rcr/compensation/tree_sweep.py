"""Updates on a junction tree: compiled from end to end, messages kept from update to update; where
components allow, on two threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from rcr.compensation.examination import examine
from rcr.compensation.method import (
    CURSOR,
    SETTLED,
    SWEEPS,
    UPDATES,
    Examined,
    Limits,
    Method,
    Progress,
    whole,
)
from rcr.compensation.update import advance
from rcr.compensation.values import total_value
from rcr.engines.junction_tree import MIN_DIVIDED_CONSTRAINTS, JunctionTree
from rcr.engines.junction_tree.messages import Work
from rcr.machine.cpu import cpu_seconds, was_helped
from rcr.machine.once import once

MIN_SECOND_SHARE = 0.25  # of a sweep that a second thread must be able to make
SCRATCH = ("table", "carry", "path", "spare", "pair", "left", "right", "note")  # one a thread


class TreeSweep:
    """The fast way: the messages of a junction tree, valid for the θ that is given each time."""

    def __init__(self, engine: JunctionTree, theta: np.ndarray) -> None:
        self._engine, self._work = engine, engine.work(theta)
        self.start_value = float(self._work.value.sum())
        self._order, self._parts = np.zeros(0, np.int64), (0, 0)

    @property
    def value(self) -> float:
        """The log value of the compensated model, without the constant."""
        return float(total_value(self._work))

    def advance(
        self,
        theta: np.ndarray,
        order: np.ndarray,
        method: Method,
        limits: Limits,
        progress: Progress,
    ) -> bool:
        """As ``update.advance`` says."""
        go_on = partial(self._go_on, self._work, theta, order, method, progress=progress)
        if not method.bound or not self._divides(order):
            return go_on(limits)
        marks, feasible = progress.marks, True
        end = marks[UPDATES] + limits.updates
        marks[SETTLED] = 0
        while marks[UPDATES] < end and not marks[SETTLED] and feasible:
            left = end - marks[UPDATES]
            if marks[CURSOR] == 0 and left >= len(order):
                self._sweep_on_two_threads(theta, order, method, int(marks[SWEEPS]))
                marks[UPDATES] += len(order)
                progress.end_sweep(self.value, limits, method.bound)
            else:
                few = int(min(left, len(order) - marks[CURSOR]))
                feasible = go_on(limits._replace(updates=few))
        return feasible

    def _divides(self, order: np.ndarray) -> bool:
        """Whether two threads may share a sweep: it is long, has two parts that do not touch each
        other, and no zero that could end it midway.
        """
        if len(order) < MIN_DIVIDED_CONSTRAINTS:
            return False
        if order is not self._order:
            possible = bool(np.isfinite(self._engine.tree.base).all())
            self._parts = self._engine.parts(order) if possible else (0, 0)
            self._order = order
        return self._parts[1] - self._parts[0] >= MIN_SECOND_SHARE * len(order)

    def _sweep_on_two_threads(
        self, theta: np.ndarray, order: np.ndarray, method: Method, sweeps: int
    ) -> None:
        """A whole sweep; the numbers are those of one thread."""

        def updated(work: Work, part: np.ndarray) -> float:
            began = cpu_seconds()
            progress = Progress(np.array([0, sweeps, 0, 0]), np.zeros(2), np.empty(1))
            self._go_on(work, theta, part, method, whole(part), progress)
            return cpu_seconds() - began

        i, j = self._parts
        other = self._helper.submit(updated, self._other_work, order[i:j])
        updated(self._work, order[:i])
        was_helped(other.result())
        updated(self._work, order[j:])

    @once
    def _helper(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, "rcr-sweep")

    @once
    def _other_work(self) -> Work:
        """The same messages, with scratch space of its own."""
        own = {name: np.empty_like(getattr(self._work, name)) for name in SCRATCH}
        return self._work._replace(**own)

    def _go_on(
        self,
        work: Work,
        theta: np.ndarray,
        order: np.ndarray,
        method: Method,
        limits: Limits,
        progress: Progress,
    ) -> bool:
        tree, sums = self._engine.tree, self._engine.sums
        return advance(tree, work, theta, order, sums, method, limits, progress)

    def examine(
        self, theta: np.ndarray, constraints: np.ndarray, method: Method, sweeps: int
    ) -> Examined:
        """As ``examination.examine`` says."""
        amount = method.stride.at(sweeps)
        found = examine(
            self._engine.tree,
            self._work,
            theta,
            constraints,
            method,
            self._engine.sums,
            amount,
        )
        return Examined(*found)
