"""How like real haplotype networks the generated ones are: 30 seeds, then the same over the range
of the difficulty parameter.

``python benchmarks/haplotype.py DIR`` measures the networks in a folder of UAI files beside them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from rcr import Model, Run, load_model
from rcr.engines.junction_tree import plan
from rcr.generators.haplotype import data_and_network, linkage
from rcr.peers.mplp import MPLP
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel, Relaxation

SEEDS = range(30)
DISTANCES = (1, 2, 5, 10, 20, 50)
TARGET = (0.34, 0.30, 0.25, 0.22, 0.10, 0.05)
DIFFICULTIES = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
TIGHT = 1e-5  # the solver is accurate to about 1e-7


def measure(model: Model) -> dict[str, float]:
    cloned = ClonedModel(model)
    everything = Relaxation.everything(cloned)
    entries = np.concatenate([f.log_table.ravel() for f in model.factors])
    run = Run(model, recovery="paper")
    run.solve()
    return {
        "family sum": sum(len(f.scope) for f in model.factors),
        "roots": sum(len(f.scope) == 1 for f in model.factors),
        "treewidth": plan(everything).cost.treewidth,
        "below 0.01": float(np.mean(entries < np.log(0.01))),
        "log MPE": run.state.lower,
        "LP gap": lp_bound(Relaxation.decomposed(cloned)) - run.state.lower,
        "certified": run.status == "certified",
        "triplets": MPLP(model, clusters="triplets").solve(time_limit=8).status == "certified",
        "recovered": run.state.relaxation.count / len(cloned),
        "solve s": run.state.seconds,
    }


def table(title: str, rows: Iterable[dict[str, Any]]) -> None:
    rows = list(rows)
    print(f"\n{title}: {len(rows)} networks")
    print(f"{'':12}{'mean':>10}{'least':>10}{'most':>10}")
    for key in rows[0]:
        values = np.array([row[key] for row in rows], dtype=float)
        print(f"{key:12}{values.mean():10.3f}{values.min():10.3f}{values.max():10.3f}")
    tight = sum(row["LP gap"] < TIGHT for row in rows)
    print(f"local LP bound tight on {tight}, loose on {len(rows) - tight}; ", end="")
    print(
        f"certified by RCR {sum(row['certified'] for row in rows)}, by MPLP with triplets "
        f"{sum(row['triplets'] for row in rows)}"
    )


def generated() -> list[dict[str, Any]]:
    rows, decay = [], []
    for seed in SEEDS:
        began = time.perf_counter()
        haplotypes, model = data_and_network(seed=seed)
        seconds = time.perf_counter() - began
        r2 = linkage(haplotypes)
        decay.append([np.diag(r2, d).mean() for d in DISTANCES])
        rows.append({**measure(model), "make s": seconds})
    table("generated, default parameters", rows)
    print("\nr² at distance " + "".join(f"{d:8}" for d in DISTANCES))
    print("generated      " + "".join(f"{x:8.3f}" for x in np.mean(decay, axis=0)))
    print("target         " + "".join(f"{x:8.3f}" for x in TARGET))
    return rows


def over_difficulty() -> None:
    print("\nsmoothing   tight  loose  mean gap  certified  triplets  below 0.01")
    tight = total = 0
    for smoothing in DIFFICULTIES:
        rows = [measure(data_and_network(seed=seed, smoothing=smoothing)[1]) for seed in SEEDS]
        exact = sum(row["LP gap"] < TIGHT for row in rows)
        tight, total = tight + exact, total + len(rows)
        gap, small = (np.mean([row[key] for row in rows]) for key in ("LP gap", "below 0.01"))
        certified, triplets = (sum(row[key] for row in rows) for key in ("certified", "triplets"))
        print(
            f"{smoothing:9g}{exact:8}{len(rows) - exact:7}{gap:10.3f}"
            f"{certified:11}{triplets:10}{small:12.3f}"
        )
    print(
        f"over the range: tight on {tight / total:.0%}, loose on {1 - tight / total:.0%} of {total}"
    )


if __name__ == "__main__":
    generated()
    over_difficulty()
    for folder in sys.argv[1:]:
        table(folder, (measure(load_model(path)) for path in sorted(Path(folder).glob("*.uai"))))
