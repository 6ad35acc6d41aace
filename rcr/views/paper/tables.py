"""Tables of the paper's experiments as words: its own figures beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rcr.model import ROUNDING_LOGS
from rcr.paper.experiment import Row, confirmed, mean
from rcr.paper.figure import PAPER_RESULT as EXAMPLE
from rcr.paper.grids import PAPER_MEAN, bins
from rcr.paper.haplotype import groups
from rcr.paper.partition import (
    CLOSED_GAP,
    DISTANCES,
    NARROW_GAP,
    STAGES_PERCENT,
    families,
)
from rcr.text.numbers import fixed
from rcr.views.comparison.rows import MIN_GAP

Table = list[dict[str, str]]
NO_VALUE = "–"


def _percent(value: float | None, digits: int) -> str:
    return NO_VALUE if value is None else f"{value:.{digits}f}\N{NO-BREAK SPACE}%"


def grids_table(rows: Sequence[Row]) -> Table:
    """Table 1, a row a bin."""
    return [
        {
            "recovered": row["bin"],
            "grids, paper": _percent(row["paper_share"], 0),
            "grids, here": _percent(row["share"], 0),
            "circuit, paper": _percent(row["paper_relative"], 1),
            "circuit, here": _percent(row["relative"], 1),
        }
        for row in bins(rows)
    ]


def grids_words(rows: Sequence[Row]) -> str:
    recovered = mean([row["recovered"] for row in rows])
    return (
        f"{confirmed(rows)}. **Recovered on average: {recovered:.1f} of "
        f"{rows[0]['constraints']}** (the paper: about {PAPER_MEAN})."
    )


def haplotype_table(rows: Sequence[Row]) -> Table:
    """Table 2, the paper's rows and ours in turn."""
    table = []
    for row in groups(rows):
        name = "both" if row["solved"] else "RCR only"
        for who, prefix in (("paper", "paper_"), ("here", "")):
            models, share, relative = (row[prefix + key] for key in ("models", "share", "relative"))
            table.append(
                {
                    "solved by": f"{name}, {who}",
                    "networks": str(models),
                    "recovered": _percent(share, 2),
                    "circuit": _percent(relative, 2),
                }
            )
    return table


def haplotype_words(rows: Sequence[Row]) -> str:
    unsolved = sum(row["mplp_status"] != "certified" for row in rows)
    return f"{confirmed(rows)}. **MPLP with triplets fails on {unsolved}** (the paper: 13 of 69)."


def figure_table(rows: Sequence[Row]) -> Table:
    """Where both methods end on one network."""
    table = []
    for method, name, what in (
        ("mplp", "MPLP with triplets", "triplets"),
        ("rcr", "RCR", "constraints"),
    ):
        last = [row for row in rows if row["method"] == method][-1]
        gap = last["upper"] - last["lower"]
        table.append(
            {
                "": name,
                "upper bound": fixed(last["upper"], 4),
                "best assignment": fixed(last["lower"], 4),
                "gap": "0, proved" if gap <= MIN_GAP else f"{gap:.4f}",
                "added": f"{last['recovered']} {what}",
                "sweeps": f"{last['sweep']:,}",
            }
        )
    return table


def figure_words(rows: Sequence[Row], networks: Sequence[Row]) -> str:
    """The paper's example beside this one, with its circuit where it is among the networks of
    Table 2.
    """
    own = next((row for row in networks if str(row["instance"]) == str(rows[0]["instance"])), None)
    if own is None:
        return EXAMPLE
    sizes = f"{own['circuit_start']:,} → {own['circuit_end']:,}"
    return (
        f"{EXAMPLE} Here: optimal after {own['recovered']} of {own['constraints']}, "
        f"the circuit {sizes}."
    )


def partition_table(rows: Sequence[Row]) -> Table:
    """The mean distances from the exact value, stage by stage."""
    return [
        {f"mean over {row['models']}": f"{row['family']}: {name}"}
        | {f"{stage} %": f"{row[name][stage]:.3g}" for stage in STAGES_PERCENT}
        for row in families(rows)
        for name in DISTANCES
    ]


def partition_words(rows: Sequence[Row]) -> str:
    found = families(rows)
    least = min(row["least"] for row in found)
    where = (
        "enclose the exact value at every sweep"
        if least >= -ROUNDING_LOGS
        else f"miss the exact value by up to {-least:.1e}"
    )
    low, high = min(row["closed"][0] for row in found), max(row["closed"][1] for row in found)
    share = f"{low:.0f} %" if round(low) == round(high) else f"{low:.0f} to {high:.0f} %"
    narrow = " and ".join(
        f"{row['narrow, paper']:.1f} % of the {row['family']} models' constraints "
        f"({row['narrow, bracket']:.1f} % by *bracket*)"
        for row in found
    )
    models, unsettled, rounds = (
        sum(row[key] for row in found) for key in ("models", "unsettled", "rounds")
    )
    return (
        f"**The bounds {where}**, on {models} models; their gap is within {CLOSED_GAP:g} "
        f"with {share} recovered, and below {NARROW_GAP:g} with {narrow} on average. "
        f"Belief propagation (model-split) did not settle in {unsettled} of {rounds:,} rounds."
    )


def live_table(experiment: str, results: dict[str, list[Row]], verdicts: dict[str, str]) -> Table:
    """What was run on the page, a row an instance."""
    return [
        {"instance": name, **_outcome(experiment, rows), "beside the shipped": verdicts[name]}
        for name, rows in results.items()
    ]


def _outcome(experiment: str, rows: Sequence[Row]) -> dict[str, str]:
    row: Any = rows[-1]
    match experiment:
        case "grids" | "haplotype":
            found = {
                "status": row["status"],
                "recovered": f"{row['recovered']} of {row['constraints']}",
            }
            found["circuit"] = _percent(row["relative"], 1)
            return (
                found
                | ({"MPLP": row["mplp_status"]} if experiment == "haplotype" else {})
                | {"CPU seconds": f"{row['cpu_seconds']:.2f}"}
            )
        case "figure":
            return {
                entry[""]: f"gap {entry['gap']}, {entry['added']}" for entry in figure_table(rows)
            }
        case _:
            [found] = families(rows)
            return {
                f"{name} at the start": f"{found[name][0]:.3g}"
                for name in ("upper bound", "lower bound", "Bethe error")
            }
