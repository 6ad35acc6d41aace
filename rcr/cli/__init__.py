"""The command line: rcr solve | compare | study | paper | generate | convert | info | lessons |
exercise | list | replay | app.

A command is a module here of the same name: ``add_options`` says what it takes,
``run_command`` does it. Only the module of the command that is asked for is loaded, so that
``rcr --help`` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from rcr import registry
from rcr.cli.terminal import HelpWithDefaults
from rcr.model import ModelError
from rcr.version import __version__

COMMANDS = {
    "solve": "relax, compensate and recover until the answer is certified",
    "compare": "play heuristics, MPLP and saved runs against each other on the same models; "
    "stopped or killed, it goes on where it was",
    "study": "play what a study's file asks for: models, contestants, limits and repetitions; "
    "again, only what is missing or has changed",
    "paper": "run the paper's experiments again; stopped or killed, the same command goes on "
    "where it was",
    "generate": "make a model of a family; rcr generate FAMILY --help lists its parameters",
    "convert": "write a model file in another format, which the ending of the new name says",
    "info": "what a model file holds and what exact inference would cost",
    "lessons": "the course's lessons, the words a lesson can use, or what is wrong with lesson "
    "files",
    "exercise": "an exercise made from a seed, with its solution; --html prints a worksheet",
    "list": "schemes, heuristics, engines and generators with their parameters",
    "replay": "do a saved run again and compare its numbers",
    "app": "start the app in the browser",
}
PLUGIN_HELP = "a Python file with a plug-in of your own"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 on success, 2 with one clear line on bad input."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        args, unknown = parser_for(arguments).parse_known_args(arguments)
        if unknown:
            raise ModelError(f"unknown argument {unknown[0]!r}; see rcr {args.name} --help")
        for file in args.plugin:
            registry.load_file(file)
        return int(args.run_command(args) or 0)
    except ModelError as error:
        print(f"rcr: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, for example head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("rcr: interrupted", file=sys.stderr)
        return 130


def parser_for(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Knows every command, and the options of the one that is asked for."""
    description = "The command line: rcr " + " | ".join(COMMANDS) + "."
    parser = argparse.ArgumentParser(prog="rcr", description=description)
    parser.add_argument("--version", action="version", version=f"rcr {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    asked_for = next((text for text in arguments if not text.startswith("-")), None)
    for name, text in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=text,
            description=text,
            formatter_class=HelpWithDefaults,
        )
        if name == asked_for:
            module = import_module(f"rcr.cli.{name}")
            command.set_defaults(run_command=module.run_command, name=name)
            command.add_argument(
                "--plugin", metavar="FILE", action="append", default=[], help=PLUGIN_HELP
            )
            module.add_options(command)
    return parser
