"""Tables and a report of a comparison to take along."""

from __future__ import annotations

import streamlit as st

from rcr.compare.game import ROUND_COLUMNS, RUN_COLUMNS
from rcr.compare.subject import Subject
from rcr.text.tables import csv_text
from rcr.ui.compare.comparison import Comparison, Standing
from rcr.ui.compare.drawn_model import cloned
from rcr.ui.compare.small_multiples import small_picture, standing_told
from rcr.views.comparison_report import report
from rcr.views.network import picture
from rcr.views.small_multiple import MOST_EDGES

TABLE_PIXELS = 240


def keep_panel(comparison: Comparison, subject: Subject, places: dict[str, Standing]) -> None:
    """Tables and a report to take along."""
    rows, finished = comparison.table, comparison.finished
    st.dataframe(
        [{key: s[key] for key in RUN_COLUMNS} for s in finished],
        hide_index=True,
        height=TABLE_PIXELS,
    )
    with st.container(horizontal=True):
        st.download_button(
            "Rounds (CSV)",
            csv_text(rows, ROUND_COLUMNS),
            "rounds.csv",
            "text/csv",
            on_click="ignore",
        )
        st.download_button(
            "Runs (CSV)", csv_text(finished, RUN_COLUMNS), "runs.csv", "text/csv", on_click="ignore"
        )
        st.download_button(
            "Report (one HTML file)",
            lambda: _report(comparison, subject, places),
            "comparison.html",
            "text/html",
            on_click="ignore",
        )
    st.caption(
        "The report holds the charts and needs no network. The camera on a chart saves it as SVG."
    )


def _report(comparison: Comparison, subject: Subject, places: dict[str, Standing]) -> str:
    model = cloned(subject)
    pictures = {}
    if len(model) <= MOST_EDGES:
        pictures = {
            f"{name}: {standing_told(place)}": small_picture(picture(model), name, place)
            for name, place in places.items()
        }
    return report(
        comparison.finished,
        comparison.on(subject),
        f"{subject.name}, seed {subject.seed}",
        pictures,
    )
