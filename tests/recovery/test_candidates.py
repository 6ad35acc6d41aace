"""What heuristics see of a state is the same however it is looked at."""

from __future__ import annotations

import numpy as np
import pytest

from rcr import Run, generate
from rcr.recovery.candidates import MAX_EXAMINED_CONSTRAINTS, Candidates
from tests.haste import slow_after_the_first

FACTS = ("impact", "mutual_information", "residual")


def settled(task: str, start: str) -> Run:
    run = Run(generate("grid", rows=4, cols=4, states=3, seed=2), task=task, start=start)
    run.sweep(3)
    return run


def facts(candidates: Candidates) -> np.ndarray:
    return np.array([getattr(candidates, name) for name in FACTS])


@pytest.mark.parametrize("task", slow_after_the_first(["mpe", "z"]))
@pytest.mark.parametrize("start", slow_after_the_first(["forest", "decomposed"]))
def test_a_few_at_a_time_are_the_same_as_all_at_once(task, start):
    slowly, at_once = (settled(task, start).candidates() for _ in range(2))
    assert len(slowly.relaxed) > MAX_EXAMINED_CONSTRAINTS
    assert slowly.examine(lambda: False)
    assert np.array_equal(facts(slowly), facts(at_once))


def test_what_is_stopped_is_examined_when_it_is_asked_for():
    looks = iter([False, True])
    stopped, other = (settled("mpe", "forest").candidates() for _ in range(2))
    assert not stopped.examine(lambda: next(looks))
    assert np.array_equal(facts(stopped), facts(other))
