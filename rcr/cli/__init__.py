"""The command line: rcr solve | compare | paper | generate | convert | info | list | replay |
app.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from rcr import bundle, registry
from rcr.cli import compare, models, paper, solve
from rcr.cli.terminal import whole
from rcr.model import ModelError

KINDS = {
    "compensation": "schemes",
    "recovery": "recovery heuristics",
    "engine": "engines",
    "generator": "generators",
    "peer": "peers",
    "exercise": "exercises",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 on success, 2 with one clear line on bad input."""
    try:
        args, unknown = _parser().parse_known_args(arguments)
        if unknown:
            raise ModelError(f"unknown argument {unknown[0]!r}; see rcr {args.name} --help")
        for file in getattr(args, "plugin", []):
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
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, function: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=text,
            description=text,
            formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        )
        sub.set_defaults(command=function, name=name)
        return sub

    solve.add_parser(command)
    compare.add_parser(command)
    paper.add_parser(command)
    models.add_parsers(command)

    listing = command(
        "list", _list, "schemes, heuristics, engines and generators with their parameters"
    )
    listing.add_argument(
        "--plugin",
        metavar="FILE",
        action="append",
        default=[],
        help="a Python file with a heuristic of your own",
    )

    replay = command("replay", _replay, "do a saved run again and compare its numbers")
    replay.add_argument("run", metavar="RUN")

    app = command("app", _app, "start the app in the browser")
    app.add_argument("--port", type=whole, metavar="P", default=8501, help="the port it listens on")
    app.add_argument("--headless", action="store_true", help="do not open a browser window")
    app.add_argument(
        "--plugin",
        metavar="FILE",
        action="append",
        default=[],
        help="a Python file with a heuristic of your own",
    )
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


def _app(args: argparse.Namespace) -> NoReturn:
    root = bundle.root()
    if not (root / "app.py").is_file():
        raise ModelError(
            f"{root / 'app.py'}: the app's files are missing; install the package again"
        )
    from rcr import warmup

    warmup.main()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(args.port)]
    if args.headless:
        command += ["--server.headless", "true"]
    os.environ[registry.APP_PLUGINS] = os.pathsep.join(
        os.path.abspath(file) for file in args.plugin
    )
    os.chdir(root)
    os.execv(sys.executable, command)
