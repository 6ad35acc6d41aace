"""The bound curves: how the upper and the lower bound close in on the answer, on every branch of a
run.
"""
