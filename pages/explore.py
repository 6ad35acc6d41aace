"""Explore: choose a model, solve it, and watch the bounds close."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import streamlit as st

from rcr import Bounds, ModelError, Run, generate, registry
from rcr.relaxation import ClonedModel
from rcr.samples import samples
from rcr.ui.job import Job
from rcr.ui.parameters import parameter_form
from rcr.views.bounds import plot_bounds

FIRST_SAMPLE = "frustrated-grid"
RANDOM_GRID = "random-grid"
STARTS = {"forest": "a spanning forest", "decomposed": "nothing"}
QUICK = 0.4  # seconds that a run may take before the page shows progress

History = list[dict[str, Any]]


@st.cache_resource(max_entries=20, show_spinner=False)
def load_sample(name: str) -> ClonedModel:
    return ClonedModel(samples()[name].load())


@st.cache_resource(max_entries=20, show_spinner="Drawing the grid …")
def draw_grid(**parameters: Any) -> ClonedModel:
    return ClonedModel(generate("grid", **parameters))


def choose_model() -> tuple[ClonedModel, str, str]:
    """One of the samples or a grid made to order, with its title and what there is to see."""
    known = samples()
    titles = {name: sample.title for name, sample in known.items()} | {RANDOM_GRID: "A random grid"}
    name = st.selectbox("Model", titles, list(titles).index(FIRST_SAMPLE), format_func=titles.__getitem__)
    if name in known:
        return load_sample(name), known[name].title, known[name].lesson
    grid = registry.get("generator", "grid")
    return draw_grid(**parameter_form(grid)), titles[name], grid.summary


def choose_settings() -> dict[str, Any]:
    """Where the run starts and how it goes on."""
    start = st.radio("Recovered at the start", STARTS, format_func=STARTS.__getitem__)
    heuristics = registry.plugins("recovery")
    recovery = st.selectbox("Recovery heuristic", heuristics, list(heuristics).index("paper"))
    st.caption(heuristics[recovery].summary)
    batch = st.slider("Constraints recovered in one round", 1, 20, 1)
    return {"start": start, "recovery": recovery, "batch": batch}


def solve(cloned: ClonedModel, settings: dict[str, Any]) -> Job[History, Run]:
    """A job that runs to the certificate; it reports the rounds so far, the last as it stands in the middle of its sweeps."""

    def work(report: Callable[[History], None], cancel: Event) -> Run:
        run, rounds = Run(cloned.model, **settings), []
        for row in run.rounds(cancel, progress=lambda state, now: report([*rounds, run.row(state) | now])):
            rounds.append(row)
        return run

    return Job(work)


def current_job(question: object) -> Job[History, Run] | None:
    """The job that answers this question; one that answers another is cancelled."""
    asked, job = st.session_state.get("asked", (None, None))
    if job and asked != question:
        job.cancel()
        return None
    return job


def show(history: History, constraints: int) -> None:
    """The bounds reached, in numbers and as a curve."""
    now = history[-1]
    figures = {
        "Upper bound": f"{now['upper']:.4f}",
        "Lower bound": f"{now['lower']:.4f}",
        "Gap": f"{max(Bounds(now['lower'], now['upper']).gap, 0.0):.4f}",  # rounding may put the bounds past each other
        "Recovered": f"{now['recovered']:,} of {constraints:,}",
    }
    for column, (label, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(label, value, border=True)
    st.plotly_chart(
        plot_bounds(history),
        height=310,
        key="bounds",
        config={"displaylogo": False},
        alt="Upper and lower bound against recovered constraints",
    )


def show_verdict(run: Run) -> None:
    """What is proved, and why."""
    match run.status:
        case "certified":
            st.success(f"**Proved optimal:** {run.reason}.")
        case "infeasible":
            st.warning(f"**Nothing is possible:** {run.reason}.")
        case _:
            st.info(f"**The answer lies between the bounds:** {run.reason}.")


@st.fragment(run_every=0.5)
def watch(job: Job[History, Run], constraints: int) -> None:
    """Progress with a way to stop; the whole page is drawn again when the job ends."""
    if not job.running:
        st.rerun()
    history = job.latest
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Stop", on_click=job.cancel)
        show_progress(history, constraints)
    if history:
        show(history, constraints)


def show_progress(history: History | None, constraints: int) -> None:
    """How far the run is on its longest way, on which everything is recovered."""
    if not history:
        st.progress(0.0, text="Getting ready; the first run on a machine compiles for a minute or two")
        return
    first, now = history[0]["recovered"], history[-1]["recovered"]
    done = (now - first) / max(constraints - first, 1)
    st.progress(done, text=f"Round {len(history)}, {history[-1]['sweeps']:,} sweeps; the run may end at any round")


with st.sidebar:
    cloned, title, lesson = choose_model()
    settings = choose_settings()

st.title(title, anchor=False)
st.markdown(lesson)
model = cloned.model
question = (model.digest, settings)
controls = st.empty()
with controls.container(horizontal=True, vertical_alignment="center"):
    if st.button("Solve", type="primary"):
        st.session_state.asked = (question, solve(cloned, settings))
    st.markdown(f"{len(model.variables):,} variables, {len(model.factors):,} factors, {len(cloned):,} equivalence constraints")

job = current_job(question)
if job:
    job.wait(QUICK)
    if job.running:
        controls.empty()
        watch(job, len(cloned))
    else:
        try:
            run = job.result()
        except ModelError as error:
            st.error(str(error))
        else:
            show_verdict(run)
            show(run.history, len(cloned))
