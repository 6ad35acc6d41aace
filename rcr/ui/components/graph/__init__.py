"""The graph as a widget: it draws a picture and its changes, and returns what was clicked."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import pyvis
import streamlit as st

from rcr.views.network import Changes, Picture

HERE = Path(__file__).parent
VIS = Path(pyvis.__file__).parent / "templates/lib/vis-9.1.2/vis-network.min.js"
KINDS = ("recover", "relax")
EPOCH = 1_000_000  # clicks on one picture; each picture numbers its clicks from a multiple of this


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# Streamlit sends a component's html, css and code with every change of its data, and remembers a
# message it has sent before; even then it makes and hashes the message anew in every script. So
# these go in one component and the picture, which seldom changes, in another, both drawn outside of
# the page's fragments; and the changes in a third.
CODE = (VIS, HERE / "geometry.js", HERE / "paint.js", HERE / "graph.js")
_dress = json.dumps(f"<style>{_text(HERE / 'graph.css')}</style>{_text(HERE / 'graph.html')}")
_library = st.components.v2.component(
    "rcr_library", js="\n".join([f"const DRESS = {_dress};", *map(_text, CODE)])
)
_picture = st.components.v2.component("rcr_picture", js=_text(HERE / "picture.js"))
_graph = st.components.v2.component("rcr_graph", js=_text(HERE / "host.js"))


class Click(NamedTuple):
    """A wish: these constraints to be recovered, or to be relaxed, together."""

    number: int
    kind: str
    constraints: tuple[str, ...]

    def open(self, recovered: Collection[str]) -> list[str]:
        """What is left to do when these are recovered: the browser may have clicked on an older
        state.
        """
        return [i for i in self.constraints if (i in recovered) != (self.kind == "recover")]


@dataclass
class _Taken:
    """How far the clicks on a picture have been taken: the number of the last one."""

    picture: str
    last: int = 0
    lock: Lock = field(default_factory=Lock, repr=False)


def graph_library(picture: Picture) -> None:
    """The code of the graph and its picture: on a page with a graph, once, and outside of its
    fragments.
    """
    with st.container(key="rcr-code"):  # takes no room, see look.py
        _library(key="rcr-library", height=1)
        _picture(key="rcr-picture", data={"digest": picture.digest, "wire": picture.wire}, height=1)


def graph(picture: Picture, changes: Changes, *, key: str, height: str = "560px") -> list[Click]:
    """Draw the graph on its picture, as tall as a CSS length says; returns the clicks not yet
    taken, in order, each exactly once.

    A page that goes through ``take_clicks`` first and draws the state they lead to shows it in
    the same run; what is returned here is then empty. A page that acts on what is returned here
    does so before its next call of streamlit, where the script may be stopped for a newer one,
    and then reruns.
    """
    data = {
        "picture": picture.digest,
        "ack": _taken(picture, key).last,
        "height": height,
        **changes.as_data(),
    }
    _graph(key=key, data=data, on_clicks_change=lambda: None)
    return list(take_clicks(picture, key=key))


def take_clicks(picture: Picture, *, key: str) -> Iterator[Click]:
    """The clicks on this picture not yet taken, to be acted on in a loop; the browser hears of it
    when the graph is next drawn.

    A click counts as taken when the loop asks for the next one. If the script is stopped for a
    newer one before that, which can happen at any look into the session state, the newer one
    gets it again and none is lost. Until it is stopped, an old script runs beside the newer
    one: the newer one waits for the old one's loop, so none is acted on twice.
    """
    taken = _taken(picture, key)
    sent = (st.session_state.get(key) or {}).get("clicks") or []
    with taken.lock:
        for click in sorted(click for entry in sent if (click := _click(entry))):
            if click.number > taken.last:
                yield click
                taken.last = click.number


def _taken(picture: Picture, key: str) -> _Taken:
    """Another picture starts a new epoch, so that a late click on the old one counts as taken."""
    taken: _Taken = st.session_state.setdefault(f"{key}-taken", _Taken(picture.digest))
    if taken.picture != picture.digest:
        taken.picture, taken.last = picture.digest, (taken.last // EPOCH + 1) * EPOCH
    return taken


def _click(entry: Any) -> Click | None:
    """A click as the browser sends it; anything else is ignored, since a browser can send what it
    likes.
    """
    match entry:
        case [int(number), str(kind), [str(), *_] as ids] if kind in KINDS and all(
            isinstance(i, str) for i in ids
        ):
            return Click(number, kind, tuple(ids))
    return None
