"""What a visitor has on Paper: what was run live, and the instance to be opened in Explore."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rcr import Run
from rcr.ui.paper.live import Live


@dataclass
class PaperVisit:
    """What was run live stays, experiment by experiment, until it is run again."""

    live: dict[str, Live] = field(default_factory=dict)
    picked: Callable[[], Run] | None = None  # opened in Explore with the next drawing of the page
    followed: list[str] = field(default_factory=list)  # the live networks that were shown already
