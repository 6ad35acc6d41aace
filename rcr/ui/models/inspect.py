"""Inspect on the Models page: the figures of the current model, its variables with their evidence,
its factors with their tables.
"""

from __future__ import annotations

import math

import streamlit as st

from rcr.text.numbers import human_bytes
from rcr.text.words import listed
from rcr.ui.models import common as models
from rcr.ui.models.edit import factor_panel
from rcr.ui.models.workbench import Workbench
from rcr.views.model_tables import (
    MOST_ROWS,
    factor_rows,
    find_factors,
    find_variables,
    scope_name,
    variable_rows,
)

MOST_PILLS = 40  # states that are shown as buttons; more go into a menu
UNOBSERVED = "not observed"


def inspect(bench: Workbench) -> None:
    """Figures above; variables and evidence on the left, factors and tables on the right."""
    facts(bench)
    variables, factors = st.columns(2, gap="large")
    with variables:
        chosen = variable_table(bench)
        if chosen is not None:
            evidence_panel(bench, chosen)
    with factors:
        factor_table(bench, chosen)


def facts(bench: Workbench) -> None:
    """The figures, always in the same place; the MPE value shows what the last change did."""
    model = bench.draft.model
    found, needs, value = models.summary(model), models.cost(model), models.mpe(model)
    before = models.mpe(bench.before.model) if bench.before is not None else None
    change = (
        None if value is None else "no change yet" if before is None else _difference(before, value)
    )
    with st.container(key="facts"):
        columns = st.columns([2, 2, 2, 2, 3, 2, 4])
        columns[0].metric("Variables", f"{found.variables:,}")
        columns[1].metric("States", found.domain)
        columns[2].metric(
            "Factors",
            f"{found.factors:,}",
            help=f"Over up to {found.arity} variables, {found.entries:,} entries in all",
        )
        columns[3].metric(
            "Treewidth",
            f"≤ {needs.treewidth}" if needs else "?",
            help="Of the order found by a greedy elimination",
        )
        columns[4].metric(
            "Exact needs",
            human_bytes(needs.bytes) if needs else "?",
            help=str(needs) if needs else "Not estimated yet",
        )
        columns[5].metric(
            "Zeros", f"{found.zero_share:.1%}", help="Share of table entries that forbid something"
        )
        shown = (
            "not computed"
            if value is None
            else "impossible"
            if value == -math.inf
            else f"{value:.4f}"
        )
        help_text = "Exact, where that takes only a moment; below it, what the last change did"
        columns[6].metric(
            "Log MPE value", shown, change, delta_color="off", delta_arrow="off", help=help_text
        )
    with st.container(horizontal=True, vertical_alignment="center", key="kind"):
        circuit = models.circuit_size(model)
        counted = (
            f" Exact inference as a circuit: {circuit:,} nodes and edges."
            if circuit is not None
            else ""
        )
        st.caption(f"Given as {model.kind}; {found.network}.{counted}", width="stretch")
        if needs is None:
            help_text = "Planning the elimination of a model of this size may take many seconds"
            st.button(
                "Estimate the cost of exact inference",
                on_click=_ask_cost,
                args=(model.digest,),
                help=help_text,
            )
        with st.popover("Download"), st.container(horizontal=True):
            models.downloads(model, "inspect")


def _difference(before: float, value: float) -> str:
    """How far the MPE value moved, where both are possible."""
    return (
        f"{value - before:+.4f}"
        if math.isfinite(value - before)
        else "possible again"
        if math.isfinite(value)
        else "nothing is possible now"
    )


def _ask_cost(digest: str) -> None:
    st.session_state.cost_of = digest


# -- variables -----------------------------------------------------------------------------------


def variable_table(bench: Workbench) -> int | None:
    """Choose a variable, by its row or from the menu; returns it."""
    model = bench.draft.model
    with st.container(horizontal=True, vertical_alignment="center"):
        wanted = st.text_input(
            "Variables",
            key="models:find-variable",
            persist_state="session",
            placeholder="filter variables by name",
            label_visibility="collapsed",
        )
        only = st.toggle("observed only", key="models:observed-only", persist_state="session")
    found = find_variables(model, wanted.strip(), only)
    shown = found[:MOST_ROWS]
    _table(variable_rows(model, shown), "variable", shown, model.digest)
    _limit(len(found), "variables")
    if not shown:
        return None
    _stay_among("models:variable", shown)
    named = {v: model.variables[v].name for v in shown}
    chosen: int = st.selectbox(
        "Variable",
        shown,
        format_func=named.__getitem__,
        key="models:variable",
        label_visibility="collapsed",
        persist_state="session",
    )
    return chosen


def evidence_panel(bench: Workbench, v: int) -> None:
    """Click a state to observe it, click it again to take it back."""
    draft = bench.draft
    variable, observed = draft.model.variables[v], draft.model.evidence.get(v)
    states, key = range(variable.card), f"state-{draft.model.digest[:12]}-{v}"
    label = f"Observe {variable.name}"
    if variable.card <= MOST_PILLS:
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
            st.markdown(f"Observed: {listed(told, 20)}")
            st.button("Clear all evidence", on_click=bench.put, args=(draft.forget(),))


def _observe(bench: Workbench, v: int, key: str) -> None:
    bench.put(bench.draft.observe(v, st.session_state[key]))


# -- factors -------------------------------------------------------------------------------------


def factor_table(bench: Workbench, variable: int | None) -> None:
    """Choose a factor, by its row or from the menu, and see its table."""
    model = bench.draft.model
    with st.container(horizontal=True, vertical_alignment="center"):
        wanted = st.text_input(
            "Factors",
            key="models:find-factor",
            persist_state="session",
            placeholder="filter factors by variable",
            label_visibility="collapsed",
        )
        name = model.variables[variable].name if variable is not None else ""
        own = st.toggle(
            f"only with {name}" if name else "only with the variable",
            key="models:own-factors",
            persist_state="session",
            disabled=not name,
        )
    found = find_factors(model, wanted.strip(), variable if own else None)
    shown = found[:MOST_ROWS]
    _table(factor_rows(model, shown), "factor", shown, model.digest)
    _limit(len(found), "factors")
    if shown:
        _stay_among("models:factor", shown)
        named = {i: f"factor {i}: {scope_name(model, i)}" for i in shown}
        chosen: int = st.selectbox(
            "Factor",
            shown,
            format_func=named.__getitem__,
            key="models:factor",
            label_visibility="collapsed",
            persist_state="session",
        )
        factor_panel(bench, chosen)


# -- both ----------------------------------------------------------------------------------------


def _table(rows: list[dict[str, object]], what: str, shown: list[int], digest: str) -> None:
    """The rows; choosing one is choosing it in the menu below."""
    key = f"{what}-rows-{digest[:12]}"

    def picked() -> None:
        for row in st.session_state[key]["selection"]["rows"]:
            if row < len(shown):
                st.session_state[f"models:{what}"] = shown[row]

    st.dataframe(
        rows,
        key=key,
        on_select=picked,
        selection_mode="single-row",
        hide_index=True,
        height=178,
        placeholder="",
    )


def _limit(count: int, what: str) -> None:
    if count > MOST_ROWS:
        st.caption(f"The first {MOST_ROWS} of {count:,} {what}; filter to see others.")
    elif not count:
        st.caption(f"No {what} like that; change the filter.")


def _stay_among(key: str, shown: list[int]) -> None:
    """A choice that the filter or another model took away falls back to the first."""
    if st.session_state.get(key) not in shown:
        st.session_state[key] = shown[0]
