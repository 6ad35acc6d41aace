"""Two contestants on the same models: who is better, by how much, and if it is more than noise.

The paired test is Wilcoxon's signed-rank test; with several pairs of contestants its p-values are
corrected after Holm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import rankdata

from rcr.compare.common_models import instance
from rcr.compare.measures import comparable, contestants, value

MAX_P_VALUE = 0.05  # a p-value above this is no evidence


@dataclass(frozen=True)
class Duel:
    """Two contestants on the same models: how often each was better, by how much, and the p-value
    of the difference.
    """

    better: str
    worse: str
    wins: int
    losses: int
    ties: int
    difference: float  # median of worse − better over the pairs
    ratio: float  # median of worse / better
    p: float
    among: int = 1  # pairs of contestants that the p-value is corrected for

    @property
    def real(self) -> bool:
        return self.p <= MAX_P_VALUE


def duels(summaries: Sequence[Mapping[str, Any]], measure: str) -> list[Duel]:
    """Every pair of contestants that met on the same models, p-values corrected after Holm."""
    summaries = comparable(summaries, measure)
    by_game = {(s["contestant"], *instance(s)): value(s, measure) for s in summaries}
    instances = list(dict.fromkeys(map(instance, summaries)))
    found = []
    for a, b in combinations(contestants(summaries), 2):
        met = [i for i in instances if (a, *i) in by_game and (b, *i) in by_game]
        if met:
            found.append(
                _duel(
                    a,
                    b,
                    np.array([by_game[a, *i] for i in met]),
                    np.array([by_game[b, *i] for i in met]),
                )
            )
    order, least = sorted(range(len(found)), key=lambda i: found[i].p), 0.0
    corrected = dict[int, float]()
    for rank, i in enumerate(order):
        corrected[i] = least = max(least, min(1.0, found[i].p * (len(found) - rank)))
    return [replace(duel, p=corrected[i], among=len(found)) for i, duel in enumerate(found)]


def _duel(a: str, b: str, x: np.ndarray, y: np.ndarray) -> Duel:
    with np.errstate(invalid="ignore", divide="ignore"):
        difference = np.where(x == y, 0.0, y - x)
        ratio = np.where(x == y, 1.0, y / x)
    wins, losses = int((difference > 0).sum()), int((difference < 0).sum())
    if losses > wins:
        return _duel(b, a, y, x)
    p = signed_rank(difference[difference != 0])
    return Duel(
        a,
        b,
        wins,
        losses,
        len(x) - wins - losses,
        float(np.median(difference)),
        float(np.median(ratio)),
        p,
    )


def signed_rank(differences: np.ndarray) -> float:
    """The two-sided p-value of Wilcoxon's signed-rank test, from the exact law also where ranks
    are tied; infinite ones rank highest.

    scipy's test is the same without ties; with them it draws thousands of permutations or falls
    back on the normal law.
    """
    twice = np.rint(2 * rankdata(np.abs(differences))).astype(int)  # tied ranks are halves
    law = np.ones(1)
    for rank in twice:  # each rank counts for one side or the other, as a coin falls
        law = (np.pad(law, (0, rank)) + np.pad(law, (rank, 0))) / 2
    smaller = min(twice[differences > 0].sum(), twice[differences < 0].sum())
    return min(1.0, 2 * float(law[: smaller + 1].sum()))
