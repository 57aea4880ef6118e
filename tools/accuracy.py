#!/usr/bin/env python3
"""accuracy.py - measure the largest errors of the elementwise functions and write docs/accuracy.md.

    tools/accuracy.py build/release            `make accuracy`; the interpreter needs NumPy

Weir's errors are those that tests/unit/test_vmath.c finds, with more points than the test takes, at each level of CPU
features of this machine.  NumPy's are measured here: float32 functions against its float64 functions, float64
functions against those of long double, which must be wider.  SLEEF's bounds are those of its manual.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import platform
import re
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/accuracy.md"
FACTOR = 32  # times the points of the test
TESTS = ("functions_of_one_float_are_accurate", "functions_of_one_double_are_accurate",
         "functions_of_two_floats_are_accurate", "functions_of_two_doubles_are_accurate",
         "operators_of_several_functions_are_accurate")
LEVELS = ("portable", "avx2", "avx512")
HIDDEN = ("is_nan", "is_inf", "sign_bit", "sincos_sin", "sincos_cos")

# The bounds of SLEEF's most accurate and of its faster variant, where there are two.
SLEEF = {name: "1.0" for name in ("exp exp2 expm1 log2 log10 log1p asinh acosh atanh erf pow").split()}
SLEEF |= {name: "1.0, 3.5" for name in ("log sin cos tan asin acos atan sinh cosh tanh atan2").split()}
SLEEF |= {"sqrt": "0.5001, 3.5", "hypot": "0.5, 3.5"}

# NumPy's names where they differ.
NUMPY = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
         "pow": "power", "atan2": "arctan2", "min": "minimum", "max": "maximum"}

UNITS = {"logit": "one", "sinc": "one", "hardsigmoid": "one", "gelu": "x", "gelu_tanh": "x", "quick_gelu": "x",
         "hardswish": "x", "tanhshrink": "x"}


def measure_weir(build):
    """Return {name: {(type, level): error}} and {name: bound}."""
    errors, bounds = {}, {}
    for test in TESTS:
        run = subprocess.run([build / "tests/unit/test_vmath", test], capture_output=True, text=True, check=False,
                             env={**os.environ, "TEST_SHOW": "1", "TEST_POINTS": str(FACTOR)})
        found = re.findall(r"^(\w+) +(f\d\d) (\w+) +(\S+) of (\S+) at", run.stderr, re.MULTILINE)
        if run.returncode != 0 or not found:
            sys.exit(f"{test}: {run.stdout}{run.stderr}")
        for name, type_, level, error, bound in found:
            errors.setdefault(name, {})[type_, level] = float(error)
            bounds[name] = float(bound)
    return errors, bounds


def ulps(got, want, dtype):
    """Return the largest error in units in the last place of the rounded result; infinities and NaN are not judged."""
    rounded = want.astype(dtype)
    finite = np.isfinite(rounded) & np.isfinite(got)
    unit = np.spacing(np.abs(rounded[finite])).astype(want.dtype)
    error = np.abs(got[finite].astype(want.dtype) - want[finite]) / unit
    error[got[finite] == rounded[finite]] = 0
    return float(error.max(initial=0))


def some_doubles(random, n):
    """Half from all bit patterns, half with exponents from -60 to 12, as in test_vmath.c."""
    bits = random.integers(0, 2**64, n, dtype=np.uint64)
    exponent = np.where(random.random(n) < 0.5, random.integers(963, 1035, n), random.integers(1019, 1027, n)).astype(np.uint64)
    near = (bits & np.uint64(0x800FFFFFFFFFFFFF)) | (exponent << np.uint64(52))
    return np.where(random.random(n) < 0.5, bits, near).view(np.float64)


def some_floats(random, n):
    bits = random.integers(0, 2**32, n, dtype=np.uint32)
    near = (bits & np.uint32(0x807FFFFF)) | (random.integers(121, 134, n).astype(np.uint32) << np.uint32(23))
    return np.where(random.random(n) < 0.5, bits, near).view(np.float32)


def measure_numpy(names):
    """Return {(name, type): error} of the functions that NumPy has."""
    chunk, errors, random = 1 << 20, {}, np.random.default_rng(1)
    step = (2**32 // ((1 << 21) * FACTOR)) | 1
    for name in names:
        function = getattr(np, NUMPY.get(name, name), None)
        if not isinstance(function, np.ufunc):
            continue
        for type_, dtype, wide, chunks in (("f32", np.float32, np.float64, 2 * FACTOR), ("f64", np.float64, np.longdouble, 4)):
            worst = 0.0
            for i in range(chunks):
                if type_ == "f64":
                    x = [some_doubles(random, chunk) for _ in range(function.nin)]
                elif function.nin == 1:
                    at = (np.arange(i * chunk, (i + 1) * chunk, dtype=np.uint64) * np.uint64(step)).astype(np.uint32)
                    x = [at.view(np.float32)]
                else:
                    x = [some_floats(random, chunk) for _ in range(2)]
                with np.errstate(all="ignore"):
                    worst = max(worst, ulps(function(*x), function(*(a.astype(wide) for a in x)), dtype))
            errors[name, type_] = worst
    return errors


def show(error):
    return "" if error is None else "0.5" if error < 0.505 else f"{error:.2f}" if error < 100 else f"{error:.0e}"


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def page(errors, bounds, numpy_errors):
    head = "| | bound | " + " | ".join(f"{t} {level}" for t in ("f32", "f64") for level in LEVELS)
    lines = [f"""\
<!-- Generated by tools/accuracy.py; do not edit. -->
# Accuracy of elementwise functions

The largest error found of each elementwise function, in units in the last place (ulp) of the exact result, at each level of
CPU features (`WEIR_CPU`), in float32 (f32) and float64 (f64).  0.5 means that every result was correctly rounded.
`make accuracy PYTHON=...` measures again and writes this page; the interpreter needs NumPy.

*Bound* is promised for every level and both types, and `tests/unit/test_vmath.c` checks it, with fewer points.  *SLEEF* are the
bounds that its manual states, for the accurate and the faster variant where there are two.  NumPy's errors are
measured like Weir's.  float16 and bfloat16 are computed in float32 and rounded once.

Points: in float32 {(1 << 21) * FACTOR:,} floats at equal distances among all bit patterns; in float64 {(1 << 17) * FACTOR:,}, half
of them random bits, half between 2^-60 and 2^12; for two arguments {(1 << 19) * FACTOR:,} and {(1 << 17) * FACTOR:,} pairs.  The reference
is the C library in double for float32, and in long double for float64.  [Vector mathematics](design/vector-math.md)
describes the methods.

Measured on {cpu_name()}, {platform.libc_ver()[0]} {platform.libc_ver()[1]}, NumPy {np.__version__}.

{head} | SLEEF | NumPy f32 | NumPy f64 |
|---|""" + "---|" * 10]
    for name, found in errors.items():
        if name in HIDDEN or name in UNITS or name in COMPOSED:
            continue
        cells = [show(found.get((t, level))) for t in ("f32", "f64") for level in LEVELS]
        bound = "exact" if bounds[name] == 0 else f"{bounds[name]:g}" if bounds[name] > 0.51 else "0.5"
        if bounds[name] == 0:
            cells = ["exact" if cell == "0.5" else cell for cell in cells]
        peers = [numpy_errors.get((name, t)) for t in ("f32", "f64")]
        theirs = ["exact" if error == 0 and bounds[name] == 0 else show(error) for error in peers]
        lines.append(f"| {name} | {bound} | " + " | ".join([*cells, SLEEF.get(name, ""), *theirs]) + " |")
    lines.append("""
- logaddexp: where the larger argument and the logarithm cancel, an error above the bound is taken in ulp of the larger
  argument, in float64.  In float32 the sum is computed in double.  NumPy's figures are in ulp of the result everywhere.

## Operators that combine functions

Their formulas are in `unary.def`.  Where terms cancel, no bound in ulp of the result is possible without other formulas.
The error is then in ulp of the number named in the second column, if that is larger than the result.

| | ulp of | bound | """ + " | ".join(f"{t} {level}" for t in ("f32", "f64") for level in LEVELS) + """ |
|---|---|---|""" + "---|" * 6)
    for name, found in errors.items():
        if name in UNITS or name in COMPOSED:
            cells = [show(found.get((t, level))) for t in ("f32", "f64") for level in LEVELS]
            lines.append(f"| {name} | {UNITS.get(name, 'result')} | {round(bounds[name], 1):g} | " + " | ".join(cells) + " |")
    lines.append("""
- silu and mish: for x from -87 to 87.  Below, the sigmoid becomes a subnormal number, whose error is multiplied by x.
- add, subtract, multiply, divide, square and conversions between dtypes round once: 0.5 ulp.""")
    return "\n".join(lines) + "\n"


COMPOSED = ("reciprocal", "deg2rad", "rad2deg", "silu", "mish", "softsign", "log_sigmoid", "selu")


def main():
    if np.finfo(np.longdouble).nmant <= np.finfo(np.float64).nmant:
        sys.exit("long double is no wider than double here")
    errors, bounds = measure_weir(pathlib.Path(sys.argv[1]).resolve())
    missing = [level for level in LEVELS if ("f32", level) not in errors["exp"]]
    if missing:
        sys.exit(f"this machine does not support {', '.join(missing)}")
    PAGE.write_text(page(errors, bounds, measure_numpy([name for name in errors if name not in HIDDEN])))
    print(f"wrote {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
