"""Everything below a branch is gone through, but for what bounds rule out.

Thresholds fall from the bound at hand: is there an assignment better than this? A threshold too
high is refuted soon, since little is above it, and lowers the bound for all; the first one that is
not refuted ends in the best assignment.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from rcr.search.and_or import DONE, OPEN, ROUNDING_SHARE, cache, frames, go_on, lists
from rcr.search.mini_buckets import MiniBuckets, OutOfWork
from rcr.search.pseudo_tree import PseudoTree
from rcr.search.subproblem import Subproblem

FIRST_SLICE, SLICE_SECONDS = 20_000, 0.02  # lookups, and seconds, between two looks at the clock
FIRST_STEP_LOGS = 0.05  # how far below the bound the first threshold is
MAX_DOUBLINGS = 40  # after so many doublings of that there is no threshold any more


class Exhaustion:
    """A search below a branch, which can be stopped and gone on with."""

    def __init__(
        self, sub: Subproblem, tree: PseudoTree, buckets: MiniBuckets, cache_entries: int
    ) -> None:
        self.sub, self.tree, self.buckets = sub, tree, buckets
        self.lists, self.frames = lists(tree, buckets), frames(tree)
        self.cache = cache(max(1, cache_entries))
        self.upper = float(self.lists.constant[tree.root]) + sub.constant
        self.work = 0

    def _ask(
        self, p: int, threshold: float, allowed: int, over: Callable[[], bool], force: bool = False
    ) -> tuple[float, bool]:
        """What p is worth under the states above it, and whether that is its value or a bound that
        is not above the threshold.
        """
        fr, room = self.frames, FIRST_SLICE
        fr.threshold[p] = threshold
        fr.cursor[:] = p, OPEN, p, force
        while fr.cursor[1] != DONE:
            if self.work >= allowed or over():
                raise OutOfWork
            began, most = time.perf_counter(), min(room, allowed - self.work)
            self.work += go_on(self.lists, self.buckets.functions, fr, self.cache, most)
            room = room * 2 if time.perf_counter() - began < SLICE_SECONDS else max(room // 2, 1)
        return float(fr.result[p]), bool(fr.exact[p])

    def best(
        self, lower: float, slack: float, allowed: int, over: Callable[[], bool]
    ) -> np.ndarray | None:
        """The best assignment if it is better than ``lower``; None if there is no such one.

        ``upper`` falls on the way, also where the work runs out.
        """
        step = FIRST_STEP_LOGS
        for attempt in range(MAX_DOUBLINGS):
            if self.upper <= lower + slack:
                return None
            goal = self.upper - step if attempt < MAX_DOUBLINGS - 1 else -np.inf
            threshold = max(lower, goal) - self.sub.constant
            found, exact = self._ask(self.tree.root, threshold, allowed, over)
            self.upper = min(self.upper, found + self.sub.constant)
            if exact:
                return self._assignment(allowed, over)
            if goal <= lower:
                self.upper = min(self.upper, lower)
                return None
            step *= 2.0
        return None

    def _assignment(self, allowed: int, over: Callable[[], bool]) -> np.ndarray:
        """The assignment that the search has ended with: each variable is asked again, those above
        it first, and what it is asked of is kept from before.
        """
        fr, ls, root = self.frames, self.lists, self.tree.root
        worth = np.zeros(root + 1)
        worth[root] = fr.result[root]
        for p in range(root, -1, -1):
            slack = ROUNDING_SHARE * (1.0 + abs(worth[p]))
            found, _ = self._ask(p, worth[p] - slack, allowed, over, True)
            x = int(fr.best_state[p])
            fr.state[p], rest = x, float(fr.bound[p, x])
            for c in ls.child[ls.child_ptr[p] : ls.child_ptr[p + 1]]:
                below = float(fr.below[c, x])
                worth[c], _ = self._ask(c, found - slack - (rest - below), allowed, over)
                rest += worth[c] - below
        states = np.zeros(len(self.sub.ground.card), dtype=np.int64)
        for v in range(len(states)):
            own = self.sub.alive[self.sub.ground.unary_ptr[v] : self.sub.ground.unary_ptr[v + 1]]
            states[v] = np.flatnonzero(own)[0]
        for p, v in enumerate(self.tree.variable):
            states[v] = self.sub.states[v][fr.state[p]]
        return states
