"""What a Python bot imports."""
