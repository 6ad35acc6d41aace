"""What a server does once: load plug-ins and kernels before its first page, and spare the garbage
collector what never is garbage.
"""

from __future__ import annotations

import ctypes
import gc
import os
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from threading import Thread
from typing import Any

import streamlit as st

from rcr import registry
from rcr.warmup import FIRST_CLICK, Warmup, begun
from rcr.warmup.stages import STAGES

# what streamlit loads when the first table or chart is drawn
LATE_MODULES = ("pandas", "pyarrow", "plotly.io")
FULL_COLLECTION_SECONDS = 10.0  # from one to the next
YOUNGEST, OLDEST = 0, 2  # generations of objects


def plugins() -> tuple[str, ...]:
    """The files that ``rcr app --plugin FILE`` named."""
    return tuple(filter(None, os.environ.get(registry.APP_PLUGINS, "").split(os.pathsep)))


@st.cache_resource(show_spinner="Getting ready …")
def load_all() -> None:
    """Plug-ins and kernels: nobody's first click waits for one.

    While some are still being compiled, those of a first click are loaded, and the others when
    they are there.
    """
    for file in plugins():
        registry.load_file(file)
    warmup = begun()
    if warmup is None or warmup.over:
        _load(STAGES)
        return
    _load(FIRST_CLICK)
    Thread(target=_load_later, args=(warmup,), daemon=True).start()


def _load(stages: Iterable[str]) -> None:
    for name in stages:
        STAGES[name]()


def _load_later(warmup: Warmup) -> None:
    warmup.wait()
    _load(STAGES)


@st.cache_resource(show_spinner=False)
def spare_the_collector() -> None:
    """After the first page: everything that the libraries have made stays, so the collector need
    not look at it again.

    Streamlit collects garbage after every script. On the hundreds of thousands of objects of
    numba, scipy, plotly and pandas that takes longer than all the rest of a click, and the
    answer is not sent meanwhile. What the visitors have is left, which grows with their number as
    the scripts do: sixty would wait for the collector only, so all of it is gone through rarely.
    """
    for name in LATE_MODULES:
        import_module(name)
    gc.collect()
    gc.freeze()
    collect: Any = rationed(gc.collect, give_back(), FULL_COLLECTION_SECONDS)
    gc.collect = collect


def give_back() -> Callable[[], object]:
    """What returns free memory to the system, which else is only used again; where the C library
    has nothing for that, nothing.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return lambda: None
    return lambda: trim(0)


def rationed(
    collect: Callable[[int], int],
    after_all: Callable[[], object],
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Callable[[int], int]:
    """Collects everything at most so often, and does then what comes after; only what is young
    between.
    """
    last = clock()

    def collect_now(generation: int = OLDEST) -> int:
        nonlocal last
        if generation == OLDEST and clock() - last < seconds:
            return collect(YOUNGEST)
        if generation != OLDEST:
            return collect(generation)
        found = collect(OLDEST)
        after_all()
        last = clock()
        return found

    return collect_now
