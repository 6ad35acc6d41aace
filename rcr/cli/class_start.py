"""What ``rcr app --class`` does before the server starts: a class, its addresses, a QR code."""

from __future__ import annotations

import argparse
import os
import sys
from urllib.parse import urlsplit

import segno

from rcr.classroom import Key, Store
from rcr.classroom.addresses import (
    PAGE,
    PUBLIC_URL,
    checked_url,
    desk_url,
    join_url,
    local_address,
)
from rcr.classroom.last_class import open_class
from rcr.machine.memory import VISITOR_BYTES_VARIABLE, share_of_machine

EVERY_INTERFACE, THIS_MACHINE = "0.0.0.0", "localhost"


def open_for_class(args: argparse.Namespace) -> list[str]:
    """Open the class and say how to get there; returns what the server is told: to listen on the
    network. From then on each visitor has a share of the memory only.
    """
    usual = f"http://{local_address()}:{args.port}"
    base = os.environ[PUBLIC_URL] = checked_url(args.public_url or usual)
    os.environ[VISITOR_BYTES_VARIABLE] = str((args.visitor_memory or 0) << 20 or share_of_machine())
    own = base if args.public_url else f"http://{THIS_MACHINE}:{args.port}"
    store = Store()
    desk, key = open_class(store, args.class_title, another=args.new_class)
    _announce(base, own, desk.info().code, key)
    store.close()
    return [
        *("--server.address", EVERY_INTERFACE),
        *("--browser.serverAddress", str(urlsplit(base).hostname)),
        *("--server.headless", "true"),
    ]


def _announce(base: str, own: str, code: str, key: Key) -> None:
    """What the teacher needs to see; the secret stands on his terminal and in no log."""
    if sys.stdout.isatty():
        segno.make(join_url(base, code), micro=False).terminal(compact=True)
    print(f"Students:  {base}/{PAGE}   code {code}")
    print(f"Teacher:   {desk_url(own, key)}   (yours alone)", flush=True)
