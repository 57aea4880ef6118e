"""Every phrase in Weir's column of the phrase book runs."""
import pathlib
import re

import pytest

import weir
from weir import autograd, data, nn, optim

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs/python/phrasebook.md"
ROWS = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("| `")
        or line.startswith("| - ")]
PHRASES = [phrase for row in ROWS for phrase in re.findall(r"`([^`]+)`", row[-1])]


@pytest.fixture
def names(tmp_path):
    numpy = pytest.importorskip("numpy")
    weir.random.seed(0)
    net, x, y = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3)), weir.random.normal(size=(6, 4)), weir.arange(6) % 3
    x.attach_grad()
    with autograd.record():
        logits = net(x)
        loss = weir.cross_entropy(logits, y)
        found = {
            "weir": weir, "nn": nn, "optim": optim, "autograd": autograd, "data": data, "numpy": numpy,
            "a": weir.random.normal(size=(4, 4)), "b": weir.random.normal(size=(4, 4)), "c": weir.ones((4, 4)) > 0,
            "v": weir.random.normal(size=9), "i": weir.asarray([0, 2]), "t": weir.ones((2, 4)), "f": str(tmp_path / "f"),
            "q": weir.random.normal(size=(2, 2, 5, 4)), "net": net, "x": x, "y": y, "logits": logits, "loss": loss,
            "opt": optim.SGD(net.parameters(), lr=0.1), "fn": lambda z: (z * z).sum()}
        net.save(found["f"])
        kind, precision = weir.engine.kind, weir.get_printoptions()["precision"]
        yield found
    weir.waitall()
    weir.engine.kind = kind
    weir.set_printoptions(precision=precision)


def test_the_page_has_rows_and_columns():
    assert len(ROWS) > 55 and {len(row) for row in ROWS} == {4, 6}
    assert all("`" in row[-1] for row in ROWS)


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrase(phrase, names):
    exec(compile(phrase, "phrasebook.md", "exec"), names)
