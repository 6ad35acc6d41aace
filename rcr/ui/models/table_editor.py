"""A factor's table to edit on the Models page."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from rcr import ModelError
from rcr.models.editing import coupling, with_coupling
from rcr.ui.models.table_cells import apply_cells, cells
from rcr.ui.models.workbench import Workbench
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen
from rcr.views.factor_table import Slice

MAX_EDITED_STATES = 40  # along an axis of a table to edit
MIN_COUPLING_REACH = 5  # of the slider, to both sides of zero


def table_editor(bench: Workbench, part: Slice, log_space: bool) -> None:
    """The cells, and for a coupling its slider; a change becomes the next draft."""
    draft, model = bench.draft, bench.draft.model
    rows, cols = part.labels(model)
    if max(len(rows), len(cols)) > MAX_EDITED_STATES:
        st.info(
            f"A table of {len(rows)} × {len(cols)} entries is too large to edit here; "
            "download the model, edit the file and load it."
        )
        return
    _coupling_slider(bench, part.factor)
    before = cells(model, part, log_space)
    across = f" across {model.variables[part.cols].name}" if part.cols is not None else ""
    down = f"down {model.variables[part.rows].name}," if part.rows is not None else ""
    st.caption(
        f"{'log ψ' if log_space else 'ψ'}: {down}{across}. Select a cell, type a number and "
        "press Enter; an empty cell is a zero."
    )
    names: Any = {
        str(c): st.column_config.NumberColumn(state or "value", format="%.6g")
        for c, state in enumerate(cols)
    }
    held = sorted(part.fixed.items())
    key = f"cells-{model.digest[:12]}-{part.factor}-{log_space}-{held}-{part.rows}"
    after = st.data_editor(
        before, key=key, column_config=names, disabled=[""], hide_index=True, num_rows="fixed"
    )
    if after != before:
        try:
            bench.put(apply_cells(draft, part, before, after, log_space))
        except ModelError as error:
            visitor().models.edit_complaint.text = str(error)
            return
        st.rerun()


def _coupling_slider(bench: Workbench, i: int) -> None:
    """For a table of two variables that is a coupling and two fields: the coupling alone."""
    model = bench.draft.model
    w = coupling(model.factors[i])
    if w is None:
        return
    reach = float(max(MIN_COUPLING_REACH, math.ceil(2 * abs(w))))
    key = f"coupling-{model.digest[:12]}-{i}"
    help_text = (
        "How much log ψ gains where the two variables are equal; below 0 they want to differ"
    )
    st.slider(
        "Coupling",
        -reach,
        reach,
        round(w, 3),
        0.01,
        key=key,
        on_change=_couple,
        args=(bench, i, key),
        help=help_text,
    )


def _couple(bench: Workbench, i: int, key: str) -> None:
    w = float(chosen(key, 0.0))
    bench.put(
        bench.draft.edit(
            with_coupling(bench.draft.model, i, w), f"coupling of factor {i} set to {w:g}"
        )
    )
