"""What is known at a state, in words: the bounds, what is recovered, its price and the work."""

from __future__ import annotations

from rcr.state import State
from rcr.text.numbers import fixed
from rcr.text.words import counted

DECIMALS = 4


def known(state: State) -> dict[str, str]:
    """One entry a fact; an estimate only where there is one."""
    rows = {"upper bound now": "none" if state.now is None else fixed(state.now, DECIMALS)}
    if state.bounds.estimate is not None:
        rows["estimate"] = fixed(state.bounds.estimate, DECIMALS)
    return rows | {
        "best upper bound so far": fixed(state.upper, DECIMALS),
        "lower bound": fixed(state.lower, DECIMALS),
        "recovered": f"{state.relaxation.count:,} of {len(state.relaxation.cloned):,}",
        "price": f"treewidth {state.treewidth}, {state.table_entries:,} table entries",
        "work": f"{counted(state.sweeps, 'sweep')}, {counted(state.updates, 'update')}",
    }


def sentence(words: str) -> str:
    """A reason as a sentence of its own."""
    return f"{words[:1].upper()}{words[1:]}."
