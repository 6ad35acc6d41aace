"""Two runs side by side, scrubbed together, with what differs marked in both graphs."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rcr.ui.compare import keys
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.drawn_model import cloned
from rcr.ui.compare.scrubber import Moment, forest_told, moment
from rcr.ui.compare.tiles import drawn_picture, run_tile, small_picture
from rcr.ui.plain_words import words
from rcr.ui.widgets import chosen, kept, show
from rcr.views.small_multiple import side_picture

TABLE_PIXELS = 220


def two_runs_view(comparison: Comparison) -> None:
    """The graphs of two contestants at the scrubber, and the constraints in which they differ."""
    now = moment(comparison)
    if len(now.places) < 2:
        st.caption("Two contestants with a run on this model are needed.")
        return
    pair = choose_pair(list(now.places))
    drawn = drawn_picture(now.subject)
    for column, name, other in zip(st.columns(2), pair, reversed(pair), strict=True):
        own, others = now.places[name], now.places[other]
        with column, st.container(key=f"compare-side-{'ab'[pair.index(name)]}"):
            svg = ""
            if drawn is not None:
                comparable = "peer" not in (own.kind, others.kind)
                label = f"what {name} has recovered, and where {other} differs"
                svg = (
                    side_picture(drawn, own.recovered, others.recovered, label)
                    if comparable
                    else small_picture(drawn, name, own)
                )
            run_tile(comparison, name, own, svg, key=f"compare-pair-{'ab'[pair.index(name)]}")
    if drawn is not None:
        st.caption(
            "Thick: recovered here only. Dotted: recovered in the other run only. Grey: in both. "
            "Dashed: in neither. A click opens the run in Explore."
        )
    _differences(now, *pair)
    if told := forest_told([r for r in now.rows if r["contestant"] in pair]):
        st.caption(told)


def choose_pair(names: Sequence[str]) -> list[str]:
    """Two menus; never the same contestant in both."""
    a = chosen(keys.A, names[0])
    if a not in names:
        show(keys.A, names[0])
        a = names[0]
    if chosen(keys.B, None) not in names or chosen(keys.B, None) == a:
        show(keys.B, next(name for name in names if name != a))
    with st.container(horizontal=True, key="compare-pair"):
        first = st.selectbox("A", names, label_visibility="collapsed", **kept(keys.A))
        others = [name for name in names if name != first]
        second = st.selectbox("B", others, label_visibility="collapsed", **kept(keys.B))
    return [first, second]


def _differences(now: Moment, a: str, b: str) -> None:
    if "peer" in (now.places[a].kind, now.places[b].kind):
        st.caption("MPLP adds clusters and recovers nothing, so no constraints can be compared.")
        return
    of_a, of_b = now.places[a].recovered, now.places[b].recovered
    st.markdown(
        f"Both recovered **{len(of_a & of_b)}**; only {words(a)}: **{len(of_a - of_b)}**; only "
        f"{words(b)}: **{len(of_b - of_a)}**."
    )
    rows = [
        {"constraint": c.id, "equates": c.name, "recovered by": a if c.id in of_a else b}
        for c in cloned(now.subject).constraints
        if c.id in of_a ^ of_b
    ]
    if rows:
        st.dataframe(rows, hide_index=True, height=TABLE_PIXELS)
