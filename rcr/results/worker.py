"""A process that plays games: told which on stdin, answers on stdout, a pickle each; ends when
stdin does.

A process of its own, not one forked or spawned by multiprocessing: it never runs the caller's
main script again, which in the app is a page, and it never outlives the caller, however that
ends.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

from rcr.results.answer import READY, ROW, answer_of


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints is not an answer
    told: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(told,), daemon=True).start()

    def answer(kind: str, data: Any = None) -> None:
        pickle.dump((kind, data), answers)
        answers.flush()

    prepare: Callable[[], None] | None = told.get()
    if prepare is not None:
        prepare()
    answer(READY)
    while True:
        answer(*answer_of(told.get(), partial(answer, ROW)))


def _listen(told: SimpleQueue[Any]) -> None:
    try:
        while True:
            told.put(pickle.load(sys.stdin.buffer))
    except EOFError:
        os._exit(0)  # the caller has gone
    except BaseException:
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    main()
