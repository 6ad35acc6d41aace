"""Models made to order: a large one is made beside the page, and the latest ones are kept."""

from __future__ import annotations

import numpy as np

from rcr import Model, registry
from rcr.models.generator_call import GeneratorCall
from rcr.ui.background_work import BackgroundWork, Stop

LARGE_EFFORT = 6000  # tables of a model that takes a moment to make
MAX_KEPT_MODELS = 20
Made = tuple[Model, np.ndarray | None]  # a model, and the data it was learned from if there are any
_kept: dict[str, Made] = {}


def is_large(call: GeneratorCall) -> bool:
    """Whether the model is too large to be made while somebody moves a slider."""
    plugin = registry.get("generator", call.generator)
    return plugin.facts.effort(call.parameters) > LARGE_EFFORT


def made(call: GeneratorCall, background: BackgroundWork) -> Made:
    """What a call makes."""
    key = str(call)
    if (known := _kept.get(key)) is not None:
        return known
    if is_large(call):
        return background.done(key, "Making the model", lambda stop: _make(call, stop))
    return _make(call, lambda: False)


def _make(call: GeneratorCall, stop: Stop) -> Made:
    plugin = registry.get("generator", call.generator)
    if plugin.facts.data_and_network is not None:
        data, model = plugin.facts.data_and_network(**plugin.check(call.parameters))
        found: Made = model, data
    else:
        found = plugin(**call.parameters), None
    if not stop():
        _kept[str(call)] = found
        for old in list(_kept)[:-MAX_KEPT_MODELS]:
            _kept.pop(old, None)
    return found
