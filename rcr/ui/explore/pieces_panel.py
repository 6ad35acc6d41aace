"""The panel on where the bound comes from: the pieces that add up to it, and in a small model every
assignment that it is the best of.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.explain.assignments import MAX_ASSIGNMENTS, assignments, count_assignments
from rcr.explain.pieces import Pieces, pieces
from rcr.text.numbers import fixed
from rcr.text.words import counted
from rcr.ui.components.drawing import drawing
from rcr.views.assignments import draw_assignments
from rcr.views.pieces import draw_pieces


def pieces_panel(run: Run) -> None:
    """The pieces as bars that begin where the one before ended, then the assignments."""
    found = pieces(run)
    bounding = run.settings.upper_bound
    name = "upper bound now" if bounding else "estimate"
    st.markdown(_words(found, name))
    drawing(draw_pieces(found, name), key="pieces")
    if not bounding:  # where all agree, θ does not cancel
        return
    count = count_assignments(run.state)
    if count > MAX_ASSIGNMENTS:
        st.caption(
            f"All assignments of variables and clones are drawn up to {MAX_ASSIGNMENTS:,}; here "
            f"there are {_many(count)}. The triangle has few."
        )
        return
    what = "sum" if run.settings.sums else "maximum"
    st.markdown(
        "Every assignment of the variables and the relaxed clones. Those in which all clones agree "
        f"with their variables are the assignments of the full model: the {what} over more points "
        f"is at least the {what} over fewer."
    )
    drawing(draw_assignments(assignments(run), run.model), key="assignments")


def _words(found: Pieces, name: str) -> str:
    """Why the pieces together are worth at least the whole."""
    own = "sum" if found.sums else "best value"
    total = f"**{fixed(found.total - found.correction, 4)}**"
    if found.correction:
        total += f", and without what θ adds by itself **{fixed(found.total, 4)}**"
    if len(found) == 1:
        return (
            f"The relaxed model is **one piece**, whose own {own} is {total}, the {name}. "
            "Relax more edges and it falls apart."
        )
    why, hatched = (
        (
            "A product of separate sums has every term of the full sum, and more.",
            "what the sum of a piece has beyond its one term at the best assignment known",
        )
        if found.sums
        else (
            "A sum of separate maxima is at least the maximum of the sum.",
            "what a piece would lose by agreeing with the others on the best assignment known",
        )
    )
    falls = (
        f"The relaxed model falls into **{counted(len(found), 'piece')}**, and each takes its own "
        f"{own}: together {total}, the {name}."
    )
    return falls if found.correction else f"{falls} {why} Hatched is {hatched}."


def _many(count: float) -> str:
    return f"{count:,.0f}" if count < 1e9 else f"{count:.1e}"
