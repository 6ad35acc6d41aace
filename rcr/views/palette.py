"""What each colour means: Okabe and Ito's palette, in shades that read on a light and on a dark page."""

from __future__ import annotations

UPPER = "#D55E00"
LOWER = "#009E73"
UNKNOWN = "rgba(128, 140, 152, 0.18)"
EXACT = "#7A8794"
