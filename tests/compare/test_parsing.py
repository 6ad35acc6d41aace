"""Models and contestants from words."""

from __future__ import annotations

import pytest

from rcr import ModelError, generate, save_model
from rcr.compare.parsing import contestant, subjects
from rcr.models.origin import FileOrigin

GRID = "grid:rows=4,cols=4"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nobody", "there is no contestant called 'nobody'"),
        ("cycle:depth=3", "cycle has no parameter 'depth'"),
        ("mplp:squares", "mplp has no parameter 'squares'"),
        ("paper:batch=x", "batch must be a number"),
        ("paper:start=top", "start must be one of"),
        ("cycle:look_ahead=-1", "look_ahead must lie between"),
        ("run:missing.json", "missing.json"),
    ],
)
def test_bad_contestants_get_one_sentence(text, said):
    with pytest.raises(ModelError, match=said):
        contestant(text)


def test_seeds_of_a_generator_are_models_and_a_seed_given_is_the_first():
    assert [s.seed for s in subjects(GRID + ",seed=5", 2)] == [5, 6]
    first, second = subjects(GRID, 2)
    assert first.digest == generate("grid", rows=4, cols=4, seed=0).digest != second.digest


def test_seeds_of_a_file_are_ties_on_the_same_model(tmp_path):
    path = tmp_path / "mine.json"
    save_model(generate("grid", rows=2, cols=2), path)
    found = subjects(str(path), 2)
    assert [(s.name, s.seed, s.origin) for s in found] == [
        ("mine.json", seed, FileOrigin(str(path))) for seed in range(2)
    ]
    assert found[0].digest == found[1].digest


def test_words_are_parameters_and_settings():
    one = contestant("paper:start=forest:batch=3", common=("look_ahead=0",))
    assert (one.kind, one.plugin, dict(one.settings)) == (
        "recovery",
        "paper",
        {"start": "forest", "batch": 3},
    )
    assert dict(contestant("cycle", common=("look_ahead=0",)).parameters) == {"look_ahead": 0}
    assert dict(contestant("mplp:triplets").parameters) == {"clusters": "triplets"}
