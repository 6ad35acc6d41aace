"""In which order the stages are compiled, by two processes at once, and how long each takes."""

from __future__ import annotations

# One process for each lane, in this order. Each begins with half of what a first click needs, and
# the halves have no kernel in common.
LANES = (
    (
        "relaxation and junction trees",
        "compensation and recovery",
        "frustrated cycles",
        "single steps and marginals",
        "look-ahead",
        "search",
        "arithmetic circuits",
    ),
    (
        "messages and updates",
        "schemes",
        "MPLP, the peer",
        "partition function",
        "numbers in files",
    ),
)
# What a first click on Explore needs: the beginning of each lane.
FIRST_CLICK = LANES[0][:4] + LANES[1][:2]
# Stages of the other lane that a stage waits for, whose kernels it would compile once more.
NEEDS = {
    "compensation and recovery": LANES[1][:2],
    "partition function": LANES[0][:4],
}
# CPU seconds that each took here; their proportions say how much is left.
STAGE_SECONDS = {
    "relaxation and junction trees": 13.0,
    "compensation and recovery": 0.5,
    "frustrated cycles": 0.5,
    "single steps and marginals": 0.5,
    "look-ahead": 5.0,
    "search": 4.0,
    "arithmetic circuits": 9.0,
    "messages and updates": 14.0,
    "schemes": 0.5,
    "MPLP, the peer": 9.0,
    "partition function": 12.0,
    "numbers in files": 0.5,
}
