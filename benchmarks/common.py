"""What several measurements use: the best of several goes, and a grid ready to be clicked on."""

from __future__ import annotations

import time
from collections.abc import Callable

from rcr import Run, generate
from rcr.models.generator_call import GeneratorCall


def best_of(
    times: int, work: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> float:
    """Seconds of the fastest of several goes, by the wall or by another clock."""
    seconds = []
    for _ in range(times):
        began = clock()
        work()
        seconds.append(clock() - began)
    return min(seconds)


def forest_run(size: int, seed: int = 0) -> Run:
    """A compensated run on a grid, its forest recovered, one constraint at a time from here."""
    parameters = {"rows": size, "cols": size, "seed": seed}
    origin = GeneratorCall("grid", parameters)
    run = Run(generate("grid", **parameters), origin=origin, start="forest", batch=1)
    run.converge()
    return run
