"""Who wins a comparison, by how much, and whether it is more than noise: medians with intervals,
and a paired test.

What is not certified counts as worse than anything certified, so a contestant cannot win by
giving up. The interval of a median comes from the binomial law (order statistics; no assumption
on the distribution, and infinities are no trouble). The paired test is Wilcoxon's signed-rank
test; with several pairs of contestants its p-values are corrected after Holm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import binom, rankdata

CONFIDENCE = 0.95
NOISE = 0.05  # a p-value above this is no evidence
MEASURES = {
    "recovered": "recovered until certified",
    "cpu_seconds": "CPU seconds until certified",
    "gap": "final gap",
    "treewidth": "final treewidth, if certified",
}
CENSORED = (
    "recovered",
    "cpu_seconds",
    "treewidth",
)  # these mean nothing where the answer was not reached
NOT_ITS = {
    "recovered": "peer",
    "cpu_seconds": "run",
}  # a peer recovers nothing, it adds clusters; a run by hand has no such time
PER_INSTANCE = ("model", "seed")


@dataclass(frozen=True)
class Median:
    """The median of some numbers, an interval around it, and how sure the interval is."""

    value: float
    low: float
    high: float
    confidence: float
    count: int


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
        return self.p <= NOISE


def value(summary: Mapping[str, Any], measure: str) -> float:
    """One game's figure; less is better, infinite where the answer was not reached."""
    found, reached = summary[measure], summary["status"] in ("certified", "infeasible")
    if measure == "gap" and reached:
        return 0.0  # what is left is rounding
    return float(found) if found is not None and (reached or measure not in CENSORED) else math.inf


def median(values: Sequence[float], confidence: float = CONFIDENCE) -> Median:
    """With the narrowest pair of order statistics, equally far from both ends, that is sure
    enough; the extremes if none is.
    """
    if not values:
        return Median(math.nan, math.nan, math.nan, 0.0, 0)
    ordered = sorted(values)
    n = len(ordered)
    k = int(
        binom.ppf((1 - confidence) / 2, n, 0.5)
    )  # the largest k with P(fewer than k below the median) within the allowance
    middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
    k = max(k, 1)
    return Median(
        middle, ordered[k - 1], ordered[n - k], float(1 - 2 * binom.cdf(k - 1, n, 0.5)), n
    )


def comparable(summaries: Sequence[Mapping[str, Any]], measure: str) -> list[Mapping[str, Any]]:
    """The games of those for whom the measure means something."""
    return [s for s in summaries if s["kind"] != NOT_ITS.get(measure)]


def medians(summaries: Sequence[Mapping[str, Any]], measure: str) -> dict[str, Median]:
    """For each contestant."""
    shown = comparable(summaries, measure)
    return {
        name: median([value(s, measure) for s in shown if s["contestant"] == name])
        for name in _names(shown)
    }


def duels(summaries: Sequence[Mapping[str, Any]], measure: str) -> list[Duel]:
    """Every pair of contestants that met on the same models, p-values corrected after Holm."""
    summaries = comparable(summaries, measure)
    by_game = {
        (s["contestant"], *(s[key] for key in PER_INSTANCE)): value(s, measure) for s in summaries
    }
    instances = list(dict.fromkeys(tuple(s[key] for key in PER_INSTANCE) for s in summaries))
    found = []
    for a, b in combinations(_names(summaries), 2):
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


def verdict(summaries: Sequence[Mapping[str, Any]], measure: str, short: bool = False) -> str:
    """Who wins, against the runner-up, in a sentence; a short one leaves out the score and the
    test.
    """
    ranking = sorted(medians(summaries, measure).items(), key=lambda one: (one[1].value, one[0]))
    what = f"{MEASURES[measure][0].upper()}{MEASURES[measure][1:]}"
    if len(ranking) < 2:
        return f"{what}: there is nobody to compare with."
    (first, best), (second, next_best) = ranking[:2]
    if math.isinf(best.value):
        return f"{what}: no contestant certifies half of its models, so nobody wins."
    duel = next(
        (d for d in duels(summaries, measure) if {d.better, d.worse} == {first, second}), None
    )
    figures = f"median {show(best.value)} against {show(next_best.value)}"
    if duel is None:
        return f"{what}: {first} is ahead of {second}, {figures}, but they met on no common model."
    pairs = duel.wins + duel.losses + duel.ties
    if duel.ties == pairs:
        return (
            f"{what}: {first} and {second} are equal on all {pairs} models, median "
            f"{show(best.value)}."
        )
    neither = f", neither on {duel.ties}" if duel.ties else ""
    score = (
        f"{duel.better} was better on {duel.wins} of {pairs} models, {duel.worse} on "
        f"{duel.losses}{neither}"
    )
    beaten = duel.real and duel.better == first
    if short:
        lead = f"{first} {'beats' if beaten else 'is ahead of'} {second}"
        return (
            f"{what}: {lead}, {figures} ({'more than noise' if beaten else 'this may be noise'})."
        )
    corrected = f", corrected for {duel.among} pairs" if duel.among > 1 else ""
    test = f"Wilcoxon signed-rank p = {duel.p:.2g}{corrected}"
    if beaten:
        return (
            f"{what}: {first} beats {second}, {figures}{_by(measure, duel)}; {score} "
            f"({test}): more than noise."
        )
    few = f", and {pairs} are too few to tell" if pairs < 6 else ""
    lead = "ties with" if best.value == next_best.value else "is ahead of"
    return f"{what}: {first} {lead} {second}, {figures}; {score} ({test}): this may be noise{few}."


def _by(measure: str, duel: Duel) -> str:
    if measure == "cpu_seconds" and math.isfinite(duel.ratio):
        return f", {duel.ratio:.2g} times as fast in the median of the pairs"
    return (
        f", {show(duel.difference)} less in the median of the pairs"
        if math.isfinite(duel.difference)
        else ""
    )


def show(x: float) -> str:
    """A number as it stands in a sentence."""
    return (
        "not certified"
        if math.isinf(x)
        else "none"
        if math.isnan(x)
        else f"{x:.3g}"
        if abs(x) < 100
        else f"{x:,.0f}"
    )


def _names(summaries: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(s["contestant"] for s in summaries))
