"""The command ``rcr lessons``: the list, the words, and what is wrong with files."""

import os

import pytest

from rcr.cli import main
from rcr.cli.lessons import use_folders
from rcr.course.actions import FORMS
from rcr.course.language.edges import PROPERTIES
from rcr.course.language.vocabulary import vocabulary
from rcr.course.lesson_folders import APP_LESSONS, lesson_files, lessons
from rcr.course.terms import TERMS


@pytest.fixture(autouse=True)
def no_folder_of_my_own(monkeypatch):
    monkeypatch.setenv(APP_LESSONS, "")


def test_the_list_has_every_lesson_in_order(capsys):
    assert main(["lessons", "list"]) == 0
    shown = [line.split()[1] for line in capsys.readouterr().out.splitlines() if line[2].isdigit()]
    assert shown == list(lessons())


def test_the_words_are_all_there(capsys):
    assert main(["lessons", "words"]) == 0
    shown = capsys.readouterr().out
    words = [str(word) for word in vocabulary().values()]
    for name in [*words, *PROPERTIES, *FORMS, *TERMS]:
        assert f"  {name} " in shown


@pytest.mark.slow
def test_the_course_itself_has_nothing_wrong(capsys):
    assert main(["lessons", "check"]) == 0
    assert "nothing wrong" in capsys.readouterr().out


def test_what_is_wrong_is_said_with_file_and_line(tmp_path, capsys):
    text = lesson_files()["cutting"].read_text(encoding="utf-8")
    broken = tmp_path / "broken.md"
    broken.write_text(text.replace("goal: relaxed >= 1", "goal: relaxed >= one"), encoding="utf-8")
    assert main(["lessons", "check", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    line = 1 + text.splitlines().index("goal: relaxed >= 1")
    assert printed.out.startswith(f"{broken}:{line}: goal: 'one' is not in the vocabulary")
    assert printed.err == "rcr: 1 thing wrong in 1 lesson\n"


def test_files_and_folders_that_are_not_there_are_refused(tmp_path, capsys):
    for arguments in (
        ["lessons", "check", str(tmp_path / "none.md")],
        ["lessons", "check", str(tmp_path)],
        ["lessons", "list", "--lessons", str(tmp_path / "none")],
        ["lessons", "list", "--language", "tlh"],
    ):
        assert main(arguments) == 2
        assert capsys.readouterr().err.startswith("rcr: ")


def test_a_folder_of_my_own_is_named_to_the_app(tmp_path):
    use_folders([str(tmp_path)])
    assert os.environ[APP_LESSONS] == str(tmp_path)
    use_folders([])
    assert os.environ[APP_LESSONS] == str(tmp_path)  # one that the environment names stays
