"""What the commands share: reading numbers, help, a line that says how far it is, Ctrl-C, and the
size of a circuit in words.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections.abc import Mapping
from typing import Any

from rcr.text.numbers import human_bytes
from rcr.text.words import counted

CIRCUIT_BYTES = 1 << 27  # a circuit counted when it is asked for: about a third of a second
LINE_SECONDS = 0.2  # from one state of the line to the next


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, not {text!r}") from None


def real(text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or value < 0:
        raise argparse.ArgumentTypeError(f"a number of at least 0 is needed, not {text!r}")
    return value


def add_where(parser: argparse.ArgumentParser) -> None:
    """Where the games of a command are played."""
    parser.add_argument("--jobs", type=whole, metavar="J", default=1, help="processes at a time")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Dask cluster: tcp://host:8786, or the file that its scheduler wrote",
    )


class HelpWithDefaults(argparse.ArgumentDefaultsHelpFormatter):
    """Says the default of an option wherever there is one."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        has_default = action.default is not False and action.default not in (None, [])
        return super()._get_help_string(action) if has_default else action.help


def nodes_and_edges(size: int | None) -> str:
    return (
        f"{size:,} nodes and edges"
        if size is not None
        else f"not counted, it takes more than {human_bytes(CIRCUIT_BYTES)}"
    )


def tell_unfinished(unfinished: Mapping[Any, str]) -> int:
    """Say how many games are not finished and why; the exit code that goes with it."""
    if not unfinished:
        return 0
    why = ", ".join(sorted(set(unfinished.values())))
    verb = "is" if len(unfinished) == 1 else "are"
    print(
        f"rcr: {counted(len(unfinished), 'run')} {verb} not finished ({why}); the same command "
        "goes on there",
        file=sys.stderr,
    )
    return 1


class Line:
    """One line on a terminal that says how far it is; silent elsewhere."""

    def __init__(self) -> None:
        self.shown, self.width = time.monotonic(), 0

    @property
    def due(self) -> bool:
        """Whether it is time to say something new."""
        return sys.stderr.isatty() and time.monotonic() - self.shown > LINE_SECONDS

    def show(self, words: str) -> None:
        self.shown = time.monotonic()
        print("\r" + words.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(words)

    def clear(self) -> None:
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


class Interrupt:
    """Turns the first Ctrl-C into a wish to stop, so that the bounds reached are still printed;
    the second one stops at once.
    """

    def __init__(self) -> None:
        self.count = 0

    def is_set(self) -> bool:
        return self.count > 0

    def __enter__(self) -> Interrupt:
        def handle(number: int, frame: object) -> None:
            self.count += 1
            if self.count > 1:
                raise KeyboardInterrupt

        self._old = signal.signal(signal.SIGINT, handle)
        return self

    def __exit__(self, *exception: object) -> None:
        signal.signal(signal.SIGINT, self._old)
