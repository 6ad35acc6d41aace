"""A plotly chart to look at, in the size of the page's type."""

from __future__ import annotations

from typing import Any

import streamlit as st

from rcr.ui.app.style import type_scale
from rcr.ui.components.chart import CONFIG, FONT_PIXELS


def heatmap(made: dict[str, Any], *, key: str, height: int, alt: str) -> None:
    """Draw it, so many pixels tall."""
    font = {"size": round(type_scale() * FONT_PIXELS)}
    layout = made["layout"] | {"height": height, "font": font}
    st.plotly_chart(made | {"layout": layout}, key=key, config=CONFIG, alt=alt)
