"""What Explore shows first, from a stored run: it can be drawn before any kernel is compiled.

``python -m rcr.ui.app.first_view`` stores it anew; a test says when that is due.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

STORED = Path(__file__).with_name("first_view.json")


@dataclass(frozen=True)
class FirstView:
    """The first sample where a visit begins: its graph and its bounds, as SVG."""

    title: str
    upper: float
    lower: float
    graph: str
    curves: str


def stored_view() -> FirstView:
    """The one that comes with the app."""
    return FirstView(**json.loads(STORED.read_text(encoding="utf-8")))


def drawn_view() -> FirstView:
    """The same from the sample itself, for which kernels are needed."""
    from rcr import Run
    from rcr.models.samples import samples
    from rcr.ui.explore.settings_form import STARTS, USUAL_RECOVERY
    from rcr.ui.samples import FIRST_SAMPLE
    from rcr.views.curve_svg import draw_curves
    from rcr.views.network.changes import changes
    from rcr.views.network.drawing import picture
    from rcr.views.network_svg import draw_network

    sample = samples()[FIRST_SAMPLE]
    run = Run(sample.load(), recovery=USUAL_RECOVERY, start=next(iter(STARTS)))
    run.converge()
    drawn = picture(run.cloned)
    graph = draw_network(drawn, changes(drawn, run.state), f"The graph of {sample.title}")
    return FirstView(sample.title, run.state.upper, run.state.lower, graph, draw_curves(run))


if __name__ == "__main__":
    STORED.write_text(json.dumps(asdict(drawn_view()), ensure_ascii=False), encoding="utf-8")
