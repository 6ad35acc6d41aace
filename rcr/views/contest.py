"""A challenge in pictures: the ways of the player and the opponents, and a card with the score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

from rcr.state import State
from rcr.views import palette
from rcr.views.chart_layout import LAYOUT, quiet_axis
from rcr.views.network.changes import changes
from rcr.views.network.drawing import picture
from rcr.views.network.hiding import hide
from rcr.views.network.picture import COMPACT
from rcr.views.network_svg import draw_network

COLOURS = (palette.RECOVERED, palette.LOWER, palette.CLONE, palette.EXACT)
SYMBOLS = ("square", "diamond", "triangle-up", "x")  # as many as colours
CARD_WIDTH, CARD_HEIGHT, PICTURE_WIDTH = 560, 220, 200
TITLE_LETTERS = 22  # of a line beside the picture, in the widest of the usual typefaces
MIN_STEP_LOGS = 1e-6  # of a bound; less is the solver's rounding
SIZE = re.compile(r'width="[^"]*" height="[^"]*"')  # of a picture as a file of its own

Way = Iterable[tuple[int, float]]  # constraints put back, and the bound with them


def contest_chart(you: str, yours: Way, others: Mapping[str, Way]) -> dict[str, Any]:
    """The smallest bound over the number of constraints put back, for everybody; ``you`` names
    yours.
    """
    traces = [_way(you, yours, {"color": palette.UPPER, "dash": "solid", "width": 4}, "circle")]
    for i, (name, way) in enumerate(others.items()):
        line = {"color": COLOURS[i % 4], "dash": "dot", "width": 2}
        traces.append(_way(name, way, line, SYMBOLS[i % 4]))
    return {
        "data": traces,
        "layout": LAYOUT
        | {
            "hovermode": "closest",
            "xaxis": quiet_axis("constraints put back"),
            "yaxis": quiet_axis("upper bound", automargin=True),
        },
    }


def _way(name: str, way: Way, line: dict[str, Any], symbol: str) -> dict[str, Any]:
    """A falling staircase: the smallest bound with at most so many constraints, in whatever order
    they came and went.
    """
    steps: list[tuple[int, float]] = []
    for count, bound in sorted(way):
        if not steps or bound < steps[-1][1] - MIN_STEP_LOGS:
            steps.append((count, bound))
    counts, bounds = zip(*steps, strict=True)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": list(counts),
        "y": list(bounds),
        "line": line | {"shape": "hv"},
        "marker": {"size": 6, "symbol": symbol},
    }


def score_card(state: State, title: str, lines: Sequence[str]) -> str:
    """A card as SVG to keep or to send: what was put back beside the score."""
    drawn = picture(state.relaxation.cloned, COMPACT)
    seen = hide(drawn, changes(drawn, state, touched=()), ("violated-edge",))
    graph = draw_network(drawn, seen)
    place = f'x="12" y="10" width="{PICTURE_WIDTH}" height="{CARD_HEIGHT - 20}"'
    left = PICTURE_WIDTH + 30
    looks = [('20" font-weight="700', line) for line in wrap(title, TITLE_LETTERS)]
    looks += [("16", line) for line in lines]
    texts = "".join(
        f'<text x="{left}" y="{48 + 28 * i}" font-size="{look}" fill="#222">{escape(line)}</text>'
        for i, (look, line) in enumerate(looks)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" '
        f'style="width:{CARD_WIDTH}px;height:auto;max-width:100%" role="img" '
        f'aria-label="{escape(title)}" font-family="system-ui, sans-serif">'
        f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="12" fill="#fbfbf8" '
        f'stroke="#bbb"/>{SIZE.sub(place, graph, count=1)}'
        f"{texts}</svg>"
    )
