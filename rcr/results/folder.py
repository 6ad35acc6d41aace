"""A folder of results: a manifest of what was asked for, a file for each finished piece, tables."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rcr.formats.source import told_in_a_sentence
from rcr.model import ModelError
from rcr.text.tables import csv_text

Manifest = dict[str, Any]
Differences = Callable[[Manifest, Manifest], list[str]]


def other_keys(held: Manifest, wanted: Manifest) -> list[str]:
    """In what two manifests differ, where they must be the same to the last word."""
    return sorted(key for key in {*held, *wanted} if held.get(key) != wanted.get(key))


@dataclass(frozen=True)
class ResultFolder:
    """Where results are kept: ``manifest`` and ``pieces`` name a file and a folder in ``root``."""

    root: Path
    manifest: str
    pieces: str

    def open(
        self, manifest: Manifest, what: str, differences: Differences = other_keys
    ) -> dict[str, Any]:
        """The pieces that the folder holds of what the manifest asks for; a folder that holds
        something else is left alone.
        """
        path = self.root / self.manifest
        with told_in_a_sentence(path, "written"):
            (self.root / self.pieces).mkdir(parents=True, exist_ok=True)
        held = read_json(path) if path.exists() else None
        if held is not None and (differs := differences(held, manifest)):
            raise ModelError(
                f"{self.root}: this folder holds another {what} (other {', '.join(differs)}); "
                "give another folder, or empty this one"
            )
        if held != manifest:
            write_whole(path, json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
        return {path.stem: read_json(path) for path in (self.root / self.pieces).glob("[!.]*.json")}

    def keep(self, key: str, result: Any) -> None:
        """Write a finished piece, all of it or nothing."""
        write_whole(self.root / self.pieces / f"{key}.json", json.dumps(result))

    def write_table(
        self, name: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]
    ) -> str:
        """Write a table as CSV; the name of the file."""
        write_whole(self.root / f"{name}.csv", csv_text(rows, columns))
        return f"{name}.csv"

    def write_parquet(
        self, name: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]
    ) -> list[str]:
        """Write a table as Parquet where pyarrow is there; the names of the files."""
        if find_spec("pyarrow") is None:
            return []
        from pyarrow import Table, parquet  # type: ignore[import-untyped]

        table = Table.from_pylist([{key: row[key] for key in columns} for row in rows])
        parquet.write_table(table, self.root / f"{name}.parquet")
        return [f"{name}.parquet"]


def read_json(path: Path) -> Any:
    """What a file of the folder holds."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise ModelError(
            f"{path}: this file is damaged; delete it, to have it made again"
        ) from None


def write_whole(path: Path, text: str) -> None:
    """All of it or nothing, whenever the machine stops."""
    half = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    with told_in_a_sentence(path, "written"):
        with half.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
