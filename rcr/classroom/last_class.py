"""The teacher's last class on this machine, so that a server started again goes on with it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import platformdirs

from rcr.classroom.classes.desk import Desk
from rcr.classroom.classes.key import Key
from rcr.classroom.database.address import FOLDER, find_address
from rcr.classroom.database.errors import NotKept
from rcr.classroom.store import Store

FILE = "teacher.json"  # which only its owner can read


def usual_file() -> Path:
    """Beside the store, or in the user's data folder if the store is a server."""
    store = find_address().file
    folder = Path(platformdirs.user_data_dir(FOLDER, appauthor=False))
    return (store.parent if store is not None else folder) / FILE


def open_class(
    store: Store, title: str, *, another: bool = False, file: Path | None = None
) -> tuple[Desk, Key]:
    """The class that was open last, if this store still has it; else, or if another is wanted, a
    new one.
    """
    file = file or usual_file()
    key = None if another else _read(file, store.name)
    if key is not None:
        try:
            desk = key.desk(store.classes)
            if title:
                desk.rename(title)
            return desk, key
        except NotKept:
            pass  # it was deleted, or its time is over
    desk, secret = store.classes.found(title)
    key = Key(desk.info().public_id, secret.text)
    _write(file, store.name, key)
    return desk, key


def _read(file: Path, store: str) -> Key | None:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    match data:
        case {"store": known, "key": str(text)} if known == store:
            return Key.read(text)
    return None


def _write(file: Path, store: str, key: Key) -> None:
    """A machine where it cannot be written founds a new class with every start."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        handle = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            json.dump({"store": store, "key": key.text}, opened)
    except OSError:
        return
