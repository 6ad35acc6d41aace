"""The figures over all models, and over the seeds of one of them."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from rcr.compare.comparison import compare
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.results.in_this_process import OneByOne
from rcr.ui.compare.comparison import Comparison
from tests.screen import sent

GRIDS = "grid:rows=2,cols=2"


def page(comparison):
    from rcr.ui.compare.all_models_view import all_models_view

    all_models_view(comparison)


@pytest.fixture(scope="module")
def comparison():
    models = (*subjects(GRIDS, 3), *subjects("triangle", 1))
    request = Request((contestant("paper"), contestant("mplp")), models)
    return Comparison(request, compare(request, executor=OneByOne()).games)


@pytest.mark.slow
def test_the_band_can_be_over_the_seeds_of_one_model(comparison):
    app = AppTest.from_function(page, args=(comparison,)).run(timeout=60)
    menu = {box.label: box for box in app.selectbox}
    menu["Figure"].set_value("anytime").run()
    menu = {box.label: box for box in app.selectbox}
    assert menu["Of"].options == ["all models", GRIDS]
    assert drawn_models(app) == {GRIDS, "triangle"}
    menu["Of"].set_value(GRIDS).run()
    assert drawn_models(app) == {GRIDS}


def drawn_models(app):
    """The models of the single runs behind the bands."""
    dots = [t for t in sent(app, "rcr_chart")["data"] if t.get("mode") == "markers"]
    return {text.split(" on ")[1].split(", ")[0] for t in dots for text in t["text"]}
