"""Which controls of Explore are hidden: by the class's task, or else by a teacher's link."""

from __future__ import annotations

import streamlit as st

from rcr.classroom.explorations import CONTROLS
from rcr.ui.classroom.visit import Sitting
from rcr.ui.classroom.work import EXPLORED
from rcr.ui.visitor import visitor

HIDE = "hide"  # the part of an address that names what is hidden


def lock() -> None:
    """Before a page is drawn: within a class only the task counts, whatever the address says."""
    visit = visitor()
    if HIDE in st.query_params:
        named = st.query_params[HIDE].split(",")
        visit.classroom.hidden = frozenset(name for name in named if name in CONTROLS)
    sitting = visit.classroom.sitting
    if sitting is None:
        visit.explore.hidden, visit.explore.fixed = visit.classroom.hidden, None
    else:
        visit.explore.hidden = task_hides(sitting)
        visit.explore.fixed = sitting.given if "model" in visit.explore.hidden else None


def task_hides(sitting: Sitting) -> frozenset[str]:
    """What the current task of the class hides."""
    task = sitting.now.task
    if task is None or task.kind not in EXPLORED or not isinstance(task.payload, dict):
        return frozenset()
    return frozenset(task.payload.get("hide", ()))
