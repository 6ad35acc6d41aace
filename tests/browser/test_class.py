"""A lesson with a teacher and three students, each with a browser profile of his own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rcr.classroom import Store
from rcr.classroom.addresses import desk_url
from rcr.classroom.last_class import open_class
from rcr.classroom.polls import Poll
from tests.browser.guard import watch
from tests.browser.hands import choose, wait
from tests.browser.serve import APP, serve

LATE = 180_000  # milliseconds; a class on a busy machine is late, not wrong
# streamlit looks for its server below an address like /class before it looks at the root
NOT_THERE = "the server responded with a status of 404"
MARKED_UP = "<b>Ben</b> **x** $x^2$ =1+1 +a"  # as long as a name may be

OVERLAPPING = """() => {
  const parts = "[data-testid=stSelectbox], [data-testid=stButtonGroup], button";
  const found = [...document.querySelectorAll(`.st-key-board-controls :is(${parts})`)];
  const boxes = found.filter((one) => !found.some((other) => other !== one && other.contains(one)))
    .map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
  return boxes.filter((a, i) => boxes.slice(i + 1).some((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}"""  # of the controls of the board, those that lie over another

Enter = Callable[..., Page]


@pytest.fixture(scope="module")
def school(tmp_path_factory) -> Iterator[tuple[str, Store]]:
    """An app of its own with its own store."""
    place = str(tmp_path_factory.mktemp("school") / "store.sqlite")
    with serve((*APP[:-1], "--store", place, APP[-1])) as server:
        store = Store(place)
        yield server.url, store
        store.close()


@pytest.fixture
def enter(browser: Browser) -> Iterator[Enter]:
    """Opens an address in a new profile; at the end nobody's page may have had a fault."""
    opened, faults = [], []

    def enter(address: str, width: int = 1280, height: int = 720) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(LATE)
        page = context.new_page()
        opened.append(context)
        faults.append(watch(page))
        page.goto(address)
        return page

    yield enter
    for context in opened:
        context.close()
    found = [fault for page in faults for fault in page if NOT_THERE not in fault]
    assert not found, "\n".join(found)


def join(enter: Enter, url: str, code: str, name: str, **size: int) -> Page:
    page = enter(f"{url}/class?code={code}", **size)
    page.get_by_label("Your name in this class").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You are in.")).to_be_visible(timeout=LATE)
    return page


def panel(page: Page, name: str) -> None:
    wait(page)
    page.get_by_role("radio", name=name, exact=True).click()
    expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked(timeout=LATE)


def set_task(teacher: Page, name: str, button: str, **typed: str) -> None:
    panel(teacher, "Set a task")
    choose(teacher, "What shall the class do?", name)
    wait(teacher)
    for label, text in typed.items():  # and straight on to the button
        teacher.get_by_label(label).fill(text)
    teacher.get_by_role("button", name=button, exact=True).click()


def present(teacher: Page) -> None:
    """Large type for a projector."""
    teacher.keyboard.press("f")
    expect(teacher.get_by_role("button", name="Leave")).to_be_visible(timeout=LATE)
    wait(teacher)


def click_edge(page: Page, edge: str) -> None:
    graph = page.get_by_test_id("rcr-graph")
    expect(graph.locator("canvas")).to_be_visible(timeout=LATE)
    wait(page)
    at = graph.evaluate("(host, id) => host.rcr.edgePoint(id)", edge)
    page.mouse.click(at["x"], at["y"])


def graph_top(page: Page) -> float:
    """Where the graph begins; it stays there whatever comes into a student's line."""
    place = page.get_by_test_id("rcr-graph").bounding_box()
    assert place is not None
    return place["y"]


@pytest.mark.slow
def test_a_lesson(school, enter: Enter, tmp_path: Path) -> None:
    url, store = school
    desk, key = open_class(store, "Monday", another=True, file=tmp_path / "teacher.json")
    code = desk.info().code
    teacher = enter(desk_url(url, key))
    expect(teacher.get_by_text(code, exact=True).first).to_be_visible(timeout=LATE)
    assert key.secret not in teacher.url
    students = [
        join(enter, url, code, "Anna", width=390, height=844),
        join(enter, url, code, MARKED_UP),
        join(enter, url, code, "Cem"),
    ]
    assert [member.nickname for member in desk.members()] == ["Anna", MARKED_UP, "Cem"]

    set_task(teacher, "Poll: which edge next?", "Ask", Question=f"Which, {MARKED_UP}?")
    for student in students:
        heading = student.get_by_role("heading", name=f"Which, {MARKED_UP}?")
        expect(heading).to_be_visible(timeout=LATE)
        expect(student.get_by_text("Click on a dashed edge.")).to_be_visible(timeout=LATE)
    task = desk.tasks.current()
    run = task.payload["run"]
    assert run["settings"]["start"] == "forest"
    phone, stands = students[0], graph_top(students[0])
    click_edge(phone, Poll.read(task.payload).run().state.recovered[0])
    expect(phone.get_by_text("is recovered already")).to_be_visible(timeout=LATE)
    assert graph_top(phone) == stands
    for student in students[1:]:
        click_edge(student, "c1")
        expect(student.get_by_text("Your answer is in")).to_be_visible(timeout=LATE)
    assert desk.tasks.votes(task.id) == {"c1": 2}
    panel(teacher, "Board")
    expect(teacher.get_by_text("2 of 3 have answered.")).to_be_visible(timeout=LATE)
    present(teacher)  # everybody waits for it
    expect(teacher.get_by_role("button", name="Pause")).to_be_hidden()
    teacher.get_by_role("button", name="Reveal").click()
    for page in (teacher, *students):
        expect(page.get_by_text("the upper bound").first).to_be_visible(timeout=LATE)
    expect(teacher.locator(".st-key-poll-counts svg")).to_be_in_viewport(ratio=1)
    teacher.keyboard.press("f")

    set_task(teacher, "A challenge", "Set it")
    expect(teacher.get_by_role("radio", name="Board")).to_be_checked(timeout=LATE)
    for student in students:
        expect(student.get_by_text("as few recovered constraints")).to_be_visible(timeout=LATE)
        expect(student.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible(timeout=LATE)
        expect(student.get_by_role("button", name="To the end")).to_have_count(0)
        expect(student.get_by_text("branch on it")).to_be_hidden()
        expect(student.get_by_role("combobox", name="Model")).to_have_count(0)
    panel(teacher, "Board")
    tiles = teacher.get_by_test_id("rcr-board").locator("button.tile")
    expect(tiles).to_have_count(3, timeout=LATE)
    before = desk.board(desk.tasks.current().id)[2].recovered
    click_edge(students[2], "c1")
    expect(tiles.nth(2)).to_contain_text(f"{before + 1}/80", timeout=LATE)
    assert [tile.recovered for tile in desk.board(desk.tasks.current().id)] == [
        before,
        before,
        before + 1,
    ]
    expect(tiles.nth(1).locator(".name")).to_have_text(MARKED_UP)
    tiles.nth(1).click()
    expect(teacher.get_by_role("button", name="Show to the class")).to_be_visible(timeout=LATE)
    panel(teacher, "curves")
    expect(teacher.get_by_text("that of the chosen tile")).to_be_visible(timeout=LATE)
    panel(teacher, "edges")
    expect(teacher.get_by_text("How many of 3 students")).to_be_visible(timeout=LATE)
    panel(teacher, "tiles")
    expect(teacher.get_by_role("button", name="Show to the class")).to_be_visible(timeout=LATE)

    present(teacher)
    assert teacher.evaluate(OVERLAPPING) == []
    controls = teacher.locator(".st-key-board-controls").bounding_box()
    assert controls is not None
    assert controls["height"] < 80  # one row: the room is for the tiles
    teacher.keyboard.press("f")

    stands = [graph_top(student) for student in students]
    teacher.get_by_role("button", name="Pause").click()
    expect(students[2].get_by_text("paused the class").first).to_be_visible(timeout=LATE)
    click_edge(students[2], "c3")
    wait(students[2])
    assert [graph_top(student) for student in students] == stands
    assert desk.board(desk.tasks.current().id)[2].recovered == before + 1
    teacher.get_by_role("button", name="Timer").click()
    teacher.get_by_role("button", name="15 min").click()
    expect(teacher.get_by_role("button", name="15 min")).to_have_count(0, timeout=LATE)
    for student in students:
        expect(student.get_by_text(re.compile(r"1[45]:\d\d left"))).to_be_visible(timeout=LATE)
    assert [graph_top(student) for student in students] == stands
    teacher.get_by_role("button", name="Go on").click()
    expect(students[2].get_by_text("paused the class")).to_have_count(0, timeout=LATE)

    tiles.nth(2).click()
    teacher.get_by_role("button", name="Show to the class").click()
    shown = students[0].get_by_text("The teacher shows a run")
    expect(shown).to_be_visible(timeout=LATE)
    assert graph_top(students[0]) == stands[0]
    shown.click()
    expect(students[0].get_by_text("The teacher shows", exact=True)).to_be_visible(timeout=LATE)
    assert "Cem" not in students[0].content()

    students[1].reload()
    expect(students[1].get_by_text("Ben").first).to_be_visible(timeout=LATE)
    assert len(desk.members()) == 3
    teacher.reload()
    panel(teacher, "Board")
    expect(tiles).to_have_count(3, timeout=LATE)
    tiles.nth(0).click()
    teacher.get_by_role("button", name="Remove").click()
    teacher.get_by_role("button", name="Remove now").click()
    expect(students[0].get_by_text("has freed this seat")).to_be_visible(timeout=LATE)
    expect(students[0].get_by_role("button", name="Join")).to_be_visible(timeout=LATE)
    expect(tiles).to_have_count(2, timeout=LATE)

    panel(teacher, "Results")
    with teacher.expect_download() as download:
        teacher.get_by_role("button", name="Results (CSV)").click()
    table = Path(download.value.path()).read_text()
    assert MARKED_UP in table
    assert "c1" in table
    assert key.secret not in students[1].content()
