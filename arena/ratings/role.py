"""What a seat was in a playing: picker, partner, defender, or one of many where all passed."""

from __future__ import annotations

from enum import Enum

from arena.referee.playing import Playing
from arena.rules.variants import Variant


class Role(Enum):
    """The part that a seat had. Every seat of every playing has exactly one."""

    PICKER = "picker"
    """Picked; with a partner, at tables that have partners."""
    ALONE = "alone"
    """Picked and had no partner, announced or not, at a table that has partners."""
    PARTNER = "partner"
    DEFENDER = "defender"
    LEASTER = "leaster"
    LEAST = "least"


def role_of(playing: Playing, seat: int, variant: Variant) -> Role:
    """What *seat* was in *playing*, at the table *variant*."""
    if playing.picker is None:
        return Role(playing.outcome)
    if seat == playing.picker:
        lacks_one = variant.partner != "none" and playing.partner is None
        return Role.ALONE if lacks_one else Role.PICKER
    return Role.PARTNER if seat == playing.partner else Role.DEFENDER


def roles_at(variant: Variant) -> tuple[Role, ...]:
    """The roles that a seat can have at the table *variant*."""
    has_partners = variant.partner != "none"
    picked = [Role.PICKER, *([Role.ALONE, Role.PARTNER] if has_partners else []), Role.DEFENDER]
    passed = {"leaster": Role.LEASTER, "doubler": Role.LEASTER, "least": Role.LEAST}
    return (*picked, *([passed[variant.all_pass]] if variant.all_pass in passed else []))
