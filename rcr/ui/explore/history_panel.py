"""The panel with the history: every step and branch, and what can be done with each."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from rcr import Run, registry
from rcr.state import Branch
from rcr.ui.components.chart import chart
from rcr.ui.explore.branches_panel import branches_panel
from rcr.ui.explore.buttons import go_to, move_button
from rcr.ui.explore.commands import START_NUMBER, Delete, GoTo, Name
from rcr.ui.explore.what_if_panel import start_what_if
from rcr.ui.explore.words import WORDS
from rcr.views.history import history_rows
from rcr.views.history_tree import tree_chart

HERE, ON_THE_WAY = "●", "│"
INDENT = "　"  # a wide space, which the table does not take away
TABLE_PIXELS = 260


def history_panel(run: Run) -> None:
    """Choose a step to go there, name it, delete it with what follows, or let a heuristic go on
    from it.
    """
    rows = history_rows(run.tree)
    left, right = st.columns([2, 1])
    with left:
        chosen = _table(run, rows)
    with right:
        chart(
            tree_chart(run.tree),
            key="history-tree",
            height=f"{TABLE_PIXELS}px",
            alt="The history as a tree: steps across, the bound of each up",
            on_pick=go_to,
        )
    branches_panel(run)
    where = run.state.number if chosen is None else chosen
    # a folded stretch of steps goes as a whole
    first = next(row["first"] for row in rows if row["number"] == where)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        move_button("Go there", GoTo(where), disabled=chosen is None)
        with st.popover("Delete it and what follows", disabled=first == START_NUMBER):
            st.write(f"**Step {first}** and everything that came from it go for good.")
            move_button("Delete for good", Delete(first))
        name = st.text_input("Name of this place", key=f"name-{where}", width=180)
        move_button("Name it", Name(where, name), disabled=not name)
    _ask_a_heuristic(run, where)


def _table(run: Run, rows: list[dict[str, Any]]) -> int | None:
    """Draw the steps; returns the number of the one that is chosen."""
    shown = [
        {
            "": (HERE if row["current"] else ON_THE_WAY) if row["on_path"] else "",
            **row,
            "now": row["estimate"] if row["now"] is None else row["now"],
            "upper": None if row["upper"] == math.inf else row["upper"],
            "lower": None if row["lower"] == -math.inf else row["lower"],
            "step": INDENT * row["depth"] + f"{row['number']}: {row['label']}",
        }
        for row in rows
    ]
    branched = any(isinstance(state.action, Branch) for state in run.states.values())
    of_all = ["upper_of_all"] if branched else []
    now = "upper now" if run.settings.upper_bound else "estimate"
    picked = st.dataframe(
        shown,
        key=f"history-{run.state.number}",
        column_order=["", "step", "now", "upper", *of_all, "lower", "recovered", "name"],
        column_config={
            "": st.column_config.TextColumn(width=26),
            "step": st.column_config.TextColumn(width=152),
            "now": st.column_config.NumberColumn(now, format="%.4f", width=78),
            "upper": st.column_config.NumberColumn("best so far", format="%.4f", width=78),
            "upper_of_all": st.column_config.NumberColumn(
                "all branches", format="%.4f", width=96, help=WORDS["All branches"]
            ),
            "lower": st.column_config.NumberColumn("lower", format="%.4f", width=68),
            "recovered": st.column_config.NumberColumn(width=74),
            "name": st.column_config.TextColumn(width=80),
        },
        on_select="rerun",
        selection_mode="single-row",
        hide_index=True,
        height=TABLE_PIXELS,
        placeholder="",
    )
    chosen = [int(rows[i]["number"]) for i in picked["selection"]["rows"] if i < len(rows)]
    return chosen[0] if chosen else None


def _ask_a_heuristic(run: Run, where: int) -> None:
    """What would a heuristic do from this step?"""
    heuristics = [name for name in registry.plugins("recovery") if name != "manual"]
    own = run.settings.recovery
    usual = heuristics.index(own if own in heuristics else "paper")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        other = st.selectbox(
            "Your path against", heuristics, usual, key="what_if_recovery", width=220
        )
        st.button(
            f"What would it do from step {where}?",
            key="start_what_if",
            on_click=start_what_if,
            args=(where, other),
            help="Drawn dotted on the chart; your run stays as it is",
        )
