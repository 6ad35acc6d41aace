"""The pictures of a class say what the class did."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from rcr import Run, generate
from rcr.views.class_pictures import (
    MAX_TILE_EDGES,
    TILE_UNITS,
    draw_bars,
    draw_class_curves,
    draw_counts,
    recovered_counts,
    tile_marks,
    tile_shape,
)
from rcr.views.network.drawing import picture


def texts(svg: str) -> list[str]:
    return [t.text or "" for t in ElementTree.fromstring(svg).iter() if t.tag.endswith("text")]


@pytest.fixture(scope="module")
def run() -> Run:
    return Run(generate("grid", rows=3, cols=3, seed=1), start="forest")


def test_a_tile_has_a_line_and_a_mark_for_each_edge(run: Run):
    drawn = picture(run.cloned)
    shape, marks = tile_shape(drawn), tile_marks(drawn, set(run.state.recovered))
    assert len(shape) == 4 * len(drawn.edges)
    assert min(shape) >= 0
    assert max(shape) <= TILE_UNITS
    assert marks.count("1") == len(run.state.recovered)


def test_a_large_graph_has_no_tile():
    large = Run(generate("grid", rows=20, cols=20, seed=1)).cloned
    assert len(large) > MAX_TILE_EDGES
    assert tile_shape(picture(large)) == []


def test_counts_on_the_edges(run: Run):
    drawn = picture(run.cloned)
    first, second = drawn.edges[0]["id"], drawn.edges[1]["id"]
    svg = draw_counts(drawn, {first: 3}, set(), {second})
    assert sorted(texts(svg)) == ["0", "3"]


def test_what_was_recovered_at_the_start_is_not_counted(run: Run):
    drawn, start = picture(run.cloned), set(run.state.recovered)
    open_edges = [edge["id"] for edge in drawn.edges if edge["id"] not in start]
    did = [start, start | {open_edges[0]}, start | set(open_edges[:2]), set()]
    marks = [tile_marks(drawn, mine) for mine in did]
    assert recovered_counts(drawn, marks, start) == {open_edges[0]: 2, open_edges[1]: 1}


def test_bars_are_told_and_escaped():
    svg = draw_bars({"<b>yes</b>": 4, "no": 0}, {"no"})
    assert texts(svg) == ["<b>yes</b>", "4", "✔ no", "0"]
    assert ElementTree.fromstring(draw_bars({})) is not None


def test_a_long_answer_is_there_to_its_last_word():
    long = "because a clone may take another state than its variable, wherever that pays " * 5
    *lines, none = texts(draw_bars({long: 0}))
    assert " ".join(lines) == long.strip()
    assert none == "0"


@pytest.mark.parametrize("curves", [[], [[]], [[1.0]], [[2.0, 2.0]], [[3.0, 1.0], [2.5, 2.0, 1.0]]])
def test_curves_of_any_class(curves):
    svg = draw_class_curves(curves)
    shown = [path for path in ElementTree.fromstring(svg).iter() if path.tag.endswith("path")]
    assert len(shown) == 1 + sum(len(curve) > 1 for curve in curves)
