"""What a class explores: everybody begins with the same state, and only a proof has a score."""

from __future__ import annotations

import json

import pytest

from rcr import Run, generate
from rcr.classroom import Store, StoreError
from rcr.classroom.explorations import CONTROLS, USUAL_GOAL, Exploration, is_proved, score
from rcr.models.generator_call import GeneratorCall
from tests.classroom.classes.conftest import Room, room

__all__ = ["room"]


@pytest.fixture
def run() -> Run:
    call = GeneratorCall("grid", {"rows": 3, "cols": 3, "seed": 1})
    run = Run(call.make(), origin=call, start="forest")
    run.converge()
    run.recover_suggested()
    run.converge()
    return run


def test_a_task_carries_the_state_to_every_seat(room: Room, run: Run):
    run.goto(0)
    run.converge()  # another branch, which the task need not carry
    given = Exploration.of(run, ["model", "end"], USUAL_GOAL)
    room.desk.tasks.set("challenge", given.payload, title="Go")
    for seat in room.seats:
        found = Exploration.read(seat.now().task.payload)
        assert (found.hide, found.goal) == (("model", "end"), USUAL_GOAL)
        begun = found.begin()
        assert begun.state.upper == run.state.upper
        assert begun.state.recovered == run.state.recovered
        assert len(begun.states) == len(run.state.path())


def test_an_uploaded_model_travels_with_the_task(store: Store):
    run = Run(generate("grid", rows=2, cols=2, seed=3))
    given = json.loads(json.dumps(Exploration.of(run).payload))
    assert Exploration.read(given).begin().model.digest == run.model.digest


@pytest.mark.parametrize("payload", [None, [], {}, {"run": 1, "hide": [], "goal": ""}, "x"])
def test_a_damaged_task_is_a_sentence(payload):
    with pytest.raises(StoreError, match="ask the teacher"):
        Exploration.read(payload)


def test_only_known_controls_are_hidden(run: Run):
    payload = Exploration.of(run).payload | {"hide": ["model", "everything", 7]}
    assert Exploration.read(payload).hide == ("model",)
    assert "model" in CONTROLS


def test_a_branch_proves_neither_the_task_nor_a_score():
    run = Run(generate("triangle"), start="forest")
    states = len(run.model.variables[0].states)
    start = run.state.number
    for value in range(states):
        run.goto(start)
        run.condition(0, value)
        run.solve()
        assert run.state.certificate is not None
        assert not is_proved(run.state)
        assert score(run, USUAL_GOAL) is None
    run.goto(start)
    run.gather(0)
    assert is_proved(run.state) == (run.state.certificate is not None)
    assert score(run, USUAL_GOAL) is None


def test_a_score_needs_a_proof(run: Run):
    assert run.state.certificate is None or score(run, USUAL_GOAL) is not None
    before = Run(run.model, start="decomposed")
    assert score(before, USUAL_GOAL) is None
    run.solve()
    assert score(run, USUAL_GOAL) == run.state.relaxation.count
    assert score(run, "") is None
