"""The key of a desk or a seat: which class, and the secret that opens it, as one short text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rcr.classroom.classes.desk import Desk
from rcr.classroom.classes.entrance import Classes
from rcr.classroom.classes.seat import Seat

SEPARATOR = "."  # in neither part
KEY_PATTERN = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")


@dataclass(frozen=True)
class Key:
    """What the teacher's link and a member's browser hold; ``text`` is for its owner only."""

    public_id: str
    secret: str = field(repr=False)

    @classmethod
    def read(cls, text: str) -> Key:
        """A key from its text; whether it opens anything is for the store to say."""
        parts = KEY_PATTERN.fullmatch(text)
        return cls(*parts.groups()) if parts else cls("", "")

    @property
    def text(self) -> str:
        return f"{self.public_id}{SEPARATOR}{self.secret}"

    def desk(self, classes: Classes) -> Desk:
        """The desk that it opens."""
        return classes.desk(self.public_id, self.secret)

    def seat(self, classes: Classes) -> Seat:
        """The seat that it opens."""
        return classes.seat(self.public_id, self.secret)
