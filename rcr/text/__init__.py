"""How things are written: counts and lists in words, numbers, tables as CSV."""
