"""Figures and pictures of a model, made once for each model and all visitors."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import streamlit as st

from rcr import Model
from rcr.engines.protocol import Cost, TooLarge
from rcr.reference.exact import exact_circuit_size, exact_cost, exact_value
from rcr.relaxation import ClonedModel
from rcr.text.numbers import human_bytes
from rcr.ui.visitor import visitor
from rcr.views.model_tables import Summary, summarise
from rcr.views.thumbnail import draw_thumbnail

QUICK_CONSTRAINTS = 2500  # of a model whose cost is estimated without being asked
QUICK_TABLE_BYTES = 1 << 26  # that exact inference fills in a moment

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
    if summary(model).constraints > QUICK_CONSTRAINTS and visitor().models.costed != model.digest:
        return None
    return _cost(model, model.digest)


@st.cache_data(max_entries=200, show_spinner="Solving exactly …")
def _mpe(_model: Model, key: str) -> float:
    return exact_value(ClonedModel(_model), sums=False)


def mpe(model: Model) -> float | None:
    """The log MPE value where exact inference is a matter of a moment."""
    return _mpe(model, model.digest) if _is_quick(model) else None


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
    return _circuit_size(model, model.digest) if _is_quick(model) else None


def _is_quick(model: Model) -> bool:
    needs = cost(model)
    return needs is not None and needs.bytes <= QUICK_TABLE_BYTES


def exact_words(model: Model) -> str:
    """What exact inference would take, in a phrase."""
    needs = cost(model)
    return (
        ""
        if needs is None
        else f"treewidth at most {needs.treewidth}, exact inference needs "
        f"{human_bytes(needs.bytes)}"
    )
