"""The junction trees that a run keeps: the same one again, the oldest gone first, and another
run's own.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from rcr.engines.cache import MEMORY_PARTS, KeptEngines
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.protocol import TooLarge
from rcr.generators.grid import grid
from rcr.relaxation import ClonedModel, Relaxation


def trees(max_bytes: int) -> KeptEngines[JunctionTree]:
    return KeptEngines(lambda r, near: JunctionTree(r, False, max_bytes, near), max_bytes)


@pytest.fixture
def relaxations() -> list[Relaxation]:
    """Of a small grid: nothing recovered, then the first constraint, then the first two, and so
    on.
    """
    cloned = ClonedModel(grid(rows=3, cols=3, seed=0))
    return [Relaxation(cloned, np.arange(len(cloned)) < n) for n in range(6)]


def test_the_same_constraints_give_the_same_tree(relaxations):
    kept = trees(1 << 30)
    first = kept[relaxations[0]]
    assert kept[relaxations[1]] is not first
    assert kept[Relaxation(relaxations[0].cloned, relaxations[0].recovered.copy())] is first


def test_the_longest_unused_go_first(relaxations):
    size = trees(1 << 30)[relaxations[-1]].cost.bytes  # the largest of them
    kept = trees(3 * MEMORY_PARTS * size)
    first = kept[relaxations[0]]
    for relaxation in relaxations[1:]:
        kept[relaxation]
        assert kept[relaxations[0]] is first  # it is used again and again
    alive = [relaxation for relaxation in relaxations if kept.get(relaxation) is not None]
    assert relaxations[0] in alive
    assert relaxations[-1] in alive
    assert relaxations[1] not in alive


def test_what_passes_the_limit_is_refused_and_nothing_is_lost(relaxations):
    kept = trees(trees(1 << 30)[relaxations[0]].cost.bytes)
    first = kept[relaxations[0]]
    everything = Relaxation.everything(relaxations[0].cloned)
    with pytest.raises(TooLarge):
        kept[everything]
    assert kept[relaxations[0]] is first
    assert kept.get(everything) is None


def test_a_copy_goes_its_own_way(relaxations):
    kept = trees(1 << 30)
    first = kept[relaxations[0]]
    other = kept.copy()
    other[relaxations[1]]
    assert other[relaxations[0]] is first
    assert kept.get(relaxations[1]) is None


@pytest.mark.slow
@pytest.mark.usefixtures("hasty_threads")
def test_threads_may_share_them(relaxations):
    kept = trees(2 * MEMORY_PARTS * trees(1 << 30)[relaxations[-1]].cost.bytes)

    def use(first: int) -> None:
        for n in range(1000):
            asked = relaxations[(first + n) % len(relaxations)]
            assert kept[asked].relaxation.count == asked.count
            assert 0 < kept.copy().bytes < kept.max_bytes

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(use, range(4)))
