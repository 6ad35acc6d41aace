"""Figure 1 of the paper: the bounds of both methods, sweep by sweep."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rcr.paper.experiment import Row
from rcr.ui.components.chart import chart
from rcr.ui.paper import keys
from rcr.ui.paper.part import DIFFERENCES_TITLE, SCREEN_HEIGHT, Part, show_table
from rcr.ui.paper.shipped import shipped
from rcr.ui.paper.way_to_explore import picks
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show
from rcr.views.paper import tables
from rcr.views.paper.figure import bounds_chart


def _figure(rows: Sequence[Row]) -> None:
    networks: dict[str, list[Row]] = {}
    for row in rows:
        networks.setdefault(str(row["instance"]), []).append(row)
    _follow(networks)
    with st.container(horizontal=True, vertical_alignment="center"):
        network = st.selectbox(
            "Network",
            networks,
            format_func=lambda name: f"network of seed {name}",
            **kept(keys.NETWORK),
            label_visibility="collapsed",
            width=220,
        )
        log_gap = st.toggle("gap on a log axis", **kept(keys.LOG_GAP))
    shown = networks[network]
    own = [row for row in shown if row.get("live")] or shown
    clicked = picks("figure", own)
    for column, (method, name) in zip(
        st.columns(2), (("mplp", "MPLP with triplets"), ("rcr", "RCR")), strict=True
    ):
        with column:
            st.markdown(f"**{name}**")
            made = bounds_chart(own, method, log_gap)
            chart(
                made,
                key=f"paper-{method}",
                height=SCREEN_HEIGHT,
                alt=f"The bounds of {name}, sweep by sweep",
                on_pick=clicked,
            )
    show_table(tables.figure_table(own))
    st.markdown(tables.figure_words(own, shipped("haplotype")[1]))


def _follow(networks: dict[str, list[Row]]) -> None:
    """Show what was run last as soon as it is there."""
    live = [name for name, rows in networks.items() if rows[-1].get("live")]
    visit = visitor().paper
    if live and visit.followed != live:
        show(keys.NETWORK, live[-1])
    visit.followed = live
    if chosen(keys.NETWORK, None) not in networks:
        show(keys.NETWORK, next(iter(networks)))


FIGURE_1 = Part(
    "Figure 1: bounds",
    "The paper followed both methods on a network where MPLP fails: MPLP is left with a "
    "gap, RCR closes it by recovering constraints.",
    DIFFERENCES_TITLE,
    _figure,
    first=8,
    count=1,
)
