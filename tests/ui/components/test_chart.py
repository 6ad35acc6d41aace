"""The library of the charts is the one that the package's figures are made for."""

from __future__ import annotations

import re
from pathlib import Path

import plotly

from rcr.ui.components import chart

LIBRARY = Path(chart.__file__).parent / "library" / "plotly-cartesian.min.js"
BUNDLED = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


def _version(library: Path) -> str:
    with library.open(encoding="utf-8") as lines:
        head = "".join(next(lines) for _ in range(4))
    found = re.search(r"plotly\.js.* v([\d.]+)", head)
    assert found is not None, head
    return found[1]


def test_the_smaller_library_has_the_version_of_the_package():
    assert _version(LIBRARY) == _version(BUNDLED)
    assert LIBRARY.stat().st_size < BUNDLED.stat().st_size / 3
