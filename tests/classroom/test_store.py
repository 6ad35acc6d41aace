"""The store does what a few dictionaries would do, whatever is asked of it in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    rule,
    run_state_machine_as_test,
)

from rcr.classroom import Change, NotKept, Seat, Standing, Step, Store, Visitor
from rcr.classroom.retention import PROGRESS_DAYS, RUN_DAYS
from tests.classroom.helpers import DAY, Clock, chain, entry, open_store

names = st.text(min_size=1, max_size=12).filter(lambda t: t.strip().isprintable() and t.strip())


class StoreMachine(RuleBasedStateMachine):
    """A store beside what it should hold; who is not in ``answers`` has been forgotten."""

    new_place: Callable[[], str]

    visitors = Bundle("visitors")
    runs = Bundle("runs")
    desks = Bundle("desks")
    seats = Bundle("seats")

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.store: Store = open_store(self.new_place(), self.clock)
        self.kept: dict[tuple[Visitor, int], dict[str, Any]] = {}
        self.answers: dict[Visitor, list[Any]] = {}
        self.arrived: dict[Visitor, float] = {}
        self.seated: dict[Any, dict[Visitor, int]] = {}

    def teardown(self) -> None:
        self.store.close()

    @rule(target=visitors)
    def arrive(self) -> Visitor:
        visitor, secret = self.store.visitors.new()
        assert self.store.visitors.enter(secret.text) == visitor
        self.answers[visitor], self.arrived[visitor] = [], self.clock.time
        return visitor

    @rule(target=runs, who=visitors, length=st.integers(0, 4), title=names)
    def create(self, who: Visitor, length: int, title: str) -> Any:
        if who not in self.answers:
            self.refused(lambda: self.store.runs.create(who, chain(length)))
            return (who, 1)
        key = self.store.runs.create(who, chain(length), title=title)
        assert (who, key.number) not in self.kept
        steps = dict(enumerate(chain(length)["actions"], start=1))
        self.kept[who, key.number] = {"steps": steps, "current": length, "used": self.clock.time}
        return (who, key.number)

    @rule(run=runs, parent=st.integers(0, 9), gone=st.booleans())
    def go_on(self, run: Any, parent: int, gone: bool) -> None:
        if run not in self.kept:
            return self.refused(lambda: self.store.runs.open(*run))
        should, found = self.kept[run], self.store.runs.open(*run)
        assert {step.number: step.entry for step in found.steps} == should["steps"]
        assert found.current == should["current"]
        numbers = [0, *should["steps"]]
        source = numbers[parent % len(numbers)]
        leaf = numbers[-1] if gone and numbers[-1] not in (0, source) else None
        new = Step(numbers[-1] + 1, entry(source))
        change = Change((new,), () if leaf is None else (leaf,), current=new.number)
        self.store.runs.write(run[0], found.key, change)
        should["steps"][new.number] = dict(new.entry)
        should["steps"].pop(leaf, None)
        should |= {"current": new.number, "used": self.clock.time}
        return None

    @rule(run=consumes(runs))
    def delete(self, run: Any) -> None:
        if self.kept.pop(run, None) is None:
            self.refused(lambda: self.store.runs.delete(*run))
        else:
            self.store.runs.delete(*run)

    def refused(self, attempt: Callable[[], object]) -> None:
        with pytest.raises(NotKept):
            attempt()

    @rule(
        who=visitors,
        step=st.integers(1, 5),
        answer=names,
        right=st.sampled_from([True, False, None]),
    )
    def answer(self, who: Visitor, step: int, answer: str, right: bool | None) -> None:
        if who not in self.answers:
            return self.refused(lambda: self.store.progress.add_answer(who, "l", 1, "", True, 1))
        self.store.progress.add_answer(who, "lesson", step, answer, right, 1)
        self.answers[who].append((step, answer, right))
        return None

    @rule(target=desks)
    def found(self) -> Any:
        desk, _ = self.store.classes.found()
        desk.tasks.set("challenge", {})
        self.seated[desk] = {}
        return desk

    @rule(target=seats, desk=desks, name=names)
    def join(self, desk: Any, name: str) -> Any:
        seat, _ = self.store.classes.join(desk.info().code, name, "here")
        self.seated[desk][seat.visitor] = 0
        return (desk, seat)

    @rule(where=seats, recovered=st.integers(0, 100))
    def post(self, where: tuple[Any, Seat], recovered: int) -> None:
        desk, seat = where
        try:
            seat.post(Standing(desk.tasks.current().id, recovered=recovered))
            self.seated[desk][seat.visitor] = recovered
        except NotKept:
            assert seat.visitor not in self.seated[desk]

    @rule(where=seats)
    def remove(self, where: tuple[Any, Seat]) -> None:
        desk, seat = where
        desk.remove(seat.member)
        self.seated[desk].pop(seat.visitor, None)

    @rule(days=st.floats(0, 20))
    def days_pass(self, days: float) -> None:
        self.clock.pass_days(days)

    @rule()
    def expire(self) -> None:
        for desk in self.seated:
            desk.keep()
        now = self.clock.time
        old = [r for r, run in self.kept.items() if now - run["used"] > RUN_DAYS * DAY]
        for run in old:
            del self.kept[run]
        owners = {who for who, _ in self.kept}
        gone = [
            who
            for who, answers in self.answers.items()
            if who not in owners
            and now - self.arrived[who] > (PROGRESS_DAYS if answers else RUN_DAYS) * DAY
        ]
        for who in gone:
            del self.answers[who]
        expired = self.store.expire()
        assert (expired.runs, expired.visitors) == (len(old), len(gone))

    @invariant()
    def runs_are_as_they_should_be(self) -> None:
        for who in self.answers:
            found = {r.number: (r.steps, r.last_used) for r in self.store.runs.of(who)}
            assert found == {
                number: (len(should["steps"]), should["used"])
                for (owner, number), should in self.kept.items()
                if owner == who
            }

    @invariant()
    def answers_are_as_they_should_be(self) -> None:
        for who, should in self.answers.items():
            found = [(a.step, a.answer, a.right) for a in self.store.progress.answers(who)]
            assert found == should

    @invariant()
    def boards_are_as_they_should_be(self) -> None:
        for desk, should in self.seated.items():
            tiles = desk.board(desk.tasks.current().id)
            assert [tile.recovered for tile in tiles] == list(should.values())


@pytest.mark.slow
def test_the_store_is_like_its_model(new_store_place: Callable[[], str]):
    machine = type("Machine", (StoreMachine,), {"new_place": staticmethod(new_store_place)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=15,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
