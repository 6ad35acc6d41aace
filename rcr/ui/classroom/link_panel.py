"""A teacher's link to a state or to a lesson, with what it hides and as a QR code; with or without
a class.
"""

from __future__ import annotations

from urllib.parse import quote

import streamlit as st

from rcr import ModelError, Run
from rcr.classroom.addresses import known_url
from rcr.classroom.explorations import CONTROLS
from rcr.course.lesson_folders import lessons
from rcr.run.link import to_link
from rcr.ui.classroom.locks import COURSE, HIDE, STEPS
from rcr.ui.classroom.qr import qr_code
from rcr.ui.learn import keys

MAX_QR_CHARACTERS = 1200  # more are too fine for a phone across a room
STATE = "this state, on Explore"


def teachers_link(base: str, link: str, hide: list[str]) -> str:
    """The address that opens a run on Explore without these controls."""
    hidden = f"&{HIDE}={quote(','.join(hide))}" if hide else ""
    return f"{base}/?run={link}{hidden}"


def lesson_link(base: str, lesson: str, first: int, last: int) -> str:
    """The address that opens these steps of a lesson on Learn, and nothing else of the course."""
    return f"{base}/learn?{keys.LESSON}={quote(lesson)}&{STEPS}={first}-{last}&{HIDE}={COURSE}"


def link_panel(run: Run) -> None:
    """The button that opens the link."""
    if st.button("A link for students"):
        _link_dialog(run)


@st.dialog("A link for students", width="medium")
def _link_dialog(run: Run) -> None:
    """The QR code, large enough for a class to scan; beside it where it leads and what it hides,
    below it the link.
    """
    left, right = st.columns(2)
    try:
        with right:
            address = _choose_address(run)
    except ModelError as error:
        st.caption(f"No link: {error}.")
        return
    with left:
        if len(address) <= MAX_QR_CHARACTERS:
            qr_code(address, key="link-qr")
        else:
            st.caption("The way to this state is too long for a QR code.")
    st.code(address, language=None, wrap_lines=True)


def _choose_address(run: Run) -> str:
    known = lessons()
    lesson = st.selectbox(
        "It leads to",
        (STATE, *known),
        format_func=lambda name: known[name].title if name in known else name,
    )
    return _to_state(run) if lesson == STATE else _to_lesson(lesson)


def _to_state(run: Run) -> str:
    hide = st.multiselect(
        "Without",
        CONTROLS,
        default=["model", "settings"],
        format_func=CONTROLS.__getitem__,
        help="In a class set a task instead: there the address opens nothing that is hidden",
    )
    return teachers_link(known_url(_origin()), to_link(run), list(hide))


def _to_lesson(name: str) -> str:
    steps = len(lessons()[name].steps)
    first, last = 1, steps
    if steps > 1:
        first, last = st.slider("Steps", 1, steps, (1, steps), key=f"link:steps-{name}")
    st.caption("Without the other lessons and the other parts of Learn.")
    return lesson_link(known_url(_origin()), name, first, last)


def _origin() -> str:
    return "/".join(str(st.context.url or "").split("/")[:3])
