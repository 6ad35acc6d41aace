"""The paper's figure: the bounds of MPLP with triplets and of RCR, sweep by sweep, on networks
where MPLP fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

from rcr.model import ModelError
from rcr.paper.experiment import (
    MPLP_ATTEMPTS,
    MPLP_TRIPLETS,
    RCR_SETTINGS,
    Experiment,
    Row,
    begin,
    origin_of,
    recover_until_certified,
    seeds,
    solve_with_triplets,
)

PAPER_RESULT = (
    "The paper's example: MPLP finds no further triplet; RCR optimal after 70 of 451, "
    "the circuit 38,555 → 36,729."
)
EXPLANATION = (
    "It is not the paper's own network, so the values and the number of constraints are "
    "others; the course is the same: MPLP runs out of",
    "triplets that help with a gap still open, and RCR closes it with a smaller circuit than "
    "at the start.",
)
KEPT_SWEEPS = 10  # of a round: its first so many, then one in so many, and the last


def choose(number: int, data: str | None) -> list[str]:
    """The first seeds, or files of a folder, on which MPLP with triplets fails."""
    found: list[str] = []
    for instance in map(str, count()) if data is None else seeds(10**6, data):
        if len(found) == number:
            break
        if solve_with_triplets(origin_of("haplotype", instance, data).make()).status == "bounded":
            found.append(instance)
    if not found:
        raise ModelError(
            f"{data}: MPLP with triplets solves every model in this folder, so there is "
            "nothing to draw"
        )
    return found


def play(instance: str, data: str | None) -> list[Row]:
    run = begin("haplotype", instance, data)
    peer, recovery = solve_with_triplets(run.model), recover_until_certified(run)
    common = {
        "instance": instance,
        "optimum": recovery["value"] if recovery["status"] == "certified" else None,
    }
    rows: list[Row] = []
    end, lower = 0, peer.history[0]["lower"]
    for row in peer.history:
        known = {"method": "mplp", "round": row["round"], "recovered": row["recovered"]}
        rows += [
            common | known | point
            for point in _points(peer.curve[end : row["sweeps"]], end, lower, row["lower"])
        ]
        end, lower = row["sweeps"], row["lower"]
    for state in run.state.path():
        known = {"method": "rcr", "round": state.rounds, "recovered": state.relaxation.count}
        parent = state.parent or state
        rows += [
            common | known | point
            for point in _points(state.curve.tolist(), parent.sweeps, parent.lower, state.lower)
        ]
        rows.append(
            common | known | {"sweep": state.sweeps, "upper": state.upper, "lower": state.lower}
        )
    return rows


def _points(curve: Sequence[float], done: int, lower: float, lower_at_end: float) -> Iterator[Row]:
    """Sweeps of one round: the bound after each, and the best value known; assignments are told at
    the ends of rounds.
    """
    last = len(curve)
    for n, upper in enumerate(curve, start=1):
        if n <= KEPT_SWEEPS or n % KEPT_SWEEPS == 0 or n == last:
            yield {"sweep": done + n, "upper": upper, "lower": lower_at_end if n == last else lower}


def report(rows: Sequence[Row]) -> list[str]:
    lines = [PAPER_RESULT]
    for instance in dict.fromkeys(row["instance"] for row in rows):
        for method, name in (("mplp", "MPLP with triplets"), ("rcr", "RCR")):
            last = [row for row in rows if row["instance"] == instance and row["method"] == method][
                -1
            ]
            what = "triplets" if method == "mplp" else "constraints"
            lines.append(
                f"{instance}: {name:18} {last['lower']:.6f} ≤ log MPE ≤ {last['upper']:.6f} "
                f"after {last['sweep']} sweeps"
                f" and {last['recovered']} {what}"
            )
    return [*lines, *EXPLANATION]


EXPERIMENT = Experiment(
    name="figure",
    summary="bounds of MPLP with triplets and of RCR on the first networks where MPLP fails "
    "(the paper's Figure 1)",
    instances=1,
    settings={
        "rcr": RCR_SETTINGS,
        "mplp": MPLP_TRIPLETS,
        "mplp_attempts": MPLP_ATTEMPTS,
        "kept_sweeps": KEPT_SWEEPS,
    },
    columns=("instance", "method", "round", "sweep", "recovered", "upper", "lower", "optimum"),
    choose=choose,
    play=play,
    begin=partial(begin, "haplotype"),
    report=report,
    why=EXPLANATION,
    takes_data=True,
)
