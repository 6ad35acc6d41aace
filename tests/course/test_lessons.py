"""Contracts over every lesson file: short texts, decidable tasks, solutions that pass, wrong
answers that do not.
"""

import re

import pytest

from rcr import Run, generate
from rcr.course import walk
from rcr.course.answers import computed_answer, judge, well_posed
from rcr.course.checking import check_file
from rcr.course.lesson import Choice, Do, Explain, Number, Predict
from rcr.course.lesson_folders import LANGUAGES, lesson_files, lessons
from rcr.course.reading import read_lesson
from rcr.course.terms import terms_in
from rcr.run.link import from_link, to_link
from rcr.ui.learn.words import BY_LANGUAGE

FILES = [(language, path) for language in LANGUAGES for path in lesson_files(language).values()]
every_file = pytest.mark.parametrize(
    ("language", "path"), FILES, ids=[f"{language}-{path.stem}" for language, path in FILES]
)


@every_file
def test_a_lesson_has_nothing_wrong(language, path):
    assert [str(finding) for finding in check_file(path, language)] == []


@every_file
def test_a_lesson_takes_five_to_ten_minutes_and_has_aims_and_notes(language, path):
    lesson = read_lesson(path, language)
    assert 5 <= lesson.minutes <= 10
    assert 1 <= len(lesson.aims) <= 4
    assert lesson.notes.ask
    assert lesson.notes.trouble


def answers(task, run, entry):
    """A right answer is computed; these are all or some of the wrong ones."""
    right = computed_answer(task, run, entry)
    match task:
        case Predict(edge=aim) if aim is not None:
            shown = judge(task, run, entry, right).reveal
            return right, [i for i in shown.values if i not in shown.best(task.accept)]
        case Choice():
            return right, [place for place in range(len(task.options)) if place != right]
        case Number():
            return right, [
                right + 3 * task.within,
                right - 3 * task.within,
                "",
                "seven",
                float("nan"),
                float("inf"),
            ]
        case Explain():
            return right, ["", "  ", "no"]
    return None, []


@every_file
def test_every_solution_passes_and_every_wrong_answer_does_not(language, path):
    """As a student would: wrong answers first, which move nothing; then the solution, through the
    page's own functions.
    """
    lesson = read_lesson(path, language)
    run = walk.open_run(lesson)
    for n, step in enumerate(lesson.steps):
        entry = walk.enter(lesson, n, run)
        assert well_posed(step.task, run, entry), step.title
        shown = walk.show(lesson, n, run, entry)
        assert shown.text
        assert shown.question
        assert not re.search(r"[{}]", shown.text + shown.question + "".join(shown.options))
        if isinstance(step.task, Do):
            assert not walk.check(lesson, n, run, entry).right
            assert run.state is entry
        _, wrong = answers(step.task, run, entry)
        for tries, answer in enumerate(wrong, start=1):
            verdict = walk.check(lesson, n, run, entry, answer)
            assert not verdict.right, (step.title, answer)
            assert walk.hint(lesson, n, run, entry, tries) or isinstance(step.task, Explain)
        assert run.state is entry
        found = walk.solution(lesson, n, run, entry)
        if isinstance(step.task, Do):
            for action, _ in walk.demonstrate(run, found):
                assert action.verb in step.controls
        assert walk.check(lesson, n, run, entry, found.answer).right, step.title
        walk.finish(lesson, n, run, entry)


@every_file
def test_a_step_has_a_solution_wherever_the_student_has_gone(language, path):
    """After something else than the lesson's own way, a step still begins where its question makes
    sense.
    """
    lesson = read_lesson(path, language)
    for n, step in enumerate(lesson.steps):
        run = walk.open_run(lesson)
        run.compensate(3)
        if len(run.state.relaxation.relaxed):
            run.recover([int(run.state.relaxation.relaxed[0])])
        entry = walk.enter(lesson, n, run)
        assert well_posed(step.task, run, entry), step.title
        found = walk.solution(lesson, n, run, entry)
        if isinstance(step.task, Do):
            for _ in walk.demonstrate(run, found):
                pass
        assert walk.check(lesson, n, run, entry, found.answer).right, step.title


def test_the_course_is_twelve_lessons_of_ninety_minutes_or_so():
    course = lessons()
    assert len(course) == 12
    assert 80 <= sum(lesson.minutes for lesson in course.values()) <= 110
    assert list(course)[:3] == ["best-state", "cutting", "pieces"]
    assert list(course)[-2:] == ["sums", "haplotype"]
    kinds = {step.task.kind for lesson in course.values() for step in lesson.steps}
    assert kinds == {"do", "predict", "number", "choice", "explain"}


def test_lessons_come_in_the_order_of_their_places():
    places = [lesson.place for lesson in lessons().values()]
    assert places == list(range(1, len(places) + 1))


def test_a_lesson_opens_in_explore_and_back():
    """Every state of a lesson is a state of an ordinary run, so a link carries it."""
    lesson = lessons()["cutting"]
    run = walk.open_run(lesson)
    walk.enter(lesson, 3, run)
    again = from_link(to_link(run))
    assert again.state.value == run.state.value
    assert again.state.recovered == run.state.recovered


@every_file
def test_a_link_with_a_capital_names_a_button_as_the_page_does(language, path):
    """What a text tells to press is found by its words."""
    controls = BY_LANGUAGE[language].controls
    links = [(said, term) for said, term in terms_in(path.read_text()) if term in controls]
    assert all(said == controls[term] for said, term in links if said[0].isupper()), links


def test_what_the_lesson_on_width_tells_of_a_larger_grid_is_so():
    run = Run(generate("grid", rows=10, cols=10, seed=0), start="forest")
    exact, tree = run.exact_cost.table_entries, run.state.table_entries
    told = f"exact inference takes {exact:,} entries, the tree at the start {tree:,}."
    assert told in lesson_files("en")["width"].read_text()
