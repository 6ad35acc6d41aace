"""A model that was just made: its picture, its figures, and what can be done with it."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from rcr.formats.haplotypes import save_haplotypes
from rcr.ui.components.heatmap import heatmap
from rcr.ui.models.downloads import downloads, saved
from rcr.ui.models.model_figures import exact_words, summary, thumbnail
from rcr.ui.models.ways_out import ways_out
from rcr.ui.models.workbench import Draft
from rcr.views.linkage import linkage_heatmap
from rcr.views.model_tables import size
from rcr.views.thumbnail import LEGEND, too_large

LINKAGE_PIXELS = 340


def preview(draft: Draft, data: np.ndarray | None, made_by: str | None) -> None:
    """The picture, the figures, and what can be done with the model."""
    st.subheader(f"Preview: {draft.name}", anchor=False)
    facts = summary(draft.model)
    told = (
        f"{size(draft.model)}, {facts.domain} states",
        exact_words(draft.model),
        f"{facts.zero_share:.0%} zeros",
    )
    st.caption("; ".join(filter(None, told)))
    with st.container(horizontal=True, vertical_alignment="center"):
        ways_out(draft, "generate")
        downloads(draft.model, "generate")
    if made_by:
        st.code(made_by, language="python", wrap_lines=True)
    if data is None:
        if too_large(draft.model):
            st.caption(
                "Too large for a small picture; Explore shows the neighbourhood of a variable."
            )
        else:
            thumbnail(draft.model, draft.name, 1.8)
            st.caption(LEGEND)
        return
    _learned_from(draft, data)


def _learned_from(draft: Draft, data: np.ndarray) -> None:
    """The network beside the haplotypes that it was learned from."""
    picture, linked = st.columns(2)
    with picture:
        thumbnail(draft.model, draft.name, 1.3)
        st.caption("The learned network, sites in genomic order.")
    with linked:
        heatmap(
            linkage_heatmap(data),
            key="linkage",
            height=LINKAGE_PIXELS,
            alt="r² between every two sites",
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"Linkage disequilibrium in the {len(data):,} haplotypes.")
            for ending in (".csv", ".npz"):
                name = f"{draft.model.name}{ending}"
                st.download_button(
                    f"↓ Data {ending}",
                    partial(saved, save_haplotypes, data, name),
                    name,
                    on_click="ignore",
                    key=f"data{ending}",
                )
