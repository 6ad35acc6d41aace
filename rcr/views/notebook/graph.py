"""The graph at one state, which shows itself in a notebook and can be saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rcr.model import ModelError
from rcr.state import State
from rcr.views.history import step_label
from rcr.views.network.changes import Changes, changes
from rcr.views.network.drawing import picture
from rcr.views.network.picture import COMPACT, CUT, Picture
from rcr.views.network_html import html_page
from rcr.views.network_svg import draw_network

KINDS = (COMPACT, CUT)


@dataclass(frozen=True)
class Graph:
    """The graph at a state: a still picture (``svg``), or a page to zoom and hover in."""

    title: str
    picture: Picture = field(repr=False)
    changes: Changes = field(repr=False)

    def svg(self) -> str:
        """The picture, as text of an SVG file."""
        return draw_network(self.picture, self.changes, self.title)

    def page(self) -> str:
        """The page, as text of an html file that fetches nothing."""
        return html_page(self.picture, self.changes, self.title)

    def save(self, path: str | Path) -> None:
        """Write it to a file; the ending says as what, ``.svg`` or ``.html``."""
        path = Path(path)
        made = {".svg": self.svg, ".html": self.page}.get(path.suffix)
        if made is None:
            raise ModelError(f"{path}: a graph is saved as .svg or .html; choose one of them")
        path.write_text(made(), encoding="utf-8")

    def _repr_html_(self) -> str:
        left_out = f"<figcaption>{self.picture.note}</figcaption>" if self.picture.note else ""
        return (
            '<figure style="margin:0;background:#FFFFFF;border-radius:0.5rem;max-width:40rem">'
            f"{self.svg()}{left_out}</figure>"
        )


def graph(
    state: State,
    kind: str = COMPACT,
    around: str | None = None,
    suggested: Sequence[Sequence[str]] = (),
) -> Graph:
    """The graph at a state; ``around`` names the variable in the middle of a part of it, and
    ``suggested`` are groups of constraints to mark with their rank.
    """
    if kind not in KINDS:
        raise ModelError(f"there is no picture {kind!r} of a graph; there are: {', '.join(KINDS)}")
    cloned = state.relaxation.cloned
    names = {variable.name: v for v, variable in enumerate(cloned.model.variables)}
    if around is not None and around not in names:
        raise ModelError(f"the model has no variable {around!r}")
    drawn = picture(cloned, kind, None if around is None else names[around])
    title = f"{cloned.model.name}, step {state.number}: {step_label(state)}"
    return Graph(title, drawn, changes(drawn, state, suggested=suggested))
