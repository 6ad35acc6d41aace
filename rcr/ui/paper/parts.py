"""The parts of the Paper page: Table 1, Table 2, Figure 1 and the partition function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from rcr import Run
from rcr.paper import EXPERIMENTS, partition
from rcr.paper.experiment import Row
from rcr.ui.components.chart import chart
from rcr.ui.paper import live as paper
from rcr.views import paper as charts
from rcr.views import paper_tables as tables

HALF = "max(230px, 50vh - 8.5rem)"  # two of them fill a screen
WHOLE = "max(320px, 100vh - 22rem)"
DIFFERS = "Where it differs, and why."
SHOWN, LOG = "paper:figure", "paper:log"


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


def _settled(rows: Sequence[Row]) -> list[Row]:
    """The rows that are shipped: tables speak of them alone."""
    return [row for row in rows if not row.get("live")]


def _leads(begin: Callable[[Row], Run], rows: Sequence[Row]) -> Callable[[int], None]:
    """What a click on a dot does."""

    def clicked(place: int) -> None:
        if 0 <= place < len(rows):
            paper.pick(partial(begin, rows[place]))

    return clicked


def begin(experiment: str, row: Row) -> Run:
    """The run behind a row."""
    if experiment == "partition":
        return partition.begin(f"{row['family']}-{row['seed']}", row["scheme"])
    return EXPERIMENTS[experiment].begin(str(row["seed" if experiment == "grids" else "instance"]))


def _table(rows: tables.Table) -> None:
    st.table(rows, border="horizontal", hide_index=True)


def _grids(rows: Sequence[Row]) -> None:
    left, right = st.columns([11, 9])
    clicked = _leads(partial(begin, "grids"), rows)
    with left:
        made = charts.recovered_chart(rows)
        chart(
            made,
            key="paper-recovered",
            height=HALF,
            alt="Grids in each bin of constraints recovered, the paper's and ours",
            on_pick=clicked,
        )
        made = charts.circuit_chart(rows)
        chart(
            made,
            key="paper-circuit",
            height=HALF,
            alt="Circuit size against constraints recovered, the paper's and ours",
            on_pick=clicked,
        )
    with right:
        st.markdown(tables.grids_words(_settled(rows)))
        _table(tables.grids_table(_settled(rows)))
        st.caption("circuit: nodes and edges after recovery, in percent of those at the start")


def _haplotype(rows: Sequence[Row]) -> None:
    left, right = st.columns([11, 9])
    clicked = _leads(partial(begin, "haplotype"), rows)
    with left:
        for measure, title in (
            ("share", "% of the constraints recovered"),
            ("relative", "circuit after recovery, % of the start"),
        ):
            made = charts.group_chart(rows, measure, title)
            chart(
                made,
                key=f"paper-{measure}",
                height=HALF,
                alt=f"{title}: a dot a network",
                on_pick=clicked,
            )
    with right:
        st.markdown(tables.haplotype_words(_settled(rows)))
        _table(tables.haplotype_table(_settled(rows)))
        st.caption(
            "means over the networks; circuit: nodes and edges after recovery, in percent of "
            "those at the start"
        )


def _figure(rows: Sequence[Row]) -> None:
    networks: dict[str, list[Row]] = {}
    for row in rows:
        networks.setdefault(str(row["instance"]), []).append(row)
    _follow(networks)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.selectbox(
            "Network",
            networks,
            format_func=lambda name: f"network of seed {name}",
            key=SHOWN,
            label_visibility="collapsed",
            width=220,
        )
        log_gap = st.toggle("gap on a log axis", key=LOG)
    shown = networks[st.session_state[SHOWN]]
    own = [row for row in shown if row.get("live")] or shown
    clicked = _leads(partial(begin, "figure"), own)
    for column, (method, name) in zip(
        st.columns(2), (("mplp", "MPLP with triplets"), ("rcr", "RCR")), strict=True
    ):
        with column:
            st.markdown(f"**{name}**")
            made = charts.bounds_chart(own, method, log_gap)
            chart(
                made,
                key=f"paper-{method}",
                height=WHOLE,
                alt=f"The bounds of {name}, sweep by sweep",
                on_pick=clicked,
            )
    _table(tables.figure_table(own))
    st.markdown(tables.figure_words(own, paper.shipped("haplotype")[1]))


def _follow(networks: dict[str, list[Row]]) -> None:
    """Show what was run last as soon as it is there."""
    live = [name for name, rows in networks.items() if rows[-1].get("live")]
    if live and st.session_state.get("paper_followed") != live:
        st.session_state[SHOWN] = live[-1]
    st.session_state.paper_followed = live
    if st.session_state.get(SHOWN) not in networks:
        st.session_state[SHOWN] = next(iter(networks))


def _partition(rows: Sequence[Row]) -> None:
    clicked = _leads(partial(begin, "partition"), rows)
    for column, (family, name) in zip(
        st.columns(2), (("grid", "Grids 8×8"), ("haplotype", "Haplotype networks")), strict=True
    ):
        with column:
            st.markdown(f"**{name}**")
            made = charts.partition_chart(rows, family)
            chart(
                made,
                key=f"paper-z-{family}",
                height=WHOLE,
                alt=f"{name}: distance from the exact partition function",
                on_pick=clicked,
            )
    st.markdown(tables.partition_words(_settled(rows)))
    _table(tables.partition_table(_settled(rows)))


PARTS = {
    "grids": Part(
        "Table 1: grids",
        "The paper took 50 random binary 10×10 grids apart and put constraints back, five at "
        "a time, until the answer was proved. "
        "How many had to come back, and what did that do to the circuit?",
        DIFFERS,
        _grids,
        first=50,
    ),
    "haplotype": Part(
        "Table 2: haplotypes",
        "The paper gave 69 networks learned from haplotypes to MPLP, which tightens its bound "
        "with triplets of variables, and to RCR. "
        "RCR solved all of them, MPLP 56.",
        DIFFERS,
        _haplotype,
        first=69,
    ),
    "figure": Part(
        "Figure 1: bounds",
        "The paper followed both methods on a network where MPLP fails: MPLP is left with a "
        "gap, RCR closes it by recovering constraints.",
        DIFFERS,
        _figure,
        first=8,
        count=1,
    ),
    "partition": Part(
        "Partition function",
        "The paper says that RCR also bounds the partition function Z, “although this was not "
        "evaluated here”. "
        "Here it is: the gap of the bound (pr-dd) and the error of the Bethe estimate "
        "(model-split).",
        "Why this is so.",
        _partition,
        first=20,
        count=1,
    ),
}
