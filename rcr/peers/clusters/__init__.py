"""MPLP's clusters: the regions, their updates, and the search for new ones."""
