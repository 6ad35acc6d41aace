"""The forms by which a teacher sets tasks."""
