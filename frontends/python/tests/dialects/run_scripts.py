#!/usr/bin/env python3
"""run_scripts.py - run the scripts in scripts/ with the real frameworks and with the dialects, and compare what they print.

    run_scripts.py --tree build/release [--torch PYTHON] [--tensorflow PYTHON] [--paddle PYTHON] [--mxnet PYTHON] [--record] [NAME...]

A script prints lines `name value`, such as `loss 0.25`; its header has the line `# tolerance: loss 1 %, accuracy 0.02`: how far
the dialect's values may be from the framework's, as a part of the value or in absolute terms.  scripts.txt has the values of the
real frameworks.  With a Python that has the framework, a script runs there too: its values are compared with those of
scripts.txt, or written there with --record.  Scripts of a framework without a Python are compared with scripts.txt only.

The last MXNet on PyPI runs with Python 3.11 and NumPy 1.23: pip install mxnet==1.9.1 numpy==1.23.5.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS, RECORD = HERE / "scripts", HERE / "scripts.txt"
FRAMEWORKS = ("torch", "tensorflow", "paddle", "mxnet")
SECONDS = 300
# Scripts that do not run in the dialect yet, and why.  A script that runs must not be in the list.
AWAITED = {}


def framework(script):
    """Return the framework that a script is written for."""
    found = re.search(r"^# framework: (\w+)$", script.read_text(), re.M)
    return found[1] if found else "torch"


def tolerances(script):
    """Return {name: (number, whether it is a part of the value)} from the header of a script."""
    line = re.search(r"^# tolerance: (.*)$", script.read_text(), re.M)
    found = {}
    for part in line[1].split(",") if line else ():
        name, number, *percent = part.split()
        found[name] = (float(number) / 100, True) if percent == ["%"] else (float(number), False)
    if not found:
        raise ValueError(f"{script.name}: expected a line such as '# tolerance: loss 1 %'")
    return found


def values(output, names):
    """Return the last value that a script printed under each name."""
    found = {}
    for name in names:
        lines = re.findall(rf"^{re.escape(name)} ([-+0-9.e]+|nan|inf)$", output, re.M)
        if lines:
            found[name] = float(lines[-1])
    return found


def recorded():
    """Return {script: {name: value}} of scripts.txt."""
    found = {}
    for line in RECORD.read_text().splitlines() if RECORD.exists() else ():
        if line and not line.startswith("#"):
            script, name, value = line.split()
            found.setdefault(script, {})[name] = float(value)
    return found


def run(command, script, environment):
    """Return what a script prints, and None or the reason why it failed."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run([*command, str(script)], capture_output=True, text=True, cwd=folder, timeout=SECONDS,
                                  env={**os.environ, **environment, "HOME": folder, "TF_CPP_MIN_LOG_LEVEL": "3"})
        except subprocess.TimeoutExpired:
            return "", f"did not end in {SECONDS} s"
    return done.stdout, None if done.returncode == 0 else (done.stderr.strip() or done.stdout).splitlines()[-1]


def differences(script, ours, theirs):
    """Return a list of what differs by more than the tolerances of a script."""
    wrong = []
    for name, (limit, relative) in tolerances(script).items():
        a, b = ours.get(name), theirs.get(name)
        if a is None or b is None:
            wrong.append(f"{name} is not in the output" if a is None else f"{name} is not in {RECORD.name}")
        elif not abs(a - b) <= (limit * abs(b) if relative else limit):
            wrong.append(f"{name} is {a:.6g}, expected {b:.6g} within {f'{100 * limit:g} %' if relative else f'{limit:g}'}")
    return wrong


def interpreter(tree):
    """Return the Python that tools/python.sh chose for tests of this tree."""
    for line in (tree / "pythons.txt").read_text().splitlines():
        if not line.startswith("#"):
            return shlex.split(line)[1:]
    sys.exit(f"{tree}: there is no Python for tests")


def write(record):
    head = "# Values that the scripts print in the real frameworks; written by run_scripts.py --record.\n"
    RECORD.write_text(head + "".join(f"{script} {name} {value:.7g}\n" for script, found in sorted(record.items())
                                     for name, value in sorted(found.items())))


def main():
    parser = argparse.ArgumentParser(description="Compare scripts in the dialects and in the real frameworks.")
    parser.add_argument("--tree", type=pathlib.Path, required=True, help="build to test")
    for name in FRAMEWORKS:
        parser.add_argument(f"--{name}", help=f"a Python that has {name}")
    parser.add_argument("--record", action="store_true", help="write the values of the real frameworks to scripts.txt")
    parser.add_argument("names", nargs="*", help="only these scripts")
    args = parser.parse_args()
    tree, record, failed, passed, awaited = args.tree.resolve(), recorded(), 0, 0, 0
    dialect = [*interpreter(tree), "-m", "weir.dialects", "--shadow"]
    for script in sorted(SCRIPTS.glob("*.py")):
        if args.names and script.stem not in args.names:
            continue
        wrong, names, real = [], tolerances(script), getattr(args, framework(script))
        if real:
            output, why = run([real], script, {"OMP_NUM_THREADS": "1"})
            theirs = values(output, names)
            if why is None and args.record:
                record[script.stem] = theirs
            wrong += [f"in {framework(script)} itself: {what}" for what in
                      ([why] if why else differences(script, theirs, record.get(script.stem, {})))]
        output, why = run(dialect, script, {"PYTHONPATH": str(tree / "python")})
        wrong += [why] if why else differences(script, values(output, names), record.get(script.stem, {}))
        if script.stem in AWAITED:
            print(f"{'wait' if wrong else 'FAIL'} {script.stem}: {AWAITED[script.stem]}{'' if wrong else ' run now; remove the line'}")
            failed, awaited = failed + (not wrong), awaited + bool(wrong)
            continue
        failed, passed = failed + bool(wrong), passed + (not wrong)
        print(f"{'FAIL' if wrong else 'ok  '} {script.stem}{' (and in ' + framework(script) + ')' if real else ''}", flush=True)
        for what in wrong:
            print(f"     {what}")
    if args.record:
        write(record)
    print(f"scripts: {passed} passed, {failed} failed, {awaited} do not run in the dialect yet")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
