#!/usr/bin/env python3
"""ci_counts.py - tools/ci.py counts what its checks print, misses no failure, and knows what a change touches."""
import contextlib
import io
import os
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.environ["TEST_SOURCE"], "tools"))
import ci  # noqa: E402


def outcome(*commands):
    """The last line of the summary, its exit status and the notes, after these commands."""
    run, printed = ci.Run(), io.StringIO()
    with contextlib.redirect_stdout(printed):
        for command in commands:
            run.command("check", command)
        status = run.summary()
    return printed.getvalue().splitlines()[-1], status, run.notes


def test_counts():
    assert outcome("echo 3 passed, 0 failed", "true")[:2] == ("4 passed, 0 failed", 0)
    assert outcome("echo 3 passed, 0 failed; echo 2 passed, 0 failed")[:2] == ("5 passed, 0 failed", 0), "a sum of several runs"
    assert outcome("echo 3 passed, 2 failed; exit 1")[:2] == ("3 passed, 2 failed", 1)
    assert outcome("echo 3 passed, 0 failed; exit 1")[:2] == ("3 passed, 1 failed", 1), "the status counts too"
    assert outcome("exit 1")[:2] == ("0 passed, 1 failed", 1)
    assert outcome("kill -9 $$")[:2] == ("0 passed, 1 failed", 1)
    assert outcome()[1] == 1, "a run without a check has failed"


def test_python_tests_that_are_skipped_are_a_failure():
    text, status, notes = outcome("echo 'skipped: frontends/python/tests: no pip'; echo 9 passed, 0 failed")
    assert (text, status) == ("9 passed, 1 failed", 1) and "no pip" in notes[0]


def test_the_summary_shows_the_end_of_a_failed_check():
    run, printed = ci.Run(), io.StringIO()
    with contextlib.redirect_stdout(printed):
        run.command("good", "echo a good line")
        run.command("bad", "echo a fault; exit 1")
        printed.truncate(0)
        run.summary()
    assert "    a fault\n" in printed.getvalue() and "a good line" not in printed.getvalue()


def test_a_check_that_does_not_end_is_stopped():
    signal.signal(signal.SIGALRM, ci.on_alarm)
    ci.MINUTES_MAX, kept = 0, ci.MINUTES_MAX
    try:
        text, status, notes = outcome("sleep 100")
    finally:
        ci.MINUTES_MAX = kept
    assert (text, status) == ("0 passed, 1 failed", 1) and "NOT PROVEN" in notes[0]


def test_a_check_that_had_too_little_time_has_not_failed():
    signal.signal(signal.SIGALRM, ci.on_alarm)
    ci.MINUTES_MAX, kept = 0, ci.MINUTES_MAX
    try:
        run = ci.Run()
        assert run.command("slow", "sleep 100", minutes=5) == ci.UNPROVEN
        assert run.results == [] and "NOT PROVEN" in run.notes[0]
        assert run.command("failing", "echo 3 passed, 1 failed; sleep 100", minutes=5) == 124
        assert run.results[0][:3] == ("failing", 3, 1)
    finally:
        ci.MINUTES_MAX = kept


def test_a_slow_machine_starts_fewer_checks():
    run = ci.Run()
    run.minutes, run.command = lambda: 40, lambda name, command, minutes: run.results.append(name)
    run.check(ci.Check("quick", 10, ""))
    assert run.results == ["quick"]
    run.slowness = 2
    run.check(ci.Check("slow", 10, ""))
    assert run.results == ["quick"] and run.notes == ["slow: not run, 40 minutes had passed"]


def test_an_archive_that_does_not_answer_is_said():
    run, calls = ci.Run(), []
    run.command = lambda name, command: calls.append(command) or (ci.ARCHIVE_SILENT if "fresh" in command else 0)
    run.bare_machine(["r"])
    assert calls[1:] == ci.README + ["make r"] and "NOT PROVEN" in run.notes[0]


def test_a_change_picks_its_front_ends():
    assert ci.front_ends(["frontends/r/R/array.R", "tools/frontends/cpp.py"], "00000001") == ["cpp", "r"]
    assert ci.front_ends(["tests/frontends/prepare.sh"], "00000001") == ci.FRONTENDS
    assert ci.front_ends(None, "00000001") == ci.FRONTENDS
    rotating = {ci.front_ends(["src/base/lock.c"], f"{n:08x}")[0] for n in range(0, 64, 16)}
    assert rotating == set(ci.FRONTENDS), "all have their turn"


def test_a_change_picks_its_checks():
    def names(*files):
        touched, rotating = ci.plan(list(files), "00000001")
        return {c.target for c in touched}, rotating.target if rotating else None

    assert names("docs/guide/memory.svg")[0] == set()
    assert {"hard", "asan", "tsan", "lint"} <= names("src/engine/memory_admission.c")[0]
    assert names("frontends/python/weir/nn/__init__.py")[0] == {"asan-python"}
    assert ci.plan(None, "0" * 40)[0] == ci.CHECKS, "without a base everything is touched"
    turns = {ci.plan([], f"{i:08x}")[1].target for i in range(len(ci.CHECKS))}
    assert turns == {c.target for c in ci.CHECKS}, "each check has its turn"


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
    return 0


if __name__ == "__main__":
    sys.exit(main())
