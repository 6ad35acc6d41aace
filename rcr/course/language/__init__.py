"""The small language of lessons: quantities of a run, compared and computed with; never code."""

from rcr.course.language.expression import Expression
from rcr.course.language.facts import Facts, Scene
from rcr.course.language.grammar import parse
from rcr.course.language.vocabulary import NUMBER, TRUTH, WORDS

__all__ = ["NUMBER", "TRUTH", "WORDS", "Expression", "Facts", "Scene", "parse"]
