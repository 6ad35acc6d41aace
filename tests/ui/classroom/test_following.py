"""When a class is paused or the time is over, nothing may be moved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rcr import Run, generate
from rcr.classroom import Task
from rcr.ui.classroom.banner import time_left
from rcr.ui.classroom.following import OVER, PAUSED, held
from rcr.ui.classroom.work import standing
from rcr.ui.explore import moves
from rcr.ui.explore.commands import Condition, Recover, RecoverSuggested, Sweep
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.plain_words import reason, sentence, words

TASK = Task(1, "explore", "Go", {}, None, False, None, False, 0.0)


def test_held():
    assert held(None, 0.0) is None
    assert held(TASK, 0.0) is None
    assert held(replace(TASK, paused=True), 0.0) == PAUSED
    assert held(replace(TASK, ends_at=10.0), 9.9) is None
    assert held(replace(TASK, ends_at=10.0), 10.0) == OVER


@pytest.mark.parametrize(
    ("seconds", "told"), [(61.2, "1:02 left"), (59.0, "0:59 left"), (0.0, "time is over")]
)
def test_a_clock_that_runs_down(seconds: float, told: str):
    assert time_left(seconds) == told


@pytest.fixture
def visit() -> ExploreVisit:
    visit = ExploreVisit()
    run = Run(generate("grid", rows=3, cols=3, seed=1), start="forest", batch=1)
    moves.begin(visit, run, ("", ""))
    return visit


def test_a_held_run_does_not_move(visit: ExploreVisit):
    visit.held = PAUSED
    before = visit.run.state
    edge = visit.run.cloned.constraints[visit.run.state.relaxation.relaxed[0]].id
    for command in (Sweep(), RecoverSuggested(), Recover((edge,))):
        moves.act(visit, command, settle=True)
        assert visit.complaint.take() == PAUSED
    moves.apply_clicks(visit, [moves.Click(1, "recover", (edge,))], settle=True)
    assert visit.run.state is before


@pytest.mark.parametrize(
    ("hidden", "command"), [("suggested", RecoverSuggested()), ("branches", Condition(0, 0))]
)
def test_what_is_hidden_is_refused_whoever_asks(visit: ExploreVisit, hidden, command):
    visit.hidden = frozenset({hidden})
    before = visit.run.state
    moves.act(visit, command, settle=False)
    assert visit.run.state is before
    assert visit.complaint.take() == moves.HIDDEN
    moves.act(visit, Sweep(), settle=False)
    assert visit.run.state is not before


def test_how_far_a_run_is():
    run = Run(generate("grid", rows=5, cols=5, seed=2), start="decomposed", batch=1)
    run.converge()
    found = standing(run, 7, stuck=True)
    assert (found.task, found.status, found.step) == (7, "stuck", 1)
    assert found.curve[-1] == run.state.upper
    run.solve()
    done = standing(run, 7, stuck=True)
    assert done.status == "finished"
    assert done.recovered == run.state.relaxation.count


@pytest.mark.parametrize("text", ["**a**", "<b>", "$x$", "[a](b)", ":red[x]", "a_b `c` #d", "1. x"])
def test_words_are_shown_as_they_are(text: str):
    escaped = words(text)
    assert escaped.replace("\\", "") == text
    assert all(escaped[i - 1] == "\\" for i, c in enumerate(escaped) if c in "*<$[`:_#")


def test_sentences_end():
    assert sentence("it is so") == "It is so."
    assert sentence("is it so?") == "Is it so?"


def test_a_student_is_told_what_is_the_matter_but_not_where_the_store_is():
    full = "the disk of /home/teacher/rcr.sqlite is full; make room, or choose another"
    assert reason(full, "/home/teacher/rcr.sqlite") == ("The disk of the class\\'s store is full.")
