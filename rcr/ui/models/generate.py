"""Generate on the Models page: a family, its sliders, the seed, and a picture of what they make."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from rcr import Model, ModelError, registry
from rcr.formats.haplotypes import load_haplotypes_text, save_haplotypes
from rcr.models.generator_call import GeneratorCall
from rcr.registry import Between, Parameter, Plugin
from rcr.ui.components.parameter_form import parameter_form
from rcr.ui.models import common as models
from rcr.ui.models.workbench import Draft, Workbench
from rcr.views.linkage import linkage_heatmap
from rcr.views.model_tables import size
from rcr.views.thumbnail import LEGEND, too_large

LIVE = 6000  # effort up to which a slider makes the model at once
SOURCES = ("simulated", "your own")
OWN = ("sites", "min_maf", "treewidth", "smoothing")  # what matters for haplotypes that are given


def effort(family: str, parameters: Mapping[str, Any]) -> float:
    """About how many tables a model will have (for haplotypes, in tens of alleles): known before
    it is made.
    """
    count = math.prod(
        parameters[name]
        for name in ("rows", "cols", "variables", "sites", "bits")
        if name in parameters
    )
    if family == "complete-graph":
        return float(count * count / 2)
    each = max(
        (
            parameters[name]
            for name in ("degree", "width", "parents", "checks_per_bit")
            if name in parameters
        ),
        default=1,
    )
    return float(count * max(each, parameters.get("haplotypes", 0) / 10))


@st.cache_resource(max_entries=20, show_spinner="Making the model …")
def _made(family: str, **parameters: Any) -> tuple[Model, np.ndarray | None]:
    """The model, and the data it was learned from where there are any."""
    plugin = registry.get("generator", family)
    if "data_and_network" in plugin.facts:
        data, model = plugin.facts["data_and_network"](**plugin.check(parameters))
        return model, data
    return plugin(**parameters), None


def generate_section(bench: Workbench) -> None:
    """The form on the left, what it makes on the right."""
    form, preview = st.columns([4, 9], gap="large")
    families = registry.plugins("generator")
    with form:
        family = st.selectbox(
            "Family",
            families,
            key=models.start_at("models:family", "grid"),
            persist_state="session",
        )
        plugin = families[family]
        st.caption(plugin.summary)
        given = _own_haplotypes(plugin)
        if given is None:
            parameters = parameter_form(plugin)
            seed = f"{plugin.kind}:{plugin.name}:seed"
            st.button(
                "Another seed",
                on_click=_next_seed,
                args=(seed,),
                help="The next seed: another draw with the same parameters",
            )
    with preview:
        if given is None:
            _preview(family, parameters)
        elif given:
            _preview_own(plugin, *given)
        else:
            st.info(
                "Upload your haplotypes: a line for each, a 0 or 1 for each site. To see such "
                "a file, download the simulated data."
            )


def _next_seed(key: str) -> None:
    st.session_state[key] = (st.session_state[key] + 1) % 2**32


def _preview(family: str, parameters: dict[str, Any]) -> None:
    origin = GeneratorCall(family, parameters)
    if effort(family, parameters) > LIVE and st.session_state.get("models_made") != origin:
        st.info(
            "A model of this size takes a moment, so it is not made with every move of a slider."
        )
        st.button("Make it", type="primary", on_click=_make, args=(origin,))
        st.code(str(origin), language="python", wrap_lines=True)
        return
    try:
        model, data = _made(family, **parameters)
    except ModelError as error:
        st.error(str(error))
        return
    _show(
        Draft(model, model.name, "", origin, did=f"{model.name} generated"),
        data,
        str(origin),
    )


def _make(origin: GeneratorCall) -> None:
    st.session_state.models_made = origin


def _show(draft: Draft, data: np.ndarray | None, made_by: str | None) -> None:
    """The picture, the figures, and what can be done with the model."""
    st.subheader(f"Preview: {draft.name}", anchor=False)
    facts = models.summary(draft.model)
    told = (
        f"{size(draft.model)}, {facts.domain} states",
        models.exact_words(draft.model),
        f"{facts.zero_share:.0%} zeros",
    )
    st.caption("; ".join(filter(None, told)))
    with st.container(horizontal=True, vertical_alignment="center"):
        models.ways_out(draft, "generate")
        models.downloads(draft.model, "generate")
    if made_by:
        st.code(made_by, language="python", wrap_lines=True)
    if data is None:
        if too_large(draft.model):
            st.caption(
                "Too large for a small picture; Explore shows the neighbourhood of a variable."
            )
        else:
            models.thumbnail(draft.model, draft.name, 1.8)
            st.caption(LEGEND)
        return
    picture, linked = st.columns(2)
    with picture:
        models.thumbnail(draft.model, draft.name, 1.3)
        st.caption("The learned network, sites in genomic order.")
    with linked:
        models.heatmap(
            linkage_heatmap(data), key="linkage", height=340, alt="r² between every two sites"
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"Linkage disequilibrium in the {len(data):,} haplotypes.")
            for ending in (".csv", ".npz"):
                name = f"{draft.model.name}{ending}"
                st.download_button(
                    f"↓ Data {ending}",
                    _data_maker(data, name),
                    name,
                    on_click="ignore",
                    key=f"data{ending}",
                )


def _data_maker(data: np.ndarray, name: str) -> Any:
    return lambda: models.saved(save_haplotypes, data, name)


# -- the visitor's own haplotypes ----------------------------------------------------------------


def _own_haplotypes(plugin: Plugin) -> tuple[Any, ...] | None:
    """None if the family simulates its data; else the given matrix with its name, or nothing while
    there is none.
    """
    if "data_and_network" not in plugin.facts:
        return None
    key = models.start_at("models:haplotypes", "simulated")
    if (
        st.segmented_control("Haplotypes", SOURCES, required=True, key=key, persist_state="session")
        == "simulated"
    ):
        return None
    help_text = (
        "A row for each haplotype, a column for each site, 0 or 1 in each cell; CSV, "
        ".npz or .npy, also .gz"
    )
    file = st.file_uploader(
        "Your haplotypes (CSV or .npz)", key="models-haplotypes", help=help_text
    )
    if file is not None and st.session_state.get("read_haplotypes") != file.file_id:
        st.session_state.read_haplotypes = file.file_id
        try:
            given = load_haplotypes_text(file.getvalue(), file.name)
            st.session_state.own_haplotypes = given, file.name
            st.session_state.haplotype_complaint = None
            st.session_state["models:own-sites"] = _usable(plugin, given)
        except ModelError as error:
            st.session_state.haplotype_complaint = str(error)
    if wrong := st.session_state.get("haplotype_complaint"):
        st.error(wrong)
    held: tuple[Any, ...] = st.session_state.get("own_haplotypes", ())
    return held


def _usable(plugin: Plugin, given: np.ndarray) -> int:
    """How many sites to begin with: as many as usual, or all that vary enough."""
    usual = plugin.check({})
    share = given.mean(axis=0)
    varying = int((np.minimum(share, 1 - share) >= usual["min_maf"]).sum())
    return max(2, min(int(usual["sites"]), varying))


def _preview_own(plugin: Plugin, given: np.ndarray, name: str) -> None:
    rows, columns = given.shape
    st.markdown(f"**{name}**: {rows:,} haplotypes, {columns:,} sites.")
    with st.container(horizontal=True):
        key = _own_key("first", 0, columns - 1)
        first = st.number_input(
            "first site",
            0,
            columns - 1,
            key=key,
            help="Where the window starts, counted from 0",
            persist_state="session",
        )
        chosen = {p.name: _own_widget(p, columns) for p in plugin.parameters if p.name in OWN}
    try:
        data, model = _learned(given, first, chosen)
    except ModelError as error:
        st.error(str(error))
        return
    _show(
        Draft(model, f"{name}, sites from {first}", "", None, did=f"learned from {name}"),
        data,
        None,
    )


def _own_widget(parameter: Parameter, columns: int) -> Any:
    kind, domain = parameter.kind, parameter.domain
    assert isinstance(domain, Between)
    high = max(domain.low, min(domain.high, columns)) if parameter.name == "sites" else domain.high
    key = _own_key(parameter.name, kind(parameter.default), kind(high))
    label = {"min_maf": "minor allele frequency"}.get(parameter.name, parameter.name)
    return st.number_input(
        label, kind(domain.low), kind(high), key=key, help=domain.help, persist_state="session"
    )


def _own_key(name: str, default: float, high: float) -> str:
    """The key of a number about the given haplotypes; another file may have fewer sites."""
    key = models.start_at(f"models:own-{name}", default)
    st.session_state[key] = min(st.session_state[key], high)
    return key


def _learned(given: np.ndarray, first: int, chosen: dict[str, Any]) -> tuple[np.ndarray, Model]:
    """The window and its network, kept until another file or window is chosen."""
    key = (id(given), first, tuple(chosen.items()))
    kept = st.session_state.get("own_learned")
    if kept is None or kept[0] != key:
        with st.spinner("Learning the network …"):
            made = registry.get("generator", "haplotype").facts["data_and_network"](
                given, first, **chosen
            )
        kept = st.session_state.own_learned = (key, made)
    found: tuple[np.ndarray, Model] = kept[1]
    return found
