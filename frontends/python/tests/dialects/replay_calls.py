"""replay_calls.py - repeat the calls that record_calls.py recorded with the dialect, and compare.

    python replay_calls.py FRAMEWORK FILE REPORT [NAME...]

Values, dtypes, shapes and gradients have to agree.  Where the framework raises an exception, the dialect has to raise one that an
`except` clause for the framework's would catch.  A name that the dialect does not provide is absent, and not compared.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import importlib
import json
import pickle
import sys
import warnings

import numpy as np
import weir.dialects
from calls import Values, outcome
from weir.dialects._table import Missing

CLOSE = {"float64": (1e-6, 1e-8), "float32": (3e-4, 2e-5), "complex64": (3e-4, 2e-5), "complex128": (1e-6, 1e-8),
         "float16": (1e-2, 1e-3), "bfloat16": (5e-2, 1e-2)}


class Differs(Exception):
    """What differs: values, dtype, shape, count, gradient, error."""


def short(x):
    return np.array2string(np.asarray(x).ravel()[:6], precision=6, separator=" ").replace("\n", "")


def close(what, ours, theirs, dtype):
    if ours.shape != theirs.shape:
        raise Differs(f"{what}: shape {ours.shape}, not {theirs.shape}")
    tolerance = CLOSE.get(dtype.rpartition(" ")[2])
    with np.errstate(all="ignore"):
        same = np.array_equal(ours, theirs) if tolerance is None else np.allclose(ours, theirs, *tolerance, equal_nan=True)
    if not same:
        raise Differs(f"{what}: {short(ours)}, not {short(theirs)}")


def compare(case, ours, theirs, exception, exception_class):
    if theirs.error is not None:
        if exception is None:
            raise Differs(f"no error, but {theirs.error[0]}: {theirs.results.splitlines()[0][:120] if theirs.results else ''}")
        expected = exception_class(theirs.error[0])
        if expected is None or not isinstance(exception, expected):
            raise Differs(f"{ours.error[0]} ({' '.join(str(exception).split())[:120]}), not {theirs.error[0]}")
        return
    if exception is not None:
        raise Differs(f"{ours.error[0]}: {' '.join(str(exception).split())[:300]}")
    if len(ours.results) != len(theirs.results):
        raise Differs(f"{len(ours.results)} results, not {len(theirs.results)}")
    for i, (a, b) in enumerate(zip(ours.results, theirs.results)):
        what = f"result {i}"
        if not isinstance(b, Values) or not isinstance(a, Values):
            if isinstance(b, float) and isinstance(a, float) and np.isclose(a, b, 1e-4, 1e-5, equal_nan=True):
                continue
            if type(a) is not type(b) or a != b:
                raise Differs(f"{what}: {a!r}, not {b!r}")
            continue
        if a.dtype != b.dtype:
            raise Differs(f"{what}: dtype {a.dtype}, not {b.dtype}")
        if case.random:
            if a.array.shape != b.array.shape:
                raise Differs(f"{what}: shape {a.array.shape}, not {b.array.shape}")
        else:
            close(what, a.array, b.array, b.dtype)
    for name, b in theirs.grads.items():
        a = ours.grads.get(name)
        if a is None and b is None:
            continue
        zeros = np.zeros_like(a if b is None else b)
        close(f"gradient of {name}", zeros if a is None else a, zeros if b is None else b, str(zeros.dtype))


def main(framework, file, report, *names):
    warnings.simplefilter("ignore")
    with open(file, "rb") as given:
        recorded = pickle.load(given)
    weir.dialects.install(framework, shadow=True)
    dialect = importlib.import_module(f"{framework}_calls").Framework()
    counts, wrong, absent, seen = collections.Counter(), collections.defaultdict(list), set(), set()
    for case, theirs in recorded["calls"]:
        if names and case.name not in names and case.name.rpartition(".")[2] not in names:
            continue
        ours, exception = outcome(case, dialect)
        if isinstance(exception, Missing):
            absent.add(str(exception).partition("does not provide ")[2].partition(";")[0])
            continue
        seen.add(case.name)
        key = f"{case.name} {'values' if theirs.error is None else 'errors'}"
        counts[key] += 1
        try:
            compare(case, ours, theirs, exception, dialect.exception)
        except Differs as differs:
            wrong[key].append(f"{case.text}: {differs}")
    with open(report, "w") as out:
        json.dump({"version": recorded["version"], "counts": counts, "wrong": wrong, "absent": sorted(absent), "operators": len(seen)},
                  out, indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
