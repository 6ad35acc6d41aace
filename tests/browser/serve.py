"""The app on a free port for as long as a block lasts: for the browser tests and the benchmarks."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache as once
from pathlib import Path
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


@once
def compile_kernels() -> None:
    """Have every kernel compiled that is not, before the first server of this process."""
    subprocess.run([sys.executable, "-m", "rcr.warmup"], cwd=bundle.root(), check=True)


@contextmanager
def serve(
    command: Sequence[str] = APP, port: int | None = None, cache: Path | None = None
) -> Iterator[Server]:
    """Run ``python command port`` and wait until it answers; what it printed is in the error if it
    does not. The store is the one that RCR_STORE names, or else it goes with the block. Every
    kernel is there already, unless a cache of its own is given.
    """
    environment = dict(os.environ)
    if cache is None:
        compile_kernels()
    else:
        environment["NUMBA_CACHE_DIR"] = str(cache)
    port = port or free_port()
    url = f"http://localhost:{port}"
    with tempfile.TemporaryDirectory() as folder:
        environment = {"RCR_STORE": f"{folder}/store.sqlite", **environment}
        started = [sys.executable, *command, str(port)]
        with answering(url, started, bundle.root(), environment) as pid:
            yield Server(url, pid)


@contextmanager
def answering(
    url: str,
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    seconds: float = START_SECONDS,
) -> Iterator[int]:
    """Run a command in a folder from when it answers at an address to the end of the block; its
    process. What it printed is in the error if it does not answer in time.
    """
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(
            command,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + seconds
            while not healthy(url):
                if server.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    raise RuntimeError(f"the app did not start at {url}:\n{log.read()}")
                time.sleep(0.1)
            yield server.pid
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # the command and whatever it started
            server.wait()
