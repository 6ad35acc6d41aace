"""``rcr compare``: heuristics, MPLP and saved runs on the same models, as a table and a
sentence.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Any

from rcr.cli.terminal import Interrupt, Line, real, tell_unfinished, whole
from rcr.compare.contestant import Contestant
from rcr.compare.parsing import contestant, key_of, subjects
from rcr.compare.request import Request
from rcr.model import ModelError

CONTESTANTS = (
    "comma-separated: recovery heuristics, mplp (or mplp:triplets, mplp:none), run:FILE for a "
    "saved run; "
    "parameters and settings after colons, as in cycle:look_ahead=0 or paper:start=forest"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "models",
        metavar="MODEL",
        nargs="+",
        help="a model file, or a family such as grid:rows=10,cols=10",
    )
    parser.add_argument(
        "--recovery", metavar="LIST", default="auto,cycle,paper,mplp", help=CONTESTANTS
    )
    parser.add_argument(
        "--seeds",
        type=whole,
        metavar="N",
        default=1,
        help="seeds: another model each for a family, other ties for a file",
    )
    parser.add_argument("--jobs", type=whole, metavar="J", default=1, help="processes at a time")
    parser.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="the folder for the results; the same request goes on there",
    )
    parser.add_argument(
        "--time-limit",
        type=real,
        metavar="S",
        help="seconds for each run; what is not certified then counts as worst",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a parameter of every heuristic that has it",
    )


def run_command(args: argparse.Namespace) -> int:
    """Play it, write the tables, print the medians and who wins."""
    from rcr.compare.comparison import compare, in_processes
    from rcr.compare.statistics import MEASURES, verdict

    if args.seeds < 1 or args.jobs < 1:
        raise ModelError("--seeds and --jobs must be at least 1")
    request = Request(
        contestants=tuple(_contestants(args.recovery, args.set)),
        subjects=tuple(subject for text in args.models for subject in subjects(text, args.seeds)),
        time_limit=args.time_limit,
        plugins=tuple(args.plugin),
    )
    line, finished = Line(), 0

    def progress(number: int, row: dict[str, Any]) -> None:
        nonlocal finished
        finished += "summary" in row
        if line.due:
            line.show(f"{finished} games finished")

    with Interrupt() as cancel:
        results = compare(request, args.out, in_processes(request, args.jobs), cancel, progress)
    line.clear()
    print_table(results.summaries)
    for measure in MEASURES:
        print(verdict(results.summaries, measure))
    parquet = (
        ""
        if any(name.endswith(".parquet") for name in results.files)
        else " (no Parquet: pyarrow is not installed)"
    )
    print(f"{args.out}: {', '.join(results.files)}{parquet}")
    return tell_unfinished(results.unfinished)


def _contestants(text: str, pairs: Sequence[str]) -> list[Contestant]:
    found = [contestant(name, pairs) for name in filter(None, text.split(","))]
    for pair in pairs:
        if not any(key_of(pair) in c.parameters for c in found if c.kind != "run"):
            raise ModelError(f"--set {pair}: no contestant has such a parameter")
    return found


def print_table(summaries: Sequence[dict[str, Any]]) -> None:
    """One line a contestant: how many certified, and the median of each measure with its
    interval.
    """
    from rcr.compare.statistics import MEASURES, medians

    table = {measure: medians(summaries, measure) for measure in MEASURES}
    names = list(dict.fromkeys(s["contestant"] for s in summaries))
    lines = [["contestant", "certified", *(f"median {m.replace('_', ' ')}" for m in MEASURES)]]
    failures = dict[str, str]()
    for name in names:
        own = [s for s in summaries if s["contestant"] == name]
        done = sum(s["status"] in ("certified", "infeasible") for s in own)
        lines.append(
            [name, f"{done} of {len(own)}", *(_cell(table[m].get(name)) for m in MEASURES)]
        )
        failures.update((name, s["reason"]) for s in own if s["status"] == "failed")
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for first, *others in lines:
        print(
            "  ".join(
                [
                    first.ljust(widths[0]),
                    *(cell.rjust(w) for cell, w in zip(others, widths[1:], strict=True)),
                ]
            )
        )
    for name, why in failures.items():
        print(f"{name} failed: {why}")
    sure = max((m.confidence for m in table["gap"].values()), default=0.0)
    print(
        f"less is better; in brackets an interval that holds the median with {sure:.0%}"
        if sure
        else "less is better"
    )


def _cell(found: Any) -> str:
    from rcr.compare.statistics import show

    if found is None:
        return "–"
    spread = (
        ""
        if found.count == 1 or math.isinf(found.value)
        else f" ({show(found.low)} to {show(found.high)})"
    )
    return f"{show(found.value)}{spread}"
