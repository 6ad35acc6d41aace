"""The look of the pages beyond streamlit's settings: the size of the type, rows that stay rows on a small screen, panels' names."""

from __future__ import annotations

import streamlit as st

BIG = 1.25  # times the usual size
LOOK = """<style>
html {font-size: SIZE%}
.stMainBlockContainer {padding: 0.5rem 2rem 2rem}
[data-testid="stLayoutWrapper"]:has(> .st-key-rcr-code, > .st-key-rcr-chart-code) {position: absolute}
.st-key-transport {gap: 0.5rem}
.st-key-chart-controls {gap: 0.3rem}
.st-key-transport button {padding-inline: clamp(0.35rem, 0.75vw, 0.75rem); min-width: 0}
.st-key-figures [data-testid="stMetricValue"] {font-size: clamp(1rem, 1.75vw, 1.5rem)}
.st-key-figures [data-testid="stMetricLabel"] p {font-size: clamp(0.7rem, 1.1vw, 0.875rem)}
.st-key-figures {gap: 0.5rem; flex-wrap: nowrap}
.st-key-figures > div {flex: 1; min-width: 0}
.st-key-panel {border-bottom: 1px solid rgba(128, 128, 128, 0.35); width: 100%}
.st-key-panel button {border-color: transparent !important; background: none !important; border-radius: 0 !important}
.st-key-panel button[aria-checked="true"] {box-shadow: 0 2px 0 currentColor}
</style>"""


def look(big: bool) -> None:
    """Lay the page out; big type is for a projector."""
    st.html(LOOK.replace("SIZE", f"{100 * (BIG if big else 1):g}"))
