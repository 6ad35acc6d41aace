"""The panel with the table of constraints: everything that a click on the graph does, for the
keyboard and for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from rcr import Run, registry
from rcr.explain.forbidden import forbidden
from rcr.state import State
from rcr.text.tables import csv_text
from rcr.ui.components.drawing import drawing
from rcr.ui.explore import keys
from rcr.ui.explore.buttons import move_button
from rcr.ui.explore.commands import Recover, Relax
from rcr.ui.explore.suggestions import groups, hurried
from rcr.ui.visitor import visitor
from rcr.ui.widgets import kept
from rcr.views.forbidden import draw_forbidden

ALL, RELAXED, VIOLATED, RECOVERED = "all", "relaxed", "violated", "recovered"
HELD = "held by a branch"
TABLE_PIXELS = 320


def constraint_rows(run: Run, heuristics: Iterable[str] | None = None) -> list[dict[str, Any]]:
    """One row a constraint: its state, and where it is relaxed the scores and ranks of the
    heuristics, all if none are named.
    """
    state, view = run.state, run.candidates()
    rows: list[dict[str, Any]] = [
        {
            "id": c.id,
            "constraint": run.cloned.said[c.index],
            "state": _state(state, c.index),
        }
        for c in run.cloned.constraints
    ]
    for k, impact, violated in zip(view.relaxed, view.impact, view.violated, strict=True):
        rows[k] |= {"impact": float(impact), "violated": bool(violated)}
    for name in registry.plugins("recovery") if heuristics is None else heuristics:
        for rank, group in enumerate(groups(run, name), start=1):
            for k in group.constraints:
                if not state.relaxation.recovered[k] and f"{name} rank" not in rows[k]:
                    rows[k] |= {f"{name} score": float(group.score), f"{name} rank": rank}
    return rows


def _state(state: State, k: int) -> str:
    if state.relaxation.held[k]:
        return HELD
    return RECOVERED if state.relaxation.recovered[k] else RELAXED


def constraint_panel(run: Run) -> None:
    """The table, a filter above it, and below it what can be done with the rows."""
    heuristics = () if "suggested" in visitor().explore.hidden else registry.plugins("recovery")
    rows = _filtered(constraint_rows(run, heuristics))
    chosen = _table(run, rows)
    if hasty := [name for name in heuristics if hurried(run, name)]:
        st.caption(
            f"So many constraints: {', '.join(hasty)} is scored without its look ahead here."
        )
    relaxed = tuple(row["id"] for row in chosen if row["state"] == RELAXED)
    recovered = tuple(row["id"] for row in chosen if row["state"] == RECOVERED)
    with st.container(horizontal=True):
        move_button(
            f"Recover {len(relaxed)} selected",
            Recover(relaxed),
            key="table-recover",
            shortcut="a",
            disabled=not relaxed,
        )
        move_button(
            f"Relax {len(recovered)} selected",
            Relax(recovered),
            key="table-relax",
            shortcut="x",
            disabled=not recovered,
        )
        _download(rows)
    if len(relaxed) == 1:
        st.markdown("**What recovering it forbids**: every entry in which X and its clone differ.")
        drawing(draw_forbidden(forbidden(run, relaxed[0])), key="forbidden")


def _download(rows: list[dict[str, Any]]) -> None:
    st.download_button(
        "Table as CSV", csv_text(rows), "constraints.csv", "text/csv", on_click="ignore"
    )


def _filtered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows that the visitor wants to see."""
    with st.container(horizontal=True, vertical_alignment="center"):
        shown = st.segmented_control(
            "Show",
            (ALL, RELAXED, VIOLATED, RECOVERED),
            **kept(keys.TABLE_FILTER, ALL),
            required=True,
            label_visibility="collapsed",
        )
        wanted = st.text_input(
            "Filter",
            **kept(keys.TABLE_SEARCH),
            placeholder="filter by id or name",
            label_visibility="collapsed",
        ).strip()
    rows = [row for row in rows if wanted in row["id"] or wanted in row["constraint"]]
    if shown == VIOLATED:
        return [row for row in rows if row.get("violated")]
    return rows if shown == ALL else [row for row in rows if row["state"] == shown]


def _table(run: Run, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Draw the rows; returns those that are selected."""
    scores = ["impact", *(f"{name} score" for name in registry.plugins("recovery"))]
    picked = st.dataframe(
        rows,
        key=f"table-{run.state.number}",
        on_select="rerun",
        selection_mode="multi-row",
        column_config=dict.fromkeys(scores, st.column_config.NumberColumn(format="%.4f")),
        hide_index=True,
        height=TABLE_PIXELS,
        placeholder="",
        alt="The equivalence constraints",
    )
    return [rows[i] for i in picked["selection"]["rows"] if i < len(rows)]
