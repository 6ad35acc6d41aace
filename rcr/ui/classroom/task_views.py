"""What a class did with a task, in one picture: all curves, how often each edge was recovered, or
the votes.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rcr import Run
from rcr.classroom import Desk, Task, Tile
from rcr.classroom.explorations import Exploration
from rcr.classroom.polls import Poll
from rcr.text.words import counted
from rcr.ui.classroom.poll_seat import poll_run, reveal
from rcr.ui.classroom.work import EXPLORED
from rcr.ui.components.drawing import drawing
from rcr.ui.plain_words import words
from rcr.views.class_pictures import (
    draw_class_curves,
    draw_counts,
    recovered_counts,
    tile_shape,
)
from rcr.views.network.drawing import picture


@st.cache_resource(max_entries=20, show_spinner=False)
def task_run(task: int, _payload: object) -> Run:
    """The run that everybody began a task with, done once; nobody moves it."""
    return Exploration.read(_payload).begin()


def all_curves(tiles: Sequence[Tile], chosen: int | None) -> None:
    """The bounds of all, laid over one another; the chosen student's stands out."""
    mine: Sequence[float] = next((tile.curve for tile in tiles if tile.member == chosen), ())
    drawing(draw_class_curves([tile.curve for tile in tiles], mine), key="class-curves")
    if mine:
        st.caption("The wide blue curve is that of the chosen tile.")


def edge_counts(tiles: Sequence[Tile], task: Task | None) -> None:
    """How many recovered each edge since the start of the task, on the graph of the task."""
    if task is None or task.kind not in EXPLORED:
        st.info("This is for tasks on Explore: a model to explore, or a challenge.")
        return
    run = task_run(task.id, task.payload)
    drawn, start = picture(run.cloned), set(run.state.recovered)
    shape = tile_shape(drawn)
    same = [tile.picture for tile in tiles if tile.picture and tile.picture.get("shape") == shape]
    if not shape or not same:
        st.info("Nobody works yet on the graph of this task, or it is too large to be drawn here.")
        return
    counts = recovered_counts(drawn, [known["marks"] for known in same], start)
    st.caption(
        f"How many of {counted(len(same), 'student')} have recovered each edge. "
        "Blue edges were recovered at the start."
    )
    drawing(draw_counts(drawn, counts, start, ()), key="class-edges")


def poll_counts(desk: Desk, task_id: int) -> None:
    """Who has answered, the bars and the graph; what is true once it is revealed."""
    task = desk.tasks.read(task_id)
    poll, counts = Poll.read(task.payload), desk.tasks.votes(task.id)
    here = len(desk.board(task.id))
    st.caption(f"{words(poll.question)} · {sum(counts.values())} of {here} have answered.")
    reveal(poll, counts, None if poll.document is None else poll_run(task.id, poll))
