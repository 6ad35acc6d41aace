"""Predict, then reveal: what every cut edge is truly worth, and how good the chosen one was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rcr import ModelError
from rcr.course.language import Facts
from rcr.course.language.edges import FELT_IMPACT, having, properties_of
from rcr.course.language.vocabulary import vocabulary
from rcr.course.lesson import LARGEST, SMALLEST, WITH, EdgeAim

BY_IMPACT = EdgeAim(LARGEST, ("impact",))


@dataclass(frozen=True)
class Reveal:
    """What a prediction hid: what each cut edge is worth, its rank, and what the choice lost."""

    values: Mapping[str, float]
    ranks: Mapping[str, int]
    chosen: str
    lost: float

    @property
    def rank(self) -> int:
        """The rank of the chosen edge; 1 is the best."""
        return self.ranks[self.chosen]

    def best(self, accept: int = 1) -> tuple[str, ...]:
        """The edges among the best so many ranks."""
        return tuple(i for i, rank in self.ranks.items() if rank <= accept)


def edge_values(aim: EdgeAim, facts: Facts) -> dict[str, float]:
    """For every cut edge the quantity that decides, or 1 where it has the properties and 0
    elsewhere.
    """
    ids = [facts.run.cloned.constraints[k].id for k in facts.state.relaxation.relaxed]
    if aim.how == WITH:
        held = having(facts, properties_of(aim.words))[facts.state.relaxation.relaxed]
        return dict(zip(ids, held.astype(float).tolist(), strict=True))
    word = vocabulary()[aim.words[0]]
    return {i: float(word.ask(facts, [i])) for i in ids}


def reveal(aim: EdgeAim, facts: Facts, chosen: str) -> Reveal:
    """Reveal what was hidden; edges no more than ``FELT_IMPACT`` behind another share its rank."""
    return rank_edges(edge_values(aim, facts), chosen, smallest=aim.how == SMALLEST)


def rank_edges(values: Mapping[str, float], chosen: str, *, smallest: bool = False) -> Reveal:
    """The same for what every cut edge is worth: the largest is the best, or the smallest."""
    if chosen not in values:
        raise ModelError(f"choose a cut edge such as {next(iter(values), 'none')}, not {chosen!r}")
    merits = {i: -value if smallest else value for i, value in values.items()}
    ordered = np.sort(list(merits.values()))
    better = {
        i: len(ordered) - int(np.searchsorted(ordered, m + FELT_IMPACT, "right"))
        for i, m in merits.items()
    }
    ranks = {i: 1 + count for i, count in better.items()}
    return Reveal(values, ranks, chosen, float(ordered[-1]) - merits[chosen])


def separated(aim: EdgeAim, facts: Facts) -> bool:
    """Whether some edges are better than others, so that a prediction can be right or wrong."""
    values = edge_values(aim, facts).values()
    return bool(values) and max(values) - min(values) > FELT_IMPACT
