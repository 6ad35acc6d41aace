"""A hand that walks through a lesson in the browser while the library walks beside it.

What is pressed changes something that the library knows as well: the hand goes on when the page
shows it. A press that comes while the one before is on its way would be taken for the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

from rcr.course import walk
from rcr.course.actions import LessonAction
from rcr.course.answers import computed_answer
from rcr.course.learner import Learner
from rcr.course.lesson import Do, Explain, Number, Predict
from rcr.course.lesson_folders import lessons
from rcr.ui.learn.stage import stage_changes
from rcr.ui.learn.staging import stage_learner
from rcr.ui.learn.words import BY_LANGUAGE
from rcr.views.network.drawing import picture
from rcr.views.network.picture import COMPACT, CUT
from tests.browser.guard import watch
from tests.browser.hands import PATIENCE_SECONDS, choose, see, wait

COURSE = lessons()
WORDS = BY_LANGUAGE["en"]
DRAWN = """(host, pictures) => {
  const data = host.rcr?.data();
  const wanted = pictures[data?.picture] ?? { picture: "another one" };
  const same = (name) => JSON.stringify(data?.[name]) === JSON.stringify(wanted[name]);
  return Object.keys(wanted).filter((name) => !same(name));
}"""  # what the graph does not show yet, by the picture that it has drawn
STOPPED_MOVING = "document.getAnimations().every((one) => !(one instanceof CSSTransition))"
OVERFLOW = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return main.scrollHeight - main.clientHeight;
}"""


def open_learn(page: Page) -> None:
    """By the menu, as a visitor would."""
    wait(page)
    page.get_by_role("link", name="Learn").click()
    see(page.get_by_role("heading", name=WORDS.course_title))


def open_lesson(page: Page, name: str) -> Learner:
    """From the list; the learner that the page begins."""
    press(page, f"open-{name}")
    learner = Learner.begin(COURSE[name])
    expect_step(page, learner)
    return learner


def collapse_sidebar(page: Page) -> None:
    page.get_by_test_id("stSidebar").hover()
    page.get_by_role("button", name="Collapse sidebar").click()
    expect(page.get_by_role("button", name="Expand sidebar")).to_be_visible()
    page.wait_for_function(STOPPED_MOVING)  # what is pressed while it moves may be missed


class Desk:
    """A tab at the list of lessons that one walk after another begins at, since opening the app
    takes longer than a lesson; one that did not come back to the list is not used again.
    """

    def __init__(self, browser: Browser, url: str, *, sidebar: bool = True) -> None:
        self._context = browser.new_context(viewport={"width": 1280, "height": 720})
        self._context.set_default_timeout(PATIENCE_SECONDS * 1000)
        self._url, self._sidebar = url, sidebar
        self._at_list: Page | None = None
        self._faults: list[str] = []

    @contextmanager
    def lesson(self, name: str) -> Iterator[tuple[Page, Learner]]:
        """A lesson from its beginning, which is left at the end; faults of the page are told."""
        page, self._at_list = self._at_list or self._open(), None
        yield page, open_lesson(page, name)
        press(page, "all-lessons")
        see(page.get_by_role("heading", name=WORDS.course_title))
        assert not self._faults, "\n".join(self._faults)
        self._at_list = page

    def _open(self) -> Page:
        page = self._context.new_page()
        self._faults = watch(page)
        page.goto(self._url)
        open_learn(page)
        if not self._sidebar:
            collapse_sidebar(page)
        return page

    def close(self) -> None:
        self._context.close()


def text(page: Page) -> Locator:
    return page.locator(".st-key-lesson-text")


def press(page: Page, key: str) -> None:
    wait(page)
    page.locator(f".st-key-{key} button:visible").first.click()


def click_edge(page: Page, edge: str) -> None:
    wait(page)
    graph = page.get_by_test_id("rcr-graph")
    place = graph.evaluate("(host, id) => host.rcr.edgePoint(id)", edge)
    page.mouse.click(place["x"], place["y"])


def act(page: Page, learner: Learner, action: LessonAction) -> None:
    """Do with the hand what the action says, and the same in the library."""
    if action.verb in ("recover", "relax") and action.words != ("all",):
        for edge in action.words:
            click_edge(page, edge)
            learner.act(LessonAction(action.verb, (edge,)))
            expect_stage(page, learner)
        return
    if action.words == ("all",):
        choose(page, WORDS.choose_edge, WORDS.all_edges)
        press(page, "learn-take-edge")
    else:
        press(page, f"term-{action.verb}")
    learner.act(action)
    expect_stage(page, learner)


def give(page: Page, learner: Learner, answer: object) -> None:
    """Give an answer on the page, and in the library; the page says what the library says."""
    task, place = learner.step.task, f"{learner.lesson.id}-{learner.n}"
    if isinstance(task, Predict) and task.edge is not None:
        click_edge(page, str(answer))
    elif isinstance(task, Number):
        wait(page)
        page.locator(f".st-key-number-{place} input").fill(f"{answer:.4f}")
        page.keyboard.press("Enter")
    elif isinstance(task, Explain):
        wait(page)
        page.locator(f".st-key-explain-{place} textarea").fill(str(answer))
        page.get_by_role("button", name=WORDS.compare).click()
    else:
        press(page, f"option-{answer}-{place}")
    learner.answer(answer)
    said = "stAlertContentSuccess" if learner.done else "stAlertContentWarning"
    see(text(page).get_by_test_id(said))


def wrong_answer(learner: Learner) -> object:
    right = computed_answer(learner.step.task, learner.run, learner.entry)
    if isinstance(learner.step.task, Number):
        return float(right) + 1000
    if learner.seen.options:
        return next(i for i in range(len(learner.seen.options)) if i != right)
    if isinstance(learner.step.task, Explain):
        return "no"
    shown = walk.check(learner.lesson, learner.n, learner.run, learner.entry, right).reveal
    return next(i for i in shown.values if i not in shown.best(learner.step.task.accept))


def expect_stage(page: Page, learner: Learner) -> None:
    """The graph shows the run that the library has, to the last digit, and hides what it must."""
    staging = stage_learner(learner)
    pictures = {}
    for drawn in (picture(learner.run.cloned, kind) for kind in (COMPACT, CUT)):
        pictures[drawn.digest] = stage_changes(staging, drawn).as_data()
    graph, deadline = page.get_by_test_id("rcr-graph"), time.monotonic() + PATIENCE_SECONDS
    while missing := graph.evaluate(DRAWN, pictures):
        assert time.monotonic() < deadline, f"{learner.seen.title}: the graph has other {missing}"
        page.wait_for_timeout(20)


def expect_step(page: Page, learner: Learner) -> None:
    """The step's text, its stage, and nothing but the text that scrolls."""
    see(text(page).get_by_role("heading", name=learner.seen.title))
    expect_stage(page, learner)
    wait(page)
    assert page.evaluate(OVERFLOW) <= 1, learner.seen.title


def solve(page: Page, learner: Learner) -> None:
    """Answer the step by its own solution."""
    found = walk.solution(learner.lesson, learner.n, learner.run, learner.entry)
    if isinstance(learner.step.task, Do):
        for action in found.actions:
            act(page, learner, action)
    else:
        give(page, learner, found.answer)


def fail_first(page: Page, learner: Learner) -> None:
    """A wrong answer, which moves nothing and brings a hint."""
    before = learner.run.state
    if isinstance(learner.step.task, Do):
        press(page, "hint")
        learner.ask_hint()
    else:
        give(page, learner, wrong_answer(learner))
    if learner.hint:
        see(text(page).get_by_test_id("stAlertContentInfo"))
    assert not learner.done
    assert learner.run.state is before
    expect_step(page, learner)
    expect(page.locator(".st-key-next")).to_be_hidden()


def be_shown(page: Page, learner: Learner) -> None:
    """The solution, as the page plays it."""
    press(page, "show-me")
    learner.show_me()
    while learner.demonstration is not None and learner.demonstration.next is not None:
        press(page, f"show-next-{learner.demonstration.shown}")
        learner.advance()
        expect_stage(page, learner)


def kinds_of_tasks(names: Iterable[str]) -> set[tuple[str, bool]]:
    """What is asked for in these lessons, and whether the answer is an edge of the graph."""
    tasks = [step.task for name in names for step in COURSE[name].steps]
    return {(type(task).__name__, bool(getattr(task, "edge", None))) for task in tasks}


def go_on(page: Page, learner: Learner) -> None:
    """To the next step, which is there once this one is done."""
    see(text(page).get_by_test_id("stAlertContentSuccess"))
    assert learner.done
    if learner.n + 1 < len(learner.lesson.steps):
        press(page, "next")
        learner.go(learner.n + 1)
        expect_step(page, learner)
    else:
        see(page.get_by_text("is done"))
