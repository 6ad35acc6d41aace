"""A class on paper: who was there, what everybody did, and the most frequent wrong answers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from rcr.classroom.classes.board import Tile
from rcr.classroom.classes.desk import Desk
from rcr.classroom.classes.results import Result, wrong_answers
from rcr.text.html_page import html_page, html_table

MAX_WRONG_ANSWERS = 20  # the most frequent ones


def report(desk: Desk, results: Sequence[Result]) -> str:
    """A page to print with what was answered; names and answers stand there as they were typed."""
    info = desk.info()
    members = [member for member in desk.members() if not member.removed]
    title = info.title or "Class"
    tasks = [(task.title, task.kind, _time(task.created)) for task in desk.tasks.all()]
    wrong = [
        (w.kind, w.item, w.part, answer_text(w.answer), w.members, w.times)
        for w in wrong_answers(results)[:MAX_WRONG_ANSWERS]
    ]
    set_as = {task.id: task.title or task.kind for task in desk.tasks.all()}
    reached = [
        (set_as.get(tile.task or 0, ""), tile.nickname, tile.status, *_way(tile))
        for tile in desk.standings()
    ]
    people = [(m.nickname, _time(m.joined), *counts(results, m.id)) for m in members]
    parts = [
        f"<p>{escape(_time(info.created))} to {escape(_time(info.last_used))} (UTC)</p>",
        "<h2>Students</h2>",
        html_table(people, ("name", "joined", "answers", "right", "exercises", "best score")),
        "<h2>Tasks</h2>",
        html_table(tasks, ("task", "kind", "set")),
        "<h2>What everybody reached</h2>",
        html_table(reached, ("task", "name", "status", "recovered", "gap", "steps", "last move")),
        "<h2>Most frequent wrong answers</h2>",
        html_table(wrong, ("kind", "what", "part", "answer", "students", "times")),
    ]
    return html_page(title, f"<h1>{escape(title)}</h1>{''.join(parts)}")


def counts(results: Iterable[Result], member: int) -> tuple[int, int, int, str]:
    """A member's answers, how many were right, the exercises, and the best score of each goal."""
    mine = [result for result in results if result.member == member]
    best: dict[str, float] = defaultdict(lambda: float("inf"))
    for result in mine:
        if result.score is not None:
            best[result.item] = min(best[result.item], result.score)
    told = "; ".join(f"{item}: {score:g}" for item, score in best.items())
    right = sum(result.right is True for result in mine)
    return len(mine), right, sum(result.kind == "exercise" for result in mine), told


def _way(tile: Tile) -> tuple[str, str, int, str]:
    """What is recovered and the gap that is left, where there is a run; the steps that were
    taken, and when the last one was.
    """
    recovered = str(tile.recovered) if tile.has_run else ""
    gap = "" if tile.gap is None else f"{tile.gap:.3f}"
    return recovered, gap, tile.step, "" if tile.moved is None else _time(tile.moved)


def answer_text(answer: Any) -> str:
    """An answer to be read: what was typed as it was typed; none where something was done."""
    if answer is None:
        return ""
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
