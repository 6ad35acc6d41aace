"""A process that plays games of a comparison: told what to do on stdin, answers on stdout, a line
of JSON each; ends when stdin does.

A process of its own, not one forked or spawned by multiprocessing: it never runs the caller's
main script again, which in the app is a page, and it never outlives the caller, however that
ends.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

from rcr import registry
from rcr.compare.request import Contestant, Subject, play, subjects

WARM_UP = "grid:rows=8,cols=8"  # large enough to have frustrated cycles that do not cover it


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a heuristic prints is not an answer
    games: SimpleQueue[dict[str, Any]] = SimpleQueue()
    Thread(target=_listen, args=(games,), daemon=True).start()

    def answer(kind: str, data: Any = None) -> None:
        print(json.dumps({kind: data}), file=answers, flush=True)

    hello = games.get()
    for file in hello["plugins"]:
        registry.load_file(file)
    [small] = subjects(WARM_UP)
    for one in hello["contestants"]:  # compiled, or loaded from the cache, before a clock runs
        if one["kind"] != "run":
            play(small, Contestant(**one), 60.0, lambda row: None)
    answer("ready")
    while True:
        game = games.get()
        answer(
            "done",
            play(
                Subject(**game["subject"]),
                Contestant(**game["contestant"]),
                game["time_limit"],
                partial(answer, "row"),
            ),
        )


def _listen(games: SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin:
        games.put(json.loads(line))
    os._exit(0)  # the caller has gone


if __name__ == "__main__":
    main()
