"""Setting what is done on Explore: a free exploration, a challenge, or following the teacher."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.classroom import Desk
from rcr.classroom.explorations import CONTROLS, GOALS, USUAL_GOAL, Exploration
from rcr.classroom.plain_text import MAX_TITLE_CHARACTERS
from rcr.ui.classroom.acting import act_button
from rcr.ui.classroom.setting.source import choose_run
from rcr.ui.classroom.showing import follow_me
from rcr.ui.classroom.visit import Teaching
from rcr.ui.samples import told_model

# in a challenge, so that all play the same; what branches prove is no score
ALWAYS_FIXED = ("model", "settings", "branches")
HELP = ("suggested", "end")  # what a challenge is without, unless the teacher wants it


def set_exploration(teaching: Teaching) -> None:
    """Any model and state, with the controls that the teacher wants to leave."""
    run = choose_run("explore")
    title = st.text_input("Title", told_model(run), max_chars=MAX_TITLE_CHARACTERS, width=420)
    hide = st.multiselect("Hide", CONTROLS, format_func=CONTROLS.__getitem__, width=420)
    given = Exploration.of(run, hide)
    act_button("Set it", _set, teaching.desk, "explore", given, title)


def set_challenge(teaching: Teaching) -> None:
    """The same model for all, a goal, and a score."""
    run = choose_run("challenge")
    st.caption(f"The goal: {GOALS[USUAL_GOAL]}. Model and settings are fixed for everybody.")
    title = st.text_input("Title", told_model(run), max_chars=MAX_TITLE_CHARACTERS, width=420)
    alone = st.toggle("without suggestions and without To the end", True)
    hide = (*ALWAYS_FIXED, *(HELP if alone else ()))
    given = Exploration.of(run, hide, USUAL_GOAL)
    act_button("Set it", _set, teaching.desk, "challenge", given, title)


def give_exploration(desk: Desk, run: Run) -> None:
    """Everybody goes on from the run's state."""
    _set(desk, "explore", Exploration.of(run), told_model(run))


def give_challenge(desk: Desk, run: Run) -> None:
    """Everybody begins at the run's state and has to find the proof without help."""
    hide = (*ALWAYS_FIXED, *HELP)
    _set(desk, "challenge", Exploration.of(run, hide, USUAL_GOAL), told_model(run))


def _set(desk: Desk, kind: str, given: Exploration, title: str) -> None:
    desk.tasks.set(kind, given.payload, title=title)


def set_follow(teaching: Teaching) -> None:
    """Everybody's Explore shows the teacher's; a student may go on from there by himself."""
    run: Run = choose_run("follow")
    st.caption(
        "Everybody sees what you do on Explore, and may branch off from it. It ends with the task."
    )
    act_button("Follow me", follow_me, teaching, run)
