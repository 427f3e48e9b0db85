"""Makes namespaces of its own, in which it would be root."""

from __future__ import annotations

from attack_kit import Attack, checked, in_child, libc

KINDS = {
    "user": 0x10000000,
    "mounts": 0x20000,
    "network": 0x40000000,
    "processes": 0x20000000,
    "ipc": 0x08000000,
    "names": 0x04000000,
    "cgroups": 0x02000000,
    "time": 0x80,
}
CHILD = 17


def enter(kind: str) -> int:
    with open(f"/proc/{attack.aims['arena']}/ns/{kind}") as namespace:
        return checked(libc.setns(namespace.fileno(), 0))


with Attack() as attack:
    for name, flag in KINDS.items():
        attack.attempt(name, lambda f=flag: in_child(lambda: checked(libc.unshare(f))))
    both = KINDS["user"] | KINDS["network"]
    attack.attempt("both", lambda: in_child(lambda: checked(libc.unshare(both))))
    attack.reach("clone3", 0, 0)
    attack.attempt("enter", lambda: in_child(lambda: enter("user")))
