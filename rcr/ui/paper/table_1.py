"""Table 1 of the paper: how many constraints random grids need, and what becomes of the circuit."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rcr.paper.experiment import Row
from rcr.ui.components.chart import chart
from rcr.ui.paper.part import DIFFERENCES_TITLE, HALF_SCREEN_HEIGHT, Part, shipped_rows, show_table
from rcr.ui.paper.way_to_explore import picks
from rcr.views.paper import tables
from rcr.views.paper.grids import circuit_chart, recovered_chart


def _grids(rows: Sequence[Row]) -> None:
    left, right = st.columns([11, 9])
    clicked = picks("grids", rows)
    with left:
        made = recovered_chart(rows)
        chart(
            made,
            key="paper-recovered",
            height=HALF_SCREEN_HEIGHT,
            alt="Grids in each bin of constraints recovered, the paper's and ours",
            on_pick=clicked,
        )
        made = circuit_chart(rows)
        chart(
            made,
            key="paper-circuit",
            height=HALF_SCREEN_HEIGHT,
            alt="Circuit size against constraints recovered, the paper's and ours",
            on_pick=clicked,
        )
    with right:
        st.markdown(tables.grids_words(shipped_rows(rows)))
        show_table(tables.grids_table(shipped_rows(rows)))
        st.caption("circuit: nodes and edges after recovery, in percent of those at the start")


TABLE_1 = Part(
    "Table 1: grids",
    "The paper took 50 random binary 10×10 grids apart and put constraints back, five at "
    "a time, until the answer was proved. "
    "How many had to come back, and what did that do to the circuit?",
    DIFFERENCES_TITLE,
    _grids,
    first=50,
)
