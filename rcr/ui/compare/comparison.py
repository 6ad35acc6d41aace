"""A comparison beside the page: what is asked for, what has arrived so far, and where each
contestant stands at the scrubber.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from rcr import Run, registry
from rcr.compare.comparison import ComparisonResults, compare, in_processes
from rcr.compare.contestant import Contestant
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.compare.subject import Subject, of_model
from rcr.models.origin import SampleOrigin
from rcr.models.samples import samples
from rcr.relaxation import ClonedModel
from rcr.results.here import Threads
from rcr.run.file import to_dict
from rcr.ui.app.start import plugins
from rcr.ui.components.parameter_form import parameter_form
from rcr.ui.job import Job
from rcr.views.comparison import place

CURRENT, SAMPLE, FAMILY = "current", "sample ", "family "
YOURS = "your run"
USUAL = ("auto", "cycle", "paper", "mplp")
PROCESSES = min(2, os.cpu_count() or 1)  # for each visitor
MODELS, WHO, SEEDS, SECONDS = (
    "compare:models",
    "compare:contestants",
    "compare:seeds",
    "compare:seconds",
)
FEW = 12  # games that are over before a process would be ready
MOST_SEEDS, LIMIT = 50, 30.0


class Comparison:
    """Games under way beside the page, many of them in processes of their own; what arrives is
    kept by the number of the game.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.games = list(request.games())
        self.rows: dict[int, list[dict[str, Any]]] = {}
        self.summaries: dict[int, dict[str, Any]] = {}
        self.job: Job[None, ComparisonResults] = Job(self._play)

    def _play(self, report: Callable[[None], None], cancel: Any) -> ComparisonResults:
        few = len(self.games) <= FEW
        executor = Threads(PROCESSES) if few else in_processes(self.request, PROCESSES)
        return compare(self.request, None, executor, cancel, self._take)

    def _take(self, number: int, row: dict[str, Any]) -> None:
        if "summary" in row:
            self.summaries[number] = row["summary"]
        else:
            self.rows.setdefault(number, []).append(row)

    @property
    def finished(self) -> list[dict[str, Any]]:
        """The summaries in the order of the games."""
        return [summary for _, summary in sorted(self.summaries.items())]

    @property
    def table(self) -> list[dict[str, Any]]:
        """All rows in the order of the games."""
        return [row for _, rows in sorted(self.rows.items()) for row in list(rows)]

    def on(self, subject: Subject) -> list[dict[str, Any]]:
        """The rows on one model, contestant by contestant."""
        return [
            row
            for n, game in enumerate(self.games)
            if game.subject is subject
            for row in list(self.rows.get(n, ()))
        ]


@dataclass(frozen=True)
class Standing:
    """A contestant at one moment: its row, what is recovered then, and which clusters MPLP has."""

    kind: str
    row: Mapping[str, Any]
    recovered: frozenset[str]
    new: frozenset[str]
    clusters: tuple[tuple[str, ...], ...]
    new_clusters: int


def standing(rows: Sequence[Mapping[str, Any]], kind: str, axis: str, at: float) -> Standing:
    """Where a contestant is when the scrubber stands at ``at``."""
    here = place(rows, axis, at)
    until = rows[: next(i for i, row in enumerate(rows) if row is here) + 1]
    if kind == "peer":
        clusters = tuple(tuple(c) for row in until for c in row["added"])
        return Standing(kind, here, frozenset(), frozenset(), clusters, len(here["added"]))
    recovered: set[str] = set()
    for row in until:
        recovered = (recovered | set(row["added"])) - set(row["gave_up"])
    return Standing(
        kind,
        here,
        frozenset(recovered),
        frozenset(here["added"]) if len(until) > 1 else frozenset(),
        (),
        0,
    )


@st.cache_resource(max_entries=20, show_spinner=False)
def cloned(digest: str, _subject: Subject) -> ClonedModel:
    """The model of a game, to be drawn."""
    return ClonedModel(_subject.make())


# -- what is asked for ---------------------------------------------------------------------------


def choose() -> Callable[[], Request]:
    """Models and contestants, in the sidebar; the request is made when it is called, since that
    may take a moment.
    """
    run: Run | None = st.session_state.get("run")
    known, families = samples(), registry.plugins("generator")
    models = {CURRENT: "The model of Explore"} if run is not None else {}
    models |= {SAMPLE + name: sample.title for name, sample in known.items()}
    models |= {FAMILY + name: f"Random: {name.replace('-', ' ')}" for name in families}
    first = CURRENT if run is not None else SAMPLE + next(iter(known))
    names = [*registry.plugins("recovery"), *registry.plugins("peer"), "mplp:triplets", "mplp:none"]
    names.remove("manual")
    names = [*names, YOURS] if run is not None else names
    for key, start in {
        MODELS: [first],
        WHO: [n for n in USUAL if n in names],
        SEEDS: 8,
        SECONDS: LIMIT,
    }.items():
        st.session_state.setdefault(key, start)
    with st.sidebar:
        asked = st.multiselect("Models", models, format_func=models.__getitem__, key=MODELS)
        forms = {
            name: parameter_form(families[name])
            for key in asked
            if (name := key.removeprefix(FAMILY)) in families and key != name
        }
        seeds = 1
        if forms:
            seeds = int(st.number_input("Seeds of each random model", 1, MOST_SEEDS, key=SEEDS))
        who = st.multiselect("Contestants", names, key=WHO)
        more = st.text_input(
            "More contestants",
            placeholder="cycle:look_ahead=0, paper:start=forest",
            help="A heuristic or mplp with parameters or settings after colons; commas "
            "between contestants",
            key="compare:more",
        )
        limit = st.number_input("Seconds for each run", 1.0, 600.0, key=SECONDS)

    def request() -> Request:
        found: list[Subject] = []
        for key in asked:
            name = key.removeprefix(FAMILY).removeprefix(SAMPLE)
            if key == CURRENT and run is not None:
                found += of_model(run.origin, run.model.name, run.model)
            elif key.startswith(SAMPLE):
                found += of_model(SampleOrigin(name), known[name].title, known[name].load())
            else:
                given = ",".join(f"{n}={value}" for n, value in forms[name].items())
                found += subjects(f"{name}:{given}", seeds)
        unlike = {
            (s.digest, s.seed): s for s in reversed(found)
        }  # the model of Explore may be one of the samples
        players = [_yours(run) if n == YOURS and run is not None else contestant(n) for n in who]
        players += [contestant(text.strip()) for text in more.split(",") if text.strip()]
        return Request(
            tuple(players), tuple(reversed(unlike.values())), float(limit), plugins=plugins()
        )

    return request


def _yours(run: Run) -> Contestant:
    return Contestant.of_run(to_dict(run), YOURS)
