"""What a game that was sent away answers: its rows, and its result or what went wrong."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from rcr.model import ModelError
from rcr.results.game import CANCELLED, Cancelled, Game, Outcome
from rcr.run.budget import Cancel

READY, ROW, RESULT, REFUSED, RAISED = "ready", "row", "result", "refused", "raised"
Answer = tuple[str, Any]  # one of these words, or cancelled, and what goes with it


def answer_of(game: Game, report: Callable[[Any], None], cancel: Cancel | None = None) -> Answer:
    """The result; or what went wrong, as text, since an exception may hold what cannot be sent."""
    try:
        return RESULT, game.play(report, cancel)
    except Cancelled:
        return CANCELLED, None
    except ModelError as error:
        return REFUSED, str(error)
    except Exception as error:
        traceback.print_exc()
        return RAISED, f"{type(error).__name__}: {error}"


def outcome_of(key: str, answer: Answer) -> Outcome:
    """How the game ended that answered so; what it refused or raised is raised here."""
    kind, data = answer
    if kind == RESULT:
        return Outcome(key, data)
    if kind == CANCELLED:
        return Outcome(key, unfinished=CANCELLED)
    raise (ModelError if kind == REFUSED else RuntimeError)(data)
