"""A visitor: all that the app itself remembers of one open browser tab, as one typed object.

What a widget shows is not here: streamlit keeps that under the widget's key (rcr.ui.widgets).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from rcr.ui.classroom.visit import ClassVisit
from rcr.ui.compare.visit import CompareVisit
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.keeping.keeper import Keeper
from rcr.ui.learn.visit import LearnVisit
from rcr.ui.models.visit import ModelsVisit
from rcr.ui.paper.visit import PaperVisit

KEY = "visitor"  # the only thing that the code keeps in streamlit's session state


@dataclass
class Visitor:
    """What a visitor has on each page. It lasts as long as the tab is open, whichever page is
    shown; after a reload another one goes on with what was kept.
    """

    keeper: Keeper | None = field(default=None, repr=False)  # writes down what must outlive the tab
    shown_number: int | None = None  # of the run that the address names
    gone_back: str | None = None  # the latest Back or Forward of the browser that was heard
    presenting: bool | None = None  # on a projector; none until the address was asked
    explore: ExploreVisit = field(default_factory=ExploreVisit)
    learn: LearnVisit = field(default_factory=LearnVisit)
    models: ModelsVisit = field(default_factory=ModelsVisit)
    compare: CompareVisit = field(default_factory=CompareVisit)
    paper: PaperVisit = field(default_factory=PaperVisit)
    classroom: ClassVisit = field(default_factory=ClassVisit)
    files_read: dict[str, str] = field(default_factory=dict)  # the last file of each upload widget


def visitor() -> Visitor:
    """The visitor whose page is being drawn."""
    if KEY not in st.session_state:
        st.session_state[KEY] = Visitor()
    found: Visitor = st.session_state[KEY]
    return found
