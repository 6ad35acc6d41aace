"""What a noun shows of itself in a notebook: html that holds all it needs, and fetches nothing."""
