"""``rcr paper``: the paper's experiments again, its figures beside ours."""

from __future__ import annotations

import argparse
import sys

from rcr.cli.terminal import add_where, tell_unfinished, whole

EXPERIMENT_NAMES = (
    "grids",
    "haplotype",
    "figure",
    "partition",
)  # spelled out, so that rcr --help need not load the experiments


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "experiment",
        choices=EXPERIMENT_NAMES,
        help="tables 1 and 2, figure 1, and the partition function, which the paper left open",
    )
    parser.add_argument(
        "--instances",
        type=whole,
        metavar="N",
        help="seeds 0 to N-1, or the first N files (default: as in the paper)",
    )
    add_where(parser)
    parser.add_argument(
        "--out", metavar="DIR", default="paper-results", help="the folder for the results"
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        help="haplotype and figure: the .uai or .uai.gz files of a folder instead of made ones",
    )


def run_command(args: argparse.Namespace) -> int:
    """Run it and print the paper's figures beside ours."""
    from rcr.paper import EXPERIMENTS
    from rcr.paper.rerun import rerun

    experiment = EXPERIMENTS[args.experiment]
    done = rerun(
        experiment,
        args.out,
        args.instances,
        args.jobs,
        args.data,
        progress=_show,
        cluster=args.cluster,
    )
    print(experiment.summary)
    if done.rows:
        print("\n".join(experiment.report(done.rows)))
    print(
        f"{args.out}: {experiment.name}.csv, and {experiment.name}.json with the command and "
        "the versions that made it"
    )
    return tell_unfinished(done.unfinished)


def _show(done: int, of: int) -> None:
    end = "\n" if done == of else ""
    if sys.stderr.isatty():
        print(f"\r{done} of {of} instances", end=end, file=sys.stderr, flush=True)
    elif end or done % 10 == 0:
        print(f"{done} of {of} instances", file=sys.stderr, flush=True)
