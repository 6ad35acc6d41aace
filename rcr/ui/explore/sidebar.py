"""The sidebar: which model, and how to relax, compensate and recover."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from rcr import Model, ModelError, Run, generate, registry
from rcr.formats import load_evidence_text, load_model_text
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import PortableOrigin, SampleOrigin
from rcr.models.samples import Sample, samples
from rcr.run.settings import DEFAULT_SCHEME, ORDERS
from rcr.ui.components.parameter_form import fill_form, first, parameter_form

FIRST_SAMPLE = "frustrated-grid"
GENERATE = "generate "  # before the name of a generator
UPLOAD, OPENED = "upload", "opened"
STARTS = {
    "forest": "a spanning forest (only loops are cut)",
    "decomposed": "nothing (the paper's start)",
}
TASKS = {"mpe": "most probable explanation", "z": "partition function"}
WIDGETS = ("model", "start", "recovery", "batch", "task", "scheme-mpe", "scheme-z", "order", "seed")
FORMS = ("generator:", "recovery:", "compensation:", "compare:")


@dataclass(frozen=True, eq=False)
class Question:
    """A model with its title and lesson, the call that makes it, and the settings of a run on
    it.
    """

    model: Model
    title: str
    lesson: str
    origin: PortableOrigin | None
    settings: dict[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        """Two questions with the same key have the same answers."""
        return self.model.digest, repr(sorted(self.settings.items()))


@st.cache_resource(show_spinner=False)
def _samples() -> dict[str, Sample]:
    return samples()


@st.cache_resource(max_entries=20, show_spinner=False)
def _sample(name: str) -> Model:
    return _samples()[name].load()


@st.cache_resource(max_entries=20, show_spinner="Making the model …")
def _generated(name: str, **parameters: Any) -> Model:
    return generate(name, **parameters)


def choose() -> Question:
    """Everything there is to choose; nothing needs choosing before the first click."""
    with st.sidebar:
        model, title, lesson, origin = _choose_model()
        with st.popover("About this model", width="stretch"):
            st.markdown(lesson)
        return Question(model, title, lesson, origin, _choose_settings())


def remember() -> None:
    """Keep the choices while another page is open: streamlit forgets widgets that are not drawn,
    unless they are set anew.
    """
    for key in list(st.session_state):
        if key in WIDGETS or (isinstance(key, str) and key.startswith(FORMS)):
            st.session_state[key] = st.session_state[key]


# -- what a run or another page brings along -----------------------------------------------------


def open_model(
    model: Model, title: str, lesson: str = "", origin: PortableOrigin | None = None
) -> None:
    """Choose a model on the menu, by its own entry where the menu makes it as it is, else by a new
    one; before the sidebar is drawn.
    """
    made_as_it_is = not model.evidence
    match origin:
        case SampleOrigin(name) if made_as_it_is and name in _samples():
            st.session_state.model = name
        case GeneratorCall(name, parameters) if made_as_it_is:
            st.session_state.model = GENERATE + name
            fill_form(registry.get("generator", name), parameters)
        case _:
            st.session_state.brought = model, title, lesson, origin
            st.session_state.model = OPENED


def show_run(run: Run) -> None:
    """Let the sidebar show the model and the settings of a run; before it is drawn."""
    open_model(run.model, run.model.name, _size(run.model), run.origin)
    s = run.settings
    for name in ("task", "recovery", "batch", "start", "order", "seed"):
        st.session_state[name] = getattr(s, name)
    st.session_state[f"scheme-{s.task}"] = s.scheme
    fill_form(registry.get("compensation", s.scheme), s.scheme_parameters)
    fill_form(registry.get("recovery", s.recovery), s.recovery_parameters)


def _size(model: Model) -> str:
    return (
        f"{len(model.variables):,} variables, {len(model.factors):,} factors, "
        f"{len(model.evidence):,} observed."
    )


# -- the widgets ---------------------------------------------------------------------------------


def _choose_model() -> tuple[Model, str, str, PortableOrigin | None]:
    known, made = _samples(), registry.plugins("generator")
    titles = {name: sample.title for name, sample in known.items()}
    titles |= {GENERATE + name: f"Random: {name.replace('-', ' ')}" for name in made} | {
        UPLOAD: "Your own file"
    }
    brought = st.session_state.get("brought")
    if brought is not None:
        titles[OPENED] = brought[1]
    elif st.session_state.get("model") == OPENED:
        st.session_state.model = FIRST_SAMPLE
    name = st.selectbox(
        "Model",
        titles,
        first(titles, FIRST_SAMPLE, "model"),
        format_func=titles.__getitem__,
        key="model",
    )
    if name == OPENED and brought is not None:
        found: tuple[Model, str, str, PortableOrigin | None] = brought
        return found
    if name.startswith(GENERATE):
        plugin = made[name.removeprefix(GENERATE)]
        parameters = parameter_form(plugin)
        return (
            _generated(plugin.name, **parameters),
            titles[name],
            plugin.summary,
            GeneratorCall(plugin.name, parameters),
        )
    if name == UPLOAD and (uploaded := _choose_upload()):
        return uploaded, uploaded.name, _size(uploaded), None
    if name == UPLOAD:  # nothing usable yet: stay where we were
        name = st.session_state.get("last_sample", FIRST_SAMPLE)
    st.session_state.last_sample = name
    return _sample(name), known[name].title, known[name].lesson, SampleOrigin(name)


def _choose_upload() -> Model | None:
    """The uploaded model, or None with the reason on the screen; a bad file never loses a good
    one.
    """
    file = st.file_uploader("Model file (.uai, .LG, .json, .bif; also .gz)", key="upload")
    evidence = st.file_uploader("Evidence file, if there is one", key="evidence")
    files = file and file.file_id, evidence and evidence.file_id
    try:
        if file is not None and st.session_state.get("read") != files:
            model = load_model_text(file.getvalue(), file.name)
            if evidence is not None:
                model = replace(
                    model, evidence=load_evidence_text(evidence.getvalue(), evidence.name, model)
                )
            st.session_state.last_upload, st.session_state.read = model, files
    except ModelError as error:
        st.error(str(error))
    last: Model | None = st.session_state.get("last_upload")
    return last


def _choose_settings() -> dict[str, Any]:
    start = st.radio(
        "Recovered at the start",
        _options(STARTS, "start"),
        format_func=lambda s: STARTS.get(s, CHOSEN),
        key="start",
    )
    heuristics = registry.plugins("recovery")
    recovery = st.selectbox(
        "Recovery heuristic", heuristics, first(heuristics, "paper", "recovery"), key="recovery"
    )
    st.caption(heuristics[recovery].summary)
    recovery_parameters = parameter_form(heuristics[recovery])
    batch = st.number_input(
        "Recovered at a time",
        1,
        None,
        "min",
        key="batch",
        help="Constraints, or groups of them where the heuristic makes groups",
    )
    with st.expander("Compensation"):
        task = st.radio("Task", TASKS, format_func=TASKS.__getitem__, key="task")
        schemes = {
            n: p for n, p in registry.plugins("compensation").items() if task in p.facts["tasks"]
        }
        key = f"scheme-{task}"
        scheme = st.selectbox("Scheme", schemes, first(schemes, DEFAULT_SCHEME[task], key), key=key)
        st.caption(schemes[scheme].summary)
        scheme_parameters = parameter_form(schemes[scheme])
        order = st.selectbox(
            "Order of updates",
            _options(ORDERS, "order"),
            format_func=lambda o: o if o in ORDERS else CHOSEN,
            key="order",
        )
        seed = st.number_input("Seed of random choices", 0, 2**31, "min", key="seed")
    return {
        "task": task,
        "scheme": scheme,
        "scheme_parameters": scheme_parameters,
        "recovery": recovery,
        "recovery_parameters": recovery_parameters,
        "start": start,
        "order": order,
        "batch": int(batch),
        "seed": int(seed),
    }


CHOSEN = "chosen constraints"  # a start or an order that a run file gives by name


def _options(usual: Iterable[str], key: str) -> list[str | tuple[str, ...]]:
    """The usual options, and the one that a run brought along."""
    given = st.session_state.get(key)
    return [*usual, *([given] if isinstance(given, tuple) else [])]
