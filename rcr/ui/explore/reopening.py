"""A kept run is opened again: as it was, with its history, and looked at in the same way."""

from __future__ import annotations

import json

from rcr import ModelError, Run
from rcr.classroom import KeptRun
from rcr.run.file import replay_text
from rcr.ui.background_work import Stop
from rcr.ui.explore.kept_view import show_looks
from rcr.ui.visitor import visitor

STORE = "the store"  # where a kept run comes from, in messages
DOING_AGAIN = "Doing the run again"


def reopen_wanted() -> bool:
    """If a kept run is to be shown next, open it; whether that was done. Before anything is
    drawn.
    """
    who = visitor()
    visit, keeper = who.explore, who.keeper
    number = visit.wanted_number
    if number is None or keeper is None or (visit.run is not None and number == keeper.number):
        visit.wanted_number = None
        return False

    def again(stop: Stop) -> tuple[KeptRun, Run]:
        kept = keeper.store.runs.open(keeper.who(), number)
        return kept, replay_text(json.dumps(kept.document), STORE, stop).run

    try:
        kept, run = visit.background.done(("kept", number), DOING_AGAIN, again)
        visit.wanted_number = None
        keeper.flush(0)
        keeper.resume(kept, run)
    except ModelError as error:
        visit.wanted_number = None
        visit.complaint.text = str(error)
        return False
    visit.opened, visit.title, visit.watched = run, kept.title, True
    show_looks(kept.view)
    return True
