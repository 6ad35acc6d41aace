"""What the app remembers of a visitor: one object, and choices that outlive a change of page."""

from __future__ import annotations

import re
from importlib import import_module
from types import ModuleType

import pytest
from streamlit.testing.v1 import AppTest

from rcr import bundle
from rcr.ui.explore import keys as explore
from rcr.ui.models import keys as models
from rcr.ui.visitor import KEY, Visitor

PAGES = ("explore", "models", "compare", "paper")
# a component reads what its own widget sends; the frame is drawn before there is a visitor
MAY_ASK_STREAMLIT = {
    "rcr/ui/visitor.py",
    "rcr/ui/widgets.py",
    "rcr/ui/components/chart/__init__.py",
    "rcr/ui/components/graph/clicks.py",
    "rcr/ui/app/navigation.py",
}


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()


def open_page(at: AppTest, name: str) -> None:
    at.switch_page(f"pages/{name}.py").run()
    assert not at.exception


def names(keys: ModuleType) -> list[str]:
    """Every key that a page's table gives, of the functions one example."""
    found = [value for name, value in vars(keys).items() if name.isupper() and name != "PAGE"]
    makers = [value for value in vars(keys).values() if callable(value)]
    return [*found, *(maker("example") for maker in makers)]


def test_nothing_but_the_visitor_is_kept_in_the_session_state():
    root = bundle.root()
    files = [*(root / "rcr/ui").rglob("*.py"), *(root / "pages").glob("*.py"), root / "app.py"]
    asking = {
        path.relative_to(root).as_posix()
        for path in files
        if "session_state" in path.read_text(encoding="utf-8")
    }
    assert asking <= MAY_ASK_STREAMLIT


def test_a_page_names_its_choices_by_its_own_name_and_no_two_alike():
    found = []
    for page in PAGES:
        own = names(import_module(f"rcr.ui.{page}.keys"))
        assert own
        assert all(re.fullmatch(rf"{page}:[a-z:-]+", key) for key in own)
        found += own
    assert len(set(found)) == len(found)


def test_a_first_visit_has_nothing_yet():
    visitor = Visitor()
    assert visitor.keeper is None
    assert visitor.explore.run is None
    assert visitor.models.bench is None
    assert Visitor().explore.lock is not visitor.explore.lock


@pytest.mark.slow
def test_the_visitor_and_the_choices_outlive_a_change_of_page(app):
    visitor = app.session_state[KEY]
    app.toggle(key=explore.COMPENSATE_AFTER_CLICK).set_value(False)
    app.selectbox(key=explore.AXIS).set_value("recovered")
    app.segmented_control(key=explore.PANEL).set_value("History")
    app.selectbox(key=explore.MODEL).set_value("generate grid").run()
    app.slider(key="explore:generator:grid:rows").set_value(4).run()
    run = visitor.explore.run
    for page in ("models", "compare", "paper", "explore"):
        open_page(app, page)
    assert app.session_state[KEY] is visitor
    assert visitor.explore.run is run
    assert app.toggle(key=explore.COMPENSATE_AFTER_CLICK).value is False
    assert app.selectbox(key=explore.AXIS).value == "recovered"
    assert app.segmented_control(key=explore.PANEL).value == "History"
    assert app.selectbox(key=explore.MODEL).value == "generate grid"
    assert app.slider(key="explore:generator:grid:rows").value == 4


@pytest.mark.slow
def test_trying_parameters_on_models_leaves_the_run_on_explore_alone(app):
    app.selectbox(key=explore.MODEL).set_value("generate grid").run()
    run = app.session_state[KEY].explore.run
    open_page(app, "models")
    app.segmented_control(key=models.SECTION).set_value("Generate").run()
    app.slider(key="models:generator:grid:rows").set_value(5).run()
    open_page(app, "explore")
    assert app.session_state[KEY].explore.run is run
    open_page(app, "models")
    assert app.slider(key="models:generator:grid:rows").value == 5
    next(button for button in app.button if button.label == "Explore this").click().run()
    assert app.session_state[KEY].explore.run.origin.parameters["rows"] == 5
    assert app.slider(key="explore:generator:grid:rows").value == 5
