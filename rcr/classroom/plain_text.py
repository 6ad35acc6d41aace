"""What people type, as plain text: mark-up stays as it was typed, what no screen shows goes."""

from __future__ import annotations

import unicodedata

from rcr.model import ModelError

MAX_NICKNAME_CHARACTERS = 30
MAX_TITLE_CHARACTERS = 120
MAX_CHOICE_CHARACTERS = 400
MAX_TYPED_CHARACTERS = 4000  # of an answer in one's own words
JOINERS = "\u200c\u200d"  # Persian words and many emoji need them


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    return "" if category in ("Cs", "Cf") and character not in JOINERS else character


def plain(text: str, most: int) -> str:
    """One line of at most ``most`` characters, without control characters or turns of direction."""
    line = " ".join("".join(map(_shown, unicodedata.normalize("NFC", text))).split())
    return line[:most].strip()


def nickname(text: str) -> str:
    """A name for the board; at least one character of it can be seen."""
    name = plain(text, MAX_NICKNAME_CHARACTERS)
    if not name.strip(JOINERS + " "):
        raise ModelError("the name is empty; type one that the teacher will know you by")
    return name


def name_key(name: str) -> str:
    """Equal for names that look the same to a reader."""
    return unicodedata.normalize("NFKC", name).casefold()


def numbered(name: str, count: int) -> str:
    """The name with a number behind it, within the limit."""
    ending = f" {count}"
    return name[: MAX_NICKNAME_CHARACTERS - len(ending)].rstrip() + ending
