"""Where the paper stopped: the partition function, bounded (pr-dd) and estimated (model-split),
recovered to the exact value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rcr.generators import generate
from rcr.generators.haplotype import data_and_network
from rcr.model import Model
from rcr.models.generator_call import GeneratorCall
from rcr.paper.experiment import Experiment, Row, mean
from rcr.reference.exact import exact_value
from rcr.run import Run

GRID: dict[str, Any] = {"rows": 8, "cols": 8}
HAPLOTYPE: dict[str, Any] = {"sites": 100}
# every so many sites: without evidence the Z of a Bayesian network is 1 and belief propagation
# finds it at once
OBSERVED = 10
SCHEMES = {
    "pr-dd": "paper",
    "model-split": "mutual-information",
}  # with the heuristics made for them
RUN: dict[str, Any] = {
    "task": "z",
    "start": "decomposed",
    "batch": 5,
    "max_sweeps": 1000,
    "settle": 1e-4,
}
CLOSED, ROUNDING = 1e-6, 1e-9
STAGES = (0, 25, 50, 75, 90, 100)  # percent of the constraints

WHY = (
    "pr-dd sums over the states of a relaxed clone apart, so each relaxed binary constraint "
    "costs up to log 2 of the bound, and it closes",
    "only when (nearly) all are recovered. Model-split is loopy belief propagation while "
    "nothing is recovered and iterative joingraph",
    "propagation afterwards; it promises no bound, may not settle, and is far closer from the "
    "start.",
)
COLUMNS = (
    "family",
    "seed",
    "scheme",
    "constraints",
    "round",
    "recovered",
    "loops_closed",
    "treewidth",
    "table_entries",
    "sweeps",
    "settled",
    "exact",
    "value",
    "error",
    "least",
)


def model(family: str, seed: int) -> Model:
    """A grid of the paper's law, or a haplotype network that is told every tenth allele of the
    first haplotype it was learned from.
    """
    if family == "grid":
        return generate("grid", seed=seed, **GRID)
    alleles, network = data_and_network(seed=seed, **HAPLOTYPE)
    return network.observe(
        {site: int(alleles[0, site]) for site in range(0, HAPLOTYPE["sites"], OBSERVED)}
    )


def choose(count: int, data: str | None) -> list[str]:
    return [f"{family}-{seed}" for family in ("grid", "haplotype") for seed in range(count)]


def begin(instance: str, scheme: str = "pr-dd") -> Run:
    """The run with one of the schemes, before its first step."""
    family, seed = instance.split("-")
    origin = GeneratorCall("grid", {**GRID, "seed": int(seed)}) if family == "grid" else None
    return Run(
        model(family, int(seed)), origin=origin, scheme=scheme, recovery=SCHEMES[scheme], **RUN
    )


def play(instance: str, data: str | None) -> list[Row]:
    family, seed = instance.split("-")
    rows = list[Row]()
    for scheme in SCHEMES:
        run = begin(instance, scheme)
        exact = exact_value(run.cloned, sums=True)
        for state in run.milestones():
            row, estimate = run.row(state), state.bounds.estimate
            value = state.upper if estimate is None else estimate
            least = min([value, *state.curve.tolist()]) - exact if scheme == "pr-dd" else None
            known = {
                key: row[key]
                for key in (
                    "round",
                    "recovered",
                    "loops_closed",
                    "treewidth",
                    "table_entries",
                    "sweeps",
                )
            }
            settled = bool(state.settled or row["recovered"] == len(run.cloned))
            rows.append(
                {
                    "family": family,
                    "seed": int(seed),
                    "scheme": scheme,
                    "constraints": len(run.cloned),
                    **known,
                }
                | {
                    "settled": settled,
                    "exact": exact,
                    "value": value,
                    "error": value - exact,
                    "least": least,
                }
            )
    return rows


def families(rows: Sequence[Row]) -> list[Row]:
    """One row a family: where its bounds stand, and the mean distance of both schemes from the
    exact value at each stage.
    """
    out = []
    for family in dict.fromkeys(row["family"] for row in rows):
        bound, bethe = (
            [r for r in rows if r["family"] == family and r["scheme"] == scheme]
            for scheme in SCHEMES
        )
        seeds = {r["seed"] for r in bound}
        closed = [
            min(
                100 * r["recovered"] / r["constraints"]
                for r in bound
                if r["seed"] == s and r["error"] <= CLOSED
            )
            for s in seeds
        ]
        found = {
            "family": family,
            "models": len(seeds),
            "least": min(r["least"] for r in bound),
            "closed": (min(closed), max(closed)),
        }
        found |= {"unsettled": sum(not r["settled"] for r in bethe), "rounds": len(bethe)}
        for scheme, own in zip(SCHEMES, (bound, bethe), strict=True):
            found[scheme] = {
                stage: mean([abs(row["error"]) for row in at_stage(own, stage)]) for stage in STAGES
            }
        out.append(found)
    return out


def at_stage(rows: Sequence[Row], stage: int) -> list[Row]:
    """The first round of each model with so many percent recovered."""
    first: dict[int, Row] = {}
    for row in rows:
        if 100 * row["recovered"] >= stage * row["constraints"]:
            first.setdefault(row["seed"], row)
    return list(first.values())


def report(rows: Sequence[Row]) -> list[str]:
    lines = []
    for row in families(rows):
        least, (low, high) = row["least"], row["closed"]
        where = "never below the exact value" if least >= -ROUNDING else "BELOW the exact value"
        lines += [
            f"{row['family']}, {row['models']} models: the bound of pr-dd is {where} (least "
            f"difference at any sweep {least:.1e})",
            f"  its gap is first at most {CLOSED:g} with {low:.0f} to {high:.0f} % recovered;"
            f" model-split did not settle in {row['unsettled']} of {row['rounds']} rounds",
            "  recovered at least     " + "".join(f"{stage:>9} %" for stage in STAGES),
            "  gap of pr-dd, mean     "
            + "".join(f"{value:>11.4g}" for value in row["pr-dd"].values()),
            "  |Bethe error|, mean    "
            + "".join(f"{value:>11.4g}" for value in row["model-split"].values()),
        ]
    return [*lines, *WHY]


EXPERIMENT = Experiment(
    name="partition",
    summary="bounds and estimates of the partition function against recovered constraints "
    "(not in the paper)",
    instances=20,
    settings={
        "grid": GRID,
        "haplotype": HAPLOTYPE,
        "observed_every": OBSERVED,
        "run": RUN,
        "recovery": SCHEMES,
    },
    columns=COLUMNS,
    choose=choose,
    play=play,
    begin=begin,
    report=report,
    why=WHY,
)
