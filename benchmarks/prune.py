"""Pruning: how many constraints a proof found by ``cycle`` needs, and how long it takes to tell.

One line a 10×10 grid, then the means. Seconds are CPU time after everything is compiled. Each kept
constraint is relaxed once more, the rest compensated, to see that none can be left out. With
``--lp`` a linear program says of every constraint that is kept whether the best θ could do without.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from rcr import Run, generate
from rcr.reference.lp_bound import lp_bound
from rcr.run.pruning import proved_here

SOLVER_ACCURACY = 1e-6


def can_be_left_out(run: Run, k: int) -> bool:
    """Whether compensation does without a kept constraint."""
    other = run.fork()
    other.relax([k])
    other.converge()
    return proved_here(other)


def spared_by_lp(run: Run) -> int:
    """How many of the kept constraints the best θ can do without, one at a time."""
    relaxation, goal = run.state.relaxation, run.state.lower + SOLVER_ACCURACY
    kept = np.flatnonzero(relaxation.recovered)
    return sum(lp_bound(relaxation.with_recovered(np.array([k]), False)) <= goal for k in kept)


def main() -> None:
    """Prune the grids one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first grid")
    parser.add_argument("--lp", action="store_true")
    args = parser.parse_args()
    rows = []
    for seed in range(args.first - 1, args.first + args.seeds):  # the first one compiles
        run = Run(generate("grid", rows=10, cols=10, seed=max(seed, args.first)), recovery="cycle")
        run.solve()
        began = time.process_time()
        found = run.prune()
        seconds = time.process_time() - began
        if seed < args.first:
            continue
        assert proved_here(run), seed
        kept = np.flatnonzero(run.state.relaxation.recovered)
        assert not any(can_be_left_out(run, int(k)) for k in kept), seed
        rows.append((found.before, len(found.kept), seconds))
        more = f", the linear program spares {spared_by_lp(run)}" if args.lp else ""
        print(f"{seed:3}: {found.before} to {len(found.kept)} in {seconds:.2f} s{more}", flush=True)
    before, after, seconds = (statistics.mean(column) for column in zip(*rows, strict=True))
    print(f"mean: {before:.1f} to {after:.1f} of 360 in {seconds:.2f} s")


if __name__ == "__main__":
    main()
