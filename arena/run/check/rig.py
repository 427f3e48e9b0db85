"""Where a submission is checked: its bots started, asked and ended, its traffic in words."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import trio

from arena.config.bot_toml import BotManifest, read_bot_toml
from arena.errors import RESTARTING, BotError, Fault
from arena.host.bot import Batch, Bot, CallFailedError, StartError, Terms
from arena.host.command import BotCommand
from arena.host.cpu import reads_cpu
from arena.host.sandbox.cage import Confinement
from arena.referee.clock import TimeControl
from arena.referee.policy import START_MS, FaultPolicy, Limits, cut_off_ms, limits_of
from arena.referee.question import Question
from arena.rules.actions import Action
from arena.rules.variants import Variant
from arena.run.check.findings import Findings
from arena.run.check.positions import SECRET, Position, settings_of
from arena.run.check.wording import answer_words, asked_words, short, table_words
from arena.run.handing_in import HandedIn
from arena.schedule.secrets import proof_key
from arena.store.submissions import digest_of
from arena.version import VERSION
from arena.wire.hello import PROTOCOL_VERSIONS, Introduction

CONTROL: Final = TimeControl(base_ms=1_000, increment_ms=100)
"""The usual time control, which every limit told is of."""
PROOF_KEY: Final = proof_key(SECRET)
_QUOTED_BYTES: Final = 300


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried."""

    positions: int = 4
    """Of each kind, at each setting of a table."""
    deals: int = 10
    """Played whole, at each setting of a table."""
    long_run_deals: int = 300
    long_run_s: float = 20
    """The long run ends with whichever comes first."""
    quiet_s: float = 1.0
    """How long a bot is watched that is not asked."""
    start_ms: int = START_MS


@dataclass(frozen=True, slots=True)
class Session:
    """One running bot of the submission, at one setting of a table."""

    bot: Bot
    introduction: Introduction
    setting: Variant
    scratch: Path
    output: Path

    @property
    def batch(self) -> int:
        """The most observations that it takes in one call."""
        return self.introduction.max_batch


class Rig:
    """One submission under check. `close` it."""

    def __init__(
        self, submission: HandedIn, effort: Effort, place: Path, confinement: Confinement
    ) -> None:
        """Nothing is read yet.

        Args:
            place: private and empty, its path short.
            confinement: how its processes are confined.
        """
        self.folder = submission.folder.resolve()
        """Where the submission lies."""
        self.shown = submission.shown
        """What its author calls that."""
        self.effort = effort
        self.confinement = confinement
        self.copy = place / "bot"
        """The submission as it would be frozen: what is run."""
        self.sent = ""
        """The latest that was sent, in words."""
        self.came = ""
        """What came back to it."""
        self.hello_answer = b""
        """The body of the latest answer to Hello; empty if the latest bot gave none."""
        self.findings = Findings()
        """What one check has found and others judge."""
        self._place = place
        self._manifest: BotManifest | None = None
        self._begun = 0
        self._running: list[Session] = []
        self._shared: dict[Variant, Session] = {}
        self._second: Session | None = None

    @property
    def manifest(self) -> BotManifest:
        """What bot.toml says.

        Raises:
            ConfigError: it has mistakes.
        """
        if self._manifest is None:
            self._manifest = read_bot_toml(self.folder, self.shown)
        return self._manifest

    @property
    def command(self) -> BotCommand:
        """How the bot is started."""
        manifest = self.manifest
        return BotCommand(manifest.command, self.copy, manifest.env, manifest.runtime)

    @property
    def limits(self) -> Limits:
        """What the bot is told in Hello."""
        told = limits_of(CONTROL, FaultPolicy(), reads_cpu=reads_cpu())
        return replace(told, start_ms=self.effort.start_ms)

    def take_copy(self) -> None:
        """Copy the submission to where it is run, as freezing leaves it: for all to read."""
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(self.folder, self.copy, symlinks=True, ignore=ignored)
        for above, _, names in os.walk(self.copy):
            Path(above).chmod(0o755)
            for path in (Path(above) / name for name in names):
                path.chmod(0o555 if path.stat().st_mode & stat.S_IXUSR else 0o444)
        self.findings.copy_digest = digest_of(self.copy)

    # ------------------------------------------------------------ processes

    async def session(self, table: str) -> Session:
        """The bot that is asked at *table* with its default options, started if need be."""
        return await self.session_at(settings_of(table)[0])

    async def session_at(self, setting: Variant) -> Session:
        """The bot that is asked at *setting*, started if need be.

        Two run at most: the first one's setting is always kept, and one more.
        """
        if setting not in self._shared:
            for other in list(self._shared.values())[1:]:
                await self.end(other)
            self._shared[setting] = await self.begin(setting)
        return self._shared[setting]

    async def second(self, setting: Variant) -> Session:
        """Another process beside it, which no check has asked anything but those that use this."""
        if self._second is None:
            self._second = await self.begin(setting)
        return self._second

    async def begin(
        self,
        setting: Variant,
        *,
        hello: bytes | None = None,
        scratch: Path | None = None,
        versions: Sequence[int] = PROTOCOL_VERSIONS,
        limits: Limits | None = None,
    ) -> Session:
        """One more process of the bot.

        Args:
            hello: sent in place of the usual one.
            scratch: another's, which it finds as that has left it.
            versions: those in *hello*, for the words.
            limits: told and enforced in place of the usual ones.

        Raises:
            BotError: it did not start.
        """
        bot, scratch, output = self._another(setting, scratch, limits or self.limits)
        self.sent = f"Hello: {table_words(setting)}, protocol_versions {list(versions)}"
        try:
            introduction = await bot.start(hello)
        except StartError as error:
            self.came = short(str(error))
            raise
        finally:
            self.hello_answer = bot.hello_answer
        self.came = "; ".join(
            f"{name} {getattr(introduction, name)!r}" for name in introduction.__slots__
        )
        session = Session(bot, introduction, setting, scratch, output)
        self._running.append(session)
        return session

    def _another(
        self, setting: Variant, scratch: Path | None, limits: Limits
    ) -> tuple[Bot, Path, Path]:
        """One more bot that is not started, its scratch folder and its output file."""
        self._begun += 1
        place = self._place / str(self._begun)
        scratch, output = scratch or place / "scratch", place / "output.log"
        bot = Bot(
            self.command,
            Terms(VERSION, limits, setting),
            proof_key=PROOF_KEY,
            folder=place,
            scratch=scratch,
            output=output,
            confinement=self.confinement,
        )
        return bot, scratch, output

    async def end(self, session: Session) -> None:
        """Stop it; once more is fine."""
        if session in self._running:
            self._running.remove(session)
            await session.bot.stop()
        if self._shared.get(session.setting) is session:
            del self._shared[session.setting]
        if self._second is session:
            self._second = None

    async def close(self) -> None:
        """Leave nothing running."""
        with trio.CancelScope(shield=True):
            for session in list(self._running):
                await self.end(session)

    # ------------------------------------------------------------ questions

    async def ask(
        self, session: Session, questions: Sequence[Question], request: bytes | None = None
    ) -> Batch:
        """One call. What is sent and comes is kept in words.

        Raises:
            BotError: it brought no answers; a bot that would be restarted is ended.
        """
        self.sent, self.came = asked_words(questions), "nothing yet"
        left_ms = min(question.wall_left_ms for question in questions)
        limit_ms = cut_off_ms(max(left_ms, self.limits.wall_base_ms), len(questions), 0)
        try:
            batch = await session.bot.decide(questions, limit_ms, request)
        except CallFailedError as error:
            self.came = short(f"{error}{_last_output(session.output)}")
            if error.fault in RESTARTING:
                await self.end(session)
            raise
        self.came = answer_words(batch.answers)
        return batch

    async def ask_legal(
        self, session: Session, positions: Sequence[Position]
    ) -> tuple[Action, ...]:
        """The answers to *positions* in one call, each of which must be legal.

        Raises:
            BotError: one is not, or is none.
        """
        questions = [asked(one) for one in positions]
        batch = await self.ask(session, questions)
        actions = []
        for position, question, answer in zip(positions, questions, batch.answers, strict=True):
            actions.append(self.judged(position, question, answer))
        return tuple(actions)

    def judged(self, position: Position, question: Question, answer: Action | BotError) -> Action:
        """*answer*, if it is legal.

        Raises:
            BotError: it is not, or is none; what was sent and came is then of it alone.
        """
        if isinstance(answer, Action):
            rule = position.broken_rule(answer)
            if rule is None:
                return answer
            answer = BotError(Fault.ILLEGAL, f"{answer_words([answer])}: {rule}")
        self.sent, self.came = asked_words([question]), short(str(answer))
        raise answer


def asked(position: Position) -> Question:
    """*position* as a question with an id of its own, as each time that something is asked."""
    question = replace(position.question, decision_id=os.urandom(8))
    return question if reads_cpu() else replace(question, cpu_left_ms=None)


def _last_output(path: Path) -> str:
    """The end of what a bot wrote, for a message; empty if it wrote nothing."""
    if not path.is_file():
        return ""
    lines = path.read_bytes()[-_QUOTED_BYTES:].decode(errors="replace").split("\n")
    text = " | ".join(line.strip() for line in lines if line.strip())
    return f"; the end of its output: {text}" if text else ""
