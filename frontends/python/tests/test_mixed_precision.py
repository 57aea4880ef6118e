"""Mixed precision as a user meets it: autocast, master copies, the gradient scaler.

SPDX-License-Identifier: Apache-2.0
"""
import asyncio
import math
import os
import pathlib
import re
import threading
import time

import pytest

import weir
from weir import autograd, nn, optim

ROOT = pathlib.Path(__file__).resolve().parents[3]
LOW = ("float16", "bfloat16")


def normal(*shape, dtype="float32"):
    return weir.random.normal(size=shape).astype(dtype)


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and weir.all(weir.equal(a, b)).item()


@pytest.fixture(autouse=True)
def seeded():
    weir.random.seed(3)
    yield
    assert weir.get_autocast_dtype() is None
    weir.waitall()


# ---- Autocast: which operators ---------------------------------------------------------------------------


@pytest.mark.parametrize("low", LOW)
def test_products_are_low_sums_are_float32_and_the_rest_promotes(low):
    x, w = normal(8, 16), normal(16, 4)
    with weir.autocast(low):
        y = x @ w
        assert same(y, x.astype(low) @ w.astype(low))
        assert y.dtype == low and (y * 2.0).dtype == low and weir.relu(y).dtype == low
        assert (y + x[:, :4]).dtype == "float32"
        for op in (weir.exp, weir.softmax, weir.sum, weir.mean, weir.var):
            assert same(op(y), op(y.astype("float32")))
        assert same(weir.linear(x, w.T), weir.linear(x.astype(low), w.T.astype(low)))
    assert (x @ w).dtype == "float32"


def test_other_dtypes_are_left_alone():
    a, b = weir.arange(6).reshape(2, 3), normal(3, 2, dtype="float64")
    with weir.autocast():
        assert (a @ a.T).dtype == a.dtype
        assert (b @ b.T).dtype == "float64" and weir.exp(b).dtype == "float64"
        c = normal(3, 2)
        assert same(c.T @ b, c.T.astype("float64") @ b)  # the float32 input keeps its bits
        assert weir.matmul(c.astype("complex64").T, b.astype("complex64")).dtype == "complex64"


@pytest.mark.parametrize("low", LOW)
def test_layers_keep_float32_parameters(low):
    x = normal(2, 5, 8)
    layers = [nn.Linear(8, 8), nn.LSTM(8, 8), nn.GRU(8, 8), nn.TransformerEncoderLayer(8, 2, 16)]
    for layer in layers:
        with weir.autocast(low):
            y = layer(x)
        y = y[0] if isinstance(y, tuple) else y
        assert all(p.dtype == "float32" for p in layer.parameters()), layer
        assert y.dtype == ("float32" if isinstance(layer, nn.TransformerEncoderLayer) else low), layer
    image = normal(2, 3, 8, 8)
    net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(144, 2))
    with weir.autocast(low), autograd.record():
        y = net(image)
    assert y.dtype == low and net[1].running_mean.dtype == "float32"


def test_a_layer_whose_shape_is_not_known_yet_gets_float32_parameters():
    net = nn.Sequential(nn.Linear(4), nn.Linear(3))
    with weir.autocast():
        net(normal(2, 5))
    assert [p.dtype for p in net.parameters()] == ["float32"] * 4


def test_compute_in_takes_precedence():
    layer, x = nn.Linear(4, 4), normal(3, 4)
    layer.compute_in("float16")
    with weir.autocast("bfloat16"):
        assert layer(x).dtype == "float16" and weir.get_autocast_dtype() == "bfloat16"


def test_compute_in_refuses_float64_with_autocast_too():
    layer, x = nn.Linear(4, 4), normal(3, 4, dtype="float64")
    layer.compute_in("bfloat16")
    with pytest.raises(ValueError, match="but the parameters are float32"):
        layer(x)
    with weir.autocast("float16"):
        with pytest.raises(ValueError, match="but the parameters are float32"):
            layer(x)
        assert layer(x.astype("float16")).dtype == "bfloat16"


def test_the_guide_lists_the_table():
    table = (ROOT / "src/ops/core/autocast.def").read_text()
    guide = (ROOT / "docs/guide/mixed-precision.md").read_text()
    for kind, heading in (("LOW", "bfloat16 or float16"), ("FULL", "float32")):
        listed = re.search(rf"^\*\*In {heading}:\*\*(.*?)\n\n", guide, re.M | re.S)[1]
        assert sorted(re.findall(r"`(\w+)`", listed)) == sorted(re.findall(rf"^{kind}\((\w+)\)", table, re.M))


# ---- Autocast: the context -------------------------------------------------------------------------------


def test_blocks_nest_and_can_be_turned_off():
    x = normal(4, 4)
    with weir.autocast("float16") as outer:
        with weir.autocast("bfloat16"):
            assert (x @ x).dtype == "bfloat16"
            with weir.autocast(enabled=False):
                assert weir.get_autocast_dtype() is None and (x @ x).dtype == "float32"
            assert (x @ x).dtype == "bfloat16"
        assert (x @ x).dtype == "float16"
        with outer:  # reentrant
            pass
        assert weir.get_autocast_dtype() == "float16"
    with pytest.raises(KeyError):
        with weir.autocast():
            raise KeyError
    assert weir.get_autocast_dtype() is None


def test_a_decorator():
    @weir.autocast("bfloat16")
    def product(a, depth=0):
        return product(a, depth - 1) if depth else a @ a

    assert product(normal(3, 3), depth=2).dtype == "bfloat16" and product.__name__ == "product"
    for fn in (lambda: (yield), asyncio.sleep):
        with pytest.raises(TypeError, match="inside the function"):
            weir.autocast()(fn)


def test_threads_and_tasks_have_their_own():
    seen = []
    with weir.autocast():
        thread = threading.Thread(target=lambda: seen.append(weir.get_autocast_dtype()))
        thread.start()
        thread.join()
    assert seen == [None]

    async def one(dtype, other):
        with weir.autocast(dtype):
            await asyncio.sleep(0)
            assert (normal(2, 2) @ normal(2, 2)).dtype == dtype
            other.append(weir.get_autocast_dtype())

    async def both():
        await asyncio.gather(one("float16", seen), one("bfloat16", seen))

    asyncio.run(both())
    assert seen[1:] == ["float16", "bfloat16"]


@pytest.mark.parametrize("bad, message", [("cuda", "is a device"), ("cpu:0", "is a device"),
                                          ("float64", "must be float16 or bfloat16, not float64"),
                                          ("float32", "enabled=False"), (weir.int32, "not int32")])
def test_bad_dtypes(bad, message):
    with pytest.raises(ValueError, match=message):
        weir.autocast(bad)
    if not isinstance(bad, str) or "float" in bad:
        with pytest.raises(ValueError, match="must be float16 or bfloat16"):
            weir.set_autocast_dtype(bad)


# ---- Autocast: kept casts and devices --------------------------------------------------------------------


def tasks(compute):
    """The number of tasks that a call takes."""
    before = weir.engine.stats()["issued"]
    compute()
    return weir.engine.stats()["issued"] - before


def test_a_parameter_is_cast_once_in_a_block():
    x, w = normal(16, 16), nn.Parameter(normal(16, 16))
    one = weir.ones(())
    with weir.autocast():
        assert tasks(lambda: x @ w) == 3
        assert tasks(lambda: x @ w) == 2 and tasks(lambda: w @ w) == 1
        with weir.autocast(enabled=False):
            assert (w @ w).dtype == "float32"
        with weir.autocast("float16"):
            assert tasks(lambda: w @ w) == 2 and (w @ w).dtype == "float16"
        assert tasks(lambda: w @ w) == 1
        w += one
        wanted = w.astype("bfloat16") @ w.astype("bfloat16")
        assert tasks(lambda: w @ w) == 2 and same(w @ w, wanted)
    with weir.autocast():
        assert tasks(lambda: w @ w) == 2


def test_kept_casts_follow_steps_and_loads():
    net, x = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 8)), normal(4, 8)
    opt = optim.SGD(net.parameters(), lr=0.5)
    state = {name: value.copy() for name, value in net.state_dict().items()}

    def expected():
        y = x
        for layer in net:
            y = weir.linear(y.astype("bfloat16"), layer.weight.astype("bfloat16"), layer.bias.astype("bfloat16"))
        return y

    with weir.autocast():
        for _ in range(3):
            with autograd.record():
                loss = weir.mse_loss(net(x), x)
            loss.backward()
            opt.step()
            assert same(net(x), expected())
        net.load_state_dict(state)
        assert same(net(x), expected())


def test_casts_are_freed_with_the_block():
    w = nn.Parameter(normal(64, 64)).wait()
    weir.waitall()
    before = weir.memory.used
    with weir.autocast():
        for i in range(1000):  # parameters that go away
            (nn.Parameter(normal(64, 64)) @ w).wait()
        assert weir.memory.used < before + 300 * 64 * 64 * 6
    weir.waitall()
    for _ in range(1000):
        if weir.memory.used <= before:
            break
        time.sleep(0.01)
    assert weir.memory.used <= before


def test_generators_and_tasks_that_are_interleaved():
    x = normal(4, 4)

    def products():
        with weir.autocast("float16"):
            while True:
                yield x @ x

    first, second = products(), products()
    assert next(first).dtype == "float16" and next(second).dtype == "float16"
    second.close()  # they share a context, in which blocks end in reverse order
    first.close()
    assert weir.get_autocast_dtype() is None

    async def inside(event, other):
        with weir.autocast("float16"):
            event.set()
            await other.wait()
            assert (x @ x).dtype == "float16"

    async def both():
        a, b = asyncio.Event(), asyncio.Event()
        await asyncio.gather(inside(a, b), inside(b, a))
        assert weir.get_autocast_dtype() is None

    asyncio.run(both())
    moved = products()
    thread = threading.Thread(target=lambda: next(moved))  # entered on one thread, left on another
    thread.start()
    thread.join()
    moved.close()
    assert (x @ x).dtype == "float32"


def test_a_block_for_one_kind_of_device():
    here, there = weir.ones((4, 4), device="cpu"), weir.ones((4, 4), device="null:0")
    for device, low in ((None, "both"), ("cpu", here), ("cpu:3", here), ("null:1", there), (weir.Device("null:0"), there)):
        with weir.autocast(device=device):
            for x in (here, there):
                assert (x @ x).dtype == ("bfloat16" if low == "both" or low is x else "float32")
            with weir.autocast("float16"):
                assert (here @ here).dtype == (there @ there).dtype == "float16"
    assert (here @ here).dtype == (there @ there).dtype == "float32"
    with pytest.raises(ValueError, match="tpu"):
        weir.autocast(device="tpu")
    with pytest.raises(ValueError, match="device= limits"):
        weir.autocast("cuda")


@pytest.mark.cpu
@pytest.mark.forks
def test_a_fork_within_a_block():
    w = nn.Parameter(normal(16, 16))
    with weir.autocast():
        before = (w @ w).astype("float32").numpy().tolist()
        child = os.fork()
        if child == 0:
            os._exit(0 if (w @ w).astype("float32").numpy().tolist() == before else 1)
        assert os.waitpid(child, 0)[1] == 0


# ---- Autocast: gradients, out= and in-place --------------------------------------------------------------


def gradients(compute, *arrays):
    leaves = [x.copy() for x in arrays]
    for x in leaves:
        x.attach_grad()
    with autograd.record():
        y = compute(*leaves)
    y.backward()
    return [y, *(x.grad for x in leaves)]


@pytest.mark.parametrize("low", LOW)
@pytest.mark.parametrize("inside", [False, True])
def test_gradients_compute_in_the_dtypes_of_the_forward_pass(low, inside):
    x, w, v = normal(6, 5), normal(5, 4), normal(4, 3)

    def cast(x, w, v):
        with weir.autocast(low):
            loss = weir.mse_loss(weir.tanh(x @ w) @ v, x[:, :3])
            if inside:
                loss.backward(retain_graph=True)
        return loss

    def explicit(x, w, v):
        h = weir.tanh(x.astype(low) @ w.astype(low))
        loss = weir.mse_loss((h @ v.astype(low)).astype("float32"), x[:, :3])
        if inside:
            loss.backward(retain_graph=True)
        return loss

    for got, wanted in zip(gradients(cast, x, w, v), gradients(explicit, x, w, v)):
        assert got.dtype == "float32" and same(got, wanted)


def test_gradients_are_close_to_those_in_float32():
    net = nn.Sequential(nn.Linear(6, 16), nn.GELU(), nn.LayerNorm(16), nn.Linear(16, 3))
    x, y = normal(9, 6), weir.arange(9) % 3

    def grads(dtype):
        net.zero_grad()
        with autograd.record(), weir.autocast(dtype or "bfloat16", enabled=dtype is not None):
            weir.cross_entropy(net(x), y).backward()
        return [p.grad.copy() for p in net.parameters()]

    for low, tolerance in (("bfloat16", 0.05), ("float16", 0.01)):
        for exact, rough in zip(grads(None), grads(low)):
            error = weir.linalg.vector_norm(exact - rough) / (weir.linalg.vector_norm(exact) + 1e-3)
            assert error.item() < tolerance


def test_a_checkpoint_recomputes_in_the_same_dtypes():
    x, w = normal(4, 5), normal(5, 5)
    seen = []

    def part(x):
        seen.append(weir.get_autocast_dtype())
        return weir.tanh(x @ w).sum()

    def run(checkpointed):
        with weir.autocast("bfloat16"):
            return autograd.checkpoint(part, x) if checkpointed else part(x)

    x.attach_grad("write")
    grads = []
    for checkpointed in (False, True):
        with autograd.record():
            y = run(checkpointed)
        y.backward()
        grads.append(x.grad.copy())
    assert same(*grads) and [str(d) for d in seen] == ["bfloat16"] * 3


def test_a_function_of_the_user_runs_backward_without_autocast():
    seen = []

    class Twice(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, dy):
            seen.append(weir.get_autocast_dtype())
            return dy * 2

    x = normal(3)
    x.attach_grad()
    with autograd.record(), weir.autocast():
        y = Twice.apply(x).sum()
        y.backward()
        assert weir.get_autocast_dtype() == "bfloat16"
    assert seen == [None] and same(x.grad, weir.full((3,), 2.0))


def test_out_and_in_place_keep_the_dtype_of_the_output():
    x, w = normal(4, 4), normal(4, 4)
    wanted = (x.astype("bfloat16") @ w.astype("bfloat16")).astype("float32")
    with weir.autocast("bfloat16"):
        out = weir.zeros((4, 4))
        assert weir.matmul(x, w, out=out) is out and same(out, wanted)
        y = x.copy()
        y @= w
        assert same(y, wanted)
        y[1:3] = x[1:3] @ w
        assert same(y, wanted)
        y += x @ w
        assert same(y, wanted + wanted)
        low = x.astype("bfloat16")
        weir.exp(low, out=low)
        assert same(low, weir.exp(x.astype("bfloat16").astype("float32")).astype("bfloat16"))


def test_operators_inside_operators_are_not_cast():
    x = normal(5, 3)
    with weir.autocast("bfloat16"):
        assert same(weir.cdist(x, x), weir.cdist(x.astype("float32"), x))
        assert weir.cdist(x, x).dtype == "float32"


@pytest.mark.parametrize("name", ["pinv", "matrix_rank", "cond", "norm"])
def test_functions_of_linear_algebra_compute_in_float32(name):
    x, fn = normal(4, 3), getattr(weir.linalg, name)
    low = x.astype("bfloat16")
    with weir.autocast("bfloat16"):
        assert same(fn(x), fn(x.astype("float64").astype("float32")))
        got = fn(x), fn(low)
        assert weir.get_autocast_dtype() == "bfloat16"
    assert same(got[0], fn(x)) and same(got[1], fn(low.astype("float32")))


# ---- Training --------------------------------------------------------------------------------------------


def problem():
    weir.random.seed(11)
    x = normal(96, 8)
    net = nn.Sequential(nn.Linear(8, 32), nn.Tanh(), nn.Linear(32, 3))
    return net, x, weir.argmax(x[:, :3], axis=1)


def train(low=None, scaled=False, steps=60):
    net, x, y = problem()
    opt, scaler = optim.Adam(net.parameters(), lr=0.01), optim.GradScaler(enabled=scaled)
    with weir.waits("raise"):  # the loop must not wait
        for _ in range(steps):
            with autograd.record(), weir.autocast(low or "bfloat16", enabled=low is not None):
                loss = weir.cross_entropy(net(x), y)
            scaler.scale(loss).backward()
            scaler.step(opt)
            scaler.update()
    return loss.item()


@pytest.mark.parametrize("low, scaled", [("bfloat16", False), ("bfloat16", True), ("float16", True)])
def test_training_reaches_the_loss_of_float32(low, scaled):
    wanted = train()
    assert wanted < 0.4
    assert math.isclose(train(low, scaled), wanted, rel_tol=0.05)


# ---- Master copies ---------------------------------------------------------------------------------------


def leaf(values, grad, dtype):
    p = nn.Parameter(weir.asarray(values).astype(dtype))
    p.grad = weir.asarray(grad).astype(dtype)
    return p


@pytest.mark.parametrize("low", LOW)
def test_updates_that_the_dtype_would_lose_are_kept(low):
    kept, lost = leaf([1.0], [1.0], low), leaf([1.0], [1.0], low)
    with_master, without = optim.SGD([kept], lr=1e-4), optim.SGD([lost], lr=1e-4, master=False)
    for _ in range(500):
        with_master.step()
        without.step()
    assert lost.item() == 1.0  # 1e-4 is less than half the distance to the next number
    assert math.isclose(kept.item(), 0.95, abs_tol=0.004)
    assert with_master.state_dict()["0.master"].dtype == "float32" and not without.state_dict()


@pytest.mark.parametrize("kind", [optim.Adam, optim.SGD])
def test_master_copies_are_saved_and_loaded(kind, tmp_path):
    def make():
        weir.random.seed(2)
        net = nn.Linear(3, 2).astype("bfloat16")
        return net, kind(net.parameters(), lr=1e-4)

    def learn(net, opt):
        for _ in range(40):
            with autograd.record():
                loss = (net(weir.ones((2, 3), dtype="bfloat16")) ** 2).sum()
            loss.backward()
            opt.step()

    net, opt = make()
    learn(net, opt)
    optim.save(tmp_path / "run", net, opt)
    other, opt2 = make()
    optim.load(tmp_path / "run", other, opt2)
    learn(net, opt)
    learn(other, opt2)
    for a, b in zip(net.parameters(), other.parameters()):
        assert same(a, b)
    for name, array in opt.state_dict().items():
        assert same(array, opt2.state_dict()[name]), name


KINDS = [optim.SGD, optim.Adam, optim.AdamW, optim.RMSprop, optim.Adagrad, optim.Adadelta, optim.LAMB]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("low", LOW)
def test_written_elements_are_kept_and_the_others_lose_no_precision(kind, low):
    n = 40000  # several pieces of work
    start, slope = normal(n, dtype=low), normal(n, dtype=low)
    p, q = leaf(start, slope, low), leaf(start.astype("float32"), slope.astype("float32"), "float32")
    opt, wanted = kind([p], lr=1e-3), kind([q], lr=1e-3)  # q is what the master copy should be
    with weir.waits("raise"):
        for i, at in enumerate((slice(3, None, 7), slice(512, 1024), slice(-1, None), slice(None))):
            for _ in range(2):
                opt.step()
                wanted.step()
            p[at] = 5.0 + i
            q[at] = 5.0 + i
        opt.step()
        wanted.step()
    assert same(opt.state_dict()["0.master"], q) and same(p, q.astype(low))


@pytest.mark.parametrize("low", LOW)
@pytest.mark.parametrize("write", [
    lambda p: p.__setitem__(slice(None), 5.0),
    lambda p: p.__setitem__(slice(None), weir.clip(p, -0.5, 0.5)),
    lambda p: nn.init.zeros_(p),
    lambda p: p.__setitem__(0, math.nan),
    lambda p: p.__setitem__(0, math.inf),
    lambda p: p.__setitem__(0, 1e-8),
], ids=["assign", "clip", "init", "nan", "inf", "tiny"])
def test_a_write_after_a_step_stays(low, write):
    p = leaf([1.0, -3.0], [0.0, 0.0], low)
    opt = optim.SGD([p], lr=1e-3)
    opt.step()
    write(p)
    written = repr(p.tolist())
    opt.step()
    opt.step()
    assert repr(p.tolist()) == written


@pytest.mark.parametrize("stepped", [False, True])
@pytest.mark.parametrize("kind", [optim.SGD, optim.Adam])
def test_a_float32_checkpoint_is_loaded_into_a_16_bit_network(kind, stepped, tmp_path):
    def make(value, dtype):
        net = nn.Linear(2, 1, bias=False).astype(dtype)
        net.load_state_dict({"weight": weir.full((1, 2), value, dtype=dtype)})
        opt = kind(net.parameters(), lr=1e-3)
        net.weight.grad = weir.zeros((1, 2), dtype=dtype)
        return net, opt

    net, opt = make(7.0, "float32")
    opt.step()
    optim.save(tmp_path / "run", net, opt)
    net, opt = make(1.0, "bfloat16")
    if stepped:
        opt.step()
    optim.load(tmp_path / "run", net, opt)
    opt.step()
    assert net.weight.tolist() == [[7.0, 7.0]] == opt.state_dict()["0.master"].tolist()
    net.load_state_dict({"weight": weir.full((1, 2), 3.0, dtype="bfloat16")})
    opt.step()
    assert net.weight.tolist() == [[3.0, 3.0]]


def test_a_master_copy_that_was_switched_off_does_not_come_back():
    p = leaf([1.0], [1.0], "bfloat16")
    opt = optim.SGD([p], lr=1.0)
    opt.step()
    opt.set(0, master=False)
    opt.step()
    opt.set(0, master=True)
    opt.step()
    assert p.item() == -2.0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_empty_parameters_do_not_stop_a_step(kind, dtype):
    p, q = leaf(weir.ones((0, 3)), weir.ones((0, 3)), dtype), leaf([1.0], [1.0], "float64")
    opt = kind([p, q], lr=0.1)
    opt.step()
    opt.step()
    assert p.shape == (0, 3) and q.item() < 1
    opt.load_state_dict({n: a.copy() for n, a in opt.state_dict().items()})
    kind([p], lr=0.1).step()


# ---- The gradient scaler ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bad", [math.inf, -math.inf, math.nan])
def test_a_bad_gradient_skips_the_step_and_halves_the_scale(kind, bad):
    p, q = leaf([1.0, 2.0], [8.0, 8.0], "float32"), leaf([3.0], [8.0], "float32")
    opt, scaler = kind([p, q]), optim.GradScaler(init_scale=8)
    with weir.waits("raise"):
        scaler.step(opt)
        scaler.update()
    before, state = [p.copy(), q.copy()], {n: a.copy() for n, a in opt.state_dict().items()}
    q.grad = weir.asarray([bad])
    with weir.waits("raise"):
        scaler.step(opt)
        scaler.update()
    assert same(p, before[0]) and same(q, before[1])
    for name, array in opt.state_dict().items():
        assert same(array, state[name]), name
    assert scaler.get_scale() == 4 and scaler.skipped_steps() == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
def test_a_scaled_step_is_a_step_with_unscaled_gradients(kind, dtype):
    grad = weir.asarray([0.5, -0.25, 2.0])
    p, q = leaf([1.0, 2.0, 3.0], grad * 1024, dtype), leaf([1.0, 2.0, 3.0], grad, dtype)
    settings = {"max_norm": 0.7, "clip_value": 0.4}
    opt, plain, scaler = kind([p], **settings), kind([q], **settings), optim.GradScaler(init_scale=1024)
    for _ in range(3):
        scaler.step(opt)
        scaler.update()
        plain.step()
    assert weir.allclose(p, q, rtol=1e-6, atol=0)


def test_the_scale_grows_after_the_interval_and_shrinks_at_once():
    p = leaf([1.0], [1.0], "float32")
    opt, scaler = optim.SGD([p], lr=0.0), optim.GradScaler(16, growth_factor=4, backoff_factor=0.25, growth_interval=3)
    scales = []
    for bad in (0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0):
        p.grad = weir.asarray([math.inf if bad else 1.0])
        scaler.step(opt)
        scaler.update()
        scales.append(scaler.get_scale())
    assert scales == [16, 16, 64, 64, 64, 16, 16, 16, 4, 1, 1, 1, 4]
    assert scaler.skipped_steps() == 3


def test_small_float16_gradients_survive():
    def update(scaled):
        w = nn.Parameter(weir.ones((4,)))
        opt, scaler = optim.SGD([w], lr=1e6), optim.GradScaler(2.0**15, enabled=scaled)
        x = weir.full((4,), 1e-4)
        with autograd.record(), weir.autocast("float16"):
            loss = weir.vecdot(w, x) * 1e-5
        scaler.scale(loss).backward()
        scaler.step(opt)
        scaler.update()
        return (1 - w[0]).item()

    assert update(False) == 0.0  # the gradient, 1e-9, is less than any float16
    assert math.isclose(update(True), 1e-3, rel_tol=0.05)


def test_unscale_gives_true_gradients_and_still_skips():
    p = leaf([1.0, 1.0], [16.0, 32.0], "float32")
    opt, scaler = optim.SGD([p], lr=1.0), optim.GradScaler(init_scale=16)
    with weir.waits("raise"):
        scaler.unscale(opt)
        norm = optim.clip_grad_norm([p], 100.0)
        scaler.step(opt)
        scaler.update()
    assert math.isclose(norm.item(), 5**0.5, rel_tol=1e-6) and p.tolist() == [0.0, -1.0]
    for settings in ({}, {"max_norm": 1.0}):
        opt = optim.SGD([p], lr=1.0, **settings)
        p.grad = weir.asarray([math.inf, 1.0])
        scaler.unscale(opt)
        optim.clip_grad_value([p], 1.0)  # hides the inf, which still counts
        scaler.step(opt)
        scaler.update()
        assert p.tolist() == [0.0, -1.0]
    assert scaler.skipped_steps() == 2


def test_several_optimisers_share_a_scaler():
    p, q = leaf([1.0], [4.0], "float32"), leaf([1.0], [math.nan], "float32")
    one, two, scaler = optim.SGD([p], lr=1.0), optim.SGD([q], lr=1.0), optim.GradScaler(init_scale=4)
    scaler.step(one)
    scaler.step(two)
    scaler.update()
    assert p.item() == 0.0 and q.item() == 1.0 and scaler.get_scale() == 2.0


def test_groups_are_skipped_together():
    p, q = leaf([1.0], [4.0], "float32"), leaf([1.0], [math.nan], "float64")
    opt, scaler = optim.SGD([{"params": [p]}, {"params": [q], "lr": 0.5}], lr=1.0), optim.GradScaler(init_scale=4)
    scaler.step(opt)
    scaler.update()
    assert p.item() == 1.0 and q.item() == 1.0


def test_wrong_order_is_refused():
    p = leaf([1.0], [1.0], "float32")
    opt, scaler = optim.SGD([p]), optim.GradScaler()
    with pytest.raises(ValueError, match="GradScaler.update: there was no step"):
        scaler.update()
    scaler.step(opt)
    with pytest.raises(ValueError, match="GradScaler.step: the optimiser has already made a step"):
        scaler.step(opt)
    with pytest.raises(ValueError, match="GradScaler.unscale: .* unscaled by a step since"):
        scaler.unscale(opt)
    scaler.update()
    scaler.unscale(opt)
    with pytest.raises(ValueError, match="already been unscaled since"):
        scaler.unscale(opt)
    half = optim.SGD([leaf([1.0], [1.0], "float16")])
    with pytest.raises(ValueError, match="parameter 0 is float16, .* max_norm"):
        scaler.unscale(half)
    with pytest.raises(ValueError, match="has a gradient"):
        scaler.step(optim.SGD([nn.Parameter([1.0])]))


@pytest.mark.parametrize("settings, message", [
    ({"init_scale": 0}, "init_scale is 0"), ({"init_scale": math.nan}, "init_scale is nan"),
    ({"growth_factor": 0.5}, "growth_factor is 0.5; must be finite and at least 1"),
    ({"backoff_factor": 2}, "backoff_factor is 2; must be greater than 0 and at most 1"),
    ({"growth_interval": 0}, "growth_interval is 0")])
def test_bad_settings(settings, message):
    with pytest.raises(ValueError, match=f"^GradScaler: {message}"):
        optim.GradScaler(**settings)


def test_scale_of_lists_and_a_disabled_scaler():
    scaler, x = optim.GradScaler(init_scale=4), weir.asarray([1.0, 2.0])
    assert [y.tolist() for y in scaler.scale([x, x])] == [[4.0, 8.0]] * 2
    assert scaler.scale(weir.asarray(2.0, dtype="float16")).dtype == "float32"
    off = optim.GradScaler(enabled=False)
    p = leaf([1.0], [1.0], "float32")
    opt = optim.SGD([p], lr=1.0)
    assert off.scale(x) is x and off.get_scale() == 1.0 and off.state_dict() == {} and not off.is_enabled()
    off.unscale(opt)
    off.step(opt)
    off.update()
    assert p.item() == 0.0


def test_a_new_optimiser_is_not_taken_for_a_freed_one():
    params = [leaf([1.0], [8.0], "float32") for _ in range(41)]
    scaler = optim.GradScaler(init_scale=8)
    gone = optim.SGD(params[:1], lr=0.5)
    scaler.unscale(gone)
    del gone
    kept = [optim.SGD([p], lr=0.5) for p in params[1:]]  # one of them is at the same address
    for opt in kept:
        scaler.step(opt)
    assert {p.item() for p in params[1:]} == {0.5}
    for p in params:  # and with steps
        opt = optim.SGD([p], lr=0.5)
        p.grad = weir.asarray([8.0])
        scaler.step(opt)
        del opt
    scaler.update()


@pytest.mark.parametrize("bad", [0.0, math.nan, -1.0, math.inf, -math.inf, 1e-45])
@pytest.mark.parametrize("how", ["update", "load", "unscale", "clip", "half"])
def test_a_bad_scale_in_an_array_skips_a_step_and_is_repaired(bad, how):
    p = leaf([1.0, 1.0], [4.0, 4.0], "float16" if how == "half" else "float32")
    opt = optim.SGD([p], lr=0.5, weight_decay=0.5, momentum=0.5, max_norm=1.0 if how == "clip" else 0.0)
    scaler = optim.GradScaler(init_scale=4)
    with weir.waits("raise"):
        if how == "load":
            scaler.load_state_dict({**scaler.state_dict(), "scale": weir.asarray(bad)})
        else:
            scaler.update(weir.asarray(bad))
        if how == "unscale":
            scaler.unscale(opt)
        scaler.step(opt)
        scaler.update()
    assert p.tolist() == [1.0, 1.0] and scaler.skipped_steps() == 1
    scale = scaler.get_scale()
    assert scale == (2.0**-126 if bad == 1e-45 else 65536.0)
    p.grad = weir.zeros(2, dtype=p.dtype)
    scaler.step(opt)
    scaler.update()
    assert p.tolist() == [0.75, 0.75] and scaler.skipped_steps() == 1 and scaler.get_scale() == scale


def test_bad_counters_are_refused_as_numbers_and_repaired_as_arrays():
    p = leaf([1.0], [0.0], "float32")
    opt, scaler = optim.SGD([p]), optim.GradScaler(init_scale=4)
    state = scaler.state_dict()
    for name in ("growth_tracker", "skipped_steps", "growth_interval"):
        for bad in (math.nan, math.inf, -math.inf, 1.7, -3, 1e300):
            with pytest.raises(ValueError, match=f"{name} is "):
                scaler.load_state_dict({**state, name: bad})
    with pytest.raises(ValueError, match="growth_interval is 1.7; must be a whole number from 1"):
        optim.GradScaler(growth_interval=1.7)
    assert optim.GradScaler(growth_interval=3.0).state_dict()["growth_interval"] == 3
    for bad in (math.nan, -5.0):
        scaler.load_state_dict({**state, "growth_tracker": weir.asarray(bad), "skipped_steps": weir.asarray(bad),
                                "growth_interval": 1})
        for _ in range(3):
            p.grad = weir.zeros(1)
            scaler.step(opt)
            scaler.update()
        assert scaler.get_scale() == 32.0 and scaler.skipped_steps() == 0


@pytest.mark.parametrize("settings", [{}, {"max_norm": 1.0}, {"clip_value": 1.0}])
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_bad_value_after_unscale_skips_the_step(settings, bad):
    p = leaf([1.0, 1.0], [4.0, 4.0], "float32")
    opt, scaler = optim.SGD([p], lr=1.0, **settings), optim.GradScaler(init_scale=4)
    scaler.unscale(opt)
    p.grad = weir.asarray([1.0, bad])
    scaler.step(opt)
    scaler.update()
    assert p.tolist() == [1.0, 1.0] and scaler.get_scale() == 2.0 and scaler.skipped_steps() == 1


def test_an_abandoned_batch_is_not_taken_for_unscaled():
    p = nn.Parameter([1.0])
    opt, scaler = optim.SGD([p], lr=0.5), optim.GradScaler(init_scale=8)

    def backward():
        with autograd.record():
            loss = (p * 1.0).sum()
        scaler.scale(loss).backward()

    backward()
    scaler.unscale(opt)
    opt.zero_grad()
    backward()
    scaler.step(opt)
    scaler.update()
    assert p.item() == 0.5
    backward()
    scaler.unscale(opt)
    opt.zero_grad()
    backward()
    scaler.unscale(opt)  # the new gradients
    assert p.grad.item() == 1.0
    scaler.step(opt)
    scaler.update()
    assert p.item() == 0.0
    for discard in (False, True):  # scaled gradients in a batch that counts as unscaled
        backward()
        scaler.unscale(opt)
        if discard:
            p.grad = None
        backward()
        for refused in (scaler.step, scaler.unscale):
            with pytest.raises(ValueError, match="a backward pass has stored gradients since .* zero_grad"):
                refused(opt)
        opt.zero_grad()
    backward()
    scaler.step(opt)
    assert p.item() == -0.5


@pytest.mark.parametrize("event", ["clear", "load", "update", "set", "other"])
def test_gradients_are_not_divided_twice(event):
    p = leaf([1.0], [8.0], "float32")
    opt, scaler, other = optim.SGD([p], lr=0.5), optim.GradScaler(init_scale=8), optim.GradScaler(init_scale=8)
    scaler.unscale(opt)
    if event == "clear":
        scaler.clear()
    elif event == "load":
        scaler.load_state_dict(scaler.state_dict())
    elif event == "set":
        scaler.update(8.0)
    elif event == "update":
        scaler.update()
    used = other if event == "other" else scaler
    for refused in (used.step, used.unscale):
        with pytest.raises(ValueError, match="unscaled by another scaler, or before this one was .* zero_grad"):
            refused(opt)
    assert p.item() == 1.0 and p.grad.item() == 1.0
    opt.zero_grad()
    p.grad = weir.asarray([8.0])
    used.step(opt)
    used.update()
    assert p.item() == 0.5
    p.grad = weir.asarray([8.0])
    scaler.unscale(opt)
    opt.step()  # a plain step uses unscaled gradients
    scaler.update()
    p.grad = weir.asarray([8.0])
    scaler.step(opt)
    assert p.item() == -0.5


def test_state_is_saved_and_loaded(tmp_path):
    p = leaf([1.0], [math.inf], "float32")
    opt, scaler = optim.SGD([p]), optim.GradScaler(init_scale=64, growth_interval=5)
    scaler.step(opt)
    scaler.update()
    p.grad = weir.asarray([1.0])
    scaler.step(opt)
    scaler.update()
    with weir.waits("raise"):
        state = scaler.state_dict()
    scaler.update(8.0)  # does not change the copy
    other = optim.GradScaler()
    other.load_state_dict(state)
    assert {k: float(v) for k, v in other.state_dict().items()} == {
        "scale": 32, "growth_factor": 2, "backoff_factor": 0.5, "growth_interval": 5, "growth_tracker": 1, "skipped_steps": 1}
    assert scaler.get_scale() == 8.0
    net = nn.Linear(2, 2)
    optim.save(tmp_path / "a", net, scaler=other)
    third = optim.GradScaler()
    optim.load(tmp_path / "a", net, scaler=third)
    assert third.get_scale() == 32.0 and float(third.state_dict()["growth_tracker"]) == 1
    optim.save(tmp_path / "b", net)
    with pytest.raises(ValueError, match="without a gradient scaler"):
        optim.load(tmp_path / "b", net, scaler=third)
    third.load_state_dict({"scale": 2.0, "growth_factor": 3.0, "backoff_factor": 0.5, "growth_interval": 7,
                           "_growth_tracker": 2})  # as PyTorch writes it
    assert third.get_scale() == 2.0
    with pytest.raises(ValueError, match="has no 'scale'"):
        third.load_state_dict({})
    with pytest.raises(ValueError, match="the scale is 0"):
        third.load_state_dict({**third.state_dict(), "scale": 0.0})
    assert third.get_scale() == 2.0


def test_a_failed_batch_is_cleared():
    net, x = nn.Linear(2, 2), normal(3, 2)
    opt, scaler = optim.SGD(net.parameters(), lr=0.1), optim.GradScaler(init_scale=4)

    def learn(rows):
        with autograd.record():
            loss = net(weir.take(x, weir.asarray(rows), axis=0)).sum()
        scaler.scale(loss).backward()
        scaler.step(opt)
        scaler.update()

    learn([0, 1])
    before = net.weight.copy()
    learn([0, 99])
    with pytest.raises(weir.AsyncError):
        net.weight.wait()
    opt.clear()
    net.clear()
    scaler.clear()
    assert same(net.weight, before) and scaler.get_scale() == 4.0
    learn([0, 1])
    assert not same(net.weight, before)
    weir.clear_errors()


@pytest.mark.parametrize("device", ["cpu:1", "null:0"])
def test_the_state_follows_the_first_loss(device):
    net = nn.Linear(4, 2).to(device)
    x = weir.ones((3, 4), device=device)
    opt, scaler = optim.SGD(net.parameters(), lr=0.1), optim.GradScaler(init_scale=16, growth_interval=2)
    weir.waitall()
    with weir.waits("raise"):
        for _ in range(4):
            with autograd.record():
                loss = net(x).sum()
            scaler.scale(loss).backward()
            assert str(scaler._scaler.state().device) == device
            scaler.step(opt)
            scaler.update()
        scaler.scale(weir.ones((), device="cpu:2"))  # later the state stays where it is
        state = scaler.state_dict()
    assert scaler.get_scale() == 64.0 and str(scaler._scaler.state().device) == device
    other = optim.GradScaler()
    other.load_state_dict(state)
    assert other.get_scale() == 64.0
    scaler.update(weir.asarray(4.0))
    assert scaler.get_scale() == 4.0 and str(scaler._scaler.state().device) == device


# ---- TF32 ------------------------------------------------------------------------------------------------


def test_float32_precision_is_a_setting_of_the_process():
    x, y = normal(8, 8), normal(8, 8)
    wanted = (x @ y).copy() if os.environ.get("TEST_DEVICE", "cpu").startswith(("cpu", "null")) else None
    seen = []
    assert weir.get_float32_precision() == "full"
    try:
        assert weir.set_float32_precision("tf32") == "full"
        thread = threading.Thread(target=lambda: seen.append(weir.get_float32_precision()))
        thread.start()
        thread.join()
        assert seen == ["tf32"]
        if wanted is not None:  # not on the CPU
            assert same(x @ y, wanted)
        for bad in ("TF32", "high", ""):
            with pytest.raises(ValueError, match="must be 'full' or 'tf32'"):
                weir.set_float32_precision(bad)
        for bad in (None, 1, True):
            with pytest.raises(TypeError, match="must be 'full' or 'tf32'"):
                weir.set_float32_precision(bad)
        assert weir.get_float32_precision() == "tf32"
    finally:
        weir.set_float32_precision("full")


@pytest.mark.skipif(not os.environ.get("WEIR_CUDA_LIBRARY"), reason="needs the stand-in of a GPU, which rounds to TF32")
def test_tf32_rounds_when_the_operation_is_issued():
    fine, size = 1 + 2.0**-12, 136  # smaller products are computed in full precision in any case

    def single(value):
        x = weir.zeros((size, size), device="cuda:0")
        x[0, 0] = value
        return x
    layer = nn.Linear(size, size, bias=False).to("cuda:0")
    layer.weight[:] = single(fine)
    x, one = single(fine), single(1)
    try:
        seen = [x @ one]
        weir.set_float32_precision("tf32")
        seen += [x @ one, layer(one)]
        with autograd.record():
            y = (layer(x) * weir.ones((size, size), device="cuda:0")).sum()
        y.backward()  # issued with TF32
        weir.set_float32_precision("full")
        seen += [x @ one, layer.weight.grad]
        assert [v[0, 0].item() for v in seen] == [fine, 1.0, 1.0, fine, 1.0]
    finally:
        weir.set_float32_precision("full")
