"""Predict, then reveal, on Explore: nothing that is hidden is sent before the guess."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from rcr import Run, bundle
from rcr.course.guesses import impacts
from rcr.ui.explore import keys
from tests.haste import slow_after_the_first
from tests.screen import sent

PANELS = ["This step", "Constraints", "Marginals", "Circuit", "Pieces"]


@pytest.fixture
def app() -> AppTest:
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    at.toggle(key=keys.PREDICT).set_value(True).run()
    assert not at.exception
    return at


def run_of(at: AppTest) -> Run:
    found: Run = at.session_state.visitor.explore.run
    return found


def click(at: AppTest, number: int, edge: str) -> None:
    at.session_state["graph"] = {"clicks": [[number, "recover", [edge]]]}
    at.run()
    assert not at.exception


def everything(at: AppTest) -> str:
    """All that the server has sent: texts, tables, the data of components."""
    return str(at._tree)


def expect_hidden(at: AppTest) -> None:
    data = sent(at)
    for part in ("impact", "suggested", "clones", "theta", "clone_theta", "marginals"):
        assert data[part] == [], part
    assert set(data["look"]) <= {"-", "="}
    text = everything(at) + "".join(c.proto.json for c in at.get("bidi_component"))
    for value in impacts(run_of(at)).values():
        if value > 0.01:
            assert f"{value:.3g}" not in text
            assert f"{value:.3f}" not in text


@pytest.mark.parametrize("panel", slow_after_the_first(PANELS))
def test_nothing_hidden_is_sent_on_any_panel(app, panel):
    app.session_state[keys.PANEL] = panel
    app.run()
    assert not app.exception
    expect_hidden(app)


def test_a_click_is_a_guess_then_everything_is_shown_and_the_next_click_recovers(app):
    run = run_of(app)
    values = impacts(run)
    worst, best = min(values, key=values.get), max(values, key=values.get)
    before = run.state
    click(app, 1, worst)
    assert run_of(app).state is before
    said = " ".join(m.value for m in app.markdown)
    assert f"{worst}: rank " in said
    assert "1 prediction" in said
    assert sent(app)["impact"] != []
    click(app, 2, best)
    assert best in run_of(app).state.recovered
    expect_hidden(app)
    click(app, 3, max(impacts(run_of(app)), key=impacts(run_of(app)).get))
    said = " ".join(m.value for m in app.markdown)
    assert "the best" in said
    assert "2 predictions" in said


def test_without_the_switch_nothing_is_hidden(app):
    app.toggle(key=keys.PREDICT).set_value(False).run()
    assert sent(app)["impact"] != []
