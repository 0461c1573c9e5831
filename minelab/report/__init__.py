"""The report: what the five reports say, checked against the tables, and the notebooks."""
