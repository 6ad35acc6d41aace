"""Distances on the page follow distances in the graph."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist

from rcr.views.layout.stress import stress_layout
from tests.haste import slow_after_the_first


def laid_out(graph: nx.Graph) -> np.ndarray:
    return stress_layout(len(graph), np.array([sorted(edge) for edge in graph.edges]))


def stress(graph: nx.Graph, points: np.ndarray) -> float:
    """The mean square of the relative errors of all distances."""
    wanted = np.array(
        [
            length
            for a, row in sorted(nx.shortest_path_length(graph))
            for b, length in sorted(row.items())
            if b > a
        ]
    )
    return float(np.mean((pdist(points) / wanted - 1) ** 2))


GRAPHS = {
    "path": (nx.path_graph(60), 0.01),
    "cycle": (nx.cycle_graph(60), 0.06),
    "grid": (nx.convert_node_labels_to_integers(nx.grid_2d_graph(8, 12)), 0.06),
    "tree": (nx.balanced_tree(3, 4), 0.12),
    "star": (nx.star_graph(30), 0.2),
    "more nodes than pivots": (nx.convert_node_labels_to_integers(nx.grid_2d_graph(20, 25)), 0.06),
}


@pytest.mark.parametrize("name", slow_after_the_first(GRAPHS))
def test_the_distances_are_nearly_right(name):
    graph, bound = GRAPHS[name]
    assert stress(graph, laid_out(graph)) < bound


def test_a_wide_graph_lies_down():
    width, height = np.ptp(laid_out(GRAPHS["grid"][0]), axis=0)
    assert width > 1.2 * height


@settings(deadline=None)
@given(st.integers(2, 25), st.integers(0, 2**32 - 1))
def test_any_connected_graph_gets_finite_points_always_the_same(n, seed):
    rng = np.random.default_rng(seed)
    ends = np.array(
        [(int(rng.integers(0, i)), i) for i in range(1, n)]
        + [(0, i) for i in range(2, n) if rng.random() < 0.2]
    )
    points = stress_layout(n, ends)
    assert points.shape == (n, 2)
    assert np.isfinite(points).all()
    assert (stress_layout(n, ends) == points).all()
