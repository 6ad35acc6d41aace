"""The table of runs says of each contestant only what it counts."""

from __future__ import annotations

from rcr.compare.shipped import read_shipped
from rcr.ui.compare.table_view import cells


def test_clusters_of_mplp_are_not_told_as_constraints():
    summaries = [game["summary"] for game in read_shipped()[1].values()]
    for summary in summaries:
        row = cells(summary)
        if summary["kind"] == "peer":
            assert row["recovered"] is row["loops closed"] is None
        else:
            assert (row["recovered"], row["loops closed"]) == (
                summary["recovered"],
                summary["loops_closed"],
            )
        assert row["clusters"] == summary["clusters"]
    assert {s["kind"] for s in summaries} == {"peer", "recovery"}
