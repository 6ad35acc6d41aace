"""Compensation schemes: one file each, and what they share to update θ and to say what they do."""
