"""The bound curve draws the numbers it is given."""

from __future__ import annotations

import math

from rcr.views.bounds import plot_bounds


def rows(*bounds):
    return [
        {"recovered": 5 * i, "loops_closed": i, "upper": upper, "lower": lower, "treewidth": 1 + i, "seconds": 0.1 * i}
        for i, (upper, lower) in enumerate(bounds)
    ]


def test_both_bounds_stand_over_the_recovered_constraints():
    upper, lower = plot_bounds(rows((9.0, 1.0), (7.0, 4.0), (5.0, 5.0))).data
    assert (upper.name, lower.name) == ("upper bound", "lower bound")
    assert upper.x == lower.x == (0, 5, 10)
    assert upper.y == (9.0, 7.0, 5.0)
    assert lower.y == (1.0, 4.0, 5.0)
    assert list(upper.customdata[2]) == [2, 3, 0.2]


def test_the_bounds_differ_by_more_than_colour():
    upper, lower = plot_bounds(rows((9.0, 1.0))).data
    assert upper.line.color != lower.line.color
    assert upper.marker.symbol != lower.marker.symbol


def test_a_round_without_an_assignment_leaves_a_gap():
    _, lower = plot_bounds(rows((9.0, -math.inf), (7.0, 4.0))).data
    assert lower.y == (None, 4.0)


def test_an_empty_history_is_an_empty_curve():
    assert [trace.x for trace in plot_bounds([]).data] == [(), ()]


def test_no_tick_stands_between_two_counts():
    assert plot_bounds(rows((9.0, 1.0))).layout.xaxis.dtick == 1
    assert plot_bounds(rows((9.0, 1.0), (7.0, 4.0), (5.0, 5.0))).layout.xaxis.dtick is None
