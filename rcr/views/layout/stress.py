"""A drawing of a connected graph in which distances on the page follow distances in the graph, in
a second for some thousand nodes.

Distances to all nodes are too many, so each node minds those to some pivots and to its
neighbours: a start by classical scaling on the pivots (Brandes and Pich 2006), then the stress
of these distances is lowered step by step (Ortmann, Klimenta and Brandes 2017).
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

MIN_PIVOTS, MAX_PIVOTS = 40, 120  # fewer where there are many nodes
MAX_DISTANCES = 100_000  # nodes times pivots
STRESS_STEPS = 50
STEP_SHARE = 0.7  # of the way to its best place is what a node goes, since all move at once


def stress_layout(n: int, ends: np.ndarray) -> np.ndarray:
    """Points of n nodes joined by lines (pairs of nodes) of length about 1; the same graph always
    gets the same picture.
    """
    line = csr_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(n, n))
    pivots, far = _pivots(line, min(n, max(MIN_PIVOTS, min(MAX_PIVOTS, MAX_DISTANCES // n))))
    points = _spiral(n) + _scaled(far)
    with np.errstate(divide="ignore"):
        weight = np.where(far > 0, far**-2.0, 0.0) * n / len(pivots)
    pull = weight * far
    total = weight.sum(axis=1) + np.bincount(ends.ravel(), minlength=n)
    for _ in range(STRESS_STEPS):
        wanted = _towards_pivots(points, pivots, weight, pull)
        a, b = points[ends[:, 0]], points[ends[:, 1]]
        unit = (a - b) / np.maximum(np.linalg.norm(a - b, axis=1, keepdims=True), 1e-9)
        np.add.at(wanted, ends[:, 0], b + unit)
        np.add.at(wanted, ends[:, 1], a - unit)
        points = points + STEP_SHARE * (wanted / total[:, None] - points)
    return _lying(points)


def _pivots(line: csr_array, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes far from each other, and the distances of every node (rows) to each of them."""
    chosen, far = [0], []
    nearest = np.full(line.shape[0], np.inf)
    while True:
        far.append(dijkstra(line, directed=False, indices=chosen[-1], unweighted=True))
        nearest = np.minimum(nearest, far[-1])
        if len(chosen) == count:
            return np.array(chosen), np.stack(far, axis=1)
        chosen.append(int(np.argmax(nearest)))


def _scaled(far: np.ndarray) -> np.ndarray:
    """Classical scaling: the two directions in which the distances spread most."""
    square = far**2
    centred = -0.5 * (
        square - square.mean(axis=0) - square.mean(axis=1, keepdims=True) + square.mean()
    )
    _, directions = np.linalg.eigh(centred.T @ centred)
    points = (
        centred @ directions[:, -1:-3:-1] if far.shape[1] > 1 else np.column_stack([far, far * 0])
    )
    points = points * np.where(
        points[np.argmax(np.abs(points), axis=0), [0, 1]] < 0, -1, 1
    )  # a direction has no sign of its own
    size = np.sqrt((points**2).sum(axis=1).mean())
    return points * (np.sqrt(square.mean() / 2) / size) if size > 0 else points


def _spiral(n: int) -> np.ndarray:
    """A little of everything, so that no two nodes start in the same place."""
    turn, out = 2.4 * np.arange(n), 0.3 * np.sqrt((np.arange(n) + 1) / n)
    return np.column_stack([out * np.cos(turn), out * np.sin(turn)])


def _towards_pivots(
    points: np.ndarray, pivots: np.ndarray, weight: np.ndarray, pull: np.ndarray
) -> np.ndarray:
    """For each node, the weighted sum of the places at the right distance from each pivot, in the
    direction where it is now.
    """
    across = [points[:, d, None] - points[None, pivots, d] for d in (0, 1)]
    share = pull / np.maximum(np.hypot(*across), 1e-9)
    result: np.ndarray = weight @ points[pivots] + np.column_stack(
        [np.einsum("ij,ij->i", share, away) for away in across]
    )
    return result


def _lying(points: np.ndarray) -> np.ndarray:
    """Turned so that the longer side is across: screens are wide."""
    centred = points - points.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    turned = centred @ directions[:, ::-1]
    signs: np.ndarray = np.where(turned[np.argmax(np.abs(turned), axis=0), [0, 1]] < 0, -1, 1)
    placed: np.ndarray = turned * signs
    return placed
