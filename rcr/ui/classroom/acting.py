"""What a teacher's button does: one thing at the desk; what is refused is said on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcr import ModelError
from rcr.ui.visitor import visitor


def acting(action: Callable[..., Any], *given: Any) -> Callable[[], None]:
    """For ``on_click`` and ``on_change``."""

    def act() -> None:
        try:
            action(*given)
        except ModelError as error:
            visitor().classroom.complaint.text = str(error)

    return act
