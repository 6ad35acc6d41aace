"""``rcr convert``: write a model in another format."""

from __future__ import annotations

import argparse
import os

from rcr.formats import left_out, load_model, save_model
from rcr.model import ModelError


def add_options(parser: argparse.ArgumentParser) -> None:
    """The file to read and the file to write."""
    parser.add_argument(
        "input", metavar="IN", help="a model file: .uai, .LG, .bif or .json, also with .gz"
    )
    parser.add_argument(
        "output",
        metavar="OUT",
        help="the file to write, with one of the same endings; .bif for Bayesian networks only",
    )


def run_command(args: argparse.Namespace) -> int:
    """Write a model in another format, and say what that format has no place for."""
    model = load_model(args.input)
    if os.path.exists(args.output) and os.path.samefile(args.input, args.output):
        raise ModelError(
            f"{args.output}: this is the file to convert; give the new file another name"
        )
    save_model(model.observe({}), args.output)
    lost = left_out(model, args.output) + (
        [f"the evidence on {len(model.evidence)} variables"] if model.evidence else []
    )
    print(
        f"{args.output}: {len(model.variables)} variables, {len(model.factors)} factors; left "
        f"out: {', '.join(lost) or 'nothing'}"
    )
    return 0
