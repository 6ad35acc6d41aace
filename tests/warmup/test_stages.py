"""After the warm-up nothing is left to compile: whatever a user then does finds its kernels
ready.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from rcr.warmup.lanes import FIRST_CLICK, LANES, NEEDS, STAGE_SECONDS
from rcr.warmup.stages import STAGES

SCRIPT = """
import sys

import pytest
from numba.core.dispatcher import Dispatcher
from rcr import Run, registry
from rcr.compensation.examination import examine
from rcr.compensation.update import advance
from rcr.engines.junction_tree.messages import new_work, start
from rcr.engines.junction_tree.readout import node_marginal, trace_back
from rcr.warmup.stages import STAGES
from rcr.peers.mplp import MPLP
from rcr.models.samples import samples

def compiled():
    return {
        (scheme.function.__module__, scheme.name, "rule")
        for scheme in registry.plugins("compensation").values()
        if "_compiled" in vars(scheme.function.rule)
    } | {
        (kernel.py_func.__module__, kernel.py_func.__name__, str(signature))
        for module in list(sys.modules.values())
        if getattr(module, "__name__", "").startswith("rcr.")
        for kernel in vars(module).values()
        if isinstance(kernel, Dispatcher)
        for signature in kernel.signatures
    }

for stage in STAGES.values():
    stage()
before = compiled()
for kernel in (new_work, start, trace_back, node_marginal, advance, examine):
    assert len(kernel.signatures) == 1, f"{kernel} was compiled for what nobody calls it with"
for name in ("frustrated-grid", "three-state-grid", "parity-checks", "sums-to-one", "triangle"):
    model = samples()[name].load()
    for recovery in registry.plugins("recovery"):
        Run(model, recovery=recovery).solve(time_limit=2)
    for scheme in registry.plugins("compensation"):
        task = registry.get("compensation", scheme).facts.tasks[0]
        run = Run(model, task=task, scheme=scheme, max_sweeps=20)
        run.step()
        run.recover_suggested()
    for task in ("mpe", "z"):
        Run(model, task=task, engine="circuit", max_sweeps=2).sweep()
    for clusters in ("none", "triplets", "cycles"):
        MPLP(model, clusters=clusters).solve(time_limit=2)
print(*sorted(compiled() - before), sep="\\n")
"""


@pytest.mark.slow
def test_nothing_is_left_to_compile():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_every_stage_is_in_one_lane_and_its_time_is_known():
    compiled = [name for lane in LANES for name in lane]
    assert sorted(compiled) == sorted(STAGES) == sorted(STAGE_SECONDS)


def test_a_first_click_needs_the_beginning_of_each_lane():
    beginnings = [[name for name in lane if name in FIRST_CLICK] for lane in LANES]
    assert sum(map(len, beginnings)) == len(FIRST_CLICK)
    for lane, beginning in zip(LANES, beginnings, strict=True):
        assert list(lane[: len(beginning)]) == beginning != []


def test_no_lane_waits_for_ever():
    waiting, done = [list(lane) for lane in LANES], set()
    while any(waiting):
        free = [lane for lane in waiting if lane and done.issuperset(NEEDS.get(lane[0], ()))]
        assert free
        done |= {lane.pop(0) for lane in free}
    assert done.issuperset(name for needed in NEEDS.values() for name in needed)
