"""The report to print: everybody is there, and nothing that was typed becomes mark-up."""

from __future__ import annotations

from html import escape

from rcr.classroom import Standing, Store
from rcr.classroom.report import report
from tests.classroom.test_plain_text import MARKED_UP


def test_names_titles_and_answers_stand_there_as_they_were_typed(store: Store):
    desk, _ = store.classes.found("<script>alert(1)</script>")
    for name in MARKED_UP:
        seat, _ = store.classes.join(desk.info().code, name, "here")
        store.progress.add_answer(seat.visitor, name, 1, name, False, 1)
    page = report(desk, desk.results())
    assert "<script" not in page
    assert "<img" not in page
    for member in desk.members():
        assert escape(member.nickname) in page


def test_what_everybody_did(store: Store):
    desk, _ = store.classes.found("Monday")
    seat, _ = store.classes.join(desk.info().code, "Anna", "here")
    gone, _ = store.classes.join(desk.info().code, "Zoe", "here")
    store.progress.add_answer(seat.visitor, "cutting", 2, "7", False, 1)
    store.progress.add_answer(seat.visitor, "cutting", 2, "8", True, 2)
    store.progress.add_exercise(seat.visitor, "update", 1, 5, [1], 1.0, 9.0)
    store.progress.add_score(seat.visitor, "grid", "fewest", 12.0)
    store.progress.add_score(seat.visitor, "grid", "fewest", 9.0)
    task = desk.tasks.set("challenge", {}, title="The grid")
    seat.post(Standing(task.id, recovered=9, gap=0.25, step=12, status="finished"))
    desk.remove(gone.member)
    page = report(desk, desk.results())
    assert "<td>Anna</td>" in page
    assert "Zoe" not in page
    row = "<td>The grid</td><td>Anna</td><td>finished</td><td>9</td><td>0.250</td><td>12</td>"
    assert row in page
    assert "<td>5</td><td>2</td><td>1</td><td>grid: 9</td>" in page
    assert "<td>7</td><td>1</td><td>1</td>" in page
