"""The site: every page is in its menu, and what is made of code is complete.

Nothing is built here; ``make docs`` does that, and takes no warning.
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from docs.site import command_line, course, maths, python_api
from rcr import registry
from rcr.cli import COMMANDS
from rcr.course.lesson_folders import lesson_files

ROOT = Path(__file__).parents[2]
CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
MENU = set(re.findall(r"[\w/-]+\.md", CONFIG[CONFIG.index("nav:") :]))
MADE = {"notebook.md", "command-line.md", "contributing.md", "changes.md"}


def test_every_page_is_in_the_menu_and_every_entry_is_a_page():
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}
    assert pages | MADE == MENU


def test_the_command_line_s_page_has_every_option_of_every_parser():
    page = command_line.page()
    chapters = dict(re.findall(r"^## rcr (\w+)\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE))
    assert list(chapters) == list(COMMANDS)
    for name, chapter in chapters.items():
        options = [
            option
            for action in command_line.parser_of(name)._actions
            for option in action.option_strings
            if option not in ("-h", "--help")
        ]
        assert options
        for option in options:
            assert re.search(rf"(`|, ){option}[ `,]", chapter), f"{name} {option}"
    for family in registry.plugins("generator").values():
        assert f"### rcr generate {family.name}\n" in chapters["generate"]
        for parameter in family.parameters:
            assert f"--{parameter.name.replace('_', '-')}" in chapters["generate"]


def test_formulas_are_set_and_code_is_left_alone():
    assert maths.typeset("<p>Σ_x e^−s·θ(x_i)</p>") == (
        "<p>Σ<sub>x</sub> e<sup>−s</sup>·θ(x<sub>i</sub>)</p>"
    )
    for left_alone in ("<code>a_b^2</code>", '<a href="a_b">x</a>', "<pre>a_b\nc_d</pre>"):
        assert maths.typeset(left_alone) == left_alone
    assert all((ROOT / "docs" / name).exists() for name in maths.NOTES)


def test_every_module_of_the_reference_is_there_and_says_what_it_is_for():
    for _, modules in python_api.PAGES.values():
        for module in modules:
            file = import_module(module).__file__
            assert ast.get_docstring(ast.parse(Path(file).read_text(encoding="utf-8"))), module


@pytest.mark.slow
def test_the_course_for_reading_has_every_step_with_its_answer():
    pages = course.pages()
    assert {name.removesuffix(".md") for name in pages} - {"index"} == set(lesson_files())
    assert list(pages) == list(course.titles())
    for name, path in lesson_files().items():
        steps = re.findall(r"^## (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        page = pages[f"{name}.md"]
        assert re.findall(r"^## (.*)$", page, re.MULTILINE) == steps
        assert page.count('??? success "Answer"\n\n    ') == len(steps)
        assert page.count('!!! question "Task"\n\n    ') == len(steps)
        assert "{" not in re.sub(r"<div.*?</div>|\$.*?\$", "", page), "a number is not filled in"
