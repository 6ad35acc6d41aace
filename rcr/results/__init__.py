"""Many games played side by side, and what they give kept in a folder piece by piece, so that
nothing finished is ever lost.
"""
