"""What a problem tells of exact inference before any of it is done."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings

from rcr import Run, generate
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


@pytest.mark.slow
@pytest.mark.usefixtures("hasty_threads")
def test_threads_may_share_what_the_heuristics_see(monkeypatch) -> None:
    monkeypatch.setattr("rcr.run.problem.MAX_KEPT_CANDIDATES", 1)
    run = Run(generate("grid", rows=3, cols=3))
    states = [run.step() for _ in range(4)]

    def look(first: int) -> None:
        for n in range(1000):
            state = states[(first + n) % len(states)]
            assert run.candidates(state).state is state

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(look, range(4)))
