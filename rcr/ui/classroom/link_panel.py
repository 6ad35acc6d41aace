"""A teacher's link to a state, with what it hides and as a QR code; with or without a class."""

from __future__ import annotations

from urllib.parse import quote

import streamlit as st

from rcr import ModelError, Run
from rcr.classroom.addresses import known_url
from rcr.classroom.explorations import CONTROLS
from rcr.run.link import to_link
from rcr.ui.classroom.locks import HIDE
from rcr.ui.classroom.qr import qr_code

LONGEST_QR = 1200  # characters; more are too fine for a phone across a room


def teachers_link(base: str, link: str, hide: list[str]) -> str:
    """The address that opens a run on Explore without these controls."""
    hidden = f"&{HIDE}={quote(','.join(hide))}" if hide else ""
    return f"{base}/?run={link}{hidden}"


def link_panel(run: Run) -> None:
    """What the link hides, the link, and its QR code."""
    with st.popover("A link for students"):
        hide = st.multiselect(
            "Without",
            CONTROLS,
            default=["model", "settings"],
            format_func=CONTROLS.__getitem__,
            help="In a class set a task instead: there the address opens nothing that is hidden",
        )
        try:
            address = teachers_link(known_url(_origin()), to_link(run), list(hide))
        except ModelError as error:
            st.caption(f"No link: {error}.")
            return
        st.code(address, language=None, wrap_lines=True)
        if len(address) <= LONGEST_QR:
            qr_code(address, key="link-qr")
        else:
            st.caption("The way to this state is too long for a QR code.")


def _origin() -> str:
    return "/".join(str(st.context.url or "").split("/")[:3])
