"""The scheme of the recipe, one file from outside, has all that the schemes inside have."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from streamlit.testing.v1 import AppTest

from rcr import Run, bundle, generate, registry
from rcr.cli import main
from rcr.explain import explain
from tests.compensation.test_properties import check_model
from tests.docs.recipe_files import registered
from tests.strategies import models, seeds

NAME = "damped-diffusion"


@pytest.fixture(scope="module")
def plugin_file(tmp_path_factory):
    """The recipe's file, registered while these tests run."""
    with registered("scheme.md", tmp_path_factory.mktemp("plugin")) as path:
        yield path


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_its_promises_hold_on_random_models(plugin_file, task):
    facts = registry.get("compensation", NAME).facts
    assert facts.upper_bound
    assert facts.monotone
    assert task in facts.tasks

    @settings(max_examples=40, deadline=None, database=None)
    @given(model=models(), number=seeds)
    def check(model, number):
        check_model(model, NAME, task, number, steps=15)

    check()


@pytest.mark.parametrize("start", ["decomposed", "forest"])
def test_its_equation_comes_with_the_numbers_of_the_step(plugin_file, start):
    model = generate("grid", rows=3, cols=3, states=3)
    run, full = (Run(model, scheme=name, start=start) for name in (NAME, "mpe-dd"))
    for one in (run, full):
        one.step()
    told = explain(run)
    assert (told.title, told.change.marked.sum()) == (NAME, 6)
    assert r"\log\theta_{bal}(x)" in told.formula
    assert f"{told.change.theta_after[0, 1]:.4f}" in told.numbers
    half = 0.5 * explain(full).change.theta_after
    assert told.change.theta_after == pytest.approx(half), "half of the way from θ = 1"


@pytest.mark.slow
def test_it_has_its_help_and_its_place_on_the_command_line(plugin_file, tmp_path, capsys):
    file = tmp_path / "triangle.uai"
    assert main(["generate", "triangle", "-o", str(file)]) == 0
    solve = ["solve", str(file), "--scheme", NAME, "--plugin", str(plugin_file)]
    assert main([*solve, "--set", "share=0.25"]) == 0
    assert main(["list", "--plugin", str(plugin_file)]) == 0
    printed = capsys.readouterr().out
    assert "share = 0.5 (0.01 to 1): share of the way that is gone" in printed
    assert main([*solve, "--set", "share=2"]) == 2
    assert "share must lie between 0.01 and 1" in capsys.readouterr().err


@pytest.mark.slow
def test_it_is_in_the_menu_and_runs_there(plugin_file, monkeypatch):
    monkeypatch.setenv(registry.APP_PLUGINS, str(plugin_file))
    app = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    menu = next(box for box in app.selectbox if box.label == "Scheme")
    assert NAME in menu.options
    menu.set_value(NAME).run()
    assert registry.get("compensation", NAME).summary in {c.value for c in app.caption}
    assert any("share" in slider.label.lower() for slider in [*app.slider, *app.number_input])
    assert not app.exception


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("    rule = part_of_the_way\n", "", "scheme damped-diffusion needs a rule"),
        ('("mpe", "z")', '("mpe", "zeta")', "is for tasks among mpe, z"),
        ("theta[x] = amount", "theta.x = amount", "the rule part_of_the_way does not compile"),
    ],
)
def test_a_broken_scheme_is_one_sentence(plugin_file, tmp_path, capsys, old, new, sentence):
    text = plugin_file.read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "broken.py"
    broken.write_text(text.replace(old, new), encoding="utf-8")
    file = tmp_path / "triangle.uai"
    assert main(["generate", "triangle", "-o", str(file)]) == 0
    code = main(["solve", str(file), "--scheme", NAME, "--plugin", str(broken)])
    error = capsys.readouterr().err
    assert code == 2
    assert sentence in error
    assert len(error.strip().splitlines()) == 1
