"""Every lesson in a real browser, walked to its end with wrong answers first; every kind of task
shown; the library walks beside it and says what is right.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from rcr.course.learner import Learner
from tests.browser.guard import watch
from tests.browser.hands import wait
from tests.browser.walking import (
    COURSE,
    Desk,
    be_shown,
    expect_step,
    fail_first,
    go_on,
    kinds_of_tasks,
    open_learn,
    open_lesson,
    press,
    solve,
    text,
)

SHOWN = ("frustration", "haplotype")  # lessons that have every kind of task together


@pytest.fixture(scope="module")
def desk(browser: Browser, app_url: str) -> Iterator[Desk]:
    """Where one walk after another begins."""
    opened = Desk(browser, app_url)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def wide_desk(browser: Browser, app_url: str) -> Iterator[Desk]:
    """The same with the sidebar collapsed."""
    opened = Desk(browser, app_url, sidebar=False)
    yield opened
    opened.close()


@pytest.mark.parametrize("name", COURSE)
def test_wrong_answers_bring_hints_and_no_progress_and_right_ones_lead_to_the_end(desk, name):
    with desk.lesson(name) as (page, learner):
        for _ in learner.lesson.steps:
            fail_first(page, learner)
            solve(page, learner)
            go_on(page, learner)


@pytest.mark.parametrize("name", SHOWN)
def test_the_solution_is_shown(wide_desk, name):
    with wide_desk.lesson(name) as (page, learner):
        for _ in learner.lesson.steps:
            fail_first(page, learner)
            be_shown(page, learner)
            go_on(page, learner)


def test_every_kind_of_task_is_shown():
    assert kinds_of_tasks(SHOWN) == kinds_of_tasks(COURSE)


def test_a_new_user_comes_from_the_first_page_to_the_end_of_lesson_two(page):
    """By clicks and numbers typed only; the second lesson is offered at the end of the first."""
    wait(page)
    page.get_by_role("link", name="Lesson 1").click()
    for name in ("best-state", "cutting"):
        learner = Learner.begin(COURSE[name])
        expect_step(page, learner)
        for _ in learner.lesson.steps:
            solve(page, learner)
            go_on(page, learner)
        if name == "best-state":
            press(page, "next-lesson")


def test_pointing_at_a_term_frames_what_it_names(desk):
    with desk.lesson("cutting") as (page, _):
        graph = page.get_by_test_id("rcr-graph")
        text(page).get_by_role("link", name="clone").hover()
        page.wait_for_function("host => host.rcr.named() === 'clone'", arg=graph.element_handle())
        text(page).get_by_role("link", name="edge", exact=True).focus()
        page.wait_for_function("host => host.rcr.named() === 'edge'", arg=graph.element_handle())
        assert "#" not in page.url


def test_a_term_frames_a_figure(desk):
    with desk.lesson("agreement") as (page, learner):
        text(page).get_by_role("link", name="upper").hover()
        expect(page.locator(".st-key-term-upper.rcr-named")).to_be_visible()
        page.get_by_role("heading", name=learner.seen.title).hover()
        expect(page.locator(".rcr-named")).to_have_count(0)


def test_the_words_below_a_drawing_are_seen(desk):
    """All assignments stand there to the line that says what they are."""
    with desk.lesson("best-state") as (page, learner):
        for _ in range(5):
            solve(page, learner)
            go_on(page, learner)
        foot = page.get_by_text("the assignments of variables and clones, best first")
        panel = page.locator(".st-key-learn-panel").bounding_box()
        words = foot.bounding_box()
        assert panel is not None
        assert words is not None
        assert words["y"] + words["height"] <= panel["y"] + panel["height"] + 1


def test_a_lesson_opens_in_explore_and_learn_brings_back(page):
    open_learn(page)
    learner = open_lesson(page, "cutting")
    press(page, "to-explore")
    expect(page.get_by_role("button", name="Sweep")).to_be_visible()
    wait(page)
    page.get_by_role("link", name="Learn").click()
    expect_step(page, learner)


def test_the_keyboard_alone_is_enough(page):
    open_learn(page)
    open_lesson(page, "cutting")
    page.keyboard.press("h")
    expect(text(page).get_by_test_id("stAlertContentInfo")).to_be_visible()
    wait(page)
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Do it: cut A in A–B")).to_be_visible()
    wait(page)
    page.keyboard.press("m")
    expect(text(page).get_by_test_id("stAlertContentSuccess")).to_be_visible()
    wait(page)
    page.keyboard.press("ArrowRight")
    title = COURSE["cutting"].steps[1].title
    expect(text(page).get_by_role("heading", name=title)).to_be_visible()


def test_a_lesson_on_a_phone_is_read_from_top_to_bottom(context, app_url):
    tab = context.new_page()
    faults = watch(tab)
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(app_url)
    wait(tab)
    tab.get_by_role("link", name="Lesson 1").click()
    expect(text(tab)).to_be_visible()
    wait(tab)
    wide = tab.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    head, graph = text(tab).bounding_box(), tab.get_by_test_id("rcr-graph").bounding_box()
    assert head is not None
    assert graph is not None
    assert head["y"] + head["height"] <= graph["y"] + 1
    assert not faults, "\n".join(faults)


def test_a_reload_goes_on_where_it_was(context, app_url):
    """Not watched for faults: streamlit first asks for its health in the folder of the page."""
    page = context.new_page()
    page.goto(app_url)
    open_learn(page)
    learner = open_lesson(page, "best-state")
    for _ in range(2):
        solve(page, learner)
        go_on(page, learner)
    page.reload()
    expect_step(page, learner)
