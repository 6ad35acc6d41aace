"""Which constraints one contestant recovered and another did not, at the scrubber."""

from __future__ import annotations

import streamlit as st

from rcr.compare.subject import Subject
from rcr.ui.compare.comparison import Standing
from rcr.ui.compare.drawn_model import cloned
from rcr.views.network import picture
from rcr.views.small_multiple import MOST_EDGES, difference_picture

TABLE_PIXELS, PICTURE_PIXELS = 220, 460


def difference_panel(subject: Subject, places: dict[str, Standing]) -> None:
    """Which constraints A recovered and B did not, at the scrubber."""
    names = [name for name, place in places.items() if place.kind != "peer"]
    if len(names) < 2:
        st.caption("Two contestants that recover constraints are needed.")
        return
    left, right = st.columns([1, 2])
    with left:
        a = st.selectbox("A", names, 0, key="compare-a")
        b = st.selectbox("B", [n for n in names if n != a], 0, key="compare-b")
        of_a, of_b = places[a].recovered, places[b].recovered
        model = cloned(subject)
        order = {c.id: c for c in model.constraints}
        st.markdown(
            f"Both recovered **{len(of_a & of_b)}**; only {a}: **{len(of_a - of_b)}**; only "
            f"{b}: **{len(of_b - of_a)}**."
        )
        rows = [
            {"constraint": i, "equates": c.name, "recovered by": a if i in of_a else b}
            for i, c in order.items()
            if i in of_a ^ of_b
        ]
        st.dataframe(rows, hide_index=True, height=TABLE_PIXELS)
    with right:
        if len(model) <= MOST_EDGES:
            st.image(
                difference_picture(picture(model), of_a, of_b, f"what {a} and {b} recovered"),
                width=PICTURE_PIXELS,
            )
            st.caption(
                f"Solid and thick: only {a}. Dashed and thick: only {b}. Grey: both. Thin: neither."
            )
