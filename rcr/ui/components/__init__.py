"""Widgets of the app's own, each with its code and its style beside it."""
