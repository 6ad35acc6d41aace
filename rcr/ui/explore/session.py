"""The run of this visitor: made when the question changes, opened from a link or a file, moved by
clicks and buttons.

Streamlit may start a script while an older one of the same visitor still computes. So whatever
moves the run asks streamlit first, since any question may end the script there, and then moves
the run under the visitor's lock, without asking again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import RLock
from typing import Any

import streamlit as st

from rcr import ModelError, Run
from rcr.run.file import replay_text
from rcr.run.link import from_link
from rcr.state import Compensate, State
from rcr.ui.components.graph import Click
from rcr.ui.explore.sidebar import Question, show_run
from rcr.ui.explore.what_if import WhatIf
from rcr.ui.job import Job

LINK = "run"
QUICKEST, CHOSEN = "auto", "chosen"  # the heuristics that may go to the end


def lock() -> RLock:
    """Held by whoever moves this visitor's run."""
    found: RLock = st.session_state.setdefault("lock", RLock())
    return found


# -- where a run comes from ----------------------------------------------------------------------


def open_link() -> None:
    """If the address carries a run, open it and let the sidebar show its model and its settings;
    before anything is drawn.
    """
    if LINK in st.query_params:
        _open(lambda link: from_link(link), st.query_params.pop(LINK))
    if "opened" in st.session_state:
        show_run(st.session_state.opened)


def open_file(data: bytes, name: str) -> None:
    """Open a saved run; a bad file leaves everything as it is."""
    _open(lambda text: replay_text(text, name).run, data)


def _open(make: Callable[[Any], Run], given: str | bytes) -> None:
    try:
        st.session_state.opened = make(given)
    except ModelError as error:
        complain(error)


def current_run(question: Question) -> Run:
    """The run that answers the question; another question starts another run."""
    opened: Run | None = st.session_state.pop("opened", None)
    if opened is not None:
        keep(opened, question)
    elif "run" not in st.session_state or st.session_state.question != question.key:
        with st.spinner("Relaxing and compensating …", show_time=True):
            fresh = Run(question.model, origin=question.origin, **question.settings)
            fresh.converge()
        keep(fresh, question)
    run: Run = st.session_state.run
    return run


def keep(run: Run, question: Question) -> None:
    """Make this the visitor's run, as the answer to what the sidebar shows now; what was under way
    on another one ends.
    """
    if (job := st.session_state.pop("job", None)) is not None:
        job.cancel()
    drop_what_if()
    st.session_state.playing = False
    st.session_state.run, st.session_state.question = run, question.key


# -- what moves it -------------------------------------------------------------------------------


def complain(error: ModelError) -> None:
    """Say what went wrong on the next drawing of the page."""
    st.session_state.complaint = str(error)


def settles() -> bool:
    """Whether the visitor wants compensation after each click."""
    return bool(st.session_state.get("settle_after", True))


def act(verb: str, **how: Any) -> None:
    """Do one thing to the run; what is refused is said, not thrown."""
    if running_job() is not None:
        return complain(ModelError("the run to the end is still under way; stop it first"))
    run, settle, refusal = st.session_state.run, settles(), None
    with lock():
        try:
            _act(run, verb, settle, how)
        except ModelError as error:
            refusal = error
    if refusal is not None:
        complain(refusal)


def _act(run: Run, verb: str, settle: bool, how: dict[str, Any]) -> None:
    match verb:
        case "back":
            run.back()
        case "steps":
            run.compensate(how["count"])
        case "sweep":
            run.sweep()
        case "converge":
            run.converge()
        case "suggested":
            run.recover_suggested()
            _settle(run, settle)
        case "recover" | "relax":
            (run.recover if verb == "recover" else run.relax)(how["ids"])
            _settle(run, settle)
        case "goto":
            run.goto(how["number"])
        case "name":
            here = run.state
            run.goto(how["number"])
            run.branch(how["name"])
            run.goto(here.number)
        case "delete":
            run.delete(how["number"])
        case "restart":
            run.goto(0)
            run.converge()


def _settle(run: Run, settle: bool) -> None:
    """Compensate at once if the visitor wants to see where a recovery leads."""
    if settle:
        run.converge(follows=True)


def compensated_click(state: State) -> State | None:
    """What a click led to, if this state is the compensation that came with it; to the visitor
    the two are one step.
    """
    return state.parent if isinstance(state.action, Compensate) and state.action.follows else None


def apply_clicks(run: Run, clicks: Iterator[Click]) -> None:
    """What was clicked on the graph since the last time, in order; a click is acknowledged after
    its turn.
    """
    settle, refused = settles(), []
    with lock():
        for click in clicks:
            try:
                if ids := click.open(run.state.recovered):
                    _act(run, click.kind, settle, {"ids": ids})
            except ModelError as error:
                refused.append(error)
    for refusal in refused:
        complain(refusal)


def play(run: Run) -> None:
    """The next thing that happens when the film runs: compensation, or a recovery once that has
    settled or has had all its sweeps.
    """
    if run.state.certificate is not None:
        st.session_state.playing = False
    else:
        done = run.state.settled or len(run.state.curve) >= run.settings.max_sweeps
        act("suggested" if done else "converge")
    if "complaint" in st.session_state:
        st.session_state.playing = False


# -- long work beside the page -------------------------------------------------------------------


def ends_by(run: Run) -> str:
    """The heuristic that goes to the end: the quickest one, unless the visitor wants to see the
    chosen one do it.
    """
    return run.settings.recovery if st.session_state.get("end_by") == CHOSEN else QUICKEST


def start_job() -> None:
    """To the end, on a copy of the run beside the page, which is as it was until the copy takes
    its place.
    """
    st.session_state.playing = False
    fork, recovery = st.session_state.run.fork(), ends_by(st.session_state.run)
    st.session_state.job = Job(lambda report, cancel: _solved(fork, recovery, report, cancel))


def _solved(fork: Run, recovery: str, report: Callable[[Any], None], cancel: Any) -> Run:
    fork.solve(cancel, progress=lambda state, now: report((state, now)), recovery=recovery)
    return fork


def running_job() -> Job[Any, Run] | None:
    """The work under way, if it is; what has ended takes the place of the visitor's run."""
    job: Job[Any, Run] | None = st.session_state.get("job")
    if job is None or job.running:
        return job
    try:
        st.session_state.run = job.result()
    except ModelError as error:
        complain(error)
    st.session_state.pop("job")
    return None


def start_what_if(number: int, recovery: str) -> None:
    """What a heuristic would do from a state of the run, to be drawn beside it."""
    drop_what_if()
    st.session_state.what_if = WhatIf(st.session_state.run, number, recovery)


def drop_what_if() -> None:
    if (what_if := st.session_state.pop("what_if", None)) is not None:
        what_if.job.cancel()


def what_if(run: Run) -> WhatIf | None:
    """The comparison that the visitor asked for, as long as the state it starts from is there."""
    found: WhatIf | None = st.session_state.get("what_if")
    if found is not None and run.states.get(found.start.number) is not found.start:
        drop_what_if()
        return None
    return found
