"""Run files (``*.rcr.json``): the model or the call that makes it, the settings, and every action,
to be done again.

A run file holds no θ: replaying the actions gives the same numbers. The values reached are kept
beside each action, so that a replay can say whether they are the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from rcr.formats.json_data import MAX_JSON_BYTES, check_format, parse
from rcr.formats.source import Source, file_source, packed, text_source, told_in_a_sentence
from rcr.model import ModelError
from rcr.models.origin import read_origin
from rcr.run.run import Run
from rcr.run.steps import Stretch
from rcr.state import State, action_as_dict, action_from_dict
from rcr.text.numbers import human_bytes
from rcr.version import made_with

FORMAT = "rcr-run"
VERSION = 2  # in the first no setting could change on the way


@dataclass(frozen=True)
class Replay:
    """A run done again from its file: how many states, and the largest difference from the
    recorded values.
    """

    run: Run
    states: int
    difference: float


def to_dict(run: Run) -> dict[str, Any]:
    """A run as plain JSON data."""
    number = {old: new for new, old in enumerate(run.states)}  # states may have been deleted
    return {
        "made_with": made_with(),
        **plain(run, run.states.values()),
        "current": number[run.state.number],
        "names": {name: number[n] for name, n in run.names.items()},
        "notes": run.notes,
    }


def plain(run: Run, states: Iterable[State]) -> dict[str, Any]:
    """What a run file and a link have in common: the model, the settings, and these states.

    The first state is the start; every other one comes after its parent.
    """
    number, actions = dict[int, int](), list[dict[str, Any]]()
    for n, state in enumerate(states):
        number[state.number] = n
        if state.parent is not None:
            actions.append(to_entry(state, number[state.parent.number]))
    return {
        "format": FORMAT,
        "version": VERSION,
        "model": run.origin.to_dict(),
        "evidence": [[v, x] for v, x in run.model.evidence.items()],
        "settings": run.problem.first.as_dict(),
        "choices": run.choices,
        "actions": actions,
        "current": len(actions),
        "names": {},
        "notes": "",
    }


def to_entry(state: State, parent: int) -> dict[str, Any]:
    """The action that leads to a state, from the state of that number, and the values reached."""
    values = {"value": _number(state.value), "lower": _number(state.lower)}
    choices = {"settings": dict(state.choices)} if state.choices else {}
    return {"from": parent, **action_as_dict(state.action), **values, **choices}


def _number(x: float) -> float | str:
    return float(x) if np.isfinite(x) else str(float(x))


def save_run(run: Run, path: str | Path) -> None:
    """Write a run file; with ``.gz`` at the end of the name it is compressed."""
    path = Path(path)
    data = (json.dumps(to_dict(run), indent=1) + "\n").encode()
    if len(data) > MAX_JSON_BYTES:
        raise ModelError(
            f"{path}: the run would take {human_bytes(len(data))}, too much to be read "
            "again; save the model and the settings apart"
        )
    with told_in_a_sentence(path, "written"):
        path.write_bytes(packed(data, path) if path.suffix == ".gz" else data)


def replay(path: str | Path) -> Replay:
    """Do a saved run again."""
    with file_source(Path(path)) as source:
        return _replay(source)


def replay_text(text: str | bytes, name: str, stop: Callable[[], bool] = lambda: False) -> Replay:
    """Do a run again from an uploaded file; it is an error if ``stop`` says so on the way."""
    return _replay(text_source(text, name), stop)


def _replay(source: Source, stop: Callable[[], bool] = lambda: False) -> Replay:
    where, data = source.name, parse(source)
    check_format(data, where, "run file", FORMAT, VERSION)
    try:
        return _done_again(data, where, stop)
    except ModelError as error:
        raise error if str(error).startswith(where) else ModelError(f"{where}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ModelError(
            f"{where}: the run file is damaged ({type(error).__name__}: {error}); save the "
            "run again"
        ) from None


def _done_again(data: Mapping[str, Any], where: str, stop: Callable[[], bool]) -> Replay:
    """The run that the data describe, action by action."""
    origin = read_origin(data["model"], where)
    evidence: dict[int | str, int | str] = {int(v): int(x) for v, x in data["evidence"]}
    run = Run(origin.make().observe(evidence), origin=origin, **data["settings"])
    first, choices, difference = run.settings, dict[str, Any](), 0.0
    for n, entry in enumerate(data["actions"], start=1):
        run.goto(int(entry["from"]))
        if (wanted := entry.get("settings", {})) != choices:
            choices = wanted
            run.go_on_with(replace(first, **choices))
        state = run.act(action_from_dict(entry), Stretch(stop=stop))
        if stop():
            raise ModelError("stopped before it was done again")
        if state.number != n:
            raise ModelError(f"action {n} does not fit into the tree")
        for name, found in (("value", state.value), ("lower", state.lower)):
            if float(entry[name]) != found:
                difference = max(difference, abs(float(entry[name]) - found))
    run.go_on_with(replace(first, **data.get("choices", {})))
    run.names.update((str(name), int(n)) for name, n in data["names"].items())
    run.notes = str(data["notes"])
    run.goto(int(data["current"]))
    return Replay(run, len(data["actions"]), difference)
