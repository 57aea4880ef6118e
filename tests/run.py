#!/usr/bin/env python3
"""run.py - run the tests, each in a process of its own, several at a time.

    tests/run.py [options] WHAT...

WHAT is a build tree (its tests.txt lists the test programs, and emulator.txt, if there is one, holds
the words of the command that runs them), a test program, a folder of script tests, a script (.sh,
.py), or a folder or file of Python tests (test_*.py), which pytest runs with each interpreter that the
tree's pythons.txt names (tools/python.sh writes it).  A test program lists its tests with --list and runs the one that is
named.  Exit status 0 is a pass, 77 a skip, anything else a failure; so is the use of more than a gigabyte
(--megabytes), except by scripts and Python tests, which may compile or load other libraries, and with a sanitizer.  Scripts find the tree in
$TEST_SOURCE and the build in $TEST_BUILD, and their own scratch folder in $TMPDIR.

Tests do not depend on what the machine has: the default runtime finds its budget in WEIR_MEMORY, and
--workers N has tests that work with any number of workers use N ($TEST_WORKERS; WEIR_WORKERS for the default
runtime).  --device NAME has Python tests make their arrays on that device ($TEST_DEVICE).  --cards LIST lets tests see
these cards, as in WEIR_CUDA_DEVICES; otherwise they see none, unless --device names one or $TEST_GPU is set.  All other
WEIR_* of the caller are taken out.  --before WORDS is a command that runs each test program, such as a memory checker.

However run.py ends, no test is left running: SIGINT, SIGTERM and SIGHUP end all that it started, and a second
process, the watcher, does so if run.py itself is killed.  Started by make, it also ends if make is killed.

The last line is "N passed, N failed".  A run without any test has failed.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import concurrent.futures
import ctypes
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SKIP = 77
PYTEST_SKIP = 5  # pytest's own, for a file whose tests are all skipped
SCRIPT_SECONDS = 900  # scripts build the library, on one slow core too; more where --timeout gives tests more
PROGRESS_TESTS = 50  # between two lines of progress, where there is no terminal

MEMORY = "512M"  # the budget of a default runtime; TEST_MEMORY_BYTES of harness.h
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Test = namedtuple("Test", "name command seconds build")
Result = namedtuple("Result", "test verdict seconds output megabytes")


class Ended(Exception):
    """A signal asks for the end."""


class Processes:
    """The process groups that were started, so that all of them can be ended, by us or by the watcher.

    The watcher reads from a pipe which groups there are; it ends them when the pipe is closed, which the
    system does for us however we die.
    """

    def __init__(self, scratch):
        self.lock = threading.Lock()
        self.groups = set()  # under the lock
        self.ended = False  # under the lock: start no more
        command = [sys.executable, os.path.abspath(__file__), "--watch", scratch]
        self.watcher = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True, text=True)

    def tell(self, sign, group):
        self.watcher.stdin.write(f"{sign}{group}\n")
        self.watcher.stdin.flush()

    def start(self, command, **options):
        """A process with a group of its own.  The lock makes sure that end() knows of it."""
        with self.lock:
            if self.ended:
                raise Ended
            child = subprocess.Popen(command, start_new_session=True, **options)
            self.groups.add(child.pid)
            self.tell("+", child.pid)
            return child

    def finish(self, child):
        """End what is left of its group, and forget it."""
        kill(child.pid)
        child.wait()
        with self.lock:
            self.groups.discard(child.pid)
            if not self.ended:  # else the watcher has been told all
                self.tell("-", child.pid)

    def end(self):
        """End all groups; no more are started."""
        with self.lock:
            self.ended = True
            for group in self.groups:
                kill(group)
        self.watcher.stdin.close()
        self.watcher.wait()


def watch(scratch):
    """What the watcher does: end the groups that are left when the pipe from run.py closes."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    groups = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        kill(group)
    if groups:
        shutil.rmtree(scratch, ignore_errors=True)


def end_with_make():
    """Ask for SIGTERM when make is gone: it cannot pass on a SIGKILL."""
    if "MAKELEVEL" in os.environ:
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, int(signal.SIGTERM), 0, 0, 0)


def emulator(build):
    """The words before a program's name, where it was built for another machine."""
    try:
        with open(os.path.join(build, "emulator.txt")) as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def tree_of(path):
    """The build tree that a program lies in, or None."""
    while os.path.dirname(path) != path:
        path = os.path.dirname(path)
        if os.path.exists(os.path.join(path, "tests.txt")):
            return path
    return None


def is_sanitized(build):
    """Is it built with a sanitizer, which uses several times the memory?"""
    try:
        with open(os.path.join(build, "CMakeCache.txt")) as file:
            return any(line.startswith("WEIR_SANITIZE:") and line.rstrip()[-1] != "=" for line in file)
    except FileNotFoundError:
        return False


def list_program(path, build, prefix, seconds):
    if not os.path.exists(path):
        sys.exit(f"run.py: {os.path.relpath(path)} is not built")
    command = emulator(build) + [path]
    listed = subprocess.run(command + ["--list"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=30, env=environment(build))
    program = os.path.basename(path)
    if listed.returncode != 0:
        return [Test(f"{prefix}{program} --list", command + ["--list"], seconds, build)]
    names = listed.stdout.decode(errors="replace").split()
    return [Test(f"{prefix}{program}: {name}", command + [name], seconds, build) for name in names]


def list_script(path, build):
    runner = [sys.executable] if path.endswith(".py") else ["bash"]
    return Test(os.path.relpath(path, ROOT), runner + [path], SCRIPT_SECONDS, build)


def is_script(test):
    return test.command[0] in (sys.executable, "bash") or "pytest" in test.command


def list_pytest(paths, build):
    """Each file with each Python.  What cannot be run is one test, which is skipped and says why."""
    try:
        with open(os.path.join(build, "pythons.txt")) as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        lines = ["# the Python package is not built: make python"]
    tests = []
    for line in lines:
        name, command = line.split(maxsplit=1)
        if name == "#":
            skip = ["sh", "-c", 'echo "$1"; exit 77', "sh", command]
            tests.append(Test(os.path.relpath(os.path.dirname(paths[0]), ROOT), skip, SCRIPT_SECONDS, build))
            continue
        pytest = shlex.split(command) + ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
        tests += [Test(f"{name} {os.path.relpath(path, ROOT)}", pytest + [path], SCRIPT_SECONDS, build)
                  for path in paths]
    return tests


def is_pytest(path):
    return os.path.basename(path).startswith("test_") and path.endswith(".py")


def collect(whats, seconds, tree):
    """All tests that the arguments name.  Scripts come first: they take longest."""
    trees = [os.path.abspath(w) for w in whats if os.path.exists(os.path.join(w, "tests.txt"))]
    first_tree = tree or (trees[0] if trees else os.path.join(ROOT, "build", "release"))
    programs, scripts = [], []
    for what in map(os.path.abspath, whats):
        if what in trees:
            prefix = os.path.basename(what) + "/" if len(trees) > 1 else ""
            with open(os.path.join(what, "tests.txt")) as file:
                for line in file.read().split():
                    programs += list_program(os.path.join(what, line), what, prefix, seconds)
        elif is_pytest(what):
            scripts += list_pytest([what], first_tree)
        elif os.path.isdir(what) and any(map(is_pytest, os.listdir(what))):
            paths = [os.path.join(what, name) for name in sorted(os.listdir(what)) if is_pytest(name)]
            scripts += list_pytest(paths, first_tree)
        elif os.path.isdir(what):
            scripts += [list_script(os.path.join(what, name), first_tree)
                        for name in sorted(os.listdir(what)) if name.endswith((".sh", ".py"))]
        elif what.endswith((".sh", ".py")):
            scripts.append(list_script(what, first_tree))
        elif os.access(what, os.X_OK):
            programs += list_program(what, tree_of(what) or first_tree, "", seconds)
        else:
            sys.exit(f"run.py: {what} is neither a build tree, a test program, a script nor a folder of tests")
    return scripts + programs


def environment(build, workers=None, device=None, stand_in=False, cards=None):
    """Ours less WEIR_*, which the default runtime reads, plus a budget and what scripts look for."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("WEIR_")}
    env.update(TEST_SOURCE=ROOT, TEST_BUILD=build, PYTHONDONTWRITEBYTECODE="1",
               PYTHONPATH=os.path.join(build, "python"), WEIR_MEMORY=MEMORY, WEIR_SEED="0")
    if workers:
        env.update(TEST_WORKERS=str(workers), WEIR_WORKERS=str(workers))
    if device:
        env.update(TEST_DEVICE=device)
    if cards:
        env.update(WEIR_CUDA_DEVICES=cards, TEST_CUDA_DEVICES=cards)
    elif not (device or "").startswith("cuda"):
        env.update(WEIR_CUDA_DEVICES="none")  # tests do not depend on the machine's GPUs
    if stand_in:
        env.update(WEIR_CUDA_LIBRARY=os.path.join(build, "tests/cuda/libcuda_stand_in.so"),
                   XDG_CACHE_HOME=os.path.join(build, "cuda-cache"))
    env.setdefault("TSAN_OPTIONS", "halt_on_error=1 second_deadlock_stack=1")
    # gcc 13's copies of stack frames, which detect uses after return, do not keep the alignment of 64-byte vectors.
    # The search for leaks reads thread-local variables of loaded libraries, which the stand-in's kernels have, at an
    # address that it guesses: where a block begins 16 bytes after a page, gcc 12's guess is wrong, and it crashes.
    env.setdefault("ASAN_OPTIONS", "detect_leaks=1 detect_stack_use_after_return=0 intercept_tls_get_addr=0")
    env.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    return env


def stacks(pid):
    """Where every thread of a stuck test is, if there is a debugger to ask."""
    if not shutil.which("gdb"):
        return b""
    try:
        gdb = subprocess.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 12"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
        return b"\n" + gdb.stdout
    except subprocess.TimeoutExpired:
        return b""


def kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def wait(child, seconds):
    """As child.wait, but gives the exit status and the most memory that it used, in MB."""
    until, pause = time.monotonic() + seconds, 0.0005
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid == child.pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode, usage.ru_maxrss / 1024
        if time.monotonic() > until:
            raise subprocess.TimeoutExpired(child.args, seconds)
        time.sleep(pause)
        pause = min(2 * pause, 0.05)


def run_one(test, scratch, processes, args):
    began = time.monotonic()
    folder = tempfile.mkdtemp(dir=scratch)
    env = dict(environment(test.build, args.workers, args.device, args.stand_in, args.cards), TMPDIR=folder)
    # Output goes to a file: a pipe would keep us waiting for a grandchild that holds it open.
    with tempfile.TemporaryFile(dir=scratch) as output:
        command = test.command if is_script(test) else shlex.split(args.before) + test.command
        child = processes.start(command, stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT, env=env, cwd=folder)
        extra, megabytes = b"", 0
        try:
            code, megabytes = wait(child, test.seconds)
            skips = (SKIP, PYTEST_SKIP) if "pytest" in test.command else (SKIP,)
            verdict = "passed" if code == 0 else "skipped" if code in skips else f"failed, exit status {code}"
            if code < 0:
                verdict = f"failed, {signal.Signals(-code).name}"
            elif megabytes > args.megabytes and not is_sanitized(test.build) and not is_script(test):
                verdict = f"failed, used {megabytes:.0f} MB where a test may use {args.megabytes}"
        except subprocess.TimeoutExpired:
            extra = stacks(child.pid)
            verdict = f"failed, not done after {test.seconds:g} s"
        processes.finish(child)  # and what it left behind
        output.seek(0)
        text = (output.read() + extra).decode(errors="replace").rstrip()
    shutil.rmtree(folder, ignore_errors=True)
    return Result(test, verdict, time.monotonic() - began, text, megabytes)


class Progress:
    """One line, rewritten, on a terminal; otherwise a line for every fifty tests."""

    def __init__(self, total):
        self.total, self.done, self.failed = total, 0, 0
        self.live = sys.stdout.isatty()
        self.lock = threading.Lock()

    def show(self, text):
        line = f"[{self.done}/{self.total}] {text}"
        width = shutil.get_terminal_size().columns - 1
        sys.stdout.write("\r\033[K" + line[:width])
        sys.stdout.flush()

    def finish(self, result, verbose):
        with self.lock:
            self.done += 1
            bad = result.verdict.startswith("failed")
            self.failed += bad
            if self.live:
                sys.stdout.write("\r\033[K")
            if bad or verbose:
                print(f"{result.test.name}  {result.verdict}  {result.seconds:.2f} s")
            if bad and result.output:
                print("    " + clip(result.output).replace("\n", "\n    "))
            if self.live:
                self.show(result.test.name)
            elif not verbose and self.done % PROGRESS_TESTS == 0:
                print(f"{self.done} of {self.total} done")
            sys.stdout.flush()

    def end(self):
        if self.live:
            sys.stdout.write("\r\033[K")


def reason(result):
    """Why a test was skipped: the last line it printed, less the word that says so."""
    last = result.output.splitlines()[-1] if result.output else ""
    return (last[len("skipped: "):] if last.startswith("skipped: ") else last) or "no reason"


def clip(text, lines_max=120):
    lines = text.split("\n")
    if len(lines) <= lines_max:
        return text
    half = lines_max // 2
    return "\n".join(lines[:half] + [f"... {len(lines) - 2 * half} lines ..."] + lines[-half:])


def listen():
    """Signals end the run in good order; a hang-up that the caller has us ignore (nohup) does not.  SIGINT, which shells
    have background jobs ignore, is handled in any case: the tests would inherit that it is ignored."""
    def stop(number, _frame):
        for other in SIGNALS:
            signal.signal(other, signal.SIG_IGN)  # the first one counts
        raise Ended(number)

    for number in SIGNALS:
        if number == signal.SIGINT or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stop)


def main():
    parser = argparse.ArgumentParser(description="Run the tests.")
    parser.add_argument("what", nargs="+", help="build trees, test programs, script tests")
    parser.add_argument("--tree", help="the build that scripts test, if not the first that is named")
    parser.add_argument("-k", metavar="TEXT", help="only tests whose name contains TEXT")
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="so many at a time")
    parser.add_argument("-v", action="store_true", help="a line for every test")
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="seconds a test has")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="run each N times")
    parser.add_argument("--megabytes", type=int, default=1024, metavar="N",
                        help="what a test program may use")
    parser.add_argument("--workers", type=int, metavar="N",
                        help="workers where a test works with any number; as it likes if not given")
    parser.add_argument("--device", metavar="NAME", default=os.environ.get("TEST_DEVICE"),
                        help="where Python tests make their arrays, as null:0; the CPU if not given")
    parser.add_argument("--stand-in", action="store_true",
                        help="with --device cuda:0 or --cards: use the stand-in for the CUDA driver, which needs no GPU")
    parser.add_argument("--cards", metavar="LIST", help="the GPUs that tests see, as 0,0; none if not given")
    parser.add_argument("--before", metavar="WORDS", default="", help="a command that runs each test program")
    args = parser.parse_args()

    tree = os.path.abspath(args.tree) if args.tree else None
    global SCRIPT_SECONDS
    SCRIPT_SECONDS = max(SCRIPT_SECONDS, args.timeout)
    tests = [t for t in collect(args.what, args.timeout, tree) if not args.k or args.k in t.name]
    if args.k and not tests:
        print(f'no test name contains "{args.k}"')
    tests *= args.repeat
    began = time.monotonic()
    progress = Progress(len(tests))
    results = []
    end_with_make()
    with tempfile.TemporaryDirectory(prefix="weir-tests-", ignore_cleanup_errors=True) as scratch:
        processes = Processes(scratch)
        with concurrent.futures.ThreadPoolExecutor(max(1, args.j)) as pool:
            try:
                listen()
                runs = [pool.submit(run_one, test, scratch, processes, args) for test in tests]
                for run in concurrent.futures.as_completed(runs):
                    results.append(run.result())
                    progress.finish(results[-1], args.v)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                processes.end()
    progress.end()

    failed = [r for r in results if r.verdict.startswith("failed")]
    skipped = [r for r in results if r.verdict == "skipped"]
    for r in skipped:
        print(f"skipped: {r.test.name}: {reason(r)}")
    for r in failed:
        print(f"FAILED: {r.test.name} ({r.verdict})")
    slow = max(results, key=lambda r: r.seconds, default=None)
    if slow:
        large = max(results, key=lambda r: r.megabytes)
        print(f"{len(results)} tests in {time.monotonic() - began:.1f} s, "
              f"the slowest {slow.test.name} with {slow.seconds:.1f} s, "
              f"the largest {large.test.name} with {large.megabytes:.0f} MB")
    if skipped:
        print(f"{len(skipped)} skipped")
    print(f"{len(results) - len(failed) - len(skipped)} passed, {len(failed)} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        sys.exit(watch(sys.argv[2]))
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # before the first test
        sys.exit(130)
    except Ended as ended:
        number = ended.args[0]
        print(f"ended by {signal.Signals(number).name}", flush=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
