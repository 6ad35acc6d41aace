"""The table of runs says of each contestant only what it counts."""

from __future__ import annotations

import math

from streamlit.testing.v1 import AppTest

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


def test_a_gap_that_is_only_rounding_is_none():
    run = next(iter(read_shipped()[1].values()))["summary"]
    gaps = [cells([run | {"gap": gap}])[0]["gap"] for gap in (1.4e-14, 0.25, math.inf, None)]
    assert gaps == [0.0, 0.25, math.inf, None]


def page():
    from rcr.compare.shipped import read_shipped
    from rcr.ui.compare.comparison import Comparison
    from rcr.ui.compare.table_view import table_view

    table_view(Comparison(*read_shipped(), is_shipped=True))


def test_what_a_contestant_does_not_count_is_a_dash():
    app = AppTest.from_function(page).run(timeout=60)
    assert app.dataframe[0].proto.placeholder == "–"
