"""Recovery heuristics: one file each, a function from what is known of the relaxed constraints to
their scores.
"""
