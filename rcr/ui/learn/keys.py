"""The keys of the widgets on Learn that are read elsewhere (see rcr.ui.widgets)."""

PART = "learn:part"
VIEW = "learn:view"
PANEL = "learn:panel"
GRAPH = "learn-graph"
LESSON = "lesson"  # the part of the address that names the open lesson
KIND = "learn:kind"
EXERCISE_LEVEL = "learn:level"
EXERCISE, LEVEL, SEED = "exercise", "level", "seed"  # the parts that name an exercise
GOAL = "learn:goal"
SIZE = "learn:size"
CHALLENGE, BEAT = "challenge", "beat"  # the parts that name a challenge, and a score
REPORT = "report"  # the part of the address that opens the report
