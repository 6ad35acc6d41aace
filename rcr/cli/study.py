"""``rcr study``: play the study that a file describes; only what is missing or has changed."""

from __future__ import annotations

import argparse
from functools import partial

from rcr.cli.terminal import add_where
from rcr.model import ModelError


def add_options(parser: argparse.ArgumentParser) -> None:
    """The file, the folder, and where the games are played."""
    parser.add_argument("study", metavar="STUDY", help="a .toml file, see docs/studies.md")
    parser.add_argument(
        "--out", metavar="DIR", required=True, help="the folder for the results and the report"
    )
    add_where(parser)


def run_command(args: argparse.Namespace) -> int:
    """Play what the folder does not hold yet, and write tables and report."""
    from rcr.cli.games import play_and_tell
    from rcr.compare.study import play_study
    from rcr.compare.study_file import read_study

    if args.plugin:
        raise ModelError("a study names its plug-ins itself: write plugins = [...] into its file")
    study = read_study(args.study)
    return play_and_tell(study.request, args, partial(play_study, study, args.out))
