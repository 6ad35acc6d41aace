"""What a teacher's buttons do: one thing at the desk; what is refused is said on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from rcr import ModelError
from rcr.ui.visitor import visitor


def acting(action: Callable[..., Any], *given: Any) -> Callable[[], None]:
    """For ``on_click`` and ``on_change``."""

    def act() -> None:
        try:
            action(*given)
        except ModelError as error:
            visitor().classroom.complaint.text = str(error)

    return act


def act_button(label: str, action: Callable[..., Any], *given: Any) -> None:
    """A button below fields: it does its thing with what stands in them. A callback would have
    what stood there when they were drawn, without what was typed last.
    """
    if st.button(label, type="primary"):
        acting(action, *given)()
        st.rerun()
