"""Class: join with a code; the teacher sets what to do and sees how everybody gets on."""

from __future__ import annotations

from rcr.ui.app.style import page_style
from rcr.ui.classroom.desk_page import desk_page
from rcr.ui.classroom.door import door
from rcr.ui.classroom.entering import keep_cookies
from rcr.ui.classroom.seat_page import seat_page
from rcr.ui.visitor import visitor

PLACE = 30  # in the menu

page_style("classroom")
keep_cookies()
visit = visitor().classroom
if visit.teaching is not None:
    desk_page(visit.teaching)
elif visit.sitting is not None:
    seat_page(visit.sitting)
else:
    door()
