"""Load on the Models page: a file, a pasted text, evidence; what is wrong is told and the model at
hand stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from rcr.formats import load_evidence_text, load_model_text
from rcr.ui.background_work import Stop
from rcr.ui.models import keys
from rcr.ui.models.ways_out import ways_out
from rcr.ui.models.workbench import Draft, Workbench
from rcr.ui.uploads import uploaded
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show
from rcr.views.model_tables import size

# of what is read beside the current model
Reader = Callable[[Draft, str | bytes, str, Stop], Draft]
TEXT_PIXELS = 260
EXAMPLE = "MARKOV\n2\n2 2\n1\n2 0 1\n4\n 1 2\n 2 1\n"


def load(bench: Workbench) -> None:
    """Files on the left, text on the right."""
    files, text = st.columns(2, gap="large")
    with files:
        st.markdown(
            "**A file**: UAI (`.uai`, log space `.LG`), BIF (`.bif`) or this project's JSON, "
            "also gzipped (`.gz`)."
        )
        _take_file(bench, "Model file", "models-file", _read_model)
        st.markdown(f"**Evidence** (UAI `.evid`) for the current model, {bench.draft.title}.")
        _take_file(bench, "Evidence file", "models-evidence", _read_evidence)
    with text:
        st.markdown("**A text**, in any of these formats; its first word tells which.")
        st.text_area(
            "Model as text",
            **kept(keys.TEXT),
            height=TEXT_PIXELS,
            placeholder=EXAMPLE,
            label_visibility="collapsed",
        )
        with st.container(horizontal=True):
            st.button("Load this text", type="primary", on_click=_load_text, args=(bench,))
            st.button("Put an example here", on_click=_example)
    visit = visitor().models
    if (draft := visit.reading.result(visit.background)) is not None:
        bench.put(draft)
        visit.loaded = f"**{draft.title}**: {size(draft.model)}."
        st.rerun()  # for the header, which names the current model
    if complaint := visit.reading.complaint:
        st.error(f"{complaint}\n\nThe current model is still **{bench.draft.title}**.")
    elif visit.loaded:
        st.success(visit.loaded)
        with st.container(horizontal=True):
            ways_out(bench.draft, "load")


def _read_model(current: Draft, data: str | bytes, name: str, stop: Stop) -> Draft:
    model = load_model_text(data, name, stop)
    return Draft(model, model.name, "", None, did=f"{name} loaded")


def _read_evidence(current: Draft, data: str | bytes, name: str, stop: Stop) -> Draft:
    model = current.model
    return replace(
        current,
        model=replace(model, evidence=load_evidence_text(data, name, model)),
        did=f"{name} observed",
    )


def _take(bench: Workbench, reader: Reader, data: str | bytes, name: str) -> None:
    """Have this read next."""
    visit = visitor().models
    visit.reading.take(name, partial(reader, bench.draft, data, name))
    visit.loaded = None


def _take_file(bench: Workbench, label: str, key: str, reader: Reader) -> None:
    if (file := uploaded(label, key)) is not None:
        _take(bench, reader, file.getvalue(), file.name)


def _load_text(bench: Workbench) -> None:
    _take(bench, _read_model, chosen(keys.TEXT, ""), "pasted text")


def _example() -> None:
    show(keys.TEXT, EXAMPLE)
