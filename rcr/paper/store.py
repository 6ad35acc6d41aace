"""An experiment's results in a folder: one file a finished instance, so that a killed run goes on
where it was, and tidy tables.
"""

from __future__ import annotations

import csv
import hashlib
import json
import multiprocessing
import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib.metadata import version
from math import isclose
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

from rcr.compare.jobs import table, write_whole
from rcr.formats.source import told_in_a_sentence
from rcr.model import ModelError
from rcr.paper import EXPERIMENTS
from rcr.paper.experiment import Experiment, Row
from rcr.run.budget import Cancel
from rcr.version import __version__

SHIPPED = Path(__file__).parent / "results"


def rerun(
    experiment: Experiment,
    folder: str | Path,
    instances: int | None = None,
    jobs: int = 1,
    data: str | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Row]:
    """Play every instance that the folder does not hold yet, write the tables, and return all
    rows; fewer if cancelled.
    """
    count = experiment.instances if instances is None else instances
    if count < 1 or jobs < 1:
        raise ModelError("--instances and --jobs must be at least 1")
    if data is not None and not experiment.takes_data:
        raise ModelError(
            f"the experiment {experiment.name} makes its own models; --data is for haplotype "
            "and figure"
        )
    names = experiment.choose(count, data)
    folder = Path(folder)
    manifest = _manifest(experiment, instances, names, data)
    _open(folder, experiment, manifest)
    held = {name: _file(folder, experiment, name) for name in names}
    missing = [name for name, file in held.items() if not file.exists()]
    done = len(names) - len(missing)
    progress(done, len(names))
    for name, rows in play(experiment, missing, jobs, data, cancel):
        write_whole(held[name], json.dumps(rows))
        done += 1
        progress(done, len(names))
    rows = [
        row
        for file in held.values()
        if file.exists()
        for row in json.loads(file.read_text(encoding="utf-8"))
    ]
    write_whole(folder / f"{experiment.name}.csv", table(experiment.columns, rows))
    return rows


def play(
    experiment: Experiment,
    names: Sequence[str],
    jobs: int = 1,
    data: str | None = None,
    cancel: Cancel | None = None,
) -> Iterator[tuple[str, list[Row]]]:
    """Each instance with its rows as soon as they are there; what is cancelled ends after the
    instances under way.
    """

    def stop() -> bool:
        return cancel is not None and cancel.is_set()

    if jobs == 1:
        for name in names:
            if stop():
                return
            yield name, experiment.play(name, data)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        min(jobs, max(1, len(names))), spawn, initializer=_end_with_parent
    ) as pool:
        with _plain_main():
            futures = {pool.submit(_one, experiment.name, name, data): name for name in names}
        for future in as_completed(futures):
            if stop():
                pool.shutdown(cancel_futures=True)
                return
            yield futures[future], future.result()


@contextmanager
def _plain_main() -> Iterator[None]:
    """New processes run the parent's main module again, which may be any script (streamlit's, a
    test's); they need none of it.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _one(experiment: str, instance: str, data: str | None) -> list[Row]:
    return EXPERIMENTS[experiment].play(instance, data)


def _end_with_parent() -> None:
    """A process of the pool would wait for work for ever if its parent was killed."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


# -- the folder ----------------------------------------------------------------------------------


def _manifest(
    experiment: Experiment, instances: int | None, names: Sequence[str], data: str | None
) -> dict[str, Any]:
    """What made the results: the command (how many processes and which folder make no difference),
    the versions and the instances.
    """
    command = (
        f"rcr paper {experiment.name} --instances "
        f"{experiment.instances if instances is None else instances}"
    )
    files = None
    if data is not None:
        command += f" --data {Path(data).name}"
        files = {
            name: hashlib.sha256((Path(data) / name).read_bytes()).hexdigest() for name in names
        }
    return {
        "experiment": experiment.name,
        "summary": experiment.summary,
        "command": command,
        "versions": {
            "rcr": __version__,
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "numba": version("numba"),
        },
        "settings": json.loads(json.dumps(experiment.settings)),
        "instances": list(names),
        "files": files,
    }


def _open(folder: Path, experiment: Experiment, manifest: dict[str, Any]) -> None:
    """Write the manifest, unless the folder holds results that would not fit in with the new
    ones.
    """
    path = folder / f"{experiment.name}.json"
    with told_in_a_sentence(path, "written"):
        (folder / experiment.name).mkdir(parents=True, exist_ok=True)
    if path.exists():
        held = json.loads(path.read_text(encoding="utf-8"))
        differs = [
            key for key in ("experiment", "versions", "settings") if held.get(key) != manifest[key]
        ]
        old, new = held.get("files"), manifest["files"]
        if (old is None) != (new is None) or any(
            old[name] != new[name] for name in set(old or ()) & set(new or ())
        ):
            differs.append("data")
        if differs:
            raise ModelError(
                f"{folder}: this folder holds {experiment.name} with other "
                f"{', '.join(differs)}; give another folder with --out"
            )
    write_whole(path, json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")


def _file(folder: Path, experiment: Experiment, instance: str) -> Path:
    return folder / experiment.name / f"{instance}.json"


def read(experiment: str, folder: str | Path = SHIPPED) -> tuple[dict[str, Any], list[Row]]:
    """The manifest and the rows of the table in a folder; without one, the results that come with
    the package.
    """
    base = Path(folder) / experiment
    manifest: dict[str, Any] = json.loads(base.with_suffix(".json").read_text(encoding="utf-8"))
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
