"""A figure of the comparison on the page, and the ways to take it along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from rcr.text.tables import csv_text
from rcr.ui.components.chart import chart
from rcr.ui.components.figure_files import figure_files


def draw(
    figure: go.Figure, *, key: str, height: str, alt: str, on_pick: Callable[[int], None]
) -> None:
    """The chart stays in its place and takes the colours of the page."""
    made = figure.to_plotly_json()
    made["layout"].pop("template", None)
    chart(made, key=key, height=height, alt=alt, on_pick=on_pick)


def take_along(
    figure: go.Figure, rows: Sequence[Mapping[str, Any]], name: str, *, chart_key: str
) -> None:
    """The figure as SVG, PNG and a page of its own, and its data."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"{chart_key}-files"):
        st.download_button(
            "Data (CSV)", csv_text(rows), f"{name}.csv", "text/csv", on_click="ignore"
        )
        figure_files(chart_key, name, key=f"{chart_key}-images")
        st.download_button(
            "HTML",
            lambda: figure.to_html(include_plotlyjs=True, default_height="95vh"),
            f"{name}.html",
            "text/html",
            on_click="ignore",
            help="The figure as a page that opens offline",
        )
