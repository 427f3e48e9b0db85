"""Checks 90 to 99: what a bot does at Bye."""

from __future__ import annotations

from typing import Final

from arena.host.bot import Farewell
from arena.host.process import describe_exit
from arena.run.check.outcome import Broken, Check, Kept, Noted, Outcome
from arena.run.check.positions import picks
from arena.run.check.rig import Rig, asked

_ENDED: Final = ("exits-at-bye",)
_TRIES: Final = 3


async def _said_bye(rig: Rig, table: str, *, ask: bool) -> Farewell:
    """Bye to a bot that was asked something before, or not; to another one if it takes too long.

    A machine can hold a bot up for longer than it has, so the best of a few counts.
    """
    for _ in range(_TRIES):
        session = await rig.session(table)
        if ask:
            await rig.ask(session, [asked(one) for one in picks(session.setting, 1)])
        farewell = await session.bot.say_bye()
        await rig.end(session)
        if farewell.answered and farewell.returncode is not None:
            break
    return farewell


def _told(rig: Rig, farewell: Farewell) -> Farewell:
    """*farewell*, put in words."""
    code = farewell.returncode
    ended = "alive after 1 s" if code is None else f"ended with {describe_exit(code)}"
    rig.sent = "Bye"
    rig.came = f"{'an answer' if farewell.answered else 'no answer'}, {ended}"
    return farewell


async def _farewell(rig: Rig, table: str) -> Farewell:
    """What the bot does at Bye after it was asked something; tried once."""
    if rig.findings.farewell is None:
        rig.findings.farewell = await _said_bye(rig, table, ask=True)
    return _told(rig, rig.findings.farewell)


async def _answered(rig: Rig, table: str) -> Outcome:
    return Kept() if (await _farewell(rig, table)).answered else Broken()


async def _exits(rig: Rig, table: str) -> Outcome:
    return Broken() if (await _farewell(rig, table)).returncode is None else Kept()


async def _at_once(rig: Rig, table: str) -> Outcome:
    farewell = _told(rig, await _said_bye(rig, table, ask=False))
    rig.sent = "Hello, and then Bye"
    return Broken() if farewell.returncode is None else Kept()


async def _code(rig: Rig, table: str) -> Outcome:
    code = (await _farewell(rig, table)).returncode
    assert code is not None, "it has ended"
    return Noted(describe_exit(code)) if code else Kept("exit code 0")


async def _children(rig: Rig, table: str) -> Outcome:
    left = (await _farewell(rig, table)).children
    came = f"{left} processes left behind"
    return Noted(came) if left else Kept(came)


CHECKS: Final = (
    Check(90, "answers-bye", "an answer to Bye within 1 s", _answered, needs=("answers",)),
    Check(91, "exits-at-bye", "its end within 1 s of Bye", _exits, needs=("answers",)),
    Check(
        92,
        "bye-at-once",
        "its end within 1 s of Bye, too, if it was never asked anything",
        _at_once,
        needs=_ENDED,
    ),
    Check(93, "exit-code", "exit code 0", _code, needs=_ENDED, advice=True),
    Check(
        94, "no-children", "no process of its own left behind", _children, needs=_ENDED, advice=True
    ),
)
