"""A Dask cluster as a laboratory has one: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
START_SECONDS = 60.0


def wait_until(seen: Callable[[], object]) -> None:
    """Until that is so; not for ever."""
    deadline = time.monotonic() + START_SECONDS
    while not seen():
        assert time.monotonic() < deadline
        time.sleep(0.05)


class Lab:
    """The processes of a cluster; ``file`` is what the scheduler writes its address to."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.folder = folder
        options = ["--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--no-show"]
        self.scheduler = self._start("scheduler", *options)
        self.workers: list[subprocess.Popen[bytes]] = []
        wait_until(lambda: self.file.exists() and bool(self.file.read_text()))

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def hire(self, nanny: bool = False) -> None:
        """One more worker with one thread; a nanny starts it again if it dies."""
        options = ["--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]
        options += ["--death-timeout", "60"]  # it does not outlive its scheduler for long
        self.workers.append(self._start("worker", *options, "--nanny" if nanny else "--no-nanny"))

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{what}-{time.monotonic_ns()}.log").open("wb")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", what, "--scheduler-file", str(self.file), *options],
                cwd=self.folder,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def end(self) -> None:
        """Kill what is left, with all that it started."""
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def lab(folder: Path, workers: int = 2, nanny: bool = False):
    """A cluster that ends with the block."""
    made = Lab(folder)
    try:
        for _ in range(workers):
            made.hire(nanny)
        yield made
    finally:
        made.end()
