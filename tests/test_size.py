"""Modules and functions stay small enough to be read at a glance, and tests lie as their code."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.source import tree

ROOT = Path(__file__).parents[1]
MODULES = [*(ROOT / "rcr").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]
MEDIAN_LINES = 100  # of a module
FUNCTION_LINES = 60
KERNEL_LINES = 100
TESTS_OF_THE_WHOLE = {"browser", "docs", "pages"}  # of no room of the library in particular
KERNEL_DECORATORS = {"compiled", "inner", "kernel", "entry", "routine"}  # those of rcr.compiled


def functions() -> Iterator[tuple[str, int, bool]]:
    """Where every function is, how many lines it has, and whether it is a compiled kernel."""
    for path in MODULES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                marks = {ast.unparse(mark).split("(")[0] for mark in node.decorator_list}
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield (
                    f"{path.relative_to(ROOT)}: {node.name}",
                    lines,
                    bool(marks & KERNEL_DECORATORS),
                )


def test_half_of_the_modules_have_a_hundred_lines_or_fewer():
    lines = [len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES]
    assert median(lines) <= MEDIAN_LINES


def test_no_function_is_longer_than_a_screen():
    assert [
        (where, lines)
        for where, lines, kernel in functions()
        if lines > (KERNEL_LINES if kernel else FUNCTION_LINES)
    ] == []


def test_kernels_are_told_from_other_functions():
    assert {kernel for _, _, kernel in functions()} == {True, False}


def test_the_folders_of_the_tests_are_those_of_the_library():
    tests = ROOT / "tests"
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    rooms = {folder for folder in folders if not {*folder.parts} & TESTS_OF_THE_WHOLE}
    assert len(rooms) > 20
    assert {str(room) for room in rooms if not (ROOT / "rcr" / room).is_dir()} == set()
