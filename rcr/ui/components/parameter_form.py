"""A plug-in's parameters as a form: sliders for numbers, menus for words, toggles for switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from rcr.registry import Between, Choice, Parameter, Plugin, Switch
from rcr.ui.widgets import kept, show

MAX_SLIDER_SPAN = 1000  # from the least to the greatest; beyond it a number is typed in
MIN_SLIDER_SHARE = 0.01  # of the span; a default below that is too fine for a slider


def parameter_form(plugin: Plugin[Any], page: str) -> dict[str, Any]:
    """One widget for each parameter, starting at its default; the chosen values by name."""
    return {p.name: _widget(p, parameter_key(plugin, page, p.name)) for p in plugin.parameters}


def fill_form(plugin: Plugin[Any], page: str, values: Mapping[str, Any]) -> None:
    """Let the form on a page show these values (defaults where there is none), the next time it is
    drawn.
    """
    for name, value in plugin.check(values).items():
        show(parameter_key(plugin, page, name), value)


def parameter_key(plugin: Plugin[Any], page: str, name: str) -> str:
    """The key of the widget; each page has a form of its own."""
    return f"{page}:{plugin.kind}:{plugin.name}:{name}"


def _widget(parameter: Parameter, key: str) -> Any:
    label = parameter.name.replace("_", " ")
    match parameter.domain:
        case Between(low, high, explanation):
            number = parameter.kind
            low, high, default = number(low), number(high), number(parameter.default)
            more = {"help": explanation, **kept(key, default)}
            if number is float and 0 < default < MIN_SLIDER_SHARE * (high - low):
                return st.number_input(label, low, high, format="%g", step=default, **more)
            widget = st.slider if high - low <= MAX_SLIDER_SPAN else st.number_input
            return widget(label, low, high, **more)
        case Choice(options, explanation):
            return st.selectbox(label, options, help=explanation, **kept(key, parameter.default))
        case Switch(explanation):
            return st.toggle(label, help=explanation, **kept(key, parameter.default))
