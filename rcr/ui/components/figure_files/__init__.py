"""Buttons that take a chart of the page away as SVG and as PNG; the browser makes both."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.ui.components.code import text_of

HERE = Path(__file__).parent
_files = st.components.v2.component(
    "rcr_figure_files",
    html='<button type="button">SVG</button><button type="button">PNG</button>',
    css=text_of(HERE / "figure_files.css"),
    js=text_of(HERE / "figure_files.js"),
)


def figure_files(chart: str, name: str, *, key: str) -> None:
    """For the chart with this key on the same page, to files of this name."""
    _files(key=key, data={"chart": chart, "name": name}, width="content")
