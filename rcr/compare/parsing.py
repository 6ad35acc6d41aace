"""Models and contestants from words, as they stand on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rcr import registry
from rcr.compare.contestant import PEER, RECOVERY, SAVED_RUN, Contestant
from rcr.compare.subject import Subject, of_model, of_origin
from rcr.formats import load_model
from rcr.formats.json_data import parse
from rcr.formats.source import file_source
from rcr.model import ModelError
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import FileOrigin
from rcr.registry import Choice, Plugin

SETTINGS = {  # of a run, with what turns a word into each
    "scheme": str,
    "start": str,
    "order": str,
    "batch": int,
    "max_sweeps": int,
    "settle": float,
    "haste": float,
    "at_once": float,
    "task": str,
    "tolerance": float,
    "max_bytes": int,
}


def subjects(text: str, seeds: int = 1) -> list[Subject]:
    """A model file, or a generator such as ``grid:rows=10,cols=10``, of which every seed is another
    model.
    """
    name, _, rest = text.partition(":")
    if Path(text).is_file() or name not in registry.plugins("generator"):
        return of_model(FileOrigin(text), Path(text).name, load_model(text), seeds)
    plugin = registry.get("generator", name)
    given = plugin.check(dict(_pair(plugin, pair) for pair in filter(None, rest.split(","))))
    first, found = given.get("seed", 0), []
    for seed in range(first, first + seeds):
        parameters = given | ({"seed": seed} if "seed" in given else {})
        found.append(of_origin(text, GeneratorCall(name, parameters), seed))
    return found


def contestant(text: str, common: Sequence[str] = ()) -> Contestant:
    """``cycle``, ``cycle:look_ahead=0``, ``paper:scheme=subgradient:start=forest``,
    ``mplp:triplets``, ``run:FILE``.

    ``common`` are pairs that go to everyone who has such a parameter.
    """
    name, *words = text.split(":")
    if name == SAVED_RUN:
        with file_source(Path(text.partition(":")[2])) as source:
            return Contestant.of_run(parse(source), text)
    kind = next((k for k in (RECOVERY, PEER) if name in registry.plugins(k)), None)
    if kind is None:
        known = ", ".join([*registry.plugins("recovery"), *registry.plugins("peer")])
        raise ModelError(
            f"there is no contestant called {name!r}; there are: {known}, and run:FILE for a "
            "saved run"
        )
    plugin, parameters, settings = registry.get(kind, name), dict[str, Any](), dict[str, Any]()
    own = {p.name for p in plugin.parameters}
    for word in [*(pair for pair in common if key_of(pair) in own), *words]:
        if key_of(word) in SETTINGS and key_of(word) not in own and kind == RECOVERY:
            settings[key_of(word)] = _setting(word)
        else:
            key, value = _pair(plugin, word)
            parameters[key] = value
    return Contestant(text, kind, name, parameters, settings)


def key_of(pair: str) -> str:
    """The name in ``NAME=VALUE``, as Python spells it."""
    return pair.partition("=")[0].replace("-", "_")


def _setting(pair: str) -> Any:
    text = pair.partition("=")[2]
    try:
        return SETTINGS[key_of(pair)](text)
    except ValueError:
        raise ModelError(f"{key_of(pair)} must be a number, not {text!r}") from None


def _pair(plugin: Plugin[Any], word: str) -> tuple[str, Any]:
    """``NAME=VALUE``, or just the value where it is one of the words that a parameter takes."""
    name, equals, text = word.partition("=")
    for p in plugin.parameters:
        if not equals and isinstance(p.domain, Choice) and word in p.domain.options:
            return p.name, word
        if equals and p.name == key_of(word):
            return p.name, p.read(text)
    known = ", ".join(p.name for p in plugin.parameters) or "none"
    raise ModelError(f"{plugin.name} has no parameter {name!r}; there are: {known}")
