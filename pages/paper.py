"""Paper: the tables and the figure of the paper, again, beside its own; and the experiment it left
open.
"""

from __future__ import annotations

import streamlit as st

from rcr.paper import EXPERIMENTS
from rcr.paper.shipped import subject
from rcr.ui.app.style import page_style
from rcr.ui.components.chart import chart_library
from rcr.ui.paper import keys
from rcr.ui.paper.live import Live
from rcr.ui.paper.part import show_table
from rcr.ui.paper.parts import PARTS
from rcr.ui.paper.shipped import provenance, shipped
from rcr.ui.paper.way_to_explore import open_picked, pick
from rcr.ui.visitor import visitor
from rcr.ui.waiting_line import waiting
from rcr.ui.widgets import kept
from rcr.views.paper.tables import live_table

PLACE = 60  # in the menu
LOOK_SECONDS = 0.8  # from one drawing to the next while instances are under way
MAX_SEED, MAX_INSTANCES = 10**6, 20  # to be run live


def start(name: str, names: list[str]) -> None:
    """Run some instances of an experiment; what was under way ends."""
    stop(name)
    visitor().paper.live[name] = Live(EXPERIMENTS[name], names)


def stop(name: str) -> None:
    """End what is under way after the instance at hand; what is finished stays."""
    if (under_way := visitor().paper.live.get(name)) is not None:
        under_way.job.cancel()


def choose_live(name: str) -> list[str]:
    """The sidebar: which instances to run here, and the way to Explore without a mouse; returns
    the instances.
    """
    part = PARTS[name]
    with st.sidebar:
        first = st.number_input(
            "Run live from seed",
            0,
            MAX_SEED,
            **kept(keys.first_seed(name), part.first),
            help="A seed of the shipped results gives the same numbers",
        )
        count = st.number_input(
            "How many", 1, MAX_INSTANCES, **kept(keys.seed_count(name), part.count)
        )
        _, rows = shipped(name)
        firsts = {subject(row): row for row in reversed(rows)}
        instances = dict(reversed(firsts.items()))
        chosen = st.selectbox(
            "Instance",
            instances,
            format_func=lambda parts: " seed ".join(["", *parts][-2:]).strip(),
            **kept(keys.instance(name)),
        )
        st.button(
            "Explore it",
            on_click=pick,
            args=(name, instances[chosen]),
            width="stretch",
        )
    return part.names(name, int(first), int(count))


def headline(name: str, names: list[str]) -> None:
    """What the paper did, and the button or how far it is."""
    under_way = visitor().paper.live.get(name)
    with st.container(key="paper-headline"):
        line, button = st.columns([15, 3], vertical_alignment="center")
    if under_way is not None and under_way.job.running:
        done, of = len(under_way.results), len(under_way.names)
        told = f"{done} of {of} instances finished" if not under_way.job.place else ""
        line.progress(done / of, text=told or waiting(under_way.job.place))
        button.button(
            "Stop",
            on_click=stop,
            args=(name,),
            width="stretch",
            help="After the instance under way; what is finished stays",
        )
        return
    line.markdown(PARTS[name].told)
    button.button("Run live", type="primary", on_click=start, args=(name, names), width="stretch")


def just_now(name: str) -> None:
    """The instances that were run on this page."""
    held = visitor().paper.live.get(name)
    if held is None:
        return
    if not held.job.running:
        held.job.result()
    if held.results:
        st.markdown("**Run just now**")
        show_table(live_table(name, dict(held.results), held.verdicts()))


def body(name: str, names: list[str], watching: bool) -> None:
    """Everything but the sidebar; drawn again and again while instances are under way."""
    open_picked()
    held = visitor().paper.live.get(name)
    if held is not None and held.job.running != watching:
        st.rerun()
    headline(name, names)
    _, rows = shipped(name)
    PARTS[name].show([*rows, *(held.rows if held is not None else [])])
    st.caption(
        "A click on a dot opens that instance in Explore with the settings of the experiment: "
        "“To the end” there ends as it did here."
    )
    just_now(name)
    left, right = st.columns([11, 9])
    left.markdown(f"**{PARTS[name].reason}** {' '.join(EXPERIMENTS[name].why)}")
    with right:
        provenance(name)


page_style("paper")
chart_library()
part = st.segmented_control(
    "Part",
    PARTS,
    format_func=lambda name: PARTS[name].title,
    required=True,
    **kept(keys.PART, next(iter(PARTS))),
    label_visibility="collapsed",
)
names = choose_live(part)
held = visitor().paper.live.get(part)
watching = held is not None and held.job.running
st.fragment(body, run_every=LOOK_SECONDS if watching else None)(part, names, watching)
