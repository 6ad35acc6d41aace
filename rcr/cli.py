"""The command line: rcr solve | compare | paper | generate | convert | info | list | replay | app."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from rcr import bundle, cli_compare, cli_paper, registry
from rcr.engines.circuit import circuit_size
from rcr.engines.junction_tree import Plan, plan
from rcr.engines.protocol import TooLarge, human_bytes
from rcr.families import CLOSE, describe
from rcr.formats import left_out, load_model, save_model
from rcr.model import Model, ModelError
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from rcr.settings import STARTS, USUAL, Settings
from rcr.steps import COUNTABLE

CIRCUIT_BYTES = 1 << 27  # of a circuit that is counted when it is asked for; about a third of a second
KINDS = {"compensation": "schemes", "recovery": "recovery heuristics", "engine": "engines", "generator": "generators", "peer": "peers"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 on success, 2 with one clear line on bad input."""
    try:
        args, unknown = _parser().parse_known_args(arguments)
        if unknown:
            raise ModelError(f"unknown argument {unknown[0]!r}; see rcr {args.name} --help")
        for file in getattr(args, "plugin", []):
            registry.load_file(file)
        return int(args.command(args) or 0)
    except ModelError as error:
        print(f"rcr: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, for example head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("rcr: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rcr", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, function: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        sub.set_defaults(command=function, name=name)
        return sub

    default, own = Settings(), " (default: as the heuristic likes it)"
    solve = command("solve", _solve, "relax, compensate and recover until the answer is certified")
    solve.add_argument("model", metavar="MODEL", help="a model file: .uai, .LG, .bif or .json, also with .gz")
    solve.add_argument("--evidence", metavar="F", help="a UAI evidence file")
    solve.add_argument("--task", choices=("mpe", "z"), default=default.task, help="most probable explanation, or partition function")
    solve.add_argument("--scheme", metavar="S", default=None, help="compensation scheme, see rcr list")
    solve.add_argument("--recovery", metavar="H", default="auto", help="recovery heuristic, see rcr list; paper is the paper's own")
    solve.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="a parameter of the scheme or the heuristic")
    solve.add_argument("--start", default=argparse.SUPPRESS, help="decomposed, forest, or constraint ids such as c0,c5" + own)
    solve.add_argument("--order", default=default.order, help="order of updates: tree, index or random")
    solve.add_argument(
        "--batch", type=_whole, metavar="K", default=argparse.SUPPRESS, help="constraints or groups recovered at a time" + own
    )
    solve.add_argument("--max-sweeps", type=_whole, metavar="N", default=default.max_sweeps, help="sweeps before the next recovery")
    solve.add_argument("--settle", type=_real, metavar="X", default=argparse.SUPPRESS, help="a sweep that gains less ends a round" + own)
    solve.add_argument("--haste", type=_real, metavar="X", default=argparse.SUPPRESS, help="so does one that gains less of the gap" + own)
    solve.add_argument("--tolerance", type=_real, metavar="X", default=default.tolerance, help="the gap at which the bounds have met")
    solve.add_argument("--time-limit", type=_real, metavar="S", help="stop after so many seconds with the bounds reached")
    solve.add_argument("--max-memory", type=_real, metavar="MB", default=default.max_bytes / 2**20, help="limit for the tables, in MiB")
    solve.add_argument("--seed", type=_whole, metavar="N", default=default.seed, help="seed of random orders and ties")
    solve.add_argument("--save", metavar="RUN", help="write the run to a file (*.rcr.json)")
    solve.add_argument("--json", action="store_true", help="print one JSON object")
    solve.add_argument("--plugin", metavar="FILE", action="append", default=[], help="a Python file with a heuristic of your own")

    cli_compare.add_parser(command, _whole, _real, _Interrupt)
    cli_paper.add_parser(command, _whole)

    generate = command("generate", _generate, "make a model of a family; rcr generate FAMILY --help lists its parameters")
    generate.add_argument("family", metavar="FAMILY", help="see rcr list")
    generate.add_argument("rest", nargs=argparse.REMAINDER, help="parameters of the family, and -o FILE")

    convert = command("convert", _convert, "write a model file in another format, which the ending of the new name says")
    convert.add_argument("input", metavar="IN", help="a model file: .uai, .LG, .bif or .json, also with .gz")
    convert.add_argument("output", metavar="OUT", help="the file to write, with one of the same endings; .bif for Bayesian networks only")

    info = command("info", _info, "what a model file holds and what exact inference would cost")
    info.add_argument("model", metavar="MODEL")
    info.add_argument("--evidence", metavar="F", help="a UAI evidence file")
    info.add_argument("--json", action="store_true", help="print one JSON object")

    listing = command("list", _list, "schemes, heuristics, engines and generators with their parameters")
    listing.add_argument("--plugin", metavar="FILE", action="append", default=[], help="a Python file with a heuristic of your own")

    replay = command("replay", _replay, "do a saved run again and compare its numbers")
    replay.add_argument("run", metavar="RUN")

    app = command("app", _app, "start the app in the browser")
    app.add_argument("--port", type=_whole, metavar="P", default=8501, help="the port it listens on")
    app.add_argument("--headless", action="store_true", help="do not open a browser window")
    app.add_argument("--plugin", metavar="FILE", action="append", default=[], help="a Python file with a heuristic of your own")
    return parser


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, not {text!r}") from None


def _real(text: str) -> float:
    value = float(text)
    if not np.isfinite(value) or value < 0:
        raise argparse.ArgumentTypeError(f"a number of at least 0 is needed, not {text!r}")
    return value


def _load(args: argparse.Namespace) -> Model:
    return load_model(args.model, args.evidence)


def _number(x: float | None) -> float | None:
    """For JSON: ``null`` where there is no number or it is infinite."""
    return float(x) if x is not None and np.isfinite(x) else None


def _parameters(pairs: Sequence[str], *plugins: registry.Plugin) -> list[dict[str, Any]]:
    """``NAME=VALUE`` pairs, given to the plug-ins that have such a parameter."""
    found: list[dict[str, Any]] = [{} for _ in plugins]
    for pair in pairs:
        name, _, text = pair.partition("=")
        name = name.replace("-", "_")
        takers = [(own, p) for own, plugin in zip(found, plugins, strict=True) for p in plugin.parameters if p.name == name]
        if not takers:
            known = ", ".join(p.name for plugin in plugins for p in plugin.parameters) or "none"
            raise ModelError(f"--set {pair}: no such parameter here; there are: {known}")
        for own, parameter in takers:
            own[parameter.name] = text if parameter.kind is str else text.lower() == "true" if parameter.kind is bool else text
    return found


def _solve(args: argparse.Namespace) -> int:
    began = time.perf_counter()
    model = _load(args)
    given = {name: getattr(args, name) for name in USUAL if hasattr(args, name)}
    if given.get("start", "forest") not in STARTS:
        given["start"] = tuple(filter(None, given["start"].split(",")))
    scheme = args.scheme or Settings(task=args.task).scheme
    of_scheme, of_recovery = _parameters(args.set, registry.get("compensation", scheme), registry.get("recovery", args.recovery))
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
    progress = _Progress(run)
    with _Interrupt() as interrupt:
        limit = None if args.time_limit is None else max(0.0, args.time_limit - (time.perf_counter() - began))
        run.solve(interrupt, limit, progress)
    progress.clear()
    if interrupt.count:
        run.stopped_because = "Ctrl-C"
    if args.save:
        from rcr.formats.runs import save_run

        save_run(run, args.save)
    result = _result(args, run, time.perf_counter() - began)
    if args.json:
        print(json.dumps(result))
    else:
        _print_result(result, run)
    return 0


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
        "assignment": state.assignment.tolist() if state.lower > -np.inf or args.task == "z" else None,
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
        "circuit_note": _not_counted() if None in (*sizes, *(row["circuit_size"] for row in history)) else None,
        "seconds": seconds,
        "history": [{key: _number(value) if isinstance(value, float) else value for key, value in row.items()} for row in history],
    }


def _print_result(result: dict[str, Any], run: Any) -> None:
    def show(x: float | None) -> str:
        return "none" if x is None else f"{x:.10g}"

    print(f"{result['status']}: {result['reason']}")
    print(f"log {'MPE value' if result['task'] == 'mpe' else 'partition function'}")
    print(f"  upper bound  {show(result['upper_bound'])}")
    print(f"  lower bound  {show(result['lower_bound'])}")
    if result["estimate"] is not None:
        print(f"  estimate     {show(result['estimate'])}")
    print("recovered {recovered} of {constraints} constraints ({loops_closed} loops closed) in {rounds} rounds".format(**result))
    print("{sweeps} sweeps, treewidth {treewidth}, {table_entries:,} table entries, {seconds:.2f} s".format(**result))
    print(f"circuit: {_nodes_and_edges(result['circuit_size'])}; at the start {_nodes_and_edges(result['circuit_size_at_start'])}")
    if result["assignment"] is not None and result["task"] == "mpe":
        print("assignment", " ".join(map(str, result["assignment"])))


def _not_counted() -> str:
    limits = f"{human_bytes(CIRCUIT_BYTES)} ({human_bytes(COUNTABLE)} in the history)"
    return f"a circuit of size null was not counted: it takes more than {limits}"


def _nodes_and_edges(size: int | None) -> str:
    return f"{size:,} nodes and edges" if size is not None else f"not counted, it takes more than {human_bytes(CIRCUIT_BYTES)}"


class _Progress:
    """One line on a terminal that says how far it is; silent elsewhere."""

    def __init__(self, run: Any) -> None:
        self.run, self.shown, self.width = run, time.perf_counter(), 0

    def __call__(self, state: Any, now: dict[str, Any]) -> None:
        if not sys.stderr.isatty() or time.perf_counter() - self.shown < 0.2:
            return
        self.shown = time.perf_counter()
        line = f"recovered {state.relaxation.count}/{len(self.run.cloned)}  sweep {now['sweeps']}  "
        line += f"upper {now['upper']:.6g}  lower {state.lower:.6g}"
        print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(line)

    def clear(self) -> None:
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


class _Interrupt:
    """Turns the first Ctrl-C into a wish to stop, so that the bounds reached are still printed; the second one stops at once."""

    def __init__(self) -> None:
        self.count = 0

    def is_set(self) -> bool:
        return self.count > 0

    def __enter__(self) -> _Interrupt:
        import signal

        def handle(number: int, frame: object) -> None:
            self.count += 1
            if self.count > 1:
                raise KeyboardInterrupt

        self._old = signal.signal(signal.SIGINT, handle)
        return self

    def __exit__(self, *exception: object) -> None:
        import signal

        signal.signal(signal.SIGINT, self._old)


def _generate(args: argparse.Namespace) -> int:
    family = registry.get("generator", args.family)
    parser = argparse.ArgumentParser(
        prog=f"rcr generate {family.name}", description=family.summary, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    for p in family.parameters:
        option = "--" + p.name.replace("_", "-")
        if p.kind is bool:
            parser.add_argument(option, action=argparse.BooleanOptionalAction, default=p.default, help=p.domain.help)
        else:
            parser.add_argument(option, metavar=p.kind.__name__.upper(), default=p.default, help=f"{p.domain.help}; {p.allowed}")
    if learns := family.facts.get("data_and_network"):
        parser.add_argument("--data", metavar="FILE", help="learn from these haplotypes (CSV or .npz; a row each, sites in columns)")
        parser.add_argument("--first", metavar="SITE", type=_whole, default=0, help="with --data: the first site to take")
        parser.add_argument("--keep-data", metavar="FILE", help="write the haplotypes that were learned from (.csv or .npz)")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write: .uai, .LG, .bif or .json, also with .gz")
    values = vars(parser.parse_args(args.rest))
    output = values.pop("output")
    origin = f"seed {values.get('seed', 'none')}"
    if learns:
        from rcr.formats.haplotypes import load_haplotypes, save_haplotypes

        data, first, keep = (values.pop(name) for name in ("data", "first", "keep_data"))
        origin = f"learned from {data}" if data else origin
        haplotypes, model = learns(load_haplotypes(data) if data else None, first, **family.check(values))
        if keep:
            save_haplotypes(haplotypes, keep)
    else:
        model = family(**values)
    save_model(model, output)
    print(f"{output}: {len(model.variables)} variables, {len(model.factors)} factors, {origin}")
    return 0


def _convert(args: argparse.Namespace) -> int:
    model = load_model(args.input)
    if os.path.exists(args.output) and os.path.samefile(args.input, args.output):
        raise ModelError(f"{args.output}: this is the file to convert; give the new file another name")
    save_model(model.observe({}), args.output)
    lost = left_out(model, args.output) + ([f"the evidence on {len(model.evidence)} variables"] if model.evidence else [])
    print(f"{args.output}: {len(model.variables)} variables, {len(model.factors)} factors; left out: {', '.join(lost) or 'nothing'}")
    return 0


def _info(args: argparse.Namespace) -> int:
    model = _load(args)
    cloned = ClonedModel(model)
    everything, nothing = Relaxation(cloned, np.ones(len(cloned), dtype=np.bool_)), Relaxation.decomposed(cloned)
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
    print(f"{facts['model']}: {model.kind}, {facts['variables']} variables, {facts['factors']} factors, {facts['evidence']} observed")
    print("domains up to {largest_domain}, arity up to {largest_arity}, {entries:,} entries, {zero_share:.1%} zeros".format(**facts))
    print(network)
    print(f"{facts['constraints']} equivalence constraints")
    print(f"decomposed: {start.table_entries:,} table entries; circuit: {_nodes_and_edges(start_size)}")
    print(f"exact inference (everything recovered): at most {cost}; circuit: {_nodes_and_edges(size)}")
    return 0


def _circuit_size(relaxation: Relaxation, planned: Plan) -> int | None:
    """Nodes + edges, None where the circuit is too large to be counted."""
    try:
        return circuit_size(relaxation, CIRCUIT_BYTES, planned).total
    except TooLarge:
        return None


def _list(args: argparse.Namespace) -> int:
    for kind, title in KINDS.items():
        print(f"{title}:")
        for name, plugin in registry.plugins(kind).items():
            print(f"  {name:20} {plugin.summary}")
            for p in plugin.parameters:
                print(f"  {'':20}   {p.name} = {p.default} ({p.allowed}): {p.domain.help}")
    return 0


def _replay(args: argparse.Namespace) -> int:
    from rcr.formats.runs import replay

    done = replay(args.run)
    state = done.run.state
    same = "every number is the same" if done.difference == 0 else f"the largest difference is {done.difference:.3g}"
    print(f"{args.run}: {done.states} actions done again; {same}")
    print(f"{done.run.status}: {done.run.reason}")
    print(f"upper bound {state.upper:.10g}, lower bound {state.lower:.10g}, recovered {state.relaxation.count} of {len(done.run.cloned)}")
    return 0


def _app(args: argparse.Namespace) -> NoReturn:
    root = bundle.root()
    if not (root / "app.py").is_file():
        raise ModelError(f"{root / 'app.py'}: the app's files are missing; install the package again")
    from rcr import warmup

    warmup.main()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(args.port)]
    if args.headless:
        command += ["--server.headless", "true"]
    os.environ[registry.APP_PLUGINS] = os.pathsep.join(os.path.abspath(file) for file in args.plugin)
    os.chdir(root)
    os.execv(sys.executable, command)


if __name__ == "__main__":
    sys.exit(main())
