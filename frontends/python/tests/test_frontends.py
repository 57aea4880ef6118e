"""test_frontends.py - Python trains LeNet to the same bytes as C; the checks of the other front ends compare with C, too.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

import pytest

PROGRAM = pathlib.Path(os.environ.get("TEST_BUILD", "")) / "tests/frontends/lenet_steps"
SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "tests/frontends/lenet_steps.py"

pytestmark = pytest.mark.skipif(not PROGRAM.is_file() or not SCRIPT.is_file(), reason="lenet_steps is not built (TEST_BUILD)")


def made():
    import weir

    try:
        weir.data.FashionMNIST()
        return []
    except OSError:
        return ["made"]


@pytest.mark.cpu  # compares bytes with a program on the CPU
def test_lenet_has_the_bytes_of_c(tmp_path):
    for name, command in ("c", [PROGRAM]), ("python", [sys.executable, SCRIPT]):
        subprocess.run([*command, "100", tmp_path / name, *made()], check=True)
    assert (tmp_path / "c").read_bytes() == (tmp_path / "python").read_bytes()
    scores = [subprocess.run([*command, "load", tmp_path / name], check=True, capture_output=True).stdout
              for command, name in (([PROGRAM], "python"), ([sys.executable, SCRIPT], "c"))]
    assert scores[0] == scores[1] and scores[0].count(b"\n") == 40
