"""A plotly chart to look at."""

from __future__ import annotations

from typing import Any

import streamlit as st

from rcr.ui.components.chart import CONFIG, FONT_PIXELS


def heatmap(made: dict[str, Any], *, key: str, height: int, alt: str) -> None:
    """Draw it, so many pixels tall."""
    layout = made["layout"] | {"height": height, "font": {"size": FONT_PIXELS}}
    st.plotly_chart(made | {"layout": layout}, key=key, config=CONFIG, alt=alt)
