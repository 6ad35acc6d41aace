"""A button that takes a picture away as PNG, made from its SVG by the browser."""

from __future__ import annotations

from rcr.ui.components.code import component_of

_png = component_of(__file__, html='<button type="button"></button>')


def png_button(label: str, svg: str, name: str, *, key: str) -> None:
    """A button with this label, to a file of this name."""
    _png(key=key, data={"label": label, "svg": svg, "name": name}, width="content")
