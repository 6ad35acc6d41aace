"""The app as a whole: its start, its navigation and its style."""
