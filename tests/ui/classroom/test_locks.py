"""What a task hides cannot be had by editing the address; a teacher's link hides it, too."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest

from rcr import Run, generate
from rcr.classroom import ClassNow, Key, Task
from rcr.classroom.explorations import Exploration
from rcr.models.generator_call import GeneratorCall
from rcr.run.link import from_link, to_link
from rcr.ui.classroom import locks
from rcr.ui.classroom.link_panel import lesson_link, teachers_link
from rcr.ui.classroom.visit import Sitting
from rcr.ui.explore import opening
from rcr.ui.learn.visit import FixedLesson
from rcr.ui.visitor import Visitor


@pytest.fixture
def run() -> Run:
    call = GeneratorCall("grid", {"rows": 3, "cols": 3, "seed": 1})
    return Run(call.make(), origin=call, start="forest")


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch):
    """A visitor, and the address of the page as a plain dictionary."""
    visitor, address = Visitor(), {}
    for module in (locks, opening):
        monkeypatch.setattr(module, "visitor", lambda: visitor)
        monkeypatch.setattr(module.st, "query_params", address)
    monkeypatch.setattr(opening, "show_run", lambda run: None)
    monkeypatch.setattr(opening, "reopen_wanted", lambda: False)
    return visitor, address


def seated(run: Run, hide: list[str]) -> Sitting:
    payload = Exploration.of(run, hide).payload
    task = Task(1, "challenge", "Go", payload, None, False, None, False, 0.0)
    now = ClassNow("p", "Monday", "Anna", True, 1, task, None)
    return Sitting(None, Key("p", "s"), now, given=run)  # type: ignore[arg-type]


def test_within_a_class_only_the_task_counts(visit, run: Run):
    visitor, address = visit
    visitor.classroom.sitting = seated(run, ["model", "end"])
    for edited in ("", "panels", "nothing"):
        address[locks.HIDE] = edited
        locks.lock()
        assert visitor.explore.hidden == {"model", "end"}


def test_an_address_edited_within_a_fixed_task_opens_nothing(visit, run: Run):
    visitor, address = visit
    other = Run(generate("triangle"), origin=GeneratorCall("triangle", {}))
    visitor.classroom.sitting = seated(run, ["model"])
    locks.lock()
    address[opening.LINK] = to_link(other)
    opening.open_address()
    assert visitor.explore.opened is None
    assert visitor.explore.complaint.take() == opening.FIXED
    visitor.explore.opened = other  # from a file or another page
    opening.open_address()
    assert visitor.explore.opened is None
    visitor.explore.opened = run  # what the class has given
    opening.open_address()
    assert visitor.explore.opened is run


def test_a_teachers_link_hides_without_a_class(visit, run: Run):
    visitor, address = visit
    link = teachers_link("http://host", to_link(run), ["model", "panels"])
    parts = dict(part.split("=", 1) for part in link.partition("?")[2].split("&"))
    assert from_link(parts["run"]).model.digest == run.model.digest
    address[locks.HIDE] = parts["hide"].replace("%2C", ",") + ",unknown"
    locks.lock()
    assert visitor.explore.hidden == {"model", "panels"}


def parts_of(link: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(link).query))


def test_a_link_to_a_lesson_leaves_no_other_open(visit):
    visitor, address = visit
    address |= parts_of(lesson_link("http://host", "cutting", 2, 4))
    locks.lock()
    assert visitor.learn.fixed == FixedLesson("cutting", 1, 4)
    address.clear()  # as when another page is opened from the menu
    address["lesson"] = "triangle"
    locks.lock()
    assert visitor.learn.fixed == FixedLesson("cutting", 1, 4)
    for steps in ("", "4-2", "0-3", "x", "1-999"):
        address |= {"lesson": "cutting", "hide": locks.COURSE, locks.STEPS: steps}
        locks.lock()
        assert visitor.learn.fixed == FixedLesson("cutting"), steps


def test_within_a_class_only_the_tasks_lesson_counts(visit, run: Run):
    visitor, address = visit
    sitting = visitor.classroom.sitting = seated(run, [])
    payload = {"lesson": "cutting", "first": 1, "only": True}
    address |= parts_of(lesson_link("http://host", "triangle", 1, 2))
    for task, fixed in (
        (Task(1, "lesson", "", payload, 3, False, None, False, 0.0), FixedLesson("cutting", 1, 3)),
        (Task(1, "lesson", "", payload | {"only": False}, 3, False, None, False, 0.0), None),
        (None, None),
    ):
        sitting.now = replace(sitting.now, task=task)
        locks.lock()
        assert visitor.learn.fixed == fixed
