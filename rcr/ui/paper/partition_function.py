"""The experiment that the paper left open: bounds and estimates of the partition function."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rcr.paper.experiment import Row
from rcr.ui.components.chart import chart
from rcr.ui.paper.part import SCREEN_HEIGHT, Part, shipped_rows, show_table
from rcr.ui.paper.way_to_explore import picks
from rcr.views.paper import tables
from rcr.views.paper.partition import partition_chart


def _partition(rows: Sequence[Row]) -> None:
    clicked = picks("partition", rows)
    for column, (family, name) in zip(
        st.columns(2), (("grid", "Grids 8×8"), ("haplotype", "Haplotype networks")), strict=True
    ):
        with column:
            st.markdown(f"**{name}**")
            made = partition_chart(rows, family)
            chart(
                made,
                key=f"paper-z-{family}",
                height=SCREEN_HEIGHT,
                alt=f"{name}: distance from the exact partition function",
                on_pick=clicked,
            )
    st.markdown(tables.partition_words(shipped_rows(rows)))
    show_table(tables.partition_table(shipped_rows(rows)))


PARTITION = Part(
    "Partition function",
    "The paper says that RCR also bounds the partition function Z, “although this was not "
    "evaluated here”. "
    "Here it is: how far the upper bound (pr-dd), the lower bound (mean field) and the Bethe "
    "estimate (model-split) are from it.",
    "Why this is so.",
    _partition,
    first=20,
    count=1,
)
