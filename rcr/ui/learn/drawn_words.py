"""What the library writes on its charts and drawings, in the words of the Learn page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcr.ui.learn.words import words

SAID = ("name", "hovertemplate")  # of a curve
AXES = ("xaxis", "yaxis")


def in_our_words(text: str) -> str:
    """A text, or a drawing with its texts, with the library's phrases replaced by the page's."""
    for phrase, ours in words().on_drawings.items():
        text = text.replace(phrase, ours)
    return text


def chart_in_our_words(made: Mapping[str, Any]) -> dict[str, Any]:
    """A chart with the names of its curves and axes and its remarks in the page's words."""
    layout = made["layout"]
    axes = {axis: layout[axis] | {"title": _said(layout[axis]["title"], "text")} for axis in AXES}
    notes = [_said(note, "text") for note in layout.get("annotations", ())]
    return {
        **made,
        "data": [_said(curve, *SAID) for curve in made["data"]],
        "layout": layout | axes | {"annotations": notes},
    }


def _said(part: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {k: in_our_words(x) if k in keys else x for k, x in part.items()}
