"""From a dot or an instance of an experiment to its run in Explore."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from rcr import Run
from rcr.paper import EXPERIMENTS, partition
from rcr.paper.experiment import Row
from rcr.ui.components.chart import with_row
from rcr.ui.visitor import visitor

EXPLORE = "pages/explore.py"


def begin(experiment: str, row: Row) -> Run:
    """The run behind a row."""
    if experiment == "partition":
        return partition.begin(f"{row['family']}-{row['seed']}", row["recovery"])
    return EXPERIMENTS[experiment].begin(str(row["seed" if experiment == "grids" else "instance"]))


def pick(experiment: str, row: Row) -> None:
    """Open the run behind a row in Explore as soon as the page is drawn; for callbacks."""
    visitor().paper.picked = partial(begin, experiment, row)


def picks(experiment: str, rows: Sequence[Row]) -> Callable[[int], None]:
    """What a click on the dot of a row does."""
    return with_row(rows, partial(pick, experiment))


def open_picked() -> None:
    """Leave for Explore if an instance was picked: before its first step and with the settings of
    the experiment, so that it ends alike.
    """
    visit = visitor()
    if visit.paper.picked is None:
        return
    begin_run, visit.paper.picked = visit.paper.picked, None
    with st.spinner("Relaxing …"):
        visit.explore.opened = begin_run()
    st.switch_page(EXPLORE)
