"""The text of a step with its question, the place for the answer, and what is said to it."""

from __future__ import annotations

import streamlit as st

from rcr.classroom.plain_text import MAX_TYPED_CHARACTERS
from rcr.course.answers import Answer, read_number
from rcr.course.learner import Learner
from rcr.course.lesson import WITH, Choice, Do, Explain, Number, Predict
from rcr.ui.learn.controls import edge_menu, told
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, show


def task_panel(learner: Learner) -> None:
    """One step: text, question, answer, and how to go on."""
    seen = learner.seen
    st.markdown(f"#### {seen.title}\n\n{seen.text}\n\n**{seen.question}**")
    match learner.step.task:
        case Number():
            _number(learner)
        case Choice(options=options) if options:
            _options(learner)
        case Explain():
            _explain(learner)
    edge_menu(learner)
    _said(learner)
    _help(learner)


def _key(learner: Learner, what: str) -> str:
    """Of a widget; each step has its own."""
    return f"{what}-{learner.lesson.id}-{learner.n}"


def _give(given: Answer) -> None:
    visitor().learn.move(lambda learner: learner.answer(given))


def _number(learner: Learner) -> None:
    w, key = words(), _key(learner, "number")
    if learner.solution_shown:
        show(key, f"{learner.given:.4g}")
    with st.form(f"form-{key}", border=False), st.container(horizontal=True):
        st.text_input(
            w.your_number,
            key=key,  # never disabled: streamlit would forget what was typed
            label_visibility="collapsed",
            placeholder=w.your_number,
            width=150,
            autocomplete="off",
        )
        st.form_submit_button(w.check, on_click=_give_typed, args=(key,), disabled=learner.done)


def _give_typed(key: str) -> None:
    typed = chosen(key, "")
    if read_number(typed) is None:
        visitor().learn.complaint.text = words().no_number
        return
    _give(typed)


def _options(learner: Learner) -> None:
    """A click on an option is the answer."""
    for place, text in enumerate(learner.seen.options):
        mine = learner.given == place
        mark = ("✔ " if learner.done else "✘ ") if mine and learner.verdict is not None else ""
        st.button(
            mark + text,
            key=_key(learner, f"option-{place}"),
            disabled=learner.done,
            type="primary" if mine and learner.done else "secondary",
            on_click=_give,
            args=(place,),
            width="stretch",
        )


def _explain(learner: Learner) -> None:
    w, key = words(), _key(learner, "explain")
    with st.form(f"form-{key}", border=False):
        st.text_area(
            w.your_words,
            key=key,
            height=110,
            max_chars=MAX_TYPED_CHARACTERS,
            label_visibility="collapsed",
            placeholder=w.your_words,
        )
        st.form_submit_button(
            w.compare,
            on_click=lambda: _give(chosen(key, "")),
            disabled=learner.done,
        )


def _said(learner: Learner) -> None:
    """What is said to the last answer, and the hint after a wrong one."""
    w, verdict, task = words(), learner.verdict, learner.step.task
    if verdict is not None:
        text = " ".join(filter(None, (_rank(learner), verdict.feedback)))
        if isinstance(task, Explain):
            st.success(w.model_answer.format(text=text)) if learner.done else st.warning(
                w.too_short
            )
        elif verdict.right:
            st.success((w.shown if learner.solution_shown else w.right).format(text=text))
        else:
            st.warning(w.wrong.format(text=text))
    if learner.hint and not learner.done:
        st.info(f"{w.hint}: {learner.hint}")


def _rank(learner: Learner) -> str:
    """How good the chosen edge is among the others."""
    found = learner.verdict.reveal if learner.verdict is not None else None
    if found is None:
        return ""
    w, task, best = words(), learner.step.task, len(found.best())
    if isinstance(task, Predict) and task.edge is not None and task.edge.how == WITH:
        told = w.property_right if learner.done else w.property_wrong
    else:
        told = w.reveal_right if learner.done else w.reveal_wrong
    return told.format(edge=found.chosen, rank=found.rank, best=best, count=len(found.ranks))


def _help(learner: Learner) -> None:
    """Hint and solution while the question is open."""
    if learner.done:
        return
    w, move = words(), visitor().learn.move
    with st.container(horizontal=True):
        if isinstance(learner.step.task, Do) and learner.demonstration is None:
            st.button(w.hint, key="hint", shortcut="h", on_click=move, args=(Learner.ask_hint,))
        if learner.wrong and learner.demonstration is None:
            st.button(
                w.show_me, key="show-me", shortcut="m", on_click=move, args=(Learner.show_me,)
            )
        if learner.demonstration is not None and learner.demonstration.next is not None:
            st.button(
                w.show_next.format(action=told(learner.run, learner.demonstration.next)),
                key=f"show-next-{learner.demonstration.shown}",  # a second press does nothing more
                shortcut="m",
                type="primary",
                on_click=move,
                args=(Learner.advance,),
            )
