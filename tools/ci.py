#!/usr/bin/env python3
"""ci.py - continuous integration: prove a commit on a bare machine, then run the checks that it touches.

    tools/ci.py [--base COMMIT] [--list]

1. The README's two commands on a bare root file system (tools/fresh.sh), and there also the tests of the front ends
   whose files differ from the base, or of one of them, chosen by the commit.  If the package archive does not
   answer, the commands run in place, and the summary says that the bare machine is not proven.
2. The checks whose files differ between the base and HEAD.  The base is --base, $CI_BASE, or the newest commit that
   is at least eight hours older than HEAD.
3. One of the other checks, chosen by the commit, so that all of them have their turn.

Each check is a make target, so `make NAME` (`make fresh` for the first, RUN="make r" for a front end) repeats it.  A check is started only if there
is time for it on this machine, and the summary names those that were not started, or were ended for want of time.  The last line is "N passed, N failed", summed over all
checks; a check that counts no tests counts as one.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import collections
import os
import re
import signal
import subprocess
import sys
import time

MINUTES_MAX = 62       # the whole run ends by then
MARGIN = 1.5           # a check is started if its usual time, times this, times the slowness of the machine, is left
HANGS = 3              # a check that is ended at MINUTES_MAX after this many times its usual time has failed
MINUTES_ROTATING = 50  # the check that rotates is not started later
BASE_HOURS = 8
ARCHIVE_SILENT = 75    # tools/fresh.sh: the package archive does not answer
UNPROVEN = -1          # no exit status: ended for want of time, and nothing had failed
LINES_SHOWN = 40       # the summary shows the last lines of a check that failed
SUITE = "trixie"       # Debian stable
README = ["make run ARGS=--quick", "make test"]
FRONTENDS = ["cpp", "r", "jvm", "node"]
FRONTENDS_ALL = r"^tools/(mkfrontends|record_samples|frontends/description)|^tests/frontends"  # these concern all of them

# minutes: the usual time on two cores, build included.  touches: paths for which the check matters.
Check = collections.namedtuple("Check", "target minutes touches")
C_SOURCES = r"^(src|include|nn|lib|tests/(unit|api|ops|model)|tests/[^/]*\.[ch]$|CMakeLists|cmake)"
CHECKS = [
    Check("hard", 8, C_SOURCES),
    Check("asan", 9, C_SOURCES),
    Check("lint", 14, r"\.[ch]$|^\.clang|^tools/layers"),
    Check("tsan", 18, C_SOURCES),
    Check("asan-python", 8, r"^(frontends/python|include)"),
    Check("warnings", 4, r"CMakeLists|^cmake|^Makefile"),
    Check("musl", 5, r"CMakeLists|^cmake"),
    Check("compatibility", 6, r"^include/weir|^tests/fixtures|^src/base/structs"),
    Check("nvrtc", 8, r"\.cu$|^src/device/cuda|_cuda\.[ch]$|^tests/(cuda/stand_in|ops/cuda)|^tools/nvrtc"),
    Check("wheel", 4, r"CMakeLists|^pyproject|^tools/wheel"),
    Check("sdist", 4, r"CMakeLists|^pyproject|^tools/sdist"),
    Check("docs", 1, r"\.md$|^include/weir/.*\.h$|^mkdocs|^tools/(docs|mksite)"),
    Check("aarch64", 14, r"^cmake/aarch64"),
]

Result = collections.namedtuple("Result", "name passed failed seconds")


def git(*words):
    return subprocess.run(("git",) + words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def changed_files(base):
    """The files that differ from the base; None, which stands for all, where there is no base."""
    if not base:
        stamp = int(git("log", "-1", "--format=%ct")) - BASE_HOURS * 3600
        base = git("rev-list", "-1", f"--before={stamp}", "HEAD")
    return git("diff", "--name-only", base, "HEAD").splitlines() if base else None


def plan(files, commit):
    """The checks that the files touch, and one of the others."""
    touched = [c for c in CHECKS if files is None or any(re.search(c.touches, f) for f in files)]
    others = [c for c in CHECKS if c not in touched]
    rotating = others[int(commit[:8], 16) % len(others)] if others else None
    return touched, rotating


def front_ends(files, commit):
    """The front ends that the files touch, or one of them."""
    touched = [f for f in FRONTENDS if files is None or
               any(re.search(rf"^frontends/{f}/|^tools/frontends/{f}\.py|{FRONTENDS_ALL}", name) for name in files)]
    return touched or [FRONTENDS[int(commit[:8], 16) // 16 % len(FRONTENDS)]]


class Run:
    def __init__(self):
        self.began = time.monotonic()
        self.results, self.notes = [], []
        self.ends = {}  # the last lines of each check that failed, by its name
        self.slowness = 1.0  # the time of the slowest check so far over its usual time

    def minutes(self):
        return (time.monotonic() - self.began) / 60

    def command(self, name, command, minutes=0):
        """Run it, show what it prints, and count its tests.  Returns its exit status.  minutes: its usual time."""
        print(f"\nci: {name}: {command}", flush=True)
        began, counts, unproven = time.monotonic(), [], 0
        latest = collections.deque(maxlen=LINES_SHOWN)
        child = subprocess.Popen(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        signal.alarm(max(1, int((MINUTES_MAX - self.minutes()) * 60)))
        try:
            for line in child.stdout:
                sys.stdout.write(line)
                sys.stdout.flush()
                latest.append(line)
                counted = re.match(r"(\d+) passed, (\d+) failed$", line)
                counts += [tuple(map(int, counted.groups()))] if counted else []
                if re.match(r"skipped: frontends/python/tests", line):
                    self.notes.append(f"{name}: the Python tests did not run, {line.strip()}")
                    unproven = 1
            status = child.wait()
        except TimeoutError:
            ran = (time.monotonic() - began) / 60
            self.notes.append(f"{name}: NOT PROVEN, ended at {MINUTES_MAX} minutes in all, after {ran:.0f}")
            status = 124 if ran > HANGS * minutes or any(failed for _, failed in counts) else UNPROVEN
        finally:
            signal.alarm(0)
            end(child)
        seconds = time.monotonic() - began
        if status not in (ARCHIVE_SILENT, UNPROVEN):
            passed, failed = map(sum, zip(*counts)) if counts else (int(status == 0), 0)
            failed += unproven
            self.results.append(Result(name, passed, failed or int(status != 0), seconds))
            if self.results[-1].failed:
                self.ends[name] = latest
        return status

    def check(self, check, latest=MINUTES_MAX):
        if self.minutes() + MARGIN * self.slowness * check.minutes > MINUTES_MAX or self.minutes() > latest:
            self.notes.append(f"{check.target}: not run, {self.minutes():.0f} minutes had passed")
        else:
            began = self.minutes()
            self.command(check.target, f"make {check.target}", check.minutes)
            self.slowness = max(self.slowness, (self.minutes() - began) / check.minutes)

    def bare_machine(self, languages):
        lines = README + [f"make {language}" for language in languages]
        if self.command("fresh", f"tools/fresh.sh {SUITE} '{' && '.join(lines)}'") == ARCHIVE_SILENT:
            self.notes.append("fresh: the package archive did not answer; THE BARE MACHINE IS NOT PROVEN")
            for line in lines:
                self.command("in place", line)

    def summary(self):
        for name, lines in self.ends.items():
            print(f"\nci: {name} failed; its last lines:")
            print("".join(f"    {line}" for line in lines), end="")
        print("\nci: summary")
        for r in self.results:
            print(f"    {r.name:<12} {r.passed:5} passed {r.failed:4} failed {r.seconds / 60:6.1f} min")
        for note in self.notes:
            print(f"    {note}")
        failed = sum(r.failed for r in self.results)
        print(f"{sum(r.passed for r in self.results)} passed, {failed} failed")
        return 1 if failed or not self.results else 0


def end(child):
    """Nothing outlives a check.  It has ten seconds to clean up."""
    for number, seconds in ((signal.SIGTERM, 10), (signal.SIGKILL, None)):
        try:
            os.killpg(child.pid, number)
            child.wait(seconds)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass


def on_alarm(number, frame):
    raise TimeoutError


def main():
    parser = argparse.ArgumentParser(description="Run continuous integration.")
    parser.add_argument("--base", default=os.environ.get("CI_BASE"), help="what HEAD is compared with")
    parser.add_argument("--list", action="store_true", help="say what would run")
    args = parser.parse_args()
    files, commit = changed_files(args.base), git("rev-parse", "HEAD")
    touched, rotating = plan(files, commit)
    languages = front_ends(files, commit)
    print(f"ci: {commit[:10]}, {'all' if files is None else len(files)} files changed; fresh with {' '.join(languages)}, then "
          f"{' '.join(c.target for c in touched) or 'nothing'}, then {rotating.target if rotating else 'nothing'}")
    if args.list:
        return 0
    signal.signal(signal.SIGALRM, on_alarm)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(143))
    run = Run()
    run.bare_machine(languages)
    for check in touched:
        run.check(check)
    if rotating:
        run.check(rotating, MINUTES_ROTATING)
    return run.summary()


if __name__ == "__main__":
    sys.exit(main())
