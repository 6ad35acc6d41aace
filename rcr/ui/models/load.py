"""Load on the Models page: a file, a pasted text, evidence; what is wrong is told and the model at
hand stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from rcr import ModelError
from rcr.formats import load_evidence_text, load_model_text
from rcr.ui.models import common as models
from rcr.ui.models.workbench import Draft, Workbench
from rcr.views.model_tables import size

EXAMPLE = "MARKOV\n2\n2 2\n1\n2 0 1\n4\n 1 2\n 2 1\n"


def load(bench: Workbench) -> None:
    """Files on the left, text on the right."""
    files, text = st.columns(2, gap="large")
    with files:
        st.markdown(
            "**A file**: UAI (`.uai`, log space `.LG`), BIF (`.bif`) or this project's JSON, "
            "also gzipped (`.gz`)."
        )
        _once(bench, st.file_uploader("Model file", key="models-file"), _read_model, "model")
        st.markdown(f"**Evidence** (UAI `.evid`) for the current model, {bench.draft.title}.")
        _once(
            bench,
            st.file_uploader("Evidence file", key="models-evidence"),
            _read_evidence,
            "evidence",
        )
    with text:
        st.markdown("**A text**, in any of these formats; its first word tells which.")
        st.text_area(
            "Model as text",
            key="models:text",
            persist_state="session",
            height=260,
            placeholder=EXAMPLE,
            label_visibility="collapsed",
        )
        with st.container(horizontal=True):
            st.button("Load this text", type="primary", on_click=_load_text, args=(bench,))
            st.button("Put an example here", on_click=_example)
    if wrong := st.session_state.get("models_complaint"):
        st.error(f"{wrong}\n\nThe current model is still **{bench.draft.title}**.")
    elif told := st.session_state.get("models_loaded"):
        st.success(told)
        with st.container(horizontal=True):
            models.ways_out(bench.draft, "load")


def _read_model(bench: Workbench, data: str | bytes, name: str) -> Draft:
    model = load_model_text(data, name)
    return Draft(model, model.name, "", None, did=f"{name} loaded")


def _read_evidence(bench: Workbench, data: str | bytes, name: str) -> Draft:
    model = bench.draft.model
    return replace(
        bench.draft,
        model=replace(model, evidence=load_evidence_text(data, name, model)),
        did=f"{name} observed",
    )


def take(
    bench: Workbench, reader: Any, data: str | bytes, name: str
) -> tuple[str | None, str | None]:
    """Put what was read on the workbench; (complaint, good news), one of them None."""
    try:
        draft = reader(bench, data, name)
    except ModelError as error:
        return str(error), None
    bench.put(draft)
    return None, f"**{draft.title}**: {size(draft.model)}."


def _once(bench: Workbench, file: Any, reader: Any, slot: str) -> None:
    """Read an uploaded file once, not again with every drawing of the page."""
    if file is None or st.session_state.get(f"read_{slot}") == file.file_id:
        return
    with st.spinner("Reading …"):
        outcome = take(bench, reader, file.getvalue(), file.name)
    st.session_state[f"read_{slot}"] = file.file_id
    st.session_state.models_complaint, st.session_state.models_loaded = outcome
    st.rerun()


def _load_text(bench: Workbench) -> None:
    text = st.session_state.get("models:text", "")
    st.session_state.models_complaint, st.session_state.models_loaded = take(
        bench, _read_model, text, "pasted text"
    )


def _example() -> None:
    st.session_state["models:text"] = EXAMPLE
