"""The style of the pages beyond streamlit's settings, from the css files beside their code."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent
BIG_TYPE_SCALE = 1.25


def sheet(path: Path) -> str:
    """A css file as an element of the page."""
    return f"<style>{path.read_text(encoding='utf-8')}</style>"


def style(big_type: bool) -> None:
    """Lay the page out; big type is for a projector."""
    size = 100 * (BIG_TYPE_SCALE if big_type else 1)
    st.html(f"<style>html {{font-size: {size:g}%}}</style>{sheet(HERE / 'style.css')}")
