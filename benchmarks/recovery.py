"""Which constraints to recover: every heuristic and the peer MPLP, until certified, on the same
models; and how soon ``auto`` proves grids beside the solvers of others that are installed.

Prints one table for each set of models. Seconds are CPU time of the process that ran it, the
heuristic's own time included, after everything is compiled. ``--quick`` takes a few models of
each set; ``--out DIR`` keeps every row, and a second start goes on there. ``--proofs`` prints
the second part only: there ``auto`` is as it is by default, exact at once where that is cheapest,
while a comparison of heuristics leaves that out.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solvers import Answer, ask, installed

from rcr import Model, Run, generate, registry
from rcr.compare.comparison import compare, in_processes
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request

EVERYBODY = [name for name in registry.plugins("recovery") if name != "manual"] + ["mplp"]
NARROW = 4
# the models, how many seeds of them, how many with --quick, who competes, seconds for each run
SETS = (
    ("grid:rows=10,cols=10", 50, 3, EVERYBODY, 60.0),
    ("grid:rows=20,cols=20", 10, 2, ["auto", "mplp"], 80.0),
    ("grid:rows=30,cols=30", 5, 1, ["auto", "mplp"], 80.0),
    ("grid:rows=40,cols=40", 3, 0, ["auto", "mplp"], 80.0),
    ("grid:rows=10,cols=10,states=3", 20, 2, ["auto", "cycle", "mplp"], 80.0),
    ("haplotype", 20, 2, ["auto", "cycle", "paper", "mplp"], 80.0),
)
# rows and columns of grids, how many seeds, how many with --quick, seconds for others
PROOFS = (
    (10, 50, 5, 20.0),
    (20, 20, 2, 20.0),
    (30, 10, 1, 20.0),
    (40, 6, 1, 20.0),
    (60, 4, 1, 20.0),
    (100, 3, 0, 20.0),
)
ENOUGH = 2  # models in a row that a solver leaves open; it is not asked for more of the set
TITLES = (
    "",
    "certified",
    "recovered",
    "on loops",
    "loops closed",
    f"treewidth ≤ {NARROW}",
    "median s",
    "slowest s",
)


def line(name: str, games: Sequence[dict[str, Any]]) -> list[str]:
    """A contestant's games in the words of the table; for MPLP ``recovered`` counts triplets and
    ``loops closed`` cycles.
    """
    done = [g for g in games if g["status"] == "certified"]
    seconds = [g["cpu_seconds"] for g in games if g["cpu_seconds"] is not None]

    def mean(key: str) -> str:
        found = [g[key] for g in done if g[key] is not None]
        return f"{statistics.mean(found):.1f}" if found else "–"

    return [
        name,
        f"{len(done)} of {len(games)}",
        *(mean(key) for key in ("recovered", "on_loops", "loops_closed")),
        str(sum(g["treewidth"] <= NARROW for g in done)),
        f"{statistics.median(seconds):.4f}" if seconds else "–",
        f"{max(seconds):.4f}" if seconds else "–",
    ]


def print_table(title: str, summaries: Sequence[dict[str, Any]]) -> None:
    names = list(dict.fromkeys(s["contestant"] for s in summaries))
    rows = [
        list(TITLES),
        *(line(name, [s for s in summaries if s["contestant"] == name]) for name in names),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(f"\n{title}; means over those certified")
    for first, *others in rows:
        print(
            "  ".join(
                [
                    first.ljust(widths[0]),
                    *(cell.rjust(w) for cell, w in zip(others, widths[1:], strict=True)),
                ]
            )
        )


def by_auto(model: Model) -> Answer:
    """As a user would: the time includes everything after the model is made."""
    began = time.process_time()
    run = Run(model, recovery="auto")
    run.solve()
    proved = run.status == "certified"
    return Answer(run.state.lower if proved else None, time.process_time() - began)


def proofs(quick: bool) -> None:
    """Who proves which grids, how soon, and whether all who do agree."""
    by_auto(generate("grid", rows=10, cols=10, seed=1000))
    for size, seeds, few, seconds in PROOFS:
        answers: dict[str, list[Answer]] = {}
        for seed in range(few if quick else seeds):
            model = generate("grid", rows=size, cols=size, seed=seed)
            answers.setdefault("auto", []).append(by_auto(model))
            for name in installed():
                known = answers.setdefault(name, [])
                if len(known) < ENOUGH or any(a.value is not None for a in known[-ENOUGH:]):
                    known.append(ask(name, model, seconds))
            values = [a[seed].value for a in answers.values() if seed < len(a)]
            proved = [value for value in values if value is not None]
            assert max(proved) - min(proved) <= 1e-5, (size, seed, values)
        for name, found in answers.items():
            done = sum(a.value is not None for a in found)
            took = [a.seconds for a in found]
            print(
                f"grids {size}x{size}: {name:18} proves {done} of {len(found)}, median "
                f"{statistics.median(took):.4f} s, slowest {max(took):.4f} s",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few models of each set")
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="processes at a time; more than the machine has free make the times worse",
    )
    parser.add_argument("--out", help="a folder to keep the rows in and to go on from")
    parser.add_argument("--proofs", action="store_true", help="grids to a proof only")
    args = parser.parse_args()
    proofs(args.quick)
    if args.proofs:
        return
    with tempfile.TemporaryDirectory() as scratch:
        for number, (model, seeds, few, names, limit) in enumerate(SETS):
            count = few if args.quick else seeds
            if count:
                request = Request(
                    tuple(map(contestant, names)), tuple(subjects(model, count)), limit
                )
                folder = Path(args.out or scratch) / f"{number}"
                results = compare(request, folder, in_processes(request, args.jobs))
                print_table(f"{model}, {count} seeds", results.summaries)


if __name__ == "__main__":
    main()
