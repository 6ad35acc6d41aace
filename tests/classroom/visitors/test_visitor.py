"""A visitor is whoever has the secret; nobody else gets anything of his."""

from __future__ import annotations

import pytest

from rcr.classroom import NotKept, Store, Visitor
from tests.classroom.helpers import Clock, chain


def test_a_secret_leads_back_to_its_visitor(store: Store):
    (anna, annas), (ben, bens) = store.visitors.new(), store.visitors.new()
    assert anna != ben
    assert store.visitors.enter(annas.text) == anna
    assert store.visitors.enter(bens.text) == ben


@pytest.mark.parametrize("wrong", ["", "x", "\0", "\ud800", "ä" * 1000, "' OR 1=1 --"])
def test_another_secret_opens_nothing(store: Store, wrong: str):
    store.visitors.new()
    with pytest.raises(NotKept, match="nobody the store knows"):
        store.visitors.enter(wrong)


def test_coming_back_counts_as_use(store: Store, clock: Clock):
    _, secret = store.visitors.new()
    for _ in range(5):
        clock.pass_days(29)
        store.visitors.enter(secret.text)
        store.expire()
    clock.pass_days(31)
    store.expire()
    with pytest.raises(NotKept):
        store.visitors.enter(secret.text)


def test_deleting_a_visitor_deletes_all_that_is_his(store: Store):
    visitor, secret = store.visitors.new()
    store.runs.create(visitor, chain(3))
    store.progress.add_answer(visitor, "lesson", 1, "x", True, 1)
    store.progress.add_score(visitor, "daily", "fewest", 3.0)
    store.visitors.delete(visitor)
    with pytest.raises(NotKept):
        store.visitors.enter(secret.text)
    assert store.runs.of(visitor) == []
    assert store.progress.answers(visitor) == []
    assert store.progress.best_scores("daily", "fewest") == []


def test_what_belonged_to_the_deleted_is_never_anothers(store: Store):
    """A page may still hold the number of a visitor who is gone."""
    gone, _ = store.visitors.new()
    store.visitors.delete(gone)
    newcomer, _ = store.visitors.new()
    assert newcomer != gone
    with pytest.raises(NotKept, match="forgotten you"):
        store.runs.create(gone, chain(1))
    with pytest.raises(NotKept, match="no longer in"):
        store.progress.add_answer(gone, "lesson", 1, "x", True, 1)
    assert store.runs.of(newcomer) == []
    assert store.progress.answers(Visitor(newcomer.id)) == []
