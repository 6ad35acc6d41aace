"""The run that a task begins with: what the teacher has on Explore, or a sample model."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.models.origin import SampleOrigin
from rcr.ui.samples import FIRST_SAMPLE, known_samples, loaded_sample, told_model
from rcr.ui.visitor import visitor

MINE = "explore"


def choose_run(key: str) -> Run:
    """The run at the state that everybody is to begin with; it is not moved here."""
    mine = visitor().explore.run
    names = {name: sample.title for name, sample in known_samples().items()}
    if mine is not None:
        names = {MINE: f"What Explore shows now: {told_model(mine)}", **names}
    chosen = st.selectbox(
        "Model and state",
        names,
        index=0 if mine is not None else list(names).index(FIRST_SAMPLE),
        format_func=names.__getitem__,
        key=f"class:run-{key}",
        width=420,
        help="Prepare any model and state on Explore, your own files too, and come back here",
    )
    return mine if chosen == MINE and mine is not None else _sample_run(chosen)


@st.cache_resource(max_entries=20, show_spinner="Relaxing and compensating …")
def _sample_run(name: str) -> Run:
    run = Run(loaded_sample(name), origin=SampleOrigin(name), start="forest", batch=1)
    run.converge()
    return run
