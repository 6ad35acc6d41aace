"""The text of a step with its question, the place for the answer, and what is said to it."""

from __future__ import annotations

import streamlit as st

from rcr.classroom.plain_text import MAX_TYPED_CHARACTERS
from rcr.course.answers import Answer, read_number
from rcr.course.lesson import WITH, Choice, Do, Explain, Number, Predict
from rcr.course.study import Study
from rcr.ui.learn.controls import edge_menu, told
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, show


def task_panel(study: Study) -> None:
    """One step: text, question, answer, and how to go on."""
    seen = study.seen
    st.markdown(f"#### {seen.title}\n\n{seen.text}\n\n**{seen.question}**")
    match study.step.task:
        case Number():
            _number(study)
        case Choice(options=options) if options:
            _options(study)
        case Explain():
            _explain(study)
    edge_menu(study)
    _said(study)
    _help(study)


def _key(study: Study, what: str) -> str:
    """Of a widget; each step has its own."""
    return f"{what}-{study.lesson.id}-{study.n}"


def _give(given: Answer) -> None:
    visitor().learn.move(lambda study: study.answer(given))


def _number(study: Study) -> None:
    w, key = words(), _key(study, "number")
    if study.solution_shown:
        show(key, f"{study.given:.4g}")
    with st.form(f"form-{key}", border=False), st.container(horizontal=True):
        st.text_input(
            w.your_number,
            key=key,  # never disabled: streamlit would forget what was typed
            label_visibility="collapsed",
            placeholder=w.your_number,
            width=150,
            autocomplete="off",
        )
        st.form_submit_button(w.check, on_click=_give_typed, args=(key,), disabled=study.done)


def _give_typed(key: str) -> None:
    typed = chosen(key, "")
    if read_number(typed) is None:
        visitor().learn.complaint.text = words().no_number
        return
    _give(typed)


def _options(study: Study) -> None:
    """A click on an option is the answer."""
    for place, text in enumerate(study.seen.options):
        mine = study.given == place
        mark = ("✔ " if study.done else "✘ ") if mine and study.verdict is not None else ""
        st.button(
            mark + text,
            key=_key(study, f"option-{place}"),
            disabled=study.done,
            type="primary" if mine and study.done else "secondary",
            on_click=_give,
            args=(place,),
            width="stretch",
        )


def _explain(study: Study) -> None:
    w, key = words(), _key(study, "explain")
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
            disabled=study.done,
        )


def _said(study: Study) -> None:
    """What is said to the last answer, and the hint after a wrong one."""
    w, verdict, task = words(), study.verdict, study.step.task
    if verdict is not None:
        text = " ".join(filter(None, (_rank(study), verdict.feedback)))
        if isinstance(task, Explain):
            st.success(w.model_answer.format(text=text)) if study.done else st.warning(w.too_short)
        elif verdict.right:
            st.success((w.shown if study.solution_shown else w.right).format(text=text))
        else:
            st.warning(w.wrong.format(text=text))
    if study.hint and not study.done:
        st.info(f"{w.hint}: {study.hint}")


def _rank(study: Study) -> str:
    """How good the chosen edge is among the others."""
    found = study.verdict.reveal if study.verdict is not None else None
    if found is None:
        return ""
    w, task, best = words(), study.step.task, len(found.best())
    if isinstance(task, Predict) and task.edge is not None and task.edge.how == WITH:
        told = w.property_right if study.done else w.property_wrong
    else:
        told = w.reveal_right if study.done else w.reveal_wrong
    return told.format(edge=found.chosen, rank=found.rank, best=best, count=len(found.ranks))


def _help(study: Study) -> None:
    """Hint and solution while the question is open."""
    if study.done:
        return
    w, move = words(), visitor().learn.move
    with st.container(horizontal=True):
        if isinstance(study.step.task, Do) and study.demonstration is None:
            st.button(w.hint, key="hint", shortcut="h", on_click=move, args=(Study.ask_hint,))
        if study.wrong and study.demonstration is None:
            st.button(w.show_me, key="show-me", shortcut="m", on_click=move, args=(Study.show_me,))
        if study.demonstration is not None and study.demonstration.next is not None:
            st.button(
                w.show_next.format(action=told(study.run, study.demonstration.next)),
                key=f"show-next-{study.demonstration.shown}",  # a second press does nothing more
                shortcut="m",
                type="primary",
                on_click=move,
                args=(Study.advance,),
            )
