"""A small picture with a line of words, all of it a button."""

from __future__ import annotations

from collections.abc import Callable

from rcr.ui.components.code import component_of

_tile = component_of(
    __file__,
    html='<button type="button"><span class="name"></span> <span class="told"></span>'
    '<span class="picture"></span></button>',
)


def tile(
    name: str, told: str, svg: str, *, key: str, hint: str, on_click: Callable[[], None]
) -> None:
    """Draw it; an empty picture leaves the words alone. What the picture writes must be escaped, as
    rcr.views.svg does.
    """
    data = {"name": name, "told": told, "svg": svg, "hint": hint}
    _tile(key=key, data=data, on_clicked_change=on_click)
