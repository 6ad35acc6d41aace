"""The transport bar: back, forward in small and large steps, play, to the end; restart stands
apart.
"""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

from rcr import Run
from rcr.ui.explore import session
from rcr.ui.job import Job

SPEEDS = {"slow": 1.6, "normal": 0.8, "fast": 0.4}


def transport(run: Run) -> None:
    """One row of buttons with keyboard shortcuts; what cannot be done now is greyed out."""
    state = run.state
    relaxed = len(state.relaxation.relaxed)
    batch = run.settings.batch
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="transport"):
        _button("← Back", "back", "b", "Undo the last thing you did", disabled=state.parent is None)
        _button("Update", "steps", "u", "Compensate one constraint", disabled=not relaxed, count=1)
        _button("×10", "steps", "t", "Ten updates", disabled=not relaxed, count=10)
        _button(
            "Sweep", "sweep", "s", "Compensate every relaxed constraint once", disabled=not relaxed
        )
        _button(
            "Settle", "converge", "l", "Sweep until the bound stands still", disabled=not relaxed
        )
        label = "Recover suggested" if batch == 1 else f"Recover {batch:,} suggested"
        _button(
            label,
            "suggested",
            "n",
            "Recover what the heuristic suggests",
            disabled=not relaxed,
            kind="primary",
        )
        film = "⏸ Pause" if playing() else "▶ Play"
        st.button(
            film,
            key="play",
            shortcut="p",
            on_click=_toggle,
            help="Settle and recover, again and again",
        )
        by = session.ends_by(run)
        st.button(
            "To the end",
            key="end",
            shortcut="e",
            on_click=session.start_job,
            help=f"Until the bounds meet, by the heuristic {by}",
        )


def aside(recovery: str) -> None:
    """In the sidebar, far from play: how fast it goes, which heuristic goes to the end, and back
    to the start.
    """
    with st.sidebar:
        st.segmented_control("Speed of play", SPEEDS, default="normal", key="speed", required=True)
        if recovery != session.QUICKEST:
            names = {session.QUICKEST: session.QUICKEST, session.CHOSEN: f"{recovery}, as chosen"}
            more: dict[str, Any] = {
                "key": "end_by",
                "required": True,
                "help": "What goes to the end; auto is the quickest way to a proof",
            }
            st.session_state.setdefault("end_by", session.QUICKEST)
            st.segmented_control("Finish with", names, format_func=names.__getitem__, **more)
        _button(
            "Restart",
            "restart",
            None,
            "To the start again; what you did stays in the history",
            disabled=False,
        )


def _button(
    label: str,
    verb: str,
    shortcut: str | None,
    text: str,
    *,
    disabled: bool,
    kind: Any = "secondary",
    **how: Any,
) -> None:
    key = f"{verb}{how.get('count', '')}"
    st.button(
        label,
        key=key,
        shortcut=shortcut,
        help=text,
        disabled=disabled,
        type=kind,
        on_click=session.act,
        args=(verb,),
        kwargs=how,
    )


# -- the film ------------------------------------------------------------------------------------


def playing() -> bool:
    return bool(st.session_state.get("playing", False))


def pause() -> float | None:
    """Seconds from one picture of the film to the next; none while it stands still."""
    return SPEEDS[st.session_state.get("speed") or "normal"] if playing() else None


def _toggle() -> None:
    st.session_state.playing, st.session_state.shown_at = not playing(), time.monotonic()


def film(run: Run, pace: float | None) -> None:
    """While playing, do the next thing when its time has come; starting and stopping changes the
    pace of the page as a whole.
    """
    if (
        playing()
        and pace is not None
        and time.monotonic() - st.session_state.get("shown_at", 0.0) > 0.8 * pace
    ):
        session.play(run)
        st.session_state.shown_at = time.monotonic()
    if pause() != pace:
        st.rerun()


# -- to the end ----------------------------------------------------------------------------------


@st.fragment(run_every=0.4)
def progress(job: Job[Any, Run]) -> None:
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
            words = f"Recovered {state.relaxation.count:,}, {now['sweeps']:,} sweeps, "
            words += f"upper bound {now['upper']:.3f}, lower {state.lower:.3f}"
            share = state.relaxation.count / max(len(state.relaxation.cloned), 1)
        st.progress(share, text=words)
