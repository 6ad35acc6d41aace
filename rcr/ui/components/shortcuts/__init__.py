"""The keys of a page's buttons: they work wherever the focus is, except where one writes; ``?``
lists them.
"""

from __future__ import annotations

from rcr.ui.components.code import code_place, component_of

_shortcuts = component_of(__file__)


def shortcuts() -> None:
    """Listen to the keys of the whole page, whichever it is; a button says itself what its key
    is.
    """
    with code_place("shortcuts"):
        _shortcuts(key="rcr-shortcuts", height=1)
