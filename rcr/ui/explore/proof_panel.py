"""The panel with the proof: the argument claim by claim, its edges lighting up on the graph, and
the way to a proof with fewer constraints.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.explain.argument import Claim, argument
from rcr.text.words import counted, listed
from rcr.ui.explore import keys
from rcr.ui.explore.pruning import prune_button
from rcr.ui.widgets import chosen, kept, show
from rcr.views.network.picture import Picture
from rcr.views.overlay import NO_OVERLAY, Overlay, light_up

PROOF_PANEL = "Proof"
MAX_NAMED_CONSTRAINTS = 12


def proof_panel(run: Run) -> None:
    """Why the answer is proved, or what is still missing."""
    claims = argument(run)
    if not claims:
        st.markdown(_missing(run))
        return
    if chosen(keys.CLAIM, 1) > len(claims):
        show(keys.CLAIM, 1)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.segmented_control(
            "Light up the edges of claim",
            range(1, len(claims) + 1),
            **kept(keys.CLAIM, 1),
            required=True,
        )
    st.markdown("\n".join(_line(i, claim) for i, claim in enumerate(claims, start=1)))
    names = [run.cloned.said[k] for k in run.cloned.indices(run.state.recovered)]
    if names:
        rests = counted(len(names), "recovered constraint")
        st.caption(f"It rests on {rests}: {listed(names, MAX_NAMED_CONSTRAINTS)}.")
    prune_button(run)


def lit_claim(run: Run, drawn: Picture) -> Overlay:
    """The edges of the claim that is chosen, while the panel is open."""
    if chosen(keys.PANEL, "") != PROOF_PANEL:
        return NO_OVERLAY
    claims = argument(run)
    number = min(int(chosen(keys.CLAIM, 1)), len(claims))
    return light_up(drawn, claims[number - 1].constraints) if claims else NO_OVERLAY


def _line(number: int, claim: Claim) -> str:
    words = f"{claim.words} **{claim.number}**" if claim.number else claim.words
    return f"{number}. :blue-background[{words}]" if number == _chosen() else f"{number}. {words}"


def _chosen() -> int:
    return int(chosen(keys.CLAIM, 1))


def _missing(run: Run) -> str:
    """What a proof still needs."""
    state = run.state
    if not run.settings.upper_bound:
        return (
            "Nothing is proved yet: this scheme makes an estimate and no bound. Once every edge is "
            "recovered the value is exact."
        )
    relaxed, violated = len(state.relaxation.relaxed), len(state.violated)
    apart = f"the bounds are {state.gap:.4g} apart"
    gap = apart if state.gap < float("inf") else "one of the bounds is missing"
    if run.settings.sums:
        return f"Nothing is proved yet: {gap}. They meet once enough edges are recovered."
    return (
        f"Nothing is proved yet: {gap}. In the relaxed model's best assignment "
        f"**{violated:,} of {counted(relaxed, 'relaxed edge')}** "
        f"{'disagrees' if violated == 1 else 'disagree'} (✕ on the graph). Once "
        "all of them agree it is an assignment of the full model that is worth as much as the "
        "bound, and nothing can be better."
    )
