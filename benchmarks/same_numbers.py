"""Whether two checkouts find the same numbers, bit for bit, and how much CPU time each takes.

``python benchmarks/same_numbers.py OLD NEW [--models FOLDER ...] [--changed WORD ...] [--quick]``
solves the 50 grids and every ``.uai`` file of the folders (with the evidence in ``FILE.uai.evid``,
where there is some) by ``rcr solve --json`` in a process of each checkout, by turns, so that both
feel the same load. The work is limited by memory and sweeps, never by a clock; what takes the old
checkout longer than its patience is done again with tighter limits and, where that is too slow as
well, left out and named.

Where a heuristic, a scheme or a task was changed on purpose (``--changed auto cycle``), the way
there may be another one, but not what is proved: the bounds of both checkouts must hold together,
and what the old one proves the new one must prove with the same value. ``--changed orders`` says
that orders of elimination were changed, which may change every way. Time is counted for the solves
with the same numbers. Ctrl-C ends with what was seen so far; the exit code is 1 where a number
differs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

Solve = tuple[str, ...]  # the arguments of ``rcr solve``, the model first
Answer = dict[str, Any]  # the exit code, CPU seconds, and what was printed

GRIDS = 50
WORK = ("--max-memory", "16", "--max-sweeps", "100")  # MiB of tables, and sweeps in a round
LESS_WORK = ("--max-memory", "0.5", "--max-sweeps", "10", "--batch", "50")
PATIENCE_SECONDS = 20.0  # of CPU time for one solve of the old checkout
QUICK_PATIENCE_SECONDS = 2.0
NEW_PATIENCE_RATIO = 3.0  # what takes the new checkout so much longer is left out and named, too
SMALL_CONSTRAINTS = 150  # models of at most so many are solved in every way
ONE_OF = 7  # of the models in a folder, with --quick
SHOWN_DIFFERENCES = 10
PROOF_TOLERANCE = 1e-4  # of a run, which is what a proof holds within
NOT_NUMBERS = ("model", "reason", "circuit_note", "seconds")
ORDERS = "orders"  # what --changed calls the orders of elimination
PROVED = ("certified", "infeasible")
WAYS: tuple[Solve, ...] = (("--recovery", "auto"), ("--recovery", "paper"))
WAYS_OF_SMALL: tuple[Solve, ...] = (
    ("--recovery", "cycle"),
    ("--recovery", "impact"),
    ("--recovery", "random", "--seed", "3"),
    ("--recovery", "paper", "--start", "forest", "--order", "index"),
    ("--scheme", "model-split", "--recovery", "mutual-information"),
    ("--scheme", "subgradient"),
    ("--task", "z"),
    ("--task", "z", "--recovery", "paper"),
)


# -- in a checkout's own process -------------------------------------------------------------------


def work() -> None:
    """Answer each line of standard input, arguments of ``rcr`` and a patience, by one line."""
    from rcr.cli import main

    signal.signal(signal.SIGPROF, lambda number, frame: os.kill(os.getpid(), signal.SIGINT))
    for line in sys.stdin:
        arguments, patience = json.loads(line)
        said, complaint = io.StringIO(), io.StringIO()
        began = time.process_time()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complaint):
            signal.setitimer(signal.ITIMER_PROF, patience)  # 0 stands for no limit
            code = main(arguments)
            slow = patience > 0 and signal.setitimer(signal.ITIMER_PROF, 0)[0] == 0
        answer = {
            "code": None if slow else code,
            "seconds": time.process_time() - began,
            "said": said.getvalue(),
            "complaint": complaint.getvalue(),
        }
        print(json.dumps(answer), flush=True)


class Checkout:
    """A folder with the code, and a process that works with it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seconds = folder.resolve(), 0.0
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        subprocess.run(
            [sys.executable, "-m", "rcr.warmup"], cwd=self.folder, env=environment, check=True
        )
        command = [sys.executable, str(Path(__file__).resolve()), "--work"]
        self._process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, arguments: Sequence[str], patience: float = 0.0) -> Answer:
        """What the command says; ``code`` is None where it was too slow."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        questions.write(json.dumps([list(arguments), patience]) + "\n")
        questions.flush()
        line = answers.readline()
        if not line:
            raise SystemExit(f"{self.folder}: its process ended at: rcr {' '.join(arguments)}")
        answer: Answer = json.loads(line)
        return answer

    def solve(self, solve: Solve, patience: float = 0.0) -> Answer:
        """The result of one solve, as an object."""
        answer = self.ask(("solve", *solve, "--json"), patience)
        if answer["code"] == 0:
            answer["result"] = json.loads(answer["said"])
        return answer

    def close(self) -> None:
        self._process.communicate()


# -- the comparison --------------------------------------------------------------------------------


def first_difference(old: Any, new: Any, where: str = "") -> str:
    """Where an answer first differs and how; empty where it does not. Additions do not count."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = (
            first_difference(value, new.get(key, "missing"), f"{where}.{key}" if where else key)
            for key, value in old.items()
            if key not in NOT_NUMBERS
        )
    elif isinstance(old, list) and isinstance(new, list):
        pairs = enumerate(itertools.zip_longest(old, new, fillvalue="missing"))
        found = (first_difference(a, b, f"{where}[{i}]") for i, (a, b) in pairs)
    else:
        same = json.dumps(old) == json.dumps(new)
        return "" if same else f"{where}: {old!r} in the old, {new!r} in the new"
    return next(filter(None, found), "")


def contradiction(old: Answer, new: Answer) -> str:
    """Where two answers that have come by different ways do not hold together; empty where they
    do.
    """
    lower, upper = (
        [answer[end] if answer[end] is not None else none for answer in (old, new)]
        for end, none in (("lower_bound", -math.inf), ("upper_bound", math.inf))
    )
    if old["status"] in PROVED and new["status"] != old["status"]:
        return f"status: {old['status']} in the old, {new['status']} in the new"
    slack = PROOF_TOLERANCE * (1.0 + (abs(lower[0]) if lower[0] > -math.inf else 0.0))
    if old["status"] == "certified" and not abs(lower[0] - lower[1]) <= slack:
        return f"the proved value: {lower[0]!r} in the old, {lower[1]!r} in the new"
    if lower[0] > upper[1] + slack or lower[1] > upper[0] + slack:
        return f"bounds: {lower[0]!r} to {upper[0]!r} in the old, {lower[1]!r} to {upper[1]!r}"
    return ""


def grids(checkouts: Sequence[Checkout], folder: Path, count: int) -> Iterator[Solve]:
    """Small grids and those of the paper's size, made by each checkout: the same files."""
    for rows, seed in itertools.chain(
        ((4, seed) for seed in range(count // 10)), ((10, seed) for seed in range(count))
    ):
        texts, path = [], folder / f"grid{rows}-{seed}.uai"
        for checkout in checkouts:
            checkout.ask(
                (
                    "generate",
                    "grid",
                    "--rows",
                    str(rows),
                    "--cols",
                    str(rows),
                    "--seed",
                    str(seed),
                    "-o",
                    str(path),
                )
            )
            texts.append(path.read_bytes())
        if len(set(texts)) > 1:
            raise SystemExit(
                f"DIFFERENT  the generated grid of {rows} rows, seed {seed}: not the same file"
            )
        yield (str(path),)


def files(folders: Sequence[Path], quick: bool) -> Iterator[Solve]:
    """Every model of the folders with its evidence."""
    for folder in folders:
        found = sorted(folder.glob("*.uai"))
        if not found:
            raise SystemExit(f"{folder}: there is no .uai file in it")
        for path in found[:: ONE_OF if quick else 1]:
            evidence = path.with_name(path.name + ".evid")
            yield (
                str(path.resolve()),
                *(("--evidence", str(evidence.resolve())) if evidence.is_file() else ()),
            )


class Comparison:
    """Two checkouts, what was changed on purpose between them, and what was seen so far."""

    def __init__(
        self, old: Checkout, new: Checkout, patience: float, changed: Collection[str]
    ) -> None:
        self.old, self.new, self.patience, self.changed = old, new, patience, changed
        self.same, self.agree, self.different, self.refused, self.slow = 0, 0, 0, 0, list[str]()

    def load_kernels(self, path: Path) -> None:
        """Solve a grid in every way, so that no kernel is loaded while the time is counted."""
        for checkout in (self.old, self.new):
            checkout.ask(("generate", "grid", "--rows", "3", "--cols", "3", "-o", str(path)))
            for way in WAYS + WAYS_OF_SMALL:
                checkout.solve((str(path), *way, *WORK))

    def solve(self, solve: Solve) -> Answer:
        """Solve in both and compare; the old checkout's answer."""
        words = " ".join([Path(solve[0]).name, *solve[1:]])
        for limits in (WORK, LESS_WORK):
            old = self.old.solve((*solve, *limits), self.patience)
            if old["code"] is not None:
                break
        else:
            self.slow.append(words)
            return old
        new = self.new.solve((*solve, *limits), NEW_PATIENCE_RATIO * self.patience)
        if new["code"] is None:
            self.slow.append(words)
            return old
        self.refused += old["code"] != 0
        difference = first_difference(
            {"code": old["code"], "result": old.get("result")},
            {"code": new["code"], "result": new.get("result")},
        )
        if not difference:
            self.same += 1
            self.old.seconds += old["seconds"]
            self.new.seconds += new["seconds"]
        elif old["code"] == new["code"] == 0 and {*solve, ORDERS} & set(self.changed):
            difference = contradiction(old["result"], new["result"])
            self.agree += not difference
        self.different += bool(difference)
        if difference and self.different <= SHOWN_DIFFERENCES:
            print(
                f"DIFFERENT  rcr solve {words}\n           {difference}{new['complaint']}",
                flush=True,
            )
        return old

    def model(self, model: Solve) -> None:
        """Solve a model in the usual ways, and a small one in all."""
        answers = [self.solve((*model, *way)) for way in WAYS]
        sizes = [a["result"]["constraints"] for a in answers if "result" in a]
        if sizes and sizes[0] <= SMALL_CONSTRAINTS:
            for way in WAYS_OF_SMALL:
                self.solve((*model, *way))

    def report(self) -> None:
        for words in self.slow:
            print(
                f"left out   {words}: more than {self.patience:g} s, or in the new one thrice that"
            )
        refused = f" ({self.refused} of them refused)" if self.refused else ""
        print(f"{self.same} solves with the same numbers{refused}, ", end="")
        if self.changed:
            print(f"{self.agree} by another way that agree, ", end="")
        print(f"{self.different} different, {len(self.slow)} left out as too slow")
        old, new = self.old.seconds, self.new.seconds
        ratio = new / max(old, 1e-9)
        print("CPU time of those with the same numbers: ", end="")
        print(f"old {old:.1f} s, new {new:.1f} s, ratio new/old {ratio:.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", metavar="OLD", type=Path, help="a checkout whose numbers are right")
    parser.add_argument(
        "new", metavar="NEW", type=Path, help="a checkout that should find the same"
    )
    parser.add_argument(
        "--models",
        metavar="FOLDER",
        type=Path,
        nargs="+",
        default=[],
        help="folders with .uai files",
    )
    parser.add_argument(
        "--changed",
        metavar="WORD",
        nargs="+",
        default=[],
        help=f"heuristics, schemes and tasks that were changed on purpose, and {ORDERS!r}",
    )
    parser.add_argument(
        "--grids",
        type=int,
        default=GRIDS,
        help="how many of the paper's size, and a tenth as many small ones",
    )
    parser.add_argument("--quick", action="store_true", help=f"one of {ONE_OF} models")
    args = parser.parse_args()
    models = list(files(args.models, args.quick))
    checkouts = Checkout(args.old), Checkout(args.new)
    patience = QUICK_PATIENCE_SECONDS if args.quick else PATIENCE_SECONDS
    comparison = Comparison(*checkouts, patience, args.changed)
    with tempfile.TemporaryDirectory() as folder:
        comparison.load_kernels(Path(folder) / "grid.uai")
        with contextlib.suppress(KeyboardInterrupt):
            made = grids(checkouts, Path(folder), args.grids)
            for model in itertools.chain(made, models):
                comparison.model(model)
    for checkout in checkouts:
        checkout.close()
    comparison.report()
    return 1 if comparison.different else 0


if __name__ == "__main__":
    sys.exit(work() if sys.argv[1:] == ["--work"] else main())
