"""A poll at a student's seat: an edge of the graph, or one of a few answers; then the truth."""

from __future__ import annotations

import time

import streamlit as st

from rcr import Run
from rcr.classroom import StoreError, Task
from rcr.classroom.polls import EDGE, Poll
from rcr.course.exercise import edge_name
from rcr.ui.classroom.shown_run import still_graph
from rcr.ui.classroom.visit import Sitting
from rcr.ui.components.drawing import drawing
from rcr.ui.components.graph import graph, graph_library, take_clicks
from rcr.ui.plain_words import sentence, words
from rcr.ui.visitor import visitor
from rcr.views.class_pictures import draw_bars, draw_counts
from rcr.views.network.changes import changes
from rcr.views.network.drawing import picture

GRAPH = "poll-graph"
GRAPH_HEIGHT = "max(300px, 100vh - 19rem)"
DASHED = "Click on a dashed edge."
THANKS = "Your answer is in; you can change it until the teacher reveals the answers."


@st.cache_resource(max_entries=20, show_spinner=False)
def poll_run(task: int, _poll: Poll) -> Run:
    """The run that a poll asks about, done once for everybody; nobody moves it."""
    return _poll.run()


def poll_seat(sitting: Sitting, task: Task) -> None:
    """The question, and what one has answered."""
    poll = Poll.read(task.payload)
    st.subheader(words(poll.question), anchor=False)
    run = None if poll.document is None else poll_run(task.id, poll)
    if task.revealed:
        _revealed(sitting, task, poll, run)
        return
    mine = sitting.seat.my_vote(task.id)
    may_answer = task.is_open(time.time())
    if poll.ask == EDGE and run is not None:
        mine = _ask_edge(sitting, task, run, mine, may_answer)
    else:
        mine = _ask_words(sitting, task, poll, mine, may_answer)
        if run is not None:
            _asked_edge(poll, run)
    if not may_answer:
        st.info("No answers are taken now; wait for the teacher.")
    elif mine is not None:
        st.success(THANKS)


def _ask_words(
    sitting: Sitting, task: Task, poll: Poll, mine: str | None, may_answer: bool
) -> str | None:
    names = [words(choice) for choice in poll.choices]
    for number, choice in enumerate(poll.choices):
        label = f"✔ {names[number]}" if choice == mine else names[number]
        if st.button(label, key=f"choice-{number}", disabled=not may_answer, width="stretch"):
            vote(sitting, task, poll, choice)
            st.rerun()
    return mine


def _asked_edge(poll: Poll, run: Run) -> None:
    """The graph with the edge that the question is about."""
    st.caption(f"It is about **{words(edge_names(run)[poll.edge])}**, which is highlighted.")
    still_graph(run, key="poll-edge", touched=[poll.edge])


def _ask_edge(
    sitting: Sitting, task: Task, run: Run, mine: str | None, may_answer: bool
) -> str | None:
    """The graph; a click on a dashed edge is the answer, and the last one counts."""
    drawn = picture(run.cloned)
    graph_library(drawn)
    st.caption(DASHED)
    visit, told = visitor().classroom, ""
    for click in take_clicks(drawn, visit.poll_clicks, key=GRAPH):
        edge, poll = click.constraints[0], Poll.read(task.payload)
        if not poll.allows(edge, run):
            told = f"**{words(edge_names(run)[edge])}** is recovered already."
        elif may_answer and vote(sitting, task, poll, edge, run):
            mine = edge
    shown = changes(drawn, run.state, touched=[mine] if mine else [])
    graph(drawn, shown, visit.poll_clicks, key=GRAPH, height=GRAPH_HEIGHT, asked=True)
    if not told and mine is not None:
        told = f"You chose **{words(edge_names(run)[mine])}**, which is highlighted."
    st.caption(told)
    return mine


def vote(sitting: Sitting, task: Task, poll: Poll, choice: str, run: Run | None = None) -> bool:
    """Send an answer; what is refused is said."""
    if not poll.allows(choice, run):
        return False
    try:
        sitting.seat.vote(task.id, choice)
    except StoreError as error:
        st.error(sentence(str(error)))
        return False
    return True


def _revealed(sitting: Sitting, task: Task, poll: Poll, run: Run | None) -> None:
    counts, mine = sitting.seat.votes(task.id), sitting.seat.my_vote(task.id)
    reveal(poll, counts, run)
    if mine is not None:
        good = poll.truth is not None and mine in poll.truth.right
        told = edge_names(run).get(mine, mine) if run is not None else mine
        st.caption(f"You chose **{words(told)}**{' ✔' if good else ''}.")


def edge_names(run: Run) -> dict[str, str]:
    """The edges as people read them."""
    return {c.id: edge_name(run, k) for k, c in enumerate(run.cloned.constraints)}


def reveal(poll: Poll, counts: dict[str, int], run: Run | None) -> None:
    """What everybody chose and what is true, for the teacher's page and the students'."""
    if run is None:
        _answers(poll, counts, {})
        return
    answers, graph_place = st.columns(2)
    with answers:
        _answers(poll, counts, edge_names(run))
    with graph_place:
        if poll.edge:
            _asked_edge(poll, run)
        else:
            recovered = set(run.state.recovered)
            votes = draw_counts(picture(run.cloned), counts, recovered, _right(poll))
            drawing(votes, key="poll-counts")


def _answers(poll: Poll, counts: dict[str, int], names: dict[str, str]) -> None:
    """What is true, and how many chose what: given answers in their order, edges by their votes."""
    right = _right(poll)
    if poll.truth is not None and poll.truth.sentence:
        st.success(words(poll.truth.sentence))
    everything = {choice: counts.get(choice, 0) for choice in (*poll.choices, *counts, *right)}
    drawing(draw_bars(everything, right, names), key="poll-bars")


def _right(poll: Poll) -> tuple[str, ...]:
    return () if poll.truth is None else poll.truth.right
