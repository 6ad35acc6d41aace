"""Exact inference on the relaxed model: one engine a file or folder, and what all of them offer."""
