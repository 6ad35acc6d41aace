"""Words that somebody typed, on the page as they are: never Markdown, HTML or a formula."""

from __future__ import annotations

import re

SIGNS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&=^@/\"'])")


def words(text: str) -> str:
    """The text so that streamlit's Markdown shows every character of it."""
    return SIGNS.sub(r"\\\1", text)


def sentence(text: str) -> str:
    """A message of the library as a sentence of the page."""
    told = words(text[:1].upper() + text[1:])
    return told if text.endswith((".", "!", "?")) else told + "."


def reason(trouble: str, store: str) -> str:
    """What is the matter with the store of this name, for a student: neither where it is nor what
    its owner could do about it.
    """
    return sentence(trouble.partition(";")[0].replace(store, "the class's store"))
