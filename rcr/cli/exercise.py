"""``rcr exercise``: an exercise of a kind, made from a seed, as text or as a worksheet to print."""

from __future__ import annotations

import argparse

from rcr.cli.terminal import whole
from rcr.course.exercise import exercise_kinds, new_exercise
from rcr.model import ModelError

MAX_EXERCISES = 50  # on one worksheet


def add_options(parser: argparse.ArgumentParser) -> None:
    """The kind, the seed, the level, and how it is printed."""
    kinds = ", ".join(exercise_kinds())
    parser.add_argument("kind", metavar="KIND", help=f"what is practised: {kinds}")
    parser.add_argument("--seed", type=whole, metavar="N", default=0, help="of the first exercise")
    parser.add_argument("--level", type=whole, metavar="L", default=1, help="1, 2 or 3")
    parser.add_argument("--count", type=whole, metavar="K", default=1, help="so many, seed by seed")
    parser.add_argument(
        "--html", action="store_true", help="a page to print, the solutions on a second page"
    )


def run_command(args: argparse.Namespace) -> int:
    """Print the exercises with their solutions."""
    if not 1 <= args.count <= MAX_EXERCISES:
        raise ModelError(f"--count is a number from 1 to {MAX_EXERCISES}, not {args.count}")
    seeds = range(args.seed, args.seed + args.count)
    found = [new_exercise(args.kind, seed, args.level) for seed in seeds]
    if args.html:
        from rcr.course.worksheet import worksheet  # its pictures need the app's libraries

        print(worksheet(found))
        return 0
    for one in found:
        print(one.posed.question)
        for given in one.posed.given:
            print(f"\n{given.title}")
            for row in given.rows:
                print("  ".join(f"{text:>12}" for text in row))
        print(f"\nsolution: {one.form.written(one.form.solution)}\n{one.posed.explanation}")
    return 0
