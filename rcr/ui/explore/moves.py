"""The one place where a visitor's run is moved: by a command, by clicks, by the end of long work,
or by another run in its place.

Streamlit may start a script while an older one of the same visitor still computes, and may end the
older one wherever that asks streamlit for something. So whatever moves the run does so under the
visitor's lock and asks streamlit for nothing in the midst of a move. Every move is told to the
visitor's listeners before the lock is let go.
"""

from __future__ import annotations

from collections.abc import Iterable

from rcr import ModelError, Run
from rcr.ui.components.graph import Click
from rcr.ui.explore.commands import Change, Command, Recover, Relax
from rcr.ui.explore.visit import ExploreVisit, Move, RunJob

UNDER_WAY = "the run to the end is still under way; stop it first"


def act(visit: ExploreVisit, command: Command, *, settle: bool) -> None:
    """Do one thing to the run, with compensation after a change where ``settle`` says so; what is
    refused is said, not thrown.
    """
    with visit.lock:
        if running_job(visit) is None:
            _attempt(visit, command, settle)
        else:
            visit.complaint.text = UNDER_WAY


def apply_clicks(visit: ExploreVisit, clicks: Iterable[Click], *, settle: bool) -> None:
    """What was clicked on the graph since the last time, in order; a click is acknowledged after
    its turn. While a run to the end is under way, clicks are let go.
    """
    with visit.lock:
        run = visit.run if running_job(visit) is None else None
        for click in clicks:
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
    before = run.state.number
    command.do(run)
    try:
        if settle and isinstance(command, Change):
            run.converge(follows=True)
    finally:  # the change is done even where the compensation after it is refused
        _tell(visit, Move(run, command, before, run.state.number))


def _take_its_place(visit: ExploreVisit, run: Run, before: int) -> None:
    visit.run = run
    _tell(visit, Move(run, None, before, run.state.number))


def _tell(visit: ExploreVisit, move: Move) -> None:
    for listener in visit.listeners:
        listener(move)
