"""The sidebar of Explore: which model, and how to relax, compensate and recover."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.ui.explore.beginning import choose_beginning, watch_from_the_beginning
from rcr.ui.explore.evidence import bring_observed, told_evidence
from rcr.ui.explore.model_menu import bring_model, choose_model
from rcr.ui.explore.question import ChosenModel, Question
from rcr.ui.explore.settings_form import choose_settings, show_settings
from rcr.ui.samples import told_model
from rcr.ui.visitor import visitor
from rcr.views.model_tables import size

LESSON_PIXELS = 210  # of the text beside the graph, which scrolls in its place


def choose() -> Question:
    """Everything there is to choose; nothing needs choosing before the first click."""
    bring_observed()
    visit = visitor().explore
    run = visit.opened or visit.run
    with st.sidebar:
        about = of_run(run) if run is not None and "model" in visit.hidden else choose_model()
        docked = st.expander("About this model", expanded=True)
        with docked.container(height=LESSON_PIXELS, border=False, key="lesson"):
            st.markdown(about.lesson)
        if run is not None and "settings" in visit.hidden:
            return Question(about, run.settings.as_dict())
        watch_from_the_beginning(about.origin)
        settings = choose_settings()
        choose_beginning()
        return Question(about, settings)


def of_run(run: Run) -> ChosenModel:
    """The model of a run, as if it had been chosen."""
    title = told_model(run) + told_evidence(run.model)
    return ChosenModel(run.model, title, f"{size(run.model)}.", run.origin)


def show_run(run: Run) -> None:
    """Let the sidebar show the model and the settings of a run; before it is drawn."""
    bring_model(of_run(run))
    show_settings(run.settings)
