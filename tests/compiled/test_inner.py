"""A kernel without a way in from Python ends the process when Python calls it: nothing does."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.source import tree

ROOT = Path(__file__).parents[2]
INNER = {"inner", "kernel", "routine"}  # those of rcr.compiled that only compiled code may call
COMPILED = INNER | {"compiled", "entry", "rule"}


@cache
def trees() -> dict[Path, ast.Module]:
    """Every file by its place in the project."""
    return {
        path.relative_to(ROOT).with_suffix(""): tree(path)
        for folder in ("rcr", "tests", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
    }


def marks(node: ast.AST) -> set[str]:
    """The names of a function's decorators."""
    given = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return {mark.id for mark in given if isinstance(mark, ast.Name)}


@cache
def inner_kernels() -> set[tuple[str, str]]:
    """The module and the name of each kernel that only compiled code may call."""
    return {
        (".".join(path.parts), node.name)
        for path, module in trees().items()
        for node in module.body
        if isinstance(node, ast.FunctionDef) and marks(node) & INNER
    }


def mentioned(code: ast.AST) -> Iterator[str]:
    """What code that is not compiled mentions: names, and names with an attribute."""
    for node in ast.iter_child_nodes(code):
        if not marks(node) & COMPILED:
            if isinstance(node, ast.Name | ast.Attribute):
                yield ast.unparse(node)
            yield from mentioned(node)


def called_from_python(path: Path, code: ast.Module) -> Iterator[str]:
    """The kernels of inner_kernels() that a module's Python mentions."""
    known = {
        name: (module, name) for module, name in inner_kernels() if module == ".".join(path.parts)
    }
    for node in ast.walk(code):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                here = alias.asname or alias.name
                known[here] = (node.module, alias.name)
                inside = f"{node.module}.{alias.name}"
                known |= {
                    f"{here}.{name}": (inside, name)
                    for module, name in inner_kernels()
                    if module == inside
                }
    for said in mentioned(code):
        if known.get(said) in inner_kernels():
            yield f"{path}: {said}"


@pytest.mark.slow
def test_python_calls_no_kernel_that_has_no_way_in():
    found = [said for path, code in trees().items() for said in called_from_python(path, code)]
    assert len(inner_kernels()) > 100
    assert found == []


def test_a_call_would_be_found():
    text = "from rcr.engines.junction_tree import messages\nmessages.send()\n"
    text += "from rcr.compiled.union_find import find as seek\nseek()\n"
    found = [*called_from_python(Path("some"), ast.parse(text))]
    assert found == ["some: messages.send", "some: seek"]
