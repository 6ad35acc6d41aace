"""The table of runs says of each contestant only what it counts."""

from __future__ import annotations

from rcr.compare.measures import in_their_units
from rcr.compare.shipped import read_shipped
from rcr.ui.compare.table_view import cells


def test_clusters_of_mplp_are_not_told_as_constraints():
    request, games = read_shipped()
    summaries = [game["summary"] for game in games.values()]
    shown = cells(in_their_units(summaries, request.kinds))
    for summary, row in zip(summaries, shown, strict=True):
        if summary["kind"] == "peer":
            assert row["recovered"] is row["loops closed"] is None
        else:
            assert (row["recovered"], row["loops closed"]) == (
                summary["recovered"],
                summary["loops_closed"],
            )
        assert row["clusters"] == summary["clusters"]
    assert {s["kind"] for s in summaries} == {"peer", "recovery"}
