"""What a problem tells of exact inference before any of it is done."""

from __future__ import annotations

from hypothesis import given, settings

from rcr import generate
from rcr.run.problem import Problem
from rcr.run.settings import Settings
from tests.strategies import models


@settings(max_examples=60, deadline=None)
@given(model=models())
def test_exact_inference_is_within_its_own_entries_and_within_no_fewer(model) -> None:
    entries = Problem(model, Settings()).exact_entries
    assert Problem(model, Settings()).exact_within(entries)
    assert not Problem(model, Settings()).exact_within(entries - 1)


def test_what_is_far_too_large_is_not_planned_to_the_end() -> None:
    problem = Problem(generate("grid", rows=20, cols=20), Settings())
    assert not problem.exact_within(1000)
    assert "exact_plan" not in vars(problem)
