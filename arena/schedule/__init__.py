"""Who meets whom, in which order and with which deals."""
