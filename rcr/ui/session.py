"""The run of this visitor: made when the question changes, opened from a link or a file, moved by clicks and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import streamlit as st

from rcr import ModelError, Run
from rcr.formats.links import from_link
from rcr.formats.runs import replay_text
from rcr.ui.choices import Question
from rcr.ui.graph import Click
from rcr.ui.job import Job

LINK = "run"


def current_run(question: Question) -> Run:
    """The run that answers the question; another question starts another run, a link opens the run it carries."""
    if LINK in st.query_params:
        linked = st.query_params.pop(LINK)
        try:
            keep(from_link(linked), question)
        except ModelError as error:
            complain(error)
    if "run" not in st.session_state or st.session_state.question != question.key:
        fresh = Run(question.model, origin=question.origin, **question.settings)
        fresh.converge()
        keep(fresh, question)
    run: Run = st.session_state.run
    return run


def keep(run: Run, question: Question) -> None:
    """Make this the visitor's run, as the answer to what the sidebar shows now."""
    st.session_state.run, st.session_state.question = run, question.key
    st.session_state.playing = False
    st.session_state.pop("job", None)


def open_file(data: bytes, name: str, question: Question) -> None:
    """Open a saved run; a bad file leaves everything as it is."""
    try:
        keep(replay_text(data, name).run, question)
    except ModelError as error:
        complain(error)


def complain(error: ModelError) -> None:
    """Say what went wrong on the next drawing of the page."""
    st.session_state.complaint = str(error)


def act(verb: str, **how: Any) -> None:
    """Do one thing to the run; what is refused is said, not thrown."""
    run: Run = st.session_state.run
    try:
        match verb:
            case "back":
                _back(run)
            case "steps":
                run.compensate(how["count"])
            case "sweep":
                run.sweep()
            case "converge":
                run.converge()
            case "recover":
                change(run, "recover", how.get("ids") or run.suggest(), settles())
            case "relax":
                change(run, "relax", how["ids"], settles())
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
    except ModelError as error:
        complain(error)


def change(run: Run, verb: str, ids: list[str], settle: bool) -> None:
    """Recover or relax, and compensate at once if the visitor wants to see where it leads."""
    if not ids:
        raise ModelError("the heuristic suggests nothing; click an edge yourself")
    (run.recover if verb == "recover" else run.relax)(ids)
    if settle:
        run.converge()


def settles() -> bool:
    """Whether the visitor wants compensation after each click."""
    return bool(st.session_state.get("settle_after", True))


def _back(run: Run) -> None:
    """Undo what the visitor did last: a click with the compensation that followed it counts as one."""
    was = run.state
    run.undo()
    together = was.action["do"] == "compensate" and run.state.action["do"] in ("recover", "relax")
    if together and settles():
        run.undo()


def apply_clicks(run: Run, clicks: Iterator[Click]) -> None:
    """What was clicked on the graph since the last time, in order.

    Nothing in the loop touches streamlit, which could end the script there: a click is acknowledged after its turn.
    """
    settle, refused = settles(), []
    for click in clicks:
        try:
            if ids := click.open(run.state.recovered):
                change(run, click.kind, ids, settle)
        except ModelError as error:
            refused.append(error)
    for refusal in refused:
        complain(refusal)


def play(run: Run) -> None:
    """The next thing that happens when the film runs: a sweep, or a recovery once the bound has settled."""
    if run.state.certificate is not None:
        st.session_state.playing = False
    elif run.state.settled:
        act("recover")
    else:
        act("converge")


def start_job(run: Run) -> None:
    """To the end, beside the page."""
    st.session_state.playing = False
    st.session_state.job = Job(lambda report, cancel: run.solve(cancel, progress=lambda state, now: report((state, now))))
