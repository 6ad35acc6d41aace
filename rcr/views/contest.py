"""A challenge in pictures: the ways of the player and the opponents, and a card with the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rcr.model import Model
from rcr.state import State
from rcr.views import palette
from rcr.views.chart_layout import LAYOUT, quiet_axis
from rcr.views.thumbnail import draw_thumbnail

COLOURS = (palette.RECOVERED, palette.LOWER, palette.CLONE, palette.EXACT)
SYMBOLS = ("square", "diamond", "triangle-up", "x")  # as many as colours
CARD_WIDTH, CARD_HEIGHT, PICTURE_WIDTH = 520, 220, 200


def contest_chart(yours: Sequence[State], others: Mapping[str, Sequence[State]]) -> dict[str, Any]:
    """The best upper bound over the number of constraints put back, for everybody."""
    traces = [_way("you", yours, {"color": palette.UPPER, "dash": "solid", "width": 4}, "circle")]
    for i, (name, states) in enumerate(others.items()):
        line = {"color": COLOURS[i % 4], "dash": "dot", "width": 2}
        traces.append(_way(name, states, line, SYMBOLS[i % 4]))
    return {
        "data": traces,
        "layout": LAYOUT
        | {
            "hovermode": "closest",
            "xaxis": quiet_axis("constraints put back"),
            "yaxis": quiet_axis("upper bound", automargin=True),
        },
    }


def _way(name: str, states: Sequence[State], line: dict[str, Any], symbol: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": [state.relaxation.count for state in states],
        "y": [state.upper for state in states],
        "line": line,
        "marker": {"size": 6, "symbol": symbol},
    }


def score_card(model: Model, title: str, lines: Sequence[str]) -> str:
    """A card as SVG to keep or to send: the model's picture beside the score."""
    drawn = draw_thumbnail(model, aspect=1.0)
    inner = drawn.replace("<svg ", f'<svg x="12" y="10" width="{PICTURE_WIDTH}" height="200" ', 1)
    left = PICTURE_WIDTH + 30
    texts = "".join(
        f'<text x="{left}" y="{84 + 28 * i}" font-size="16" fill="#222">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" '
        f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" role="img" aria-label="{escape(title)}" '
        'font-family="system-ui, sans-serif">'
        f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="12" fill="#fbfbf8" '
        f'stroke="#bbb"/>{inner}'
        f'<text x="{left}" y="48" font-size="22" font-weight="700" fill="#222">{escape(title)}'
        f"</text>{texts}</svg>"
    )
