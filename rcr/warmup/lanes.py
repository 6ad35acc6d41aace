"""In which order the stages are compiled, by two processes at once, and how long each takes."""

from __future__ import annotations

# One process for each lane, in this order. The second begins with what shares no kernel
# with the first, and comes to what does when the first has compiled it.
LANES = (
    (
        "relaxation and junction trees",
        "compensation and recovery",
        "schemes",
        "frustrated cycles",
        "single steps and marginals",
        "look-ahead",
        "search",
    ),
    ("MPLP, the peer", "arithmetic circuits", "partition function", "numbers in files"),
)
# What a first click on Explore needs: the beginning of the first lane.
FIRST_CLICK = LANES[0][:5]
# CPU seconds that each took here; their proportions say how much is left.
STAGE_SECONDS = {
    "relaxation and junction trees": 15.0,
    "compensation and recovery": 11.0,
    "schemes": 1.0,
    "frustrated cycles": 1.0,
    "single steps and marginals": 1.0,
    "look-ahead": 5.0,
    "search": 8.0,
    "partition function": 13.0,
    "MPLP, the peer": 9.0,
    "arithmetic circuits": 9.0,
    "numbers in files": 2.0,
}
