"""What each colour means: Okabe and Ito's palette, in shades that read on a light and on a dark
page.
"""

from __future__ import annotations

UPPER = "#D55E00"
UPPER_BAND = "rgba(213, 94, 0, 0.28)"
LOWER = "#009E73"
EXACT = "#7A8794"
ESTIMATE = "#AA6C00"
HERE = "#7A8794"
RECOVERED = "#1F83C2"
ORIGINAL = "#1F83C2"
CLONE = "#C0568F"
BEFORE = "#9AA5AF"
CELL = "#1F83C2"
MARK = "#D55E00"
GRID = "rgba(128, 140, 152, 0.25)"
