"""JSON files of this program: read within limits, their format and version checked."""

from __future__ import annotations

import json
from typing import Any

from rcr.formats.source import Source
from rcr.model import ModelError

MAX_JSON_BYTES = 32 * 2**20  # what they spell takes up to twenty times as much
MAX_LISTS = 1_000_000
MAX_NAMES = 1_500_000


def parse(source: Source) -> Any:
    """JSON data, or a sentence with the line where it breaks."""
    text = source.read_all(MAX_JSON_BYTES)
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


def check_format(data: Any, where: str, what: str, name: str, version: int) -> None:
    """Refuse data that are no object of this format and of a version up to this; ``what`` they
    should be is told, such as "run file".
    """
    if not isinstance(data, dict) or data.get("format") != name:
        raise ModelError(
            f'{where}: this is not a {what}; it must be an object with "format": "{name}"'
        )
    if data.get("version") not in range(1, version + 1):
        raise ModelError(
            f"{where}: {what} version {short(data.get('version'))} is unknown; this program "
            f"reads versions up to {version}"
        )


def short(value: object) -> str:
    """A value as it may stand in a message; of an error its kind too, of a list or an object only
    that.
    """
    if isinstance(value, list | dict):
        return f"a {'list' if isinstance(value, list) else 'JSON object'}"
    text = f"{type(value).__name__}: {value}" if isinstance(value, Exception) else repr(value)
    text = text if text.isprintable() else repr(text)
    return text if len(text) <= 80 else f"{text[:80]}…"
