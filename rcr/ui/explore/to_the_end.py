"""To the end: a copy of the run goes on beside the page until the bounds meet, and then takes the
run's place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from rcr import Run
from rcr.text.numbers import fixed
from rcr.text.words import counted
from rcr.ui.explore.visit import RunJob
from rcr.ui.job import Job
from rcr.ui.visitor import visitor
from rcr.ui.waiting_line import HEAVY, waiting

QUICKEST = "auto"  # the heuristic that may go to the end beside the chosen one, by its name
LOOK_SECONDS = 0.4  # from one look at the progress to the next


def end_button(run: Run) -> None:
    """Starts the run to the end, by its own heuristic."""
    st.button(
        "To the end",
        key="end",
        shortcut="e",
        on_click=_start,
        help=f"Until the bounds meet, by the chosen heuristic: {run.settings.recovery}",
        disabled=is_over(run),
    )


def is_over(run: Run) -> bool:
    """Whether the answer is known, so that there is no way to go."""
    return run.status in ("certified", "infeasible")


def quickest_button(recovery: str) -> None:
    """Starts it by the quickest heuristic, where that is not the chosen one."""
    if recovery != QUICKEST:
        st.button(
            f"Finish by {QUICKEST}",
            key="quick_end",
            on_click=_start,
            args=(QUICKEST,),
            help="Until the bounds meet, by the quickest way to a proof",
        )


def go_on_beside(work: Callable[[Run, Callable[[Any], None], Any], None]) -> None:
    """Let a copy of the visitor's run go on by itself, which takes its place at the end; until
    then the run is as it was. The work reports a state, and its bounds and sweeps by name.
    """
    visit = visitor().explore
    if visit.run is None or visit.held is not None or "end" in visit.hidden:
        visit.complaint.text = visit.held
        return

    def done(report: Callable[[Any], None], cancel: Any) -> Run:
        work(fork, report, cancel)
        return fork

    with visit.lock:
        if visit.job is not None and visit.job.running:
            return  # one heavy job a visitor
        visit.film.playing = False
        fork = visit.run.fork()
        visit.job = Job(done, HEAVY)


def _start(recovery: str | None = None) -> None:
    def solve(fork: Run, report: Callable[[Any], None], cancel: Any) -> None:
        fork.solve(cancel, progress=lambda state, now: report((state, now)), recovery=recovery)

    go_on_beside(solve)


@st.fragment(run_every=LOOK_SECONDS)
def progress(job: RunJob, estimate: str = "") -> None:
    """How far long work is and about how long it takes, with a way to stop that keeps what was
    reached.
    """
    if not job.running:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="progress"):
        st.button(
            "Stop", on_click=job.stop, type="primary", shortcut="e", help="Keep what was reached"
        )
        words, share = waiting(job.place), 0.0
        if job.latest:
            state, now = job.latest
            words = f"Recovered {state.relaxation.count:,}, {counted(now['sweeps'], 'sweep')}, "
            if "open" in now:
                words += f"open branches: {now['open']:,}, "
            words += f"upper bound {fixed(now['upper'])}, lower {fixed(now['lower'])}"
            share = state.relaxation.count / max(len(state.relaxation.cloned), 1)
        st.progress(share, text=estimate + words)
