"""``rcr compare``: heuristics, MPLP and saved runs on the same models, as a table and a
sentence.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from rcr.cli.terminal import add_where, real, whole
from rcr.compare.contestant import Contestant
from rcr.compare.parsing import contestant, key_of, subjects
from rcr.compare.request import Request
from rcr.model import ModelError
from rcr.run.budget import SAFETY_NET

CONTESTANTS_HELP = (
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
        "--recovery", metavar="LIST", default="auto,cycle,paper,mplp", help=CONTESTANTS_HELP
    )
    parser.add_argument(
        "--seeds",
        type=whole,
        metavar="N",
        default=1,
        help="seeds: another model each for a family, other ties for a file",
    )
    add_where(parser)
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
        help=f"CPU seconds for each run, however busy the machine; what is not certified then "
        f"counts as worst. {SAFETY_NET}",
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
    from rcr.cli.games import play_and_tell
    from rcr.compare.comparison import compare

    if args.seeds < 1:
        raise ModelError("--seeds must be at least 1")
    request = Request(
        contestants=tuple(_contestants(args.recovery, args.set)),
        subjects=tuple(subject for text in args.models for subject in subjects(text, args.seeds)),
        time_limit=args.time_limit,
        plugins=tuple(args.plugin),
    )
    return play_and_tell(request, args, partial(compare, request, args.out))


def _contestants(text: str, pairs: Sequence[str]) -> list[Contestant]:
    found = [contestant(name, pairs) for name in filter(None, text.split(","))]
    for pair in pairs:
        if not any(key_of(pair) in c.parameters for c in found if c.kind != "run"):
            raise ModelError(f"--set {pair}: no contestant has such a parameter")
    return found
