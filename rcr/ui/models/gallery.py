"""The gallery of the Models page: every sample with a small picture, and the lesson of the one
that is chosen.
"""

from __future__ import annotations

import re
from typing import Literal

import streamlit as st

from rcr.models.origin import SampleOrigin
from rcr.ui.models.current_model import put
from rcr.ui.models.model_figures import exact_words, thumbnail
from rcr.ui.models.ways_out import ways_out
from rcr.ui.models.workbench import Workbench, sample_draft
from rcr.ui.samples import known_samples, loaded_sample
from rcr.views.model_tables import size
from rcr.views.thumbnail import LEGEND

CARDS_A_ROW = 3


def first_sentence(lesson: str) -> str:
    """One line for the card: the first sentence of the lesson, or what stands before its colon."""
    found = re.match(r"(.+?)(?:[.:](?=\s|$))", lesson.strip(), re.DOTALL)
    return f"{found[1]}." if found else lesson.strip()


def gallery(bench: Workbench) -> None:
    """Cards on the left, the chosen model on the right."""
    cards, chosen = st.columns([8, 5], gap="medium")
    with cards, st.container(key="gallery"):
        names = list(known_samples())
        for start in range(0, len(names), CARDS_A_ROW):
            row, columns = names[start : start + CARDS_A_ROW], st.columns(CARDS_A_ROW, gap="small")
            for column, name in zip(columns, row, strict=False):
                with column:
                    _card(bench, name)
    with chosen:
        _chosen(bench)


def _card(bench: Workbench, name: str) -> None:
    sample, model = known_samples()[name], loaded_sample(name)
    is_chosen = bench.draft.origin == SampleOrigin(name)
    draft = sample_draft(name, sample, model)
    with st.container(border=True, gap="xsmall"):
        thumbnail(model, sample.title, 1.9)
        kind: Literal["primary", "secondary"] = "primary" if is_chosen else "secondary"
        st.button(
            sample.title,
            key=f"sample-{name}",
            type=kind,
            width="stretch",
            on_click=put,
            args=(draft,),
        )
        st.caption(first_sentence(sample.lesson))
        st.caption(f":small[*{', '.join(sample.tags)}*]")


def _chosen(bench: Workbench) -> None:
    draft = bench.draft
    st.subheader(draft.title, anchor=False)
    st.caption("; ".join(filter(None, (size(draft.model), exact_words(draft.model)))))
    with st.container(horizontal=True):
        ways_out(draft, "gallery")
    if draft.lesson:
        st.markdown(draft.lesson)
        origin, known = draft.origin, known_samples()
        if isinstance(origin, SampleOrigin) and origin.name in known:
            st.code(str(known[origin.name].call), language="python", wrap_lines=True)
    else:
        st.caption("This model is not from the gallery. Choose one on the left, or go on with it.")
    thumbnail(draft.model, draft.title)
    st.caption(LEGEND)
