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
from rcr.formats.json_data import MAX_JSON_BYTES, check_format, parse, short
from rcr.formats.source import Source
from rcr.formats.uai import MAX_ARITY
from rcr.model import Factor, Model, ModelError, Variable
from rcr.registry import plugin

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
    check_format(data, where, "model", FORMAT, VERSION)
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
        max_bytes=MAX_JSON_BYTES,
    )
