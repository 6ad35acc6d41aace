"""What exercises and the challenge have in common: a text beside the run that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import streamlit as st

from rcr.ui.components.graph import Click, graph_library, take_clicks
from rcr.ui.learn import keys
from rcr.ui.learn.stage import choose_view, stage, stage_picture
from rcr.ui.learn.staging import Staging
from rcr.ui.visitor import visitor


def beside_its_run(
    staged: Callable[[], Staging], act: Callable[[Iterable[Click]], None], tell: Callable[[], None]
) -> None:
    """Act on the clicks that came, tell on the left how it stands, and draw the run on the right.

    ``staged`` is asked again where what was done may have changed the stage.
    """
    visit = visitor().learn
    with visit.lock:
        act(take_clicks(stage_picture(staged()), visit.clicks, key=keys.GRAPH))
    drawn = stage_picture(staged())
    graph_library(drawn)
    left, right = st.columns([6, 7])
    with left, st.container(key="exercise-text"):
        if (complaint := visit.complaint.take()) is not None:
            st.error(complaint)
        tell()
    with right:
        choose_view(staged())
        stage(staged(), drawn)
