"""The class on Compare: everybody's run for a task beside the heuristics, on the task's model."""

from __future__ import annotations

from rcr.classroom import Desk, NotKept, Task
from rcr.classroom.classes.class_runs import MemberRun
from rcr.compare.contestant import Contestant
from rcr.compare.parsing import contestant
from rcr.compare.request import Request
from rcr.compare.subject import of_model
from rcr.ui.classroom.names import called
from rcr.ui.classroom.task_views import task_run
from rcr.ui.compare import keys
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.sidebar import GUESTS, USUAL_CONTESTANTS, USUAL_SECONDS
from rcr.ui.compare.visit import Guests
from rcr.ui.visitor import visitor
from rcr.ui.widgets import show


def compare_class(desk: Desk, task: Task) -> None:
    """Begin the comparison; the class stays in the menus of Compare."""
    run = task_run(task.id, task.payload)
    subjects = tuple(of_model(run.origin, run.model.name, run.model))
    guests = Guests(f"the class: {task.title}", subjects, class_contestants(desk, task))
    visit = visitor().compare
    request = Request(
        (*map(contestant, USUAL_CONTESTANTS), *guests.contestants), subjects, USUAL_SECONDS
    )
    if visit.comparison is not None:
        visit.comparison.stop()
    visit.guests, visit.comparison = guests, Comparison(request)
    visit.comparison.go_on()
    show(keys.MODELS, [GUESTS])
    show(keys.CONTESTANTS, [*USUAL_CONTESTANTS, GUESTS])


def class_contestants(desk: Desk, task: Task) -> tuple[Contestant, ...]:
    """The last run of each member for a task, as far as it is on the task's model."""
    last: dict[int, MemberRun] = {}
    for found in desk.runs(task.id):
        before = last.get(found.member)
        if before is None or found.run.last_used >= before.run.last_used:
            last[found.member] = found
    model = task.payload["run"]["model"]
    kept = {member: desk.open_run(found.run.id).document for member, found in last.items()}
    names = called(desk)
    contestants = tuple(
        Contestant.of_run(document, names[member])
        for member, document in kept.items()
        if document["model"] == model
    )
    if not contestants:
        raise NotKept("nobody has begun a run on the model of this task yet")
    return contestants
