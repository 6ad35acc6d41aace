"""Any other model by springs: each connected part on its own."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
from scipy.spatial import cKDTree

from rcr.views.layout.places import UNIT, Layout, Point, Scopes
from rcr.views.layout.shelves import side_by_side
from rcr.views.layout.stress import stress_layout


def springs_layout(variables: Sequence[int], scopes: Scopes) -> Layout:
    """The connected parts, each drawn by springs, side by side from the largest to the smallest."""
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(("v", v) for v in variables)
    graph.add_edges_from((("v", v), ("f", f)) for f, scope in scopes.items() for v in scope)
    parts = sorted(nx.connected_components(graph), key=lambda part: (-len(part), min(part)))
    drawn = [_part(graph.subgraph(sorted(part))) for part in parts]
    place = side_by_side(drawn)
    return Layout(
        "springs",
        {v: place["v", v] for v in variables},
        {f: place["f", f] for f in scopes},
    )


def _part(graph: nx.Graph) -> dict[tuple[str, int], Point]:
    """One connected part, its lines about half a unit long and no two nodes on top of each
    other.
    """
    nodes = sorted(graph)
    if len(nodes) == 1:
        return {nodes[0]: (0.0, 0.0)}
    index = {node: i for i, node in enumerate(nodes)}
    ends = np.array(
        sorted(sorted((index[a], index[b])) for a, b in graph.edges)
    )  # a graph iterates in the order of a set
    points = stress_layout(len(nodes), ends)
    lengths = np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1)
    points *= 0.7 * UNIT / max(float(np.median(lengths)), 1e-9)
    points = _spread(points, 0.5 * UNIT)
    points = points - points.min(axis=0)
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, points, strict=True)}


def _spread(points: np.ndarray, room: float) -> np.ndarray:
    """Push apart what is closer than ``room``, in a few rounds."""
    angle = np.arange(len(points)) * 2.4
    points = points + 1e-3 * np.stack(
        [np.cos(angle), np.sin(angle)], axis=1
    )  # two nodes in one place need a direction to part in
    for _ in range(60):
        pairs = cKDTree(points).query_pairs(room, output_type="ndarray")
        if not len(pairs):
            break
        gap = points[pairs[:, 0]] - points[pairs[:, 1]]
        distance = np.linalg.norm(gap, axis=1, keepdims=True)
        push = 0.35 * (room - distance) * gap / distance
        np.add.at(points, pairs[:, 0], push)
        np.add.at(points, pairs[:, 1], -push)
    return points
