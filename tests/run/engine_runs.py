"""The same run under two engines, for the tests of engines."""

import numpy as np
import pytest

from rcr import Run, generate
from rcr.run.settings import DEFAULT_ENGINE

CLOSE = {"rtol": 1e-9, "atol": 1e-9}


def check_same_way(engine, way, family, parameters):
    """To the end, by its own choices: recovered sets, bounds, assignments, reasons. Only whether
    the last sweep before a certificate is still needed is a matter of rounding.
    """
    model = generate(family, **parameters)
    mine, other = (Run(model, max_sweeps=40, engine=e, **way) for e in (DEFAULT_ENGINE, engine))
    for run in (mine, other):
        run.solve()
    paths = [run.state.path() for run in (mine, other)]
    assert [s.recovered for s in paths[0]] == [s.recovered for s in paths[1]]
    for one, two in zip(*paths, strict=True):
        assert (one.treewidth, one.rounds) == (two.treewidth, two.rounds)
        for name in ("value", "upper", "lower"):
            np.testing.assert_allclose(getattr(two, name), getattr(one, name), **CLOSE)
        assert model.log_value(two.assignment) == pytest.approx(model.log_value(one.assignment))
    assert (mine.status, mine.reason) == (other.status, other.reason)
