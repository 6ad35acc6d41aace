"""The one place where a visitor's run is moved: by a command, by clicks, by the end of long work,
or by another run in its place.

Streamlit may start a script while an older one of the same visitor still computes, and may end the
older one wherever that asks streamlit for something. So whatever moves the run does so under the
visitor's lock and asks streamlit for nothing in the midst of a move. Every move is told to the
visitor's listeners before the lock is let go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event
from typing import Any

from rcr import ModelError, Run
from rcr.run.settings import Settings
from rcr.ui.components.graph import Click
from rcr.ui.explore.commands import (
    Change,
    Command,
    Condition,
    GoOnWith,
    Recover,
    RecoverSuggested,
    Relax,
    Restart,
    Settle,
)
from rcr.ui.explore.duration import is_long
from rcr.ui.explore.visit import ExploreVisit, Move, RunJob
from rcr.ui.job import Job
from rcr.ui.waiting_line import HEAVY

HIDDEN = "the teacher has hidden this for now; do it by clicking on edges"
HIDING = {RecoverSuggested: "suggested", Condition: "branches"}  # which control hides a command
UNDER_WAY = "what you began is still under way; stop it first"


def act(visit: ExploreVisit, command: Command, *, settle: bool) -> None:
    """Do one thing to the run, with compensation after a change where ``settle`` says so; what is
    refused is said, not thrown.
    """
    with visit.lock:
        if (reason := refused(visit, command)) is not None:
            visit.complaint.text = reason
        elif running_job(visit) is None:
            _attempt(visit, command, settle)
        else:
            visit.complaint.text = UNDER_WAY


def refused(visit: ExploreVisit, command: Command) -> str | None:
    """Why a command may not be done now, whoever sends it."""
    if visit.held is not None:
        return visit.held
    return HIDDEN if HIDING.get(type(command)) in visit.hidden else None


def apply_clicks(visit: ExploreVisit, clicks: Iterable[Click], *, settle: bool) -> None:
    """What was clicked on the graph since the last time, in order; a click is acknowledged after
    its turn. While long work is under way or the run is held, clicks are let go.
    """
    with visit.lock:
        for click in clicks:
            run = visit.run if running_job(visit) is None and visit.held is None else None
            if run is not None and (ids := tuple(click.open(run.state.recovered))):
                command = Recover(ids) if click.kind == "recover" else Relax(ids)
                _attempt(visit, command, settle)


def begin(visit: ExploreVisit, run: Run, question: tuple[str, str]) -> None:
    """Make this the visitor's run, as the answer to a question; what was under way on another one
    ends.
    """
    with visit.lock:
        if visit.job is not None:
            visit.job.cancel()
        visit.drop_what_if()
        visit.job, visit.film.playing = None, False
        visit.question = question
        _take_its_place(visit, run, run.state.number)


def go_on(visit: ExploreVisit, settings: Settings, question: tuple[str, str]) -> None:
    """Let the run itself answer another question: it goes on from where it is with other settings.
    While a run to the end is under way, that waits for its end.
    """
    with visit.lock:
        if running_job(visit) is None:
            visit.question = question
            _attempt(visit, GoOnWith(settings), settle=False)


def running_job(visit: ExploreVisit) -> RunJob | None:
    """The run to the end, if it is under way; once it has ended it takes the place of the
    visitor's run.
    """
    with visit.lock:
        job = visit.job
        if job is None or job.running:
            return job
        visit.job = None
        try:
            ended = job.result()
        except ModelError as error:
            visit.complaint.text = str(error)
        else:
            _take_its_place(visit, ended, (visit.run or ended).state.number)
        return None


def settle_beside(visit: ExploreVisit, *, follows: bool = False) -> None:
    """Compensate a copy of the run beside the page, where that takes long."""
    with visit.lock:
        if visit.run is None:
            return
        fork = visit.run.fork()

        def settled(report: Callable[[Any], None], cancel: Event) -> Run:
            fork.converge(lambda state, now: report((state, now)), cancel.is_set, follows)
            return fork

        visit.job = Job(settled, HEAVY)


# -- under the lock ------------------------------------------------------------------------------


def _attempt(visit: ExploreVisit, command: Command, settle: bool) -> None:
    try:
        _do(visit, command, settle)
    except ModelError as error:
        visit.complaint.text = str(error)


def _do(visit: ExploreVisit, command: Command, settle: bool) -> None:
    run = visit.run
    if run is None:
        raise ModelError("there is no run yet; open Explore and choose a model")
    before, follows = run.state.number, settle and isinstance(command, Change)
    beside = is_long(run) and (follows or command in (Settle(), Restart(compensated=True)))
    if beside and isinstance(command, Restart):
        command = Restart(compensated=False)
    if not (beside and isinstance(command, Settle)):
        command.do(run)
    try:
        if beside:
            settle_beside(visit, follows=follows)
        elif follows:
            run.converge(follows=True)
    finally:  # the change is done even where the compensation after it is refused
        _tell(visit, Move(run, command, before, run.state.number))


def _take_its_place(visit: ExploreVisit, run: Run, before: int) -> None:
    visit.run = run
    _tell(visit, Move(run, None, before, run.state.number))


def _tell(visit: ExploreVisit, move: Move) -> None:
    for listener in visit.listeners:
        listener(move)
