"""Every sample has its lesson, loads, and is solved at once."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rcr import Run, bundle
from rcr.samples import samples


def test_every_lesson_has_its_model():
    assert {path.stem for path in (bundle.root() / "sample_models").glob("*.md")} == set(samples())


@pytest.mark.parametrize("sample", samples().values(), ids=samples())
def test_a_sample_teaches_something(sample):
    assert sample.title
    assert sample.lesson
    run = Run(sample.load(), start="forest", batch=1)
    run.solve(time_limit=20)
    assert run.status == "certified"
    assert run.history[0]["upper"] > run.history[-1]["upper"]


def test_the_first_view_is_a_grid_whose_loops_are_frustrated():
    """From the forest start nearly every recovery of the heuristic is felt."""
    run = Run(samples()["frustrated-grid"].load(), start="forest", batch=1)
    run.solve()
    bounds = [row["upper"] for row in run.history]
    felt = [before - after > 0.05 for before, after in pairwise(bounds)]
    assert len(felt) >= 8
    assert sum(felt) >= len(felt) - 1
