"""Grids look like grids, chains like lines, nothing lies on top of anything else, and the same
model is always drawn alike.
"""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest

from rcr import generate
from rcr.model import Factor, Model, Variable
from rcr.models.samples import samples
from rcr.views.layout import lay_out
from rcr.views.layout.places import UNIT, Layout, along


def model_of(n: int, scopes: list[tuple[int, ...]], kind: str = "MARKOV") -> Model:
    factors = tuple(Factor(scope, np.zeros((2,) * len(scope))) for scope in scopes)
    return Model(tuple(Variable.numbered(f"X{v}", 2) for v in range(n)), factors, kind=kind)


def drawn(model: Model) -> Layout:
    scopes = {f: factor.scope for f, factor in enumerate(model.factors) if len(factor.scope) >= 2}
    return lay_out(model, range(len(model.variables)), scopes)


def nearest(layout: Layout) -> float:
    points = [*layout.variables.values(), *layout.factors.values()]
    return min(math.dist(a, b) for a, b in combinations(points, 2))


RANDOM = model_of(
    15,
    sorted(
        {
            (min(p), max(p))
            for v in range(15)
            for p in [(v, (v * v + 4) % 15), (v, (3 * v + 1) % 15)]
            if p[0] != p[1]
        }
    ),
)
MODELS = {
    "grid": generate("grid", rows=4, cols=5),
    "torus": generate("grid", rows=4, cols=5, wrap=True),
    "chain": model_of(20, list(pairwise(range(20)))),
    "long": model_of(60, [(v, v + 1, v + 3) for v in range(57)]),
    "bayes": model_of(8, [(0,), (0, 1), (1, 2), (0, 2, 5), (3, 4), (4, 5, 7)], kind="BAYES"),
    "random": RANDOM,
    "parts": model_of(9, [(0, 1), (1, 2), (0, 2), (4, 7), (6, 3)]),
    "one dense factor, twice": model_of(4, [(0, 1, 2, 3), (0, 1, 2, 3)]),
}


def test_the_names_of_a_generated_grid_are_its_cells():
    layout = drawn(generate("grid", rows=3, cols=4))
    assert layout.kind == "grid"
    assert layout.variables[6] == (2 * UNIT, 1 * UNIT)
    assert layout.factors[0] == (0.5 * UNIT, 0.0)


@pytest.mark.parametrize(
    ("name", "cols"), [("frustrated-grid", 5), ("paper-grid", 10), ("three-state-grid", 6)]
)
def test_a_grid_without_names_is_recognised(name, cols):
    named = samples()[name].load()
    layout = drawn(model_of(len(named.variables), [f.scope for f in named.factors]))
    assert layout.kind == "grid"
    assert layout.variables[cols] == (0.0, UNIT)


def test_a_torus_without_names_is_recognised_and_closed_round_the_outside():
    named = generate("grid", rows=4, cols=5, wrap=True)
    layout = drawn(model_of(20, [f.scope for f in named.factors]))
    assert layout == drawn(named)
    outside = [f for f, (x, y) in layout.factors.items() if x > 4 * UNIT or y > 3 * UNIT]
    assert len(outside) == len(layout.bends) == 4 + 5


def test_a_chain_is_a_line_in_the_order_of_its_variables():
    layout = drawn(MODELS["chain"])
    assert layout.kind == "line"
    assert [layout.variables[v] for v in range(20)] == [(v * UNIT, 0.0) for v in range(20)]
    assert all(y == 0 for _, y in layout.factors.values())


def test_a_long_network_turns_at_the_border_and_stays_in_order():
    layout = drawn(MODELS["long"])
    assert layout.kind == "line"
    steps = [math.dist(layout.variables[v], layout.variables[v + 1]) for v in range(59)]
    assert set(steps) <= {UNIT, 2.6 * UNIT}
    assert layout.bends


def test_a_factor_stands_higher_the_further_it_reaches():
    layout = drawn(MODELS["bayes"])
    assert layout.kind == "line"
    assert layout.factors[3][1] < layout.factors[1][1] == 0


@pytest.mark.parametrize("name", MODELS)
def test_nothing_lies_on_top_of_anything_else(name):
    assert nearest(drawn(MODELS[name])) > 30


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_always_drawn_alike(name):
    assert drawn(MODELS[name]) == drawn(MODELS[name])


def test_anything_else_is_drawn_by_springs_and_its_parts_do_not_overlap():
    layout = drawn(MODELS["parts"])
    assert layout.kind == "springs"
    first, second = (layout.variables[v] for v in (0, 5))
    assert math.dist(first, second) > UNIT / 2


def test_a_model_without_factors_is_drawn():
    assert len(drawn(model_of(3, [])).variables) == 3


def test_along_a_bent_line():
    assert along((0, 0), None, (10, 0), 0.5) == (5, 0)
    assert along((0, 0), (5, 10), (10, 0), 0.5) == (5, 5)
