"""The settings in the sidebar: how to relax, compensate and recover."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from rcr import registry
from rcr.run.settings import DEFAULT_SCHEME, ORDERS, Settings
from rcr.ui.components.parameter_form import fill_form, parameter_form
from rcr.ui.explore import keys
from rcr.ui.widgets import chosen, kept, show

STARTS = {
    "forest": "a spanning forest (only loops are cut)",
    "decomposed": "nothing (the paper's start)",
}
TASKS = {"mpe": "most probable explanation", "z": "partition function"}
USUAL_RECOVERY = "paper"
MAX_SEED = 2**31
BY_NAME = "chosen constraints"  # a start or an order that a run file gives by name


def choose_settings() -> dict[str, Any]:
    """The settings of a run, as ``Run`` takes them."""
    start = st.radio(
        "Recovered at the start",
        _options(STARTS, keys.START),
        format_func=lambda s: STARTS.get(s, BY_NAME),
        **kept(keys.START),
    )
    return {"start": start, **_choose_recovery(), **_choose_compensation()}


def show_settings(settings: Settings) -> None:
    """Let the form show these settings; before it is drawn."""
    for key, value in (
        (keys.TASK, settings.task),
        (keys.RECOVERY, settings.recovery),
        (keys.BATCH, settings.batch),
        (keys.START, settings.start),
        (keys.ORDER, settings.order),
        (keys.SEED, settings.seed),
        (keys.scheme(settings.task), settings.scheme),
    ):
        show(key, value)
    fill_form(registry.get("compensation", settings.scheme), keys.PAGE, settings.scheme_parameters)
    fill_form(registry.get("recovery", settings.recovery), keys.PAGE, settings.recovery_parameters)


def _choose_recovery() -> dict[str, Any]:
    heuristics = registry.plugins("recovery")
    recovery = st.selectbox("Recovery heuristic", heuristics, **kept(keys.RECOVERY, USUAL_RECOVERY))
    st.caption(heuristics[recovery].summary)
    parameters = parameter_form(heuristics[recovery], keys.PAGE)
    batch = st.number_input(
        "Recovered at a time",
        1,
        None,
        "min",
        **kept(keys.BATCH),
        help="Constraints, or groups of them where the heuristic makes groups",
    )
    return {"recovery": recovery, "recovery_parameters": parameters, "batch": int(batch)}


def _choose_compensation() -> dict[str, Any]:
    with st.expander("Compensation"):
        task = st.radio("Task", TASKS, format_func=TASKS.__getitem__, **kept(keys.TASK))
        schemes = {
            n: p for n, p in registry.plugins("compensation").items() if task in p.facts.tasks
        }
        scheme = st.selectbox("Scheme", schemes, **kept(keys.scheme(task), DEFAULT_SCHEME[task]))
        st.caption(schemes[scheme].summary)
        parameters = parameter_form(schemes[scheme], keys.PAGE)
        order = st.selectbox(
            "Order of updates",
            _options(ORDERS, keys.ORDER),
            format_func=lambda o: o if o in ORDERS else BY_NAME,
            **kept(keys.ORDER),
        )
        seed = st.number_input("Seed of random choices", 0, MAX_SEED, "min", **kept(keys.SEED))
    return {
        "task": task,
        "scheme": scheme,
        "scheme_parameters": parameters,
        "order": order,
        "seed": int(seed),
    }


def _options(usual: Iterable[str], key: str) -> list[str | tuple[str, ...]]:
    """The usual options, and the one that a run brought along."""
    given = chosen(key, None)
    return [*usual, *([given] if isinstance(given, tuple) else [])]
