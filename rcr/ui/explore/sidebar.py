"""The sidebar of Explore: which model, and how to relax, compensate and recover."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.ui.explore.model_menu import bring_model, choose_model
from rcr.ui.explore.question import ChosenModel, Question
from rcr.ui.explore.settings_form import choose_settings, show_settings
from rcr.views.model_tables import size


def choose() -> Question:
    """Everything there is to choose; nothing needs choosing before the first click."""
    with st.sidebar:
        about = choose_model()
        with st.popover("About this model", width="stretch"):
            st.markdown(about.lesson)
        return Question(about, choose_settings())


def show_run(run: Run) -> None:
    """Let the sidebar show the model and the settings of a run; before it is drawn."""
    bring_model(ChosenModel(run.model, run.model.name, f"{size(run.model)}.", run.origin))
    show_settings(run.settings)
