"""The pages without a browser: every page opens, and Explore shows what the library says."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from rcr import ModelError, Run, bundle, registry
from rcr.formats.links import to_link
from rcr.samples import samples

PAGES = sorted(path.relative_to(bundle.root()).as_posix() for path in (bundle.root() / "pages").glob("*.py"))


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()


def choose(at: AppTest, label: str, value: object) -> None:
    next(widget for widget in [*at.selectbox, *at.radio, *at.slider] if widget.label == label).set_value(value).run()


def figures(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric if metric.label in ("Upper bound", "Lower bound", "Gap", "Recovered")}


def expected(run: Run) -> dict[str, str]:
    s = run.state
    recovered = f"{s.relaxation.count}/{len(run.cloned)}"
    return {"Upper bound": f"{s.upper:.3f}", "Lower bound": f"{s.lower:.3f}", "Gap": f"{s.gap:.3f}", "Recovered": recovered}


def first_run(name: str = "frustrated-grid", **settings) -> Run:
    """What the page does before the first click."""
    run = Run(samples()[name].load(), origin={"sample": name}, **{"start": "forest", "batch": 1, **settings})
    run.converge()
    return run


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens(app, page):
    assert not app.switch_page(page).run().exception


@pytest.mark.parametrize("name", samples())
def test_every_sample_opens_settled(app, name):
    choose(app, "Model", name)
    assert not app.exception
    assert figures(app) == expected(first_run(name))


def test_each_button_does_what_the_library_does(app):
    run = first_run()
    for label, action in (
        ("Recover suggested", lambda: (run.recover(run.suggest()), run.converge())),
        ("Update", run.step),
        ("×10", lambda: run.compensate(10)),
        ("Sweep", run.sweep),
        ("Settle", run.converge),
    ):
        press(app, label)
        action()
        assert not app.exception
        assert figures(app) == expected(run), label


def test_back_undoes_a_click_with_the_compensation_that_followed(app):
    before = figures(app)
    press(app, "Recover suggested")
    assert figures(app) != before
    press(app, "← Back")
    assert figures(app) == before


def test_restart_can_itself_be_undone(app):
    press(app, "Recover suggested")
    here = figures(app)
    number = app.session_state.run.state.number
    press(app, "Restart")
    assert figures(app)["Recovered"] == expected(first_run())["Recovered"]
    app.session_state.run.goto(number)
    app.run()
    assert figures(app) == here


@pytest.mark.parametrize("recovery", registry.plugins("recovery"))
def test_every_heuristic_is_on_the_menu_and_runs_to_the_end(app, recovery):
    choose(app, "Recovery heuristic", recovery)
    choose(app, "Constraints recovered at a time", 5)
    press(app, "To the end")
    while "job" in app.session_state:
        app.run()
    run = first_run(recovery=recovery, batch=5)
    run.solve()
    assert not app.exception
    assert figures(app) == expected(run)
    assert bool(app.success) == (run.status == "certified")


@pytest.mark.parametrize(("task", "scheme"), [("z", "pr-dd"), ("z", "model-split"), ("mpe", "subgradient")])
def test_every_task_and_scheme_has_a_page(app, task, scheme):
    choose(app, "Task", task)
    choose(app, "Scheme", scheme)
    press(app, "Recover suggested")
    assert not app.exception
    assert ("Estimate" in {m.label for m in app.metric}) == (scheme == "model-split")


def test_the_chart_shows_the_bounds_of_the_run(app):
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    upper = next(trace for trace in spec["data"] if trace.get("name") == "upper bound")
    run = app.session_state.run
    assert upper["y"][0] == pytest.approx(run.states[0].upper)
    assert upper["y"][-1] == pytest.approx(run.state.upper)


def test_a_link_opens_exactly_that_state():
    run = first_run(start="decomposed")
    run.recover(["c0", "c1", "c7"])
    run.sweep(3)
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    at.query_params["run"] = to_link(run)
    at.run()
    assert not at.exception
    opened = at.session_state.run
    assert opened.state.bounds == run.state.bounds
    assert opened.state.recovered == run.state.recovered
    assert (opened.state.theta.array() == run.state.theta.array()).all()


def test_a_damaged_link_is_told_and_the_page_opens_all_the_same():
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    at.query_params["run"] = "nonsense"
    at.run()
    assert [error.value for error in at.error] == ["this link is damaged; ask for it again"]
    assert figures(at) == expected(first_run())


def test_a_refusal_is_told_in_its_own_words(app, monkeypatch):
    def refuse(self, ids):
        raise ModelError("this would need more memory than there is")

    monkeypatch.setattr(Run, "recover", refuse)
    before = figures(app)
    press(app, "Recover suggested")
    assert [error.value for error in app.error] == ["this would need more memory than there is"]
    assert figures(app) == before
