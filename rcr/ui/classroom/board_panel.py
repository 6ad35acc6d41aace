"""The board: everybody's tile, the curves of all, the edges they recovered, or the poll; of the
task that is set, or of an earlier one as it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from rcr import ModelError
from rcr.classroom import ClassInfo, StoreError, Task, Tile
from rcr.ui.classroom import keys
from rcr.ui.classroom.board import board
from rcr.ui.classroom.contest import compare_class
from rcr.ui.classroom.learning import LEARNT
from rcr.ui.classroom.names import called, names_button
from rcr.ui.classroom.task_views import all_curves, edge_counts, poll_counts
from rcr.ui.classroom.tile_panel import tile_panel
from rcr.ui.classroom.visit import Teaching
from rcr.ui.classroom.work import EXPLORED
from rcr.ui.plain_words import sentence
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show

VIEWS = ("tiles", "curves", "edges")
# from one look of the board to the next: a busy server takes its time, and no more than two seconds
# may pass until the teacher sees what a student did
BOARD_LOOK_SECONDS = 1.0
NOW = 0  # instead of a task's number: the one that is set, or else the last one
ORDERS: dict[str, Callable[[Tile], object]] = {
    "joined": lambda tile: tile.member,
    "name": lambda tile: tile.nickname.casefold(),
    "gap": lambda tile: (tile.gap is None, tile.gap or 0.0),
    "recovered": lambda tile: -tile.recovered,
    "stuck first": lambda tile: (
        ("stuck", "working", "finished").index(tile.status),
        tile.task is None,
    ),
    "finished first": lambda tile: (tile.status != "finished", tile.task is None, tile.recovered),
    "longest quiet": lambda tile: tile.moved or tile.last_seen,
}


def board_panel(teaching: Teaching, info: ClassInfo) -> None:
    """The controls, and below them what is drawn again with every look."""
    with st.container(horizontal=True, vertical_alignment="center", key="board-controls"):
        task = _choose_task(teaching.desk.tasks.all(), info.task)
        if task is None or task.kind != "poll":
            _choose_view(_views(task))
        if task is not None and task.kind in EXPLORED:
            _compare_button(teaching, task)
    _live(teaching, task)


def _views(task: Task | None) -> tuple[str, ...]:
    """What there is to see of a task: what is done on Learn has no curves and no edges."""
    return VIEWS[:1] if task is not None and task.kind in LEARNT else VIEWS


def _choose_view(views: Sequence[str]) -> None:
    """What is drawn of the tiles, in which order, and whose they are."""
    if len(views) > 1:
        st.segmented_control(
            "View",
            views,
            **kept(keys.VIEW, views[0]),
            required=True,
            label_visibility="collapsed",
        )
    st.selectbox(
        "Sort by", list(ORDERS), **kept(keys.SORT), label_visibility="collapsed", width=130
    )
    names_button()


def _choose_task(tasks: Sequence[Task], current: int | None) -> Task | None:
    """The task that is set; once there are others, any of them."""
    known = {task.id: task for task in tasks}
    usual = known.get(current or NOW) or (tasks[-1] if tasks else None)
    if len(tasks) < 2:
        return usual
    names = {NOW: "the latest task"}
    names |= {task.id: f"{n}. {task.title or task.kind}" for n, task in enumerate(tasks, 1)}
    if chosen(keys.TASK, NOW) not in names:  # of another class
        show(keys.TASK, NOW)
    picked = st.selectbox(
        "Task",
        names,
        format_func=names.__getitem__,
        **kept(keys.TASK, NOW),
        label_visibility="collapsed",
        width=200,
        help="The board of an earlier task stays as it was",
    )
    return known.get(picked or NOW, usual)


def _compare_button(teaching: Teaching, task: Task) -> None:
    told = "Everybody's run beside theirs, on Compare"
    if st.button("Compare with heuristics", key="compare-class", help=told):
        try:
            compare_class(teaching.desk, task)
        except ModelError as error:
            visitor().classroom.complaint.text = str(error)
            st.rerun()
        st.switch_page("pages/compare.py")


@st.fragment(run_every=BOARD_LOOK_SECONDS)
def _live(teaching: Teaching, task: Task | None) -> None:
    try:
        if task is not None and task.kind == "poll":
            poll_counts(teaching.desk, task.id)
            return
        tiles = teaching.desk.board(None if task is None else task.id)
        names = called(teaching.desk)  # after the board: it has everybody who is on it
    except StoreError as error:
        st.warning(sentence(str(error)))
        return
    view = chosen(keys.VIEW, VIEWS[0])
    match view if view in _views(task) else VIEWS[0]:
        case "curves":
            all_curves(tiles, teaching.chosen)
        case "edges":
            edge_counts(tiles, task)
        case _:
            _tiles(teaching, tiles, names, task)


def _tiles(
    teaching: Teaching, tiles: Sequence[Tile], names: Mapping[int, str], task: Task | None
) -> None:
    if not tiles:
        st.info("Nobody is here yet; show the door.")
    in_order = sorted(tiles, key=ORDERS[chosen(keys.SORT, "joined")])  # type: ignore[arg-type]
    over, kind = (False, "") if task is None else (task.id != teaching.task, task.kind)
    now = None if over else time.time()
    picked = board(in_order, names, now, kind=kind, chosen=teaching.chosen)
    if picked not in (None, teaching.chosen):  # None: drawn anew, nothing is clicked there yet
        teaching.chosen = picked
        st.rerun()
    tile = next((each for each in tiles if each.member == teaching.chosen), None)
    if tile is not None:
        tile_panel(teaching, tile, names[tile.member])
