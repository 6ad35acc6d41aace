"""What the heuristics would recover, for the table and the graph."""

from __future__ import annotations

import pytest

from rcr import Run, generate, registry
from rcr.ui.explore.suggestions import MAX_LOOKAHEAD_CONSTRAINTS, groups, hurried, suggestions


@pytest.fixture
def run() -> Run:
    made = Run(
        generate("grid", rows=4, cols=4, seed=2),
        start="forest",
        batch=2,
        recovery="cycle",
        recovery_parameters={"look_ahead": 3},
    )
    made.converge()
    return made


@pytest.mark.parametrize("recovery", registry.plugins("recovery"))
def test_a_heuristic_says_what_it_always_says(run, recovery):
    assert groups(run, recovery) == run.groups(recovery)


def test_suggested_are_the_relaxed_ones_of_the_first_groups(run):
    made = suggestions(run)
    assert len(made) == len(groups(run)[:2])
    assert [i for group in made for i in group] == run.suggest()


def test_where_there_are_many_nobody_looks_ahead():
    run = Run(generate("grid", rows=18, cols=18))
    assert len(run.state.relaxation.relaxed) > MAX_LOOKAHEAD_CONSTRAINTS
    assert hurried(run, "cycle") == {"look_ahead": 0}
    assert hurried(run, "paper") == {}
