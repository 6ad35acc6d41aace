"""Table 2 of the paper: RCR and MPLP on networks learned from haplotypes."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rcr.paper.experiment import Row
from rcr.ui.components.chart import chart
from rcr.ui.paper.part import DIFFERENCES_TITLE, HALF_SCREEN_HEIGHT, Part, shipped_rows, show_table
from rcr.ui.paper.way_to_explore import picks
from rcr.views.paper import tables
from rcr.views.paper.haplotype import group_chart


def _haplotype(rows: Sequence[Row]) -> None:
    left, right = st.columns([11, 9])
    clicked = picks("haplotype", rows)
    with left:
        for measure, title in (
            ("share", "% of the constraints recovered"),
            ("relative", "circuit after recovery, % of the start"),
        ):
            made = group_chart(rows, measure, title)
            chart(
                made,
                key=f"paper-{measure}",
                height=HALF_SCREEN_HEIGHT,
                alt=f"{title}: a dot a network",
                on_pick=clicked,
            )
    with right:
        st.markdown(tables.haplotype_words(shipped_rows(rows)))
        show_table(tables.haplotype_table(shipped_rows(rows)))
        st.caption(
            "means over the networks; circuit: nodes and edges after recovery, in percent of "
            "those at the start"
        )


TABLE_2 = Part(
    "Table 2: haplotypes",
    "The paper gave 69 networks learned from haplotypes to MPLP, which tightens its bound "
    "with triplets of variables, and to RCR. "
    "RCR solved all of them, MPLP 56.",
    DIFFERENCES_TITLE,
    _haplotype,
    first=69,
)
