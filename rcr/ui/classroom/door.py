"""The door: the code that the teacher shows, and a name of one's own."""

from __future__ import annotations

import streamlit as st

from rcr.classroom.addresses import CODE
from rcr.classroom.plain_text import MAX_NICKNAME_CHARACTERS
from rcr.classroom.tokens import CODE_CHARACTERS
from rcr.ui.classroom.entering import join
from rcr.ui.visitor import visitor

MAX_TYPED_CHARACTERS = 3 * CODE_CHARACTERS  # with spaces or hyphens between the letters
FOR_TEACHERS = (
    "Teachers: `rcr app --class` opens a class on this machine and prints your own link to it. "
    "*docs/class.md* has a plan for a lesson of 90 minutes."
)


def door() -> None:
    """The form; a code in the address, as from the QR code, is typed in already."""
    visit = visitor().classroom
    st.subheader("Join a class", anchor=False)
    if (refused := visit.complaint.take()) is not None:
        st.error(_sentence(refused))
    with st.form("join", width=420):
        code = st.text_input(
            "Code",
            st.query_params.get(CODE, "")[:MAX_TYPED_CHARACTERS],
            max_chars=MAX_TYPED_CHARACTERS,
            placeholder="five letters, on the teacher's screen",
            autocomplete="off",
        )
        name = st.text_input(
            "Your name in this class",
            max_chars=MAX_NICKNAME_CHARACTERS,
            placeholder="one that the teacher will know you by",
            autocomplete="off",
        )
        sent = st.form_submit_button("Join", type="primary", width="stretch")
    st.caption("No account and no mail. What you do here is kept for 30 days and then deleted.")
    if CODE not in st.query_params:  # who has scanned the code is a student
        st.caption(FOR_TEACHERS)
    if sent:
        join(code, name)
        st.rerun()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
