"""Generated from proto/arena/v1; not edited."""
