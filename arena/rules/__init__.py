"""Sheepshead by the rule book: pure, usable alone, by a bot's search for one."""
