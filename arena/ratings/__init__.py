"""Results into numbers: pair scores, live Elo, crosstables, their errors."""
