"""The pages without a browser: every page opens, and Explore shows what the library says."""

from __future__ import annotations

import json
import time

import pytest
from streamlit.testing.v1 import AppTest

from rcr import ModelError, Run, bundle, registry
from rcr.samples import samples

PAGES = sorted(path.relative_to(bundle.root()).as_posix() for path in (bundle.root() / "pages").glob("*.py"))


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=60).run()


def solve(at: AppTest) -> AppTest:
    """Press Solve and come back when the run has ended."""
    press(at, "Solve")
    while any(button.label == "Stop" for button in at.button):
        time.sleep(0.1)
        at.run()
    return at


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()


def choose(at: AppTest, label: str, value: object) -> None:
    next(widget for widget in [*at.selectbox, *at.radio, *at.slider] if widget.label == label).set_value(value).run()


def figures(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens(app, page):
    assert not app.switch_page(page).run().exception


@pytest.mark.parametrize("recovery", registry.plugins("recovery"))
def test_every_heuristic_is_on_the_menu_and_solves(app, recovery):
    choose(app, "Recovery heuristic", recovery)
    choose(app, "Constraints recovered in one round", 5)
    assert app.sidebar.caption[0].value == registry.get("recovery", recovery).summary
    solve(app)
    run = Run(samples()["frustrated-grid"].load(), start="forest", recovery=recovery, batch=5)
    state = run.solve()
    assert not app.exception
    assert figures(app) == {
        "Upper bound": f"{state.upper:.4f}",
        "Lower bound": f"{state.lower:.4f}",
        "Gap": f"{max(state.gap, 0.0):.4f}",
        "Recovered": f"{len(state.recovered)} of 80",
    }
    (verdict,) = [*app.success, *app.info]
    assert run.reason in verdict.value
    assert bool(app.success) == (run.status == "certified")


def test_the_curve_is_the_runs_history(app):
    choose(app, "Model", "triangle")
    choose(app, "Recovered at the start", "decomposed")
    solve(app)
    run = Run(samples()["triangle"].load(), start="decomposed", batch=1)
    run.solve()
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert [trace["y"] for trace in spec["data"]] == [[row[bound] for row in run.history] for bound in ("upper", "lower")]


def test_a_random_grid_is_made_to_order(app):
    choose(app, "Model", "random-grid")
    choose(app, "rows", 2)
    choose(app, "cols", 3)
    assert "6 variables, 7 factors, 14 equivalence constraints" in [text.value for text in app.markdown]
    solve(app)
    assert app.success


def test_a_refusal_is_told_in_its_own_words(app, monkeypatch):
    def refuse(*args, **settings):
        raise ModelError("this model is too large for this machine")

    monkeypatch.setattr("rcr.Run", refuse)
    solve(app)
    assert [error.value for error in app.error] == ["this model is too large for this machine"]
    assert not app.exception
