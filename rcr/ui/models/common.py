"""What the parts of the Models page share: the workbench of this visitor, figures kept by
fingerprint, downloads, ways to other pages.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import streamlit as st

from rcr import Model, Run, bundle, registry
from rcr.engines.protocol import Cost, TooLarge
from rcr.formats import formats, save_model
from rcr.models.samples import Sample, samples
from rcr.reference.exact import exact_circuit_size, exact_cost, exact_value
from rcr.relaxation import ClonedModel
from rcr.text.numbers import human_bytes
from rcr.ui.app.style import BIG_TYPE_SCALE
from rcr.ui.components.chart import CONFIG
from rcr.ui.explore import session
from rcr.ui.explore.sidebar import FIRST_SAMPLE, Question, open_model
from rcr.ui.models.workbench import Draft, Workbench, run_draft, sample_draft
from rcr.views.model_tables import Summary, size, summarise
from rcr.views.thumbnail import draw_thumbnail

EXPLORE, COMPARE = "pages/explore.py", "pages/compare.py"
SECTIONS = ("Gallery", "Generate", "Load", "Inspect")
QUICK = 2500  # equivalence constraints of a model whose cost is estimated without being asked
QUICK_BYTES = 1 << 26  # of tables that exact inference fills in a moment
STYLE = Path(__file__).parent / "models.css"


# -- the workbench -------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False)
def known_samples() -> dict[str, Sample]:
    return samples()


@st.cache_resource(max_entries=20, show_spinner=False)
def loaded_sample(name: str) -> Model:
    return known_samples()[name].load()


def workbench() -> Workbench:
    """The visitor's drafts; the first is what Explore shows, and another model chosen there
    becomes the next one.
    """
    run: Run | None = st.session_state.get("run")
    if "workbench" not in st.session_state:
        first = sample_draft(
            FIRST_SAMPLE, known_samples()[FIRST_SAMPLE], loaded_sample(FIRST_SAMPLE)
        )
        st.session_state.workbench = Workbench(
            [run_draft(run, known_samples()) if run is not None else first], seen=run
        )
    bench: Workbench = st.session_state.workbench
    if run is not bench.seen and run is not None:
        bench.follow(run, run_draft(run, known_samples()))
    return bench


def put(draft: Draft) -> None:
    """Make a draft the current model; for callbacks."""
    st.session_state.workbench.put(draft)


def show_section(name: str) -> None:
    """Open another part of the page; for callbacks."""
    st.session_state["models:section"] = name


# -- figures and pictures, made once for each model ----------------------------------------------


_fingerprints: WeakKeyDictionary[Model, tuple[str, int]] = WeakKeyDictionary()


def fingerprint(model: Model) -> tuple[str, int]:
    """Two models with the same fingerprint look the same: numbers, evidence and names."""
    if model not in _fingerprints:
        _fingerprints[model] = model.digest, hash(model.variables)
    return _fingerprints[model]


@st.cache_data(max_entries=200, show_spinner=False)
def _thumbnail(_model: Model, aspect: float, key: tuple[str, int]) -> str:
    return draw_thumbnail(_model, aspect)


def thumbnail(model: Model, title: str, aspect: float = 1.6) -> None:
    """A still picture as wide as its place."""
    st.image(
        _thumbnail(model, aspect, fingerprint(model)), width="stretch", alt=f"The graph of {title}"
    )


@st.cache_data(max_entries=200, show_spinner=False)
def _summary(_model: Model, key: tuple[str, int]) -> Summary:
    return summarise(_model)


def summary(model: Model) -> Summary:
    return _summary(model, fingerprint(model))


@st.cache_data(max_entries=200, show_spinner="Planning exact inference …")
def _cost(_model: Model, key: str) -> Cost:
    return exact_cost(ClonedModel(_model))


def cost(model: Model) -> Cost | None:
    """What exact inference on the model takes; None if to find out takes long and was not asked
    for.
    """
    if summary(model).constraints > QUICK and st.session_state.get("cost_of") != model.digest:
        return None
    return _cost(model, model.digest)


@st.cache_data(max_entries=200, show_spinner="Solving exactly …")
def _mpe(_model: Model, key: str) -> float:
    return exact_value(ClonedModel(_model), sums=False)


def mpe(model: Model) -> float | None:
    """The log MPE value where exact inference is a matter of a moment."""
    needs = cost(model)
    return _mpe(model, model.digest) if needs is not None and needs.bytes <= QUICK_BYTES else None


@st.cache_data(max_entries=200, show_spinner="Counting the circuit …")
def _circuit_size(_model: Model, key: str) -> int | None:
    try:
        return exact_circuit_size(ClonedModel(_model))
    except TooLarge:
        return None


def circuit_size(model: Model) -> int | None:
    """Nodes and edges of the circuit for exact inference, where counting them is a matter of a
    moment.
    """
    needs = cost(model)
    return (
        _circuit_size(model, model.digest)
        if needs is not None and needs.bytes <= QUICK_BYTES
        else None
    )


def exact_words(model: Model) -> str:
    """What exact inference would take, in a phrase."""
    needs = cost(model)
    return (
        ""
        if needs is None
        else f"treewidth at most {needs.treewidth}, exact inference needs "
        f"{human_bytes(needs.bytes)}"
    )


def heatmap(made: dict[str, Any], *, key: str, height: int, alt: str) -> None:
    """A chart to look at, in the size of the page's type."""
    font = round(BIG_TYPE_SCALE * 14) if st.session_state.get("big_type") else 14
    layout = made["layout"] | {"height": height, "font": {"size": font}}
    st.plotly_chart(made | {"layout": layout}, key=key, config=CONFIG, alt=alt)


def start_at(key: str, value: Any) -> str:
    """The key of a widget, which starts at this value; one that is kept while it is not drawn must
    have no default of its own.
    """
    st.session_state.setdefault(key, value)
    return key


# -- ways out ------------------------------------------------------------------------------------


def ways_out(draft: Draft, key: str, *, also_inspect: bool = True) -> None:
    """Buttons to the pages that can do something with the model, and to its tables."""
    if st.button(
        "Explore this", key=f"{key}-explore", type="primary", on_click=_explore, args=(draft,)
    ):
        st.switch_page(EXPLORE)
    if (bundle.root() / COMPARE).exists() and st.button(
        "Compare on this", key=f"{key}-compare", on_click=_compare, args=(draft,)
    ):
        st.switch_page(COMPARE)
    if also_inspect:
        st.button(
            "Inspect",
            key=f"{key}-inspect",
            on_click=_inspect,
            args=(draft,),
            help="Variables, tables, evidence",
        )


def _explore(draft: Draft) -> None:
    """Choose the model on the menu of Explore, which starts a run on it when it is opened."""
    put(draft)
    open_model(draft.model, draft.title, draft.lesson or f"{size(draft.model)}.", draft.origin)


def _compare(draft: Draft) -> None:
    """The other pages take the model of the visitor's run; Explore, with settings of its own, will
    start another run on it.
    """
    _explore(draft)
    session.keep(
        Run(draft.model, origin=draft.origin),
        Question(draft.model, draft.title, draft.lesson, draft.origin, {}),
    )


def _inspect(draft: Draft) -> None:
    put(draft)
    show_section("Inspect")


def saved(save: Callable[[Any, str | Path], None], what: Any, name: str) -> bytes:
    """The bytes that a function would write into a file of this name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        save(what, path)
        return path.read_bytes()


def downloads(model: Model, key: str) -> None:
    """The model in every format that can hold it."""
    found = summary(model)
    name = "".join(c if c.isalnum() or c in "-_." else "-" for c in model.name) or "model"
    offered = [entry for entry in formats().items() if entry[1].offered]
    for label, way in sorted(offered, key=lambda entry: entry[1].networks_only):
        reason = (
            f"{label.upper()} holds Bayesian networks only; this is {found.network}"
            if way.networks_only and not found.bayesian
            else None
        )
        without_evidence = bool(model.evidence) and not way.keeps_evidence
        lost = way.left_out(model) + ["the evidence"] * without_evidence
        told = f"Without {' and '.join(lost)}" if lost else registry.get("format", label).summary
        st.download_button(
            f"↓ {label.upper()}",
            _maker(model, f"{name}{way.ending}"),
            f"{name}{way.ending}",
            on_click="ignore",
            key=f"{key}{way.ending}",
            disabled=reason is not None,
            help=reason or told,
        )


def _maker(model: Model, name: str) -> Callable[[], bytes]:
    return lambda: saved(save_model, model, name)
