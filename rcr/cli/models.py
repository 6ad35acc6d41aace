"""``rcr generate``, ``rcr convert`` and ``rcr info``: make a model, write it in another format,
say what it holds.
"""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

import numpy as np

from rcr import registry
from rcr.bayesian_network import CLOSE, describe
from rcr.cli.terminal import CIRCUIT_BYTES, Command, nodes_and_edges, whole
from rcr.engines.circuit import circuit_size
from rcr.engines.junction_tree import Plan, plan
from rcr.engines.protocol import TooLarge
from rcr.formats import left_out, load_model, save_model
from rcr.model import ModelError
from rcr.relaxation import ClonedModel, Relaxation


def add_parsers(command: Command) -> None:
    """Add the three commands with their options."""
    generate = command(
        "generate",
        run_generate,
        "make a model of a family; rcr generate FAMILY --help lists its parameters",
    )
    generate.add_argument("family", metavar="FAMILY", help="see rcr list")
    generate.add_argument(
        "rest", nargs=argparse.REMAINDER, help="parameters of the family, and -o FILE"
    )

    convert = command(
        "convert",
        run_convert,
        "write a model file in another format, which the ending of the new name says",
    )
    convert.add_argument(
        "input", metavar="IN", help="a model file: .uai, .LG, .bif or .json, also with .gz"
    )
    convert.add_argument(
        "output",
        metavar="OUT",
        help="the file to write, with one of the same endings; .bif for Bayesian networks only",
    )

    info = command("info", run_info, "what a model file holds and what exact inference would cost")
    info.add_argument("model", metavar="MODEL")
    info.add_argument("--evidence", metavar="F", help="a UAI evidence file")
    info.add_argument("--json", action="store_true", help="print one JSON object")


def run_generate(args: argparse.Namespace) -> int:
    """Make a model of a family, whose parameters are the options, and write it."""
    rest = _load_plugins(args.rest)
    family = registry.get("generator", args.family)
    parser = argparse.ArgumentParser(
        prog=f"rcr generate {family.name}",
        description=family.summary,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
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
    if learns := family.facts.get("data_and_network"):
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
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="the file to write: .uai, .LG, .bif or .json, also with .gz",
    )
    values = vars(parser.parse_args(rest))
    output = values.pop("output")
    origin = f"seed {values.get('seed', 'none')}"
    if learns:
        from rcr.formats.haplotypes import load_haplotypes, save_haplotypes

        data, first, keep = (values.pop(name) for name in ("data", "first", "keep_data"))
        origin = f"learned from {data}" if data else origin
        haplotypes, model = learns(
            load_haplotypes(data) if data else None, first, **family.check(values)
        )
        if keep:
            save_haplotypes(haplotypes, keep)
    else:
        model = family(**values)
    save_model(model, output)
    print(f"{output}: {len(model.variables)} variables, {len(model.factors)} factors, {origin}")
    return 0


def _load_plugins(arguments: list[str]) -> list[str]:
    """Load the plug-ins named after the family, and return the family's own arguments."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--plugin", action="append", default=[])
    known, others = parser.parse_known_args(arguments)
    for file in known.plugin:
        registry.load_file(file)
    return others


def run_convert(args: argparse.Namespace) -> int:
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


def run_info(args: argparse.Namespace) -> int:
    """What a model holds, and what exact inference would cost."""
    model = load_model(args.model, args.evidence)
    cloned = ClonedModel(model)
    everything, nothing = (
        Relaxation.everything(cloned),
        Relaxation.decomposed(cloned),
    )
    whole, parts = plan(everything), plan(nothing)
    cost, start = whole.cost, parts.cost
    size, start_size = _circuit_size(everything, whole), _circuit_size(nothing, parts)
    tables = [f.log_table for f in model.factors]
    network, misses = describe(model)
    entries = sum(t.size for t in tables)
    facts: dict[str, Any] = {
        "model": str(args.model),
        "kind": model.kind,
        "bayesian": misses is not None and misses <= CLOSE,
        "row_deviation": misses,
        "variables": len(model.variables),
        "factors": len(model.factors),
        "constraints": len(cloned),
        "evidence": len(model.evidence),
        "largest_domain": int(model.cards.max(initial=0)),
        "largest_arity": max((len(f.scope) for f in model.factors), default=0),
        "entries": entries,
        "zero_share": sum(int(np.isneginf(t).sum()) for t in tables) / entries if entries else 0.0,
        "treewidth": cost.treewidth,
        "exact_table_entries": cost.table_entries,
        "exact_bytes": cost.bytes,
        "exact_circuit_size": size,
        "decomposed_table_entries": start.table_entries,
        "decomposed_circuit_size": start_size,
    }
    if args.json:
        print(json.dumps(facts))
        return 0
    print(
        f"{facts['model']}: {model.kind}, {facts['variables']} variables, {facts['factors']} "
        f"factors, {facts['evidence']} observed"
    )
    print(
        "domains up to {largest_domain}, arity up to {largest_arity}, {entries:,} entries, "
        "{zero_share:.1%} zeros".format(**facts)
    )
    print(network)
    print(f"{facts['constraints']} equivalence constraints")
    print(
        f"decomposed: {start.table_entries:,} table entries; circuit: {nodes_and_edges(start_size)}"
    )
    print(
        f"exact inference (everything recovered): at most {cost}; circuit: {nodes_and_edges(size)}"
    )
    return 0


def _circuit_size(relaxation: Relaxation, planned: Plan) -> int | None:
    """Nodes + edges, None where the circuit is too large to be counted."""
    try:
        return circuit_size(relaxation, CIRCUIT_BYTES, planned).total
    except TooLarge:
        return None
