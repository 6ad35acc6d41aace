"""Random grids: the law, the draw that must never change, and the shapes at the edge."""

import numpy as np
import pytest

from rcr import registry
from rcr.generators.grid import grid
from rcr.model import ModelError


def edges(model):
    return [f.scope for f in model.factors]


def parts(model):
    """Coupling of each edge and spread of its fields, read back from a two-state table: w = (d00 +
    d11 − d01 − d10) / 2.
    """
    tables = np.array([f.log_table for f in model.factors])
    return (tables[:, 0, 0] + tables[:, 1, 1] - tables[:, 0, 1] - tables[:, 1, 0]) / 2


def test_the_paper_s_grid():
    model = grid()
    assert model.name == "grid-10x10-s0"
    assert model.kind == "MARKOV"
    assert len(model.variables) == 100
    assert model.variables[37].name == "3,7"
    assert len(model.factors) == 180
    assert all(len(f.scope) == 2 for f in model.factors)


def test_the_draw_is_the_documented_one():
    """Built again from the definition, one number at a time."""
    rows, cols, states = 2, 3, 3
    model = grid(rows=rows, cols=cols, states=states, coupling=1.5, field=0.5, seed=7)
    stream = np.random.Generator(np.random.PCG64(7))
    fields = [[0.5 * (2 * stream.random() - 1) for _ in range(states)] for _ in range(rows * cols)]
    neighbours = [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]
    assert edges(model) == neighbours
    degree = [2, 3, 2, 2, 3, 2]
    for (i, j), factor in zip(neighbours, model.factors, strict=True):
        w = 1.5 * (2 * stream.random() - 1)
        for x in range(states):
            for y in range(states):
                expected = w * (x == y) + fields[i][x] / degree[i] + fields[j][y] / degree[j]
                assert factor.log_table[x, y] == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("values", "digest"),
    [
        ({}, "925994453651a8791b9efd3d23511d958d08bb8553b311c0023ee15ef6c9a28e"),
        (
            {"rows": 4, "cols": 7, "states": 3, "seed": 49, "wrap": True},
            "9ddb9229d90422159706f99219f54303cc517b9e663aa1e140486500e0a09a7b",
        ),
        (
            {
                "rows": 5,
                "cols": 5,
                "attractive": True,
                "coupling": 0.7,
                "field": 0.1,
                "seed": 2**32 - 1,
            },
            "fff81e973b7bb0c94fbcefad2180c6af16c951b2574d3ac9374407db3f0013a1",
        ),
    ],
)
def test_the_numbers_never_change(values, digest):
    assert grid(**values).digest == digest


def test_seeds_differ_and_repeat():
    assert grid(seed=1).digest == grid(seed=1).digest
    assert grid(seed=1).digest != grid(seed=2).digest


def test_couplings_fill_their_range():
    mixed, attractive = (
        parts(grid(rows=30, cols=30)),
        parts(grid(rows=30, cols=30, attractive=True)),
    )
    assert -2 <= mixed.min() < -1.9
    assert 1.9 < mixed.max() <= 2
    assert 0 <= attractive.min() < 0.1
    assert 1.9 < attractive.max() <= 2
    assert np.allclose(attractive, (mixed + 2) / 2)


def test_coupling_and_field_scale_a_fixed_pattern():
    assert np.allclose(parts(grid(coupling=4)), 2 * parts(grid()))
    assert np.allclose(parts(grid(field=3)), parts(grid()))
    assert all(not f.log_table.any() for f in grid(coupling=0, field=0).factors)


@pytest.mark.parametrize(
    ("rows", "cols", "count"),
    [
        (1, 1, 0),
        (1, 2, 1),
        (2, 1, 1),
        (1, 3, 3),
        (2, 2, 4),
        (2, 3, 9),
        (3, 2, 9),
        (3, 3, 18),
        (4, 5, 40),
    ],
)
def test_a_torus_has_no_edge_twice_and_none_to_itself(rows, cols, count):
    found = edges(grid(rows=rows, cols=cols, wrap=True))
    pairs = {frozenset(scope) for scope in found if len(scope) == 2}
    assert len(pairs) == count
    assert len(found) == max(count, 1)


def test_every_variable_of_a_torus_has_four_neighbours():
    ends = np.array(edges(grid(rows=3, cols=4, wrap=True)))
    assert np.bincount(ends.ravel()).tolist() == [4] * 12
    assert {(0, 3), (0, 8)} <= {tuple(sorted(pair)) for pair in ends.tolist()}


def test_a_single_variable_keeps_its_field():
    model = grid(rows=1, cols=1, field=1.0)
    assert edges(model) == [(0,)]
    expected = 2 * np.random.Generator(np.random.PCG64(0)).random(2) - 1
    assert np.array_equal(model.factors[0].log_table, expected)


def test_it_is_a_plug_in_with_checked_parameters():
    generator = registry.get("generator", "grid")
    assert generator(rows=3, cols="4", seed=5).digest == grid(rows=3, cols=4, seed=5).digest
    with pytest.raises(ModelError, match="rows must lie between 1 and 300, not 0"):
        generator(rows=0)
    with pytest.raises(ModelError, match="states must be a whole number from 2 to 10, not 'two'"):
        generator(states="two")
    with pytest.raises(
        ModelError,
        match="has no parameter 'size'; it takes: rows, cols, states, coupling, field, "
        "attractive, wrap, seed",
    ):
        generator(size=3)
