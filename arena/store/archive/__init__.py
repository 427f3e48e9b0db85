"""Submission archives, unpacked by code that trusts nothing in them.

An archive is read by `zip_reader` or `tar_reader`, each a strict reading of its
format: whatever two programs could read differently is refused. Both give
members, in the order of the file, whose names `claims` checks and whose bytes are
counted as they are inflated. When `unpack` has come to the end of the archive in
this way it begins anew, and only now `writing` makes regular files. All of it
happens in a process of its own (`child`), which `unpacking` starts and ends.
"""
