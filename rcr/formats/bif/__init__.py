"""BIF, the interchange format for Bayesian networks."""
