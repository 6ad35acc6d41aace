"""Models at hand: the samples, changes to a model, and exchange with other libraries."""
