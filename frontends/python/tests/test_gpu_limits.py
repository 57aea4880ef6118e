"""test_gpu_limits.py - a GPU at its limits: memory without waits, out of memory, a lost device, several devices, precision.

The tests run on a GPU, with `make test-gpu`, or on the stand-in for the CUDA driver, which test_cuda.py starts.  A test
that looks at a peak of memory, or loses the device, runs in a process of its own.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import sys
import textwrap

import pytest

import weir
from weir import autograd, nn, optim

LIBRARY = os.environ.get("WEIR_CUDA_LIBRARY")
HAS_GPU = weir.cuda.device_count() > 0

pytestmark = pytest.mark.skipif(not HAS_GPU, reason="there is no GPU")
stand_in = pytest.mark.skipif(not LIBRARY, reason="only the stand-in does this on command")


@pytest.fixture(autouse=True)
def on_the_cpu():
    weir.set_default_device("cpu:0")


def run(script, *arguments, **env):
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script), *arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **env})
    assert done.returncode == 0, done.stdout
    return done.stdout


# ---- Memory ------------------------------------------------------------------------------------------------------------

LOOP = """
    import json, sys
    import weir
    from weir import autograd, nn, optim
    waits, size, widths, batches, device = json.loads(sys.argv[1])
    weir.set_default_device(device)
    layers = []
    for a, b in zip(widths, widths[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]
    net = nn.Sequential(*layers[:-1]).to(device)
    loss_fn, step = nn.MSELoss(), optim.SGD(net.parameters(), lr=0.01)
    for _ in range(batches):
        x = weir.random.normal(size=(size, widths[0]), dtype=weir.float32)
        y = weir.random.normal(size=(size, widths[-1]), dtype=weir.float32)
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        step.step()
        if waits:
            weir.waitall()
    weir.waitall()
    weir.synchronize(device)
    print(json.dumps([weir.memory.on(device).peak, str(loss.device)]))
"""


@pytest.mark.parametrize("device", ["cuda:0", "cuda:1"])
def test_a_loop_that_never_waits_needs_at_most_a_tenth_more_memory(device):
    if int(device[-1]) >= weir.cuda.device_count():
        pytest.skip("there is one GPU")
    size, widths, batches = (64, (64, 128, 64, 1), 15) if LIBRARY else (8192, (512, 2048, 512, 1), 200)
    env = {"WEIR_LEVEL_FLOOR": "1"} if LIBRARY else {}  # a small program may use memory up to the floor
    # Small arrays may be used and freed before the next one is issued, so a loop that waits may need less than a run in order.
    in_order = {"WEIR_ENGINE": "serial"} if LIBRARY else {}
    (waiting, where), (free, _) = (json.loads(run(LOOP, json.dumps([waits, size, widths, batches, device]), **env, **more))
                                   for waits, more in ((True, in_order), (False, {})))
    assert where == device and waiting > 4 * size * widths[1]
    assert free <= 1.1 * waiting, (free, waiting)


def test_out_of_memory_names_the_largest_holders_and_the_next_step_works():
    """The arrays concerned fail, and everything else lives."""
    held = weir.ones((5, 200_000), device="cuda:0")
    net = nn.Linear(4, 3).to("cuda:0")
    step = optim.SGD(net.parameters(), lr=0.1)
    x, y = weir.ones((6, 4), device="cuda:0"), weir.zeros((6, 3), device="cuda:0")
    held.wait()
    budget = weir.memory.on("cuda:0").budget
    too_large = weir.ones(budget, device="cuda:0")  # four bytes for each
    child = too_large[:10] * 2
    other = held.sum()
    with pytest.raises(weir.AsyncError) as error:
        child.wait()
    text = str(error.value)
    assert "cuda:0" in text and "largest holders: " in text and "(ones)" in text and "needs" in text, text
    assert other.item() == 1_000_000  # issued after the failure, on the same device
    with pytest.raises(weir.AsyncError, match="needs .* on cuda:0"):
        too_large.wait()
    del too_large, child
    weir.clear_errors()
    losses = []
    for _ in range(3):
        with autograd.record():
            loss = nn.MSELoss()(net(x), y)
        loss.backward()
        step.step()
        losses.append(loss.item())
    assert losses[2] < losses[0]


@stand_in
def test_a_step_that_does_not_fit_fails_alone():
    """On a small card: many arrays fill it, those that do not fit fail, and the rest keep their values."""
    script = """
        import weir
        weir.set_default_device("cuda:0")
        arrays = [weir.full((250_000,), float(i)) for i in range(40)]  # a megabyte each
        good = []
        for i, x in enumerate(arrays):
            try:
                good.append(x[7].item() == i)
            except weir.AsyncError as error:
                assert "needs 1.0 MB on cuda:0" in str(error) and "largest holders: 1.0 MB (full)" in str(error), error
        assert 10 <= len(good) < 40 and all(good), good
        weir.clear_errors()
        del arrays, x
        assert weir.full((250_000,), 3.0).sum().item() == 750_000
        print("done")
    """
    assert run(script, STAND_IN_MEMORY=str(24 << 20)).endswith("done\n")


# ---- A lost device -----------------------------------------------------------------------------------------------------


@stand_in
def test_a_lost_device_says_so_in_every_call():
    script = """
        import ctypes, os, re
        import weir
        settings = (ctypes.c_int64 * 32).in_dll(ctypes.CDLL(os.environ["WEIR_CUDA_LIBRARY"]), "stand_in_settings")
        FAULT_IN = 5                                       # stand_in.h
        x = weir.ones(1000, device="cuda:0")
        (x + 1).wait()
        settings[FAULT_IN] = 1
        seen = []
        for attempt in (lambda: (x + 1).wait(), lambda: (x * 2).tolist(), lambda: x.sum().item(),
                        lambda: weir.ones(3, device="cuda:0").wait(), lambda: x.tolist(),
                        lambda: x.to_device("cpu:0").tolist()):
            try:
                attempt()
                raise SystemExit("a lost device computes")
            except weir.AsyncError as error:
                seen.append(str(error))
        assert all("cuda:0: the device is lost" in text for text in seen), seen
        assert all(text.count("the device is lost") == 1 for text in seen), seen
        assert (weir.ones(3) + 1).tolist() == [2, 2, 2]   # the CPU lives
        print("done")
    """
    assert "done\n" in run(script)


# ---- Several devices ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(weir.cuda.device_count() < 2, reason="there is one GPU; WEIR_CUDA_DEVICES=0,0 opens it twice")
def test_two_devices_compute_and_exchange():
    """Data-parallel steps: the gradients of two devices are added, and both keep the same parameters."""
    devices = ["cuda:0", "cuda:1"]
    nets = [nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, 1)) for _ in devices]
    single = nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, 1))
    for net in nets:
        net(weir.zeros((1, 6)))
        net.load_state_dict(single.state_dict())
    for net, device in zip(nets, devices):
        net.to(device)
    data = weir.random.normal(size=(8, 6), dtype=weir.float32)
    target = data.sum(axis=1, keepdims=True)
    for _ in range(4):
        for net, device, part in zip(nets, devices, (slice(0, 4), slice(4, 8))):
            x, y = data[part].to_device(device), target[part].to_device(device)
            with autograd.record():
                loss = ((net(x) - y) ** 2).sum()
            loss.backward()
        for a, b in zip(nets[0].parameters(), nets[1].parameters()):
            total = a.grad + b.grad.to_device("cuda:0")
            with autograd.pause():
                a -= 0.01 * total
                b -= 0.01 * total.to_device("cuda:1")
        with autograd.record():
            loss = ((single(data) - target) ** 2).sum()
        loss.backward()
        for p in single.parameters():
            with autograd.pause():
                p -= 0.01 * p.grad
    for a, b, c in zip(nets[0].parameters(), nets[1].parameters(), single.parameters()):
        assert a.device == "cuda:0" and b.device == "cuda:1"
        left, right = a.to_device("cpu:0"), b.to_device("cpu:0")
        assert weir.array_equal(left, right)
        assert weir.allclose(left, c, rtol=1e-4, atol=1e-5)
    each = [weir.memory.on(device).used for device in devices]
    assert all(used > 0 for used in each)


# ---- Precision ---------------------------------------------------------------------------------------------------------


def product_error(dtype=weir.float32):
    """The largest difference of a product from that in float64, in units of the last place of float32."""
    n = 160
    a, b = (weir.random.uniform(0.5, 1.0, size=(n, n), dtype=weir.float32) for _ in range(2))
    exact = weir.matmul(a.astype(weir.float64), b.astype(weir.float64))
    got = weir.matmul(a.to_device("cuda:0"), b.to_device("cuda:0")).to_device("cpu:0")
    return (weir.abs(got.astype(weir.float64) - exact) / exact).max().item() * 2**23


def test_products_are_exact_by_default_and_tf32_is_asked_for():
    """TF32 keeps 10 bits of a number, so that its products are wrong by thousands of units of the last place."""
    assert weir.get_float32_precision() == "full"
    assert product_error() < 50
    try:
        weir.set_float32_precision("tf32")
        assert 100 < product_error() < 2**14
    finally:
        weir.set_float32_precision("full")
    assert product_error() < 50


@pytest.mark.parametrize("low", [weir.bfloat16, weir.float16])
def test_autocast_and_a_scaler_train_on_a_gpu(low):
    weir.random.seed(3)
    net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)).to("cuda:0")
    step, scaler = optim.SGD(net.parameters(), lr=0.05), optim.GradScaler(enabled=low == weir.float16)
    x = weir.random.normal(size=(32, 8), dtype=weir.float32, device="cuda:0")
    y = x.sum(axis=1, keepdims=True)
    losses = []
    for _ in range(15):
        with weir.autocast(dtype=low), autograd.record():
            out = net(x)
            loss = ((out.astype(weir.float32) - y) ** 2).mean()
        assert out.dtype == low and out.device == "cuda:0"
        scaler.scale(loss).backward()
        scaler.step(step)
        scaler.update()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0], losses
    assert all(p.dtype == weir.float32 for p in net.parameters())
