"""The Learn page: lessons beside a run, exercises, the challenge, and the report."""
