"""How results look as text."""
