"""The visitor's own haplotypes on the Models page: a file, a window of it, and the network that is
learned from that.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from rcr import ModelError
from rcr.formats.haplotypes import load_haplotypes_text
from rcr.generators.haplotype import data_and_network
from rcr.registry import Between, Parameter, Plugin
from rcr.text.words import counted
from rcr.ui.background_work import Stop
from rcr.ui.models import keys
from rcr.ui.models.preview import preview
from rcr.ui.models.visit import Haplotypes, Learned
from rcr.ui.models.workbench import Draft
from rcr.ui.uploads import uploaded
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show

SOURCES = SIMULATED, OWN = "simulated", "your own"
PARAMETERS = ("sites", "min_maf", "treewidth", "smoothing")  # that matter for given haplotypes


def choose_source(plugin: Plugin[Any]) -> bool:
    """Whether the visitor's own haplotypes are wanted, where the family learns from haplotypes."""
    if plugin.facts.data_and_network is None:
        return False
    source = st.segmented_control(
        "Haplotypes", SOURCES, required=True, **kept(keys.HAPLOTYPES, SIMULATED)
    )
    if source == SIMULATED:
        return False
    _read(plugin)
    if wrong := visitor().models.haplotype_reading.complaint:
        st.error(wrong)
    return True


def _read(plugin: Plugin[Any]) -> None:
    """Take a new file in, beside the page if it takes long; a bad one leaves the last good one
    where it is.
    """
    file = uploaded(
        "Your haplotypes (CSV or .npz)",
        key="models-haplotypes",
        help="A row for each haplotype, a column for each site, 0 or 1 in each cell; CSV, "
        ".npz or .npy, also .gz",
    )
    visit = visitor().models
    if file is not None:
        visit.haplotype_reading.take(file.name, partial(_haplotypes, file.getvalue(), file.name))
    if (found := visit.haplotype_reading.result(visit.background)) is not None:
        visit.haplotypes = found
        show(keys.own("sites"), _usable_sites(plugin, found.matrix))


def _haplotypes(data: bytes, name: str, stop: Stop) -> Haplotypes:
    return Haplotypes(load_haplotypes_text(data, name, stop), name)


def _usable_sites(plugin: Plugin[Any], given: np.ndarray) -> int:
    """How many sites to begin with: as many as usual, or all that vary enough."""
    usual = plugin.check({})
    share = given.mean(axis=0)
    varying = int((np.minimum(share, 1 - share) >= usual["min_maf"]).sum())
    return max(2, min(int(usual["sites"]), varying))


def preview_own(plugin: Plugin[Any]) -> None:
    """The window of the given haplotypes, and what is learned from it."""
    given = visitor().models.haplotypes
    if given is None:
        st.info(
            "Upload your haplotypes: a line for each, a 0 or 1 for each site. To see such "
            "a file, download the simulated data."
        )
        return
    rows, columns = given.matrix.shape
    st.markdown(f"**{given.name}**: {counted(rows, 'haplotype')}, {counted(columns, 'site')}.")
    with st.container(horizontal=True):
        first = st.number_input(
            "first site",
            0,
            columns - 1,
            **_kept_number("first", 0, columns - 1),
            help="Where the window starts, counted from 0",
        )
        parameters = {
            p.name: _number(p, columns) for p in plugin.parameters if p.name in PARAMETERS
        }
    try:
        learned = _learned(given, int(first), parameters)
    except ModelError as error:
        st.error(str(error))
        return
    title = f"{given.name}, sites from {first}"
    draft = Draft(learned.model, title, "", None, did=f"learned from {given.name}")
    preview(draft, learned.window, None)


def _number(parameter: Parameter, columns: int) -> Any:
    kind, domain = parameter.kind, parameter.domain
    assert isinstance(domain, Between)
    high = max(domain.low, min(domain.high, columns)) if parameter.name == "sites" else domain.high
    where = _kept_number(parameter.name, kind(parameter.default), kind(high))
    label = {"min_maf": "minor allele frequency"}.get(parameter.name, parameter.name)
    return st.number_input(label, kind(domain.low), kind(high), help=domain.help, **where)


def _kept_number(name: str, default: float, high: float) -> dict[str, Any]:
    """A number about the given haplotypes is kept; another file may have fewer sites."""
    key = keys.own(name)
    show(key, min(chosen(key, default), high))
    return kept(key)


def _learned(given: Haplotypes, first: int, parameters: dict[str, Any]) -> Learned:
    """The window and its network, kept until another file or window is chosen."""
    visit = visitor().models
    if visit.learned is None or not visit.learned.answers(given, first, parameters):
        with st.spinner("Learning the network …"):
            made = data_and_network(given.matrix, first, **parameters)
        visit.learned = Learned(given, first, parameters, *made)
    return visit.learned
