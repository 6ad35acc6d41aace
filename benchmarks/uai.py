"""Models in files with known optima: which are proved within limits of time and memory, and whether
the values are right.

The folder has a ``manifest.csv`` with the columns ``file`` and ``log_mpe`` (natural logarithm,
``-inf`` where nothing has mass), and a ``.evid`` file beside each model that has evidence. Each
model is solved in a process of its own by ``auto``, after everything is compiled. Prints one line a
model: what was proved, the wall time and how far it passed the limit, the memory that the process
took beyond that of a tiny model.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import resource
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from rcr import Run, generate
from rcr.formats import load_model
from rcr.state import Branch

RIGHT = 1e-5  # how far a value may be from the manifest's, of which the digits are few


def _peak_bytes() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def solved(file: str, seconds: float, max_bytes: int) -> dict[str, Any]:
    """What ``auto`` finds about one model within its limits."""
    Run(generate("grid", rows=4, cols=4, seed=0), recovery="auto").solve()
    evidence = Path(f"{file}.evid")
    model = load_model(file, str(evidence) if evidence.exists() else None)
    before, began = _peak_bytes(), time.perf_counter()
    run = Run(model, recovery="auto", max_bytes=max_bytes)
    run.solve(time_limit=seconds)
    took = time.perf_counter() - began
    return {
        "status": run.status,
        "reason": run.reason,
        "upper": run.state.upper,
        "lower": run.state.lower,
        "seconds": took,
        "bytes": _peak_bytes() - before,
        "branches": sum(isinstance(s.action, Branch) for s in run.states.values()),
    }


def line(name: str, truth: float, found: dict[str, Any], seconds: float) -> str:
    """One model in the words of the table."""
    value = found["upper"] if found["status"] == "infeasible" else found["lower"]
    wrong = found["status"] != "bounded" and not abs(value - truth) <= RIGHT and value != truth
    over = max(0.0, found["seconds"] / seconds - 1.0)
    return (
        f"{name:28} {'WRONG' if wrong else found['status']:10} {found['lower']:14.6f} "
        f"{found['upper']:14.6f} {truth:14.6f} {found['seconds']:7.2f} s {over:6.1%} over "
        f"{found['bytes'] / 2**20:7.0f} MiB {found['branches']:6} branches"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--mib", type=float, default=1024.0, help="limit for the tables")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose names contain this")
    args = parser.parse_args()
    with (args.folder / "manifest.csv").open(newline="") as manifest:
        truths = {row["file"]: float(row["log_mpe"]) for row in csv.DictReader(manifest)}
    spawn, proved = multiprocessing.get_context("spawn"), 0
    with ProcessPoolExecutor(args.jobs, mp_context=spawn, max_tasks_per_child=1) as pool:
        asked = {
            pool.submit(solved, str(args.folder / name), args.seconds, int(args.mib * 2**20)): name
            for name in truths
            if args.only in name
        }
        for future in as_completed(asked):
            found, name = future.result(), asked[future]
            proved += found["status"] != "bounded"
            print(line(name, truths[name], found, args.seconds), flush=True)
    print(f"{proved} of {len(asked)} certified or proved infeasible")


if __name__ == "__main__":
    main()
