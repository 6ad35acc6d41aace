"""An address that is passed on is harmless: it holds no secret and opens nothing elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from rcr import Run, generate
from rcr.classroom import Store
from rcr.ui.keeping import address
from rcr.ui.visitor import Visitor


@dataclass
class Browser:
    """What a browser keeps of its own, and the tab that it has open."""

    store: Store
    cookies: dict[str, str] = field(default_factory=dict)
    address: dict[str, str] = field(default_factory=dict)
    tab: Visitor = field(default_factory=Visitor)

    def open(self, place: str | None = None) -> Visitor:
        """Open the app in a new tab, at an address that somebody has given."""
        self.tab = Visitor()
        self.address = {} if place is None else {address.PLACE: place}
        self.look()
        return self.tab

    def look(self) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(address, "store", lambda: self.store)
            patch.setattr(address, "visitor", lambda: self.tab)
            patch.setattr(address, "given", lambda name: self.cookies.get(name, ""))
            patch.setattr(
                address, "remember", lambda name, text, _: self.cookies.update({name: text})
            )
            patch.setattr(address, "_history", lambda **_: None)
            patch.setattr(address.st, "query_params", self.address)
            address.read_address()
            address.write_address()

    def keep(self, run: Run) -> str:
        """Have a run kept; the address that names it."""
        self.tab.keeper.keep(run)
        assert self.tab.keeper.flush(30)
        self.look()
        return self.address[address.PLACE]


@pytest.fixture
def store(tmp_path):
    made = Store(tmp_path / "store.sqlite")
    yield made
    made.close()


@pytest.fixture
def triangle() -> Run:
    return Run(generate("triangle"))


def test_the_same_browser_finds_its_run_by_the_address(store: Store, triangle: Run) -> None:
    mine = Browser(store)
    mine.open()
    place = mine.keep(triangle)
    assert mine.open(place).explore.wanted_number == 1
    assert mine.tab.explore.complaint.take() is None
    assert mine.address == {address.PLACE: place}


def test_an_address_that_is_late_is_not_taken_for_a_press_of_back(
    store: Store, triangle: Run
) -> None:
    mine = Browser(store)
    mine.open()
    first = mine.keep(triangle)
    second = mine.keep(Run(generate("triangle")))

    def asks_for(place: str) -> int | None:
        """Which run something that is pressed with this address asks for."""
        mine.address, mine.tab.explore.wanted_number = {address.PLACE: place}, None
        mine.look()
        return mine.tab.explore.wanted_number

    assert asks_for(first) is None  # the browser has not heard of the second run yet
    assert mine.address == {address.PLACE: second}
    assert asks_for(f"{first}-back1") == 1
    third = mine.keep(Run(generate("triangle")))
    assert asks_for(f"{first}-back1") is None  # the same press once more is late, too
    assert mine.address == {address.PLACE: third}
    assert asks_for(f"{second}-back2") == 2


def test_the_address_holds_no_part_of_the_secret(store: Store, triangle: Run) -> None:
    mine = Browser(store)
    mine.open()
    place = mine.keep(triangle)
    (secret,) = mine.cookies.values()
    assert len(secret) >= 32
    assert not any(secret[i : i + 5] in place for i in range(len(secret) - 4))


def test_a_shared_address_opens_nothing_in_another_browser(store: Store, triangle: Run) -> None:
    mine, others = Browser(store), Browser(store)
    mine.open()
    place = mine.keep(triangle)
    others.open()
    others.keep(Run(generate("triangle")))  # so that there is a run of the same number
    for stranger in (others, Browser(store)):
        tab = stranger.open(place)
        assert tab.explore.wanted_number is None
        assert tab.explore.complaint.take() == address.ANOTHERS
        assert stranger.address.get(address.PLACE) != place
        assert set(stranger.cookies.values()).isdisjoint(mine.cookies.values())


@pytest.mark.parametrize("place", ["", "1", "1-", "-abc", "²-abcdef", "1-GHIJKL", "9" * 30 + "-a"])
def test_a_damaged_address_is_as_none(store: Store, place: str) -> None:
    tab = Browser(store).open(place)
    assert tab.explore.wanted_number is None
    assert tab.explore.complaint.take() is None


def test_a_cookie_that_the_store_does_not_know_is_replaced(store: Store) -> None:
    mine = Browser(store, {address.VISITOR_COOKIE: "guessed"})
    told = mine.open("1-abcdef").explore.complaint.take()
    assert told is not None
    assert "nobody the store knows" in told
    assert mine.cookies[address.VISITOR_COOKIE] != "guessed"


def test_who_reloads_before_doing_anything_has_nothing_to_be_told(store: Store) -> None:
    mine = Browser(store)
    mine.open()
    assert mine.cookies
    assert mine.open().explore.complaint.take() is None
