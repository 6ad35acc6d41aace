"""Names and words keep their form: purposes first, kernels annotated, constants with units."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.source import tree

ROOT = Path(__file__).parents[1]
LIBRARY = [*(ROOT / "rcr").rglob("*.py"), *(ROOT / "pages").rglob("*.py"), ROOT / "app.py"]
FILES = [
    *LIBRARY,
    *(path for room in ("benchmarks", "docs", "tests") for path in (ROOT / room).rglob("*.py")),
]
KERNEL_DECORATORS = {"compiled", "inner", "kernel", "entry", "routine", "rule"}
SUPERLATIVES = re.compile(
    r"(?:^|_)(?:MOST|LEAST|FEW|FEWEST|LONGEST|LARGEST|FINEST|SMALLEST)(?:_|$)"
)
# One word is enough where it is the unit, a number that names nothing, or a length in pixels.
UNITS = {"CONFIDENCE", "DECIMALS", "NICENESS", "PLACE", "ROUNDS", "UNIT", "VERSION"}
LENGTHS = (
    "BAR COLUMN EDGE FOOT HEIGHT LEFT LINE MARGIN NAMES NUMBERS PLOT RADIUS RIGHT ROW TOP WIDTH"
)
ENUMERATED = range(6)  # a small whole number may be a name for one of a few things


def names(path: Path) -> str:
    return str(path.relative_to(ROOT))


def purpose(path: Path) -> str:
    """The first sentences of a file, up to the first empty line."""
    return (ast.get_docstring(tree(path)) or "").split("\n\n")[0]


def test_the_first_lines_of_a_file_say_what_it_is_for() -> None:
    assert len(FILES) > 500
    assert [names(path) for path in FILES if not purpose(path).endswith((".", "?", "!"))] == []


def test_lines_have_at_most_a_hundred_characters() -> None:
    long = [
        f"{names(path)}:{number}"
        for path in LIBRARY
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 100
    ]
    assert long == []


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in LIBRARY:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef):
                marks = {ast.unparse(mark).split("(")[0] for mark in node.decorator_list}
                if marks & KERNEL_DECORATORS:
                    yield f"{names(path)}: {node.name}", node


def test_kernels_are_annotated_like_all_other_code() -> None:
    found = dict(kernels())
    assert len(found) > 100
    assert [
        where
        for where, node in found.items()
        if node.returns is None
        or any(argument.annotation is None for argument in (*node.args.args, *node.args.kwonlyargs))
    ] == []


def numbers(path: Path) -> Iterator[tuple[str, float]]:
    """The constants of a module that are numbers, or sums and products of numbers."""
    for node in tree(path).body:
        if not isinstance(node, ast.Assign):
            continue
        target = node.targets[0]
        both = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
        pairs = zip(target.elts, node.value.elts, strict=True) if both else [(target, node.value)]
        for name, value in pairs:
            plain = all(
                isinstance(
                    part, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop
                )
                for part in ast.walk(value)
            )
            if isinstance(name, ast.Name) and name.id.isupper() and plain:
                made = eval(compile(ast.Expression(value), names(path), "eval"))
                if isinstance(made, int | float):
                    yield name.id, made


def test_constants_are_nouns_with_units() -> None:
    """``MAX_TRIES`` and not ``MOST``; a lone word says what is counted only in its own module."""
    found = [(names(path), name, value) for path in LIBRARY for name, value in numbers(path)]
    assert len(found) > 200
    assert [where for where in found if SUPERLATIVES.search(where[1])] == []
    lone = [where for where in found if "_" not in where[1].strip("_")]
    enumerated = [where for where in lone if isinstance(where[2], int) and where[2] in ENUMERATED]
    allowed = UNITS | set(LENGTHS.split())
    assert [w for w in lone if w not in enumerated and w[1] not in allowed] == []


def test_the_looks_of_the_app_are_in_css_files() -> None:
    """What goes to a notebook, into one file or into an SVG has no page whose css could tell."""
    looks = re.compile(r"""<style[^>]*>(?!\{)|\bstyle=["']""")
    pages = [path for path in LIBRARY if not {"views", "text"} & {*path.relative_to(ROOT).parts}]
    assert [names(path) for path in pages if looks.search(path.read_text(encoding="utf-8"))] == []
