"""What ``rcr solve`` takes: the problem, how it is solved, when it ends, and what is written."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from rcr import registry
from rcr.cli.terminal import real, whole
from rcr.model import ModelError
from rcr.run.settings import LEFT_TO_HEURISTIC, STARTS, Settings

DEFAULTS = Settings()
HEURISTICS_OWN = " (default: as the heuristic likes it)"


def add_options(parser: argparse.ArgumentParser) -> None:
    """All of them, in groups of which the help has a heading each."""
    _add_problem(parser)
    _add_scheme_and_heuristic(parser.add_argument_group("scheme and heuristic"))
    _add_rounds(parser.add_argument_group("rounds"))
    _add_ends(parser.add_argument_group("when it ends"))
    _add_outputs(parser.add_argument_group("what is written"))


def _add_problem(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "model", metavar="MODEL", help="a model file: .uai, .LG, .bif or .json, also with .gz"
    )
    parser.add_argument("--evidence", metavar="F", help="a UAI evidence file")
    parser.add_argument(
        "--task",
        choices=("mpe", "z"),
        default=DEFAULTS.task,
        help="most probable explanation, or partition function",
    )


def _add_scheme_and_heuristic(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--scheme", metavar="S", default=None, help="compensation scheme, see rcr list"
    )
    group.add_argument(
        "--recovery",
        metavar="H",
        default="auto",
        help="recovery heuristic, see rcr list; paper is the paper's own",
    )
    group.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a parameter of the scheme or the heuristic",
    )
    help_text = "seed of random orders and ties"
    group.add_argument("--seed", type=whole, metavar="N", default=DEFAULTS.seed, help=help_text)


def _add_rounds(group: argparse._ArgumentGroup) -> None:
    """How a round goes; what is not given is left out, and so to the heuristic."""
    heuristics_own: dict[str, tuple[Callable[[str], Any], str | None, str]] = {
        "--start": (str, None, "decomposed, forest, or constraint ids such as c0,c5"),
        "--batch": (whole, "K", "constraints or groups recovered at a time"),
        "--settle": (real, "X", "a sweep that gains less ends a round"),
        "--haste": (real, "X", "so does one that gains less of the gap"),
        "--at-once": (real, "X", "exact at once where that costs no more than so many sweeps"),
    }
    for name, (kind, metavar, help_text) in heuristics_own.items():
        group.add_argument(
            name,
            type=kind,
            metavar=metavar,
            default=argparse.SUPPRESS,
            help=help_text + HEURISTICS_OWN,
        )
    group.add_argument(
        "--order", default=DEFAULTS.order, help="order of updates: tree, index or random"
    )
    group.add_argument(
        "--engine", metavar="E", default=DEFAULTS.engine, help="engine of inference, see rcr list"
    )
    group.add_argument(
        "--max-sweeps",
        type=whole,
        metavar="N",
        default=DEFAULTS.max_sweeps,
        help="sweeps before the next recovery",
    )


def _add_ends(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--tolerance",
        type=real,
        metavar="X",
        default=DEFAULTS.tolerance,
        help="the gap at which the bounds have met",
    )
    group.add_argument(
        "--time-limit",
        type=real,
        metavar="S",
        help="stop after so many seconds by the clock on the wall, with the bounds reached",
    )
    group.add_argument(
        "--max-memory",
        type=real,
        metavar="MB",
        default=DEFAULTS.max_bytes / 2**20,
        help="limit for the tables, in MiB",
    )


def _add_outputs(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--prune",
        action="store_true",
        help="once certified, relax again what the proof does not need, and list the rest",
    )
    group.add_argument("--save", metavar="RUN", help="write the run to a file (*.rcr.json)")
    group.add_argument("--json", action="store_true", help="print one JSON object")


def settings(args: argparse.Namespace) -> dict[str, Any]:
    """The settings of the run that the options ask for."""
    given = {name: getattr(args, name) for name in LEFT_TO_HEURISTIC if hasattr(args, name)}
    if given.get("start", "forest") not in STARTS:
        given["start"] = tuple(filter(None, given["start"].split(",")))
    if args.scheme or args.prune:  # the way there is asked for, and everything at once has none
        given.setdefault("at_once", 0.0)
    scheme = args.scheme or Settings(task=args.task).scheme
    of_scheme, of_recovery = _parameters(
        args.set, registry.get("compensation", scheme), registry.get("recovery", args.recovery)
    )
    return given | {
        "task": args.task,
        "scheme": scheme,
        "scheme_parameters": of_scheme,
        "recovery": args.recovery,
        "recovery_parameters": of_recovery,
        "order": args.order,
        "engine": args.engine,
        "max_sweeps": args.max_sweeps,
        "tolerance": args.tolerance,
        "seed": args.seed,
        "max_bytes": int(args.max_memory * 2**20),
    }


def _parameters(pairs: Sequence[str], *plugins: registry.Plugin[Any]) -> list[dict[str, Any]]:
    """``NAME=VALUE`` pairs, given to the plug-ins that have such a parameter."""
    found: list[dict[str, Any]] = [{} for _ in plugins]
    for pair in pairs:
        name, _, text = pair.partition("=")
        taken = False
        for own, plugin in zip(found, plugins, strict=True):
            for parameter in plugin.parameters:
                if parameter.name == name.replace("-", "_"):
                    own[parameter.name], taken = parameter.read(text), True
        if not taken:
            known = ", ".join(p.name for plugin in plugins for p in plugin.parameters) or "none"
            raise ModelError(f"--set {pair}: no such parameter here; there are: {known}")
    return found
