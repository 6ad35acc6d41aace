"""The paper's experiments beside the page: what is shipped, what is run live, and the way from a
dot to Explore.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from rcr import Run
from rcr.paper import EXPERIMENTS
from rcr.paper.experiment import Experiment, Row
from rcr.paper.rerun import instances
from rcr.paper.shipped import differences, read, subject
from rcr.results.game import ignore
from rcr.results.here import OneByOne
from rcr.ui.explore.session import CHOSEN
from rcr.ui.job import Job

EXPLORE = "pages/explore.py"
PICKED = "paper_picked"  # an instance that was clicked, to be opened when the page is drawn


@st.cache_data(show_spinner=False)
def shipped(experiment: str) -> tuple[dict[str, Any], list[Row]]:
    """The results that come with the package: what made them, and their rows."""
    return read(experiment)


class Live:
    """Instances of an experiment under way beside the page, one after the other, by the code of
    ``rcr paper``.
    """

    def __init__(self, experiment: Experiment, names: Sequence[str]) -> None:
        self.experiment, self.names = experiment, list(names)
        self.results: dict[str, list[Row]] = {}
        self.job: Job[None, None] = Job(self._play)

    def _play(self, report: Callable[[None], None], cancel: Any) -> None:
        games = instances(self.experiment, self.names)
        for outcome in OneByOne().play(games, ignore, cancel):
            self.results[outcome.key] = [row | {"live": True} for row in outcome.result]

    @property
    def rows(self) -> list[Row]:
        return [row for rows in list(self.results.values()) for row in rows]

    def verdicts(self) -> dict[str, str]:
        """Whether each result is the shipped one, where it is shipped."""
        held = shipped(self.experiment.name)[1]
        known = {subject(row) for row in held}
        found = {}
        for name, rows in list(self.results.items()):
            other = subject(rows[0]) in known and differences(
                [{k: v for k, v in row.items() if k != "live"} for row in rows], held
            )
            found[name] = (
                "another seed"
                if subject(rows[0]) not in known
                else other[0]
                if other
                else "✓ the same numbers"
            )
        return found


def live(experiment: str) -> Live | None:
    """What this visitor has run of an experiment."""
    held: dict[str, Live] = st.session_state.setdefault("paper_live", {})
    return held.get(experiment)


def start(experiment: str, names: Sequence[str]) -> None:
    """Run some instances; what was under way ends."""
    stop(experiment)
    st.session_state.paper_live[experiment] = Live(EXPERIMENTS[experiment], names)


def stop(experiment: str) -> None:
    if (under_way := live(experiment)) is not None:
        under_way.job.cancel()


def pick(begin: Callable[[], Run]) -> None:
    """Open this run in Explore as soon as the page is drawn; for callbacks."""
    st.session_state[PICKED] = begin


def open_picked() -> None:
    """Leave for Explore if an instance was picked: before its first step and with the settings of
    the experiment, so that it ends alike.
    """
    if (begin := st.session_state.pop(PICKED, None)) is not None:
        with st.spinner("Relaxing …"):
            st.session_state.opened = begin()
        st.session_state.end_by = CHOSEN
        st.switch_page(EXPLORE)


def provenance(experiment: str) -> None:
    """The command, the versions and the seeds that made the shipped results."""
    manifest, _ = shipped(experiment)
    st.code(manifest["command"], language="sh")
    versions = ", ".join(f"{name} {version}" for name, version in manifest["versions"].items())
    st.caption(f"made with {versions}; {seeds_told(manifest['instances'])}")


def seeds_told(names: Sequence[str]) -> str:
    """The instances in a few words: runs of seeds, family by family."""
    by_family: dict[str, list[int]] = {}
    for name in names:
        family, _, seed = name.rpartition("-")
        by_family.setdefault(family, []).append(int(seed))
    told = []
    for family, seeds in by_family.items():
        whole = len(seeds) > 2 and seeds == list(range(seeds[0], seeds[-1] + 1))
        told.append(
            f"{family} seeds {seeds[0]}–{seeds[-1]}"
            if whole
            else f"{family} seeds {' and '.join(map(str, seeds))}"
        )
    return ", ".join(told).strip()
