"""What every kernel uses: how it is compiled, and small data structures over flat arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Any = numba.njit  # its own types do not know all of its options
_cfunc: Any = numba.cfunc
# "none of them" as an argument of a kernel: a plain -1 is a type of its own to numba, for which
# the kernel would be compiled once more
NONE: Any = np.int64(-1)


def compiled(function: Function) -> Function:
    """Compile a function that may allocate; it releases the interpreter's lock and is cached."""
    made: Function = _njit(cache=True, nogil=True)(function)
    return made


def kernel(function: Function) -> Function:
    """Compile an inner loop, which neither allocates nor returns arrays, and inline it.

    Counting references to the arrays in Tree and Work costs far more than the arithmetic on a
    small clique, so kernels do without. Inlining spares them the copying of those tuples.
    """
    options = {"_nrt": False, "forceinline": True, "error_model": "numpy"}
    made: Function = _njit(cache=True, nogil=True, **options)(function)
    return made


def routine(function: Function) -> Function:
    """Compile like a kernel, but do not inline: for what is long and called from several places."""
    made: Function = _njit(cache=True, nogil=True, _nrt=False, error_model="numpy")(function)
    return made


def pointer(signature: Any, cached: bool) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function of one fixed signature, so that kernels can call it by its ``address``."""
    options = {"_nrt": False, "forceinline": True, "error_model": "numpy", "cache": cached}
    made: Callable[[Callable[..., Any]], Any] = _cfunc(signature, **options)
    return made
