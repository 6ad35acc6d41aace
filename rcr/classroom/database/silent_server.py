"""A connection to PostgreSQL that gives up on a server which has gone silent.

The server ends what takes too long, but a server that is stopped, or a machine that is gone, ends
nothing: whoever waits for it must look at the clock.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import psycopg


class ImpatientConnection(psycopg.Connection[Any]):
    """Closes itself when an answer takes longer than ``silence`` seconds."""

    silence: float

    def wait(self, gen: Generator[Any, Any, Any], *how: Any, **named: Any) -> Any:
        """Wait for an answer, as the driver does for everything that it sends."""
        return super().wait(self._watched(gen), *how, **named)

    def _watched(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """The driver's conversation with the server; it is asked in now and then while silent."""
        deadline = time.monotonic() + getattr(self, "silence", float("inf"))
        try:
            wants = next(gen)
            while True:
                heard = yield wants
                if not heard and time.monotonic() > deadline:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server does not answer")
                wants = gen.send(heard)
        except StopIteration as end:
            return end.value
