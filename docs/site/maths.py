"""Formulas of the notes, which are written as plain text: indices and powers are set as such."""

from __future__ import annotations

import re

NOTES = ("how-it-works.md", "balancing.md", "cycle-recovery.md", "mean-field.md")
MARKUP = re.compile(r"(<(?:pre|code)\b.*?</(?:pre|code)>|<[^>]*>)", re.DOTALL)
INDEX, POWER = re.compile(r"(?<=\w)_(\w+)"), re.compile(r"(?<=\w)\^([−-]?\w+)")


def typeset(html: str) -> str:
    """A page with its indices lowered and its powers raised; code stays as it is."""
    parts = MARKUP.split(html)
    parts[::2] = [POWER.sub(r"<sup>\1</sup>", INDEX.sub(r"<sub>\1</sub>", t)) for t in parts[::2]]
    return "".join(parts)
