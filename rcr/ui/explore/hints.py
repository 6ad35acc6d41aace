"""Three short hints for a first visit, one after the other in the line above the graph: each goes
when what it says has been done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from rcr import Run
from rcr.state import Recover
from rcr.ui.components.code import code_place
from rcr.ui.explore import keys
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen
from rcr.views.network.picture import COMPACT, CUT

AFTERWARDS = "**Click a dashed edge** to put its constraint back{}."
BY_SUGGESTION = ", or *Recover suggested*"
IN_BRANCH = "Close it, then the others in *History*."  # short, after what the branch is


@dataclass(frozen=True)
class Hint:
    """What to do, when it has been done, and the place on the page that explore.css frames until
    then.
    """

    words: str
    done: Callable[[Run], bool]
    place: str = ""


def _recoveries(run: Run) -> int:
    return sum(isinstance(state.action, Recover) for state in run.states.values())


HINTS = (
    Hint(
        "**Click a dashed edge** to put its constraint back and watch the gap close.",
        lambda run: _recoveries(run) >= 1,
    ),
    Hint(
        "**Look at the gap**: the answer lies in it; at 0 it is proved. Recover one more.",
        lambda run: _recoveries(run) >= 2,
        "gap",
    ),
    Hint(
        "**← Back** takes your last step back; what you did stays in the history.",
        lambda run: run.state.number < max(run.states),
        "back",
    ),
)


def hint(run: Run) -> str:
    """What the line above the graph invites to."""
    visit = visitor().explore
    if run.state.conditions:
        return IN_BRANCH
    left = _left(visit, run)
    if left is None:
        words = AFTERWARDS.format("" if "suggested" in visit.hidden else BY_SUGGESTION)
    else:
        words = f"{left.words} ({visit.hints + 1} of {len(HINTS)})"
    cut = chosen(keys.VIEW, COMPACT) == CUT  # where a relaxed edge is in two halves
    return words.replace("a dashed edge", "an edge that is cut") if cut else words


def frame_place(run: Run) -> None:
    """Name the place that the hint speaks of, which then has a frame."""
    done = run.status in ("certified", "infeasible") or run.state.conditions
    left = None if done else _left(visitor().explore, run)
    with code_place("hint"):
        st.html(f'<i class="rcr-hint-{left.place if left else ""}"></i>')


def _left(visit: ExploreVisit, run: Run) -> Hint | None:
    """The first hint that was not followed yet."""
    while visit.hints < len(HINTS) and HINTS[visit.hints].done(run):
        visit.hints += 1
    return HINTS[visit.hints] if visit.hints < len(HINTS) else None
