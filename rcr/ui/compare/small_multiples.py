"""One small graph a contestant: who has recovered what when the scrubber stands where it does."""

from __future__ import annotations

import streamlit as st

from rcr.compare.subject import Subject
from rcr.text.words import counted
from rcr.ui.compare.comparison import Standing
from rcr.ui.compare.drawn_model import cloned
from rcr.views.network import Picture, picture
from rcr.views.small_multiple import MOST_EDGES, cluster_picture, recovered_picture

PROVED_GAP = 1e-6  # what is smaller is the rounding of the numbers


def small_multiples(subject: Subject, places: dict[str, Standing]) -> None:
    """One small graph a contestant: who has recovered what at this point."""
    model = cloned(subject)
    if len(model) > MOST_EDGES:
        st.caption(f"The graph has {len(model):,} edges, too many for small pictures.")
    names, across = list(places), 2 if len(places) <= 4 else 3
    for start in range(0, len(names), across):
        for column, name in zip(st.columns(across), names[start : start + across], strict=False):
            with column:
                st.markdown(f"**{name}** :small[{standing_told(places[name])}]")
                if len(model) <= MOST_EDGES:
                    st.image(small_picture(picture(model), name, places[name]), width="content")
    if len(model) <= MOST_EDGES:
        st.caption(
            "Bold: recovered. Thickest: recovered last. Dashed: relaxed. Shaded: MPLP's "
            "clusters, the newest with a bold border."
        )


def small_picture(drawn: Picture, name: str, place: Standing) -> str:
    """A contestant's picture."""
    if place.kind == "peer":
        return cluster_picture(drawn, place.clusters, place.new_clusters, f"the clusters of {name}")
    return recovered_picture(drawn, place.recovered, place.new, f"what {name} has recovered")


def standing_told(place: Standing) -> str:
    """Where a contestant stands, in a few words."""
    row = place.row
    what = (
        counted(row["clusters"], "cluster")
        if place.kind == "peer"
        else f"{row['recovered']} recovered"
    )
    gap = "proved" if row["gap"] <= PROVED_GAP else f"gap {row['gap']:.3g}"
    circuit = f", circuit {row['circuit_size']:,}" if row["circuit_size"] is not None else ""
    return f"{what}, {gap}, width {row['treewidth']}{circuit}, {row['seconds']:.2g} s"
