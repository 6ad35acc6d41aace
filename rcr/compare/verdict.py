"""Who wins a comparison, in a sentence."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rcr.compare.duels import Duel, duels
from rcr.compare.measures import MEASURES, medians
from rcr.text.words import counted


def verdict(
    summaries: Sequence[Mapping[str, Any]],
    measure: str,
    short: bool = False,
    pair: Collection[str] = (),
) -> str:
    """Who wins, against the runner-up or of a pair, in a sentence; a short one leaves out the score
    and the test.
    """
    found = {n: m for n, m in medians(summaries, measure).items() if n in pair or not pair}
    ranking = sorted(found.items(), key=lambda one: (one[1].value, one[0]))
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
        where = "the only model" if pairs == 1 else f"all {pairs} models"
        return f"{what}: {first} and {second} are equal on {where}, median {show(best.value)}."
    neither = f", neither on {duel.ties}" if duel.ties else ""
    score = (
        f"{duel.better} was better on {duel.wins} of {counted(pairs, 'model')}, {duel.worse} on "
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
    verb = "is" if pairs == 1 else "are"
    few = f", and {pairs} {verb} too few to tell" if pairs < 6 else ""
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
