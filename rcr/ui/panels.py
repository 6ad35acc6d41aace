"""The panels under the graph: this step, the constraint table, the history, keep and share."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import streamlit as st

from rcr import ModelError, Run, registry
from rcr.explain import explain
from rcr.formats.links import to_link
from rcr.formats.runs import to_dict
from rcr.ui import session
from rcr.ui.choices import Question
from rcr.view import as_columns
from rcr.views.bounds import plot_run
from rcr.views.history import history_rows
from rcr.views.network import Picture, changes
from rcr.views.network_html import html_page
from rcr.views.step import plot_pair_table, plot_theta

BARE = {"displayModeBar": False}


def constraint_rows(run: Run) -> list[dict[str, Any]]:
    """One row a constraint: its state, and every heuristic's score and rank where it is relaxed."""
    state, view = run.state, run.view()
    rows: list[dict[str, Any]] = [
        {"id": c.id, "constraint": c.name, "state": "recovered" if state.relaxation.recovered[c.index] else "relaxed"}
        for c in run.cloned.constraints
    ]
    for k, impact, violated in zip(view.relaxed, view.impact, view.violated, strict=True):
        rows[k] |= {"impact": float(impact), "violated": bool(violated)}
    for name, plugin in registry.plugins("recovery").items():
        scores = as_columns(plugin(view))
        for rank, i in enumerate(view.rank(scores), start=1):
            rows[view.relaxed[i]] |= {f"{name} score": float(scores[i, 0]), f"{name} rank": rank}
    return rows


def constraint_table(run: Run) -> None:
    """Everything a click on the graph does, for the keyboard and for screen readers."""
    shown = st.segmented_control("Show", ["all", "relaxed", "violated", "recovered"], default="all", key="table_filter", required=True)
    rows = constraint_rows(run)
    if shown in ("relaxed", "recovered"):
        rows = [row for row in rows if row["state"] == shown]
    elif shown == "violated":
        rows = [row for row in rows if row.get("violated")]
    picked = st.dataframe(rows, key=f"table-{run.state.number}", on_select="rerun", hide_index=True, height=320, selection_mode="multi-row")
    chosen = [rows[i] for i in picked["selection"]["rows"] if i < len(rows)]
    with st.container(horizontal=True):
        for verb, state in (("recover", "relaxed"), ("relax", "recovered")):
            ids = [row["id"] for row in chosen if row["state"] == state]
            label = f"{verb.capitalize()} {len(ids)} selected"
            st.button(label, key=f"table-{verb}", disabled=not ids, on_click=session.act, args=(verb,), kwargs={"ids": ids})
        text = io.StringIO()
        fields = list(dict.fromkeys(key for row in rows for key in row))
        writer = csv.DictWriter(text, fields)
        writer.writeheader()
        writer.writerows(rows)
        st.download_button("Table as CSV", text.getvalue(), "constraints.csv", "text/csv", on_click="ignore")


def this_step(run: Run) -> None:
    """The equation, the same with this step's numbers, one sentence, and the pair table it is about."""
    told = explain(run)
    st.markdown(f"**{told.title}.** {told.sentence}")
    equations, table = st.columns([3, 2])
    with equations:
        for latex in filter(None, (told.formula, told.numbers)):
            st.latex(latex)
        for label, gain in (("Predicted gain", told.predicted), ("Gained at once", told.gained)):
            if gain is not None:
                st.metric(label, f"{gain:.4f}")
    if told.change is None:
        return
    with table:
        st.plotly_chart(plot_pair_table(told.change), height=280, key=f"pair-{run.state.number}", config=BARE)
        st.caption(told.change.meaning)
    if told.gained is None:  # a recovery does not move θ
        st.plotly_chart(plot_theta(told.change), height=260, key=f"theta-{run.state.number}", config=BARE)


def history_tree(run: Run) -> None:
    """Every step and branch: choose one to go there, name it, or delete it with what follows."""
    rows = history_rows(run)
    shown = [{"": "●" if row["current"] else "│" if row["on_path"] else "", **row} for row in rows]
    columns = ["", "number", "label", "name", "upper", "lower", "recovered"]
    picked = st.dataframe(
        shown,
        key=f"history-{run.state.number}",
        column_order=columns,
        on_select="rerun",
        selection_mode="single-row",
        hide_index=True,
        height=260,
    )
    chosen = [rows[i]["number"] for i in picked["selection"]["rows"] if i < len(rows)]
    where = chosen[0] if chosen else run.state.number
    first = next(row["first"] for row in rows if row["number"] == where)  # a folded stretch goes as a whole
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Go there", disabled=not chosen, on_click=session.act, args=("goto",), kwargs={"number": where})
        st.button("Delete it and what follows", disabled=first == 0, on_click=session.act, args=("delete",), kwargs={"number": first})
        name = st.text_input("Name of this place", key=f"name-{where}")
        st.button("Name it", disabled=not name, on_click=session.act, args=("name",), kwargs={"number": where, "name": name})


def keep_and_share(run: Run, question: Question, drawn: Picture) -> None:
    """Files to keep, a link to pass on, and a way to open what was kept."""
    name = run.model.name
    with st.container(horizontal=True):
        st.download_button("Save this run", json.dumps(to_dict(run)), f"{name}.rcr.json", "application/json", on_click="ignore")
        page = html_page(drawn, changes(drawn, run.state), question.title)
        st.download_button("Graph as a page", page, f"{name}-graph.html", "text/html", on_click="ignore")
        chart = plot_run(run, st.session_state.get("axis") or "updates").to_html(include_plotlyjs=True)
        st.download_button("Chart as a page", chart, f"{name}-bounds.html", "text/html", on_click="ignore")
    try:
        st.caption("A link to exactly this state; put it behind the address of this app:")
        st.code(f"?{session.LINK}={to_link(run)}", language=None, wrap_lines=True)
    except ModelError as error:
        st.caption(f"No link: {error}.")
    file = st.file_uploader("Open a saved run", key="open_run")
    if file is not None and st.session_state.get("opened") != file.file_id:
        st.session_state.opened = file.file_id
        session.open_file(file.getvalue(), file.name, question)
        st.rerun()
