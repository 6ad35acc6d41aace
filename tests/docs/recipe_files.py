"""The plug-in file of a recipe, for the tests of what it brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rcr import registry

RECIPES = Path(__file__).parents[2] / "docs" / "recipes"


@contextmanager
def registered(recipe: str, folder: Path) -> Iterator[Path]:
    """The file of a recipe that has only one, written into the folder and registered meanwhile."""
    text = (RECIPES / recipe).read_text(encoding="utf-8")
    [(title, code)] = re.findall(r'```python title="([^"]+)"\n(.*?)```', text, re.DOTALL)
    path = folder / title
    path.write_text(code, encoding="utf-8")
    before = {kind: registry.plugins(kind) for kind in registry._plugins}
    registry.load_file(path)
    yield path
    registry._plugins.update(before)
