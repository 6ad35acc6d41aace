"""Beat the heuristic: goals, instances, opponents and the score."""

from rcr.course.challenge.challenge import GOALS, SIZES, Challenge, Played, of_the_day
from rcr.course.challenge.instance import OPPONENTS, Arena, set_up

__all__ = ["GOALS", "OPPONENTS", "SIZES", "Arena", "Challenge", "Played", "of_the_day", "set_up"]
