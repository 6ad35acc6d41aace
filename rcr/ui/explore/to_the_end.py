"""To the end: a copy of the run goes on beside the page until the bounds meet, and then takes the
run's place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from rcr import Run
from rcr.text.words import counted
from rcr.ui.explore import keys
from rcr.ui.explore.visit import RunJob
from rcr.ui.job import Job
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show

QUICKEST, CHOSEN = "auto", "chosen"  # the heuristics that may go to the end
LOOK_SECONDS = 0.4  # from one look at the progress to the next


def heuristic(run: Run) -> str:
    """The heuristic that goes to the end: the quickest one, unless the visitor wants to see the
    chosen one do it.
    """
    by = chosen(keys.FINISH_WITH, QUICKEST)
    return run.settings.recovery if by == CHOSEN else QUICKEST


def choose_heuristic(recovery: str) -> None:
    """Which heuristic goes to the end, where there is a choice."""
    if recovery == QUICKEST:
        return
    names = {QUICKEST: QUICKEST, CHOSEN: f"{recovery}, as chosen"}
    st.segmented_control(
        "Finish with",
        names,
        format_func=names.__getitem__,
        **kept(keys.FINISH_WITH, QUICKEST),
        required=True,
        help="What goes to the end; auto is the quickest way to a proof",
    )


def finish_with_the_chosen() -> None:
    """Let the run's own heuristic go to the end; before the choice is drawn."""
    show(keys.FINISH_WITH, CHOSEN)


def end_button(run: Run) -> None:
    """Starts the run to the end."""
    st.button(
        "To the end",
        key="end",
        shortcut="e",
        on_click=_start,
        help=f"Until the bounds meet, by the heuristic {heuristic(run)}",
    )


def _start() -> None:
    """On a copy of the run, which is as it was until the copy takes its place."""
    visit = visitor().explore
    if visit.run is None:
        return
    recovery = heuristic(visit.run)
    with visit.lock:
        visit.film.playing = False
        fork = visit.run.fork()
        visit.job = Job(lambda report, cancel: _solved(fork, recovery, report, cancel))


def _solved(fork: Run, recovery: str, report: Callable[[Any], None], cancel: Any) -> Run:
    fork.solve(cancel, progress=lambda state, now: report((state, now)), recovery=recovery)
    return fork


@st.fragment(run_every=LOOK_SECONDS)
def progress(job: RunJob) -> None:
    """How far a run to the end is, with a way to stop that keeps what was reached."""
    if not job.running:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="progress"):
        st.button(
            "Stop", on_click=job.cancel, type="primary", shortcut="e", help="Keep what was reached"
        )
        words, share = "Getting ready …", 0.0
        if job.latest:
            state, now = job.latest
            words = f"Recovered {state.relaxation.count:,}, {counted(now['sweeps'], 'sweep')}, "
            words += f"upper bound {now['upper']:.3f}, lower {state.lower:.3f}"
            share = state.relaxation.count / max(len(state.relaxation.cloned), 1)
        st.progress(share, text=words)
