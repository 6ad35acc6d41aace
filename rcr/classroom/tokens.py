"""Secrets and codes: made at random, kept as digests, compared in constant time."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from hashlib import sha256

SECRET_BYTES = 24  # 192 bits, 32 letters in an address
CODE_CHARACTERS = 5
CODE_LETTERS = "BCDFGHJKMNPRSTWXYZ"  # no I, L, O, Q, U, V, which look alike; no vowels, so no words
PUBLIC_BYTES = 9  # names a class in addresses; knowing it opens nothing


@dataclass(frozen=True, eq=False)
class Secret:
    """What opens a visitor's runs, a seat or a desk; ``text`` is for its owner's address only."""

    text: str = field(repr=False)

    @classmethod
    def new(cls) -> Secret:
        return cls(secrets.token_urlsafe(SECRET_BYTES))

    def __str__(self) -> str:
        return "Secret()"


def digest(secret: str) -> str:
    """What the store keeps of a secret: enough to know it again, not enough to find it."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_secret(given: str, kept_digest: str) -> bool:
    """Whether this is the secret, in a time that does not tell how much of it was right."""
    return hmac.compare_digest(digest(given), kept_digest)


def new_code() -> str:
    """A code to read out and type in."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_CHARACTERS))


def typed_code(text: str) -> str:
    """A code as somebody typed it: in any case, with spaces or hyphens."""
    return "".join(letter for letter in text.upper() if letter.isalnum())[: CODE_CHARACTERS + 1]


def new_public_id() -> str:
    """The name of a class in addresses."""
    return secrets.token_urlsafe(PUBLIC_BYTES)
