"""A factor's table on the Models page: which part of it, as a heatmap, and editable."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import streamlit as st

from rcr import Model, ModelError
from rcr.models.editing import coupling, with_coupling, with_entries
from rcr.ui.models import common as models
from rcr.ui.models.workbench import Draft, Workbench
from rcr.views.factor_table import Slice, factor_heatmap, first_slice, fits_plain
from rcr.views.model_tables import scope_name

MOST_EDITED = 40  # states along an axis of a table to edit
LOOK, EDIT = "look", "edit"


def factor_panel(bench: Workbench, i: int) -> None:
    """The chosen part of the table, to look at or to edit."""
    model = bench.draft.model
    with st.container(horizontal=True, vertical_alignment="center"):
        mode = st.segmented_control(
            "Table",
            (LOOK, EDIT),
            required=True,
            key=models.start_at("models:mode", LOOK),
            persist_state="session",
            label_visibility="collapsed",
        )
        asked = st.toggle(
            "logarithms", key="models:log", persist_state="session", help="Show log ψ instead of ψ"
        )
    log_space = asked or not fits_plain(model, i)
    part = choose_slice(model, i)
    if mode == EDIT:
        _editor(bench, part, log_space)
    else:
        try:
            made = factor_heatmap(model, part, log_space)
        except ModelError as error:
            st.info(f"{error}. Download the model to see them all.")
            return
        rows = len(made["data"][0]["y"])
        models.heatmap(
            made,
            key="factor-table",
            height=110 + min(30 * rows, 320),
            alt=f"Table of the factor over {scope_name(model, i)}",
        )
    if wrong := st.session_state.pop("edit_complaint", None):
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


# -- editing -------------------------------------------------------------------------------------


def cells(model: Model, part: Slice, log_space: bool) -> list[dict[str, Any]]:
    """The part as rows for the table editor: the row's state, then a number for each column; of
    logarithms, zero is an empty cell.
    """
    logs, (rows, _) = part.values(model), part.labels(model)
    values = logs if log_space else np.exp(logs)
    return [
        {"": state} | {str(c): float(x) if math.isfinite(x) else None for c, x in enumerate(line)}
        for state, line in zip(rows, values, strict=True)
    ]


def apply_cells(
    draft: Draft,
    part: Slice,
    before: list[dict[str, Any]],
    after: list[dict[str, Any]],
    log_space: bool,
) -> Draft:
    """The draft with the edited numbers in that part of the table; an empty cell is a zero. Cells
    left alone keep every bit.
    """
    model = draft.model
    logs = part.values(model).copy()
    changed = [
        (r, c)
        for r, row in enumerate(after)
        for c in range(logs.shape[1])
        if row[str(c)] != before[r][str(c)]
    ]
    if not changed:
        return draft
    for r, c in changed:
        value = after[r][str(c)]
        logs[r, c] = _log(value, log_space)
    edited = with_entries(
        model, part.factor, part.index(model), part.back(model, logs), log_space=True
    )
    cell = f"{len(changed)} entries" if len(changed) > 1 else "an entry"
    return draft.edit(edited, f"{cell} of factor {part.factor} changed")


def _log(value: float | None, log_space: bool) -> float:
    if value is None:
        return -math.inf
    if log_space:
        return float(value)
    if not 0 <= value < math.inf:
        raise ModelError(f"an entry of a table is a number, 0 or more, not {value:g}")
    return math.log(value) if value > 0 else -math.inf


def _editor(bench: Workbench, part: Slice, log_space: bool) -> None:
    draft, model = bench.draft, bench.draft.model
    rows, cols = part.labels(model)
    if max(len(rows), len(cols)) > MOST_EDITED:
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
            st.session_state.edit_complaint = str(error)
            return
        st.rerun()


def _coupling_slider(bench: Workbench, i: int) -> None:
    """For a table of two variables that is a coupling and two fields: the coupling alone."""
    model = bench.draft.model
    w = coupling(model.factors[i])
    if w is None:
        return
    reach = float(max(5, math.ceil(2 * abs(w))))
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
    w = float(st.session_state[key])
    bench.put(
        bench.draft.edit(
            with_coupling(bench.draft.model, i, w), f"coupling of factor {i} set to {w:g}"
        )
    )
