"""The class on Compare: everybody's run on the task's model, under the name that was typed."""

from __future__ import annotations

import re

import pytest

from rcr import Run, generate
from rcr.classroom import NotKept, Recorder, Store
from rcr.classroom.explorations import Exploration
from rcr.models.generator_call import GeneratorCall
from rcr.ui.classroom.contest import class_contestants
from rcr.ui.plain_words import words
from tests.classroom.test_plain_text import MARKED_UP


@pytest.mark.parametrize("name", MARKED_UP)
def test_a_contestant_is_called_as_the_student_is_and_the_page_shows_every_sign(
    tmp_path, name: str
):
    store = Store(tmp_path / "store.sqlite")
    desk, _ = store.classes.found("Monday")
    seat, _ = store.classes.join(desk.info().code, name, "here")
    run = Run(generate("triangle"), origin=GeneratorCall("triangle", {}), start="forest")
    task = desk.tasks.set("explore", Exploration.of(run).payload, title="Go")
    with pytest.raises(NotKept):
        class_contestants(desk, task)
    Recorder(store.runs, seat.visitor, title="Go", task=task.id).save(run)
    (contestant,) = class_contestants(desk, task)
    assert contestant.name == name
    shown = words(contestant.name)
    assert not re.search(r"(?<!\\)(\\\\)*[`*_\[\]<>$]", shown)  # Markdown would read it
    assert shown.replace("\\", "") == name.replace("\\", "")
    assert contestant.parameters["model"] == task.payload["run"]["model"]
    store.close()
