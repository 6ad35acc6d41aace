"""Whether names are shown: not on a projector, unless their key was pressed there."""

from __future__ import annotations

import streamlit as st

from rcr.classroom import Desk
from rcr.ui.app.presenter import presenting
from rcr.ui.visitor import visitor


def names_shown() -> bool:
    """What was wanted since the page went on the projector or came back; else the usual."""
    wanted = visitor().classroom.names
    return wanted[1] if wanted is not None and wanted[0] == presenting() else not presenting()


def called(desk: Desk) -> dict[int, str]:
    """How each member is called on the screen: by name, or by the number of his coming, which
    stays his own whoever is removed.
    """
    shown = names_shown()
    numbered = enumerate(desk.members(), 1)
    return {m.id: m.nickname if shown else f"Student {n}" for n, m in numbered}


def names_button() -> None:
    """Hides them or shows them, by one key."""
    shown = names_shown()
    st.button(
        "Hide names" if shown else "Show names",
        key="names",
        shortcut="n",
        on_click=_want,
        args=(not shown,),
        help="Hidden by themselves when you present (F)",
    )


def _want(shown: bool) -> None:
    visitor().classroom.names = (presenting(), shown)
