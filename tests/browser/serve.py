"""The app on a free port for as long as a block lasts: for the browser tests and the benchmarks."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from rcr import bundle

START_SECONDS = 60
APP = ("-m", "rcr.cli", "app", "--headless", "--port")


class Server(NamedTuple):
    """Where the app is, and its process."""

    url: str
    pid: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def healthy(url: str) -> bool:
    try:
        return bool(urlopen(f"{url}/_stcore/health", timeout=2).status == 200)
    except (URLError, OSError):
        return False


@contextmanager
def serve(command: Sequence[str] = APP) -> Iterator[Server]:
    """Run ``python command port`` and wait until it answers; what it printed is in the error if it
    does not.
    """
    port = free_port()
    url = f"http://localhost:{port}"
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(
            [sys.executable, *command, str(port)],
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=bundle.root(),
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + START_SECONDS
            while not healthy(url):
                if server.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    raise RuntimeError(f"the app did not start on port {port}:\n{log.read()}")
                time.sleep(0.1)
            yield Server(url, server.pid)
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # the command and whatever it started
            server.wait()
