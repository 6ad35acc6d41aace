"""One small graph a contestant: who has recovered what when the scrubber stands where it does."""

from __future__ import annotations

from functools import partial

import streamlit as st

from rcr.compare.subject import Subject
from rcr.text.words import counted
from rcr.ui.compare.comparison import Comparison, RunMoment
from rcr.ui.compare.drawn_model import cloned
from rcr.ui.compare.scrubber import Moment
from rcr.ui.compare.way_to_explore import depart
from rcr.ui.components.tile import tile
from rcr.views.comparison.rows import MIN_GAP
from rcr.views.network.drawing import picture
from rcr.views.network.picture import Picture
from rcr.views.small_multiple import MAX_EDGES, cluster_picture, recovered_picture

HINT = "Open this run at this round in Explore"


def tiles(comparison: Comparison, now: Moment) -> None:
    """A tile for each contestant; a click opens its run at this round."""
    drawn = drawn_picture(now.subject)
    if drawn is None:
        st.caption(
            f"The graph has {len(cloned(now.subject)):,} edges, too many for small pictures."
        )
    names = list(now.places)
    across = 2 if len(names) <= 4 else 3
    with st.container(key="compare-words" if drawn is None else "compare-tiles"):
        for start in range(0, len(names), across):
            row = zip(st.columns(across), names[start : start + across], strict=False)
            for column, name in row:
                here = now.places[name]
                svg = "" if drawn is None else small_picture(drawn, name, here)
                with column:
                    run_tile(comparison, name, here, svg, key=f"compare-tile-{name}")
    if drawn is not None:
        st.caption(
            "Bold: recovered. Thickest: recovered last. Dashed: relaxed. Shaded: MPLP's clusters, "
            "the newest with a bold border. A click opens the run in Explore."
        )


def run_tile(comparison: Comparison, name: str, here: RunMoment, svg: str, *, key: str) -> None:
    """A picture of a run with its figures, which opens it."""
    opens = partial(depart, comparison, here.row)
    tile(name, moment_told(here), svg, key=key, hint=HINT, on_click=opens)


def drawn_picture(subject: Subject) -> Picture | None:
    """The graph of a model; none where a small picture would show nothing."""
    model = cloned(subject)
    return picture(model) if len(model) <= MAX_EDGES else None


def small_picture(drawn: Picture, name: str, place: RunMoment) -> str:
    """A contestant's picture."""
    if place.kind == "peer":
        return cluster_picture(drawn, place.clusters, place.new_clusters, f"the clusters of {name}")
    return recovered_picture(drawn, place.recovered, place.new, f"what {name} has recovered")


def moment_told(place: RunMoment) -> str:
    """Where a contestant stands, in a few words."""
    row = place.row
    what = (
        counted(row["clusters"], "cluster")
        if place.kind == "peer"
        else f"{row['recovered']} recovered, {counted(row['loops_closed'], 'loop')}"
    )
    gap = "proved" if is_proved(place) else f"gap {row['gap']:.3g}"
    clock = f", {row['cpu_seconds']:.2g}\u00a0CPU\u00a0s" if row["cpu_seconds"] is not None else ""
    return f"{what}, {gap}, width {row['treewidth']}{clock}"


def is_proved(place: RunMoment) -> bool:
    """Whether the bounds have met."""
    return bool(place.row["gap"] <= MIN_GAP)
