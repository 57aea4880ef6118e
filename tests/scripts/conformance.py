#!/usr/bin/env python3
"""conformance.py - tools/conformance.py notices failures nobody expected, and lines that are out of date.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

root = pathlib.Path(os.environ["TEST_SOURCE"])
sys.path.insert(0, str(root / "tools"))
import conformance  # noqa: E402

outcomes = {"t::good": "passed", "t::bad": "failed", "t::known[a b]": "failed", "t::mended": "passed",
            "t::left": "skipped"}
reasons = {"t::known[a b]": "why", "t::mended": "why", "t::left": "why", "t::gone": "why"}
said = conformance.compare(outcomes, reasons, whole=True)
expected = ["fails, and is not expected to: t::bad", "is not in the suite, take the line out: t::gone",
            "is skipped, take the line out: t::left", "passes now, take the line out: t::mended"]
assert said == expected, said
part = conformance.compare({"t::good": "passed"}, reasons, whole=False)
assert part == [], part

conformance.expected(conformance.EXPECTED)  # the file itself can be read
for text, wrong in (("a::b\n", "no reason"), ("a::b  x\na::b  y\n", "stands twice")):
    path = pathlib.Path("lines.txt")
    path.write_text(text)
    try:
        conformance.expected(path)
    except SystemExit as refusal:
        assert wrong in str(refusal), refusal
    else:
        raise AssertionError(f"{text!r} was accepted")

done = subprocess.run([sys.executable, root / "tools/conformance.py", "nowhere"], capture_output=True, text=True)
assert done.returncode == 1 and "SUITE=" in done.stderr, done
