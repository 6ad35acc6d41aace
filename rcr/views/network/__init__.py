"""The graph of a cloned model: the picture, which never changes, and the small part that changes
with the state.
"""
