"""The graph at one state as SVG: a still picture to print, with the looks of the app's graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from rcr.views.network.changes import HELD, RECOVERED, VIOLATED, Changes
from rcr.views.network.picture import Picture
from rcr.views.network_html import (
    FACTOR,
    INK,
    PAPER,
    RECOVERED_LINE,
    RELAXED_LINE,
    SUGGESTED_LINE,
    TOUCHED,
    VIOLATED_LINE,
    grey,
    with_states,
)

MARGIN_PIXELS = 44.0  # room around the nodes for their names
MAX_PIXELS = 900.0  # of the longer side, as a file of its own
MAX_NAME_LETTERS = 12
BADGE_PIXELS = 10.0  # of a rank
NAME_PIXELS = 15.0  # so far from the middle of an edge or a factor its words stand
ARM_PIXELS = 7.0  # half the size of the cross on a violated edge

Place = tuple[float, float]


def draw_network(
    picture: Picture, changes: Changes, label: str = "", names: Mapping[str, str] | None = None
) -> str:
    """The picture with what the state changes; ``label`` is read out for it, ``names`` are words
    to write beside edges and factors by their ids.
    """
    place: dict[str, Place] = {node["id"]: (node["x"], node["y"]) for node in picture.nodes}
    xs, ys = [x for x, _ in place.values()] or [0.0], [y for _, y in place.values()] or [0.0]
    width, height = max(xs) - min(xs) + 2 * MARGIN_PIXELS, max(ys) - min(ys) + 2 * MARGIN_PIXELS
    scale = min(1.0, MAX_PIXELS / max(width, height))
    frame = (
        f'viewBox="{min(xs) - MARGIN_PIXELS:g} {min(ys) - MARGIN_PIXELS:g} {width:g} {height:g}" '
        f'width="{scale * width:g}" height="{scale * height:g}"'
    )
    parts = [*_lines(picture, changes, place), *_nodes(picture, changes)]
    parts += [*_marks(picture, changes, place), *_names(picture, place, names or {})]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-label="{escape(label)}" '
        f'font-family="sans-serif" text-anchor="middle" dominant-baseline="central">'
        f"{''.join(parts)}</svg>"
    )


def _way(edge: dict[str, Any], place: dict[str, Place]) -> str:
    (x0, y0), (x1, y1) = place[edge["from"]], place[edge["to"]]
    bend = f"Q{edge['bend'][0]:g} {edge['bend'][1]:g} " if "bend" in edge else "L"
    return f"M{x0:g} {y0:g}{bend}{x1:g} {y1:g}"


def _middle(edge: dict[str, Any], place: dict[str, Place]) -> Place:
    (x0, y0), (x1, y1) = place[edge["from"]], place[edge["to"]]
    if "bend" not in edge:
        return (x0 + x1) / 2, (y0 + y1) / 2
    x, y = edge["bend"]
    return (x0 + 2 * x + x1) / 4, (y0 + 2 * y + y1) / 4


def _lines(picture: Picture, changes: Changes, place: dict[str, Place]) -> Iterator[str]:
    """A glow below what was touched last, then ties, relaxed and recovered edges."""
    for i in changes.touched:
        way = _way(picture.edges[i], place)
        yield _path(way, TOUCHED, 20, 'stroke-linecap="round" stroke-opacity="0.6"')
    for tie in picture.ties:
        yield _path(_way(tie, place), INK, 2)
    for edge, look in zip(picture.edges, changes.look, strict=True):
        if look == RECOVERED:
            yield _path(_way(edge, place), RECOVERED_LINE, 7)
        elif look == HELD:
            yield _path(_way(edge, place), RELAXED_LINE, 3)
        else:
            yield _path(_way(edge, place), RELAXED_LINE, 3, 'stroke-dasharray="7 5"')


def _path(way: str, colour: str, width: float, more: str = "") -> str:
    return f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="{width:g}" {more}/>'


def _nodes(picture: Picture, changes: Changes) -> Iterator[str]:
    """Squares for factors; circles with their state for variables and clones."""
    cards = {node["id"]: node for node in picture.nodes if "card" in node}
    # there are fewer marks where the last ones are hidden
    marks = dict(zip(with_states(picture), changes.marks, strict=False))
    for node in picture.nodes:
        x, y, size = node["x"], node["y"], node["size"]
        if node["role"] == "factor":
            side = f'width="{2 * size:g}" height="{2 * size:g}" fill="{FACTOR}" stroke="{INK}"'
            yield f'<rect x="{x - size:g}" y="{y - size:g}" {side}/>'
            continue
        variable = cards[node.get("of", node["id"])]
        state, card = marks.get(node["id"]), variable["card"]
        colour = PAPER if state is None else grey(state, card)
        fill = f'fill="{colour}" stroke="{INK}" stroke-width="2"'
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" {fill}/>'
        if state is not None:
            name = str(variable.get("states", range(card))[state])[:4]
            ink = PAPER if state / max(card - 1, 1) > 0.5 else INK
            letters = size * (0.75 if len(name) > 2 else 1.15)
            yield _words(x, y, name, letters, f'font-weight="600" fill="{ink}"')
        if node["role"] == "variable":
            called = node["name"][:MAX_NAME_LETTERS]
            # the lines of a grid go straight up, and some have a cross
            aside, beside = ARM_PIXELS + 2, f'fill="{INK}" style="text-anchor:end"'
            yield _words(x - aside, y - size - 6, called, 13, beside)


def _names(picture: Picture, place: dict[str, Place], names: Mapping[str, str]) -> Iterator[str]:
    """The words above factors and below edges, beside those that run up and down."""
    where, steep = dict(place), dict[str, bool]()
    edges = {edge["id"] for edge in picture.edges}
    for edge in picture.edges:
        (x0, y0), (x1, y1) = place[edge["from"]], place[edge["to"]]
        where[edge["id"]] = _middle(edge, place)
        for id_ in (edge["id"], edge["from"], edge["to"]):
            steep[id_] = abs(y1 - y0) > abs(x1 - x0)
    look = f'fill="{INK}" stroke="{PAPER}" stroke-width="4" paint-order="stroke"'
    for id_, words in names.items():
        x, y = where[id_]
        if steep[id_]:
            yield _words(x + NAME_PIXELS, y, words, 13, f'{look} style="text-anchor:start"')
        else:
            aside = 1.25 * NAME_PIXELS if id_ in edges else -NAME_PIXELS
            yield _words(x, y + aside, words, 13, look)


def _words(x: float, y: float, words: str, size: float, more: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {more}>{escape(words)}</text>'


def _marks(picture: Picture, changes: Changes, place: dict[str, Place]) -> Iterator[str]:
    """A cross on what is violated, a badge with its rank on what is suggested."""
    ranks = {edge: rank for rank, group in enumerate(changes.suggested, 1) for edge in group}
    for i, (edge, look) in enumerate(zip(picture.edges, changes.look, strict=True)):
        x, y = _middle(edge, place)
        if look == VIOLATED:
            left, top, across = x - ARM_PIXELS, y - ARM_PIXELS, 2 * ARM_PIXELS
            arms = f"M{left:g} {top:g}l{across:g} {across:g}m0 {-across:g}"
            yield _path(f"{arms}l{-across:g} {across:g}", VIOLATED_LINE, 3.6)
        if i in ranks and look != RECOVERED:
            y -= 2 * BADGE_PIXELS
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{BADGE_PIXELS:g}" fill="{SUGGESTED_LINE}"/>'
            yield _words(x, y, str(ranks[i]), 12, f'font-weight="700" fill="{PAPER}"')
