"""Models: choose, generate or load one, look into it, lay evidence on it, change it, and take it
to the other pages.
"""

from __future__ import annotations

import streamlit as st

from rcr.ui.app.style import page_style
from rcr.ui.models import keys
from rcr.ui.models.current_model import GALLERY, GENERATE, INSPECT, SECTIONS, workbench
from rcr.ui.models.gallery import gallery
from rcr.ui.models.generate import generate_section
from rcr.ui.models.inspect import inspect
from rcr.ui.models.load import load
from rcr.ui.models.ways_out import ways_out
from rcr.ui.models.workbench import Workbench
from rcr.ui.widgets import kept
from rcr.views.model_tables import size

PLACE = 50  # in the menu
BODIES = dict(zip(SECTIONS, (gallery, generate_section, load, inspect), strict=True))


def header(bench: Workbench) -> str:
    """Which part of the page, which model is the current one, and the way back and on; returns the
    part.
    """
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="models-header"
    ):
        section = st.segmented_control(
            "Part",
            SECTIONS,
            required=True,
            **kept(keys.SECTION, GALLERY),
            label_visibility="collapsed",
            width="content",
        )
        # what is shown under Generate is not the current model yet
        beside = "Current model: " if section == GENERATE else ""
        st.markdown(
            f"**{beside}{bench.draft.title}**  \n:small[{size(bench.draft.model)}]", width="stretch"
        )
        undone, redone = bench.draft.did if bench.at else "", bench.next.did if bench.next else ""
        st.button(
            "Undo",
            key="models-undo",
            on_click=bench.undo,
            disabled=not bench.at,
            help=f"Undo: {undone}" if undone else None,
        )
        st.button(
            "Redo",
            key="models-redo",
            on_click=bench.redo,
            disabled=not bench.next,
            help=f"Redo: {redone}" if redone else None,
        )
        if section == INSPECT:
            ways_out(bench.draft, "header", also_inspect=False)
    return str(section)


page_style("models")
bench = workbench()
section = header(bench)
BODIES[section](bench)
