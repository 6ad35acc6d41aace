"""A class with a teacher and three students."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rcr.classroom import Desk, Seat, Secret, Store


@dataclass(frozen=True)
class Room:
    """A class, its secrets, and who sits there."""

    public_id: str
    desk: Desk
    teachers_secret: Secret
    seats: list[Seat]
    secrets: list[Secret]


@pytest.fixture
def room(store: Store) -> Room:
    desk, secret = store.classes.found("Monday")
    joined = [store.classes.join(desk.info().code, name, "here") for name in ("Anna", "Ben", "Cem")]
    seats, secrets = [seat for seat, _ in joined], [mine for _, mine in joined]
    return Room(desk.info().public_id, desk, secret, seats, secrets)
