"""The reference of the command line, made from its parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rcr import registry
from rcr.cli import COMMANDS, parser_for
from rcr.cli.generate import family_parser

INTRODUCTION = """# Command line

Every command takes `--help`. Bad input ends in one sentence and the code 2; Ctrl-C stops with what
is known so far, pressed twice at once.
"""


def page() -> str:
    """A chapter a command; the families of `rcr generate` below it."""
    parts = [INTRODUCTION]
    for name, summary in COMMANDS.items():
        parts += [f"## rcr {name}", _sentence(summary), *_parser(parser_of(name))]
        if name == "generate":
            for family in registry.plugins("generator").values():
                parts += [f"### rcr generate {family.name}", _sentence(family.summary)]
                parts += _parser(family_parser(family))
    return "\n\n".join(parts) + "\n"


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    [commands] = [
        action
        for action in parser_for([command])._actions
        if isinstance(action, argparse._SubParsersAction)
    ]
    found: argparse.ArgumentParser = commands.choices[command]
    return found


def _parser(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    rows = [
        f"| {_spoken(action)} | {_cell(formatter._expand_help(action)) if action.help else ''} |"
        for action in parser._actions
        if action.help != argparse.SUPPRESS and "--help" not in action.option_strings
    ]
    yield "| argument | meaning |\n| --- | --- |\n" + "\n".join(rows)


def _spoken(action: argparse.Action) -> str:
    """How an argument is written: its names, and what follows them."""
    if not action.option_strings:
        name = action.metavar or action.dest
        return f"`{name if isinstance(name, str) else ' '.join(name)}`"
    value = action.metavar or ("" if action.nargs == 0 else action.dest.upper())
    if action.choices and not action.metavar:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    names = ", ".join(action.option_strings)
    return _cell(f"`{names} {value}`" if value and action.nargs != 0 else f"`{names}`")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."
