"""Exercises: a kind, a level and a seed; one try, marked at once, and the solution as a run."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import partial

import streamlit as st

from rcr import ModelError
from rcr.course.exercise import LEVEL, Posed, exercise_kinds, new_exercise
from rcr.course.exercises.paper_rounds import Rounds
from rcr.course.forms import PARTLY, RIGHT, Marking
from rcr.course.given_tables import given_tables
from rcr.course.practice import Practice
from rcr.ui.components.graph import Click
from rcr.ui.learn import keys
from rcr.ui.learn.answer_forms import answer_form
from rcr.ui.learn.beside_its_run import beside_its_run
from rcr.ui.learn.controls import told
from rcr.ui.learn.staging import stage_practice
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show

MAX_SEED = 9999  # short enough to be said aloud; every seed of the library works in the address
LEVELS = range(int(LEVEL.low), int(LEVEL.high) + 1)


def exercise_page() -> None:
    """What to practise, the question beside its run, and how it was answered."""
    _open_address()
    with st.container(horizontal=True, vertical_alignment="bottom", key="exercise-head"):
        _choose()
    practice = visitor().learn.practice
    if practice is None:
        return
    beside_its_run(
        partial(stage_practice, practice), partial(_act, practice), partial(_tell, practice)
    )


def _tell(practice: Practice) -> None:
    """The question, how it was answered, and where: what is new stands where nobody scrolls."""
    st.markdown(f"**{practice.instance.posed.question}**")
    if practice.marking is not None:
        _marked(practice, practice.marking)
    if isinstance(practice.instance.form, Rounds):  # answered on the graph, so first what is left
        answer_form(practice)
        _tables(practice.instance.posed)
    else:
        _tables(practice.instance.posed)
        answer_form(practice)


def _open_address() -> None:
    """What the address names, or a first exercise."""
    visit, named = visitor().learn, st.query_params
    known = visit.practice
    if known is not None and keys.EXERCISE not in named:
        _name(known)
        return
    kind = named.get(keys.EXERCISE, next(iter(exercise_kinds())))
    level, seed = named.get(keys.LEVEL, "1"), named.get(keys.SEED, "")
    asked = (kind, level, seed)
    if known is not None and asked == _named(known):
        return
    if kind not in exercise_kinds() or not level.isdecimal() or int(level) not in LEVELS:
        kind, level = next(iter(exercise_kinds())), "1"
    show(keys.KIND, kind)
    show(keys.EXERCISE_LEVEL, int(level))
    _begin(kind, int(level), int(seed) if seed.isdecimal() else random.randint(0, MAX_SEED))


def _named(practice: Practice) -> tuple[str, str, str]:
    one = practice.instance
    return one.kind, str(one.level), str(one.seed)


def _name(practice: Practice) -> None:
    """Let the address name the exercise, so that it can be passed on."""
    kind, level, seed = _named(practice)
    st.query_params.update({keys.EXERCISE: kind, keys.LEVEL: level, keys.SEED: seed})


def _begin(kind: str, level: int, seed: int) -> None:
    visit = visitor().learn
    try:
        with visit.lock:
            visit.practice = Practice(new_exercise(kind, seed, level), visit.exercised.append)
            _name(visit.practice)
    except ModelError as error:
        visit.complaint.text = str(error)


def _new() -> None:
    """Another instance of what is chosen; for callbacks."""
    kind = chosen(keys.KIND, next(iter(exercise_kinds())))
    _begin(kind, int(chosen(keys.EXERCISE_LEVEL, 1)), random.randint(0, MAX_SEED))


def _choose() -> None:
    w, kinds = words(), exercise_kinds()
    st.selectbox(
        w.exercise,
        kinds,
        format_func=lambda kind: w.exercises.get(kind, kind),
        **kept(keys.KIND, next(iter(kinds))),
        on_change=_new,
        width=330,
    )
    st.segmented_control(
        w.level, LEVELS, **kept(keys.EXERCISE_LEVEL, 1), required=True, on_change=_new
    )
    st.button(w.new_one, key="new-exercise", on_click=_new, shortcut="o")
    practice = visitor().learn.practice
    if practice is not None:
        st.caption(w.seed.format(seed=practice.instance.seed))


def _act(practice: Practice, clicks: Iterable[Click]) -> None:
    for click in clicks:
        for edge in click.constraints:
            practice.click(edge)


def _marked(practice: Practice, marking: Marking) -> None:
    """The mark with what each part earned, why the solution is right, and the solution to walk."""
    w = words()
    said = w.credit.format(percent=f"{100 * marking.score:.0f}")
    told_parts = [part for part in marking.parts if part.feedback]
    parts = [f"{part.part.removesuffix('?')}: {part.feedback}" for part in told_parts]
    text = "\n".join([f"**{w.verdicts[marking.verdict]}** {said}", *(f"- {t}" for t in parts)])
    box = {RIGHT: st.success, PARTLY: st.info}.get(marking.verdict, st.warning)
    with st.container(key="exercise-mark"):  # in sight however far down the answer was given
        box(text)
    form, posed = practice.instance.form, practice.instance.posed
    solution = form.written(form.solution).removesuffix(".")
    st.markdown(f"{w.solution}: **{solution}**. {posed.explanation}")
    with st.container(horizontal=True):
        if practice.next is not None:
            st.button(
                w.show_next.format(action=told(practice.run, practice.next)),
                key="walk-solution",
                shortcut="m",
                on_click=visitor().learn.practise,
                args=(Practice.advance,),
            )
        st.button(w.new_one, key="another", type="primary", shortcut="right", on_click=_new)


def _tables(posed: Posed) -> None:
    """What belongs to the question."""
    if posed.given:
        st.html(given_tables(posed.given))
