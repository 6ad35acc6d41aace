"""The controls that a step needs, and no others: buttons, edges to click, and the same by menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import streamlit as st

from rcr import Run
from rcr.course.actions import LessonAction
from rcr.course.language.facts import edge_name
from rcr.course.learner import Learner
from rcr.course.lesson import Predict
from rcr.ui.components.graph import Click, take_clicks
from rcr.ui.learn import keys
from rcr.ui.learn.terms import named
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen
from rcr.views.network.picture import Picture

SHORTCUTS = {"back": "b", "update": "u", "sweep": "s", "settle": "l", "suggested": "n"}
SHORTCUTS["solve"] = "e"
MAX_LISTED_EDGES = 400  # on the menu
MAX_TOLD_EDGES = 3  # on a button
EDGE = "learn-edge"  # the key of the menu
ALL = "all"  # its last entry


def asks_for_an_edge(learner: Learner) -> bool:
    """Whether a click on an edge is the answer to the question."""
    task = learner.step.task
    return isinstance(task, Predict) and task.edge is not None and not learner.done


def take_lesson_clicks(drawn: Picture) -> None:
    """What was clicked on the graph since it was drawn: a prediction, or a move."""
    visit = visitor().learn
    clicks = take_clicks(drawn, visit.clicks, key=keys.GRAPH)
    visit.move(lambda learner: apply_clicks(learner, clicks))


def apply_clicks(learner: Learner, clicks: Iterable[Click]) -> None:
    """Do what was clicked, as far as the step allows it; each is acknowledged after its turn."""
    visit = visitor().learn
    for click in clicks:
        if asks_for_an_edge(learner):
            learner.answer(click.constraints[0])
        elif click.kind not in learner.step.controls:
            visit.complaint.text = words().no_click
        elif ids := click.open(learner.run.state.recovered):
            learner.act(LessonAction(click.kind, tuple(ids)))


def controls(learner: Learner) -> None:
    """The buttons of a step."""
    w, move = words(), visitor().learn.move
    for name, label in w.controls.items():
        if name not in learner.step.controls:
            continue
        at_start = learner.run.state.number == learner.entry.number
        st.button(
            label,
            key=named(name),
            shortcut=SHORTCUTS[name],
            help=w.control_help[name],
            disabled=name == "back" and at_start,
            on_click=move,
            args=(Learner.back if name == "back" else _acting(name),),
        )


def _acting(verb: str) -> Callable[[Learner], None]:
    return lambda learner: learner.act(LessonAction(verb))


def told(run: Run, action: LessonAction) -> str:
    """An action as the page speaks of it."""
    w, named_edges = words(), action.words
    if action.verb not in w.moves:
        return " ".join((w.controls[action.verb], *action.words))
    if named_edges == (ALL,):
        return w.all_edges
    constraints = run.cloned.constraints
    edges = [edge_name(run, constraints[k]) for k in run.cloned.indices(named_edges)]
    some = ", ".join(edges[:MAX_TOLD_EDGES]) + (", …" if len(edges) > MAX_TOLD_EDGES else "")
    return w.moves[action.verb].format(edges=some)


def edge_menu(learner: Learner) -> None:
    """Everything that a click on the graph does, for the keyboard and for small screens."""
    asked = asks_for_an_edge(learner)
    kinds = [kind for kind in ("recover", "relax") if kind in learner.step.controls]
    if not asked and not kinds:
        return
    w, recovered = words(), learner.run.state.relaxation.recovered
    listed = {
        c.id: f"{c.id}: {edge_name(learner.run, c)}"
        for c in learner.run.cloned.constraints
        if (asked and not recovered[c.index])
        or (not asked and ("relax" if recovered[c.index] else "recover") in kinds)
    }
    listed = dict(list(listed.items())[:MAX_LISTED_EDGES])
    if not asked and "recover" in kinds and not recovered.all():
        listed[ALL] = w.all_edges
    if not listed:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key="edge-menu"):
        st.selectbox(
            w.choose_edge,
            listed,
            format_func=listed.__getitem__,
            key=EDGE,
            label_visibility="collapsed",
            width=170,
        )
        st.button(
            w.prediction if asked else w.this_edge, on_click=_take_edge, key="learn-take-edge"
        )


def _take_edge() -> None:
    """As if the edge on the menu had been clicked."""
    edge = chosen(EDGE, None)

    def take(learner: Learner) -> None:
        if edge == ALL:
            learner.act(LessonAction("recover", (ALL,)))
            return
        kind = "relax" if edge in learner.run.state.recovered else "recover"
        apply_clicks(learner, [Click(0, kind, (str(edge),))])

    if edge is not None:
        visitor().learn.move(take)
