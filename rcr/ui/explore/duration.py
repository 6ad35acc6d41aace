"""How long compensation will take, guessed before it starts from the size of a sweep."""

from __future__ import annotations

from rcr import Run
from rcr.engines.junction_tree import JunctionTree
from rcr.text.words import counted

ENTRIES_A_SECOND = 4e7  # of tables that a sweep goes through, on a usual machine
USUAL_SWEEPS = 40  # until the bound of a large model stands still
LONG_SECONDS = 1.0  # what may take longer runs beside the page and can be stopped
TOLD_SECONDS = 5.0  # what may take longer says so before it starts


def settling_seconds(run: Run) -> float:
    """About how long compensation takes from here until it settles."""
    engine = run.engine(run.state.relaxation)
    if isinstance(engine, JunctionTree):
        entries = engine.sweep_entries
    else:  # it goes through all of its tables for every update
        entries = run.state.table_entries * len(run.state.relaxation.relaxed)
    return USUAL_SWEEPS * entries / ENTRIES_A_SECOND


def is_long(run: Run) -> bool:
    """Whether compensation belongs beside the page."""
    return settling_seconds(run) > LONG_SECONDS


def estimate(run: Run) -> str:
    """What to say before compensation starts; nothing where it is soon over."""
    seconds = settling_seconds(run)
    if seconds < TOLD_SECONDS:
        return ""
    size = counted(len(run.model.variables), "variable")
    return f"{size}: compensation takes about {seconds:,.0f} s each time. Stop whenever you like. "
