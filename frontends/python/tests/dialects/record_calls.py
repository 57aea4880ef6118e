"""record_calls.py - run the calls of FRAMEWORK_calls.py with a framework and write what they make to a file.

    python record_calls.py FRAMEWORK FILE

Runs with the real framework, in a process of its own, because the dialect has the same name.

SPDX-License-Identifier: Apache-2.0
"""
import importlib
import pickle
import sys
import warnings

from calls import outcome


def main(framework, file):
    warnings.simplefilter("ignore")
    part = importlib.import_module(f"{framework}_calls")
    real = part.Framework()
    made = []
    for case in part.CASES:
        found, _ = outcome(case, real)
        if found.error is None or not set(found.error) & {"AttributeError", "NameError", "NotImplementedError"}:
            made.append((case, found))
        else:
            print(f"{framework}: {case.text}: {found.error[0]}: {found.results[:100]}", file=sys.stderr)
    version = str(importlib.import_module(framework).__version__)
    with open(file, "wb") as out:
        pickle.dump({"version": version, "calls": made}, out)
    print(f"{framework} {version}: {len({case.name for case, _ in made})} names, {len(made)} calls")


if __name__ == "__main__":
    main(*sys.argv[1:])
