"""From a model to the pages that can do something with it, and to its tables."""

from __future__ import annotations

import streamlit as st

from rcr import Run, bundle
from rcr.ui.explore import moves
from rcr.ui.explore.model_menu import bring_model
from rcr.ui.explore.question import ChosenModel, Question
from rcr.ui.models.current_model import INSPECT, put, show_section
from rcr.ui.models.workbench import Draft
from rcr.ui.visitor import visitor
from rcr.views.model_tables import size

EXPLORE, COMPARE = "pages/explore.py", "pages/compare.py"


def ways_out(draft: Draft, key: str, *, also_inspect: bool = True) -> None:
    """Buttons to the pages that can do something with the model, and to its tables."""
    if st.button(
        "Explore this", key=f"{key}-explore", type="primary", on_click=_explore, args=(draft,)
    ):
        st.switch_page(EXPLORE)
    if (bundle.root() / COMPARE).exists() and st.button(
        "Compare on this", key=f"{key}-compare", on_click=_compare, args=(draft,)
    ):
        st.switch_page(COMPARE)
    if also_inspect:
        st.button(
            "Inspect",
            key=f"{key}-inspect",
            on_click=_inspect,
            args=(draft,),
            help="Variables, tables, evidence",
        )


def _explore(draft: Draft) -> None:
    """Choose the model on the menu of Explore, which starts a run on it when it is opened."""
    put(draft)
    bring_model(_chosen(draft))


def _compare(draft: Draft) -> None:
    """The other pages take the model of the visitor's run; Explore, with settings of its own, will
    start another run on it.
    """
    _explore(draft)
    run = Run(draft.model, origin=draft.origin)
    moves.begin(visitor().explore, run, Question(_chosen(draft), {}).key)


def _chosen(draft: Draft) -> ChosenModel:
    lesson = draft.lesson or f"{size(draft.model)}."
    return ChosenModel(draft.model, draft.title, lesson, draft.origin)


def _inspect(draft: Draft) -> None:
    put(draft)
    show_section(INSPECT)
