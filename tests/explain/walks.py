"""Runs some random steps from their start, under every kind of scheme."""

import numpy as np
import pytest

from rcr.run import Run

SCHEMES = [("mpe", "mpe-dd"), ("mpe", "subgradient"), ("z", "pr-dd"), ("mpe", "model-split")]


def walked(model, task, scheme, seed):
    """A run some random steps from its start."""
    run, rng = Run(model, task=task, scheme=scheme, seed=seed), np.random.default_rng(seed)
    for _ in range(int(rng.integers(0, 5))):
        relaxed = run.state.relaxation.relaxed
        if len(relaxed) and rng.random() < 0.5:
            run.recover([int(rng.choice(relaxed))])
        else:
            run.compensate(int(rng.integers(1, 12)))
    return run


def close(value):
    return pytest.approx(value, abs=1e-9, rel=1e-12)
