"""ladder.toml and bot.toml into value types."""
