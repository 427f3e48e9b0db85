"""What is derived from a secret: vectors made with openssl, not with this code."""

from __future__ import annotations

from datetime import date

import pytest

from arena.schedule.secrets import bot_seed, commitment, daily_secret, match_secret, proof_key

EVENT_SECRET = bytes(32)
MATCH_4 = bytes.fromhex("5336a9272f5821a34d900cb5b8484917884193b10655edce0f262580f756e17d")


def test_a_match_secret_is_the_hmac_of_its_number() -> None:
    assert match_secret(EVENT_SECRET, 4) == MATCH_4


def test_a_commitment_is_the_sha_256_of_its_secret() -> None:
    digest = "9761f9c7409b04edf5b4ba15efd72ac1162bf1eedc6bcfbddb26aeee0c2a9095"
    assert commitment(MATCH_4) == digest


def test_a_bot_seed_is_64_bits_of_deal_and_seat() -> None:
    assert bot_seed(MATCH_4, deal=72, seat=4) == 0xA8A9A2EE5C79B73E


def test_a_proof_key_is_derived_from_the_match_secret() -> None:
    digest = "a318093f3c37f6de95bcff763df921e078c9bc315edbba78c6c2e68860ac9f09"
    assert proof_key(MATCH_4).hex() == digest


def test_no_two_seats_or_deals_share_a_bot_seed() -> None:
    seeds = {bot_seed(MATCH_4, deal, seat) for deal in range(112) for seat in range(5)}
    assert len(seeds) == 560


@pytest.mark.parametrize(
    ("day", "secret"),
    [
        ("2026-11-29", "f226006ecd679341d0840d83e5b217a4778c3ba705d1cd4ef204ea89339f1910"),
        ("2027-01-05", "a69036432305e59f2fbde2c1952553a4da800f65dff0aed849ac95a47bec3e59"),
    ],
)
def test_a_days_secret_is_one_that_anyone_can_compute(day: str, secret: str) -> None:
    """``printf 'sheepshead daily DAY' | sha256sum`` (R43)."""
    assert daily_secret(date.fromisoformat(day)).hex() == secret
