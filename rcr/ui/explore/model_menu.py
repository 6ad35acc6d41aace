"""The model in the sidebar: a sample, a generator with its parameters, a file of one's own, or what
a run or another page brought along.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from rcr import Model, ModelError, registry
from rcr.formats import load_evidence_text, load_model_text
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import SampleOrigin
from rcr.ui.background_work import Stop
from rcr.ui.components.parameter_form import fill_form, parameter_form
from rcr.ui.explore import keys
from rcr.ui.explore.question import ChosenModel
from rcr.ui.made_models import made
from rcr.ui.samples import FIRST_SAMPLE, known_samples, loaded_sample
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show
from rcr.views.model_tables import size

GENERATE = "generate "  # before the name of a generator
UPLOAD, BROUGHT = "upload", "opened"


def bring_model(brought: ChosenModel) -> None:
    """Choose a model on the menu, by its own entry where the menu makes it as it is, else by a new
    one; before the sidebar is drawn.
    """
    made_as_it_is = not brought.model.evidence
    match brought.origin:
        case SampleOrigin(name) if made_as_it_is and name in known_samples():
            show(keys.MODEL, name)
        case GeneratorCall(name, parameters) if made_as_it_is:
            show(keys.MODEL, GENERATE + name)
            fill_form(registry.get("generator", name), keys.PAGE, parameters)
        case _:
            visitor().explore.brought = brought
            show(keys.MODEL, BROUGHT)


def choose_model() -> ChosenModel:
    """The menu, and what belongs to the entry that is chosen."""
    visit, titles = visitor().explore, _titles()
    name = st.selectbox(
        "Model",
        titles,
        format_func=titles.__getitem__,
        **kept(keys.MODEL, FIRST_SAMPLE),
    )
    if name == BROUGHT and visit.brought is not None:
        return visit.brought
    if name in known_samples():
        visit.last_sample = name
    elif name == UPLOAD:
        if (uploaded := _choose_upload()) is not None:
            return ChosenModel(uploaded, uploaded.name, f"{size(uploaded)}.", None)
    else:
        try:
            return _choose_generated(name.removeprefix(GENERATE), titles[name])
        except ModelError as error:  # such as parameters that do not fit together
            st.error(str(error))
    name = visit.last_sample  # where nothing can be used yet, we stay where we were
    sample = known_samples()[name]
    return ChosenModel(loaded_sample(name), sample.title, sample.lesson, SampleOrigin(name))


def _titles() -> dict[str, str]:
    """The entries of the menu."""
    titles = {name: sample.title for name, sample in known_samples().items()}
    titles |= {
        GENERATE + name: f"Random: {name.replace('-', ' ')}"
        for name in registry.plugins("generator")
    }
    titles[UPLOAD] = "Your own file"
    brought = visitor().explore.brought
    if brought is not None:
        titles[BROUGHT] = brought.title
    elif chosen(keys.MODEL, FIRST_SAMPLE) == BROUGHT:
        show(keys.MODEL, FIRST_SAMPLE)
    return titles


def _choose_generated(name: str, title: str) -> ChosenModel:
    plugin = registry.get("generator", name)
    parameters = parameter_form(plugin, keys.PAGE)
    call = GeneratorCall(name, parameters)
    model, _ = made(call, visitor().explore.background)
    return ChosenModel(model, title, plugin.summary, call)


def _choose_upload() -> Model | None:
    """The uploaded model, or None with the reason on the screen; a bad file never loses a good
    one.
    """
    file = st.file_uploader("Model file (.uai, .LG, .json, .bif; also .gz)", key="upload")
    evidence = st.file_uploader("Evidence file, if there is one", key="evidence")
    files = tuple(given.file_id if given is not None else None for given in (file, evidence))
    upload, background = visitor().explore.upload, visitor().explore.background

    def read(stop: Stop, file: UploadedFile) -> Model:
        model = load_model_text(file.getvalue(), file.name, stop)
        if evidence is None:
            return model
        observed = load_evidence_text(evidence.getvalue(), evidence.name, model)
        return replace(model, evidence=observed)

    try:
        if file is not None and upload.files != files:
            reading = f"Reading {file.name}"
            upload.model = background.done(files, reading, partial(read, file=file))
            upload.files = files
    except ModelError as error:
        st.error(str(error))
    return upload.model
