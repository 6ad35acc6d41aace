"""What the visitor did so far: a table, a page to print, and CSV."""

from __future__ import annotations

import streamlit as st

from rcr.course.report import lessons_begun, report_csv, report_html, result_rows
from rcr.ui.learn.course_list import course
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor


def report_page() -> None:
    """Lessons, answers, exercises and scores."""
    w, done, lessons = words(), visitor().learn.done, course()
    st.header(w.report_title, anchor=False)
    if not done:
        st.info(w.nothing_yet)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(w.report_name, key="report-name", width=260)
        page = report_html(done, lessons, name.strip())
        st.download_button(w.report_page, page, "report.html", "text/html", on_click="ignore")
        table = report_csv(done, lessons)
        st.download_button(w.report_table, table, "report.csv", "text/csv", on_click="ignore")
    for lesson, passed, right in lessons_begun(done, lessons):
        far = w.steps_done.format(done=passed, steps=len(lesson.steps))
        st.markdown(f"**{lesson.place}. {lesson.title}**: {far}, {w.at_once.format(right=right)}")
    st.dataframe(result_rows(done, lessons), hide_index=True, alt=w.report_title)
