"""The search for clusters: promises that are kept, cycles that are frustrated and as strong as
any.
"""

from itertools import combinations, pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.model import Factor, Model, Variable
from rcr.peers.clusters.beliefs import pair_beliefs
from rcr.peers.clusters.cycles import frustrated_cycles, projection_graph
from rcr.peers.clusters.regions import TRIPLETS, add_cycle, price, with_room
from rcr.peers.clusters.triplets import best_triplets
from rcr.peers.clusters.updates import bound, sweep, update_triplet
from rcr.peers.mplp import MPLP
from tests.strategies import seeds

some = settings(max_examples=60, deadline=None)


def pairwise_model(number, n, cards=(2,), density=0.6, scale=1.0):
    """Random couplings on some pairs of n variables."""
    rng = np.random.default_rng(number)
    card = rng.choice(cards, size=n)
    edges = [e for e in combinations(range(n), 2) if rng.random() < density] or [(0, 1)]
    tables = [scale * rng.normal(size=card[list(e)]) for e in edges]
    return Model(
        tuple(Variable.numbered(f"x{v}", int(d)) for v, d in enumerate(card)),
        tuple(map(Factor, edges, tables)),
    )


def swept(model, sweeps):
    """The regions of a model after some sweeps."""
    regions = MPLP(model).relaxation.regions
    for _ in range(sweeps):
        sweep(regions)
    return regions


@some
@given(number=seeds, sweeps=st.integers(1, 30))
def test_a_triplet_keeps_its_promise(number, sweeps):
    regions = swept(pairwise_model(number, 6, cards=(2, 3)), sweeps)
    promises, triplets = best_triplets(regions, pair_beliefs(regions), 4, 1e-9)
    assert (np.diff(promises) <= 0).all()
    for promise, triplet in zip(promises, triplets, strict=True):
        apex, new, entries = price(regions, triplet)
        assert (apex, new) == (0, 1)
        before = bound(regions)
        wider = with_room(regions, 3, 1, int(entries))
        wider = wider._replace(
            pair=wider.pair.copy(), table=wider.table.copy(), used=wider.used.copy()
        )
        add_cycle(wider, triplet, apex)
        assert bound(wider) == pytest.approx(before), "an empty cluster changes nothing"
        update_triplet(wider, int(wider.used[TRIPLETS]) - 1)
        assert before - bound(wider) == pytest.approx(promise, abs=1e-9)


@some
@given(number=seeds)
def test_the_best_triplets_are_the_best(number):
    regions = swept(pairwise_model(number, 7), 10)
    beliefs = pair_beliefs(regions)
    every, _ = best_triplets(regions, beliefs, 35, 1e-9)
    few, _ = best_triplets(regions, beliefs, 3, 1e-9)
    assert few.tolist() == every[:3].tolist()


def edges_of(graph):
    """Signed edges between variables, for binary models: {pair: (odd, size)}."""
    return {
        frozenset(graph.node_var[list(ends)].tolist()): (bool(odd), float(size))
        for ends, odd, size in zip(graph.ends, graph.odd, graph.size, strict=True)
    }


@some
@given(number=seeds, sweeps=st.integers(0, 20))
def test_frustrated_cycles(number, sweeps):
    """Every cycle has an odd number of odd edges and the promised weakest one; the first is as
    strong as any odd cycle there is.
    """
    regions = swept(pairwise_model(number, 6), sweeps)
    graph = projection_graph(regions, pair_beliefs(regions), 1e-9)
    signed = edges_of(graph)
    promises, starts, cycles = frustrated_cycles(regions, graph, 50)
    for promise, start, end in zip(promises, starts[:-1], starts[1:], strict=True):
        cycle = cycles[start:end].tolist()
        around = [signed[frozenset(e)] for e in pairwise([*cycle, cycle[0]])]
        assert len(set(cycle)) == len(cycle) >= 3
        assert sum(odd for odd, _ in around) % 2 == 1
        assert min(size for _, size in around) == pytest.approx(promise)
    assert (np.diff(promises) <= 0).all()
    plain = nx.Graph([tuple(e) for e in signed])
    odd_cycles = [
        min(signed[frozenset(e)][1] for e in pairwise([*c, c[0]]))
        for c in nx.simple_cycles(plain)
        if sum(signed[frozenset(e)][0] for e in pairwise([*c, c[0]])) % 2
    ]
    assert len(promises) == 0 if not odd_cycles else promises[0] == pytest.approx(max(odd_cycles))


@some
@given(number=seeds)
def test_edges_of_the_projection_graph(number):
    """With more than two states: each state against the rest, compared with the definition."""
    model = pairwise_model(number, 3, cards=(1, 2, 3, 4))
    regions = swept(model, 3)
    beliefs = pair_beliefs(regions)
    graph = projection_graph(regions, beliefs, 0.0)
    expected = []
    for p in range(len(beliefs.high)):
        i, j = regions.pair[p, :2]
        d, e = model.cards[[i, j]]
        b = beliefs.table[beliefs.at[p] : beliefs.at[p + 1]].reshape(d, e)
        for x in range(d if d > 2 else d - 1):
            for y in range(e if e > 2 else e - 1):
                alike = (np.arange(d) == x)[:, None] == (np.arange(e) == y)
                expected.append(b[alike].max() - b[~alike].max())
    assert sorted(np.where(graph.odd, -graph.size, graph.size)) == pytest.approx(sorted(expected))
    assert (np.diff(graph.size) <= 0).all()


@pytest.mark.parametrize("n", [3, 4, 7])
def test_a_cycle_becomes_a_fan_of_triplets(n):
    ring = [(v, (v + 1) % n) for v in range(n)]
    model = Model(
        tuple(Variable.numbered(f"x{v}", 2 + v % 2) for v in range(n)),
        tuple(Factor(e, np.zeros([2 + v % 2 for v in e])) for e in ring),
    )
    regions = MPLP(model).relaxation.regions
    cycle = np.arange(n)
    apex, new, entries = price(regions, cycle)
    used = regions.used.copy()
    regions = with_room(regions, n, new, int(entries))
    add_cycle(regions, cycle, apex)
    assert new == n - 2
    assert (regions.used - used).tolist() == [n - 3, n - 2, entries]
    assert price(regions, cycle)[1:] == (0, 0.0), "nothing is added twice"
    before = regions.used.copy()
    add_cycle(regions, cycle, apex)
    assert (regions.used == before).all()
