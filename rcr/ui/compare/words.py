"""The names of the views of a comparison."""

ONE_MODEL, TWO_RUNS, ALL_MODELS = "One model", "Two runs", "All models"
REGRET, TABLE = "Regret", "Table"
