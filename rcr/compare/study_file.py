"""Studies as files: models, contestants, limits and repetitions in TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rcr import registry
from rcr.compare.contestant import PEER, RECOVERY, Contestant
from rcr.compare.request import Request
from rcr.compare.study import Study
from rcr.compare.subject import Subject, of_model
from rcr.formats import formats
from rcr.model import ModelError
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import FileOrigin, Origin

STUDY_KEYS = {"title", "time_limit", "repeats", "plugins", "models", "contestants"}
MODEL_KEYS = ({"file"}, {"folder"}, {"generator", "parameters", "seeds"})
CONTESTANT_KEYS = {"name", "heuristic", "peer", "parameters", "settings"}


def read_study(path: str | Path) -> Study:
    """The study in a file; paths in it are seen from where the file lies."""
    path = Path(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: this is not TOML ({error})") from None
    try:
        return _study(data, path)
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None
    except (TypeError, AttributeError, KeyError) as error:
        raise ModelError(
            f"{path}: an entry is not of its kind ({type(error).__name__}: {error}); see "
            "docs/studies.md"
        ) from None


def _study(data: Mapping[str, Any], path: Path) -> Study:
    _refuse_others(data, STUDY_KEYS, "the study")
    plugins = [str(path.parent / name) for name in data.get("plugins", [])]
    for file in plugins:
        registry.load_file(file)
    repeats = _whole(data.get("repeats", 1), "repeats")
    limit = data.get("time_limit")
    if limit is not None and not (isinstance(limit, int | float) and limit > 0):
        raise ModelError(f"time_limit is a number of CPU seconds above 0, not {limit!r}")
    request = Request(
        contestants=tuple(map(_contestant, data.get("contestants", []))),
        subjects=tuple(
            subject
            for entry in data.get("models", [])
            for subject in _subjects(entry, path.parent, repeats)
        ),
        time_limit=limit,
        plugins=tuple(plugins),
    )
    return Study(str(data.get("title", path.stem)), request)


def _subjects(entry: Mapping[str, Any], folder: Path, repeats: int) -> Iterator[Subject]:
    """The models of one entry, each as often as it is repeated."""
    keys = next((keys for keys in MODEL_KEYS if keys & set(entry)), set[str]())
    if not keys:
        raise ModelError("a model needs one of file, folder and generator")
    _refuse_others(entry, keys, "a model")
    for name, origin in _origins(entry, folder):
        yield from of_model(origin, name, origin.make(), repeats)


def _origins(entry: Mapping[str, Any], folder: Path) -> Iterator[tuple[str, Origin]]:
    if "file" in entry:
        yield entry["file"], FileOrigin(str(folder / entry["file"]))
    elif "folder" in entry:
        endings = tuple(e for way in formats().values() for e in (way.ending, way.ending + ".gz"))
        place = folder / entry["folder"]
        files = sorted(file for file in place.glob("*") if file.name.endswith(endings))
        if not files:
            raise ModelError(f"{place}: there is no model file in this folder")
        for file in files:
            yield f"{entry['folder']}/{file.name}", FileOrigin(str(file))
    else:
        seeds, given = entry.get("seeds", 1), dict(entry.get("parameters", {}))
        generator = registry.get("generator", entry["generator"])
        for seed in seeds if isinstance(seeds, list) else range(_whole(seeds, "seeds")):
            spoken = given | {"seed": seed}
            words = ",".join(f"{name}={value}" for name, value in spoken.items())
            call = GeneratorCall(generator.name, generator.check(spoken))
            yield f"{generator.name}:{words}", call


def _contestant(entry: Mapping[str, Any]) -> Contestant:
    _refuse_others(entry, CONTESTANT_KEYS, "a contestant")
    if ("heuristic" in entry) == ("peer" in entry):
        raise ModelError("a contestant has either a heuristic or a peer")
    kind = RECOVERY if "heuristic" in entry else PEER
    plugin = registry.get(kind, entry["heuristic" if kind == RECOVERY else "peer"])
    return Contestant(
        str(entry.get("name", plugin.name)),
        kind,
        plugin.name,
        plugin.check(entry.get("parameters", {})),
        dict(entry.get("settings", {})),
    )


def _refuse_others(entry: Mapping[str, Any], known: set[str], what: str) -> None:
    if others := sorted(set(entry) - known):
        raise ModelError(f"{what} has no {others[0]!r}; there are: {', '.join(sorted(known))}")


def _whole(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ModelError(f"{name} is a whole number of at least 1, not {value!r}")
    return value
