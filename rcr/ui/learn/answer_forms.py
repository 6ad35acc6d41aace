"""The place for an exercise's answer, by the form that it has.

What was answered stays there beside the mark. So no place is ever disabled, which would make
streamlit forget it; only the button is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from rcr.course.exercises.frustrated import Loop
from rcr.course.exercises.paper_rounds import ROUNDS, Rounds
from rcr.course.forms import Answer, Choices, Numbers, Order, SomeOf
from rcr.course.practice import Practice
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, show


def answer_form(practice: Practice) -> None:
    """Draw the form; its button hands the answer over to be marked."""
    match practice.instance.form:
        case SomeOf(among):
            _some(practice, among)
        case Loop(scopes):
            names = practice.run.model.variables
            between = {i: "–".join(names[v].name for v in scope) for i, scope in scopes.items()}
            _several(practice, {i: f"{i}: {ends}" for i, ends in between.items()})
        case Order(items):
            _order(practice, items)
        case Numbers(slots):
            _numbers(practice, [slot.label for slot in slots])
        case Choices():
            _choices(practice, practice.instance.form)
        case Rounds():
            left = ROUNDS - len(practice.chosen)
            st.markdown(words().rounds_left.format(left=left) if left and not practice.done else "")


def form_key(practice: Practice, part: object = "") -> str:
    """Of a widget; every instance has its own."""
    one = practice.instance
    return f"exercise-{one.kind}-{one.level}-{one.seed}-{part}"


def _hand_in(read: Callable[[], Answer]) -> None:
    """Mark what the form holds, unless something is missing; for callbacks."""

    def hand_in(practice: Practice) -> None:
        answer = read()
        if practice.instance.form.ready(answer):
            practice.mark(answer)
        else:
            visitor().learn.complaint.text = words().answer_first

    visitor().learn.practise(hand_in)


def _submit(practice: Practice, read: Callable[[], Answer]) -> None:
    st.form_submit_button(
        words().check, on_click=_hand_in, args=(read,), disabled=practice.done, type="primary"
    )


def _some(practice: Practice, among: Mapping[str, str]) -> None:
    """Chosen on the graph or in the list, which show the same."""
    key = form_key(practice)
    show(key, [i for i in practice.chosen if i in among])

    def take() -> None:
        practice.chosen = list(chosen(key, []))

    st.multiselect(
        words().choose_edges,
        among,
        format_func=among.__getitem__,
        key=key,
        on_change=take,
        disabled=practice.done,
    )
    st.button(
        words().check,
        key="check-edges",
        type="primary",
        disabled=practice.done,
        on_click=_hand_in,
        args=(lambda: list(practice.chosen),),
    )


def _several(practice: Practice, among: Mapping[str, str], label: str = "") -> None:
    key = form_key(practice)
    with st.form(f"form-{key}", border=False):
        st.multiselect(
            label or words().choose_all,
            among,
            format_func=among.__getitem__,
            key=key,
        )
        _submit(practice, lambda: list(chosen(key, [])))


def _order(practice: Practice, items: Mapping[str, str]) -> None:
    """Taken one after the other, in order; each state can be looked at."""
    for name, told in items.items():
        st.markdown(f"**{name}**: {told}")
    names = list(practice.instance.posed.states)
    looked = st.segmented_control(words().look_at, names, key=form_key(practice, "look"))
    if looked:
        practice.go_to(looked)
    _several(practice, {name: name for name in items}, words().in_order)


def _numbers(practice: Practice, labels: list[str]) -> None:
    keys = [form_key(practice, place) for place in range(len(labels))]
    with st.form(f"form-{form_key(practice)}", border=False):
        for key, label in zip(keys, labels, strict=True):
            st.text_input(label, key=key, autocomplete="off", width=220)
        _submit(practice, lambda: [chosen(key, "") for key in keys])


def _choices(practice: Practice, form: Choices) -> None:
    keys = [form_key(practice, place) for place in range(len(form.questions))]
    with st.form(f"form-{form_key(practice)}", border=False):
        for key, question in zip(keys, form.questions, strict=True):
            st.radio(
                question.text,
                range(len(question.options)),
                format_func=question.options.__getitem__,
                index=None,
                key=key,
            )
        _submit(practice, lambda: [chosen(key, None) for key in keys])
