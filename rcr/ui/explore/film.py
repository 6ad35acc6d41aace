"""The film: the run goes on by itself, a picture at a time, until it is paused or proved."""

from __future__ import annotations

import time

import streamlit as st

from rcr.ui.explore import keys, moves
from rcr.ui.explore.buttons import compensates_after_click
from rcr.ui.explore.commands import RecoverSuggested, Settle
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen

SECONDS_A_PICTURE = {"slow": 1.6, "normal": 0.8, "fast": 0.4}
USUAL_SPEED = "normal"
DUE_SHARE = 0.8  # of a picture's time, after which the next one is due; timers are not exact


def pace() -> float | None:
    """Seconds from one picture of the film to the next; none while it stands still."""
    if not visitor().explore.film.playing:
        return None
    return SECONDS_A_PICTURE[chosen(keys.SPEED, USUAL_SPEED)]


def play_button(*, over: bool) -> None:
    """Starts and pauses the film; when the run is ``over`` there is nothing to play."""
    playing = visitor().explore.film.playing
    st.button(
        "‖ Pause" if playing else "▶ Play",
        key="play",
        shortcut="p",
        on_click=_toggle,
        help="Settle and recover, again and again",
        disabled=over and not playing,
    )


def _toggle() -> None:
    film = visitor().explore.film
    film.playing, film.shown_at = not film.playing, time.monotonic()


def roll(page_pace: float | None) -> None:
    """While playing, do the next thing when its time has come; starting and stopping changes the
    pace of the page as a whole.
    """
    visit, settle = visitor().explore, compensates_after_click()
    film = visit.film
    due = page_pace is not None and time.monotonic() - film.shown_at > DUE_SHARE * page_pace
    if film.playing and due:
        next_picture(visit, settle=settle)
        film.shown_at = time.monotonic()
    if pace() != page_pace:
        st.rerun()


def next_picture(visit: ExploreVisit, *, settle: bool) -> None:
    """The next thing that happens in the film: compensation, or a recovery once that has settled
    or has had all its sweeps.
    """
    run = visit.run
    if moves.running_job(visit) is not None:
        return
    if run is None or run.state.certificate is not None:
        visit.film.playing = False
        return
    done = run.state.settled or len(run.state.curve) >= run.settings.max_sweeps
    moves.act(visit, RecoverSuggested() if done else Settle(), settle=settle)
    if visit.complaint.text is not None:
        visit.film.playing = False
