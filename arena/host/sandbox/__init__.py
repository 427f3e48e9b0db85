"""Where a bot runs: what it can see, reach and use up, by level of confinement."""
