"""``rcr replay``: do a saved run again and compare its numbers."""

from __future__ import annotations

import argparse

from rcr.run.file import replay


def add_options(parser: argparse.ArgumentParser) -> None:
    """The run to do again."""
    parser.add_argument("run", metavar="RUN")


def run_command(args: argparse.Namespace) -> int:
    """Do it again and say whether the numbers are the same."""
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
