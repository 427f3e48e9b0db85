"""The arena command: arguments, progress, exit codes."""
