"""What came of the class: tables to take home, a report to print, and how to delete it all."""

from __future__ import annotations

import json

import streamlit as st

from rcr.classroom import (
    ClassInfo,
    Result,
    WrongAnswer,
    export_class,
    to_csv,
    wrong_answers,
)
from rcr.classroom.report import MAX_WRONG_ANSWERS, answer_text, report
from rcr.text.words import counted
from rcr.ui.classroom.acting import acting
from rcr.ui.classroom.entering import DESK_COOKIE
from rcr.ui.classroom.names import called
from rcr.ui.classroom.showing import stop_leading
from rcr.ui.classroom.told_results import told_results
from rcr.ui.classroom.visit import Teaching
from rcr.ui.visitor import visitor

MARKS = {True: "✔", False: "✘", None: ""}  # of an answer; none where nobody can mark it


def results_panel(teaching: Teaching, info: ClassInfo) -> None:
    """Downloads are made when they are asked for."""
    desk = teaching.desk
    results = told_results(desk)
    with st.container(horizontal=True):
        for label, make, name, mime in (
            ("Results (CSV)", lambda: to_csv(results, Result), "results.csv", "text/csv"),
            (
                "Wrong answers (CSV)",
                lambda: to_csv(wrong_answers(results), WrongAnswer),
                "wrong-answers.csv",
                "text/csv",
            ),
            ("Report to print", lambda: report(desk, results), "class-report.html", "text/html"),
            (
                "Everything (JSON)",
                lambda: json.dumps(export_class(desk)),
                "class.json",
                "application/json",
            ),
        ):
            st.download_button(label, make, name, mime, on_click="ignore")
    st.caption(f"{counted(len(results), 'answer')} so far.")
    names = called(desk)
    rows = [
        {"who": names[r.member], "kind": r.kind, "what": r.item, "part": r.part}
        | {"answer": answer_text(r.answer), "right": MARKS[r.right]}
        | {"score": _number(r.credit if r.score is None else r.score)}
        for r in reversed(results)
    ]
    if rows:
        st.dataframe(rows, hide_index=True)
    _most_frequent(wrong_answers(results)[:MAX_WRONG_ANSWERS])
    st.toggle(
        "Keep this class",
        info.kept,
        key=f"keep-{info.revision}",
        on_change=acting(desk.keep, not info.kept),
        help="Else everything of it is deleted 30 days after its last use",
    )
    with st.popover("Delete this class"):
        st.caption("Its members, their runs and answers, and your own runs in it, for good.")
        st.button("Delete it now", on_click=acting(_delete, teaching), type="primary")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _most_frequent(wrong: list[WrongAnswer]) -> None:
    """What to talk about next time."""
    if wrong:
        st.caption("The most frequent wrong answers")
        rows = [
            {"what": w.item, "part": w.part, "answer": answer_text(w.answer)}
            | {"students": w.members, "times": w.times}
            for w in wrong
        ]
        st.dataframe(rows, hide_index=True)


def _delete(teaching: Teaching) -> None:
    teaching.desk.delete()
    stop_leading()
    st.toast("The class is deleted.")
    visit = visitor().classroom
    visit.teaching, visit.lost = None, DESK_COOKIE
