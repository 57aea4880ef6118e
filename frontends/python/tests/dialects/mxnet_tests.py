#!/usr/bin/env python3
"""mxnet_tests.py - run MXNet's own unit tests on the dialect, and compare the outcome with the lists in the tree.

    mxnet_tests.py --tree build/release --mxnet CHECKOUT [--python PYTHON] [--write] [FILE | FILE::FUNCTION...]

CHECKOUT is a checkout of apache/mxnet (2.0, the master branch).  Its tests need versions of NumPy and SciPy of their time, which
are installed with pip under BUILD/venv/mxnet unless --python names an interpreter that has them.  Random numbers start at a fixed
seed.

A test function passes if all its cases do; a case that MXNet itself skips on a CPU counts as passed.  Three lists say what is
expected:

    mxnet_out_of_scope.txt  functions that are not run, with reasons
    mxnet_fails.txt         functions that fail, with reasons
    mxnet_passes.txt        functions that pass

A function that fails and is not listed as a failure is an error, and so is a listed failure that passes.  Functions that pass
and are in no list are printed.  --write adds them to mxnet_passes.txt, and removes those that fail.

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

HERE = pathlib.Path(__file__).resolve().parent
FILES = ["test_autograd", "test_exc_handling", "test_gluon", "test_gluon_batch_processor", "test_gluon_control_flow",
         "test_gluon_data", "test_gluon_estimator", "test_gluon_event_handler", "test_gluon_indexing", "test_gluon_model_zoo",
         "test_gluon_probability_v2", "test_gluon_rnn", "test_gluon_save", "test_gluon_trainer", "test_gluon_utils", "test_loss",
         "test_metric", "test_numpy_gluon", "test_numpy_loss", "test_numpy_ndarray", "test_numpy_op", "test_optimizer",
         "test_thread_local"]
NEEDS = ["numpy==1.23.5", "scipy==1.10.1", "pytest", "pytest-timeout", "packaging", "requests"]
MOST_OUT, LEAST_PASSING = 1 / 3, 0.9  # shares of the functions, and of those that are in scope


def environment(build, given):
    """Return a Python that can run MXNet's tests, or None and the reason."""
    python = pathlib.Path(given) if given else build / "venv/mxnet/bin/python"
    if not given and not python.exists():
        log = build / "venv/mxnet.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        print(f"setup: an environment with {' '.join(NEEDS)} in {python.parent.parent}", flush=True)
        ours = interpreter(build / "release")
        with open(log, "w") as out:
            made = subprocess.run([*ours, "-m", "venv", python.parent.parent], stdout=out, stderr=out).returncode == 0
            made = made and subprocess.run([python, "-m", "pip", "install", "-q", "--retries", "1", "--timeout", "20", *NEEDS],
                                           stdout=out, stderr=out).returncode == 0
        if not made:
            subprocess.run(["rm", "-rf", python.parent.parent])
            return None, f"{' '.join(NEEDS)} cannot be installed ({log} says why)"
    found = subprocess.run([python, "-c", "import numpy, scipy, pytest, pytest_timeout, distutils"], capture_output=True, text=True)
    if found.returncode != 0:
        return None, f"{python}: {(found.stderr.splitlines() or ['?'])[-1]}; MXNet's tests need Python 3.11 or older"
    return str(python), ""


def interpreter(tree):
    """The Python that tools/python.sh chose for tests of this tree."""
    for line in (tree / "pythons.txt").read_text().splitlines():
        if not line.startswith("#"):
            return shlex.split(line)[1:]
    return [sys.executable]


def listed(name):
    """Return {function: reason} of a list."""
    path, found = HERE / f"mxnet_{name}.txt", {}
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else (), 1):
        if line.strip() and not line.startswith("#"):
            function, _, reason = line.partition(" ")
            if "::" not in function or not (reason.strip() or name == "passes"):
                sys.exit(f"{path}:{number}: expected: file::function and a reason")
            found[function] = reason.strip()
    return found


def functions(checkout, file):
    """Return the test functions of a file."""
    text = (checkout / f"tests/python/unittest/{file}.py").read_text()
    return list(dict.fromkeys(f"{file}::{name}" for name in re.findall(r"^def (test_\w+)", text, re.M)))


def run(python, tree, checkout, wanted, results, seconds):
    """Run test functions of one file; append the outcomes to the file `results`."""
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([str(tree / "python"), str(HERE)]), MXNET_CHECKOUT=str(checkout),
               MXNET_RESULTS=str(results), MXNET_TEST_SEED="1", MXNET_MODULE_SEED="1")
    folder = checkout / "tests/python/unittest"
    names = [str(folder / f"{w.partition('::')[0]}.py::") + w.partition("::")[2] for w in wanted]
    done = subprocess.run([python, "-W", "ignore", "-m", "pytest", "-q", "-p", "mxnet_plugin", "-p",
                           "no:cacheprovider", "--tb=short", f"--timeout={seconds}", "--rootdir", folder, *names],
                          cwd=results.parent, env=env, capture_output=True, text=True)
    log = results.parent / f"{wanted[0].partition('::')[0]}.log"
    log.write_text(done.stdout + done.stderr)
    if done.returncode not in (0, 1):
        print(f"{wanted[0].partition('::')[0]}: pytest ended with status {done.returncode}; see {log}")


def outcomes(results):
    """Return {function: [reason of each failed case]}."""
    found = {}
    for line in results.read_text().splitlines():
        function, case, outcome, why = json.loads(line)
        failures = found.setdefault(function, [])
        if outcome == "failed":
            failures.append(f"{case}: {why}" if case else why)
    return found


def main():
    parser = argparse.ArgumentParser(description="Run MXNet's unit tests on the dialect.")
    parser.add_argument("--tree", type=pathlib.Path, required=True, help="build to test")
    parser.add_argument("--mxnet", default=os.environ.get("MXNET"), help="checkout of apache/mxnet")
    parser.add_argument("--python", help="a Python with NumPy and SciPy as MXNet's tests need them")
    parser.add_argument("--seconds", type=int, default=600, help="what a case has")
    parser.add_argument("--write", action="store_true", help="rewrite mxnet_passes.txt")
    parser.add_argument("--all", action="store_true", help="run what is out of scope, too")
    parser.add_argument("names", nargs="*", help="only these")
    args = parser.parse_args()
    if not args.mxnet:
        print("test-dialects: MXNet's tests are skipped: MXNET=<checkout of apache/mxnet> runs them")
        return 77
    tree, checkout = args.tree.resolve(), pathlib.Path(args.mxnet).resolve()
    build = tree.parent
    python, why = environment(build, args.python)
    if python is None:
        print(f"test-dialects: MXNet's tests are skipped: {why}")
        return 77
    out, fails, passes = listed("out_of_scope"), listed("fails"), listed("passes")
    every = [f for file in FILES for f in functions(checkout, file)]
    wanted = [f for f in every if (args.all or f not in out) and
              (not args.names or f in args.names or f.partition("::")[0] in args.names)]
    folder = build / "dialects/mxnet"
    folder.mkdir(parents=True, exist_ok=True)
    results, surprises = folder / "results.jsonl", []
    results.write_text("")
    for file in FILES:
        some = [f for f in wanted if f.partition("::")[0] == file]
        if some:
            run(python, tree, checkout, some, results, args.seconds)
    found = outcomes(results)
    good = [f for f in wanted if found.get(f) == []]
    for f in wanted:
        if f not in good and f not in fails:
            surprises.append(f"{f} fails:\n    " + "\n    ".join(found.get(f, ["it did not run"])[:3]))
        if f in good and f in fails:
            surprises.append(f"{f} passes; remove it from mxnet_fails.txt")
    if not args.names:
        surprises += [f"{f} is in a list, but not in the checkout" for f in [*out, *fails, *passes] if f not in every]
    new = [f for f in good if f not in passes]
    if args.write:
        head = "# mxnet_passes.txt - test functions of MXNet that pass on the dialect; mxnet_tests.py --write makes this list.\n\n"
        kept = [f for f in passes if f not in wanted]
        (HERE / "mxnet_passes.txt").write_text(head + "".join(f"{f}\n" for f in sorted([*kept, *good])))
    elif new:
        print(f"{len(new)} functions pass and are in no list; --write adds them: {' '.join(new)}")
    print("\n".join(surprises))
    share = len(good) / max(len(wanted), 1)
    print(f"MXNet's tests: {len(every)} functions in {len(FILES)} files, {len(out)} out of scope; of {len(wanted)} that ran "
          f"{len(good)} pass ({100 * share:.1f} %); {len(surprises)} surprises")
    if not args.names and (len(out) > MOST_OUT * len(every) or share < LEAST_PASSING):
        print(f"at most {100 * MOST_OUT:.0f} % may be out of scope, and {100 * LEAST_PASSING:.0f} % of the rest have to pass")
        return 1
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
