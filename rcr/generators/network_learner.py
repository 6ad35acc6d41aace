"""Learning a Bayesian network of bounded treewidth from 0/1 data: variables in order, BIC, parents
inside a growing k-tree.

The moral graph of the network stays inside a k-tree that grows with it: the parents of a new
variable are a subset of one of the tree's cliques of k, and the variable together with that
clique becomes a new clique (bounded treewidth as in Elidan and Gould 2008, with the order given
by the genome). BIC scores are whole numbers, so ties are ties on every machine.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from rcr.generators._portable import MAX_BYTES, logarithms
from rcr.machine.memory import allowed
from rcr.model import Factor, Model, ModelError, Variable
from rcr.text.numbers import human_bytes

_SCORE_UNITS = 2.0**32  # scores count multiples of 1/_SCORE_UNITS


def learn_network(
    data: np.ndarray,
    *,
    treewidth: int = 3,
    smoothing: float = 1.0,
    reach: int = 12,
    names: list[str] | None = None,
    name: str = "network",
) -> Model:
    """A network over the columns of a 0/1 matrix, each with the parents of best BIC among cliques
    of the growing k-tree.

    Parents lie at most ``reach`` columns back. Tables are the observed shares with
    ``smoothing`` imagined rows spread evenly over the cells of each family (a Dirichlet prior
    of that weight).
    """
    data = np.asarray(data)
    if data.ndim != 2 or not data.size or not np.isin(data, (0, 1)).all():
        raise ModelError(
            "the data to learn from must be a table of 0 and 1 with at least one row and one column"
        )
    if not smoothing > 0:
        raise ModelError(
            f"smoothing must be above 0, not {smoothing}: a row that was never seen would "
            "have no probabilities"
        )
    families = learn_parents(data, treewidth, reach)
    factors = [
        Factor((*parents, v), _table(data, (*parents, v), smoothing))
        for v, parents in enumerate(families)
    ]
    labels = names or [f"site{v}" for v in range(data.shape[1])]
    return Model(
        tuple(Variable.numbered(label, 2) for label in labels),
        tuple(factors),
        kind="BAYES",
        name=name,
    )


def learn_parents(data: np.ndarray, treewidth: int, reach: int) -> list[tuple[int, ...]]:
    """The parents of each column, all of them before it."""
    _refuse(len(data), treewidth, reach)
    scores = _Scores(data)
    cliques: list[tuple[int, ...]] = [()]  # members in ascending order
    families = []
    for v in range(data.shape[1]):
        scores.forget(v - reach)
        near = [c for c in cliques if not c or c[-1] >= v - reach]
        parents = scores.best(v, _candidates(near, v - reach, treewidth))
        home = max((c for c in near if set(parents) <= set(c)), key=lambda c: c[::-1])
        if (
            len(home) > treewidth
        ):  # only k of the k + 1 members go on: the oldest that is no parent stays behind
            oldest = next(u for u in home if u not in parents)
            home = tuple(u for u in home if u != oldest)
        cliques.append((*home, v))
        families.append(parents)
    return families


def _refuse(rows: int, treewidth: int, reach: int) -> None:
    """Refuse data whose configurations would not fit: a mask of the rows for each, of each subset
    of the cliques in reach.
    """
    size = 3 * (reach + 1) * 4**treewidth * rows // 8
    if size > (limit := allowed(MAX_BYTES)):
        raise ModelError(
            f"learning with treewidth {treewidth} from {rows:,} rows would take about "
            f"{human_bytes(size)}, more than the limit of {human_bytes(limit)}; "
            "choose a smaller treewidth "
            "or fewer rows"
        )


def _candidates(
    cliques: list[tuple[int, ...]], earliest: int, treewidth: int
) -> list[tuple[int, ...]]:
    """Sets of possible parents: smaller ones first, and among equals the ones that reach furthest
    right.
    """
    found: set[tuple[int, ...]] = set()
    for clique in cliques:
        usable = [u for u in clique if u >= earliest]
        for size in range(min(treewidth, len(usable)) + 1):
            found.update(combinations(usable, size))
    return sorted(found, key=lambda s: (len(s), [-u for u in reversed(s)]))


class _Scores:
    """BIC of a column given other columns, from counts of packed bits."""

    def __init__(self, data: np.ndarray) -> None:
        rows, columns = data.shape
        padded = np.zeros((columns, -(-rows // 64) * 64), dtype=np.uint8)
        padded[:, :rows] = data.T
        self._ones = np.packbits(padded, axis=1).view(np.uint64)
        everyone = np.packbits(np.arange(padded.shape[1]) < rows).view(np.uint64)
        self._masks: dict[tuple[int, ...], np.ndarray] = {(): everyone[None]}
        n = np.arange(1, rows + 1)
        n_log_n = np.rint(n * logarithms(n) * _SCORE_UNITS)
        self._n_log_n = np.concatenate([[0], n_log_n]).astype(np.int64)
        price = np.rint(logarithms(float(rows)) / 2 * _SCORE_UNITS)
        self._price = int(price)  # of one free parameter

    def _mask(self, columns: tuple[int, ...]) -> np.ndarray:
        """For each configuration of the columns the rows that have it, as bits."""
        if columns not in self._masks:
            rest, ones = self._mask(columns[:-1]), self._ones[columns[-1]]
            self._masks[columns] = np.concatenate([rest & ones, rest & ~ones])
        return self._masks[columns]

    def forget(self, earliest: int) -> None:
        """Drop what is kept about columns before this one."""
        self._masks = {
            columns: mask
            for columns, mask in self._masks.items()
            if not columns or columns[0] >= earliest
        }

    def best(self, v: int, candidates: list[tuple[int, ...]]) -> tuple[int, ...]:
        """The first of the candidates with the highest score."""
        masks = [self._mask(c) for c in candidates]
        starts = np.cumsum([0, *map(len, masks)])[:-1]
        rows = np.concatenate(masks)
        having = np.bitwise_count(rows).sum(axis=1, dtype=np.int64)
        ones = np.bitwise_count(rows & self._ones[v]).sum(axis=1, dtype=np.int64)
        g = self._n_log_n
        likelihood = np.add.reduceat(g[ones] + g[having - ones] - g[having], starts)
        score = likelihood - self._price * np.array([len(m) for m in masks])
        return candidates[int(np.argmax(score))]


def _table(data: np.ndarray, family: tuple[int, ...], smoothing: float) -> np.ndarray:
    """log P(last column | the others): (count + a) / (count of the row + 2a), a = smoothing /
    number of cells.
    """
    shape = (2,) * len(family)
    cells = np.ravel_multi_index(tuple(data[:, u].astype(np.int64) for u in family), shape)
    counts = np.bincount(cells, minlength=2 ** len(family)).reshape(shape)
    share = smoothing / counts.size
    return logarithms((counts + share) / (counts.sum(axis=-1, keepdims=True) + 2 * share))
