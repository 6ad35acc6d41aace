"""Models with hard constraints: a feasible assignment on every one that has one, and the values
held against exact inference or CP-SAT.

200 models of four families (parity checks, colourings, logic networks, weighted constraint
problems), some feasible by design and some not. Each is solved by ``auto`` within a limit of CPU
seconds.
The judge is exact inference where its tables are affordable, and otherwise CP-SAT, where
``ortools`` is installed and finishes in time.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from rcr import Run, generate
from rcr.engines.protocol import TooLarge
from rcr.model import Model
from rcr.reference.exact import exact_value
from rcr.relaxation import ClonedModel
from rcr.run.budget import Budget, CpuClock

SCALE = 1e7  # CP-SAT counts in whole numbers: of log ψ, so many to one
JUDGE_BYTES = 1 << 30
Call = tuple[str, dict[str, Any]]


def calls(count: int) -> list[Call]:
    """So many models, the four families in turn, each from small to large."""
    found: list[Call] = []
    for i in range(count):
        family, size, seed = i % 4, (i // 4 % 10) / 9, i // 4
        match family:
            case 0:
                found.append(("parity-checks", {"bits": 24 + 6 * round(8 * size), "seed": seed}))
            case 1:
                free = "free" if seed % 3 == 2 else "hidden"
                variables, degree = 20 + round(60 * size), 4.0 + 0.5 * (seed % 2)
                more = {"variables": variables, "degree": degree, "kind": free, "seed": seed}
                found.append(("colouring", more))
            case 2:
                inputs = 12 + round(28 * size)
                more = {"inputs": inputs, "gates": 3 * inputs, "observed": inputs // 2}
                found.append(("logic-network", {**more, "seed": seed}))
            case 3:
                free = "free" if seed % 3 == 2 else "hidden"
                variables, wide = 12 + round(28 * size), 4 + seed % 2
                more = {"variables": variables, "constraints": variables, "arity": wide}
                more |= {"forbidden": 0.6, "kind": free}
                found.append(("weighted-constraints", {**more, "seed": seed}))
    return found


def truth(model: Model, seconds: float) -> float | None:
    """The value by a judge; None where none of them finishes."""
    try:
        return exact_value(ClonedModel(model), False, JUDGE_BYTES)
    except TooLarge:
        return by_cp_sat(model, seconds)


def by_cp_sat(model: Model, seconds: float) -> float | None:
    """The value by CP-SAT: a table constraint over each factor's possible entries, the last column
    of which is what an entry is worth.
    """
    from ortools.sat.python import cp_model

    program = cp_model.CpModel()
    states = [program.new_int_var(0, v.card - 1, v.name) for v in model.variables]
    worth, constant = [], 0.0
    for v, x in model.evidence.items():
        program.add(states[v] == x)
    for factor in model.factors:
        possible = np.argwhere(factor.log_table > -np.inf)
        if not factor.scope:
            constant += float(factor.log_table)
            continue
        values = np.rint(SCALE * factor.log_table[tuple(possible.T)]).astype(np.int64)
        if len(np.unique(values)) <= 1:
            rows, columns = possible, [states[v] for v in factor.scope]
            constant += float(values[0]) / SCALE if len(values) else -math.inf
        else:
            worth.append(program.new_int_var(int(values.min()), int(values.max()), ""))
            rows = np.column_stack([possible, values])
            columns = [*(states[v] for v in factor.scope), worth[-1]]
        program.add_allowed_assignments(columns, rows.tolist())
    program.maximize(sum(worth))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return -math.inf
    if status != cp_model.OPTIMAL:
        return None
    return model.log_value([solver.value(x) for x in states])


def game(call: Call, seconds: float, judged: bool) -> dict[str, Any]:
    """One model: what ``auto`` found, and what the judge says."""
    model = generate(call[0], **call[1])
    clock = CpuClock()
    run = Run(model, recovery="auto")
    for _ in run.milestones(Budget(None, seconds, clock)):
        pass
    return {
        "status": run.status,
        "lower": run.state.lower,
        "upper": run.state.upper,
        "seconds": clock.read(),
        "truth": truth(model, seconds) if judged else None,
        "steps": len(run.states),
        "table_entries": run.state.table_entries,
    }


def verdict(found: dict[str, Any]) -> str:
    """What is to be said of a game: ``wrong`` is a proof that the judge contradicts."""
    right = found["truth"]
    proved = found["status"] in ("certified", "infeasible")
    if right is None:
        return "proved" if proved else "open, " + ("with" if found["lower"] > -np.inf else "no")
    if not found["lower"] <= right + 1e-5 or not found["upper"] >= right - 1e-5:
        return "wrong"
    if proved:
        return "right"
    if right > -np.inf and found["lower"] == -np.inf:
        return "open, no"
    return "open, best" if found["lower"] >= right - 1e-5 else "open, with"


def summary(games: list[dict[str, Any]]) -> str:
    """How many models have an assignment, how many of these one was found on, and whether the
    values agree where both have proved theirs.
    """
    judged = [g for g in games if g["truth"] is not None]
    possible = [g for g in judged if g["truth"] > -np.inf]
    found = sum(g["lower"] > -np.inf for g in possible)
    proved = [g for g in possible if g["status"] == "certified"]
    equal = sum(abs(g["lower"] - g["truth"]) <= 1e-5 for g in proved)
    return (
        f"judged {len(judged)} of {len(games)}; {len(possible)} have an assignment, found on "
        f"{found} of these; proved by both {len(proved)}, equal {equal}; of those not judged "
        f"{sum(g['lower'] > -np.inf for g in games if g['truth'] is None)} have one"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--judge", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--only", default="", help="families whose names contain this")
    args = parser.parse_args()
    asked = [call for call in calls(args.models) if args.only in call[0]]
    verdicts: Counter[tuple[str, str]] = Counter()
    spawn = multiprocessing.get_context("spawn")
    ended = []
    with ProcessPoolExecutor(args.jobs, mp_context=spawn) as pool:
        games = [pool.submit(game, call, args.seconds, args.judge) for call in asked]
        for call, one in zip(asked, games, strict=True):
            found = one.result()
            ended.append(found)
            said = verdict(found)
            verdicts[call[0], said] += 1
            right = "–" if found["truth"] is None else f"{found['truth']:.6f}"
            print(
                f"{call[0]:22} {said:10} {found['lower']:12.6f} {found['upper']:12.6f} {right:>12} "
                f"{found['seconds']:6.2f} s {found['steps']:6} steps {call[1]}",
                flush=True,
            )
    for (family, said), count in sorted(verdicts.items()):
        print(f"{family:22} {said:12} {count:4}")
    print(summary(ended))


if __name__ == "__main__":
    main()
