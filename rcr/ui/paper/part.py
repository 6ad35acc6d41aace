"""An experiment on the Paper page: its words, what it shows, and what is run live."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from rcr.paper.experiment import Row
from rcr.views.paper.tables import Table

HALF_SCREEN_HEIGHT = "max(230px, 50vh - 8.5rem)"  # two of them fill a screen
SCREEN_HEIGHT = "max(320px, 100vh - 22rem)"
DIFFERENCES_TITLE = "Where it differs, and why."


@dataclass(frozen=True)
class Part:
    """An experiment on the page: its words, what it shows of the rows, and what is run live unless
    something else is asked for.
    """

    title: str
    told: str
    reason: str
    show: Callable[[Sequence[Row]], None]
    first: int
    count: int = 3

    def names(self, experiment: str, first: int, count: int) -> list[str]:
        seeds = range(first, first + count)
        if experiment == "partition":
            return [f"{family}-{seed}" for seed in seeds for family in ("grid", "haplotype")]
        return [str(seed) for seed in seeds]


def shipped_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows that are shipped: tables speak of them alone."""
    return [row for row in rows if not row.get("live")]


def show_table(rows: Table) -> None:
    st.table(rows, border="horizontal", hide_index=True)
