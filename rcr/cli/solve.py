"""``rcr solve``: relax, compensate and recover until the answer is certified."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from rcr import registry
from rcr.cli.terminal import CIRCUIT_BYTES, Interrupt, Line, nodes_and_edges, real, whole
from rcr.formats import load_model
from rcr.model import ModelError
from rcr.run import Run
from rcr.run.problem import MAX_COUNTED_CIRCUIT_BYTES
from rcr.run.pruning import Pruning
from rcr.run.settings import LEFT_TO_HEURISTIC, STARTS, Settings
from rcr.state import State
from rcr.text.numbers import human_bytes


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    default, own = Settings(), " (default: as the heuristic likes it)"
    parser.add_argument(
        "model", metavar="MODEL", help="a model file: .uai, .LG, .bif or .json, also with .gz"
    )
    parser.add_argument("--evidence", metavar="F", help="a UAI evidence file")
    parser.add_argument(
        "--task",
        choices=("mpe", "z"),
        default=default.task,
        help="most probable explanation, or partition function",
    )
    parser.add_argument(
        "--scheme", metavar="S", default=None, help="compensation scheme, see rcr list"
    )
    parser.add_argument(
        "--recovery",
        metavar="H",
        default="auto",
        help="recovery heuristic, see rcr list; paper is the paper's own",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a parameter of the scheme or the heuristic",
    )
    parser.add_argument(
        "--start",
        default=argparse.SUPPRESS,
        help="decomposed, forest, or constraint ids such as c0,c5" + own,
    )
    parser.add_argument(
        "--order", default=default.order, help="order of updates: tree, index or random"
    )
    parser.add_argument(
        "--batch",
        type=whole,
        metavar="K",
        default=argparse.SUPPRESS,
        help="constraints or groups recovered at a time" + own,
    )
    parser.add_argument(
        "--max-sweeps",
        type=whole,
        metavar="N",
        default=default.max_sweeps,
        help="sweeps before the next recovery",
    )
    parser.add_argument(
        "--settle",
        type=real,
        metavar="X",
        default=argparse.SUPPRESS,
        help="a sweep that gains less ends a round" + own,
    )
    parser.add_argument(
        "--haste",
        type=real,
        metavar="X",
        default=argparse.SUPPRESS,
        help="so does one that gains less of the gap" + own,
    )
    parser.add_argument(
        "--tolerance",
        type=real,
        metavar="X",
        default=default.tolerance,
        help="the gap at which the bounds have met",
    )
    parser.add_argument(
        "--time-limit",
        type=real,
        metavar="S",
        help="stop after so many seconds with the bounds reached",
    )
    parser.add_argument(
        "--max-memory",
        type=real,
        metavar="MB",
        default=default.max_bytes / 2**20,
        help="limit for the tables, in MiB",
    )
    parser.add_argument(
        "--seed",
        type=whole,
        metavar="N",
        default=default.seed,
        help="seed of random orders and ties",
    )
    parser.add_argument(
        "--prune",
        action="store_true",
        help="once certified, relax again what the proof does not need, and list the rest",
    )
    parser.add_argument("--save", metavar="RUN", help="write the run to a file (*.rcr.json)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _number(x: float | None) -> float | None:
    """For JSON: ``null`` where there is no number or it is infinite."""
    return float(x) if x is not None and np.isfinite(x) else None


def _parameters(pairs: Sequence[str], *plugins: registry.Plugin[Any]) -> list[dict[str, Any]]:
    """``NAME=VALUE`` pairs, given to the plug-ins that have such a parameter."""
    found: list[dict[str, Any]] = [{} for _ in plugins]
    for pair in pairs:
        name, _, text = pair.partition("=")
        name = name.replace("-", "_")
        takers = [
            (own, p)
            for own, plugin in zip(found, plugins, strict=True)
            for p in plugin.parameters
            if p.name == name
        ]
        if not takers:
            known = ", ".join(p.name for plugin in plugins for p in plugin.parameters) or "none"
            raise ModelError(f"--set {pair}: no such parameter here; there are: {known}")
        for own, parameter in takers:
            own[parameter.name] = (
                text
                if parameter.kind is str
                else text.lower() == "true"
                if parameter.kind is bool
                else text
            )
    return found


def run_command(args: argparse.Namespace) -> int:
    """Solve it, keep the run where that is wanted, and print what was found."""
    began = time.perf_counter()
    model = load_model(args.model, args.evidence)
    given = {name: getattr(args, name) for name in LEFT_TO_HEURISTIC if hasattr(args, name)}
    if given.get("start", "forest") not in STARTS:
        given["start"] = tuple(filter(None, given["start"].split(",")))
    scheme = args.scheme or Settings(task=args.task).scheme
    of_scheme, of_recovery = _parameters(
        args.set, registry.get("compensation", scheme), registry.get("recovery", args.recovery)
    )
    run = Run(
        model,
        task=args.task,
        scheme=scheme,
        scheme_parameters=of_scheme,
        recovery=args.recovery,
        recovery_parameters=of_recovery,
        order=args.order,
        max_sweeps=args.max_sweeps,
        tolerance=args.tolerance,
        seed=args.seed,
        max_bytes=int(args.max_memory * 2**20),
        **given,
    )
    line = Line()

    def progress(state: State, now: dict[str, Any]) -> None:
        if line.due:
            bounds = f"upper {now['upper']:.6g}  lower {state.lower:.6g}"
            line.show(
                f"recovered {state.relaxation.count}/{len(run.cloned)}  sweep {now['sweeps']} "
                f" {bounds}"
            )

    with Interrupt() as interrupt:
        limit = (
            None
            if args.time_limit is None
            else max(0.0, args.time_limit - (time.perf_counter() - began))
        )
        run.solve(interrupt, limit, progress)
        pruned = _pruned(args, run, interrupt, began, line) if args.prune else None
    line.clear()
    if interrupt.count:
        run.stopped_because = "Ctrl-C"
    if args.save:
        from rcr.run.file import save_run

        save_run(run, args.save)
    result = _result(args, run, time.perf_counter() - began)
    if pruned is not None:
        said = dict(zip((c.id for c in run.cloned.constraints), run.cloned.said, strict=True))
        result["pruned"] = {
            "sentence": pruned.sentence,
            "recovered_before": pruned.before,
            "finished": pruned.finished,
            "constraints": {name: said[name] for name in pruned.kept},
        }
    if args.json:
        print(json.dumps(result))
    else:
        _print_result(result)
    return 0


def _pruned(
    args: argparse.Namespace, run: Run, interrupt: Interrupt, began: float, line: Line
) -> Pruning | None:
    """Prune the proof in the time that is left; nothing where there is no proof."""
    if run.state.certificate is None:
        return None

    def told(tried: int, of: int) -> None:
        if line.due:
            line.show(f"pruning: {tried} of {of} constraints tried")

    spent = time.perf_counter() - began
    limit = None if args.time_limit is None else max(0.0, args.time_limit - spent)
    return run.prune(interrupt, limit, told)


def _result(args: argparse.Namespace, run: Run, seconds: float) -> dict[str, Any]:
    state, model, history = run.state, run.model, run.history
    sizes = run.circuit_size(state, CIRCUIT_BYTES), run.circuit_size(run.states[0], CIRCUIT_BYTES)
    exact = state.certificate is not None and state.certificate.kind == "exact"
    return {
        "model": str(args.model),
        "task": args.task,
        "variables": len(model.variables),
        "factors": len(model.factors),
        "constraints": len(run.cloned),
        "scheme": run.settings.scheme,
        "recovery": run.settings.recovery,
        "status": run.status,
        "reason": run.reason,
        "upper_bound": _number(state.upper),
        "lower_bound": _number(state.lower),
        "estimate": _number(state.value if exact else state.bounds.estimate),
        "assignment": state.assignment.tolist()
        if state.lower > -np.inf or args.task == "z"
        else None,
        "recovered": state.relaxation.count,
        "loops_closed": state.relaxation.loops_closed,
        "recovered_constraints": list(state.recovered),
        "rounds": state.rounds,
        "sweeps": state.sweeps,
        "updates": state.updates,
        "treewidth": state.treewidth,
        "table_entries": state.table_entries,
        "circuit_size": sizes[0],
        "circuit_size_at_start": sizes[1],
        "circuit_note": _not_counted()
        if None in (*sizes, *(row["circuit_size"] for row in history))
        else None,
        "seconds": seconds,
        "history": [
            {
                key: _number(value) if isinstance(value, float) else value
                for key, value in row.items()
            }
            for row in history
        ],
    }


def _print_result(result: dict[str, Any]) -> None:
    def show(x: float | None) -> str:
        return "none" if x is None else f"{x:.10g}"

    print(f"{result['status']}: {result['reason']}")
    print(f"log {'MPE value' if result['task'] == 'mpe' else 'partition function'}")
    print(f"  upper bound  {show(result['upper_bound'])}")
    print(f"  lower bound  {show(result['lower_bound'])}")
    if result["estimate"] is not None:
        print(f"  estimate     {show(result['estimate'])}")
    print(
        "recovered {recovered} of {constraints} constraints ({loops_closed} loops closed) in "
        "{rounds} rounds".format(**result)
    )
    if "pruned" in result:
        print(result["pruned"]["sentence"])
        for name, said in result["pruned"]["constraints"].items():
            print(f"  {name:6} {said}")
    print(
        "{sweeps} sweeps, treewidth {treewidth}, {table_entries:,} table entries, "
        "{seconds:.2f} s".format(**result)
    )
    print(
        f"circuit: {nodes_and_edges(result['circuit_size'])}; at the start "
        f"{nodes_and_edges(result['circuit_size_at_start'])}"
    )
    if result["assignment"] is not None and result["task"] == "mpe":
        print("assignment", " ".join(map(str, result["assignment"])))


def _not_counted() -> str:
    history = human_bytes(MAX_COUNTED_CIRCUIT_BYTES)
    limits = f"{human_bytes(CIRCUIT_BYTES)} ({history} in the history)"
    return f"a circuit of size null was not counted: it takes more than {limits}"
