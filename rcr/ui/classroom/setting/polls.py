"""Setting a poll: about an edge of a graph, or in the teacher's own words."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.classroom import Desk
from rcr.classroom.plain_text import MAX_TITLE_CHARACTERS
from rcr.classroom.polls import EDGE, FALLS, Poll
from rcr.ui.classroom.acting import act_button
from rcr.ui.classroom.poll_seat import edge_names
from rcr.ui.classroom.setting.source import choose_run
from rcr.ui.classroom.visit import Teaching

WHICH = "Which edge would you recover next?"
FALL = "Will the upper bound fall when this edge is recovered?"


def ask_edge(teaching: Teaching) -> None:
    """Students click on their own graph; what is best is found out when it is revealed."""
    run = choose_run("edge")
    question = _question(WHICH)
    act_button("Ask", ask_about, teaching.desk, run, EDGE, question)


def ask_falls(teaching: Teaching) -> None:
    """Yes or no about one edge."""
    run = choose_run("falls")
    relaxed = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    edge = st.selectbox("Edge", relaxed, format_func=edge_names(run).__getitem__, width=420)
    question = _question(FALL)
    act_button("Ask", ask_about, teaching.desk, run, FALLS, question, edge or "")


def ask_words(teaching: Teaching) -> None:
    """A question with a few answers."""
    question = _question("Is the bound tight?")
    answers = st.text_area("Answers, one a line", "yes\nno\nit depends", width=420)
    act_button("Ask", _ask_words, teaching.desk, question, answers)


def _question(usual: str) -> str:
    return str(st.text_input("Question", usual, max_chars=MAX_TITLE_CHARACTERS, width=420))


def ask_about(desk: Desk, run: Run, ask: str, question: str, edge: str = "") -> None:
    """Ask about the run's state."""
    poll = Poll.on(run, ask, question, edge)
    desk.tasks.set("poll", poll.payload, title=poll.question)


def _ask_words(desk: Desk, question: str, answers: str) -> None:
    poll = Poll.in_words(question, answers.splitlines())
    desk.tasks.set("poll", poll.payload, title=poll.question)
