"""A class as plain data, to be taken home: everything but the secrets."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rcr.classroom.classes.desk import Desk

FORMAT = "rcr-class"
VERSION = 1


def export_class(desk: Desk) -> dict[str, Any]:
    """The class, its members, tasks, answers, standings and runs; each run is a run file."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "class": asdict(desk.info()),
        "members": [asdict(member) for member in desk.members()],
        "tasks": [asdict(task) for task in desk.tasks.all()],
        "results": [asdict(result) for result in desk.results()],
        "standings": [asdict(tile) for tile in desk.standings()],
        "runs": [
            {"member": found.member, "number": found.run.number, "title": found.run.title}
            | {"run": desk.open_run(found.run.id).document}
            for found in desk.runs()
        ],
    }
