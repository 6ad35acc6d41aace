"""Where the paper stopped: the partition function, bounded from above (pr-dd) and from below (mean
field) and estimated (model-split), recovered to the exact value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rcr.generators import generate
from rcr.generators.haplotype import data_and_network
from rcr.model import ROUNDING_LOGS, Model
from rcr.models.generator_call import GeneratorCall
from rcr.paper.experiment import Experiment, Row, mean
from rcr.reference.exact import exact_value
from rcr.run import Run
from rcr.state import State

GRID: dict[str, Any] = {"rows": 8, "cols": 8}
HAPLOTYPE: dict[str, Any] = {"sites": 100}
# Sites from one observation to the next: without evidence the Z of a Bayesian network is 1 and
# belief propagation finds it at once.
OBSERVED_STRIDE = 10
# The heuristics, each with the scheme it was made for.
SCHEMES = {"paper": "pr-dd", "bracket": "pr-dd", "mutual-information": "model-split"}
RUN_SETTINGS: dict[str, Any] = {
    "task": "z",
    "start": "decomposed",
    "batch": 5,
    "max_sweeps": 1000,
    "settle": 1e-4,
}
CLOSED_GAP, NARROW_GAP = 1e-6, 0.1
STAGES_PERCENT = (0, 25, 50, 75, 90, 100)  # of the constraints

EXPLANATION = (
    "pr-dd sums over the states of a relaxed clone apart, so each relaxed binary constraint "
    "costs up to log 2 of the bound, and it closes",
    "only when (nearly) all are recovered. Mean field keeps the factors that are whole and takes "
    "the others by their expectation, so it is",
    "close from the start, and closer where whole factors are recovered (bracket) than where "
    "constraints are (paper). Model-split is loopy belief",
    "propagation while nothing is recovered and iterative joingraph propagation afterwards; it "
    "promises no bound, and may not settle.",
)
MEASURED = ("round", "recovered", "loops_closed", "treewidth", "table_entries", "sweeps")
FOUND = ("settled", "exact", "value", "error", "least", "below")
COLUMNS = ("family", "seed", "scheme", "recovery", "constraints", *MEASURED, *FOUND)


def model(family: str, seed: int) -> Model:
    """A grid of the paper's law, or a haplotype network that is told every tenth allele of the
    first haplotype it was learned from.
    """
    if family == "grid":
        return generate("grid", seed=seed, **GRID)
    alleles, network = data_and_network(seed=seed, **HAPLOTYPE)
    return network.observe(
        {site: int(alleles[0, site]) for site in range(0, HAPLOTYPE["sites"], OBSERVED_STRIDE)}
    )


def choose(count: int, data: str | None) -> list[str]:
    return [f"{family}-{seed}" for family in ("grid", "haplotype") for seed in range(count)]


def begin(instance: str, recovery: str = "paper") -> Run:
    """The run with one of the heuristics, before its first step."""
    family, seed = instance.split("-")
    origin = GeneratorCall("grid", {**GRID, "seed": int(seed)}) if family == "grid" else None
    return Run(
        model(family, int(seed)),
        origin=origin,
        scheme=SCHEMES[recovery],
        recovery=recovery,
        **RUN_SETTINGS,
    )


def play(instance: str, data: str | None) -> list[Row]:
    family, seed = instance.split("-")
    rows = list[Row]()
    for recovery, scheme in SCHEMES.items():
        run = begin(instance, recovery)
        exact = exact_value(run.cloned, sums=True)
        named = {"family": family, "seed": int(seed), "scheme": scheme, "recovery": recovery}
        for state in run.milestones():
            row = run.row(state)
            known = {key: row[key] for key in MEASURED} | {"constraints": len(run.cloned)}
            rows.append(named | known | _found(state, exact))
    return rows


def _found(state: State, exact: float) -> Row:
    """How far the bounds of a state, or its estimate, are from the exact value; ``least`` is the
    smallest distance of the upper bound at any of its sweeps.
    """
    estimate, bounded = state.bounds.estimate, state.bounds.estimate is None
    value = state.upper if estimate is None else estimate
    return {
        "settled": bool(state.settled or state.relaxation.complete),
        "exact": exact,
        "value": value,
        "error": value - exact,
        "least": min([value, *state.curve.tolist()]) - exact if bounded else None,
        "below": exact - state.lower if bounded else None,
    }


def families(rows: Sequence[Row]) -> list[Row]:
    """One row a family: where its bounds stand, and the mean distances from the exact value at
    each stage.
    """
    out = []
    for family in dict.fromkeys(row["family"] for row in rows):
        own = {
            recovery: [r for r in rows if (r["family"], r["recovery"]) == (family, recovery)]
            for recovery in SCHEMES
        }
        bounded = [*own["paper"], *own["bracket"]]
        estimated = own["mutual-information"]
        found: Row = {
            "family": family,
            "models": len({r["seed"] for r in bounded}),
            "least": min(min(r["least"], r["below"]) for r in bounded),
            "closed": _span(_first_within(own["paper"], CLOSED_GAP)),
            "unsettled": sum(not r["settled"] for r in estimated),
            "rounds": len(estimated),
        }
        for recovery in ("paper", "bracket"):
            found[f"narrow, {recovery}"] = mean(_first_within(own[recovery], NARROW_GAP))
        out.append(found | {name: _distances(own, name) for name in DISTANCES})
    return out


# What is drawn against the share recovered: of which heuristic, and which distance.
DISTANCES = {
    "upper bound": ("paper", "error"),
    "lower bound": ("paper", "below"),
    "lower bound, bracket": ("bracket", "below"),
    "Bethe error": ("mutual-information", "error"),
}


def distance(row: Row, name: str) -> float:
    return abs(float(row[DISTANCES[name][1]]))


def _distances(own: dict[str, list[Row]], name: str) -> dict[int, float]:
    """The mean of one distance, stage by stage."""
    rows = own[DISTANCES[name][0]]
    return {
        stage: mean([distance(row, name) for row in at_stage(rows, stage)])
        for stage in STAGES_PERCENT
    }


def _first_within(rows: Sequence[Row], gap: float) -> list[float]:
    """For each model the least share recovered, in percent, at which its bounds are so close."""
    shares: dict[int, float] = {}
    for row in rows:
        if row["error"] + row["below"] <= gap:
            shares.setdefault(row["seed"], 100 * row["recovered"] / row["constraints"])
    return list(shares.values())


def _span(shares: Sequence[float]) -> tuple[float, float]:
    return min(shares), max(shares)


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
        where = "enclose the exact value" if least >= -ROUNDING_LOGS else "MISS the exact value"
        lines += [
            f"{row['family']}, {row['models']} models: the bounds {where} (least distance at any "
            f"sweep {least:.1e})",
            f"  their gap is first at most {CLOSED_GAP:g} with {low:.0f} to {high:.0f} % recovered,"
            f" and at most {NARROW_GAP:g} with {row['narrow, paper']:.1f} % on average "
            f"(bracket: {row['narrow, bracket']:.1f} %)",
            f"  model-split did not settle in {row['unsettled']} of {row['rounds']} rounds",
            f"  {'recovered at least':<22}" + "".join(f"{stage:>9} %" for stage in STAGES_PERCENT),
        ]
        lines += [
            f"  {name:<22}" + "".join(f"{value:>11.4g}" for value in row[name].values())
            for name in DISTANCES
        ]
    return [*lines, *EXPLANATION]


EXPERIMENT = Experiment(
    name="partition",
    summary="bounds and estimates of the partition function against recovered constraints "
    "(not in the paper)",
    instances=20,
    settings={
        "grid": GRID,
        "haplotype": HAPLOTYPE,
        "observed_every": OBSERVED_STRIDE,
        "run": RUN_SETTINGS,
        "schemes": SCHEMES,
    },
    columns=COLUMNS,
    choose=choose,
    play=play,
    begin=begin,
    report=report,
    why=EXPLANATION,
)
