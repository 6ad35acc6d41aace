"""The sample models, found and loaded once for all visitors."""

from __future__ import annotations

import streamlit as st

from rcr import Model
from rcr.models.samples import Sample, samples

FIRST_SAMPLE = "frustrated-grid"  # what a first visit shows


@st.cache_resource(show_spinner=False)
def known_samples() -> dict[str, Sample]:
    return samples()


@st.cache_resource(max_entries=20, show_spinner=False)
def loaded_sample(name: str) -> Model:
    return known_samples()[name].load()
