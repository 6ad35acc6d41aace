"""``rcr solve``: relax, compensate and recover until the answer is certified."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from rcr.cli.solve.answer import answer, print_answer, pruned_answer
from rcr.cli.solve.options import add_options as add_options
from rcr.cli.solve.options import settings
from rcr.cli.terminal import Interrupt, Line
from rcr.formats import load_model
from rcr.run import Run
from rcr.run.budget import Budget
from rcr.run.pruning import Pruning
from rcr.state import State


def run_command(args: argparse.Namespace) -> int:
    """Solve it, keep the run where that is wanted, and print what was found."""
    began, budget = time.perf_counter(), Budget(time_limit=args.time_limit)
    run, line = Run(load_model(args.model, args.evidence), **settings(args)), Line()
    with Interrupt() as interrupt:
        _solve(run, interrupt, budget, line)
        pruned = _prune(run, interrupt, budget, line) if args.prune else None
    line.clear()
    if interrupt.count:
        run.stopped_because = "Ctrl-C"
    if args.save:
        from rcr.run.file import save_run

        save_run(run, args.save)
    found = answer(run, str(args.model), time.perf_counter() - began)
    if pruned is not None:
        found["pruned"] = pruned_answer(run, pruned)
    if args.json:
        print(json.dumps(found))
    else:
        print_answer(found)
    return 0


def _solve(run: Run, interrupt: Interrupt, budget: Budget, line: Line) -> None:
    def progress(state: State, now: dict[str, Any]) -> None:
        if line.due:
            line.show(
                f"recovered {state.relaxation.count}/{len(run.cloned)}  sweep {now['sweeps']}  "
                f"upper {now['upper']:.6g}  lower {now['lower']:.6g}"
                + (f"  open branches: {now['open']}" if "open" in now else "")
            )

    run.solve(interrupt, budget.seconds_left, progress)


def _prune(run: Run, interrupt: Interrupt, budget: Budget, line: Line) -> Pruning | None:
    """Prune the proof in the time that is left; nothing where there is no proof."""
    if run.state.certificate is None:
        return None

    def progress(tried: int, of: int) -> None:
        if line.due:
            line.show(f"pruning: {tried} of {of} constraints tried")

    return run.prune(interrupt, budget.seconds_left, progress)
