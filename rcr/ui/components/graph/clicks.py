"""Clicks on the graph: a queue in the browser, from which each click is taken exactly once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple

import streamlit as st

from rcr.views.network.picture import Picture

OBSERVE, BRANCH = "observe", "branch"
KINDS = ("recover", "relax", OBSERVE, BRANCH)
# each picture numbers its clicks from a multiple of this
EPOCH_CLICKS = 1_000_000


class Click(NamedTuple):
    """A wish: these constraints to be recovered, or to be relaxed, together; or a variable to be
    observed, by the id of its node and the number of its state (or nothing, to be so no longer);
    or a branch in which it has that state.
    """

    number: int
    kind: str
    constraints: tuple[str, ...]

    def open(self, recovered: Collection[str]) -> list[str]:
        """What is left to do when these are recovered: the browser may have clicked on an older
        state.
        """
        return [i for i in self.constraints if (i in recovered) != (self.kind == "recover")]


@dataclass
class TakenClicks:
    """How far a visitor's clicks on a graph have been taken: the picture and the last number."""

    picture: str | None = None
    last: int = 0
    lock: Lock = field(default_factory=Lock, repr=False)

    def on(self, picture: Picture) -> int:
        """The last number on this picture. Another picture starts a new epoch, so that a late
        click on the old one counts as taken.
        """
        if self.picture not in (None, picture.digest):
            self.last = (self.last // EPOCH_CLICKS + 1) * EPOCH_CLICKS
        self.picture = picture.digest
        return self.last


def take_clicks(picture: Picture, taken: TakenClicks, *, key: str) -> Iterator[Click]:
    """The clicks on this picture not yet taken, to be acted on in a loop; the browser hears of it
    when the graph is next drawn.

    A click counts as taken when the loop asks for the next one. If the script is stopped for a
    newer one before that, which can happen at any look into the session state, the newer one
    gets it again and none is lost. Until it is stopped, an old script runs beside the newer
    one: the newer one waits for the old one's loop, so none is acted on twice.
    """
    taken.on(picture)
    sent = (st.session_state.get(key) or {}).get("clicks") or []
    with taken.lock:
        for click in sorted(click for entry in sent if (click := _click(entry))):
            if click.number > taken.last:
                yield click
                taken.last = click.number


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
