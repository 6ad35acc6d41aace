"""What a run is called in the list of runs."""

from __future__ import annotations

import pytest

from rcr.models.samples import samples
from rcr.ui.explore.question import ChosenModel, Question

USUAL = {"task": "mpe", "start": "forest", "scheme": "mpe-dd"}


@pytest.mark.parametrize(
    ("settings", "title"),
    [
        ({}, "T"),
        ({"start": "decomposed"}, "T, from nothing recovered"),
        ({"start": ("c0",)}, "T"),
        ({"task": "z", "scheme": "pr-dd"}, "T, partition function"),
        ({"task": "z", "scheme": "model-split"}, "T, partition function, model-split"),
    ],
)
def test_runs_on_one_model_are_told_apart(settings, title):
    about = ChosenModel(samples()["triangle"].load(), "T", "", None)
    assert Question(about, USUAL | settings).title == title
