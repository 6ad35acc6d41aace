"""Haplotype networks: the models of the paper's second experiment, from simulated haplotypes or
from your own.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._portable import Seed
from rcr.generators.coalescent import simulate_haplotypes
from rcr.generators.network_learner import learn_network
from rcr.model import Model, ModelError
from rcr.registry import Between, plugin


def data_and_network(
    given: np.ndarray | None = None,
    first: int = 0,
    *,
    sites: int = 201,
    haplotypes: int = 200,
    recombination: float = 0.6,
    min_maf: float = 0.05,
    treewidth: int = 3,
    smoothing: float = 1.0,
    seed: int = 0,
) -> tuple[np.ndarray, Model]:
    """Haplotypes (rows) at some sites (columns) and the network learned from them; a variable
    bears the number of its site.

    Simulated, or cut out of the ``given`` ones, from the site ``first`` on; ``haplotypes``,
    ``recombination`` and ``seed`` are of no concern then.
    """
    if given is None:
        data = simulate_haplotypes(
            sites=sites,
            haplotypes=haplotypes,
            recombination=recombination,
            min_maf=min_maf,
            seed=seed,
        ).alleles
        columns, name = np.arange(sites), f"haplotype-{sites}-s{seed}"
    else:
        columns, name = (
            select_sites(given, first, sites, min_maf),
            f"haplotype-{sites}-from-{first}",
        )
        data = given[:, columns]
    names = [f"site{column}" for column in columns.tolist()]
    return data, learn_network(
        data, treewidth=treewidth, smoothing=smoothing, names=names, name=name
    )


@plugin(
    "generator",
    effort=lambda p: p["sites"] * max(1, p["haplotypes"] / 10),
    data_and_network=data_and_network,
)
def haplotype(
    *,
    sites: Annotated[int, Between(2, 2_000, "sites of the chromosome: the variables")] = 201,
    haplotypes: Annotated[
        int, Between(4, 2_000, "chromosomes in the sample; fewer give a noisier network")
    ] = 200,
    recombination: Annotated[
        float,
        Between(
            0, 20, "recombinations per mutation; more of them make neighbouring sites less alike"
        ),
    ] = 0.6,
    min_maf: Annotated[
        float, Between(0, 0.45, "sites whose rarer allele has a smaller share are left out")
    ] = 0.05,
    treewidth: Annotated[int, Between(1, 6, "limit for the treewidth of the learned network")] = 3,
    smoothing: Annotated[
        float,
        Between(
            0.01,
            50,
            "the difficulty: imagined haplotypes that blur each table; the more, the nearer "
            "the local bound to the answer",
        ),
    ] = 1.0,
    seed: Seed = 0,
) -> Model:
    """A network learned from simulated haplotypes, like those of the paper: binary sites along a
    chromosome, treewidth 3.

    A sequentially Markov coalescent makes the haplotypes, then a network of bounded treewidth
    is learned from them by BIC. Smoothing makes it easy or hard: it adds so many imagined
    haplotypes, spread evenly, to the counts behind each table. With little of it the tables are
    nearly deterministic (alleles never seen together get almost no probability), and around a
    loop such tables contradict one another; with much of it every table is blurred and the
    loops agree more often.
    """
    return data_and_network(
        sites=sites,
        haplotypes=haplotypes,
        recombination=recombination,
        min_maf=min_maf,
        treewidth=treewidth,
        smoothing=smoothing,
        seed=seed,
    )[1]


def select_sites(alleles: np.ndarray, first: int, count: int, min_maf: float) -> np.ndarray:
    """The columns of ``count`` sites from ``first`` on whose rarer allele has at least the share
    ``min_maf``.
    """
    rows, columns = alleles.shape
    if not 0 <= first < columns:
        raise ModelError(f"the first site must lie between 0 and {columns - 1}, not {first}")
    ones = alleles[:, first:].sum(axis=0, dtype=np.int64)
    rarer = np.minimum(ones, rows - ones)
    chosen = first + np.flatnonzero(rarer >= max(1.0, min_maf * rows))[:count]
    if len(chosen) < count:
        raise ModelError(
            f"from site {first} on only {len(chosen)} sites have a rarer allele with a share "
            f"of {min_maf:g} or more, not {count}; "
            "ask for fewer sites, begin earlier or lower min_maf"
        )
    return chosen


def linkage(alleles: np.ndarray) -> np.ndarray:
    """r² between every two sites: the squared correlation of their alleles, 0 where a site has
    only one.
    """
    centred = alleles - alleles.mean(axis=0)
    length = np.sqrt((centred * centred).sum(axis=0))
    scaled = np.divide(centred, length, out=np.zeros(centred.shape), where=length > 0)
    squared: np.ndarray = np.square(scaled.T @ scaled)
    return squared
