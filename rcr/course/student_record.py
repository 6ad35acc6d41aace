"""What a student has done, and how it is kept in the store and found there again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rcr.classroom import Progress, Visitor
from rcr.course.challenge import Challenge, Played
from rcr.course.learner import Attempt
from rcr.course.practice import Exercised
from rcr.model import ModelError


@dataclass
class Done:
    """Answers, exercises and challenges, each in the order they were done."""

    attempts: list[Attempt] = field(default_factory=list)
    exercised: list[Exercised] = field(default_factory=list)
    contests: list[Played] = field(default_factory=list)

    def __add__(self, other: Done) -> Done:
        return Done(
            self.attempts + other.attempts,
            self.exercised + other.exercised,
            self.contests + other.contests,
        )

    def __bool__(self) -> bool:
        return bool(self.attempts or self.exercised or self.contests)


def recall(progress: Progress, who: Visitor) -> Done:
    """All that the store has of a visitor, but scores of challenges that no longer exist."""
    done = Done(
        [Attempt(a.lesson, a.step, a.answer, a.right, a.tries, a.at) for a in progress.answers(who)]
    )
    for e in progress.exercises(who):
        seed = int(e.seed) if e.seed.isdecimal() else 0
        done.exercised.append(Exercised(e.kind, e.level, seed, e.answer, e.credit, e.seconds, e.at))
    for s in progress.scores(who):
        size, _, number = s.challenge.partition("-")
        details = s.details if isinstance(s.details, dict) else {}
        par = details.get("par")
        try:
            challenge = Challenge(s.goal, size, int(number))
        except (ValueError, ModelError):
            continue
        kept = float(par) if isinstance(par, int | float) else s.score
        done.contests.append(Played(challenge, s.score, kept, details, s.at))
    return done


@dataclass
class StudentRecord:
    """Writes what is new, each thing once; what the store refuses is written the next time."""

    answers: int = 0
    exercises: int = 0
    scores: int = 0

    def write(self, progress: Progress, who: Callable[[], Visitor], done: Done) -> None:
        """Write what was done since the last time; a StoreError says why something is missing."""
        for a in done.attempts[self.answers :]:
            progress.add_answer(who(), a.lesson, a.step, a.answer, a.right, a.tries)
            self.answers += 1
        for e in done.exercised[self.exercises :]:
            marks = (e.answer, e.credit, e.seconds)
            progress.add_exercise(who(), e.kind, e.level, e.seed, *marks)
            self.exercises += 1
        for p in done.contests[self.scores :]:
            details = {**(p.details or {}), "par": p.par}
            progress.add_score(who(), p.challenge.name, p.challenge.goal, p.score, details)
            self.scores += 1
