"""The variables of the current model, and the evidence on the one that is chosen."""

from __future__ import annotations

import streamlit as st

from rcr.text.words import listed
from rcr.ui.models import keys
from rcr.ui.models.choice_table import limit_told, rows_table, stay_among
from rcr.ui.models.workbench import Workbench
from rcr.ui.widgets import chosen, kept
from rcr.views.model_tables import MAX_ROWS, find_variables, variable_rows

MAX_PILL_STATES = 40  # that are shown as buttons; more go into a menu
MAX_TOLD_OBSERVATIONS = 20
UNOBSERVED = "not observed"


def variable_panel(bench: Workbench) -> int | None:
    """Choose a variable, by its row or from the menu; returns it."""
    model = bench.draft.model
    with st.container(horizontal=True, vertical_alignment="center"):
        wanted = st.text_input(
            "Variables",
            **kept(keys.FIND_VARIABLE),
            placeholder="filter variables by name",
            label_visibility="collapsed",
        )
        only = st.toggle("observed only", **kept(keys.OBSERVED_ONLY))
    found = find_variables(model, wanted.strip(), only)
    shown = found[:MAX_ROWS]
    rows_table(variable_rows(model, shown), "variable", keys.VARIABLE, shown, model.digest)
    limit_told(len(found), "variables")
    if not shown:
        return None
    stay_among(keys.VARIABLE, shown)
    named = {v: model.variables[v].name for v in shown}
    variable: int = st.selectbox(
        "Variable",
        shown,
        format_func=named.__getitem__,
        **kept(keys.VARIABLE),
        label_visibility="collapsed",
    )
    return variable


def evidence_panel(bench: Workbench, v: int) -> None:
    """Click a state to observe it, click it again to take it back."""
    draft = bench.draft
    variable, observed = draft.model.variables[v], draft.model.evidence.get(v)
    states, key = range(variable.card), f"state-{draft.model.digest[:12]}-{v}"
    label = f"Observe {variable.name}"
    if variable.card <= MAX_PILL_STATES:
        help_text = "Click a state to observe it; click it again to take that back"
        st.pills(
            label,
            states,
            format_func=variable.states.__getitem__,
            default=observed,
            key=key,
            on_change=_observe,
            args=(bench, v, key),
            help=help_text,
        )
    else:
        options = [None, *states]
        start = 0 if observed is None else observed + 1
        name = lambda x: UNOBSERVED if x is None else variable.states[x]  # noqa: E731
        st.selectbox(
            label,
            options,
            start,
            format_func=name,
            key=key,
            on_change=_observe,
            args=(bench, v, key),
        )
    if draft.model.evidence:
        told = [
            f"`{draft.model.variables[u].name} = {draft.model.variables[u].states[x]}`"
            for u, x in draft.model.evidence.items()
        ]
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"Observed: {listed(told, MAX_TOLD_OBSERVATIONS)}")
            st.button("Clear all evidence", on_click=bench.put, args=(draft.forget(),))


def _observe(bench: Workbench, v: int, key: str) -> None:
    bench.put(bench.draft.observe(v, chosen(key, None)))
