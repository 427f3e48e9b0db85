"""The conformance checks that a bot's author runs alone on a submission."""
