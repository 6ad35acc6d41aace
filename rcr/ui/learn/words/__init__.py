"""Everything that the Learn page says, a file for each language."""

from __future__ import annotations

from rcr.ui.app.language import language
from rcr.ui.learn.words.english import ENGLISH
from rcr.ui.learn.words.fields import LearnWords
from rcr.ui.learn.words.german import GERMAN

BY_LANGUAGE = {"en": ENGLISH, "de": GERMAN}

__all__ = ["BY_LANGUAGE", "LearnWords", "words"]


def words() -> LearnWords:
    """What the page says in the visitor's language."""
    return BY_LANGUAGE[language()]
