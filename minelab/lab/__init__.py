"""The laboratory: many games, measured. Experiments, statistics, one tidy table each."""
