"""Polls: what is true comes from the run, and no answer counts but one that was asked for."""

from __future__ import annotations

import json

import pytest

from rcr import Run, generate
from rcr.classroom import StoreError
from rcr.classroom.polls import EDGE, FALLS, NO, WORDS, YES, Poll, fall
from rcr.model import ROUNDING_LOGS


@pytest.fixture(scope="module")
def run() -> Run:
    run = Run(generate("grid", rows=4, cols=4, seed=2), start="forest")
    run.converge()
    return run


def relaxed(run: Run) -> list[str]:
    return [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]


def again(poll: Poll) -> Poll:
    """The poll after its way through the store."""
    return Poll.read(json.loads(json.dumps(poll.payload)))


def test_which_edge(run: Run):
    poll = again(Poll.on(run, EDGE, "Which?"))
    assert all(poll.allows(edge) for edge in relaxed(run))
    assert not any(poll.allows(edge) for edge in (*run.state.recovered, "", "yes", "c999"))
    truth = again(poll.revealed()).truth
    assert truth is not None
    best = max(fall(run, edge) for edge in truth.right)
    assert all(fall(run, edge) > best - 10 * ROUNDING_LOGS for edge in truth.right)
    assert f"{best:.3f}" in truth.sentence or best <= ROUNDING_LOGS
    strongest = relaxed(run)[int(run.candidates().impact.argmax())]
    assert fall(run, strongest) <= best + ROUNDING_LOGS


def test_will_the_bound_fall(run: Run):
    for edge in relaxed(run):
        poll = again(Poll.on(run, FALLS, "Will it?", edge).revealed())
        assert poll.choices == (YES, NO)
        assert poll.truth is not None
        assert poll.truth.right == ((YES,) if fall(run, edge) > ROUNDING_LOGS else (NO,))


def test_trying_out_moves_nothing(run: Run):
    before = len(run.states), run.state.number
    Poll.on(run, EDGE, "Which?").revealed()
    assert (len(run.states), run.state.number) == before


def test_words_of_ones_own():
    poll = again(Poll.in_words("  Is it\ntight? ", ["yes", "", " no "]))
    assert (poll.ask, poll.question, poll.choices) == (WORDS, "Is it tight?", ("yes", "no"))
    assert poll.allows("no")
    assert not poll.allows("perhaps")
    assert poll.revealed().truth.right == ()


@pytest.mark.parametrize("answers", [[], ["one"], ["a", "a"], [str(n) for n in range(9)]])
def test_too_few_too_many_or_equal_answers(answers):
    with pytest.raises(StoreError, match="2 to 8"):
        Poll.in_words("?", answers)


def test_an_edge_that_is_not_relaxed_is_no_question(run: Run):
    with pytest.raises(StoreError, match="relaxed edge"):
        Poll.on(run, FALLS, "?", run.state.recovered[0])


@pytest.mark.parametrize("payload", [None, 3, {}, {"ask": "edge"}, []])
def test_a_damaged_poll_is_a_sentence(payload):
    with pytest.raises(StoreError, match="ask the teacher"):
        Poll.read(payload)
