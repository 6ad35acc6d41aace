"""The bars of the pieces end at the bound; every assignment has its dot."""

import re

import numpy as np
import pytest

from rcr.explain.assignments import assignments
from rcr.explain.pieces import pieces
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.models.samples import samples
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views.assignments import MAX_POINTS, draw_assignments
from rcr.views.pieces import MAX_ROWS, draw_pieces, piece_rows


@pytest.fixture
def triangle():
    return Run(samples()["triangle"].load())


@pytest.mark.parametrize("more", [{}, {"task": "z"}, {"scheme": "model-split"}])
def test_the_rows_add_up_to_the_value_however_many_pieces_there_are(more):
    run = Run(grid(rows=4, cols=4, seed=3), **more)
    run.sweep(2)
    rows = piece_rows(pieces(run))
    state = run.state
    shown = state.value if state.bounds.estimate is None else state.bounds.estimate
    assert len(rows) <= MAX_ROWS + 2
    assert rows[MAX_ROWS - 1][0] == "29 other pieces"
    assert sum(value for _, value, _ in rows) == pytest.approx(shown, abs=1e-9)
    if not more.get("scheme"):
        assert sum(at for _, _, at in rows) == pytest.approx(run.model.log_value(state.assignment))


def test_each_bar_begins_where_the_one_before_it_ended(triangle):
    picture = draw_pieces(pieces(triangle))
    bars = re.findall(r'<rect x="([-\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*fill-opacity', picture)
    rows, place = piece_rows(pieces(triangle)), float(bars[0][0])
    scale = float(bars[0][1]) / rows[0][1]
    for (x, width), (_, value, _) in zip(bars, rows, strict=True):
        start, end = (float(x), float(x) + float(width))[:: 1 if value >= 0 else -1]
        assert start == pytest.approx(place, abs=0.2)
        place = end
    assert place == pytest.approx(float(bars[0][0]) + scale * triangle.state.value, abs=1)
    assert fixed(triangle.state.value) in picture
    assert fixed(triangle.state.lower) in picture


@pytest.mark.parametrize(
    ("task", "where"), [("mpe", "where all agree"), ("z", "at the best assignment")]
)
def test_what_a_piece_loses_is_told(task, where):
    found = pieces(Run(samples()["triangle"].load(), task=task))
    drawn = draw_pieces(found)
    worst = found.piece(int(found.telling[0]))
    said = f"{worst.chosen}: {fixed(worst.value, 4)}, {fixed(worst.excess, 4)} more than {where}<"
    assert said in drawn
    assert f">{where}<" in drawn  # the sum of what is left
    hints = set(re.findall(f"<title>([^<]* more than {where})<", drawn))
    assert len(hints) == (found.excess > 1e-9).sum()


def test_a_model_in_which_nothing_is_possible():
    two = tuple(Variable.numbered(name, 2) for name in "ab")
    run = Run(Model(two, (Factor((0, 1), np.full((2, 2), -np.inf)),)))
    assert "No assignment is possible in: a_0 = 0, b_0 = 0" in draw_pieces(pieces(run))
    assert "None of the 16 assignments is possible" in draw_assignments(assignments(run), run.model)


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_a_dot_for_every_assignment_and_a_line_at_the_best(task):
    run = Run(samples()["triangle"].load(), task=task)
    found = assignments(run)
    picture = draw_assignments(found, run.model)
    disagree, agree = (path.count("h0") for path in re.findall(r'<path d="([^"]*h0)"', picture))
    assert (disagree, agree) == (504, 8)
    what = "sum" if task == "z" else "best"
    assert f"{what} of all 512: {fixed(run.state.value)}" in picture
    assert f"{what} of the 8 that agree: {fixed(found.best_agreeing)}" in picture
    best = found.states[np.flatnonzero(found.agree)[0]]
    told = ", ".join(
        f"{v.name} = {v.states[x]}" for v, x in zip(run.model.variables, best[:3], strict=True)
    )
    assert f"<title>{told}: " in picture


def test_many_assignments_are_thinned_out_but_none_that_agrees():
    run = Run(grid(rows=2, cols=2, seed=1))
    picture = draw_assignments(assignments(run), run.model)
    disagree, agree = (path.count("h0") for path in re.findall(r'<path d="([^"]*h0)"', picture))
    assert disagree <= MAX_POINTS
    assert agree == 16
    assert len(picture) < 20_000


def test_impossible_assignments_are_counted():
    two = tuple(Variable.numbered(name, 2) for name in "ab")
    run = Run(Model(two, (Factor((0, 1), np.array([[0.0, -np.inf], [0.0, 1.0]])),)))
    assert "; 4 more are impossible" in draw_assignments(assignments(run), run.model)
