"""Predict, then reveal: a switch hides what the edges are worth, the first click at a state is a
guess, and then all of them show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import streamlit as st

from rcr import Run
from rcr.course.language.facts import edge_name
from rcr.text.numbers import fixed
from rcr.text.words import counted
from rcr.ui.components.drawing import drawing
from rcr.ui.components.graph import Click
from rcr.ui.explore import keys
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept
from rcr.views.reveal import draw_reveal

INVITATION = "**Which relaxed edge lowers the bound most?** Click it: then all show their worth."
HIDDEN = "Hidden until you have predicted: click the relaxed edge that you think is worth most."
HELP = "Impact, ranks, marks and hover values are hidden until you have clicked your guess"


def choose_guessing() -> None:
    """The switch."""
    st.toggle("predict first", help=HELP, **kept(keys.PREDICT))


def is_hidden(run: Run) -> bool:
    """Whether a prediction is due, so that nothing may give it away."""
    return bool(chosen(keys.PREDICT, False)) and visitor().explore.guesses.awaits(run)


def guess_first(visit: ExploreVisit, clicks: Iterable[Click]) -> Iterator[Click]:
    """Clicks on their way to the run; one that is a prediction does not arrive there."""
    for click in clicks:
        run = visit.run
        if run is not None and click.kind == "recover" and is_hidden(run):
            if ids := click.open(run.state.recovered):
                visit.guesses.guess(run, ids[0])
        else:
            yield click


def reveal_panel(run: Run) -> bool:
    """What every edge is worth, once the prediction is made at this state; whether it was."""
    found = visitor().explore.guesses.at(run.state) if chosen(keys.PREDICT, False) else None
    if found is None:
        return False
    score = visitor().explore.guesses.score(run.state.path())
    lost = f", {fixed(found.lost)} less than the best" if found.rank > 1 else ", the best"
    st.markdown(
        f"**{found.chosen}: rank {found.rank} of {len(found.ranks)}{lost}.** So far "
        f"{counted(score.count, 'prediction')}, {score.best} of them the best; together they "
        f"would have had **{score.share:.0%}** of the gain."
    )
    names = {c.id: f"{c.id}: {edge_name(run, c)}" for c in run.cloned.constraints}
    drawing(draw_reveal(found.values, found.ranks, found.chosen, names), key="guess-reveal")
    return True
