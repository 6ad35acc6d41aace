"""One of the processes that compile: ``python -m rcr.warmup.lane N`` has a line for each stage."""

from __future__ import annotations

import os
import sys
import time

from rcr.warmup.alone import alone
from rcr.warmup.lanes import LANES, NEEDS
from rcr.warmup.stages import STAGES

NICENESS = 5  # whoever waits for a page goes first


def main(lane: int) -> None:
    """Compile what the lane has; the lines say the seconds and the name of each stage."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for name in LANES[lane]:
        for other in NEEDS.get(name, ()):
            with alone(other):
                pass  # its kernels are there
        with alone(name):
            began = time.perf_counter()
            STAGES[name]()
            print(f"{time.perf_counter() - began:.1f} {name}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
