"""Orders of elimination: cheap, the same for the same graph, and given up where they must be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import generate
from rcr.engines.junction_tree import JunctionTree, plan, plan_within
from rcr.relaxation import ClonedModel, Relaxation
from tests.oracle import exact
from tests.strategies import models


def everything(size: int, seed: int = 0) -> Relaxation:
    return Relaxation.everything(ClonedModel(generate("grid", rows=size, cols=size, seed=seed)))


@pytest.mark.parametrize(("size", "width", "entries"), [(6, 7, 2_000), (10, 12, 32_000)])
def test_a_grid_is_hardly_wider_than_its_side(size: int, width: int, entries: int) -> None:
    """Min-fill alone ends at width 13 and 47,000 entries on the larger one."""
    cost = plan(everything(size)).cost
    assert cost.treewidth <= width
    assert cost.table_entries <= entries


def test_a_front_moves_through_a_larger_grid() -> None:
    assert plan(everything(20)).cost.treewidth == 20


@settings(max_examples=60, deadline=None)
@given(model=models(), data=st.data())
def test_an_order_is_complete_and_does_not_depend_on_the_way(model, data) -> None:
    cloned = ClonedModel(model)
    mask = data.draw(st.lists(st.booleans(), min_size=len(cloned), max_size=len(cloned)))
    other = data.draw(st.lists(st.booleans(), min_size=len(cloned), max_size=len(cloned)))
    relaxation = Relaxation(cloned, np.array(mask, dtype=np.bool_))
    direct = plan(relaxation)
    by_way_of = plan(relaxation, plan(Relaxation(cloned, np.array(other, dtype=np.bool_))))
    for a, b in zip(direct.elimination, by_way_of.elimination, strict=True):
        np.testing.assert_array_equal(a, b)
    assert direct.elimination.position.min(initial=0) >= 0


@settings(max_examples=60, deadline=None)
@given(model=models())
def test_the_value_along_any_order_is_exact(model) -> None:
    cloned = ClonedModel(model)
    engine = JunctionTree(Relaxation.everything(cloned))
    assert engine.value(cloned.ground.no_theta()) == pytest.approx(exact(model), abs=1e-9)


def test_a_plan_is_found_within_the_memory_or_given_up() -> None:
    relaxation = everything(10)
    needed = plan(relaxation).cost.bytes
    found = plan_within(relaxation, needed)
    assert found is not None
    assert found.cost.bytes <= needed
    assert plan_within(relaxation, needed // 8) is None
    assert plan_within(everything(60), 1 << 30) is None
