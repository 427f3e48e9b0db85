"""The bot contract's messages to and from the values of the inner layers."""
