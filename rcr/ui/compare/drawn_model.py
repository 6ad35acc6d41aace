"""The model of a game, to be drawn: made once for all visitors."""

from __future__ import annotations

import streamlit as st

from rcr.compare.subject import Subject
from rcr.relaxation import ClonedModel


@st.cache_resource(max_entries=20, show_spinner=False)
def _cloned(digest: str, _subject: Subject) -> ClonedModel:
    return ClonedModel(_subject.make())


def cloned(subject: Subject) -> ClonedModel:
    return _cloned(subject.digest, subject)
