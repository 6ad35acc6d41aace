"""A process of its own that writes to a store and says what was acknowledged; driven by the tests.

``python worker.py append PLACE SECRET`` appends steps and answers until it is killed;
``python worker.py share PLACE SECRET CODE COUNT`` makes so many runs and joins as often.
"""

from __future__ import annotations

import sys
from itertools import count

from tests.classroom.helpers import chain, open_store, step


def append(place: str, secret: str) -> None:
    store = open_store(place)
    visitor = store.visitors.enter(secret)
    key = store.runs.create(visitor, chain(0))
    print(key.number, flush=True)
    for number in count(1):
        key = store.runs.append_step(visitor, key, step(number))
        store.progress.add_answer(visitor, f"run {key.number}", number, "x", True, 1)
        print(number, flush=True)


def share(place: str, secret: str, code: str, times: str) -> None:
    store = open_store(place)
    print("ready", flush=True)
    sys.stdin.readline()
    visitor = store.visitors.enter(secret)
    for _ in range(int(times)):
        key = store.runs.create(visitor, chain(0))
        for number in (1, 2, 3):
            key = store.runs.append_step(visitor, key, step(number))
        store.classes.join(code, "Anna", "here")
    print("done", flush=True)


if __name__ == "__main__":
    {"append": append, "share": share}[sys.argv[1]](*sys.argv[2:])
