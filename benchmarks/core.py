"""How fast the core is, beside pyGMs where it has the same method: one run, ratios printed.

Needs pyGMs (``pip install .[bench]``); the C++ peers' figures that are quoted come from the
tables of docs/benchmarks.md.
"""

from __future__ import annotations

import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygms
from common import best_of
from pygms.messagepass import DualDecomposition

from rcr import Factor, Model, Run, Variable, generate, load_model, save_model
from rcr.compensation.sweep import Sweeper
from rcr.engines.junction_tree import JunctionTree
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Settings

GRIDS = range(50)


def sweep_seconds(
    model: Model, times: int, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, float]:
    """Seconds of one fully decomposed sweep, and the value after the first."""
    cloned = ClonedModel(model)
    engine = JunctionTree(Relaxation.decomposed(cloned))
    sweeper = Sweeper(engine, Settings(scheme="mpe-dd").compensation, cloned.ground.no_theta())
    order = engine.tree_order(engine.relaxation.relaxed)

    def sweep() -> None:
        sweeper.advance(order, len(order))

    sweep()
    value = sweeper.value
    return best_of(times, sweep, clock), value


def pygms_sweep_seconds(model: Model) -> float:
    variables = [pygms.Var(i, v.card) for i, v in enumerate(model.variables)]
    factors = []
    for f in model.factors:
        factor = pygms.Factor([variables[v] for v in f.scope])
        factor.table[:] = np.exp(
            f.log_table
        )  # scopes of the grid generator are in ascending order, as pyGMs wants them
        factors.append(factor)
    graph = pygms.GraphModel(factors)
    began = time.perf_counter()
    DualDecomposition(graph, maxIter=1)
    return time.perf_counter() - began


def sweeps() -> None:
    big = generate("grid", rows=100, cols=100, seed=0)
    ours, _ = sweep_seconds(big, 200)
    cpu, _ = sweep_seconds(big, 200, time.process_time)
    theirs = pygms_sweep_seconds(big)
    print(
        f"one decomposed sweep of a 100x100 grid: {ours * 1e3:.2f} ms on two threads "
        f"({cpu * 1e3:.2f} ms of CPU); pyGMs {theirs:.2f} s; "
        f"ratio {theirs / ours:,.0f}"
    )
    costs = {}
    for n, times in ((30, 200), (300, 10)):
        model = generate("grid", rows=n, cols=n, seed=0)
        constraints = 2 * len(model.factors)
        costs[n] = sweep_seconds(model, times)[0] / constraints
        print(f"a sweep of {n}x{n}: {costs[n] * 1e9:.0f} ns a constraint")
    print(f"cost a constraint, 300x300 against 30x30: ratio {costs[300] / costs[30]:.2f}")


def million() -> None:
    """Three grids in one model: more than a million constraints, and what one of them takes."""
    before = _resident_bytes()
    variables: list[Variable] = []
    factors: list[Factor] = []
    for seed in range(3):
        grid, first = generate("grid", rows=300, cols=300, seed=seed), len(variables)
        scopes = [tuple(first + v for v in f.scope) for f in grid.factors]
        factors += Factor.checked(scopes, [f.log_table for f in grid.factors])
        variables += grid.variables
    model = Model(tuple(variables), tuple(factors))
    made = _resident_bytes()
    cloned = ClonedModel(model)
    engine = JunctionTree(Relaxation.decomposed(cloned))
    sweeper = Sweeper(engine, Settings(scheme="mpe-dd").compensation, cloned.ground.no_theta())
    order = engine.tree_order(engine.relaxation.relaxed)
    seconds = best_of(5, lambda: sweeper.advance(order, len(order)))
    bytes_each = (_resident_bytes() - made) / len(cloned)
    print(
        f"{len(cloned):,} constraints: a sweep in {seconds * 1e3:.0f} ms; {bytes_each:.0f} bytes "
        f"a constraint, and {(made - before) / len(cloned):.0f} for the model itself"
    )


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def certificates() -> None:
    models = [generate("grid", seed=seed) for seed in GRIDS]
    for start in ("decomposed", "forest"):
        seconds, recovered, loops = [], [], []
        for model in models:
            began = time.perf_counter()
            run = Run(model, recovery="paper", start=start)
            state = run.solve()
            seconds.append(time.perf_counter() - began)
            recovered.append(state.relaxation.count)
            loops.append(state.relaxation.loops_closed)
            assert run.status == "certified", model.name
        print(
            f"{len(models)} grids 10x10, paper's heuristic from the {start} start: all certified, ",
            end="",
        )
        print(f"median {statistics.median(seconds):.3f} s, slowest {max(seconds):.3f} s, ", end="")
        print(
            f"recovered {statistics.mean(recovered):.1f} of 360 on average "
            f"({statistics.mean(loops):.1f} loops closed)"
        )


def loading() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "grid.uai"
        save_model(generate("grid", seed=0), path)
        print(
            "loading a 100-variable grid file: "
            f"{best_of(20, lambda: load_model(path)) * 1e3:.1f} ms"
        )
        save_model(generate("grid", rows=300, cols=300, seed=0), path)
        seconds = best_of(5, lambda: load_model(path), time.process_time)
        print(f"loading a 300x300 grid file: {seconds:.2f} s of CPU")


if __name__ == "__main__":
    Run(
        generate("grid", rows=3, cols=3)
    ).solve()  # compiled, or loaded from the cache, before anything is measured
    sweeps()
    loading()
    million()
    certificates()
