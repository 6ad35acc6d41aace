"""Simulated haplotypes: a sequentially Markov coalescent, the family tree of a sample as it
changes along a chromosome.

Walking along the chromosome, the tree of the sample changes at recombinations: one branch is
cut at a random height, and the lineage below the cut floats up until it meets another lineage
of the rest (McVean and Cardin 2005, the SMC). Mutations fall on branches between these events
and are inherited by all leaves below. Sites near one another share a tree, so their alleles go
together: linkage disequilibrium. Time is in units of 2N generations, so a pair of lineages
meets at rate 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rcr.generators._portable import logarithms, stream
from rcr.model import ModelError

MAX_EVENTS = 100_000  # mutations and recombinations; about 60 µs each, 200 µs with 2,000 haplotypes
_BLOCK_DRAWS = 1024


class Haplotypes(NamedTuple):
    """Alleles (rows haplotypes, columns sites, 1 is the mutated one) and the positions of the
    sites, in units of 1/θ.
    """

    alleles: np.ndarray
    positions: np.ndarray


def simulate_haplotypes(
    *,
    sites: int = 201,
    haplotypes: int = 200,
    recombination: float = 0.6,
    min_maf: float = 0.05,
    seed: int = 0,
) -> Haplotypes:
    """The first so many sites whose rarer allele has at least the share ``min_maf``;
    ``recombination`` is per mutation (ρ/θ).
    """
    least = max(1.0, min_maf * haplotypes)
    _refuse(sites, haplotypes, recombination, least)
    tree = _Tree(haplotypes, seed)
    alleles = np.zeros((haplotypes, sites), dtype=np.int8)
    positions = np.zeros(sites)
    found, position = 0, 0.0
    while found < sites:
        position += tree.wait() / (tree.length * (1 + recombination) / 2)
        if tree.uniform() * (1 + recombination) >= 1:
            tree.recombine()
        else:
            carriers = tree.mutate()
            if least <= len(carriers) <= haplotypes - least:
                alleles[carriers, found] = 1
                positions[found] = position
                found += 1
    return Haplotypes(alleles, positions)


def _refuse(sites: int, n: int, recombination: float, least: float) -> None:
    """Refuse what cannot be had or takes too long: a mutation is inherited by i of n leaves with a
    probability proportional to 1/i.
    """
    kept = sum(1 / i for i in range(1, n) if least <= i <= n - least)
    if not kept:
        raise ModelError(
            f"no share of {n} haplotypes lies between {least / n:g} and {1 - least / n:g}; "
            "lower min_maf or take another number"
        )
    events = sites * (1 + recombination) * sum(1 / i for i in range(1, n)) / kept
    if events > MAX_EVENTS:
        raise ModelError(
            f"this simulation would take about {events:,.0f} mutations and recombinations, "
            f"more than the limit of {MAX_EVENTS:,}; "
            "choose fewer sites, less recombination or a smaller min_maf"
        )


class _Tree:
    """The family tree of a sample: leaves 0 to n − 1, then the n − 1 nodes where two lineages
    meet.
    """

    def __init__(self, n: int, seed: int) -> None:
        self.n = n
        self._uniforms = _uniforms(seed)
        self.time = np.zeros(2 * n - 1)
        self.parent = np.full(2 * n - 1, -1)
        self.children = np.full((2 * n - 1, 2), -1)
        lineages, now = list(range(n)), 0.0
        for node in range(n, 2 * n - 1):
            k = len(lineages)
            now += self.wait() / (k * (k - 1) / 2)
            self.time[node] = now
            for side in range(2):
                i = int(self.uniform() * len(lineages))
                lineages[i], child = lineages[-1], lineages[i]
                lineages.pop()
                self._join(node, side, child)
            lineages.append(node)
        self._measure()

    def uniform(self) -> float:
        """A draw from U[0, 1)."""
        return next(self._uniforms)[0]

    def wait(self) -> float:
        """A draw from the exponential distribution of mean 1."""
        return next(self._uniforms)[1]

    def _join(self, parent: int, side: int, child: int) -> None:
        self.children[parent, side] = child
        self.parent[child] = parent

    def _replace(self, old: int, new: int) -> None:
        """Hang ``new`` where ``old`` hangs."""
        above = int(self.parent[old])
        self.parent[new] = above
        if above >= 0:
            self.children[above, int(self.children[above, 1] == old)] = new

    def _measure(self) -> None:
        above = np.where(
            self.parent >= 0, self.time[self.parent], self.time
        )  # nothing is above the root
        self._reach = np.cumsum(above - self.time)
        self.length = float(self._reach[-1])

    def _point(self) -> tuple[int, float]:
        """A random point of the tree: the node below it, and its height."""
        at = self.uniform() * self.length
        node = int(np.searchsorted(self._reach, at, side="right"))
        return node, float(self.time[node] + (at - (self._reach[node - 1] if node else 0.0)))

    def mutate(self) -> list[int]:
        """The leaves below a random point."""
        found, waiting = [], [self._point()[0]]
        while waiting:
            node = waiting.pop()
            if node < self.n:
                found.append(node)
            else:
                waiting += self.children[node].tolist()
        return found

    def recombine(self) -> None:
        """Cut at a random point; the lineage below it meets a random one of the others."""
        node, height = self._point()
        joint = int(self.parent[node])  # the point is on a branch, so there is one
        sibling = int(self.children[joint, int(self.children[joint, 0] == node)])
        self._replace(joint, sibling)
        self.parent[[node, joint]] = -2  # neither is part of the rest
        height = self._meeting(joint, height)
        above = np.where(
            self.parent >= 0, self.time[self.parent], np.where(self.parent == -1, np.inf, -1.0)
        )
        others = np.flatnonzero((self.time <= height) & (above > height))
        partner = int(others[int(self.uniform() * len(others))])
        self.time[joint] = height
        self._replace(partner, joint)
        self._join(joint, 0, partner)
        self._join(joint, 1, node)
        self._measure()

    def _meeting(self, joint: int, height: float) -> float:
        """When a lineage that floats from ``height`` meets one of the rest: at rate k while there
        are k of them.
        """
        meetings = np.sort(np.delete(self.time[self.n :], joint - self.n))
        passed = int(np.searchsorted(meetings, height, side="right"))
        left = self.wait()
        for upper in meetings[passed:].tolist():
            lineages = self.n - 1 - passed
            if left < lineages * (upper - height):
                return height + left / lineages
            left -= lineages * (upper - height)
            height, passed = upper, passed + 1
        return height + left  # one lineage is left above the root of the rest


def _uniforms(seed: int) -> Iterator[tuple[float, float]]:
    """Draws from U[0, 1), each with the exponential draw −ln(1 − u) that it stands for."""
    rng = stream(seed)
    while True:
        draws = rng.random(_BLOCK_DRAWS)
        yield from zip(draws.tolist(), (-logarithms(1 - draws)).tolist(), strict=True)
