"""Evidence set on the graph: a click on a variable says which state it was observed in, and the
model with that evidence takes the place of the one without.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rcr import Model
from rcr.text.words import listed
from rcr.ui.components.graph import Click
from rcr.ui.explore.model_menu import bring_model
from rcr.ui.explore.question import ChosenModel
from rcr.ui.visitor import visitor

GIVEN = ", given "  # between the title of a model and its evidence
MAX_NAMED_OBSERVATIONS = 3


def observe(about: ChosenModel, clicks: Iterable[Click]) -> bool:
    """Take these clicks on variables to the model, which is to be shown next; whether there were
    any.
    """
    model = about.model
    for click in clicks:
        model = _observed(model, *click.constraints[:2])
    if model is about.model:
        return False
    title = about.title.partition(GIVEN)[0] + told_evidence(model)
    visitor().explore.observed = replace(about, model=model, title=title)
    return True


def bring_observed() -> None:
    """Let the menu show the model with its new evidence; before the menu is drawn."""
    visit = visitor().explore
    if visit.observed is not None:
        observed, visit.observed = visit.observed, None
        bring_model(observed)


def _observed(model: Model, node: str, state: str = "") -> Model:
    """The model with a variable in a state, or without evidence on it; what a browser sends may
    be anything, and what makes no sense changes nothing.
    """
    if not node.startswith("v") or not node[1:].isdecimal() or int(node[1:]) >= len(model.cards):
        return model
    v, evidence = int(node[1:]), dict(model.evidence)
    if state.isdecimal() and int(state) < model.cards[v]:
        evidence[v] = int(state)
    elif not state:
        evidence.pop(v, None)
    return replace(model, evidence=evidence) if evidence != model.evidence else model


def told_evidence(model: Model) -> str:
    """The evidence in the title."""
    names = [
        f"{model.variables[v].name} = {model.variables[v].states[x]}"
        for v, x in model.evidence.items()
    ]
    return f"{GIVEN}{listed(names, MAX_NAMED_OBSERVATIONS)}" if names else ""
