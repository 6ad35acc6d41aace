"""Contestants on the same models, side by side: what is asked, each game, the folder of results,
who wins.
"""
