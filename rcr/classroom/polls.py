"""Polls: which edge next, will the bound fall, or words of the teacher's own; what is true is
computed from the run, never typed in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rcr.classroom.database.errors import StoreError
from rcr.classroom.explorations import DAMAGED
from rcr.classroom.plain_text import MAX_CHOICE_CHARACTERS, MAX_TITLE_CHARACTERS, plain
from rcr.model import ROUNDING_LOGS
from rcr.run import Run
from rcr.run.file import plain as plain_run
from rcr.run.file import replay_text

EDGE, FALLS, WORDS = "edge", "falls", "words"
YES, NO = "yes", "no"
MAX_CHOICES = 8
MAX_TRIED_RECOVERIES = 5  # tried out for the truth: the best ones by their impact


@dataclass(frozen=True)
class Truth:
    """What the run says, once the teacher reveals it."""

    right: tuple[str, ...]  # the choices that are right; none where nobody can say
    sentence: str


@dataclass(frozen=True)
class Poll:
    """A question; ``edge`` is the one asked about where the question is whether the bound falls."""

    ask: str
    question: str
    choices: tuple[str, ...] = ()
    document: Mapping[str, Any] | None = field(default=None, repr=False)
    edge: str = ""
    truth: Truth | None = None

    @classmethod
    def on(cls, run: Run, ask: str, question: str, edge: str = "") -> Poll:
        """A question about the run's current state."""
        known = {run.cloned.constraints[k].id for k in run.state.relaxation.relaxed}
        if not known or (ask == FALLS and edge not in known):
            raise StoreError("the poll is about a relaxed edge; choose one that is not recovered")
        document = plain_run(run, run.state.path())
        choices = (YES, NO) if ask == FALLS else ()
        return cls(ask, plain(question, MAX_TITLE_CHARACTERS), choices, document, edge)

    @classmethod
    def in_words(cls, question: str, choices: Sequence[str]) -> Poll:
        """A question with answers of the teacher's own."""
        found = tuple(filter(None, (plain(c, MAX_CHOICE_CHARACTERS) for c in choices)))
        if not 2 <= len(set(found)) == len(found) <= MAX_CHOICES:
            raise StoreError(f"a poll has 2 to {MAX_CHOICES} answers, each another")
        return cls(WORDS, plain(question, MAX_TITLE_CHARACTERS), found)

    @classmethod
    def read(cls, payload: Any) -> Poll:
        """From a task's payload."""
        try:
            truth = payload["truth"]
            return cls(
                str(payload["ask"]),
                str(payload["question"]),
                tuple(map(str, payload["choices"])),
                payload["run"],
                str(payload["edge"]),
                Truth(tuple(truth["right"]), truth["sentence"]) if truth else None,
            )
        except (KeyError, TypeError):
            raise StoreError(DAMAGED) from None

    @property
    def payload(self) -> dict[str, Any]:
        told = self.truth and {"right": list(self.truth.right), "sentence": self.truth.sentence}
        return {
            "ask": self.ask,
            "question": self.question,
            "choices": list(self.choices),
            "run": None if self.document is None else dict(self.document),
            "edge": self.edge,
            "truth": told,
        }

    def run(self) -> Run:
        """The run that is asked about, at its state."""
        if self.document is None:
            raise StoreError(DAMAGED)
        return replay_text(json.dumps(self.document), "the poll").run

    def allows(self, choice: str, run: Run | None = None) -> bool:
        """Whether this can be an answer."""
        if self.ask != EDGE:
            return choice in self.choices
        run = run or self.run()
        return choice in {run.cloned.constraints[k].id for k in run.state.relaxation.relaxed}

    def revealed(self) -> Poll:
        """The poll with what is true."""
        return replace(self, truth=_truth(self))


def _truth(poll: Poll) -> Truth:
    if poll.ask == WORDS:
        return Truth((), "")
    run = poll.run()
    if poll.ask == FALLS:
        gain = fall(run, poll.edge)
        return Truth((YES if gain > ROUNDING_LOGS else NO,), _told(run, poll.edge, gain))
    candidates = run.candidates()
    tried = candidates.impact.argsort()[::-1][:MAX_TRIED_RECOVERIES]
    ids = [run.cloned.constraints[run.state.relaxation.relaxed[i]].id for i in tried]
    gains = {edge: fall(run, edge) for edge in ids}
    best = max(gains.values())
    right = tuple(edge for edge, gain in gains.items() if gain > best - ROUNDING_LOGS)
    return Truth(right, _told(run, right[0], best))


def fall(run: Run, edge: str) -> float:
    """By how much the upper bound falls when an edge is recovered and all is compensated again."""
    fork = run.fork()
    before = fork.state.upper
    fork.recover([edge])
    fork.converge(follows=True)
    return before - fork.state.upper


def _told(run: Run, edge: str, gain: float) -> str:
    (k,) = run.cloned.indices([edge])
    name = f"{edge} ({run.cloned.said[k]})"
    if gain <= ROUNDING_LOGS:
        return f"Recovering {name} leaves the upper bound where it was."
    return f"Recovering {name} lowers the upper bound by {gain:.3f}."
