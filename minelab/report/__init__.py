"""The five reports: their sources and claims checked against our tables, figures, notebooks."""
