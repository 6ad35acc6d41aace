"""A model as a file to take along, in every format that can hold it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from rcr import Model, registry
from rcr.formats import formats, save_model
from rcr.ui.models.model_figures import summary


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
        file = f"{name}{way.ending}"
        st.download_button(
            f"↓ {label.upper()}",
            partial(saved, save_model, model, file),
            file,
            on_click="ignore",
            key=f"{key}{way.ending}",
            disabled=reason is not None,
            help=reason or told,
        )
