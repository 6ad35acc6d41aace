"""How a noun shows itself in a notebook: its view stands rooms above it, and is fetched by its name
when it is asked for.

So the library imports no figure, and a figure no more than it draws with.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rcr.model import ModelError

VIEWS = "rcr.views.notebook"


def view(name: str) -> Callable[..., Any]:
    """The function of this name, such as ``run.show``; a sentence where a library for it is
    missing.
    """
    module, _, function = name.rpartition(".")
    try:
        found: Callable[..., Any] = getattr(import_module(f"{VIEWS}.{module}"), function)
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library == __name__.partition(".")[0]:
            raise
        raise ModelError(
            f"this picture needs {library}, not installed here; install it with "
            "pip install 'rcr-explorer[app]', or pip install '.[app]' in a checkout"
        ) from None
    return found
