"""MPLP as it is here: against the LP yardstick without clusters, and to the certificate with
triplets and cycles.

Prints one line a grid and the medians beside the C++ release of 2012 (MPLP with triplets and
frustrated cycles, measured on grids of the same law on one shared core). Seconds are CPU time
of this process, after everything is compiled.
"""

from __future__ import annotations

import statistics
import time

from rcr import Model, generate
from rcr.peers.mplp import MPLP
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel, Relaxation

GRIDS = range(20)
PEER = {
    10: "0.095 s (0.165 ms a sweep)",
    20: "1.4–3 s",
    30: "8–38 s",
    40: "34 s, and unsolved in 80 s",
}


def timed(model: Model, clusters: str) -> tuple[MPLP, float]:
    """MPLP run to its end, and the CPU seconds it took from the model on."""
    began = time.process_time()
    mplp = MPLP(model, clusters=clusters).solve(time_limit=80)
    return mplp, time.process_time() - began


def yardstick() -> None:
    print(
        "20 binary grids 10x10: bound without clusters above the LP's, triplets added, then "
        "the run with cycles"
    )
    print(
        "seed          LP        none    above  triplets  with cycles  cycles  triplets  "
        "sweeps  seconds"
    )
    seconds, sweeps = [], []
    for seed in GRIDS:
        model = generate("grid", seed=seed)
        best = lp_bound(Relaxation.decomposed(ClonedModel(model)))
        plain, plain_seconds = timed(model, "none")
        triplets, _ = timed(model, "triplets")
        full, full_seconds = timed(model, "cycles")
        row = full.history[-1]
        print(
            f"{seed:4d}  {best:10.5f}  {plain.upper:10.5f}  "
            f"{(plain.upper - best) / best:6.2%}  {triplets.history[-1]['recovered']:8d}"
            f"  {full.status:>11s}  {row['loops_closed']:6d}  {row['recovered']:8d}  "
            f"{row['sweeps']:6d}  {full_seconds:7.4f}"
        )
        seconds.append(full_seconds)
        sweeps.append(1e3 * plain_seconds / plain.history[-1]["sweeps"])
    print(
        f"median with cycles {statistics.median(seconds):.4f} s, slowest {max(seconds):.4f} s",
        end="; ",
    )
    print(
        f"without clusters {statistics.median(sweeps):.4f} ms a sweep, building included; "
        f"C++: {PEER[10]}"
    )


def larger() -> None:
    for n, states, count in ((20, 2, 10), (30, 2, 5), (40, 2, 3), (10, 3, 20)):
        runs = [
            timed(generate("grid", rows=n, cols=n, states=states, seed=seed), "cycles")
            for seed in range(count)
        ]
        certified = sum(mplp.status == "certified" for mplp, _ in runs)
        seconds = [s for _, s in runs]
        added = statistics.mean(mplp.history[-1]["recovered"] for mplp, _ in runs)
        print(
            f"{count} grids {n}x{n} with {states} states: {certified} certified, median "
            f"{statistics.median(seconds):.3f} s, ",
            end="",
        )
        print(f"slowest {max(seconds):.3f} s, {added:.0f} triplets on average", end="")
        print(f"; C++: {PEER[n]}" if states == 2 else "")


if __name__ == "__main__":
    MPLP(
        generate("grid", rows=3, cols=3)
    ).solve()  # compiled, or loaded from the cache, before anything is measured
    yardstick()
    larger()
