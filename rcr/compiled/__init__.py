"""What every kernel uses: how it is compiled, and small data structures over flat arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Any = numba.njit  # its own types do not know all of its options
_cfunc: Any = numba.cfunc
_types: Any = numba.types
NONE_OF_THEM = -1  # as an argument of a kernel

# No kernel is handed to others as a C function.
_OPTIONS = {"cache": True, "nogil": True, "no_cfunc_wrapper": True}
# The way in from Python unpacks every array of every argument, and takes longer to compile than
# many a kernel. What has none must not be called from Python: that would end the process.
_INNER = {**_OPTIONS, "no_cpython_wrapper": True}
# Counting references to the arrays in Tree and Work costs far more than the arithmetic on a small
# clique, so inner loops, which neither allocate nor return arrays, do without.
_BARE = {"_nrt": False, "error_model": "numpy"}


def compiled(function: Function) -> Function:
    """Compile what Python calls and what may allocate; it releases the interpreter's lock."""
    return _one_signature(_njit(**_OPTIONS)(function))


def inner(function: Function) -> Function:
    """Compile what may allocate and is called by compiled code only."""
    return _one_signature(_njit(**_INNER)(function))


def kernel(function: Function) -> Function:
    """Compile an inner loop, called by compiled code only, and inline it, which spares it the
    copying of the tuples of arrays.
    """
    return _one_signature(_njit(**_INNER, **_BARE, forceinline=True)(function))


def entry(function: Function) -> Function:
    """Compile like a kernel what Python calls, too."""
    return _one_signature(_njit(**_OPTIONS, **_BARE, forceinline=True)(function))


def routine(function: Function) -> Function:
    """Compile like a kernel, but do not inline: for what is long and called from several places."""
    return _one_signature(_njit(**_INNER, **_BARE)(function))


def pointer(signature: Any, cached: bool) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function of one fixed signature, so that kernels can call it by its ``address``."""
    options = {"_nrt": False, "forceinline": True, "error_model": "numpy", "cache": cached}
    made: Callable[[Callable[..., Any]], Any] = _cfunc(signature, **options)
    return made


def _one_signature(made: Any) -> Any:
    """Let a number that stands in a call be like any other: to numba it is a type of its own, for
    which the kernel would be compiled once more.
    """
    template = made.get_call_template

    def of_plain_types(args: Any, kws: dict[str, Any]) -> Any:
        plain = {name: _types.unliteral(kind) for name, kind in kws.items()}
        return template(tuple(map(_types.unliteral, args)), plain)

    made.get_call_template = of_plain_types
    return made
