"""A run's path as a short text for a web address: the call that makes the model, the settings, and
the actions that lead here.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Callable

from rcr.model import ModelError
from rcr.models.origin import ModelItself
from rcr.run.file import plain, replay_text
from rcr.run.run import Run

MAX_LINK_CHARACTERS = 6000  # that browsers, servers and mail programs let through
MAX_INFLATED_BYTES = 1 << 20


def to_link(run: Run) -> str:
    """The current state's path; only for models that a call can make again."""
    if isinstance(run.origin, ModelItself):
        raise ModelError(
            "this model came from a file, which a link cannot carry; save the run and pass "
            "the file on"
        )
    data = plain(run, run.state.path())
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(text) > MAX_LINK_CHARACTERS:
        raise ModelError(
            f"the way to this state has {len(data['actions'])} steps, too many for a link; save "
            "the run and pass the file on"
        )
    return text


def from_link(text: str, stop: Callable[[], bool] = lambda: False) -> Run:
    """The run that a link leads to, done again number for number; it is an error if ``stop`` says
    so on the way.
    """
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, MAX_INFLATED_BYTES)
    except (binascii.Error, zlib.error, ValueError):
        raise ModelError("this link is damaged; ask for it again") from None
    return replay_text(data, "the link", stop).run
