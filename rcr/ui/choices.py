"""The sidebar: which model, and how to relax, compensate and recover."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from rcr import Model, ModelError, generate, registry
from rcr.formats import load_evidence_text, load_model_text
from rcr.samples import samples
from rcr.settings import DEFAULT_SCHEME, ORDERS
from rcr.ui.parameters import parameter_form

FIRST_SAMPLE = "frustrated-grid"
GRID, UPLOAD = "random-grid", "upload"
STARTS = {"forest": "a spanning forest (only loops are cut)", "decomposed": "nothing (the paper's start)"}
TASKS = {"mpe": "most probable explanation", "z": "partition function"}


@dataclass(frozen=True, eq=False)
class Question:
    """A model with its title and lesson, the call that makes it, and the settings of a run on it."""

    model: Model
    title: str
    lesson: str
    origin: dict[str, Any] | None
    settings: dict[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        """Two questions with the same key have the same answers."""
        return self.model.digest, repr(sorted(self.settings.items()))


@st.cache_resource(max_entries=20, show_spinner=False)
def _sample(name: str) -> Model:
    return samples()[name].load()


@st.cache_resource(max_entries=20, show_spinner="Drawing the grid …")
def _grid(**parameters: Any) -> Model:
    return generate("grid", **parameters)


def choose() -> Question:
    """Everything there is to choose; nothing needs choosing before the first click."""
    with st.sidebar:
        model, title, lesson, origin = _choose_model()
        return Question(model, title, lesson, origin, _choose_settings())


def _choose_model() -> tuple[Model, str, str, dict[str, Any] | None]:
    known = samples()
    titles = {name: sample.title for name, sample in known.items()} | {GRID: "A random grid", UPLOAD: "Your own model"}
    name = st.selectbox("Model", titles, list(titles).index(FIRST_SAMPLE), format_func=titles.__getitem__, key="model")
    if name == GRID:
        grid = registry.get("generator", "grid")
        parameters = parameter_form(grid)
        return _grid(**parameters), titles[name], grid.summary, {"generator": "grid", "parameters": parameters}
    if name == UPLOAD and (uploaded := _choose_upload()):
        return uploaded, uploaded.name, f"{len(uploaded.variables):,} variables, {len(uploaded.factors):,} factors.", None
    if name == UPLOAD:  # nothing usable yet: stay where we were
        name = st.session_state.get("last_sample", FIRST_SAMPLE)
    st.session_state.last_sample = name
    return _sample(name), known[name].title, known[name].lesson, {"sample": name}


def _choose_upload() -> Model | None:
    """The uploaded model, or None with the reason on the screen; a bad file never loses a good one."""
    file = st.file_uploader("UAI file (.uai, .LG, .json; also .gz)", key="upload")
    evidence = st.file_uploader("Evidence file, if there is one", key="evidence")
    try:
        if file is not None:
            model = load_model_text(file.getvalue(), file.name)
            if evidence is not None:
                model = replace(model, evidence=load_evidence_text(evidence.getvalue(), evidence.name, model))
            st.session_state.last_upload = model
    except ModelError as error:
        st.error(str(error))
    last: Model | None = st.session_state.get("last_upload")
    return last


def _choose_settings() -> dict[str, Any]:
    start = st.radio("Recovered at the start", STARTS, format_func=STARTS.__getitem__, key="start")
    heuristics = registry.plugins("recovery")
    recovery = st.selectbox("Recovery heuristic", heuristics, list(heuristics).index("paper"), key="recovery")
    st.caption(heuristics[recovery].summary)
    recovery_parameters = parameter_form(heuristics[recovery])
    batch = st.slider("Constraints recovered at a time", 1, 20, 1, key="batch")
    with st.expander("Compensation"):
        task = st.radio("Task", TASKS, format_func=TASKS.__getitem__, key="task")
        schemes = {n: p for n, p in registry.plugins("compensation").items() if task in p.facts["tasks"]}
        scheme = st.selectbox("Scheme", schemes, list(schemes).index(DEFAULT_SCHEME[task]), key=f"scheme-{task}")
        st.caption(schemes[scheme].summary)
        scheme_parameters = parameter_form(schemes[scheme])
        order = st.selectbox("Order of updates", ORDERS, key="order")
        seed = st.number_input("Seed of random choices", 0, 2**31, 0, key="seed")
    return {
        "task": task,
        "scheme": scheme,
        "scheme_parameters": scheme_parameters,
        "recovery": recovery,
        "recovery_parameters": recovery_parameters,
        "start": start,
        "order": order,
        "batch": batch,
        "seed": int(seed),
    }
