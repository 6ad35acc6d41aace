"""The project's own model format: JSON with names, exact numbers (logs; ``null`` is log 0) and
evidence.
"""

from __future__ import annotations

import json
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from rcr.formats.format import Format
from rcr.formats.source import Source
from rcr.formats.uai import MAX_ARITY
from rcr.model import Factor, Model, ModelError, Variable
from rcr.registry import plugin

FORMAT = "rcr-model"
VERSION = 1
MAX_JSON = 32 * 2**20  # bytes; what they spell takes up to twenty times as much
MAX_LISTS = 1_000_000
MAX_NAMES = 1_500_000


def to_dict(model: Model) -> dict[str, Any]:
    """A model as plain JSON data; every number survives bit for bit."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": model.name,
        "kind": model.kind,
        "variables": [{"name": v.name, "states": list(v.states)} for v in model.variables],
        "factors": [
            {
                "scope": list(f.scope),
                "log_table": [None if x == -np.inf else x for x in f.log_table.ravel().tolist()],
            }
            for f in model.factors
        ],
        "evidence": [[v, x] for v, x in model.evidence.items()],
    }


def from_dict(data: Any, where: str) -> Model:
    """The model in JSON data; ``where`` names the place in messages."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ModelError(
            f'{where}: this is not a model; it must be an object with "format": "{FORMAT}"'
        )
    if data.get("version") != VERSION:
        raise ModelError(
            f"{where}: model format version {short(data.get('version'))} is unknown; this "
            f"program reads version {VERSION}"
        )
    try:
        if data["kind"] not in ("MARKOV", "BAYES"):
            raise ModelError(f"the kind is {short(data['kind'])}; it must be MARKOV or BAYES")
        variables = tuple(
            Variable(_text(v["name"]), tuple(map(_text, v["states"]))) for v in data["variables"]
        )
        factors = tuple(_factor(f, variables) for f in data["factors"])
        evidence = {int(v): int(x) for v, x in data.get("evidence", [])}
        return Model(variables, factors, data["kind"], _text(data["name"]), evidence)
    except ModelError as error:
        raise ModelError(f"{where}: {error}") from None
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelError(
            f"{where}: the model is damaged ({short(error)}); write it again from the original"
        ) from None


def _text(value: object) -> str:
    text = str(value)
    text.encode()  # half of a surrogate pair can be spelled in JSON, but not written or shown
    return text


def _factor(data: Any, variables: tuple[Variable, ...]) -> Factor:
    scope = tuple(int(v) for v in data["scope"])
    if len(scope) > MAX_ARITY:
        raise ModelError(
            f"a factor over {len(scope)} variables is too large; {MAX_ARITY} is the limit"
        )
    if any(not 0 <= v < len(variables) for v in scope):
        raise ModelError(
            f"a factor names a variable outside 0..{len(variables) - 1}: {short(scope)}"
        )
    shape = [variables[v].card for v in scope]
    table = np.array([-np.inf if x is None else float(x) for x in data["log_table"]])
    if table.size != prod(shape):
        raise ModelError(
            f"the factor over {short(scope)} has {table.size} entries; its variables need "
            f"{prod(shape):.10g}"
        )
    return Factor(scope, table.reshape(shape))


def short(value: object) -> str:
    """A value as it may stand in a message; of an error its kind too, of a list or an object only
    that.
    """
    if isinstance(value, list | dict):
        return f"a {'list' if isinstance(value, list) else 'JSON object'}"
    text = f"{type(value).__name__}: {value}" if isinstance(value, Exception) else repr(value)
    text = text if text.isprintable() else repr(text)
    return text if len(text) <= 80 else f"{text[:80]}…"


def parse(source: Source) -> Any:
    """JSON data, or a sentence with the line where it breaks."""
    text = source.read_all(MAX_JSON)
    # each empty list takes as much memory as fifty characters, and each name in an object as much
    # time
    for what, limit, count in (
        ("lists", MAX_LISTS, text.count(b"[") + text.count(b"{")),
        ("names", MAX_NAMES, text.count(b'":')),
    ):
        if count > limit:
            raise ModelError(
                f"{source.name}: there are more than {limit} {what} in it; give a smaller file"
            )
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        fault = f"{source.name}, line {error.lineno}: this is not JSON ({error.msg})"
    except (RecursionError, ValueError) as error:
        fault = f"{source.name}: this is not JSON ({type(error).__name__})"
    raise ModelError(f"{fault}; give a file that this program wrote")


def read_model(source: Source, name: str) -> Model:
    """The model that a source holds."""
    return replace(from_dict(parse(source), source.name), name=name)


def format_model(model: Model) -> str:
    return json.dumps(to_dict(model)) + "\n"


@plugin("format")
def json_() -> Format:
    """This project's own: names, evidence and every bit of the numbers (.json)."""
    return Format(
        ".json",
        read_model,
        format_model,
        openings=("{",),
        keeps_evidence=True,
        max_bytes=MAX_JSON,
    )
