"""Branching: which variable to fix, and what the branches of a state prove together."""
