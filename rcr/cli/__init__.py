"""The command line: rcr solve | compare | paper | generate | convert | info | lessons | list |
replay | app.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from rcr import __version__, registry
from rcr.cli import app, compare, lessons, models, paper, solve
from rcr.model import ModelError

KINDS = {
    "compensation": "schemes",
    "recovery": "recovery heuristics",
    "engine": "engines",
    "generator": "generators",
    "format": "formats",
    "peer": "peers",
    "exercise": "exercises",
}
PLUGIN_HELP = "a Python file with a plug-in of your own"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 on success, 2 with one clear line on bad input."""
    try:
        args, unknown = _parser().parse_known_args(arguments)
        if unknown:
            raise ModelError(f"unknown argument {unknown[0]!r}; see rcr {args.name} --help")
        for file in args.plugin:
            registry.load_file(file)
        return int(args.command(args) or 0)
    except ModelError as error:
        print(f"rcr: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, for example head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("rcr: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rcr", description=__doc__)
    parser.add_argument("--version", action="version", version=f"rcr {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, function: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=text,
            description=text,
            formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        )
        sub.set_defaults(command=function, name=name)
        sub.add_argument("--plugin", metavar="FILE", action="append", default=[], help=PLUGIN_HELP)
        return sub

    solve.add_parser(command)
    compare.add_parser(command)
    paper.add_parser(command)
    models.add_parsers(command)
    lessons.add_parser(command)

    command("list", _list, "schemes, heuristics, engines and generators with their parameters")

    replay = command("replay", _replay, "do a saved run again and compare its numbers")
    replay.add_argument("run", metavar="RUN")

    app.add_parser(command)
    return parser


def _list(args: argparse.Namespace) -> int:
    for kind, title in KINDS.items():
        print(f"{title}:")
        for name, plugin in registry.plugins(kind).items():
            print(f"  {name:20} {plugin.summary}")
            for p in plugin.parameters:
                print(f"  {'':20}   {p.name} = {p.default} ({p.allowed}): {p.domain.help}")
    return 0


def _replay(args: argparse.Namespace) -> int:
    from rcr.run.file import replay

    done = replay(args.run)
    state = done.run.state
    same = (
        "every number is the same"
        if done.difference == 0
        else f"the largest difference is {done.difference:.3g}"
    )
    print(f"{args.run}: {done.states} actions done again; {same}")
    print(f"{done.run.status}: {done.run.reason}")
    print(
        f"upper bound {state.upper:.10g}, lower bound {state.lower:.10g}, recovered "
        f"{state.relaxation.count} of {len(done.run.cloned)}"
    )
    return 0
