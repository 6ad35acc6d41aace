"""The project's own model format: JSON with names, exact numbers (logs; ``null`` is log 0) and evidence."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np

from rcr.formats.source import Source
from rcr.model import Factor, Model, ModelError, Variable

FORMAT = "rcr-model"
VERSION = 1


def to_dict(model: Model) -> dict[str, Any]:
    """A model as plain JSON data; every number survives bit for bit."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": model.name,
        "kind": model.kind,
        "variables": [{"name": v.name, "states": list(v.states)} for v in model.variables],
        "factors": [
            {"scope": list(f.scope), "log_table": [None if x == -np.inf else x for x in f.log_table.ravel().tolist()]}
            for f in model.factors
        ],
        "evidence": [[v, x] for v, x in model.evidence.items()],
    }


def from_dict(data: Any, where: str) -> Model:
    """The model in JSON data; ``where`` names the place in messages."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ModelError(f'{where}: this is not a model; it must be an object with "format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise ModelError(f"{where}: model format version {data.get('version')!r} is unknown; this program reads version {VERSION}")
    try:
        variables = tuple(Variable(str(v["name"]), tuple(map(str, v["states"]))) for v in data["variables"])
        factors = []
        for f in data["factors"]:
            scope = tuple(int(v) for v in f["scope"])
            if any(not 0 <= v < len(variables) for v in scope):
                raise ModelError(f"{where}: a factor names a variable outside 0..{len(variables) - 1}: {scope}")
            shape = [variables[v].card for v in scope]
            table = np.array([-np.inf if x is None else float(x) for x in f["log_table"]])
            if table.size != int(np.prod(shape)):
                raise ModelError(f"{where}: the factor over {scope} has {table.size} entries; its variables need {int(np.prod(shape))}")
            factors.append(Factor(scope, table.reshape(shape)))
        evidence = {int(v): int(x) for v, x in data.get("evidence", [])}
        return Model(variables, tuple(factors), str(data["kind"]), str(data["name"]), evidence)
    except ModelError as error:
        raise error if str(error).startswith(where) else ModelError(f"{where}: {error}") from None
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"{where}: the model is damaged ({type(error).__name__}: {error}); write it again from the original") from None


def parse(text: str | bytes, where: str) -> Any:
    """JSON data, or a sentence with the line where it breaks."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ModelError(f"{where}, line {error.lineno}: this is not JSON ({error.msg}); give a file that this program wrote") from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise ModelError(f"{where}: this is not JSON ({type(error).__name__}); give a file that this program wrote") from None


def read_all(source: Source) -> bytes:
    """Everything a source holds, within its limit."""
    return b"".join(iter(lambda: source.read(1 << 20), b""))


def read_model(source: Source, name: str) -> Model:
    """The model that a source holds."""
    return replace(from_dict(parse(read_all(source), source.name), source.name), name=name)


def format_model(model: Model) -> str:
    return json.dumps(to_dict(model)) + "\n"
