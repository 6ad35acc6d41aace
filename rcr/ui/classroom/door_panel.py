"""The door: how to come in, large enough for the last row, and who is here."""

from __future__ import annotations

import streamlit as st

from rcr.classroom import ClassInfo, Desk, Key
from rcr.classroom.addresses import PAGE, desk_url, join_url, known_url
from rcr.ui.classroom.acting import act_button, acting
from rcr.ui.classroom.banner import LOOK_SECONDS
from rcr.ui.classroom.qr import qr_code
from rcr.ui.classroom.showing import stop_leading
from rcr.ui.classroom.visit import Teaching
from rcr.ui.store import store
from rcr.ui.visitor import visitor

SCAN = "Scan it, or open the address and type the code."
CLOSED = "The door is closed: nobody new can come in."


def door_panel(teaching: Teaching, info: ClassInfo) -> None:
    """The QR code, the address and the code on the left, what can be done about them right."""
    base = known_url(_origin())
    left, right = st.columns([4, 1])
    with left, st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        with st.container(key="door-qr"):
            qr_code(join_url(base, info.code), key="join-qr")
        with st.container(width="stretch", key="door-words"):
            st.text(info.code)
            st.text(f"{base}/{PAGE}")
            st.caption(SCAN if info.door_open else CLOSED)
    with right, st.container(key="door-aside"):
        desk = teaching.desk
        st.toggle(
            "The door is open",
            info.door_open,
            key=f"door-{info.revision}",
            on_change=acting(desk.set_door, not info.door_open),
            help="Who has a seat keeps it",
        )
        st.button("A new code", on_click=acting(desk.new_code), help="The old one opens nothing")
        _members(desk)
        _links(teaching, base)


@st.fragment(run_every=LOOK_SECONDS)
def _members(desk: Desk) -> None:
    """Who has come in since is there without a reload."""
    members = [member for member in desk.members() if not member.removed]
    with st.popover(f"{len(members)} in the class"):
        for member in members:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.text(member.nickname, width="stretch")
                remove = acting(desk.remove, member.id)
                st.button("Remove", key=f"remove-{member.id}", on_click=remove)


def _links(teaching: Teaching, base: str) -> None:
    with st.popover("Your own link"):
        st.caption("Whoever has it is the teacher of this class. Do not show it on a projector.")
        st.code(desk_url(base, teaching.key), language=None, wrap_lines=True)
    with st.popover("Another class"):
        title = st.text_input("Title of the new class", max_chars=120)
        act_button("Start it", _found, title)


def _found(title: str) -> None:
    desk, secret = store().classes.found(title)
    stop_leading()  # the class before sees no more of this teacher's Explore
    visitor().classroom.teaching = Teaching(desk, Key(desk.info().public_id, secret.text))


def _origin() -> str:
    """The address of the app as this browser sees it."""
    return str(st.context.url or "").partition("?")[0].removesuffix(f"/{PAGE}")
