"""Run files: saved, opened again number for number; damaged and foreign files get a clear error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rcr import ModelError, Run, generate, load_model, save_model
from rcr.models.generator_call import GeneratorCall
from rcr.run.file import replay, replay_text, save_run, to_dict

CALL = GeneratorCall("grid", {"rows": 3, "cols": 4, "states": 3, "seed": 2})


def a_run_with_branches(**settings) -> Run:
    run = Run(CALL.make(), origin=CALL, **settings)
    run.step()
    run.step("c7")
    fork = run.sweep().number
    run.recover(run.suggest(3))
    run.converge()
    run.branch("by the heuristic")
    run.goto(fork)
    run.recover(["c0", "c1"])
    run.converge()
    run.relax(["c1"])
    run.sweep(2)
    run.notes = "two ways"
    return run


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"order": "random", "seed": 9},
        {"task": "z"},
        {"task": "z", "scheme": "model-split", "scheme_parameters": {"damping": 0.3}},
        {"scheme": "subgradient"},
    ],
)
@pytest.mark.parametrize("name", ["run.rcr.json", "run.rcr.json.gz"])
def test_replay_gives_the_very_same_numbers(settings, name, tmp_path):
    run = a_run_with_branches(**settings)
    save_run(run, tmp_path / name)
    again = replay(tmp_path / name)
    assert again.difference == 0.0
    assert again.run.settings == run.settings
    assert again.run.notes == "two ways"
    assert again.run.names == run.names
    assert again.run.state.number == run.state.number
    for old, new in zip(run.states.values(), again.run.states.values(), strict=True):
        assert (old.theta.array() == new.theta.array()).all()
        assert old.bounds == new.bounds
        assert (old.assignment == new.assignment).all()
        assert old.recovered == new.recovered
        assert (old.updates, old.sweeps, old.cursor, old.rounds) == (
            new.updates,
            new.sweeps,
            new.cursor,
            new.rounds,
        )


def test_a_model_from_a_file_travels_inside_the_run(tmp_path):
    save_model(generate("grid", rows=3, cols=3), tmp_path / "m.uai")
    run = Run(load_model(tmp_path / "m.uai", {0: 1}), start=("c8",))
    run.solve()
    save_run(run, tmp_path / "r.rcr.json")
    (tmp_path / "m.uai").unlink()
    again = replay(tmp_path / "r.rcr.json").run
    assert again.model.digest == run.model.digest
    assert again.state.bounds == run.state.bounds


def test_deleted_branches_are_not_saved(tmp_path):
    run = a_run_with_branches()
    left = run.names["by the heuristic"]
    run.delete(left)
    save_run(run, tmp_path / "r.rcr.json")
    again = replay(tmp_path / "r.rcr.json")
    assert again.difference == 0.0
    assert len(again.run.states) == len(run.states)
    assert again.run.names == {}


def test_a_changed_number_is_noticed():
    data = to_dict(a_run_with_branches())
    data["actions"][2]["value"] += 0.5
    assert replay_text(json.dumps(data), "r.rcr.json").difference == pytest.approx(0.5)


def damage(**changes):
    return {**to_dict(a_run_with_branches()), **changes}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("", "not JSON"),
        ("{", "line 1"),
        ("[]", "not a run file"),
        ('{"format": "other"}', "not a run file"),
        (b"\x00\xff\xfe", "not JSON"),
        ("[" * 100_000, "not JSON"),
        (lambda: damage(version=99), "version 99"),
        (
            lambda: damage(actions=[{"from": 0, "do": "fly", "value": 0, "lower": 0}]),
            "unknown action",
        ),
        (
            lambda: damage(
                actions=[{"from": 5, "do": "step", "constraint": "c0", "value": 0, "lower": 0}]
            ),
            "no state 5",
        ),
        (
            lambda: damage(
                actions=[{"from": 0, "do": "step", "constraint": "c999", "value": 0, "lower": 0}]
            ),
            "no constraint",
        ),
        (lambda: damage(actions=[{}]), "damaged"),
        (lambda: damage(actions=None), "damaged"),
        (lambda: damage(settings={"task": "fly"}), "task"),
        (lambda: damage(settings={"colour": 1}), "damaged"),
        (lambda: damage(model={"generator": "none", "parameters": {}}), "no generator"),
        (lambda: damage(model={"format": "rcr-model", "version": 1}), "damaged"),
        (lambda: damage(current=99), "no state 99"),
    ],
)
def test_bad_files_get_a_sentence_with_the_name(data, says):
    text = json.dumps(data()) if callable(data) else data
    with pytest.raises(ModelError, match=says) as error:
        replay_text(text, "some.rcr.json")
    assert str(error.value).startswith("some.rcr.json")
    assert "\n" not in str(error.value)


def test_no_such_file(tmp_path: Path):
    with pytest.raises(ModelError, match="no such file"):
        replay(tmp_path / "none.rcr.json")


def test_a_run_too_long_to_be_read_again_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr("rcr.run.file.MAX_JSON_BYTES", 100)
    with pytest.raises(ModelError, match="too much to be read again"):
        save_run(Run(generate("grid", rows=2, cols=2)), tmp_path / "run.rcr.json")
    assert not (tmp_path / "run.rcr.json").exists()
