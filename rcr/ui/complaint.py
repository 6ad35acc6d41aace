"""What went wrong, said once with the next drawing of the page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Complaint:
    """A sentence that waits to be said, or none."""

    text: str | None = None

    def take(self) -> str | None:
        """The sentence, which is then forgotten."""
        said, self.text = self.text, None
        return said
