"""Compiling behind whatever else goes on: one process a lane, and how far they have come."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from threading import Thread

from rcr.compiled.cache import all_compiled, fingerprint, forget_stale_kernels, note_all_compiled
from rcr.warmup.lanes import LANES, STAGE_SECONDS

LANE_COMMAND = (sys.executable, "-m", "rcr.warmup.lane")


class Warmup:
    """The kernels on their way into the cache; it begins at once, where anything is missing."""

    def __init__(
        self,
        report: Callable[[str], None] = lambda line: None,
        command: Sequence[str] = LANE_COMMAND,
    ) -> None:
        self._report, self._began = report, time.monotonic()
        self._count = sum(map(len, LANES))
        self._done: dict[str, float] = {}  # the seconds from the beginning to each stage's end
        self.complaints: list[str] = []  # of processes that broke off
        self._fingerprint = fingerprint()
        needed = not all_compiled(self._fingerprint)
        if needed:
            forget_stale_kernels()
        self._threads = [
            Thread(target=self._follow, args=([*command, str(lane)],), daemon=True)
            for lane in range(len(LANES))
            if needed
        ]
        for thread in self._threads:
            thread.start()

    def _follow(self, command: Sequence[str]) -> None:
        """Run one process to its end and take its lines."""
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8") as said,
            subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=said, text=True, encoding="utf-8"
            ) as process,
        ):
            for line in process.stdout or ():
                seconds, _, name = line.strip().partition(" ")
                self._done[name] = time.monotonic() - self._began
                self._report(f"Compiled {len(self._done)}/{self._count}: {name}, {seconds} s")
            if process.wait() != 0:
                said.seek(0)
                last = said.read().strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
                self.complaints += last
                self._report(f"Compiling has broken off: {last[0]}")
        if len(self._done) == self._count:
            note_all_compiled(self._fingerprint)

    @property
    def over(self) -> bool:
        """Whether no process is at work any more."""
        return not any(thread.is_alive() for thread in self._threads)

    def wait(self) -> None:
        for thread in self._threads:
            thread.join()

    def ready(self, stages: Sequence[str]) -> bool:
        """Whether there is nothing to wait for; what a broken process has left is compiled when it
        is used.
        """
        return not self.missing(stages)

    def missing(self, stages: Sequence[str]) -> list[str]:
        """Those of some stages that are not compiled yet."""
        return [] if self.over else [name for name in stages if name not in self._done]

    def seconds_left(self, stages: Sequence[str]) -> float:
        """About how long some stages at the beginning of each lane will take, by how long the
        first of them took; the lanes go on side by side.
        """
        return max(self._left([name for name in lane if name in stages]) for lane in LANES)

    def _left(self, stages: Sequence[str]) -> float:
        """About how long some stages at the beginning of one lane will take."""
        missing = self.missing(stages)
        if not missing:
            return 0.0
        done = [name for name in stages if name not in missing]
        known = sum(STAGE_SECONDS[name] for name in done)
        passed = time.monotonic() - self._began
        # What another process had compiled before was there at once, which shows nothing. The
        # stage under way has not ended yet, however slow that shows the machine to be.
        pace = max(
            1.0,
            max(self._done[name] for name in done) / known if done else 0.0,
            passed / (known + STAGE_SECONDS[missing[0]]),
        )
        return pace * sum(STAGE_SECONDS[name] for name in stages) - passed
