"""Every example in Python runs, in its quick variant, and learns.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import re
import subprocess
import sys

import pytest

from clothes import clothes

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "python"

# What it says in the end, and whether the number in it is good.
EXAMPLES = {
    "mlp": (r"([\d.]+)% of the points", lambda share: share > 90),
    "lenet_fashion_mnist": (r"test accuracy ([\d.]+)", lambda share: share > 0.5),
    "char_gpt": (r"training loss ([\d.]+)", lambda loss: loss < 3.5),
    "lstm": (r"([\d.]+)% of 100 new sums", lambda share: share > 80),
    "memory": (r"([\d.]+) of the peak", lambda part: part <= 1.1),
}

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the examples are not beside the tests")


def test_none_is_forgotten():
    assert {path.stem for path in FOLDER.glob("*.py")} == {*EXAMPLES, "beside_torch"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_runs(name, tmp_path):
    arguments = [str(FOLDER / f"{name}.py"), "--quick"]
    if name == "lenet_fashion_mnist":  # the package with the real pictures need not be there
        clothes(tmp_path, "pictures", n=6000)
        arguments += ["--data", str(tmp_path / "pictures")]
    done = subprocess.run([sys.executable, *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    said, good = EXAMPLES[name]
    found = re.search(said, done.stdout)
    assert found and good(float(found.group(1))), done.stdout


def test_missing_data_is_told(tmp_path):
    done = subprocess.run([sys.executable, str(FOLDER / "lenet_fashion_mnist.py"), "--data", str(tmp_path)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "Install Debian's package dataset-fashion-mnist" in done.stderr
