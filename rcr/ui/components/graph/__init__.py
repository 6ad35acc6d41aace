"""The graph as a widget: it draws a picture and its changes, and returns what was clicked."""

from __future__ import annotations

import json
from pathlib import Path

import pyvis
import streamlit as st

from rcr.ui.components.code import code_place, text_of
from rcr.ui.components.graph.clicks import BRANCH, OBSERVE, Click, TakenClicks, take_clicks
from rcr.views.network.changes import Changes
from rcr.views.network.picture import Picture
from rcr.views.overlay import NO_OVERLAY, Overlay

__all__ = [
    "BRANCH",
    "OBSERVE",
    "Click",
    "TakenClicks",
    "graph",
    "graph_library",
    "take_clicks",
]

HERE = Path(__file__).parent
VIS = Path(pyvis.__file__).parent / "templates/lib/vis-9.1.2/vis-network.min.js"

# Streamlit sends a component's html, css and code with every change of its data, and remembers a
# message it has sent before; even then it makes and hashes the message anew in every script. So
# these go in one component and the picture, which seldom changes, in another, both drawn outside of
# the page's fragments; and the changes in a third.
OWN_CODE = (
    "geometry.js",
    "paint.js",
    "overlay.js",
    "clicking.js",
    "hovering.js",
    "walking.js",
    "naming.js",
    "observing.js",
    "graph.js",
)
CODE = (VIS, *(HERE / name for name in OWN_CODE))
_dress = json.dumps(f"<style>{text_of(HERE / 'graph.css')}</style>{text_of(HERE / 'graph.html')}")
_library = st.components.v2.component(
    "rcr_library", js="\n".join([f"const DRESS = {_dress};", *map(text_of, CODE)])
)
_picture = st.components.v2.component("rcr_picture", js=text_of(HERE / "picture.js"))
_graph = st.components.v2.component("rcr_graph", js=text_of(HERE / "host.js"))


def graph_library(picture: Picture) -> None:
    """The code of the graph and its picture: on a page with a graph, once, and outside of its
    fragments.
    """
    with code_place("graph"):
        _library(key="rcr-library", height=1)
        _picture(key="rcr-picture", data={"digest": picture.digest, "wire": picture.wire}, height=1)


def graph(
    picture: Picture,
    changes: Changes,
    taken: TakenClicks,
    *,
    key: str,
    height: str = "560px",
    plain: bool = False,
    asked: bool = False,
    suggests: bool = True,
    overlay: Overlay = NO_OVERLAY,
    evidence: bool = False,
    branches: bool = False,
    told: str = "",
) -> list[Click]:
    """Draw the graph on its picture, as tall as a CSS length says, with what is laid over it and,
    if ``plain``, without its legend; ``told`` is read out to whoever cannot see it. Where an edge
    is ``asked`` for, a click is an answer, and the legend says so; where nothing is suggested, as
    in a class that is to find out by itself, the legend does not speak of it. With ``evidence``, a
    click on a variable offers to observe one of its states, with ``branches`` to branch on one.
    Returns the clicks not yet taken, in order, each exactly once.

    A page that goes through ``take_clicks`` first and draws the state they lead to shows it in
    the same run; what is returned here is then empty. A page that acts on what is returned here
    does so before its next call of streamlit, where the script may be stopped for a newer one,
    and then reruns.
    """
    data = {
        "picture": picture.digest,
        "ack": taken.on(picture),
        "height": height,
        "plain": plain,
        "asked": asked,
        "suggests": suggests,
        "told": told,
        "evidence": evidence,
        "branches": branches,
        **changes.as_data(),
        **overlay.as_data(),
    }
    _graph(key=key, data=data, on_clicks_change=lambda: None)
    return list(take_clicks(picture, taken, key=key))
