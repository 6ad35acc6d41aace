"""The floor plan holds: a room imports only the rooms below it, and no two modules each other."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

import pytest

import rcr
from tests.source import tree

PACKAGE = Path(rcr.__file__).parent
# Every room may import the rooms on the lines above its own, and nothing else of the package.
# What shows itself in a notebook fetches its view by name when it is asked (rcr/showing.py).
FLOORS = (
    ("machine",),
    ("compiled", "model", "bundle", "text", "version"),
    ("registry", "bayesian_network", "showing"),
    ("relaxation", "formats", "generators"),
    ("engines", "models"),
    ("mean_field",),
    ("state",),
    ("compensation",),
    ("recovery", "search"),
    ("run",),
    ("peers", "explain", "reference", "results", "classroom"),
    ("compare",),
    ("paper",),
    ("views", "warmup"),
    ("course",),
    ("cli", "ui"),
)
ROOMS = {room for floor in FLOORS for room in floor}


def modules() -> dict[str, Path]:
    """The file of every module of the package by its dotted name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path
    return found


MODULES = modules()


def imported(name: str) -> set[str]:
    """The modules of the package that a module imports, wherever in its text it does so."""
    found = set()
    for node in ast.walk(tree(MODULES[name])):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: imports are written in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {n if n in MODULES else str(node.module) for n in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {other for other in found if other in MODULES}


def room(name: str) -> str:
    """``rcr.run.steps`` is in the room ``run``; the package itself is the front door."""
    return name.split(".")[1] if "." in name else ""


@pytest.mark.parametrize("own", sorted({room(name) for name in MODULES} - {""}))
def test_a_room_imports_only_what_lies_below_it(own: str) -> None:
    assert own in ROOMS, f"{own} has no place in the floor plan"
    level = next(i for i, floor in enumerate(FLOORS) if own in floor)
    below = {other for floor in FLOORS[:level] for other in floor} | {own}
    # The front door stands open to the rooms above the library only.
    below |= {""} if level >= len(FLOORS) - 3 else set()
    inside = [name for name in MODULES if room(name) == own]
    wrong = {name: {o for o in imported(name) if room(o) not in below} for name in inside}
    assert {name: others for name, others in wrong.items() if others} == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    """A package and its own modules count as one place to start from, not as a circle."""
    graph = {name: {o for o in imported(name) if not name.startswith(o + ".")} for name in MODULES}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " → ".join([*path[path.index(name) :], name])
        if name not in done:
            for other in sorted(graph[name]):
                visit(other, (*path, name))
            done.add(name)

    for name in sorted(graph):
        visit(name, ())


def test_the_top_of_the_package_is_small() -> None:
    """What stands beside the rooms: the nouns that everything else speaks of."""
    files = [path.name for path in PACKAGE.glob("*.py")]
    assert len(files) <= 8, files


def test_streamlit_stays_in_its_room() -> None:
    for name, path in MODULES.items():
        if room(name) == "ui":
            continue
        for node in ast.walk(tree(path)):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert not any(n.split(".")[0] == "streamlit" for n in names), name


def test_floors_are_told_apart() -> None:
    """No room stands on two floors, so that the table means what it says."""
    assert all(not set(a) & set(b) for a, b in pairwise(FLOORS))
    assert sum(len(floor) for floor in FLOORS) == len(ROOMS)
