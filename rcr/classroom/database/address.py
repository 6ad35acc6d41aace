"""Where the store is: a file in the user's data folder unless something else is named."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from rcr.classroom.database.errors import PUT_IT_ELSEWHERE, StoreError

VARIABLE = "RCR_STORE"
FOLDER, FILE = "rcr-explorer", "store.sqlite"
POSTGRES_SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True)
class Address:
    """A database: its URL with the password, its file if it is one, and its name for people."""

    url: URL = field(repr=False)
    file: Path | None
    name: str

    @property
    def folder(self) -> Path:
        """The folder of the file, or the user's data folder."""
        return _data_folder() if self.file is None else self.file.parent


def find_address(where: str | Path | None = None) -> Address:
    """What was named, or the environment variable, or the file in the user's data folder."""
    named = str(where or os.environ.get(VARIABLE) or "")
    scheme = named.partition("://")[0] if "://" in named else ""
    if scheme.partition("+")[0] in POSTGRES_SCHEMES:
        return _postgres(named)
    if scheme:
        raise StoreError(
            f"a store is a file or postgresql://user@host/database, not {scheme}://…; "
            + PUT_IT_ELSEWHERE
        )
    file = Path(named).expanduser().absolute() if named else _data_folder() / FILE
    return Address(URL.create("sqlite", database=str(file)), file, f"the store {file}")


def _data_folder() -> Path:
    return Path(platformdirs.user_data_dir(FOLDER, appauthor=False))


def _postgres(named: str) -> Address:
    try:
        url = make_url(named).set(drivername="postgresql+psycopg")
        host = url.host or url.query.get("host") or "this machine"
    except (ArgumentError, ValueError):
        raise StoreError(
            "the address of the store cannot be read; it must look like "
            "postgresql://user:password@host/database"
        ) from None
    return Address(url, None, f"the store {url.database or ''} on {host}".replace("  ", " "))


def make_file(address: Address) -> None:
    """Make the folder and the file of a new store so that only its owner can read them."""
    if address.file is None or address.file.exists():
        return
    try:
        address.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(address.file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        reason = (error.strerror or "refused").lower()
        raise StoreError(f"{address.name} cannot be made ({reason}); {PUT_IT_ELSEWHERE}") from None
