"""``rcr generate``: make a model of a family and write it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from rcr import registry
from rcr.cli.terminal import HelpWithDefaults, whole
from rcr.formats import save_model
from rcr.model import Model


def add_options(parser: argparse.ArgumentParser) -> None:
    """The family; what follows it is the family's own."""
    parser.add_argument("family", metavar="FAMILY", help="see rcr list")
    parser.add_argument(
        "rest", nargs=argparse.REMAINDER, help="parameters of the family, and -o FILE"
    )


def run_command(args: argparse.Namespace) -> int:
    """Make a model of a family, whose parameters are the options, and write it."""
    rest = _load_plugins(args.rest)
    family = registry.get("generator", args.family)
    values = vars(family_parser(family).parse_args(rest))
    output = values.pop("output")
    if learns := family.facts.data_and_network:
        model, origin = _learned(family, learns, values)
    else:
        model, origin = family(**values), _seed(values)
    save_model(model, output)
    print(f"{output}: {len(model.variables)} variables, {len(model.factors)} factors, {origin}")
    return 0


def family_parser(family: registry.Plugin[Any]) -> argparse.ArgumentParser:
    """Knows the family's parameters, its data where it learns from some, and the file to write."""
    parser = argparse.ArgumentParser(
        prog=f"rcr generate {family.name}",
        description=family.summary,
        formatter_class=HelpWithDefaults,
    )
    for p in family.parameters:
        option = "--" + p.name.replace("_", "-")
        if p.kind is bool:
            parser.add_argument(
                option, action=argparse.BooleanOptionalAction, default=p.default, help=p.domain.help
            )
        else:
            parser.add_argument(
                option,
                metavar=p.kind.__name__.upper(),
                default=p.default,
                help=f"{p.domain.help}; {p.allowed}",
            )
    if family.facts.data_and_network:
        _add_data_options(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="the file to write: .uai, .LG, .bif or .json, also with .gz",
    )
    return parser


def _add_data_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="FILE",
        help="learn from these haplotypes (CSV or .npz; a row each, sites in columns)",
    )
    parser.add_argument(
        "--first",
        metavar="SITE",
        type=whole,
        default=0,
        help="with --data: the first site to take",
    )
    parser.add_argument(
        "--keep-data",
        metavar="FILE",
        help="write the haplotypes that were learned from (.csv or .npz)",
    )


def _learned(
    family: registry.Plugin[Any], learn: Callable[..., Any], values: dict[str, Any]
) -> tuple[Model, str]:
    """A model learned from given or simulated haplotypes, and where they come from."""
    from rcr.formats.haplotypes import load_haplotypes, save_haplotypes

    data, first, keep = (values.pop(name) for name in ("data", "first", "keep_data"))
    given = load_haplotypes(data) if data else None
    haplotypes, model = learn(given, first, **family.check(values))
    if keep:
        save_haplotypes(haplotypes, keep)
    return model, f"learned from {data}" if data else _seed(values)


def _seed(values: dict[str, Any]) -> str:
    return f"seed {values.get('seed', 'none')}"


def _load_plugins(arguments: list[str]) -> list[str]:
    """Load the plug-ins named after the family, and return the family's own arguments."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--plugin", action="append", default=[])
    known, others = parser.parse_known_args(arguments)
    for file in known.plugin:
        registry.load_file(file)
    return others
