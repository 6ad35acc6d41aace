"""Answers, exercises and scores are only ever added, and listed to their owner alone."""

from __future__ import annotations

import math

import pytest

from rcr.classroom import Answer, Exercise, Score, Store, StoreError, Visitor
from rcr.classroom.plain_text import MAX_TYPED_CHARACTERS
from tests.classroom.helpers import Clock

ODD = ["c1", {"θ": [0.5, None]}, "<b>\0\ud800"]


def test_answers_come_back_in_order(store: Store, visitor: Visitor, clock: Clock):
    began = clock.time
    store.progress.add_answer(visitor, "01-by-hand", 3, "no", False, 1)
    clock.time += 5
    store.progress.add_answer(visitor, "01-by-hand", 3, ODD, True, 2)
    store.progress.add_answer(visitor, "02-cutting", 1, 0.25, None, 1)
    wrong = Answer("01-by-hand", 3, "no", False, 1, None, began)
    right = Answer("01-by-hand", 3, ODD, True, 2, None, began + 5)
    free = Answer("02-cutting", 1, 0.25, None, 1, None, began + 5)
    assert store.progress.answers(visitor) == [wrong, right, free]
    assert store.progress.answers(visitor, "01-by-hand") == [wrong, right]
    assert store.progress.answers(visitor, "none such") == []


def test_exercises_and_scores_come_back(store: Store, visitor: Visitor, clock: Clock):
    store.progress.add_exercise(visitor, "violated", 2, 17, ODD, 0.5, 12.5)
    store.progress.add_score(visitor, "grid-7", "fewest constraints", 9, {"recovered": ["c1"]})
    done = Exercise("violated", 2, "17", ODD, 0.5, 12.5, None, clock.time)
    assert store.progress.exercises(visitor) == [done]
    score = Score("grid-7", "fewest constraints", 9.0, {"recovered": ["c1"]}, None, clock.time)
    assert store.progress.scores(visitor) == [score]


def test_nobody_sees_anothers_progress(store: Store, visitor: Visitor):
    store.progress.add_answer(visitor, "l", 1, "x", True, 1)
    store.progress.add_exercise(visitor, "k", 1, 1, "x", 1.0, 1.0)
    store.progress.add_score(visitor, "c", "g", 1.0)
    stranger, _ = store.visitors.new()
    assert store.progress.answers(stranger) == []
    assert store.progress.exercises(stranger) == []
    assert store.progress.scores(stranger) == []


def test_the_best_scores_have_no_names(store: Store, visitor: Visitor):
    stranger, _ = store.visitors.new()
    for who, score in ((visitor, 7.0), (stranger, 3.0), (visitor, -math.inf), (stranger, 9.0)):
        store.progress.add_score(who, "daily", "bound", score)
    store.progress.add_score(visitor, "daily", "another goal", 1.0)
    assert store.progress.best_scores("daily", "bound", 3) == [-math.inf, 3.0, 7.0]


def test_marks_are_numbers(store: Store, visitor: Visitor):
    with pytest.raises(StoreError, match="must be numbers"):
        store.progress.add_score(visitor, "c", "g", math.nan)
    with pytest.raises(StoreError, match="must be numbers"):
        store.progress.add_exercise(visitor, "k", 1, 1, "x", math.nan, 1.0)
    assert store.progress.scores(visitor) == []


def test_a_book_is_cut_and_holds_nothing_up(store: Store, visitor: Visitor):
    book = "\U0001f600" * 20_000
    store.progress.add_answer(visitor, "l", 1, book, None, 1)
    store.progress.add_exercise(visitor, "k", 1, 1, ["1", book], 0.0, 1.0)
    cut = book[:MAX_TYPED_CHARACTERS]
    assert [kept.answer for kept in store.progress.answers(visitor)] == [cut]
    assert [kept.answer for kept in store.progress.exercises(visitor)] == [["1", cut]]


def test_an_answer_that_is_a_library_is_refused(store: Store, visitor: Visitor):
    with pytest.raises(StoreError, match="the answer would take"):
        store.progress.add_answer(visitor, "l", 1, ["x" * 20_000] * 20, None, 1)
