"""Every move of a visitor's run: recorded, told, undone as one step, and one after the other."""

from __future__ import annotations

from itertools import pairwise
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import ModelError, Run, generate
from rcr.ui.components.graph import Click
from rcr.ui.explore import film, moves
from rcr.ui.explore.commands import (
    Back,
    Delete,
    GoTo,
    Name,
    Recover,
    RecoverSuggested,
    Relax,
    Restart,
    Settle,
    Sweep,
    Update,
)
from rcr.ui.explore.visit import ExploreVisit, Move
from rcr.ui.job import Job

QUESTION = ("the model", "the settings")


def begun(**settings) -> ExploreVisit:
    """A visitor with a run on a small grid, before the first step."""
    visit = ExploreVisit()
    run = Run(generate("grid", rows=3, cols=3, seed=1), **{"start": "forest", **settings})
    moves.begin(visit, run, QUESTION)
    return visit


@pytest.fixture
def visit() -> ExploreVisit:
    return begun()


STEPS = st.sampled_from([Update(1), Update(3), Sweep(), Settle(), RecoverSuggested()])


@settings(deadline=None)
@given(st.lists(st.tuples(STEPS, st.booleans(), st.booleans()), max_size=8))
def test_back_undoes_the_steps_one_by_one_whatever_the_switch_says_by_then(wanted):
    """The path back is the path there, also where the switch was turned in between."""
    visit = begun()
    run = visit.run
    path = [run.state]
    for step, settle, _ in wanted:
        moves.act(visit, step, settle=settle)
        if visit.complaint.take() is None:  # where nothing is relaxed, nothing is done
            path.append(run.state)
    for (_, _, settle), (before, after) in zip(
        reversed(wanted), reversed(list(pairwise(path))), strict=False
    ):
        assert run.state is after
        moves.act(visit, Back(), settle=settle)
        assert run.state is before


def test_a_change_and_the_compensation_after_it_are_one_move(visit):
    start, heard = visit.run.state, []
    visit.listeners.append(heard.append)
    moves.act(visit, RecoverSuggested(), settle=True)
    reached = visit.run.state
    assert reached.parent.parent is start
    assert heard == [Move(visit.run, RecoverSuggested(), start.number, reached.number)]


def test_a_change_and_compensation_that_was_asked_for_are_two(visit):
    moves.act(visit, RecoverSuggested(), settle=False)
    changed = visit.run.state
    moves.act(visit, Settle(), settle=True)
    moves.act(visit, Back(), settle=True)
    assert visit.run.state is changed


def test_at_the_start_there_is_nothing_to_undo(visit):
    moves.act(visit, Back(), settle=True)
    assert visit.complaint.take() == "this is the start; there is nothing to undo"


def test_every_command_does_what_the_library_does(visit):
    run = visit.run
    expected = run.fork()
    [first] = expected.suggest(1)
    for command, do in (
        (Update(2), lambda: expected.compensate(2)),
        (Sweep(), expected.sweep),
        (Recover((first,)), lambda: expected.recover([first])),
        (Settle(), expected.converge),
        (Relax((first,)), lambda: expected.relax([first])),
        (RecoverSuggested(), expected.recover_suggested),
        (Name(2, "here"), lambda: expected.names.update(here=2)),
        (GoTo(2), lambda: expected.goto(2)),
        (Delete(3), lambda: expected.delete(3)),
        (Restart(), lambda: (expected.goto(0), expected.converge())),
        (Back(), expected.back),
    ):
        moves.act(visit, command, settle=False)
        do()
        assert visit.complaint.text is None
        assert run.state.number == expected.state.number, command
        assert run.state.bounds == expected.state.bounds, command
        assert list(run.states) == list(expected.states)
        assert run.names == expected.names


def test_clicks_that_are_done_already_make_no_step(visit):
    done, open_ = visit.run.state.recovered[0], visit.run.suggest(1)[0]
    heard = []
    visit.listeners.append(heard.append)
    clicks = [Click(1, "recover", (done,)), Click(2, "recover", (done, open_))]
    moves.apply_clicks(visit, clicks, settle=False)
    assert [move.command for move in heard] == [Recover((open_,))]
    assert visit.complaint.text is None


def test_a_refusal_is_said_and_the_clicks_after_it_count(visit, monkeypatch):
    recover = Run.recover
    first, second = visit.run.suggest(2)

    def refuse(self, ids, relax=()):
        if tuple(ids) == (first,):
            raise ModelError("not this one")
        return recover(self, ids, relax)

    monkeypatch.setattr(Run, "recover", refuse)
    clicks = [Click(1, "recover", (first,)), Click(2, "recover", (second,))]
    moves.apply_clicks(visit, clicks, settle=True)
    assert visit.complaint.take() == "not this one"
    assert second in visit.run.state.recovered
    assert first not in visit.run.state.recovered


def test_where_compensation_is_refused_the_change_is_done_and_recorded(visit, monkeypatch):
    def refuse(self, **how):
        raise ModelError("no compensation today")

    monkeypatch.setattr(Run, "converge", refuse)
    start = visit.run.state
    moves.act(visit, RecoverSuggested(), settle=True)
    assert visit.complaint.take() == "no compensation today"
    assert visit.run.state.parent is start
    moves.act(visit, Back(), settle=True)
    assert visit.run.state is start


# -- who listens ---------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.lists(st.tuples(STEPS | st.just(Back()) | st.just(Restart()), st.booleans()), max_size=8))
def test_a_listener_hears_every_move_in_order_and_can_follow_the_run(wanted):
    visit, heard = ExploreVisit(), []
    visit.listeners.append(lambda move: heard.append((move.run.state.number, move)))
    moves.begin(visit, Run(generate("grid", rows=2, cols=3, seed=1)), QUESTION)
    done = [None]
    for command, settle in wanted:
        moves.act(visit, command, settle=settle)
        if visit.complaint.take() is None:
            done.append(command)
    assert [move.command for _, move in heard] == done
    assert all(move.run is visit.run for _, move in heard)
    assert all(number == move.after for number, move in heard)
    assert all(a.after == b.before for (_, a), (_, b) in pairwise(heard))
    assert heard[-1][0] == visit.run.state.number


def test_a_run_to_the_end_takes_the_runs_place_and_is_heard_of(visit):
    before, heard = visit.run, []
    visit.listeners.append(heard.append)
    fork = before.fork()

    def solved(report, cancel):
        fork.solve(cancel)
        return fork

    visit.job = Job(solved)
    visit.job.result()
    assert moves.running_job(visit) is None
    assert visit.run is fork
    assert heard == [Move(fork, None, before.state.number, fork.state.number)]


def test_a_run_to_the_end_that_fails_leaves_the_run(visit):
    before = visit.run

    def fail(report, cancel):
        raise ModelError("too large")

    visit.job = Job(fail)
    with pytest.raises(ModelError):
        visit.job.result()
    assert moves.running_job(visit) is None
    assert visit.run is before
    assert visit.complaint.take() == "too large"


def test_another_run_ends_what_was_under_way(visit):
    stopped = Event()

    def work(report, cancel):
        cancel.wait()
        stopped.set()
        return visit.run

    job = visit.job = Job(work)
    moves.act(visit, Settle(), settle=True)
    assert visit.complaint.take() == moves.UNDER_WAY
    visit.film.playing = True
    other = Run(generate("triangle"))
    moves.begin(visit, other, ("another", ""))
    job.result()
    assert stopped.is_set()
    assert (visit.run, visit.question, visit.job) == (other, ("another", ""), None)
    assert not visit.film.playing


def test_two_scripts_of_one_visitor_move_the_run_one_after_the_other(visit, monkeypatch):
    """The second begins while the first still computes; nothing is lost, and nothing is done
    twice.
    """
    run, inside, compensate, all_begun = visit.run, [], Run.compensate, Event()

    def slow(self, updates, *args, **kwargs):
        inside.append("in")
        assert inside.count("in") - inside.count("out") == 1
        all_begun.wait()
        state = compensate(self, updates, *args, **kwargs)
        inside.append("out")
        return state

    monkeypatch.setattr(Run, "compensate", slow)
    here = run.state
    threads = [
        Thread(target=moves.act, args=(visit, Update(1)), kwargs={"settle": True}) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    all_begun.set()
    for thread in threads:
        thread.join()
    assert run.state.updates == here.updates + 4
    assert [state.number for state in run.state.path()[-4:]] == [
        here.number + n for n in range(1, 5)
    ]


# -- the film ------------------------------------------------------------------------------------


def test_the_film_settles_and_recovers_until_it_is_proved(visit):
    visit.film.playing = True
    while visit.film.playing:
        film.next_picture(visit, settle=True)
    assert visit.run.status == "certified"


def test_the_film_goes_on_where_belief_propagation_does_not_converge():
    parameters = {"variables": 20, "degree": 4, "coupling": 3.0, "seed": 2}
    run = Run(generate("spin-glass", **parameters), task="z", scheme="model-split", max_sweeps=20)
    visit = ExploreVisit()
    moves.begin(visit, run, QUESTION)
    for do, count in (("compensate", 0), ("recover", 1), ("compensate", 1)):
        film.next_picture(visit, settle=False)
        assert (run.state.action.verb, run.state.rounds) == (do, count)
        assert not run.state.settled


def test_the_film_stops_at_a_complaint(visit, monkeypatch):
    def refuse(self):
        raise ModelError("not now")

    monkeypatch.setattr(Run, "converge", refuse)
    visit.film.playing = True
    film.next_picture(visit, settle=True)
    assert not visit.film.playing
    assert visit.complaint.take() == "not now"
