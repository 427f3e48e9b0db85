"""Does nothing bad: what a bot may legitimately do, which must work everywhere."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading

from attack_kit import Attack, read


def serve() -> bool:
    address = os.environ["ARENA_BOT_ADDRESS"].removeprefix("unix:")
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as caller:
        listener.bind(address)
        listener.listen()
        if attack.aims["may_connect"]:
            caller.connect(address)
        return True


def store() -> bool:
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/notes", "wb") as file:
        file.write(bytes(1024 * 1024))
        return file.tell() == 1024 * 1024


def start_thread() -> bool:
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    return True


def start_child() -> bool:
    return subprocess.run([sys.executable, "-S", "-c", "pass"], check=False).returncode == 0


with Attack() as attack:
    attack.notes = {
        "serves": serve(),
        "stores": store(),
        "threads": start_thread(),
        "children": start_child(),
        "reads its submission": b"nothing bad" in read(__file__),
        "home": os.environ["HOME"],
        "uid": os.getuid(),
        "pid": os.getpid(),
        "python": sys.version.split()[0],
    }
