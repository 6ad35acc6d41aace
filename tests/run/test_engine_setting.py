"""A run takes the same way whatever engine infers: the same numbers, up to rounding."""

import json

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import ModelError, Run, generate, registry, save_model
from rcr.cli import main
from rcr.compensation.sweep import Sweeper
from rcr.engines.protocol import Engine, TooLarge
from rcr.run import Settings
from rcr.run.file import replay, save_run
from rcr.run.settings import DEFAULT_ENGINE
from tests.haste import slow_after_the_first
from tests.oracle import exact
from tests.run.engine_runs import CLOSE, check_same_way
from tests.strategies import models, relaxations, seeds, thetas

OTHERS = sorted(set(registry.plugins("engine")) - {DEFAULT_ENGINE})
NEAR = {"rtol": 1e-7, "atol": 1e-7}
SCHEMES = [
    (scheme, task)
    for scheme, plugin in registry.plugins("compensation").items()
    for task in plugin.facts.tasks
]
MODELS = [
    ("bayesian-network", {"variables": 8, "seed": 4}),
    ("grid", {"rows": 3, "cols": 3, "seed": 3}),
    ("grid", {"rows": 2, "cols": 4, "states": 3, "seed": 1}),
    ("complete-graph", {"variables": 5, "seed": 2}),
]
WAYS = [
    {"recovery": "paper"},
    {"recovery": "auto"},
    {"recovery": "cycle"},
    {"recovery": "random", "seed": 5, "order": "random"},
    {"recovery": "mutual-information", "scheme": "model-split"},
    {"task": "z", "recovery": "paper"},
    {"task": "z", "recovery": "bracket"},
    {"task": "z", "recovery": "random", "order": "index", "start": "forest"},
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))
@pytest.mark.parametrize("engine", OTHERS)
@pytest.mark.parametrize(("family", "parameters"), slow_after_the_first(MODELS))
def test_a_run_takes_the_same_way(engine, way, family, parameters):
    check_same_way(engine, way, family, parameters)


@pytest.mark.parametrize(("scheme", "task"), SCHEMES)
@pytest.mark.parametrize("engine", OTHERS)
@settings(max_examples=40, deadline=None)
@given(relaxation=relaxations(max_component=500), number=seeds)
def test_updates_and_what_they_would_change_are_the_same(engine, scheme, task, relaxation, number):
    """From random θ on random models with zeros, ties and no mass at all."""
    chosen = Settings(scheme=scheme, task=task)
    theta = thetas(relaxation, np.random.default_rng(number), chosen.upper_bound)
    made = [
        registry.get("engine", name)(relaxation, chosen.sums) for name in (DEFAULT_ENGINE, engine)
    ]
    if made[0].value(theta) == -np.inf:
        return  # proved to have no mass before any update
    mine, other = (Sweeper(one, chosen.compensation, theta) for one in made)
    relaxed = relaxation.relaxed
    found, expected = other.examine(relaxed), mine.examine(relaxed)
    np.testing.assert_allclose(found.impact, expected.impact, **NEAR)
    np.testing.assert_allclose(found.information, expected.information, **NEAR)
    # θ of a state that is impossible on both sides is nothing that an update determines
    sure = [bool((np.diag(made[0].pair_table(theta, k)) > -np.inf).all()) for k in relaxed]
    np.testing.assert_allclose(found.residual[sure], expected.residual[sure], **NEAR)
    if len(relaxed):  # one of each, and not more: a subgradient's choice among equals may differ
        assert mine.advance(relaxed[:1], 1) == other.advance(relaxed[:1], 1)
        np.testing.assert_allclose(other.value, mine.value, **CLOSE)
        np.testing.assert_allclose(other.curve, mine.curve, **CLOSE)
        if sure[0]:
            np.testing.assert_allclose(other.theta, mine.theta, **NEAR)


@pytest.mark.parametrize("task", ["mpe", "z"])
@pytest.mark.parametrize("engine", OTHERS)
@settings(max_examples=40, deadline=None)
@given(model=models(max_joint=500), number=seeds)
def test_the_same_actions_lead_to_the_same_numbers(engine, task, model, number):
    """Any small model, from the decomposed start to the exact answer."""
    rng = np.random.default_rng(number)
    runs = [Run(model, task=task, start="decomposed", engine=e) for e in (DEFAULT_ENGINE, engine)]
    first = rng.random(len(runs[0].cloned)) < 0.5
    for now in (first, ~first):
        for run in runs:
            run.sweep()
            if now.any():
                run.recover([run.cloned.constraints[k].id for k in np.flatnonzero(now)])
            run.sweep()
        mine, other = (run.state for run in runs)
        assert other.recovered == mine.recovered
        np.testing.assert_allclose(other.value, mine.value, **CLOSE)
        np.testing.assert_allclose(other.upper, mine.upper, **CLOSE)
    np.testing.assert_allclose([s.lower for s in (mine, other)], exact(model, task == "z"), **CLOSE)
    worth = [model.log_value(run.state.assignment) for run in runs]
    np.testing.assert_allclose(*worth, **CLOSE)


@pytest.mark.parametrize("engine", OTHERS)
def test_the_command_line_and_the_run_file_have_the_engine(engine, tmp_path, capsys):
    file, kept = tmp_path / "grid.uai", tmp_path / "grid.rcr.json"
    save_model(generate("grid", rows=3, cols=3, seed=3), file)
    answers = []
    for name in (DEFAULT_ENGINE, engine):
        assert main(["solve", str(file), "--engine", name, "--json", "--save", str(kept)]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    for name in ("recovered_constraints", "assignment", "status", "reason"):
        assert answers[0][name] == answers[1][name]
    for name in ("upper_bound", "lower_bound"):
        assert answers[0][name] == pytest.approx(answers[1][name], abs=1e-9)
    assert json.loads(kept.read_text())["settings"]["engine"] == engine
    again = replay(kept)
    assert again.run.settings.engine == engine
    assert again.difference == 0


def test_a_run_file_from_before_there_was_a_choice(tmp_path):
    run = Run(generate("triangle"))
    run.sweep()
    save_run(run, tmp_path / "old.rcr.json")
    data = json.loads((tmp_path / "old.rcr.json").read_text())
    del data["settings"]["engine"]
    (tmp_path / "old.rcr.json").write_text(json.dumps(data))
    again = replay(tmp_path / "old.rcr.json")
    assert (again.run.settings.engine, again.difference) == (DEFAULT_ENGINE, 0)


def test_an_unknown_engine_gets_the_list():
    with pytest.raises(ModelError, match="there is no engine called 'abacus'; there are: brute-fo"):
        Run(generate("triangle"), engine="abacus")


@pytest.mark.parametrize(
    ("abacus", "sentence"),
    [
        (type("Abacus", (Engine,), {"value": 0}), "abacus has no marginals, pair_table; see docs"),
        (lambda relaxation, sums, max_bytes: None, "abacus must be a class made from rcr.engines"),
    ],
)
def test_what_is_no_engine_is_refused(abacus, sentence):
    abacus.__name__ = "abacus"
    registry.plugin("engine")(abacus)
    with pytest.raises(ModelError, match=sentence):
        Run(generate("triangle"), engine="abacus")


def test_an_engine_that_takes_too_much_is_refused_with_its_cost():
    run = Run(generate("grid", rows=4, cols=4), engine="brute-force", max_bytes=1 << 16)
    with pytest.raises(TooLarge, match=r"this needs treewidth 15, 65,536 table entries, 1 MiB"):
        run.recover(range(len(run.cloned)))
    assert run.state.parent is None
