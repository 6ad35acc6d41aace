"""What an experiment is, and what several of them measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rcr.engines.circuit import circuit_size
from rcr.engines.protocol import TooLarge
from rcr.formats import load_model
from rcr.model import Model, ModelError
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import ModelItself, PortableOrigin
from rcr.peers.mplp import MPLP
from rcr.reference.exact import exact_value
from rcr.relaxation import Relaxation
from rcr.run import Run
from rcr.run.budget import CpuClock

Row = dict[str, Any]

# The paper: from the decomposed model, 5 at a time, at most 1000 sweeps in between; when its sweeps
# settle it does not say
RCR_SETTINGS: dict[str, Any] = {
    "recovery": "paper",
    "start": "decomposed",
    "batch": 5,
    "max_sweeps": 1000,
    "settle": 1e-4,
    "tolerance": 1e-6,
}
# 5 triplets at a time, 1000 sweeps before the first ones, and 1000 attempts to tighten. No clock,
# so that a rerun gives the same numbers.
MPLP_TRIPLETS: dict[str, Any] = {"clusters": "triplets", "batch": 5, "max_sweeps": 1000}
MPLP_ATTEMPTS = 1000

RECOVERY = (
    "constraints",
    "status",
    "value",
    "exact",
    "recovered",
    "loops_closed",
    "rounds",
    "sweeps",
    "treewidth",
    "circuit_start",
    "circuit_end",
    "relative",
    "cpu_seconds",
)


@dataclass(frozen=True)
class Experiment:
    """One of the paper's experiments.

    ``choose(count, data)`` names the instances, ``play(instance, data)`` gives the rows of one,
    ``report(rows)`` the lines that set them beside the paper's, and ``why`` says where they
    differ and for what reason. ``begin(instance)`` is the run that is played, before its first
    step. ``settings`` say what was run; the results are a function of them and the instance,
    ``cpu_seconds`` apart.
    """

    name: str
    summary: str
    instances: int
    settings: dict[str, Any]
    columns: tuple[str, ...]
    choose: Callable[[int, str | None], list[str]]
    play: Callable[[str, str | None], list[Row]]
    begin: Callable[[str], Run]
    report: Callable[[Sequence[Row]], list[str]]
    why: tuple[str, ...]
    takes_data: bool = False


def seeds(count: int, data: str | None) -> list[str]:
    """The seeds from 0 on, or the model files of a folder."""
    if data is None:
        return [str(seed) for seed in range(count)]
    files = sorted(
        path.name for path in Path(data).glob("*") if path.name.endswith((".uai", ".uai.gz"))
    )
    if not files:
        raise ModelError(f"{data}: there is no .uai or .uai.gz file in this folder")
    return files[:count]


def origin_of(generator: str, instance: str, data: str | None, **parameters: Any) -> PortableOrigin:
    """Where the instance's model comes from: its seed, or its file."""
    if data is None:
        return GeneratorCall(generator, {**parameters, "seed": int(instance)})
    return ModelItself(load_model(Path(data) / instance))


def begin(generator: str, instance: str, data: str | None = None, **parameters: Any) -> Run:
    """The paper's RCR on an instance, before its first step."""
    origin = origin_of(generator, instance, data, **parameters)
    return Run(origin.make(), origin=origin, **RCR_SETTINGS)


def recover_until_certified(run: Run) -> Row:
    """To the end, and the columns of ``RECOVERY``; circuit sizes are nodes + edges, relative in
    percent of the start.
    """
    clock = CpuClock()
    run.solve()
    seconds, state = clock.read(), run.state
    start = circuit_size(Relaxation.decomposed(run.cloned)).total
    end = circuit_size(state.relaxation, planned=run.clique_tree(state.relaxation).plan).total
    return {
        "constraints": len(run.cloned),
        "status": run.status,
        "value": state.lower,
        "exact": exact_or_none(run),
        "recovered": state.relaxation.count,
        "loops_closed": state.relaxation.loops_closed,
        "rounds": state.rounds,
        "sweeps": state.sweeps,
        "treewidth": state.treewidth,
        "circuit_start": start,
        "circuit_end": end,
        "relative": 100 * end / start,
        "cpu_seconds": round(seconds, 3),
    }


def exact_or_none(run: Run) -> float | None:
    """The answer by exact inference in the whole model, to hold the certificates against, where it
    is affordable.
    """
    try:
        return exact_value(run.cloned, run.settings.sums)
    except TooLarge:
        return None


def solve_with_triplets(model: Model) -> MPLP:
    """MPLP with triplets until it is certified, finds no triplet that helps, or has made its
    attempts.
    """
    peer = MPLP(model, **MPLP_TRIPLETS)
    for row in peer.rounds():
        if row["round"] >= MPLP_ATTEMPTS:
            peer.stopped_because = f"stopped after {MPLP_ATTEMPTS} attempts to tighten"
            break
    return peer


def confirmed(rows: Sequence[Row]) -> str:
    """How many are proved optimal, and whether exact inference says so too."""
    proved = [row for row in rows if row["status"] == "certified"]
    checked = [row for row in proved if row["exact"] is not None]
    agree = sum(abs(row["value"] - row["exact"]) <= 1e-6 for row in checked)
    return (
        f"{len(proved)} of {len(rows)} certified; exact inference gives the same value "
        f"for {agree} of {len(checked)}"
    )


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
