"""Before its kernels are compiled the app shows the stored first view, and then the page."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from rcr import bundle, warmup
from rcr.text.numbers import fixed
from rcr.ui.app.first_view import drawn_view, stored_view
from rcr.warmup import FIRST_CLICK


class HalfWay:
    """A warm-up that has compiled two stages of those that a first click needs."""

    over = False

    def __init__(self) -> None:
        self.left = list(FIRST_CLICK[2:])

    def ready(self, stages) -> bool:
        return not self.left

    def missing(self, stages) -> list[str]:
        return self.left

    def seconds_left(self, stages) -> float:
        return 17.4

    def wait(self) -> None:
        """The other lanes are done at once."""


def test_the_stored_view_is_what_a_first_visit_sees():
    """If it is not: ``python -m rcr.ui.app.first_view`` stores it anew."""
    stored, drawn = stored_view(), drawn_view()
    assert (stored.title, stored.graph, stored.curves) == (drawn.title, drawn.graph, drawn.curves)
    assert (stored.upper, stored.lower) == pytest.approx((drawn.upper, drawn.lower))


def test_the_first_view_gives_way_to_the_page(monkeypatch):
    half_way = HalfWay()
    monkeypatch.setattr(warmup, "_begun", [half_way])
    app = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    [told] = [info.value for info in app.info]
    assert f"compiles the solver: {FIRST_CLICK[2]}" in told
    assert "in about 17 s" in told
    assert {m.label: m.value for m in app.metric}["Upper bound"] == fixed(stored_view().upper)
    assert not app.exception
    half_way.left = []
    app.run()
    assert not app.exception
    assert any(button.label == "Sweep" for button in app.button)
    assert "compiles the solver" not in " ".join(info.value for info in app.info)
