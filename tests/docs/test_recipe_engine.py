"""The engine of the recipe, one file from outside, gives the numbers of the engines inside."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import registry
from tests.docs.recipe_files import registered
from tests.oracle import Listing, pair_table
from tests.run.engine_runs import check_same_way
from tests.strategies import relaxations, seeds, thetas

NAME = "elimination"
CLOSE = {"rtol": 1e-9, "atol": 1e-9}


@pytest.fixture(scope="module")
def plugin_file(tmp_path_factory):
    """The recipe's file, registered while these tests run."""
    with registered("engine.md", tmp_path_factory.mktemp("plugin")) as path:
        yield path


@pytest.mark.parametrize("sums", [False, True], ids=["mpe", "z"])
def test_its_answers_are_those_of_a_listing(plugin_file, sums):
    @settings(max_examples=60, deadline=None, database=None)
    @given(relaxation=relaxations(max_component=2_000), number=seeds)
    def check(relaxation, number):
        theta = thetas(relaxation, np.random.default_rng(number))
        engine = registry.get("engine", NAME)(relaxation, sums)
        listing = Listing(relaxation, theta)
        np.testing.assert_allclose(engine.value(theta), listing.marginal((), sums), **CLOSE)
        for v, marginal in enumerate(engine.marginals(theta)):
            np.testing.assert_allclose(marginal, listing.marginal((v,), sums), **CLOSE)
        for k in relaxation.relaxed:
            expected = pair_table(relaxation, theta, k, sums)
            np.testing.assert_allclose(engine.pair_table(theta, k), expected, **CLOSE)

    check()


@pytest.mark.parametrize("way", [{"recovery": "paper"}, {"task": "z", "recovery": "bracket"}])
def test_a_run_takes_the_same_way(plugin_file, way):
    check_same_way(NAME, way, "grid", {"rows": 2, "cols": 3, "seed": 3})
