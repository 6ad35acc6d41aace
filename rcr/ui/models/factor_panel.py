"""The factors of the current model, and the table of the one that is chosen."""

from __future__ import annotations

import streamlit as st

from rcr.ui.models import keys
from rcr.ui.models.choice_table import limit_told, rows_table, stay_among
from rcr.ui.models.table_panel import table_panel
from rcr.ui.models.workbench import Workbench
from rcr.ui.widgets import kept
from rcr.views.model_tables import MAX_ROWS, factor_rows, find_factors, scope_name


def factor_panel(bench: Workbench, variable: int | None) -> None:
    """Choose a factor, by its row or from the menu, and see its table."""
    model = bench.draft.model
    with st.container(horizontal=True, vertical_alignment="center"):
        wanted = st.text_input(
            "Factors",
            **kept(keys.FIND_FACTOR),
            placeholder="filter factors by variable",
            label_visibility="collapsed",
        )
        name = model.variables[variable].name if variable is not None else ""
        own = st.toggle(
            f"only with {name}" if name else "only with the variable",
            **kept(keys.OWN_FACTORS),
            disabled=not name,
        )
    found = find_factors(model, wanted.strip(), variable if own else None)
    shown = found[:MAX_ROWS]
    rows_table(factor_rows(model, shown), "factor", keys.FACTOR, shown, model.digest)
    limit_told(len(found), "factors")
    if shown:
        stay_among(keys.FACTOR, shown)
        named = {i: f"factor {i}: {scope_name(model, i)}" for i in shown}
        chosen: int = st.selectbox(
            "Factor",
            shown,
            format_func=named.__getitem__,
            **kept(keys.FACTOR),
            label_visibility="collapsed",
        )
        table_panel(bench, chosen)
