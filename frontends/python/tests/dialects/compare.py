#!/usr/bin/env python3
"""compare.py - compare the dialects of PyTorch, TensorFlow and Paddle with the frameworks themselves.

    compare.py --tree build/release [--build build] [--torch PYTHON] [--tensorflow PYTHON] [--paddle PYTHON] [--part PART] [NAME...]

A PART is `operators` or `modules` (PyTorch), `tensorflow` or `paddle`.  A framework runs in an environment outside the tree: that of
--torch, --tensorflow or --paddle (or the variables TORCH, TENSORFLOW, PADDLE), or one that is made with pip under BUILD/venv; PyTorch's
is 5 GB, TensorFlow's 1.5 GB, Paddle's 1 GB.  If it cannot be made, one line says that the framework's parts are skipped; if all
are, the status is 77.

The real framework and the dialect have the same name, so each runs in a process of its own: a recorder writes calls and results
to a file, which is kept until the framework or the recorder changes, and another program repeats the calls with the dialect.  For
PyTorch these are record_PART.py and replay_PART.py, for TensorFlow and Paddle record_calls.py and replay_calls.py.
A list of each part (torch_operators.txt, tensorflow_calls.txt) has what fails, with reasons: a failure that is not in the list is
an error, and so is a line of the list whose calls agree.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FRAMEWORKS = {  # what pip installs, what the recorder imports, and the parts
    "torch": (["torch==2.15.0", "numpy", "expecttest"], "torch, expecttest", ["operators", "modules"]),
    "tensorflow": (["tensorflow-cpu==2.21.0"], "tensorflow", ["tensorflow"]),
    "paddle": (["paddlepaddle==3.3.1"], "paddle", ["paddle"]),
}
# A part's list, and the files on which its record depends.
FILES = {
    "operators": ("torch_operators.txt", ["record_operators.py", "packing.py", "cases.py"]),
    "modules": ("torch_modules.txt", ["record_modules.py", "packing.py", "cases.py"]),
    "tensorflow": ("tensorflow_calls.txt", ["record_calls.py", "calls.py", "tensorflow_calls.py", "keras_calls.py"]),
    "paddle": ("paddle_calls.txt", ["record_calls.py", "calls.py", "paddle_calls.py", "paddle_nn_calls.py"]),
}
# Names covered, and which part of the calls has to agree.
LEAST = {"operators": (250, 0.97), "modules": (150, 0.97), "tensorflow": (300, 0.97), "paddle": (300, 0.97)}
NICE = ["nice", "-n", "19"]


def environment(build, framework, given):
    """Return a Python with the framework and its version, or None and the reason."""
    wanted, imports, _ = FRAMEWORKS[framework]
    python = pathlib.Path(given) if given else build / f"venv/{framework}/bin/python"
    version = f"import {imports}; print({framework}.__version__)"
    if not given and not python.exists():
        log = build / f"venv/{framework}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        print(f"setup: an environment with {wanted[0]} in {python.parent.parent}", flush=True)
        with open(log, "w") as out:
            made = subprocess.run([sys.executable, "-m", "venv", python.parent.parent], stdout=out, stderr=out).returncode == 0
            made = made and subprocess.run([python, "-m", "pip", "install", "-q", "--retries", "1", "--timeout", "20", *wanted],
                                           stdout=out, stderr=out).returncode == 0
        if not made:
            subprocess.run(["rm", "-rf", python.parent.parent])
            return None, f"{wanted[0]} cannot be installed ({log} says why); {framework.upper()}=<a Python that has it> uses another"
    found = subprocess.run([python, "-c", version], capture_output=True, text=True)
    if found.returncode != 0:
        return None, f"{python} cannot import {imports}: {(found.stderr.splitlines() or ['?'])[-1]}"
    return str(python), found.stdout.split()[-1]


def interpreter(tree):
    """The Python that tools/python.sh chose for tests of this tree."""
    for line in (tree / "pythons.txt").read_text().splitlines():
        if not line.startswith("#"):
            return shlex.split(line)[1:]
    return None


def recorded(python, version, part, build):
    """Return the file of calls, made anew if the framework or the recorder has changed."""
    sources = b"".join((HERE / name).read_bytes() for name in FILES[part][1])
    name = f"{part}-{version}-{hashlib.sha256(sources).hexdigest()[:12]}.pickle"
    file = build / "dialects" / name
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        env = dict(os.environ, OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
        env["TF_CPP_MIN_LOG_LEVEL"] = "3"
        subprocess.run([*NICE, python, *program("record", part), f"{file}.new"], env=env, check=True)
        os.replace(f"{file}.new", file)
    return file


def program(what, part):
    """Return the program that records or replays a part, and its first argument if there is one."""
    own = HERE / f"{what}_{part}.py"
    return [own] if own.exists() else [HERE / f"{what}_calls.py", part]


def expected(part):
    """Return {operator dtype: (number, reason)} for each line of the list."""
    found = {}
    path = HERE / FILES[part][0]
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(None, 3)
        if len(words) < 4 or not words[2].isdigit():
            sys.exit(f"{path}:{number}: expected: operator, dtype, number of calls, reason")
        found[f"{words[0]} {words[1]}"] = int(words[2]), words[3]
    return found


def verdict(part, report, whole):
    """Print what differs from the list; return whether all is as listed."""
    listed, wrong = expected(part), {key: found for key, found in report["wrong"].items() if found}
    surprises = []
    for key, found in sorted(wrong.items()):
        if len(found) > listed.get(key, (0, ""))[0]:
            surprises.append(f"{key}: {len(found)} of {report['counts'][key]} calls differ, {listed.get(key, (0, ''))[0]} "
                             f"expected:\n    " + "\n    ".join(dict.fromkeys(found)))
    for key, (number, _) in sorted(listed.items()):
        if (whole or key in report["counts"]) and len(wrong.get(key, ())) < number:
            surprises.append(f"{key}: {len(wrong.get(key, ()))} calls differ, {number} expected; change the line")
    calls, bad = sum(report["counts"].values()), sum(map(len, wrong.values()))
    share = (calls - bad) / max(calls, 1)
    print("\n".join(surprises))
    print(f"{part}: {report['operators']} names, {calls} calls, {calls - bad} agree ({100 * share:.2f} %), {bad} listed or new "
          f"differences, {len(surprises)} surprises; {len(report['absent'])} names of the framework are not in the dialect")
    least = LEAST.get(part)
    if whole and least and (report["operators"] < least[0] or share < least[1]):
        print(f"{part}: at least {least[0]} names and {100 * least[1]:.0f} % are required")
        return False
    return not surprises and calls > 0


def main():
    parser = argparse.ArgumentParser(description="Compare dialects with their frameworks.")
    parser.add_argument("--tree", type=pathlib.Path, required=True, help="build to test")
    parser.add_argument("--build", type=pathlib.Path, help="where environments and records are kept; default: above TREE")
    for name in FRAMEWORKS:
        parser.add_argument(f"--{name}", default=os.environ.get(name.upper()), help=f"a Python that has {name}")
    parser.add_argument("--part", action="append", choices=list(FILES), help="operators, modules, tensorflow or paddle; default: all")
    parser.add_argument("names", nargs="*", help="only these, with the arguments of calls that differ")
    args = parser.parse_args()
    tree = args.tree.resolve()
    build = (args.build or tree.parent).resolve()
    ours = interpreter(tree)
    if ours is None:
        print("test-dialects: skipped: there is no Python for tests in this tree")
        return 77
    good, compared = True, False
    for framework, (_, _, parts) in FRAMEWORKS.items():
        parts = [part for part in parts if part in (args.part or FILES)]
        if not parts:
            continue
        theirs, version = environment(build, framework, getattr(args, framework))
        if theirs is None:
            print(f"test-dialects: {framework} is skipped: {version}")
            continue
        compared = True
        for part in parts:
            file = recorded(theirs, version, part, build)
            report = build / "dialects" / f"{part}.json"
            env = dict(os.environ, PYTHONPATH=str(tree / "python"))
            subprocess.run([*NICE, *ours, *program("replay", part), file, report, *args.names], env=env, check=True)
            good &= verdict(part, json.loads(report.read_text()), not args.names)
    if not compared:
        return 77
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
