"""From a lesson's file to a Lesson."""

from rcr.course.reading.lessons import read_lesson

__all__ = ["read_lesson"]
