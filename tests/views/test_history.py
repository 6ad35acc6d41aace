"""The rows of the history: every step in words, branches indented, stretches of updates folded."""

import pytest

from rcr.generators.grid import grid
from rcr.generators.triangle import triangle
from rcr.run import Run
from rcr.views.history import history_rows, step_label


@pytest.fixture
def run():
    return Run(grid(rows=3, cols=3, seed=10), start="forest")


def labels(run):
    return [(row["depth"], row["label"]) for row in history_rows(run.tree)]


def test_steps_in_words(run):
    run.sweep(5)
    run.recover(["c7", "c13"])
    run.step()
    run.sweep()
    run.step("c15")
    run.relax(["c13"])
    assert labels(run) == [
        (0, "start"),
        (0, "5 sweeps"),
        (0, "recover c7, c13"),
        (0, "3 updates"),
        (0, "relax c13"),
    ]


def test_one_update_and_one_sweep(run):
    assert step_label(run.step("c15")) == "update c15"
    assert step_label(run.sweep()) == "1 sweep"
    assert step_label(run.step()) == "1 update"
    assert step_label(run.sweep()) == "3 updates"
    assert step_label(run.converge()) == "1 sweep, settled"


def test_an_update_is_called_one_also_where_it_is_a_whole_sweep():
    run = Run(triangle(), start="forest")
    assert len(run.state.relaxation.relaxed) == 1
    assert step_label(run.step()) == "1 update"


def test_a_row_carries_the_numbers_of_its_state(run):
    run.sweep()
    run.recover(run.suggest(2))
    for row in history_rows(run.tree):
        state = run.states[row["number"]]
        assert (row["upper"], row["lower"], row["recovered"]) == (
            state.upper,
            state.lower,
            state.relaxation.count,
        )
        assert row["parent"] == (state.parent.number if state.parent else None)
    assert [row["current"] for row in history_rows(run.tree)] == [False, False, True]


def test_a_branch_comes_after_its_fork_and_one_level_deeper(run):
    run.sweep()
    run.recover(["c7"])
    run.branch("first try")
    run.goto(1)
    run.recover(["c13"])
    run.sweep()
    run.goto(1)
    run.recover(["c15"])
    rows = history_rows(run.tree)
    assert [(r["number"], r["depth"], r["branch"]) for r in rows] == [
        (0, 0, 0),
        (1, 0, 0),
        (3, 1, 1),
        (4, 1, 1),
        (5, 1, 2),
        (2, 0, 0),
    ]
    assert [r["number"] for r in rows if r["on_path"]] == [0, 1, 5]
    assert {r["number"]: r["name"] for r in rows}[2] == "first try"


def test_a_long_stretch_of_updates_is_one_row(run):
    for _ in range(8):
        run.step()
    assert [(r["first"], r["number"], r["label"]) for r in history_rows(run.tree)] == [
        (0, 0, "start"),
        (1, 8, "2 sweeps"),
    ]


def test_a_fold_hides_nothing_one_may_look_for(run):
    for _ in range(12):
        run.step()
    run.goto(4)
    run.branch("here")
    run.goto(8)
    shown = [(r["first"], r["number"]) for r in history_rows(run.tree)]
    assert shown == [(0, 0), (1, 4), (5, 8), (9, 12)]
    run.goto(6)
    run.recover(["c7"])
    assert 6 in {r["number"] for r in history_rows(run.tree)}


def test_two_updates_are_too_few_to_fold(run):
    run.step()
    run.step()
    assert [r["number"] for r in history_rows(run.tree)] == [0, 1, 2]


@pytest.mark.slow
def test_a_path_longer_than_the_recursion_limit(run):
    for i in range(1200):
        (run.recover if i % 2 == 0 else run.relax)(["c7"])
    assert len(history_rows(run.tree)) == 1201
