#!/usr/bin/env python3
"""conformance.py - run the Array API test suite and compare with the failures that we expect.

    tools/conformance.py [--tree build/release] [--jobs N] [--device cuda:0] SUITE [argument of pytest...]

SUITE is a checkout of data-apis/array-api-tests with its submodule.  frontends/python/tests/conformance.txt
holds the tests that are expected to fail, a line each with the reason, and conformance_device.txt beside it those that fail only
if arrays are not on the CPU.  A failure that is not expected is an error, and so is a line whose test passes.  Arguments after SUITE go to pytest: `-k sum` runs a few
tests, `--max-examples 1000` more examples of each.

The environment is that of the Python tests, and what the suite requires is added to it, unless it is there; on a machine
without a network it may be in a folder of PYTHONPATH (pip install --target).  With --device, arrays are made on that device.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXPECTED = ROOT / "frontends/python/tests/conformance.txt"
EXPECTED_ON_DEVICE = EXPECTED.with_name("conformance_device.txt")
GOOD, BAD = {"passed", "xpassed"}, {"failed", "error"}


def interpreter(tree):
    """The first Python that tools/python.sh found fit for tests."""
    listed = (tree / "pythons.txt").read_text().splitlines()
    for line in listed:
        if not line.startswith("#"):
            return shlex.split(line)[1:]
    sys.exit("conformance: " + "; ".join(line.lstrip("# ") for line in listed))


def expected(path):
    """test: reason, for each line of the file."""
    reasons = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        # An identifier of a test may hold blanks, inside brackets; the reason follows two blanks or more.
        test, _, reason = line.partition("  ")
        if not reason.strip():
            sys.exit(f"{path}:{number}: no reason after two blanks")
        if test in reasons:
            sys.exit(f"{path}:{number}: {test} stands twice")
        reasons[test] = reason.strip()
    return reasons


def install(python, suite):
    wanted = [line.strip() for line in (suite / "requirements.txt").read_text().splitlines() if line.strip()]
    wanted.append("pytest-xdist")
    names = [re.match(r"[\w.-]+", line)[0] for line in wanted]
    there = "import importlib.metadata as m, sys; [m.version(name) for name in sys.argv[1:]]"
    if subprocess.run([*python, "-c", there, *names], stderr=subprocess.DEVNULL).returncode != 0:
        command = [*python, "-m", "pip", "install", "-q", "--retries", "1", "--disable-pip-version-check", *wanted]
        if subprocess.run(command).returncode != 0:
            sys.exit(f"conformance: the suite needs {', '.join(names)}, which cannot be installed; where there is a network, "
                     "pip install --target=FOLDER them, and set PYTHONPATH=FOLDER here")


# A plugin of pytest: sets the default device in each process.
ON_DEVICE = """
import weir
weir.set_default_device({device!r})
"""


def run(python, suite, module, tree, jobs, device, arguments):
    """test: outcome, as pytest reports it."""
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        paths = [str(tree.resolve() / "python"), *filter(None, [os.environ.get("PYTHONPATH")])]
        env = dict(os.environ, ARRAY_API_TESTS_MODULE=module, PYTHONPATH=os.pathsep.join(paths),
                   PYTHONDONTWRITEBYTECODE="1")
        if device:
            pathlib.Path(scratch, "weir_on_device.py").write_text(ON_DEVICE.format(device=device))
            env["PYTHONPATH"] += os.pathsep + scratch
            arguments = ["-p", "weir_on_device", *arguments]
        command = [*python, "-m", "pytest", "array_api_tests", "-q", "--tb=short", "--disable-warnings",
                   "-p", "no:cacheprovider", "--derandomize", "--disable-deadline", "-n", str(jobs),
                   "--json-report", f"--json-report-file={report}", *arguments]
        subprocess.run(command, cwd=suite, env=env)
        if not os.path.exists(report):
            sys.exit("conformance: pytest did not get as far as a report")
        with open(report) as file:
            found = json.load(file)
    broken = [c["nodeid"] for c in found.get("collectors", []) if c["outcome"] == "failed"]
    if broken:
        sys.exit("conformance: cannot be collected: " + ", ".join(broken))
    return {test["nodeid"]: test["outcome"] for test in found["tests"]}


def compare(outcomes, reasons, whole):
    """What is wrong, a line each.  Of a part of the suite, lines without a test are no error."""
    wrong = [f"fails, and is not expected to: {test}" for test in sorted(outcomes)
             if outcomes[test] in BAD and test not in reasons]
    for test in sorted(reasons):
        if outcomes.get(test) in GOOD:
            wrong.append(f"passes now, take the line out: {test}")
        elif whole and outcomes.get(test) not in BAD:
            wrong.append(f"is {outcomes.get(test, 'not in the suite')}, take the line out: {test}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description="Run the Array API test suite against Weir.")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT / "build/release", help="build to test")
    parser.add_argument("--jobs", default="2", help="processes")
    parser.add_argument("--module", default="weir", help="what to test; another one, to compare")
    parser.add_argument("--device", help="where arrays are made, as cuda:0; the CPU if not given")
    parser.add_argument("--expected", type=pathlib.Path, default=EXPECTED, help="file of expected failures")
    parser.add_argument("suite", type=pathlib.Path, help="checkout of data-apis/array-api-tests")
    args, arguments = parser.parse_known_args()
    if not (args.suite / "array_api_tests").is_dir() or str(args.suite) == ".":
        sys.exit("conformance: say where the suite is: make conformance SUITE=<checkout of array-api-tests>")
    if not (args.suite / "array-api/src").is_dir():
        sys.exit(f"conformance: {args.suite}/array-api is empty: git submodule update --init there")

    reasons = {**expected(args.expected), **(expected(EXPECTED_ON_DEVICE) if args.device else {})}
    python = interpreter(args.tree)
    install(python, args.suite)
    outcomes = run(python, args.suite, args.module, args.tree, args.jobs, args.device, arguments)
    wrong = compare(outcomes, reasons, whole=not arguments)
    print("\n".join(wrong))
    count = lambda kinds: sum(outcome in kinds for outcome in outcomes.values())
    print(f"{args.module}: {len(outcomes)} tests, {count(GOOD)} pass, {count(BAD)} fail, "
          f"{len(outcomes) - count(GOOD) - count(BAD)} skipped; {len(reasons)} failures expected; "
          f"{len(wrong)} surprises")
    return 1 if wrong or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
