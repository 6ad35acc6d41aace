"""The table of runs to sort and to open, and the files to take along."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from rcr.compare.game import ROUND_COLUMNS, RUN_COLUMNS
from rcr.compare.measures import in_their_units
from rcr.text.tables import csv_text
from rcr.ui.compare.comparison import Comparison, run_moment
from rcr.ui.compare.scrubber import shown_subject, title
from rcr.ui.compare.tiles import drawn_picture, moment_told, small_picture
from rcr.ui.compare.way_to_explore import depart
from rcr.views.comparison.report import OneModel, report
from rcr.views.comparison.rows import MIN_GAP, by_contestant

TABLE_PIXELS = 380
# What is asked first stands where no screen has to be scrolled sideways.
SHOWN_COLUMNS = (
    *("model", "seed", "contestant", "status", "gap", "cpu_seconds", "recovered", "loops_closed"),
    *("clusters", "treewidth", "table_entries", "circuit_size", "rounds", "sweeps", "reason"),
)


def table_view(comparison: Comparison) -> None:
    """Every finished run; a click on the name of a column sorts, one on a row chooses it."""
    finished = comparison.finished
    runs, rounds = (
        in_their_units(rows, comparison.request.kinds) for rows in (finished, comparison.table)
    )
    picked = st.dataframe(
        cells(runs),
        column_config={"gap": st.column_config.NumberColumn(format="%.3g")},
        hide_index=True,
        height=TABLE_PIXELS,
        placeholder="–",
        key="compare-table",
        on_select="rerun",
        selection_mode="single-row",
    )
    marked = [finished[i] for i in picked["selection"]["rows"] if i < len(finished)]
    with st.container(horizontal=True):
        st.button(
            "Explore this run",
            disabled=not marked,
            on_click=partial(depart, comparison, marked[0]) if marked else None,
            help="Choose a row of the table first",
        )
        for label, rows, columns, name in (
            ("Runs (CSV)", runs, RUN_COLUMNS, "runs.csv"),
            ("Rounds (CSV)", rounds, ROUND_COLUMNS, "rounds.csv"),
        ):
            st.download_button(label, csv_text(rows, columns), name, "text/csv", on_click="ignore")
        st.download_button(
            "Report (one HTML file)",
            lambda: _report(comparison),
            "comparison.html",
            "text/html",
            on_click="ignore",
        )
    st.caption(
        "A click on the head of a column sorts by it. The report has every figure and the table, "
        "and needs no network."
    )


def cells(runs: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of the table, where a gap that is only the rounding of numbers is none."""
    shown = [{key.replace("_", " "): run[key] for key in SHOWN_COLUMNS} for run in runs]
    for row in shown:
        if row["gap"] is not None and row["gap"] <= MIN_GAP:
            row["gap"] = 0.0
    return shown


def _report(comparison: Comparison) -> str:
    """With the curves and the graphs of the model that was shown last."""
    subject = shown_subject(comparison)
    rows, drawn = comparison.on(subject), drawn_picture(subject)
    pictures = {}
    for name, own in by_contestant(rows).items():
        end = run_moment(own, comparison.request.kinds[name], "round", math.inf)
        if drawn is not None:
            pictures[f"{name}: {moment_told(end)}"] = small_picture(drawn, name, end)
    one = OneModel(title(subject), rows, pictures)
    return report(comparison.finished, comparison.table, comparison.ground, one)
