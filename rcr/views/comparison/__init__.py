"""Figures of a comparison: curves of all contestants, dots over many models, and scores beside the
drops they promise.
"""
