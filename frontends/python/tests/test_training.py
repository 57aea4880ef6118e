"""Whole training runs: the same bits everywhere, bad batches, memory that runs out, threads.

SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import subprocess
import sys
import threading

import pytest

import weir
from weir import autograd, nn, optim


class Net(nn.Module):
    def __init__(self):
        self.conv = nn.Conv2d(1, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.drop = nn.Dropout(0.25)
        self.out = nn.Linear(36, 5)

    def forward(self, x):
        x = weir.max_pool2d(weir.relu(self.norm(self.conv(x))), 2)
        return self.out(self.drop(x.reshape(x.shape[0], -1)))


def batch(i, rows=16):
    k = weir.arange(rows * 64, dtype=weir.float32)
    return weir.sin(k * (i + 1)).reshape(rows, 1, 8, 8), (weir.arange(rows) + i) % 5


def make():
    weir.random.seed(7)
    net = Net()
    return net, optim.Adam(net.parameters(), lr=1e-2)


def step(net, opt, x, y, checked=False):
    with autograd.record():
        loss = weir.cross_entropy(net(x), y)
        if checked:
            loss = weir.check_finite(loss)
    loss.backward()
    opt.step()
    return loss


def bits(net):
    weir.waitall()
    return hashlib.sha256(b"".join(a.numpy().tobytes() for a in net.state_dict().values())).hexdigest()


def run(steps=6):
    net, opt = make()
    for i in range(steps):
        step(net, opt, *batch(i))
    return bits(net)


def test_same_seed_same_bits_for_any_number_of_workers():
    program = (f"import sys; sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r})\n"
               "import test_training; print(test_training.run())")
    said = set()
    for settings in ({"WEIR_WORKERS": "1"}, {"WEIR_WORKERS": "2"}, {"WEIR_WORKERS": "3"}, {"WEIR_ENGINE": "serial"}):
        done = subprocess.run([sys.executable, "-c", program], env={**os.environ, **settings}, text=True,
                              stdout=subprocess.PIPE, check=True)
        said.add(done.stdout)
    assert len(said) == 1


def test_it_learns():
    net, opt = make()
    x, y = batch(0)
    losses = [float(step(net, opt, x, y)) for _ in range(40)]
    assert losses[-1] < losses[0] / 3


def bad_batch(x, y, checked, match):
    net, opt = make()
    for i in range(3):
        step(net, opt, *batch(i))
    before = bits(net)
    parameters = [p.numpy().copy() for p in net.parameters()]
    step(net, opt, x, y, checked)
    with pytest.raises(weir.AsyncError, match=match) as told:
        weir.waitall()
    assert "test_training.py:" in str(told.value)
    with pytest.raises(weir.AsyncError, match=match):
        opt.step()
    weir.clear_errors()
    opt.clear()
    assert all((p.numpy() == was).all() for p, was in zip(net.parameters(), parameters))
    opt.zero_grad()
    step(net, opt, *batch(4))
    assert bits(net) != before


def test_a_bad_label_names_its_line_and_does_not_cost_the_model():
    x, y = batch(3)
    bad_batch(x, y + 7, False, "label 1?[0-9] of sample")


def test_nan_names_its_line_and_does_not_cost_the_model():
    x, y = batch(3)
    x[2, 0, 3, 3] = float("nan")
    bad_batch(x, y, True, "check_finite.*NaN")


def test_check_finite_hands_through():
    x = weir.asarray([1.0, 2.0]).attach_grad()
    with autograd.record():
        y = weir.check_finite(x).sum()
    y.backward()
    assert x.grad.tolist() == [1.0, 1.0]
    assert weir.check_finite(weir.asarray([1, 2])).tolist() == [1, 2]
    with pytest.raises(weir.AsyncError, match="element 1 of 2 is infinite"):
        weir.check_finite(weir.asarray([1.0, float("inf")])).tolist()


MEMORY = """
import weir
from weir import autograd, nn, optim
weir.random.seed(1)
net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 5))
opt = optim.Adam(net.parameters())

def step(rows):
    with autograd.record():
        loss = weir.cross_entropy(net(weir.ones((rows, 64))), weir.zeros(rows, dtype=weir.int64))
    loss.backward()
    opt.step()
    weir.waitall()

step(16)
before = [p.tolist() for p in net.parameters()]
try:
    step(8192)
    print("fits")
except (MemoryError, weir.AsyncError) as error:
    print("refused", type(error).__name__)
    weir.clear_errors()
    opt.clear()
    assert before == [p.tolist() for p in net.parameters()]
opt.zero_grad()
step(16)
print("goes on")
"""


def test_memory_that_runs_out_leaves_the_model_and_the_process():
    said = []
    for megabytes in (64, 12, 10, 8, 6, 4):
        done = subprocess.run([sys.executable, "-c", MEMORY], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "WEIR_MEMORY": f"{megabytes}M"})
        assert done.returncode == 0 and done.stdout.endswith("goes on\n"), (megabytes, done.stdout, done.stderr)
        said.append(done.stdout.split()[0])
    assert said[0] == "fits" and said[-1] == "refused"


def test_sixteen_threads_share_a_net():
    net, opt = make()
    for i in range(3):
        step(net, opt, *batch(i))
    x, _ = batch(9)
    wanted = net(x).numpy().tobytes()
    results = []

    def use():
        for _ in range(20):
            results.append(net(x).numpy().tobytes())

    threads = [threading.Thread(target=use) for _ in range(16)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(results) == 320 and set(results) == {wanted}


@pytest.mark.parametrize("how", ["nan", "label"])
def test_a_bad_gradient_in_one_group_holds_back_all(how):
    """Two parts with a loss each, in two groups: only one of the losses is bad."""
    one, two = nn.Linear(3, 2), nn.Linear(3, 2)
    opt = optim.Adam([{"params": one.parameters()}, {"params": two.parameters(), "lr": 0.1}], lr=0.01)

    def go(bad):
        x = weir.ones((2, 3))
        with autograd.record():
            first = (one(x) ** 2).sum()
            value = two(x * float("nan") if bad and how == "nan" else x)
            label = weir.asarray([0, 7 if bad and how == "label" else 1])
            second = weir.check_finite(nn.CrossEntropyLoss()(value, label))
        autograd.backward([first, second])
        opt.step()

    go(False)
    kept = [p.numpy().copy() for p in [*opt.parameters, *opt.state_dict().values()]]
    go(True)
    with pytest.raises(weir.AsyncError):
        one.weight.wait()
    with pytest.raises(weir.AsyncError):
        opt.step()
    opt.clear()
    weir.clear_errors()
    now = [p.numpy() for p in [*opt.parameters, *opt.state_dict().values()]]
    assert all((a == b).all() for a, b in zip(now, kept))
    go(False)
    assert all(float(s) == 2 for name, s in opt.state_dict().items() if name.endswith("step"))
