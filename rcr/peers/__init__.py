"""The peer: MPLP with cluster tightening, in the same trace form as a run."""
