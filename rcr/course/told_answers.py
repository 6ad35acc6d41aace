"""What was answered, in the words of its question: what was chosen instead of its place among the
options.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from rcr.course.exercise import new_exercise
from rcr.course.learner import Learner
from rcr.course.lesson import Lesson
from rcr.course.reading import read_lesson
from rcr.model import ModelError


def lesson_answer(lesson: Lesson, n: int, answer: Any) -> Any:
    """The option that was chosen at a step; elsewhere what was typed."""
    if not isinstance(answer, int) or n >= len(lesson.steps):
        return answer
    options = _options(lesson.path, lesson.language, n)
    return options[answer] if answer in range(len(options)) else answer


def lesson_part(lesson: Lesson, n: int) -> str:
    """A step by its number and its title; an older lesson may have had more of them."""
    number = f"step {n + 1}"
    return f"{number}: {lesson.steps[n].title}" if n < len(lesson.steps) else number


def exercise_answer(kind: str, level: int, seed: int, answer: Any) -> Any:
    """An answer to an exercise as its worksheet would write it."""
    return _written(kind, level, seed, tuple(answer)) if isinstance(answer, list) else answer


@lru_cache(maxsize=300)
def _options(path: Path, language: str, n: int) -> Sequence[str]:
    """The texts to choose from at a step; none where something else is asked."""
    learner = Learner.begin(read_lesson(path, language))
    learner.go(n)
    return learner.seen.options


@lru_cache(maxsize=3000)
def _written(kind: str, level: int, seed: int, answer: tuple[Any, ...]) -> str:
    if all(isinstance(place, int) for place in answer):
        try:
            return new_exercise(kind, seed, level).form.written(answer)
        except (ModelError, IndexError, ValueError):
            pass  # of another version of the exercise
    return ", ".join(map(str, answer))
