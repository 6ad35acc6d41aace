"""Whether what a text points at is on the page: a term such as ``[the gap](#gap)`` frames the gap,
so the step must show it while the text is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from rcr.course.lesson import Choice, Explain, Number, Step
from rcr.course.prose import Prose
from rcr.course.terms import CONTROLS, FIGURES, ON_THE_GRAPH, terms_in


def pointless_links(step: Step) -> Iterator[tuple[int, str]]:
    """Links of a step to something that it does not show, each with its line."""
    for line, text, answered in _texts(step):
        for words, term in terms_in(text.raw):
            if not _on_the_page(step, term, answered):
                yield line, f"[{words}](#{term}) points at something that this step does not show"


def _texts(step: Step) -> Iterator[tuple[int, Prose, bool]]:
    """Every text with its line, and whether it is read when the question is answered."""
    task = step.task
    yield step.line, step.text, False
    yield task.line, task.question, False
    for hint in task.hints:
        yield task.line, hint, False
    for explained in task.options if isinstance(task, Choice) else ():
        yield explained.line, explained.otherwise, False
    for mistaken in task.mistakes if isinstance(task, Number) else ():
        yield mistaken.line, mistaken.otherwise, False
    yield task.line, task.model if isinstance(task, Explain) else task.done, True


def _on_the_page(step: Step, term: str, answered: bool) -> bool:
    """What a question hides is there once it is answered."""
    if term in CONTROLS:
        return term in step.controls
    hidden = {term, "figures"} if term in FIGURES else {term}
    if not answered and hidden & {*step.hides}:
        return False
    if term == "clone":
        return "cut" in step.shows
    if term in FIGURES:
        chosen = [name for name in FIGURES if name in step.shows]
        return term in chosen if chosen else "figures" in step.shows
    return term in ON_THE_GRAPH or term in step.shows
