"""Exercises: one kind a file. A decorated function makes the question from a seed and a level."""
