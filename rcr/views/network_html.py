"""The graph as a page to take away: everything inside, nothing fetched, no server needed."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from pyvis.network import Network

from rcr.views.network.changes import HELD, RECOVERED, VIOLATED, Changes
from rcr.views.network.picture import Picture

INK, PAPER, FACTOR = "#17222E", "#FFFFFF", "#8A97A5"
RELAXED_LINE, RECOVERED_LINE, VIOLATED_LINE, SUGGESTED_LINE, TOUCHED = (
    "#5B6875",
    "#0072B2",
    "#D55E00",
    "#007A59",
    "#E69F00",
)
OPTIONS = {
    "physics": {"enabled": False},
    "interaction": {"dragNodes": False, "hover": True},
    "nodes": {"font": {"color": INK, "strokeWidth": 5, "strokeColor": PAPER, "vadjust": -4}},
    "edges": {"font": {"size": 22, "strokeWidth": 5, "strokeColor": PAPER}},
}
LEGEND = (
    "Circles are variables, shaded by their state; squares are factors. "
    "Dashed: relaxed. Solid and thick: recovered. ✕: violated. A number: the rank of a "
    "suggestion. A glow: touched last."
)


def html_page(picture: Picture, changes: Changes, title: str = "") -> str:
    """The picture at one state as an html page; a line is straight here even where the app bends
    it.
    """
    network = Network(
        height="calc(100vh - 7rem)", bgcolor=PAPER, directed=True, cdn_resources="in_line"
    )
    network.set_options(json.dumps(OPTIONS))
    cards = {node["id"]: node["card"] for node in picture.nodes if "card" in node}
    marks = dict(zip(with_states(picture), changes.marks, strict=True))
    for node in picture.nodes:
        given = {key: node[key] for key in ("label", "shape", "size", "x", "y")}
        card = cards.get(node.get("of", node["id"]))
        fill = grey(marks[node["id"]], card) if card else FACTOR
        network.add_node(
            node["id"],
            **given,
            title=node["name"],
            color={"background": fill, "border": INK},
            borderWidth=2,
        )
    for tie in picture.ties:
        network.add_edge(tie["from"], tie["to"], arrows="", color=INK, width=2, smooth=False)
    ranks = {edge: rank for rank, group in enumerate(changes.suggested, 1) for edge in group}
    for i, edge in enumerate(picture.edges):
        network.add_edge(
            edge["from"],
            edge["to"],
            arrows="",
            smooth=False,
            **_look(changes, i, ranks.get(i), edge["name"]),
        )
    page = re.sub(
        r"<(link|script)[^>]*https://[^>]*>(\s*</script>)?", "", network.generate_html()
    )  # pyvis always links a style sheet
    heading = (
        f"<h1 style='font:600 1.4rem sans-serif'>{escape(title)}</h1><p "
        f"style='font:1rem sans-serif'>{LEGEND}</p>"
    )
    return page.replace("<body>", f"<body>{heading}", 1)


def with_states(picture: Picture) -> list[str]:
    """The nodes that have a state, in the order of the marks: variables, then clones."""
    return [
        node["id"]
        for role in ("variable", "clone")
        for node in picture.nodes
        if node["role"] == role
    ]


def _look(changes: Changes, i: int, rank: int | None, name: str) -> dict[str, Any]:
    recovered, violated = changes.look[i] == RECOVERED, changes.look[i] == VIOLATED
    colour = (
        RECOVERED_LINE
        if recovered
        else VIOLATED_LINE
        if violated
        else SUGGESTED_LINE
        if rank
        else RELAXED_LINE
    )
    words = [
        "recovered" if recovered else "held by a branch" if changes.look[i] == HELD else "relaxed",
        *(["violated"] if violated else []),
        *([f"suggested, rank {rank}"] if rank else []),
    ]
    return {
        "title": f"{name}: {', '.join(words)}",
        "label": " ".join([*(["✕"] if violated else []), *([str(rank)] if rank else [])]),
        "color": colour,
        "font": {"color": colour},
        "width": 7 if recovered else 3,
        "dashes": not recovered,
        "shadow": {"enabled": True, "color": TOUCHED, "size": 14, "x": 0, "y": 0}
        if i in changes.touched
        else False,
    }


def grey(state: int, card: int) -> str:
    """Paper for the first state, ink for the last, shades between."""
    share = state / max(card - 1, 1)
    channels = [(int(PAPER[j : j + 2], 16), int(INK[j : j + 2], 16)) for j in (1, 3, 5)]
    return "#" + "".join(f"{round(paper + share * (ink - paper)):02X}" for paper, ink in channels)
