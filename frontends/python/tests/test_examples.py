"""Every example in Python runs, in its quick variant, and learns.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import re
import subprocess
import sys

import pytest

import weir

from clothes import clothes

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "python"

# What it says in the end, and whether the number in it is good.
EXAMPLES = {
    "mlp": (r"([\d.]+)% of the points", lambda share: share > 90),
    "lenet_fashion_mnist": (r"test accuracy ([\d.]+)", lambda share: share > 0.5),
    "char_gpt": (r"training loss ([\d.]+)", lambda loss: loss < 3.5),
    "lstm": (r"([\d.]+)% of 100 new sums", lambda share: share > 80),
    "memory": (r"([\d.]+) of the peak", lambda part: part <= 1.1),
    "vae": (r"a ratio of ([\d.]+)", lambda ratio: ratio < 0.5),
    "service": (r"([\d.]+)% answered as without", lambda share: share == 100),
    "kmeans": (r"([\d.]+)% of the points", lambda share: share > 99),
    "pca": (r"an error of ([\d.]+)", lambda error: error < 0.11),
    "newton": (r"coefficient ([\d.]+)", lambda error: error < 0.2),
    "heat": (r"relative error ([\d.e-]+)", lambda error: error < 1e-3),
    "nbody": (r"changed by ([\d.]+)%", lambda drift: drift < 0.1),
    "own_gradient": (r"([\d.]+)% of the points", lambda share: share > 90),
    "with_sklearn": (r"accuracy ([\d.]+)", lambda share: share > 0.9),
}

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the examples are not beside the tests")


def test_none_is_forgotten():
    assert {path.stem for path in FOLDER.glob("*.py")} == {*EXAMPLES, "beside_torch"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_runs(name, tmp_path):
    if name == "with_sklearn":
        pytest.importorskip("sklearn")
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


def test_training_resumes(tmp_path):
    clothes(tmp_path, "pictures", n=6000)
    command = [sys.executable, str(FOLDER / "lenet_fashion_mnist.py"), "--quick", "--data", str(tmp_path / "pictures"),
               "--checkpoint", str(tmp_path / "checkpoint"), "--epochs"]
    first, second = (subprocess.run([*command, epochs], text=True, stdout=subprocess.PIPE, check=True).stdout for epochs in "12")
    assert "continues" not in first and "epoch 1  training loss" in first
    assert "continues after epoch 1" in second and "epoch 1  training loss" not in second
    loss = [float(re.search(r"training loss ([\d.]+)", said)[1]) for said in (first, second)]
    assert loss[1] < loss[0]


def test_the_cache_does_not_change_what_is_written(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import char_gpt
    weir.random.seed(3)
    net = char_gpt.GPT(11, context=16, width=16, layers=2, heads=2)
    text = weir.asarray([[1, 2, 3]], dtype=weir.int64)
    caches = [[] for _ in net.blocks]
    for new in (text, text[:, :1], text[:, 1:2]):
        with_cache = net(new, caches)[:, -1]
    whole = net(weir.concat([text, text[:, :2]], axis=1))[:, -1]
    assert weir.abs(with_cache - whole).max() < 1e-5
    assert char_gpt.write(net, text, 40).shape == (1, 43)       # more than the context holds


def test_missing_data_is_told(tmp_path):
    done = subprocess.run([sys.executable, str(FOLDER / "lenet_fashion_mnist.py"), "--data", str(tmp_path)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "Install Debian's package dataset-fashion-mnist" in done.stderr
