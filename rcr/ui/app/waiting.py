"""While the kernels of a first click are being compiled: the first view, and how long it takes."""

from __future__ import annotations

import streamlit as st

from rcr.text.numbers import fixed
from rcr.ui.app.first_view import stored_view
from rcr.ui.components.drawing import drawing
from rcr.warmup import FIRST_CLICK, Warmup, begun

LOOK_SECONDS = 1.0  # between two looks at how far it is


def await_kernels() -> None:
    """Until clicks can be answered, a still picture of what will be here stands for every page."""
    warmup = begun()
    if warmup is None or warmup.ready(FIRST_CLICK):
        return
    view = stored_view()
    st.fragment(_progress, run_every=LOOK_SECONDS)(warmup, view.title)
    left, right = st.columns([11, 9])
    with left:
        drawing(view.graph, key="first-graph", look="paper")
    with right:
        upper, lower = st.columns(2)
        upper.metric("Upper bound", fixed(view.upper))
        lower.metric("Lower bound", fixed(view.lower))
        drawing(view.curves, key="first-curves")
    st.stop()


def _progress(warmup: Warmup, title: str) -> None:
    missing = warmup.missing(FIRST_CLICK)
    if not missing:
        st.rerun()
    left = warmup.seconds_left(FIRST_CLICK)
    st.info(
        f"**{title}.** A first start on this machine compiles the solver: {missing[0]}. Clicking "
        f"works in about {left:.0f} s; the next start is quick."
    )
    st.progress(1.0 - len(missing) / len(FIRST_CLICK))
