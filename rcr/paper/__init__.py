"""The paper's experiments, to be run again: one experiment a file, all kept and resumed by
``rerun``.
"""

from rcr.paper import figure, grids, haplotype, partition

EXPERIMENTS = {
    e.name: e
    for e in (grids.EXPERIMENT, haplotype.EXPERIMENT, figure.EXPERIMENT, partition.EXPERIMENT)
}
