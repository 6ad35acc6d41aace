"""What is laid over the graph: what the visitor wants to see on it, and what a panel points at."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.explain.measures import MEASURES, measure
from rcr.explain.pieces import pieces
from rcr.explain.price import widest_clique
from rcr.ui.explore import keys
from rcr.ui.explore.proof_panel import lit_claim
from rcr.ui.widgets import chosen, kept
from rcr.views.network.picture import Picture
from rcr.views.overlay import NO_OVERLAY, Overlay, colour_edges, label_pieces, mark_clique

PLAIN = "nothing"
MAX_PIECE_CONSTRAINTS = 400  # of a larger model the pieces are not told with every click


def overlay_menu() -> None:
    """Under the graph: the colours of the edges, and the widest clique."""
    with st.popover("Show"):
        named = st.selectbox(
            "Colour the relaxed edges by",
            (PLAIN, *MEASURES),
            **kept(keys.MEASURE, PLAIN),
        )
        if named in MEASURES:
            st.caption(f"{MEASURES[named][0].capitalize()}.")
        st.toggle(
            "the widest clique",
            **kept(keys.CLIQUE),
            help="The variables and clones that one table must hold together: they make the "
            "treewidth, and the price",
        )
        st.toggle(
            "what each piece is worth",
            **kept(keys.PIECE_LABELS, True),
            help="In the cut view: each piece on its own, its best value or its sum; together they "
            "are the bound",
        )


def wanted_overlay(run: Run, drawn: Picture) -> Overlay:
    """What the menu asks for at the current state."""
    made, named = NO_OVERLAY, chosen(keys.MEASURE, PLAIN)
    if chosen(keys.PIECE_LABELS, True) and len(run.cloned) <= MAX_PIECE_CONSTRAINTS:
        made |= label_pieces(drawn, pieces(run))
    if named in MEASURES:
        made |= colour_edges(drawn, measure(run, named))
    if chosen(keys.CLIQUE, False):
        made |= mark_clique(drawn, widest_clique(run))
    return made | lit_claim(run, drawn)
