"""How the visitor looks at a run: the open panel, the view, the axes; kept with the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcr.ui.explore import keys
from rcr.ui.widgets import chosen, show

# what belongs to the run itself and is kept with that
OF_THE_RUN = (keys.MODEL, keys.START, keys.RECOVERY, keys.BATCH, keys.TASK, keys.ORDER, keys.SEED)
KEYS = tuple(
    key
    for name, key in vars(keys).items()
    if name.isupper() and str(key).startswith(f"{keys.PAGE}:") and key not in OF_THE_RUN
)


def looks() -> dict[str, Any]:
    """What the widgets show that say how to look at a run."""
    found = {key: chosen(key, None) for key in KEYS}
    return {key: value for key, value in found.items() if isinstance(value, str | int | float)}


def show_looks(kept: Mapping[str, Any]) -> None:
    """Let the widgets show what was kept; before they are drawn."""
    for key in KEYS:
        if key in kept:
            show(key, kept[key])
