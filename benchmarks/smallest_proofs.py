"""How small a proof can be: a mixed-integer program tells of 10×10 grids the least number of
constraints that a proof by short cycles needs, beside what pruning keeps.

Call 0 what the best assignment gives a variable and 1 the other state, and let x_e say whether the
two ends of factor e = (i, j) differ. What an assignment loses against the best one is then
Σ c_i x_i + Σ w_e x_e, which is least at 0. The pieces of a relaxed model know

    x_e ≤ x_i + x_j,   x_i ≤ x_e + x_j,   x_j ≤ x_e + x_i      of every factor,
    x_e ≤ Σ x_f over the other factors f of C                  of every e in a recovered cycle C.

By linear programming duality the least bound over all θ meets the value where the loss is a sum of
these inequalities with weights λ ≥ 0, and of x ≥ 0. A factor on a recovered cycle costs the two
constraints of its clones, bridges cost nothing in the end: the program chooses cycles so that such
λ exist, and as few factors as it can. Loops know more than the cycle inequalities only where the
graph of their factors, with one more variable joined to all, has K5 as a minor.

One line a grid: what ``cycle`` recovers, what pruning leaves, the least number of the program and
the least that can be (the same where it was solved in time), and CPU seconds of both.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import block_array, csc_array, eye_array, hstack

from rcr import Run, generate
from rcr.model import Model
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import Relaxation

CONSTRAINTS_A_FACTOR = 2
SOLVER_ACCURACY = 1e-6
FEASIBLE = 0  # status of scipy's linprog

Cycle = tuple[int, ...]


class Loss(NamedTuple):
    """What leaving the best assignment costs: by variable, and by pair of neighbours."""

    variables: np.ndarray
    factors: np.ndarray
    ends: list[tuple[int, int]]


def loss_of(model: Model, best: np.ndarray) -> Loss:
    """The loss, from the tables of a binary model over pairs."""
    variables, factors, ends = np.zeros(len(model.variables)), [], []
    for factor in model.factors:
        i, j = factor.scope
        here = factor.log_table[best[i], best[j]]
        left, right, both = (
            here - factor.log_table[best[i] ^ a, best[j] ^ b] for a, b in ((1, 0), (0, 1), (1, 1))
        )
        differ = (left + right - both) / 2
        variables[i] += left - differ
        variables[j] += right - differ
        factors.append(differ)
        ends.append((i, j))
    return Loss(variables, np.array(factors), ends)


def short_cycles(ends: list[tuple[int, int]], longest: int) -> list[Cycle]:
    """The cycles of at most so many factors; a factor across one need not be recovered with it."""
    beside: dict[int, dict[int, int]] = {}
    for e, (i, j) in enumerate(ends):
        beside.setdefault(i, {})[j] = e
        beside.setdefault(j, {})[i] = e

    def beyond(path: list[int]) -> Iterator[list[int]]:
        if len(path) > 2 and path[0] in beside[path[-1]] and path[1] < path[-1]:
            yield path  # and not once more backwards
        if len(path) < longest:
            for v in beside[path[-1]]:
                if v > path[0] and v not in path:
                    yield from beyond([*path, v])

    found = (cycle for start in beside for cycle in beyond([start]))
    return [
        tuple(beside[u][v] for u, v in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        for cycle in found
    ]


class Program:
    """The columns are λ of what the factors know, λ of the cycles, one for each cycle that is
    recovered and one for each factor that is paid.
    """

    def __init__(self, loss: Loss, cycles: list[Cycle]) -> None:
        first, factors = len(loss.variables), len(loss.factors)
        alone = [
            rule
            for e, (i, j) in enumerate(loss.ends, first)
            for rule in ((e, (i, j)), (i, (e, j)), (j, (e, i)))
        ]
        around = [(first + e, [first + f for f in c if f != e]) for c in cycles for e in c]
        self._costs = np.concatenate([loss.variables, loss.factors])
        self._alone, self._around = (_sums(rules, first + factors) for rules in (alone, around))
        self._owner = np.repeat(np.arange(len(cycles)), [len(c) for c in cycles])
        self._on = np.zeros((len(cycles), factors))
        for c, cycle in enumerate(cycles):
            self._on[c, list(cycle)] = 1
        self._largest = 2 * max(-loss.factors.min(), 0) + 1  # weight that a cycle may have

    def proves(self, chosen: np.ndarray) -> bool:
        """Whether these cycles are enough."""
        sums = hstack([self._alone, self._around[:, chosen[self._owner]]])
        found = linprog(np.zeros(sums.shape[1]), A_ub=sums, b_ub=self._costs, method="highs")
        return bool(found.status == FEASIBLE)

    def solve(self, seconds: float) -> tuple[np.ndarray, float]:
        """The factors of the smallest proof found, and the least number of factors there can be."""
        cycles, factors = self._on.shape
        needed = [e for e in range(factors) if not self.proves(self._on[:, e] == 0)]
        weights = np.arange(len(self._owner))
        own = csc_array((np.ones(len(weights)), (self._owner, weights)))
        cycle, factor = np.nonzero(self._on)
        rules = block_array(
            [
                [self._alone, self._around, None, None],
                [None, own, -self._largest * eye_array(cycles), None],
                [None, None, eye_array(cycles).tocsr()[cycle], -eye_array(factors).tocsr()[factor]],
                [None, None, -csc_array(self._on[:, needed].T), None],
            ]
        )
        right = np.concatenate(
            [self._costs, np.zeros(cycles + len(cycle)), np.full(len(needed), -1.0)]
        )
        free = np.zeros(rules.shape[1] - cycles - factors)
        found = milp(
            np.concatenate([free, np.zeros(cycles), np.ones(factors)]),
            constraints=LinearConstraint(rules, -np.inf, right),
            integrality=np.concatenate([free, np.ones(cycles), np.zeros(factors)]),
            bounds=Bounds(0, np.concatenate([free + np.inf, np.ones(cycles + factors)])),
            options={"time_limit": seconds},
        )
        if found.x is None:
            raise SystemExit(f"no proof was found in {seconds:g} s: {found.message}")
        least = np.ceil(found.mip_dual_bound - SOLVER_ACCURACY)
        return np.flatnonzero(found.x[-factors:] > 0.5), float(least)


def _sums(rules: Sequence[tuple[int, Sequence[int]]], rows: int) -> csc_array:
    """A column for each inequality: what it says is smaller, and the sum that is larger."""
    entries = [
        (x, k, sign)
        for k, (small, large) in enumerate(rules)
        for x, sign in ((small, -1.0), *((y, 1.0) for y in large))
    ]
    row, column, value = zip(*entries, strict=True)
    return csc_array((value, (row, column)), shape=(rows, len(rules)))


def with_factors(run: Run, factors: np.ndarray) -> Relaxation:
    """All constraints of these factors recovered, and nothing else."""
    cloned = run.problem.cloned
    chosen = np.flatnonzero(np.isin(cloned.ground.con_factor, factors))
    return Relaxation.decomposed(cloned).with_recovered(chosen)


def main() -> None:
    """The grids one after the other, then the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first grid")
    parser.add_argument("--longest", type=int, default=4, help="factors of a cycle at the most")
    parser.add_argument("--seconds", type=float, default=300.0, help="for each program")
    args = parser.parse_args()
    rows = []
    for seed in range(args.first, args.first + args.seeds):
        run = Run(generate("grid", rows=10, cols=10, seed=seed), recovery="cycle")
        state = run.solve()
        began = time.process_time()
        pruned = run.prune()
        after = time.process_time()
        loss = loss_of(run.model, np.array(state.assignment))
        factors, least = Program(loss, short_cycles(loss.ends, args.longest)).solve(args.seconds)
        assert lp_bound(with_factors(run, factors)) <= state.lower + SOLVER_ACCURACY, seed
        rows.append(
            (
                pruned.before,
                len(pruned.kept),
                CONSTRAINTS_A_FACTOR * len(factors),
                CONSTRAINTS_A_FACTOR * least,
            )
        )
        print(
            f"{seed:3}: cycle {pruned.before}, pruned {len(pruned.kept)} "
            f"in {after - began:.1f} s, program {rows[-1][2]}, at least {rows[-1][3]:.0f} "
            f"in {time.process_time() - after:.1f} s",
            flush=True,
        )
    means = [statistics.mean(column) for column in zip(*rows, strict=True)]
    print("mean: cycle {:.2f}, pruned {:.2f}, program {:.2f}, at least {:.2f}".format(*means))


if __name__ == "__main__":
    main()
