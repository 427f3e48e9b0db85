"""A bot-competition arena for Sheepshead: typed protocol, strict clocks, duplicate deals."""
