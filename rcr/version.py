"""The version, in one place: the package's metadata, the command line and the run files read it."""

from __future__ import annotations

import platform
from importlib.metadata import version

__version__ = "0.1.0"


def made_with() -> dict[str, str]:
    """What results depend on beside what was asked for: kept with them, and equal on all machines
    of a cluster.
    """
    return {
        "rcr": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }
