"""One model: the curves of all contestants, and a small graph of each."""

from __future__ import annotations

from functools import partial

import streamlit as st

from rcr.ui.compare import keys
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.figure import draw
from rcr.ui.compare.scrubber import forest_told, moment
from rcr.ui.compare.tiles import tiles
from rcr.ui.compare.way_to_explore import depart
from rcr.ui.components.chart import with_row
from rcr.ui.widgets import chosen, kept
from rcr.views.comparison.curves import plot_curves

CHART_HEIGHT = "var(--rcr-curves-height)"  # down to the end of the screen


def one_model_view(comparison: Comparison) -> None:
    """Curves at the left, tiles at the right, and one scrubber for all of them."""
    now = moment(comparison)
    if not now.rows:
        st.caption(
            "Getting the processes ready …"
            if comparison.running
            else "No run on this model is finished; **Go on** plays what is missing."
        )
        return
    left, right = st.columns([11, 9])
    with left:
        everybody = [c.name for c in comparison.request.contestants]
        log_gap = bool(chosen(keys.LOG_GAP, False))
        figure = plot_curves(now.rows, now.axis, now.at, log_gap, everybody)
        draw(
            figure,
            key="compare-curves",
            height=CHART_HEIGHT,
            alt=f"The bounds of all contestants on {now.subject.name}",
            on_pick=with_row(now.rows, partial(depart, comparison)),
        )
        st.toggle("gap on a log axis", **kept(keys.LOG_GAP, False))
        if told := forest_told(now.rows):
            st.caption(told)
        if now.axis == "cpu_seconds" and any(row["cpu_seconds"] is None for row in now.rows):
            st.caption("A run that was made by hand has no clock, so it has no curve here.")
    with right:
        tiles(comparison, now)
