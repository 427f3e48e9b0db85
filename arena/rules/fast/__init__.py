"""Whole deals played by the thousand in compiled code, for search; needs the extra ``search``."""
