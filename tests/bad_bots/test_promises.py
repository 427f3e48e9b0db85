"""Public bug reports of other arenas, and the tests that keep this one from repeating them.

Each row names where somebody was hurt, what is promised here, and the tests that hold it, by
their place from this folder.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent


class Promise(NamedTuple):
    """What is promised, and by which tests it is shown."""

    sentence: str
    tests: tuple[str, ...]


PROMISES: Mapping[str, Promise] = {
    "Disservin/fastchess#302": Promise(
        "a bot that thinks past its time is flagged at that decision, and the log has the time",
        (
            "test_clock.py::test_a_sleeper_is_cut_off_at_its_first_decision_and_the_log_says_when",
            "test_clock.py::test_a_bot_that_sleeps_past_its_bank_is_stalled_whatever_it_decides",
        ),
    ),
    "Disservin/fastchess#495": Promise(
        "a late answer is never applied, and stays in the log as late",
        (
            "test_clock.py::test_a_late_answer_is_written_down_with_its_time_and_never_played",
            "test_clock.py::"
            "test_a_bot_that_thinks_past_its_bank_and_answers_before_the_cut_off_is_late",
        ),
    ),
    "Disservin/fastchess#231, #1029": Promise(
        "a stall, and a crash where no clock is near its end, end the deal in bounded time",
        (
            "test_clock.py::"
            "test_a_bot_that_is_stalled_for_ever_is_out_after_three_and_the_sitting_ends",
            "test_crashes.py::test_a_crash_is_one_crash_whatever_the_bot_was_asked",
            "test_crashes.py::"
            "test_a_bot_that_crashes_always_is_out_after_three_and_pays_for_every_later_deal",
        ),
    ),
    "Disservin/fastchess#531, #634": Promise(
        "a bot that cannot start: exit code 3, nothing played, and the message says why",
        (
            "test_start.py::test_a_bot_that_does_not_start_is_not_registered",
            "test_start.py::test_a_program_that_cannot_be_executed_is_not_registered",
            "test_start.py::test_what_is_not_there_is_named",
            "test_start.py::test_what_a_bot_last_wrote_is_quoted",
            "test_start.py::test_an_event_with_a_bot_that_does_not_start_does_not_exist",
            "test_start.py::"
            "test_a_bot_that_never_listens_is_given_up_at_submit_and_at_the_start_of_an_event",
        ),
    ),
    "hashicorp/go-plugin#164, dreignier/cg-brutaltester PR#49, HaliteChallenge/Halite#145": Promise(
        "chatter on stdout before and in play is no fault, and all of it is in the bot's log",
        (
            "test_harmless.py::test_bad_manners_are_no_fault_and_leave_nothing",
            "test_harmless.py::test_what_it_chatters_is_in_its_log",
        ),
    ),
    "hashicorp/go-plugin#147, ollama/ollama PR#14919, DOMjudge/domjudge#465": Promise(
        "a flood or an endless line blocks nobody, fills no disk and is one fault",
        (
            "test_output.py::test_a_flood_is_drained_and_charged_once",
            "test_output.py::test_what_a_bot_may_write_is_no_fault",
            "test_output.py::test_a_flood_is_charged_once_a_sitting_although_the_bot_starts_again",
        ),
    ),
    "HaliteChallenge/Halite-II#276, Vexa-ai/vexa#486, coolchess123/CCC-feedback#27": Promise(
        "no process and no socket of a bot is left, whatever it forks and however it ends",
        (
            "test_harmless.py::test_bad_manners_are_no_fault_and_leave_nothing",
            "test_harmless.py::test_what_a_bot_leaves_by_its_own_end_in_mid_deal_is_ended_too",
            "test_events.py::test_nothing_of_the_bots_is_left",
        ),
    ),
    "Cryptyc/Sc2LadderServer PR#128, b0n541/jskat#202, #231": Promise(
        "a fault at any kind of decision leaves the deal a value, and the others a result",
        (
            "test_crashes.py::test_a_crash_is_one_crash_whatever_the_bot_was_asked",
            "test_crashes.py::test_a_crash_in_the_third_trick_leaves_the_deal_its_value",
            "test_crashes.py::"
            "test_others_that_want_results_are_told_of_the_deal_in_which_a_bot_crashed",
            "test_clock.py::test_a_bot_that_sleeps_past_its_bank_is_stalled_whatever_it_decides",
            "test_events.py::test_every_playing_is_scored_for_all_seats",
        ),
    ),
    "Disservin/fastchess#631, sio2project/oioioi#542": Promise(
        "every way to fail is its own fault and never another",
        (
            "test_crashes.py::test_a_crash_is_one_crash_whatever_the_bot_was_asked",
            "test_clock.py::test_a_bot_that_stops_itself_is_stalled_and_not_crashed",
            "test_answers.py::test_an_action_that_breaks_a_rule_is_illegal_whatever_is_decided",
            "test_answers.py::test_a_bad_answer_is_one_fault_and_no_other",
            "test_answers.py::test_every_grpc_error_status_is_refused",
            "test_events.py::"
            "test_a_bad_bot_is_charged_with_its_fault_in_every_sitting_and_with_no_other",
        ),
    ),
    "official-stockfish/Stockfish#6864, cutechess/cutechess#630": Promise(
        "a stop of the arena, or a machine with no core to spare, flags no quick bot",
        (
            "test_host_stalls.py::test_a_stop_of_the_arena_costs_no_bot_anything_and_is_in_the_log",
            "test_busy_machine.py::test_a_quick_bot_is_not_flagged_while_all_cores_are_hogged",
        ),
    ),
    "grpc/grpc#7052": Promise(
        "64 deals at once leave the event loop free for others",
        ("test_busy_machine.py::test_64_deals_at_once_do_not_starve_the_event_loop",),
    ),
    "isaacharrisholt/gleam-chess-tournament#5, kelseyde/hobbes-chess-engine PR#308": Promise(
        "no decision is asked twice behind a bot's back; the margin is 0 unless the log says more",
        (
            "test_clock.py::test_no_decision_is_asked_twice",
            "test_clock.py::"
            "test_within_the_margin_a_late_answer_counts_and_the_log_says_how_much_that_is",
            "test_batches.py::"
            "test_a_failed_call_is_its_first_decisions_fault_and_the_others_are_asked_singly",
        ),
    ),
    "Disservin/fastchess#729, #244, ASPP/pelita#833, #359, cutechess/cutechess#444": Promise(
        "killed at any moment and resumed, an event ends as one that nobody killed",
        (
            "../cli/test_interruptions.py::"
            "test_after_sigkill_at_random_moments_all_is_as_in_an_unbroken_run",
            "../cli/test_interruptions.py::"
            "test_after_sigkill_at_fifty_random_moments_results_and_ratings_are_those_of_unbroken_runs",
            "../cli/test_interruptions.py::"
            "test_an_interrupted_event_says_how_to_go_on_and_leaves_nothing",
            "../cli/test_interruptions.py::test_a_torn_log_is_cut_back_and_continued",
        ),
    ),
    "Disservin/fastchess#952, coolchess123/CCC-feedback#47": Promise(
        "database and logs must agree, and a deal that stands twice in a log is found",
        (
            "../cli/test_fuzzed_logs.py::"
            "test_a_true_log_that_is_not_the_one_that_was_entered_is_found",
            "../cli/test_fuzzed_logs.py::test_a_log_that_was_entered_and_is_gone_is_missed",
            "../referee/test_edited_logs.py::test_every_edit_is_found_with_its_playing",
            "../store/test_events.py::test_recording_a_sitting_again_changes_nothing",
        ),
    ),
    "Disservin/fastchess#259, official-stockfish/fishtest#478, "
    "GAIGResearch/TabletopGames PR#174, #268": Promise(
        "no two blocks share a deal, and no deal depends on bots, on order or on concurrency",
        (
            "../schedule/test_rotation.py::test_matches_follow_each_other_without_sharing_a_deal",
            "../run/test_sitting.py::test_the_log_is_the_same_whatever_runs_at_once",
            "../cli/test_many_at_once.py::"
            "test_sixteen_sittings_at_once_leave_true_logs_even_where_they_are_killed",
        ),
    ),
    "official-stockfish/fishtest#2142": Promise(
        "sixteen sittings at once write true logs, and a kill in mid-write leaves them readable",
        (
            "../cli/test_many_at_once.py::"
            "test_sixteen_sittings_at_once_leave_true_logs_even_where_they_are_killed",
            "../referee/test_verify.py::test_a_torn_log_is_cut_back_to_its_last_valid_line",
        ),
    ),
    "AndyGrant/OpenBench#201, aiarena/aiarena-web#242, Disservin/fastchess#523, #520": Promise(
        "a crash is told with its signal and the decision; the bot's last words are in its log; "
        "it can be asked again",
        (
            "test_crashes.py::test_a_crash_is_one_crash_whatever_the_bot_was_asked",
            "test_crashes.py::test_the_last_words_of_a_crash_are_in_the_bots_log",
            "test_output.py::test_a_flood_is_drained_and_charged_once",
            "../referee/test_recorded.py::"
            "test_every_question_of_a_sitting_is_found_as_it_was_asked",
            "../cli/test_replay.py::test_one_decision_is_asked_alone",
        ),
    ),
    "codecombat/codecombat#651": Promise(
        "a thousand logs verify, and of those that were edited each is found",
        (
            "../run/test_thousand_logs.py::"
            "test_of_a_thousand_logs_those_that_were_edited_are_found_and_no_other",
        ),
    ),
    "davechurchill/StarcraftAITournamentManager#4, aiarena/aiarena-web#445, "
    "macanderson/stella PR#1430": Promise(
        "a killed worker and a full disk are void, listed, played again, and change no rating",
        (
            "../cli/test_void.py::test_a_worker_that_is_killed_three_times_leaves_its_sitting_void",
            "../cli/test_void.py::"
            "test_a_full_disk_is_void_and_the_event_goes_on_when_there_is_room",
            "../cli/test_void.py::test_a_full_disk_changes_no_rating",
        ),
    ),
    "Disservin/fastchess PR#40, #197, official-stockfish/fishtest PR#1021, "
    "cutechess/cutechess#178": Promise(
        "ten thousand playings under 256 descriptors: they, memory and rate stay flat",
        (
            "../bench/test_long_run.py::test_ten_thousand_playings_leave_everything_flat",
            "../cli/test_many_at_once.py::"
            "test_sixteen_sittings_at_once_leave_true_logs_even_where_they_are_killed",
        ),
    ),
}
"""By the report it was learned from."""


@pytest.mark.parametrize("report", PROMISES)
def test_the_tests_of_a_promise_exist(report: str) -> None:
    for name in PROMISES[report].tests:
        file, _, function = name.partition("::")
        defined = {
            node.name
            for node in ast.parse((HERE / file).read_text()).body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }

        assert function in defined, name
