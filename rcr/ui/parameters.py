"""A plug-in's parameters as a form: sliders for numbers, menus for words, toggles for switches."""

from __future__ import annotations

from typing import Any

import streamlit as st

from rcr.registry import Between, Choice, Parameter, Plugin, Switch

SLIDER_SPAN = 1000


def parameter_form(plugin: Plugin) -> dict[str, Any]:
    """One widget for each parameter, starting at its default; the chosen values by name."""
    return {p.name: _widget(p, key=f"{plugin.kind}:{plugin.name}:{p.name}") for p in plugin.parameters}


def _widget(parameter: Parameter, key: str) -> Any:
    label = parameter.name.replace("_", " ")
    match parameter.domain:
        case Between(low, high, explanation):
            number = parameter.kind
            low, high, default = number(low), number(high), number(parameter.default)
            if number is float and 0 < default < 0.01 * (high - low):  # too fine for a slider
                return st.number_input(label, low, high, default, format="%g", step=default, help=explanation, key=key)
            widget = st.slider if high - low <= SLIDER_SPAN else st.number_input
            return widget(label, low, high, default, help=explanation, key=key)
        case Choice(options, explanation):
            return st.selectbox(label, options, options.index(parameter.default), help=explanation, key=key)
        case Switch(explanation):
            return st.toggle(label, parameter.default, help=explanation, key=key)
