"""A factor's table on the Models page: which part of it, to look at or to edit."""

from __future__ import annotations

import streamlit as st

from rcr import Model, ModelError
from rcr.ui.components.heatmap import heatmap
from rcr.ui.models import keys
from rcr.ui.models.table_editor import table_editor
from rcr.ui.models.workbench import Workbench
from rcr.ui.visitor import visitor
from rcr.ui.widgets import kept
from rcr.views.factor_table import Slice, factor_heatmap, first_slice, fits_plain
from rcr.views.model_tables import scope_name

LOOK, EDIT = "look", "edit"
HEADING_PIXELS, ROW_PIXELS, MAX_ROWS_PIXELS = 110, 30, 320  # of the heatmap


def table_panel(bench: Workbench, i: int) -> None:
    """The chosen part of the table, to look at or to edit."""
    model = bench.draft.model
    with st.container(horizontal=True, vertical_alignment="center"):
        mode = st.segmented_control(
            "Table",
            (LOOK, EDIT),
            required=True,
            **kept(keys.TABLE_MODE, LOOK),
            label_visibility="collapsed",
        )
        asked = st.toggle("logarithms", **kept(keys.LOGARITHMS), help="Show log ψ instead of ψ")
    log_space = asked or not fits_plain(model, i)
    part = choose_slice(model, i)
    if mode == EDIT:
        table_editor(bench, part, log_space)
    else:
        try:
            made = factor_heatmap(model, part, log_space)
        except ModelError as error:
            st.info(f"{error}. Download the model to see them all.")
            return
        rows = len(made["data"][0]["y"])
        heatmap(
            made,
            key="factor-table",
            height=HEADING_PIXELS + min(ROW_PIXELS * rows, MAX_ROWS_PIXELS),
            alt=f"Table of the factor over {scope_name(model, i)}",
        )
    if wrong := visitor().models.edit_complaint.take():
        st.error(wrong)


def choose_slice(model: Model, i: int) -> Slice:
    """All of a table over one or two variables; of a larger one, which two go along the axes and
    where the others stand.
    """
    scope, first = model.factors[i].scope, first_slice(model, i)
    if len(scope) <= 2:
        return first

    def name(v: int) -> str:
        return model.variables[v].name

    key = f"slice-{i}-{'-'.join(map(str, scope))}"
    with st.container(horizontal=True):
        rows = st.selectbox("Down", scope, 0, format_func=name, key=f"{key}-rows")
        others = [v for v in scope if v != rows]
        cols = st.selectbox("Across", others, 0, format_func=name, key=f"{key}-cols-{rows}")
        fixed: dict[int, int] = {}
        for v in (v for v in others if v != cols):
            states, start = model.variables[v].states, first.fixed.get(v, 0)
            fixed[v] = st.selectbox(
                f"{name(v)} =",
                range(len(states)),
                start,
                format_func=states.__getitem__,
                key=f"{key}-at-{v}",
            )
    return Slice(i, rows, cols, fixed)
