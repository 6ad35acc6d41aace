"""What is wrong with a lesson is said with file and line: what cannot be read, and what does not
work.
"""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import ModelError
from rcr.course.checking import check_file
from rcr.course.lesson_folders import APP_LESSONS, lesson_files, lessons
from rcr.course.reading import read_lesson

SOURCE = lesson_files()["cutting"].read_text(encoding="utf-8")
LINES = SOURCE.splitlines()


def findings(tmp_path, text):
    path = tmp_path / "broken.md"
    path.write_text(text, encoding="utf-8")
    found = [str(finding) for finding in check_file(path)]
    assert all(re.match(rf"{re.escape(str(path))}:\d+: ", finding) for finding in found)
    return found


def line_of(finding):
    return int(finding.split(":")[1])


CANNOT_BE_READ = [
    ("---\ntitle", "title", "begins with front matter"),
    ("place: 2", "place: two", "is no number"),
    ("minutes: 7", "hours: 7", "no such key"),
    ("title: Cutting makes it larger", "", "needs title"),
    ('model: generate("triangle", seed=22)', 'model: __import__("os")', "is no model"),
    (
        'model: generate("triangle", seed=22)',
        'model: generate("triangle", seed=open("x"))',
        "is no model",
    ),
    ('model: generate("triangle", seed=22)', 'model: generate("pyramid")', "there is no generator"),
    ("[edge](#edge)", "[edge](#edgy)", "points at nothing"),
    ("{now:.2f}. Then", "{nowhere:.2f}. Then", "not in the vocabulary"),
    ("goal: relaxed >= 1", "goal: exec(1)", "not in the vocabulary"),
    ("hint: Click one", "hint: [Click](#clicks) one", "points at nothing"),
    ("done: The edge is cut now", "done: The [edge](#edgy) is cut now", "points at nothing"),
    ("goal: relaxed >= 1", "goal: relaxed", "a truth is needed"),
    ("solution: relax c0", "solution: remove c0", "is no action"),
    ("solution: relax c0", "solution: relax A", "write relax c0"),
    ("after: relax c0", "after: relax", "write relax c0"),
    ("with: relax, recover, back", "with: relax, jump", "is unknown"),
    ("show: graph, cut, now, lower", "show: graph, moon", "is unknown"),
    ("  when: now < before.now", "", "needs 'when:'"),
    ("within: 0.1", "", "needs one 'within'"),
    ("```task\ndo: Click", "```teacher\ndo: Click", "a step has one task block"),
    ("## An edge is an agreement", "An edge is an agreement", "text before the first step"),
    ("```task\npredict", "```python\npredict", "a task or a teacher block"),
    ("hint: Three variables", "clue: Three variables", "no such key"),
]


@pytest.mark.parametrize(
    ("old", "new", "message"), CANNOT_BE_READ, ids=[new or old for old, new, _ in CANNOT_BE_READ]
)
def test_what_cannot_be_read_is_said_with_its_line(tmp_path, old, new, message):
    assert old in SOURCE
    (found,) = findings(tmp_path, SOURCE.replace(old, new, 1))
    assert message in found
    near = SOURCE[: SOURCE.index(old)].count("\n") + 1
    assert line_of(found) in {1, *range(near - 8, near + 5)}


DOES_NOT_WORK = [
    ("goal: relaxed >= 1", "goal: relaxed >= 0", "the goal is reached before the step begins"),
    (
        "solution: relax c1; relax c3",
        "solution: relax c1",
        "does not lead from the step's beginning to its goal",
    ),
    ("solution: relax c1; relax c3", "solution: relax c1 c77", "there is no constraint"),
    ("with: relax, recover, back", "with: back", "the solution uses 'relax'"),
    (
        "  when: now > before.now",
        "  when: now = before.now",
        "exactly one option must be right here; none is",
    ),
    (
        "  when: now = before.now",
        "  when: now > before.now",
        "exactly one option must be right here; those on lines",
    ),
    (
        "mistake: 2 * (variables + relaxed)",
        "mistake: cut_assignments + 0.1",
        "so near to the answer",
    ),
    ("within: 0.01", "within: 0", "a number above 0"),
    ("minutes: 7", "minutes: 700", "minutes"),
    ("Go on cutting, wherever you like,", "Go on " + "and on " * 40, "60 is the most"),
    ("hint: Three variables and three clones, two states each.", "", "at least one hint"),
    ("ask: Where else", "trouble: Where else", "needs at least one 'ask:'"),
    ("option: It falls.", "option: It falls" + " down" * 20, "20 is the most"),
    ("{now:.2f} is an", "{theta(c0, 7):.2f} is an", "has no state '7'"),
    ("{name(c0)}, from", "{state(Z)}, from", "no variable 'Z'"),
    ("watch [the best value](#now)", "watch [the gap](#gap)", "does not show"),
    ("watch [the best value](#now)", "watch [the table](#pair-table)", "does not show"),
    ("Go on cutting", "[Sweep](#sweep) and go on cutting", "does not show"),
    ("Some of these", "[Some](#assignments) of these", "does not show"),
]


@pytest.mark.parametrize(
    ("old", "new", "message"), DOES_NOT_WORK, ids=[new[:60] or old for old, new, _ in DOES_NOT_WORK]
)
def test_what_does_not_work_is_said_with_its_line(tmp_path, old, new, message):
    assert old in SOURCE
    text = SOURCE.replace(old, new, 1)
    text = (
        text.replace("ask: What would", "trouble: What would")
        if new.startswith("trouble:")
        else text
    )
    assert any(message in finding for finding in findings(tmp_path, text))


def test_a_wrong_choice_needs_an_explanation(tmp_path):
    line = next(line for line in LINES if line.startswith("  else: Every assignment of before"))
    (found,) = findings(tmp_path, SOURCE.replace(line + "\n", ""))
    assert "this option is wrong here and needs 'else:'" in found
    assert LINES[line_of(found) - 1] == "option: It falls."


def test_a_file_that_is_not_there_or_not_text_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        read_lesson(tmp_path / "none.md")
    (tmp_path / "bytes.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ModelError, match="not UTF-8"):
        read_lesson(tmp_path / "bytes.md")


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, len(LINES) - 1),
    st.sampled_from(["", "nonsense", "goal: (((", "```", "## x", "{{{", "---", "option: x"]),
)
def test_any_damage_ends_in_findings_or_in_a_lesson(tmp_path_factory, place, text):
    damaged = LINES.copy()
    damaged[place] = text
    findings(tmp_path_factory.mktemp("damaged"), "\n".join(damaged))


def test_a_teachers_own_folder_adds_and_replaces(tmp_path, monkeypatch):
    (tmp_path / "my-own.md").write_text(SOURCE.replace("place: 2", "place: 1"), encoding="utf-8")
    (tmp_path / "best-state.md").write_text(
        SOURCE.replace("Cutting makes it larger", "Mine"), encoding="utf-8"
    )
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "my-own.md").write_text(
        SOURCE.replace("Cutting makes it larger", "Meins"), encoding="utf-8"
    )
    monkeypatch.setenv(APP_LESSONS, "")
    plain = list(lessons())
    monkeypatch.setenv(APP_LESSONS, str(tmp_path))
    found = lessons()
    assert list(found)[-2:] == ["my-own", "best-state"]
    assert set(found) == {*plain, "my-own"}
    assert found["best-state"].title == "Mine"
    assert lessons("de")["my-own"].title == "Meins"
    assert set(list(lessons("de"))[-2:]) == {"my-own", "best-state"}
    monkeypatch.setenv(APP_LESSONS, str(tmp_path / "missing"))
    with pytest.raises(ModelError, match="no such folder"):
        lessons()


def test_an_unknown_language_is_refused():
    with pytest.raises(ModelError, match="there is no language"):
        lessons("tlh")
