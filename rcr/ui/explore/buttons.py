"""Buttons that move the visitor's run."""

from __future__ import annotations

from typing import Any

import streamlit as st

from rcr.ui.explore import keys, moves
from rcr.ui.explore.commands import Command, GoTo
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen


def compensates_after_click() -> bool:
    """Whether the visitor wants compensation after each recovery and relaxation."""
    return bool(chosen(keys.COMPENSATE_AFTER_CLICK, True))


def press(command: Command) -> None:
    """Do this to the visitor's run, with the switch as it stands; for callbacks."""
    moves.act(visitor().explore, command, settle=compensates_after_click())


def move_button(label: str, command: Command, **look: Any) -> None:
    """A button that does this; ``look`` is for streamlit."""
    st.button(label, on_click=press, args=(command,), **look)


def go_to(number: int) -> None:
    """Go to a state of the run, if it is still there; for a click on a chart."""
    run = visitor().explore.run
    if run is not None and number in run.states:
        press(GoTo(number))
