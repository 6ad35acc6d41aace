"""The picture of what a recovery forbids: two tables, the second with entries struck out."""

import re

import numpy as np
import pytest

from rcr.explain.forbidden import forbidden
from rcr.generators.grid import grid
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views.forbidden import draw_forbidden


@pytest.mark.parametrize("states", [2, 9])
def test_rows_and_columns_say_whose_states_they_are_where_there_is_room(states):
    run = Run(grid(rows=3, cols=3, seed=10, states=states), start="forest")
    drawn = draw_forbidden(forbidden(run, int(run.state.relaxation.relaxed[0])))
    assert drawn.count(">X = 1</text>") == 2
    assert drawn.count(">clone = 1</text>") == (2 if states == 2 else 0)


@pytest.mark.parametrize(("states", "task"), [(2, "mpe"), (3, "mpe"), (2, "z")])
def test_the_entries_that_differ_are_struck_out_after_and_not_before(states, task):
    run = Run(grid(rows=3, cols=3, seed=10, states=states), task=task, start="forest")
    told = forbidden(run, int(run.state.relaxation.relaxed[0]))
    before, after = re.findall("<svg.*?</svg>", draw_forbidden(told))
    differ = states * states - states
    assert (before.count("<path"), after.count("<path")) == (0, differ)
    assert (before.count(", forbidden"), after.count(", forbidden")) == (0, differ)
    for x, y in np.ndindex(states, states):
        entry = f"X = {x}, clone = {y}: {fixed(told.before[x, y], 6)}"
        assert f"<title>{entry}</title>" in before
        assert f"<title>{entry}{', forbidden' if x != y else ''}</title>" in after
    framed = [
        picture.count('fill="none" stroke="#D55E00" stroke-width="3"')
        for picture in (before, after)
    ]
    assert all(framed) == (task == "mpe")


def test_the_values_before_and_after_stand_below_the_tables():
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    told = forbidden(run, "c13")
    picture = draw_forbidden(told)
    assert f"The best of all 4 entries: {fixed(run.state.value, 4)}." in picture
    run.recover(["c13"])
    assert f"The best of the 2 that are left: {fixed(run.state.value, 4)}." in picture
    assert told.said in picture
