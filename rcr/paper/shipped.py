"""The results that come with the package: read again, and held against a rerun."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from math import isclose
from pathlib import Path
from typing import Any

from rcr.paper.experiment import Row
from rcr.results.folder import read_json

SHIPPED = Path(__file__).parent / "results"


def read(experiment: str, folder: str | Path = SHIPPED) -> tuple[dict[str, Any], list[Row]]:
    """The manifest and the rows of the table in a folder; without one, the results that come with
    the package.
    """
    base = Path(folder) / experiment
    manifest: dict[str, Any] = read_json(base.with_suffix(".json"))
    with base.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        return manifest, [
            {key: _value(text) for key, text in row.items()} for row in csv.DictReader(file)
        ]


def differences(fresh: Sequence[Row], shipped: Sequence[Row]) -> list[str]:
    """Where a rerun of some instances departs from the shipped rows of the same ones; clocks may
    differ.

    Words and counts are compared exactly, of the other numbers nine digits, since another
    processor may round the last ones differently.
    """
    wanted = {subject(row) for row in fresh}
    held = [row for row in shipped if subject(row) in wanted]
    if len(fresh) != len(held):
        return [f"{len(fresh)} rows instead of {len(held)}"]
    pairs = [
        (new, old, key)
        for new, old in zip(fresh, held, strict=True)
        for key in old
        if not key.endswith("seconds")
    ]
    return [
        f"{' '.join(subject(new))}: {key} is {new[key]}, not {old[key]}"
        for new, old, key in pairs
        if not _same(new[key], old[key])
    ]


def subject(row: Row) -> tuple[str, ...]:
    """Which instance a row is about."""
    return tuple(str(row[key]) for key in ("family", "seed", "instance") if key in row)


def _same(new: Any, old: Any) -> bool:
    numbers = isinstance(old, float) and isinstance(new, float)
    return isclose(new, old, rel_tol=1e-9, abs_tol=1e-9) if numbers else str(new) == str(old)


def _value(text: str) -> Any:
    """A cell as it was before it was written."""
    known = {"": None, "True": True, "False": False}
    if text in known:
        return known[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
