"""The panels under the graph: this step, the constraint table, the history, keep and share."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st

from rcr import ModelError, Run, registry
from rcr.explain import explain
from rcr.run.file import to_dict
from rcr.run.link import to_link
from rcr.state import Relax, State
from rcr.text.tables import csv_text
from rcr.ui.components.chart import CONFIG
from rcr.ui.components.drawing import drawing
from rcr.ui.explore import session
from rcr.ui.explore.sidebar import Question
from rcr.ui.explore.suggestions import groups, hurried
from rcr.views.bounds import plot_run
from rcr.views.history import history_rows
from rcr.views.network import Picture, changes
from rcr.views.network_html import html_page
from rcr.views.step import draw_step

SHOWN = ("all", "relaxed", "violated", "recovered")


def this_step(run: Run) -> None:
    """One sentence, the equation, the same with this step's numbers, and the pictures; of a click
    and what followed it, the click.
    """
    clicked = session.compensated_click(run.state)
    told = explain(run, clicked)
    words = [f"**{told.title}.** {told.sentence}{_afterwards(run.state, clicked)}"]
    words += [f"$$\n{latex}\n$$" for latex in (told.formula, told.numbers) if latex]
    st.markdown("\n\n".join(words))  # one element: each costs time on the server and in the browser
    if told.change is not None:
        drawing(
            draw_step(told.change, moved=told.title != "recover"), key="step"
        )  # a recovery does not move θ


def _afterwards(state: State, clicked: State | None) -> str:
    """What the compensation that followed a click came to."""
    if clicked is None or clicked.parent is None:
        return ""
    estimate, updates = state.bounds.estimate, state.updates - clicked.updates
    if estimate is not None or isinstance(clicked.action, Relax):
        return (
            f" After {updates:,} updates it is "
            f"**{state.value if estimate is None else estimate:.4f}**."
        )
    return (
        f" With the {updates:,} updates that followed, the gain is "
        f"**{clicked.parent.value - state.value:.4f}**."
    )


def constraint_rows(run: Run) -> list[dict[str, Any]]:
    """One row a constraint: its state, and every heuristic's score and rank where it is relaxed."""
    state, view = run.state, run.candidates()
    rows: list[dict[str, Any]] = [
        {
            "id": c.id,
            "constraint": c.name,
            "state": "recovered" if state.relaxation.recovered[c.index] else "relaxed",
        }
        for c in run.cloned.constraints
    ]
    for k, impact, violated in zip(view.relaxed, view.impact, view.violated, strict=True):
        rows[k] |= {"impact": float(impact), "violated": bool(violated)}
    for name in registry.plugins("recovery"):
        for rank, group in enumerate(groups(run, name), start=1):
            for k in group.constraints:
                if not state.relaxation.recovered[k] and f"{name} rank" not in rows[k]:
                    rows[k] |= {f"{name} score": float(group.score), f"{name} rank": rank}
    return rows


def constraint_table(run: Run) -> None:
    """Everything a click on the graph does, for the keyboard and for screen readers."""
    with st.container(horizontal=True, vertical_alignment="center"):
        shown = st.segmented_control(
            "Show",
            SHOWN,
            default="all",
            key="table_filter",
            required=True,
            label_visibility="collapsed",
        )
        wanted = st.text_input(
            "Filter",
            key="table_search",
            placeholder="filter by id or name",
            label_visibility="collapsed",
        ).strip()
    rows = [
        row for row in constraint_rows(run) if wanted in row["id"] or wanted in row["constraint"]
    ]
    if shown in ("relaxed", "recovered"):
        rows = [row for row in rows if row["state"] == shown]
    elif shown == "violated":
        rows = [row for row in rows if row.get("violated")]
    scores = ["impact", *(f"{name} score" for name in registry.plugins("recovery"))]
    look: dict[str, Any] = {
        "hide_index": True,
        "height": 320,
        "placeholder": "",
        "alt": "The equivalence constraints",
    }
    look["column_config"] = dict.fromkeys(scores, st.column_config.NumberColumn(format="%.4f"))
    picked = st.dataframe(
        rows, key=f"table-{run.state.number}", on_select="rerun", selection_mode="multi-row", **look
    )
    if hasty := [name for name in registry.plugins("recovery") if hurried(run, name)]:
        st.caption(
            f"So many constraints: {', '.join(hasty)} is scored without its look ahead here."
        )
    chosen = [rows[i] for i in picked["selection"]["rows"] if i < len(rows)]
    with st.container(horizontal=True):
        for verb, state, key in (("recover", "relaxed", "a"), ("relax", "recovered", "x")):
            ids = [row["id"] for row in chosen if row["state"] == state]
            label = f"{verb.capitalize()} {len(ids)} selected"
            st.button(
                label,
                key=f"table-{verb}",
                shortcut=key,
                disabled=not ids,
                on_click=session.act,
                args=(verb,),
                kwargs={"ids": ids},
            )
        st.download_button(
            "Table as CSV", csv_text(rows), "constraints.csv", "text/csv", on_click="ignore"
        )


def history_tree(run: Run) -> None:
    """Every step and branch: choose one to go there, name it, delete it with what follows, or let
    a heuristic go on from it.
    """
    rows = history_rows(run.tree)
    sign = {True: "●", False: "│"}
    shown = [
        {
            "": sign[row["current"]] if row["on_path"] else "",
            **row,
            "step": "　" * row["depth"] + f"{row['number']}: {row['label']}",
        }
        for row in rows
    ]
    picked = st.dataframe(
        shown,
        key=f"history-{run.state.number}",
        column_order=["", "step", "name", "upper", "lower", "recovered"],
        column_config={
            "": st.column_config.TextColumn(width=30),
            "step": st.column_config.TextColumn(width="large"),
        },
        on_select="rerun",
        selection_mode="single-row",
        hide_index=True,
        height=260,
    )
    chosen = [rows[i]["number"] for i in picked["selection"]["rows"] if i < len(rows)]
    where = chosen[0] if chosen else run.state.number
    first = next(
        row["first"] for row in rows if row["number"] == where
    )  # a folded stretch goes as a whole
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button(
            "Go there",
            disabled=not chosen,
            on_click=session.act,
            args=("goto",),
            kwargs={"number": where},
        )
        st.button(
            "Delete it and what follows",
            disabled=first == 0,
            on_click=session.act,
            args=("delete",),
            kwargs={"number": first},
        )
        name = st.text_input("Name of this place", key=f"name-{where}", width=180)
        st.button(
            "Name it",
            disabled=not name,
            on_click=session.act,
            args=("name",),
            kwargs={"number": where, "name": name},
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        heuristics = [name for name in registry.plugins("recovery") if name != "manual"]
        usual = (
            heuristics.index(run.settings.recovery)
            if run.settings.recovery in heuristics
            else heuristics.index("paper")
        )
        other = st.selectbox(
            "Your path against", heuristics, usual, key="what_if_recovery", width=220
        )
        label, text = (
            f"What would it do from step {where}?",
            "Drawn dashed on the chart; your run stays as it is",
        )
        st.button(
            label,
            key="start_what_if",
            on_click=session.start_what_if,
            args=(where, other),
            help=text,
        )


def keep_and_share(run: Run, question: Question, drawn: Picture) -> None:
    """Files to keep, a link to pass on, and a way to open what was kept."""
    name = run.model.name
    with st.container(horizontal=True):
        _download(
            "Save this run",
            lambda: json.dumps(to_dict(run)),
            f"{name}.rcr.json",
            "application/json",
        )
        _download(
            "Graph as a page",
            lambda: html_page(drawn, changes(drawn, run.state), question.title),
            f"{name}-graph.html",
            "text/html",
        )
        axis = st.session_state.get("axis") or "updates"
        _download(
            "Chart as a page",
            lambda: plot_run(run, axis).to_html(CONFIG, include_plotlyjs=True),
            f"{name}-bounds.html",
            "text/html",
        )
    st.caption("The chart as SVG: the camera above it, when the pointer is on the chart.")
    try:
        link = f"{(st.context.url or '').partition('?')[0]}?{session.LINK}={to_link(run)}"
        st.caption("A link to exactly this state:")
        st.code(link, language=None, wrap_lines=True)
    except ModelError as error:
        st.caption(f"No link: {error}.")
    file = st.file_uploader("Open a saved run", key="open_run")
    if file is not None and st.session_state.get("opened_file") != file.file_id:
        st.session_state.opened_file = file.file_id
        session.open_file(file.getvalue(), file.name)
        st.rerun()


def _download(label: str, make: Any, name: str, mime: str) -> None:
    """A button to a file that is made only when it is asked for."""
    st.download_button(label, make, name, mime, on_click="ignore")
