"""The sample models, found and loaded once for all visitors."""

from __future__ import annotations

import streamlit as st

from rcr import Model, Run
from rcr.models.origin import SampleOrigin
from rcr.models.samples import Sample, samples

FIRST_SAMPLE = "frustrated-grid"  # what a first visit shows


@st.cache_resource(show_spinner=False)
def known_samples() -> dict[str, Sample]:
    return samples()


def told_model(run: Run) -> str:
    """The model as the menu calls it."""
    known, origin = known_samples(), run.origin
    if isinstance(origin, SampleOrigin) and origin.name in known:
        return known[origin.name].title
    return run.model.name


@st.cache_resource(max_entries=20, show_spinner=False)
def loaded_sample(name: str) -> Model:
    return known_samples()[name].load()
