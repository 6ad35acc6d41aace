"""Bridges: for the MPE value they can be recovered and given back for nothing, for the partition
function they cannot.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import generate
from rcr.run import Run
from tests.strategies import FINITE, models


def cut_every_bridge(run, before):
    """The value after relaxing each bridge alone and updating it once."""
    start = run.state.number
    for k in np.flatnonzero(run.state.relaxation.recovered & ~run.state.relaxation.on_loops):
        run.goto(start)
        run.relax([int(k)])
        yield run.step(int(k)).value - before


@settings(max_examples=100, deadline=None)
@given(model=models(kinds=FINITE, evidence=False), chosen=st.sets(st.integers(0, 30)))
def test_cutting_a_bridge_is_lossless(model, chosen):
    run = Run(model, start="forest")
    extra = [
        k for k in sorted(chosen) if k < len(run.cloned) and not run.state.relaxation.recovered[k]
    ]
    if extra:
        run.recover(extra)  # so that some are on loops
    run.sweep()
    for rise in cut_every_bridge(run, run.state.value):
        assert rise == pytest.approx(0.0, abs=1e-9)


def test_cutting_a_bridge_costs_in_the_partition_function():
    run = Run(generate("grid", rows=3, cols=3), task="z", start="forest")
    run.sweep()
    rises = list(cut_every_bridge(run, run.state.value))
    assert len(rises) > 10
    assert min(rises) > 0.1
