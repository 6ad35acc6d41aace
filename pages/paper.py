"""Paper: the tables and the figure of the paper, again, beside its own; and the experiment it left
open.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.paper import EXPERIMENTS
from rcr.ui.app.navigation import want_frame
from rcr.ui.app.style import sheet
from rcr.ui.components.chart import chart_library
from rcr.ui.paper import live as paper
from rcr.ui.paper.parts import PARTS, begin
from rcr.views.paper_tables import live_table

PLACE = 60  # in the menu
PACE = 0.8  # seconds from one drawing to the next while instances are under way
PART = "paper:part"
# a progress bar is lower than words
STYLE = Path(paper.__file__).parent / "paper.css"


def choose_live(name: str) -> list[str]:
    """The sidebar: which instances to run here, and the way to Explore without a mouse; returns
    the instances.
    """
    part = PARTS[name]
    first_key, count_key = f"paper:first:{name}", f"paper:count:{name}"
    st.session_state.setdefault(first_key, part.first)
    st.session_state.setdefault(count_key, part.count)
    with st.sidebar:
        first = st.number_input(
            "Run live from seed",
            0,
            10**6,
            key=first_key,
            persist_state="session",
            help="A seed of the shipped results gives the same numbers",
        )
        count = st.number_input("How many", 1, 20, key=count_key, persist_state="session")
        _, rows = paper.shipped(name)
        firsts = {paper.subject(row): row for row in reversed(rows)}
        instances = dict(reversed(firsts.items()))
        chosen = st.selectbox(
            "Instance",
            instances,
            format_func=lambda subject: " seed ".join(["", *subject][-2:]).strip(),
            key=f"paper:instance:{name}",
        )
        st.button(
            "Explore it",
            on_click=paper.pick,
            args=(lambda: begin(name, instances[chosen]),),
            width="stretch",
        )
    return part.names(name, int(first), int(count))


def headline(name: str, names: list[str]) -> None:
    """What the paper did, and the button or how far it is."""
    under_way = paper.live(name)
    with st.container(key="paper-headline"):
        line, button = st.columns([15, 3], vertical_alignment="center")
    if under_way is not None and under_way.job.running:
        done, of = len(under_way.results), len(under_way.names)
        line.progress(done / of, text=f"{done} of {of} instances finished")
        button.button(
            "Stop",
            on_click=paper.stop,
            args=(name,),
            width="stretch",
            help="After the instance under way; what is finished stays",
        )
        return
    line.markdown(PARTS[name].told)
    button.button(
        "Run live", type="primary", on_click=paper.start, args=(name, names), width="stretch"
    )


def just_now(name: str) -> None:
    """The instances that were run on this page."""
    held = paper.live(name)
    if held is None:
        return
    if not held.job.running:
        held.job.result()
    if held.results:
        st.markdown("**Run just now**")
        st.table(
            live_table(name, dict(held.results), held.verdicts()),
            border="horizontal",
            hide_index=True,
        )


def body(name: str, names: list[str], watching: bool) -> None:
    """Everything but the sidebar; drawn again and again while instances are under way."""
    paper.open_picked()
    held = paper.live(name)
    if held is not None and held.job.running != watching:
        st.rerun()
    headline(name, names)
    _, rows = paper.shipped(name)
    PARTS[name].show([*rows, *(held.rows if held is not None else [])])
    st.caption(
        "A click on a dot opens that instance in Explore with the settings of the experiment: "
        "“To the end” there ends as it did here."
    )
    just_now(name)
    left, right = st.columns([11, 9])
    left.markdown(f"**{PARTS[name].reason}** {' '.join(EXPERIMENTS[name].why)}")
    with right:
        paper.provenance(name)


want_frame()
st.html(sheet(STYLE))
chart_library()
st.session_state.setdefault(PART, "grids")
part = st.segmented_control(
    "Part",
    PARTS,
    format_func=lambda name: PARTS[name].title,
    required=True,
    key=PART,
    label_visibility="collapsed",
    persist_state="session",
)
names = choose_live(part)
held = paper.live(part)
watching = held is not None and held.job.running
st.fragment(body, run_every=PACE if watching else None)(part, names, watching)
