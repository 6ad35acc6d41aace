"""The web addresses of a class: where students join, and the teacher's own link."""

from __future__ import annotations

import os
import socket
from urllib.parse import quote, urlsplit

from rcr.classroom.classes.key import Key
from rcr.model import ModelError

PUBLIC_URL = "RCR_PUBLIC_URL"  # environment variable by which the app knows its own address
PAGE = "class"  # the page's part of the address
CODE, DESK = "code", "desk"  # what an address may carry
EXAMPLE_PLACE = ("192.0.2.1", 9)  # an address for examples; nothing is sent to find the way there


def local_address() -> str:
    """This machine's address in its network; without a network, its own name for itself."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(EXAMPLE_PLACE)
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def checked_url(text: str) -> str:
    """The address that a proxy gives to the app, without a slash at its end."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise ModelError(f"the public address must look like https://host/path, not {text!r}")
    return text.rstrip("/")


def known_url(otherwise: str) -> str:
    """The address that others reach the app by, as its start has said."""
    return os.environ.get(PUBLIC_URL) or otherwise.rstrip("/")


def join_url(base: str, code: str) -> str:
    """Where a student lands who scans the QR code."""
    return f"{base}/{PAGE}?{CODE}={quote(code)}"


def desk_url(base: str, key: Key) -> str:
    """The teacher's own link."""
    return f"{base}/{PAGE}?{DESK}={quote(key.text)}"
