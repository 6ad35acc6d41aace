"""What outlives a page: visitors' runs and progress, and classes, in SQLite or PostgreSQL."""

from rcr.classroom.classes.board import Standing, Tile
from rcr.classroom.classes.desk import ClassInfo, Desk, Member
from rcr.classroom.classes.entrance import Classes, Door
from rcr.classroom.classes.export import export_class
from rcr.classroom.classes.key import Key
from rcr.classroom.classes.results import Result, WrongAnswer, to_csv, wrong_answers
from rcr.classroom.classes.seat import ClassNow, Seat, Shown
from rcr.classroom.classes.tasks import Task, Tasks
from rcr.classroom.database.errors import NotKept, StoreConflict, StoreDown, StoreError, TooOften
from rcr.classroom.store import Store
from rcr.classroom.tokens import Secret
from rcr.classroom.visitors.kept_run import Change, KeptRun, RunKey, RunSummary, Step
from rcr.classroom.visitors.progress import Answer, Exercise, Progress, Score
from rcr.classroom.visitors.recorder import Recorder
from rcr.classroom.visitors.runs import Runs
from rcr.classroom.visitors.visitor import Visitor, Visitors

__all__ = [
    "Answer",
    "Change",
    "ClassInfo",
    "ClassNow",
    "Classes",
    "Desk",
    "Door",
    "Exercise",
    "KeptRun",
    "Key",
    "Member",
    "NotKept",
    "Progress",
    "Recorder",
    "Result",
    "RunKey",
    "RunSummary",
    "Runs",
    "Score",
    "Seat",
    "Secret",
    "Shown",
    "Standing",
    "Step",
    "Store",
    "StoreConflict",
    "StoreDown",
    "StoreError",
    "Task",
    "Tasks",
    "Tile",
    "TooOften",
    "Visitor",
    "Visitors",
    "WrongAnswer",
    "export_class",
    "to_csv",
    "wrong_answers",
]
