"""Generate on the Models page: a family, its sliders, the seed, and a picture of what they make."""

from __future__ import annotations

from typing import Any

import streamlit as st

from rcr import ModelError, registry
from rcr.models.generator_call import GeneratorCall
from rcr.ui.background_work import StillWorking, still_working
from rcr.ui.components.parameter_form import parameter_form, parameter_key
from rcr.ui.made_models import is_large, made
from rcr.ui.models import keys
from rcr.ui.models.own_haplotypes import choose_source, preview_own
from rcr.ui.models.preview import preview
from rcr.ui.models.workbench import Draft, Workbench
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show

SEED_COUNT = 2**32  # after the last comes the first


def generate_section(bench: Workbench) -> None:
    """The form on the left, what it makes on the right."""
    form, shown = st.columns([4, 9], gap="large")
    families = registry.plugins("generator")
    with form:
        family = st.selectbox("Family", families, **kept(keys.FAMILY, "grid"))
        plugin = families[family]
        st.caption(plugin.summary)
        own = choose_source(plugin)
        if not own:
            parameters = parameter_form(plugin, keys.PAGE)
            st.button(
                "Another seed",
                on_click=_next_seed,
                args=(parameter_key(plugin, keys.PAGE, "seed"),),
                help="The next seed: another draw with the same parameters",
            )
    with shown:
        if own:
            preview_own(plugin)
        else:
            _preview_generated(family, parameters)


def _next_seed(key: str) -> None:
    show(key, (chosen(key, 0) + 1) % SEED_COUNT)


def _preview_generated(family: str, parameters: dict[str, Any]) -> None:
    call = GeneratorCall(family, parameters)
    visit = visitor().models
    if is_large(call) and visit.made != call:
        st.info(
            "A model of this size takes a moment, so it is not made with every move of a slider."
        )
        st.button("Make it", type="primary", on_click=_make, args=(call,))
        st.code(str(call), language="python", wrap_lines=True)
        return
    try:
        model, data = made(call, visit.background)
    except StillWorking as working:
        still_working(working.background, _stop)
        return
    except ModelError as error:
        st.error(str(error))
        return
    draft = Draft(model, model.name, "", call, did=f"{model.name} generated")
    preview(draft, data, str(call))


def _make(call: GeneratorCall) -> None:
    visitor().models.made = call


def _stop() -> None:
    visit = visitor().models
    visit.background.stop()
    visit.made = None
