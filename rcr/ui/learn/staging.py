"""What the stage shows of a run: which panels, what is hidden, what the text speaks of."""

from __future__ import annotations

from dataclasses import dataclass

from rcr import Run
from rcr.course.challenge.contest import Contest
from rcr.course.learner import Learner
from rcr.course.practice import Practice
from rcr.course.predictions import Reveal
from rcr.course.terms import terms_in

EXERCISE_HEAD_REM = 4.5  # the parts of the page and the menu of exercises
REVEAL = "reveal"  # the panel with what a prediction hid


@dataclass(frozen=True, eq=False)
class Staging:
    """A run on the stage; ``key`` tells the widgets of one question from those of the next."""

    key: str
    run: Run
    shows: tuple[str, ...]
    hides: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()  # the terms that the text names
    reveal: Reveal | None = None
    chosen: tuple[str, ...] = ()  # edges that are marked as touched, instead of the last ones
    suggests: bool = True  # whether the heuristic's choice is marked
    head_rem: float = 0.0  # what stands above the stage besides the frame of a lesson

    @property
    def both_views(self) -> bool:
        """Whether the graph may be seen whole and cut."""
        return "graph" in self.shows and "cut" in self.shows

    def visible(self, panel: str) -> bool:
        if panel == REVEAL:
            return self.reveal is not None
        return panel in self.shows and panel not in self.hides


def stage_learner(learner: Learner) -> Staging:
    """The stage of a lesson's step; a prediction's answer is seen once it is right, and what a
    heuristic would choose where the step is about that.
    """
    verdict = learner.verdict
    said = "" if verdict is None else verdict.feedback
    texts = (learner.seen.text, learner.seen.question, learner.hint, said)
    spoken = tuple(term for _, term in terms_in(" ".join(texts)))
    return Staging(
        f"{learner.lesson.id}-{learner.n}",
        learner.run,
        learner.step.shows,
        learner.hides,
        spoken,
        verdict.reveal if verdict is not None and learner.done else None,
        suggests=bool({"suggested", "suggested-edge"} & {*learner.step.controls, *spoken}),
    )


def stage_practice(practice: Practice) -> Staging:
    """The stage of an exercise; figures and chart come when it is marked."""
    one, more = practice.instance, ("figures",) if practice.done else ()
    return Staging(
        f"{one.kind}-{one.level}-{one.seed}",
        practice.run,
        (*one.posed.shows, *more),
        practice.hides,
        spoken=("now",),
        chosen=tuple(practice.chosen) if practice.takes_edges else (),
        head_rem=EXERCISE_HEAD_REM,
    )


def stage_contest(contest: Contest) -> Staging:
    """The stage of a challenge: the floor is what counts, and what a heuristic would do next is
    seen by whoever has given up.
    """
    challenge = contest.arena.challenge
    return Staging(
        f"{challenge.goal}-{challenge.name}",
        contest.run,
        ("graph", "floor", "lower", "recovered", "width"),
        suggests=contest.given_up,
        head_rem=EXERCISE_HEAD_REM,
    )
