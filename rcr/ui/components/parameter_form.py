"""A plug-in's parameters as a form: sliders for numbers, menus for words, toggles for switches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st

from rcr.registry import Between, Choice, Parameter, Plugin, Switch

SLIDER_SPAN = 1000


def parameter_form(plugin: Plugin) -> dict[str, Any]:
    """One widget for each parameter, starting at its default; the chosen values by name."""
    return {p.name: _widget(p, _key(plugin, p)) for p in plugin.parameters}


def fill_form(plugin: Plugin, values: Mapping[str, Any]) -> None:
    """Let the form show these values (defaults where there is none), the next time it is drawn."""
    for p in plugin.parameters:
        st.session_state[_key(plugin, p)] = plugin.check(values)[p.name]


def first(options: Iterable[Any], usual: Any, key: str) -> int:
    """Where a menu starts; where its choice was set, streamlit wants no word of that."""
    return 0 if key in st.session_state else list(options).index(usual)


def _key(plugin: Plugin, parameter: Parameter) -> str:
    return f"{plugin.kind}:{plugin.name}:{parameter.name}"


def _widget(parameter: Parameter, key: str) -> Any:
    label = parameter.name.replace("_", " ")
    start = (
        {} if key in st.session_state else {"value": parameter.default}
    )  # a value that was set must not have a default beside it
    match parameter.domain:
        case Between(low, high, explanation):
            number = parameter.kind
            low, high, default = number(low), number(high), number(parameter.default)
            start = {name: number(value) for name, value in start.items()}
            if number is float and 0 < default < 0.01 * (high - low):  # too fine for a slider
                return st.number_input(
                    label, low, high, format="%g", step=default, help=explanation, key=key, **start
                )
            widget = st.slider if high - low <= SLIDER_SPAN else st.number_input
            return widget(label, low, high, help=explanation, key=key, **start)
        case Choice(options, explanation):
            return st.selectbox(
                label, options, first(options, parameter.default, key), help=explanation, key=key
            )
        case Switch(explanation):
            return st.toggle(label, help=explanation, key=key, **start)
