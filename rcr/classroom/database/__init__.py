"""The database: where it is, its tables, and transactions that fail in one sentence."""
