"""Every plug-in's parameters become widgets that hold their defaults, their bounds and their
help.
"""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from rcr import registry
from tests.haste import slow_after_the_first

PLUGINS = [
    (kind, name)
    for kind in ("generator", "compensation", "recovery")
    for name in registry.plugins(kind)
]


def page(kind: str, name: str) -> None:
    import streamlit as st

    from rcr import registry
    from rcr.ui.components.parameter_form import parameter_form

    st.session_state.chosen = parameter_form(registry.get(kind, name), "a page")


@pytest.mark.parametrize(("kind", "name"), slow_after_the_first(PLUGINS))
def test_the_form_starts_at_the_defaults(kind, name):
    at = AppTest.from_function(page, args=(kind, name)).run()
    assert not at.exception
    plugin = registry.get(kind, name)
    assert at.session_state.chosen == plugin.check({})
    widgets = [*at.slider, *at.number_input, *at.selectbox, *at.toggle]
    assert {w.help for w in widgets} == {p.domain.help for p in plugin.parameters}


def test_a_slider_keeps_to_the_declared_range():
    at = AppTest.from_function(page, args=("generator", "grid")).run()
    rows = next(p for p in registry.get("generator", "grid").parameters if p.name == "rows")
    slider = next(w for w in at.slider if w.label == "rows")
    assert (slider.min, slider.max) == (rows.domain.low, rows.domain.high)
    slider.set_value(3).run()
    assert at.session_state.chosen["rows"] == 3
