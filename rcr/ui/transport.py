"""The transport bar: back, forward in small and large steps, play, to the end; restart stands apart."""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

from rcr import Run
from rcr.ui import session

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
        _button("Sweep", "sweep", "s", "Compensate every relaxed constraint once", disabled=not relaxed)
        _button("Settle", "converge", "l", "Sweep until the bound stands still", disabled=not relaxed)
        label = "Recover suggested" if batch == 1 else f"Recover {batch} suggested"
        _button(label, "recover", "n", "Recover what the heuristic suggests", disabled=not relaxed, kind="primary")
        playing = st.session_state.get("playing", False)
        film = "⏸ Pause" if playing else "▶ Play"
        st.button(film, key="play", shortcut="p", on_click=_toggle, help="Settle and recover, again and again")
        st.button("To the end", key="end", shortcut="e", on_click=session.start_job, args=(run,), help="Until the bounds meet")
    with st.sidebar:
        st.segmented_control("Speed of play", SPEEDS, default="normal", key="speed", required=True)
        _button("Restart", "restart", None, "To the start again; what you did stays in the history", disabled=state.number == 0)
    with st.container():  # always there, so that nothing else moves when the film starts
        if playing:
            _film(run, time.monotonic())


def _button(label: str, verb: str, shortcut: str | None, text: str, *, disabled: bool, kind: Any = "secondary", **how: Any) -> None:
    key = f"{verb}{how.get('count', '')}"
    st.button(label, key=key, shortcut=shortcut, help=text, disabled=disabled, type=kind, on_click=session.act, args=(verb,), kwargs=how)


def _toggle() -> None:
    st.session_state.playing = not st.session_state.get("playing", False)


def _film(run: Run, drawn: float) -> None:
    """While playing: wait a moment after each picture, then do the next thing and draw again."""
    pause = SPEEDS[st.session_state.get("speed") or "normal"]

    @st.fragment(run_every=pause)
    def tick() -> None:
        if st.session_state.get("playing") and time.monotonic() - drawn > 0.8 * pause:
            session.play(run)
            st.rerun()

    tick()
