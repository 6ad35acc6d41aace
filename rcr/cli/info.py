"""``rcr info``: what a model holds, and what exact inference would cost.

What the file holds is said before the compiled kernels are loaded, which the costs need.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np

from rcr.bayesian_network import ROW_SUM_TOLERANCE, describe
from rcr.cli.terminal import CIRCUIT_BYTES, nodes_and_edges
from rcr.formats import load_model
from rcr.model import Model


def add_options(parser: argparse.ArgumentParser) -> None:
    """The model and its evidence."""
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("--evidence", metavar="F", help="a UAI evidence file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run_command(args: argparse.Namespace) -> int:
    """What a model holds, and what exact inference would cost."""
    model = load_model(args.model, args.evidence)
    network, misses = describe(model)
    contents = {"model": str(args.model), **_contents(model, misses)}
    if args.json:
        print(json.dumps({**contents, **_costs(model)[0]}))
        return 0
    print(
        "{model}: {kind}, {variables} variables, {factors} factors, {evidence} observed\n"
        "domains up to {largest_domain}, arity up to {largest_arity}, {entries:,} entries, "
        "{zero_share:.1%} zeros".format(**contents)
    )
    print(network, flush=True)
    costs, exact = _costs(model)
    size, start_size = map(
        nodes_and_edges, (costs["exact_circuit_size"], costs["decomposed_circuit_size"])
    )
    print(f"{costs['constraints']} equivalence constraints")
    print(f"decomposed: {costs['decomposed_table_entries']:,} table entries; circuit: {start_size}")
    print(f"exact inference (everything recovered): at most {exact}; circuit: {size}")
    return 0


def _contents(model: Model, misses: float | None) -> dict[str, Any]:
    tables = [f.log_table for f in model.factors]
    entries = sum(t.size for t in tables)
    return {
        "kind": model.kind,
        "bayesian": misses is not None and misses <= ROW_SUM_TOLERANCE,
        "row_deviation": misses,
        "variables": len(model.variables),
        "factors": len(model.factors),
        "evidence": len(model.evidence),
        "largest_domain": int(model.cards.max(initial=0)),
        "largest_arity": max((len(f.scope) for f in model.factors), default=0),
        "entries": entries,
        "zero_share": sum(int(np.isneginf(t).sum()) for t in tables) / entries if entries else 0.0,
    }


def _costs(model: Model) -> tuple[dict[str, Any], str]:
    """What inference costs with everything and with nothing recovered; a size is None where the
    circuit is too large to be counted. Then the cost of exact inference in words.
    """
    from rcr.engines.circuit import circuit_size
    from rcr.engines.junction_tree import plan
    from rcr.engines.protocol import Cost, TooLarge
    from rcr.relaxation import ClonedModel, Relaxation

    def cost_and_circuit_size(relaxation: Relaxation) -> tuple[Cost, int | None]:
        planned = plan(relaxation)
        try:
            return planned.cost, circuit_size(relaxation, CIRCUIT_BYTES, planned).total
        except TooLarge:
            return planned.cost, None

    cloned = ClonedModel(model)
    exact, exact_size = cost_and_circuit_size(Relaxation.everything(cloned))
    start, start_size = cost_and_circuit_size(Relaxation.decomposed(cloned))
    return {
        "constraints": len(cloned),
        "treewidth": exact.treewidth,
        "exact_table_entries": exact.table_entries,
        "exact_bytes": exact.bytes,
        "exact_circuit_size": exact_size,
        "decomposed_table_entries": start.table_entries,
        "decomposed_circuit_size": start_size,
    }, str(exact)
