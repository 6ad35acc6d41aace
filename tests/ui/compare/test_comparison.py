"""A comparison on the page holds whatever there is in its folder, whoever has played it."""

from __future__ import annotations

from rcr.compare.comparison import compare
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.results.in_this_process import OneByOne
from rcr.ui.compare.comparison import Comparison

REQUEST = Request(
    (contestant("paper"), contestant("mplp")), tuple(subjects("grid:rows=2,cols=2", 2))
)


def test_what_another_page_has_played_meanwhile_is_there_after_going_on(tmp_path):
    """A page that is reloaded while runs are under way finds some finished; others end after it
    has looked.
    """
    page = Comparison(REQUEST, {}, tmp_path)
    played = compare(REQUEST, tmp_path, OneByOne())
    page.go_on()
    page.job.wait(60)
    assert page.complete
    assert (page.table, page.finished) == (played.rows, played.summaries)
