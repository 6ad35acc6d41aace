"""What ``rcr solve`` found: as plain data for JSON, and as lines for a reader."""

from __future__ import annotations

from typing import Any

import numpy as np

from rcr.cli.terminal import CIRCUIT_BYTES, nodes_and_edges
from rcr.run import Run
from rcr.run.problem import MAX_COUNTED_CIRCUIT_BYTES
from rcr.run.pruning import Pruning
from rcr.search.proved import Proved
from rcr.state import Branch, Exhaust, Gather, action_as_dict
from rcr.text.numbers import human_bytes

SEARCH = (Branch, Gather, Exhaust)


def answer(run: Run, file: str, seconds: float) -> dict[str, Any]:
    """What the run found about the model in the file."""
    state, model, history = run.state, run.model, run.history
    sizes = run.circuit_size(state, CIRCUIT_BYTES), run.circuit_size(run.states[0], CIRCUIT_BYTES)
    exact = state.certificate is not None and state.certificate.kind == "exact"
    has_assignment = state.lower > -np.inf or run.settings.sums
    all_counted = None not in (*sizes, *(row["circuit_size"] for row in history))
    return {
        "model": file,
        "task": run.settings.task,
        "variables": len(model.variables),
        "factors": len(model.factors),
        "constraints": len(run.cloned),
        "scheme": run.settings.scheme,
        "recovery": run.settings.recovery,
        "status": run.status,
        "reason": run.reason,
        "upper_bound": _number(run.upper),
        "lower_bound": _number(state.lower),
        "estimate": _number(state.value if exact else state.bounds.estimate),
        "assignment": state.assignment.tolist() if has_assignment else None,
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
        "circuit_note": None if all_counted else _not_counted(),
        "seconds": seconds,
        "search": search_tree(run),
        "history": [
            {
                key: _number(value) if isinstance(value, float) else value
                for key, value in row.items()
            }
            for row in history
        ],
    }


def search_tree(run: Run) -> list[dict[str, Any]]:
    """The steps of the search, each with the one of them that it comes from, its own upper bound
    and that of all branches together; none where rounds of recovery were enough.
    """
    rows, proved = [], Proved(run.states.values())
    for state in run.states.values():
        if isinstance(state.action, SEARCH):
            above = [s.number for s in state.path()[:-1] if isinstance(s.action, SEARCH)]
            rows.append(
                {
                    "number": state.number,
                    "from": above[-1] if above else None,
                    **action_as_dict(state.action),
                    "upper": _number(state.upper),
                    "upper_of_all": _number(proved.after[state.number]),
                    "lower": _number(state.lower),
                    "status": state.status,
                }
            )
    return rows


def pruned_answer(run: Run, pruned: Pruning) -> dict[str, Any]:
    """What is left of the proof, each constraint with what it says."""
    said = dict(zip((c.id for c in run.cloned.constraints), run.cloned.said, strict=True))
    return {
        "sentence": pruned.sentence,
        "recovered_before": pruned.before,
        "finished": pruned.finished,
        "constraints": {name: said[name] for name in pruned.kept},
    }


def print_answer(found: dict[str, Any]) -> None:
    """The answer for a reader."""

    def show(x: float | None) -> str:
        return "none" if x is None else f"{x:.10g}"

    print(f"{found['status']}: {found['reason']}")
    if found["status"] == "bounded" and found["assignment"] is None:
        print("no assignment with any mass was found within the limits")
    print(f"log {'MPE value' if found['task'] == 'mpe' else 'partition function'}")
    print(f"  upper bound  {show(found['upper_bound'])}")
    print(f"  lower bound  {show(found['lower_bound'])}")
    if found["estimate"] is not None:
        print(f"  estimate     {show(found['estimate'])}")
    print(
        "recovered {recovered} of {constraints} constraints ({loops_closed} loops closed) in "
        "{rounds} rounds".format(**found)
    )
    if "pruned" in found:
        print(found["pruned"]["sentence"])
        for name, said in found["pruned"]["constraints"].items():
            print(f"  {name:6} {said}")
    print(
        "{sweeps} sweeps, treewidth {treewidth}, {table_entries:,} table entries, "
        "{seconds:.2f} s".format(**found)
    )
    print(
        f"circuit: {nodes_and_edges(found['circuit_size'])}; at the start "
        f"{nodes_and_edges(found['circuit_size_at_start'])}"
    )
    if found["assignment"] is not None and found["task"] == "mpe":
        print("assignment", " ".join(map(str, found["assignment"])))


def _number(x: float | None) -> float | None:
    """For JSON: ``null`` where there is no number or it is infinite."""
    return float(x) if x is not None and np.isfinite(x) else None


def _not_counted() -> str:
    history = human_bytes(MAX_COUNTED_CIRCUIT_BYTES)
    limits = f"{human_bytes(CIRCUIT_BYTES)} ({history} in the history)"
    return f"a circuit of size null was not counted: it takes more than {limits}"
