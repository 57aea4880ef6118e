"""A parameter is one object as long as its module lives; arrays hash by identity; gradients add up until a step."""
import asyncio
import copy
import gc
import os
import pickle
import threading
import weakref

import pytest
import weir
from weir import _core, autograd, nn, optim


class Net(nn.Module):
    """Layers, a parameter of its own, and one array under several names."""

    def __init__(self):
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)
        self.second.weight = self.first.weight
        self.norm = nn.BatchNorm1d(3)
        self.scale = nn.Parameter(weir.ones((3,)))
        self.also = self.first.bias
        self.several = [nn.Parameter(weir.ones((2,))), self.scale]
        self.encoder = nn.TransformerEncoderLayer(4, 2, dim_feedforward=4)

    def forward(self, x):
        return self.scale * self.second(self.norm(self.first(x)))


def back(x, factor=1.0):
    with autograd.record():
        y = (x * factor).sum()
    y.backward()


# ---- Hashes ------------------------------------------------------------------------------------------


def test_arrays_hash_by_identity_and_compare_by_element():
    a, b = weir.ones((3,)), weir.ones((3,))
    assert hash(a) == hash(a) and len({a, b, a}) == 2 and {a: 1, b: 2}[b] == 2
    assert a in {a} and a not in {b}
    assert (a == b).tolist() == [True] * 3
    with pytest.raises(ValueError, match="truth value of an array with 3 elements is ambiguous"):
        assert a in [b]  # a list compares with ==


def test_arrays_are_awaited_together():
    async def several():
        a, b = weir.ones((3,)), weir.zeros((2,))
        both = await asyncio.gather(a, b)
        return both, [await x for x in asyncio.as_completed([a, b])]

    (a, b), done = asyncio.run(several())
    assert a.tolist() == [1.0] * 3 and b.tolist() == [0.0] * 2 and len(done) == 2


# ---- One object --------------------------------------------------------------------------------------


def test_a_parameter_is_one_object():
    net = Net()
    assert net.first.weight is net.first.weight is net.second.weight
    assert net.norm.running_mean is net.norm.running_mean
    assert net.encoder.linear1.weight is dict(net.named_parameters())["encoder.linear1.weight"]
    params = set(net.parameters())
    assert len(params) == len(net.parameters()) and net.first.weight in params and net.scale in params
    names = {p: name for name, p in net.named_parameters()}
    assert names[net.first.bias] == "first.bias" and names[net.also] == "first.bias"
    assert net.state_dict()["first.weight"] is net.first.weight


def test_it_is_the_same_through_load_astype_and_copies_of_values(tmp_path):
    net = Net()
    net(weir.ones((2, 3)))
    before = [id(p) for p in net.parameters()] + [id(b) for b in net.buffers()]  # numbers: nothing else holds them
    objects = net.parameters() + net.buffers()
    net.save(tmp_path / "net.safetensors")
    net.load(tmp_path / "net.safetensors")
    net.load_state_dict({name: weir.zeros_like(a) for name, a in net.state_dict().items()})
    net.first.weight = weir.ones((3, 3))  # values
    assert [id(p) for p in net.parameters()] + [id(b) for b in net.buffers()] == before
    for dtype in (weir.float16, weir.float64, weir.float32):
        net.astype(dtype)
        assert all(a is b for a, b in zip(net.parameters() + net.buffers(), objects))
        assert all(p.dtype == dtype for p in net.parameters())
        assert net.first.weight is net.second.weight and net.also is net.first.bias and net.several[1] is net.scale
    nn.unfreeze(nn.freeze(net))
    assert all(a is b for a, b in zip(net.parameters(), objects))


def test_a_parameter_that_is_given_is_the_one_that_is_there():
    layer, given = nn.Linear(2, 2), nn.Parameter(weir.ones((2, 2)))
    old = weakref.ref(layer.weight)
    layer.weight = given
    assert layer.weight is given
    gc.collect()
    assert old() is None


def test_the_first_input_makes_an_object_too():
    layer = nn.Linear(2)
    layer(weir.ones((1, 3)))
    assert layer.weight is layer.weight is layer.parameters()[0]


def test_copies_and_pickles_share_what_was_shared():
    net = Net()
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert other.first.weight is other.second.weight is not net.first.weight
        assert other.also is other.first.bias
        assert [n for n, _ in other.named_parameters()] == [n for n, _ in net.named_parameters()]
        assert all(p.grad_mode == "step" for p in other.parameters())
    for way in (copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        other, weight = way([net, net.first.weight])
        assert other.first.weight is weight
        weight, other = way([net.first.weight, net])
        assert other.first.weight is weight is other.second.weight


def copies(x):
    return copy.copy(x), copy.deepcopy(x), *(pickle.loads(pickle.dumps(x, protocol)) for protocol in (2, 4, 5))


@pytest.mark.parametrize("mode", ["step", "add", "write"])
def test_copies_of_a_parameter_are_parameters(mode):
    p = nn.Parameter([1.0, 2.0], mode)
    back(p)
    with autograd.record():
        made = copies(p)
        for other in made:
            assert other.tolist() == [1.0, 2.0] and other.dtype == p.dtype and other.grad is None
            assert other.grad_mode == mode and isinstance(other, nn.Parameter)
    for other in made:  # and not a result of p
        back(other, 3.0)
        assert other.grad.tolist() == [3.0, 3.0] and p.grad.tolist() == [1.0, 1.0]
    for plain in copies(p * 2.0) + copies(weir.ones((2,))):
        assert plain.grad_mode == "null" and not isinstance(plain, nn.Parameter)


def test_isinstance_knows_parameters():
    net = Net()
    net(weir.ones((2, 3)))
    for p in (*net.parameters(), nn.Parameter([1.0]), weir.ones((1,)).attach_grad()):
        assert isinstance(p, nn.Parameter) and type(p) is weir.Array
    with autograd.record():
        result = net(weir.ones((2, 3)))
    for other in (*net.buffers(), weir.ones((1,)), result, net.scale.detach(), net.scale[:1], net, 1.0, None, "text"):
        assert not isinstance(other, nn.Parameter)
    nn.freeze(net)
    assert all(isinstance(p, nn.Parameter) for p in net.parameters())
    assert all(isinstance(p, nn.Parameter) for p in copies(net.scale) + copies(net.first.weight))
    frozen = nn.freeze(nn.Linear(2, 2))
    assert isinstance(frozen.weight, nn.Parameter) and frozen.weight.grad_mode == "null"
    assert issubclass(nn.Parameter, weir.Array)
    with pytest.raises(TypeError, match="derive a class from nn.Module"):
        class Mine(nn.Parameter):
            pass


def test_an_object_keeps_no_module_alive_and_none_is_left():
    gc.collect()
    known = _core.known_objects()
    net = Net()
    module, weight = weakref.ref(net), net.first.weight
    gone = weakref.ref(net.scale)
    net.astype(weir.float64)
    net.parameters()
    del net
    gc.collect()
    assert module() is None and gone() is None and weight.shape == (3, 3)
    del weight
    assert _core.known_objects() == known


def test_old_arrays_are_let_go_by_a_cast():
    layer = nn.Linear(500, 500)
    weight = layer.weight
    weir.waitall()
    layer.astype(weir.float64)
    weir.waitall()
    used = weir.memory().used if callable(weir.memory) else weir.memory.used
    for _ in range(20):
        layer.astype(weir.float32).astype(weir.float64)
        weir.waitall()
    now = weir.memory().used if callable(weir.memory) else weir.memory.used
    assert now <= used + 1_000_000 and weight is layer.weight and _core.known_objects()[1] == 0


def test_threads_find_one_object():
    net, found = Net(), []

    def look():
        for _ in range(200):
            found.append(id(net.second.weight))
            net.parameters()

    threads = [threading.Thread(target=look) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(set(found)) == 1


def test_a_cast_beside_threads_that_compute():
    net, x, stop = nn.Linear(8, 8), weir.ones((4, 8)), threading.Event()

    def compute():
        while not stop.is_set():
            y = x
            for _ in range(20):
                y = y.astype(net.weight.dtype) @ net.weight
            y.sum().item()

    threads = [threading.Thread(target=compute) for _ in range(3)]
    for t in threads:
        t.start()
    weight = net.weight
    for i in range(60):
        net.astype((weir.float64, weir.float32)[i % 2])
    stop.set()
    for t in threads:
        t.join()
    assert net.weight is weight
    net.parameters()
    assert _core.known_objects()[1] == 0


class Held(autograd.Function):
    """Its way back takes until it is told to end: a call that lets other threads run meanwhile."""

    begun, over = None, None

    @staticmethod
    def forward(ctx, x):
        return x * 1.0

    @staticmethod
    def backward(ctx, grad):
        Held.begun.set()
        assert Held.over.wait(60)
        return grad


@pytest.fixture
def busy_thread():
    """A thread in the middle of a call."""
    Held.begun, Held.over = threading.Event(), threading.Event()

    def work():
        x = nn.Parameter(weir.ones((2,)))
        with autograd.record():
            y = Held.apply(x).sum()
        y.backward()

    thread = threading.Thread(target=work)
    thread.start()
    assert Held.begun.wait(60)
    yield thread
    Held.over.set()
    thread.join()


@pytest.mark.parametrize("use", ["layer", "waitall"])
def test_a_cast_beside_a_thread_that_waits_keeps_nothing_for_long(busy_thread, use):
    layer = nn.Linear(3, 3)
    layer(weir.ones((1, 3)))
    layer.parameters()
    x = weir.ones((1, 3), dtype=weir.float64)
    layer.astype(weir.float64)
    assert _core.known_objects()[1] > 0  # that thread might be using them
    Held.over.set()
    busy_thread.join()
    if use == "layer":
        layer(x)
    else:
        weir.waitall()
    assert _core.known_objects()[1] == 0


@pytest.mark.cpu
@pytest.mark.forks
def test_a_fork_forgets_the_waits_of_other_threads(busy_thread):
    layer = nn.Linear(3, 3)
    layer.parameters()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            for i in range(4):
                layer.astype((weir.float64, weir.float32)[i % 2])
            code = 0 if _core.known_objects()[1] == 0 else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    layer.astype(weir.float64)
    assert _core.known_objects()[1] > 0  # here it is still at it


# ---- Optimisers --------------------------------------------------------------------------------------


def test_groups_of_an_optimiser_list_the_objects_of_the_module():
    net = Net()
    loose = weir.ones((2,)).attach_grad()
    opt = optim.SGD([{"params": net.parameters()}, {"params": [loose], "lr": 0.5}], lr=0.1)
    assert all(a is b for a, b in zip(opt.param_groups[0]["params"], net.parameters()))
    assert opt.param_groups[1]["params"][0] is loose and opt.parameters[-1] is loose
    assert {id(p) for p in opt.parameters} == {id(p) for p in net.parameters()} | {id(loose)}


def test_tied_weights_are_stepped_once():
    net = Net()
    opt = optim.SGD(net.parameters(), lr=1.0)
    net.first.weight = weir.zeros((3, 3))
    back(net.first.weight)
    opt.step()
    assert net.second.weight.tolist() == [[-1.0] * 3] * 3


def test_an_optimiser_of_other_arrays_says_so():
    net = nn.Linear(2, 2)
    opt = optim.Adam(net.parameters())
    net.astype(weir.float32)  # nothing changes
    back(net.weight)
    opt.step()
    net.astype(weir.float64)
    with pytest.raises(RuntimeError, match="Adam: parameter 0 was float32 .* and is float64 now, after a cast"):
        opt.step()


# ---- Gradients ---------------------------------------------------------------------------------------


def test_two_losses_before_a_step_add_up():
    p = nn.Parameter(weir.zeros((2,)))
    opt = optim.SGD([p], lr=1.0)
    for _ in range(3):  # without zero_grad
        p[...] = 0.0
        back(p, 1.0)
        back(p, 2.0)
        assert p.grad.tolist() == [3.0, 3.0]
        opt.step()
        assert p.tolist() == [-3.0, -3.0] and p.grad.tolist() == [3.0, 3.0]


def test_small_batches_are_as_a_large_one():
    x, y = weir.random.normal(size=(8, 3)), weir.random.normal(size=(8, 1))

    def train(parts):
        weir.random.seed(1)
        net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)).astype(weir.float64)
        opt = optim.Adam(net.parameters(), lr=0.1)
        for _ in range(4):
            for a, b in zip(weir.split(x.astype(weir.float64), parts), weir.split(y.astype(weir.float64), parts)):
                with autograd.record():
                    loss = ((net(a) - b) ** 2).sum()
                loss.backward()
            optim.clip_grad_norm(net.parameters(), 1.0)
            opt.step()
        return net.parameters()

    for a, b in zip(train(1), train(4)):
        assert weir.allclose(a, b, rtol=1e-9)


def test_clipping_between_is_added_to():
    p = nn.Parameter(weir.zeros((1,)))
    back(p, 5.0)
    optim.clip_grad_value([p], 2.0)
    back(p, 1.0)
    assert p.grad.tolist() == [3.0]


def test_without_an_optimiser_they_add_up_until_they_are_dropped():
    p = weir.ones((1,)).attach_grad()
    assert p.grad_mode == "step"
    for i in range(3):
        back(p)
        assert p.grad.tolist() == [1.0 + i]
    p.grad = None
    back(p)
    assert p.grad.tolist() == [1.0]
    net = nn.Linear(1, 1)
    for _ in range(2):
        back(net.bias)
    assert net.bias.grad.tolist() == [2.0]
    net.zero_grad()
    back(net.bias)
    assert net.bias.grad.tolist() == [1.0]


def test_an_update_by_hand_uses_them_up():
    p = weir.ones((1,)).attach_grad()
    for _ in range(3):
        back(p, p.detach())
        with autograd.pause():
            p -= 0.5 * p.grad
    assert p.tolist() == [0.125]


def test_loaded_values_use_them_up_and_a_load_onto_itself_does_not(tmp_path):
    net, other = nn.Linear(2, 2), nn.Linear(2, 2)

    def load_file():
        other.save(tmp_path / "net.safetensors")
        net.load(tmp_path / "net.safetensors")

    for change in (lambda: net.load_state_dict(other.state_dict()), load_file):
        net.zero_grad()
        back(net.bias)
        change()
        back(net.bias)
        assert net.bias.grad.tolist() == [1.0, 1.0]
    back(net.bias)
    net.load_state_dict(net.state_dict())  # writes nothing: the values are those of the gradient
    back(net.bias)
    assert net.bias.grad.tolist() == [3.0, 3.0]


def test_two_optimisers():
    p, q = nn.Parameter(weir.zeros((1,))), nn.Parameter(weir.zeros((1,)))
    one, other, both = optim.SGD([p], lr=1.0), optim.SGD([q], lr=1.0), optim.SGD([p, q], lr=1.0)
    back(p)
    back(q)
    one.step()
    back(p)
    back(q)
    assert p.grad.tolist() == [1.0] and q.grad.tolist() == [2.0]
    both.step()
    other.step()  # which shares it, and finds the same gradient
    assert p.tolist() == [-2.0] and q.tolist() == [-4.0]


def test_one_graph_twice_adds_up():
    p = nn.Parameter(weir.ones((1,)))
    with autograd.record():
        y = (p * 3.0).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert p.grad.tolist() == [6.0]


def test_a_bad_batch_costs_no_later_one():
    net = nn.Linear(2, 3)
    opt = optim.SGD(net.parameters(), lr=0.1)
    x, good, bad = weir.ones((1, 2)), weir.asarray([1]), weir.asarray([7])

    def issue(labels):
        with autograd.record():
            loss = nn.CrossEntropyLoss()(net(x), labels)
        loss.backward()

    issue(bad)
    opt.step()
    with pytest.raises(weir.AsyncError):
        weir.waitall()
    issue(good)  # at parameters that failed
    with pytest.raises(weir.AsyncError, match="7"):
        opt.step()
    opt.clear()
    assert net.weight.grad is None
    before = net.weight.tolist()
    issue(good)
    opt.step()
    assert net.weight.tolist() != before


# ---- Dialects ----------------------------------------------------------------------------------------


def run_in(framework, program):
    """In a process of its own, for a framework's names are a process's."""
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", f"import weir.dialects\nweir.dialects.install({framework!r})\n" + program],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_pytorch():
    run_in("torch", """
import copy, torch
from torch import nn
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
weight = net[0].weight
assert weight is net[0].weight is next(net.parameters()) and isinstance(weight, nn.Parameter)
assert weight in set(net.parameters()) and net[0]._parameters["weight"] is weight
assert net.double()[0].weight is weight and weight.dtype == torch.float64 and weight.requires_grad
assert net.half().float()[0].weight is weight is net.to(torch.float32)[0].weight
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt.step()                             # without gradients it does nothing
assert all(a is b for a, b in zip(opt.param_groups[0]["params"], net.parameters()))
other = copy.deepcopy(net)
assert other[0].weight is other[0].weight is not weight
net[2].bias = net[0].bias if False else nn.Parameter(torch.ones(1))
for i in range(1, 4):                  # pure PyTorch: they add up until zero_grad, also across steps
    net(torch.ones(1, 2)).sum().backward()
    assert net[2].bias.grad.item() == i
    torch.optim.SGD([net[2].bias], lr=0.1).step()
net.zero_grad()
net(torch.ones(1, 2)).sum().backward()
assert net[2].bias.grad.item() == 1
""")


def test_mxnet():
    run_in("mxnet", """
from mxnet import autograd, gluon, np, npx
net = gluon.nn.Dense(2, in_units=3)
net.initialize()
weight = net.weight.data()
assert weight is net.weight.data() is net.collect_params()["weight"].data()
def back():
    with autograd.record():
        y = net(np.ones((1, 3))).sum()
    y.backward()
back(); back()
assert net.bias.data().grad.tolist() == [1.0, 1.0]          # grad_req 'write'
net.bias.grad_req = 'add'
back(); back()
assert net.bias.data().grad.tolist() == [2.0, 2.0]
late = gluon.nn.Dense(2)
late.bias.grad_req = 'add'
late.weight.grad_req = 'null'
late.initialize()
for _ in range(2):
    with autograd.record():
        y = late(np.ones((1, 3))).sum()
    y.backward()
assert late.bias.data().grad.tolist() == [2.0, 2.0] and late.weight.data().grad is None
""")


def test_tensorflow():
    run_in("tensorflow", """
import tensorflow as tf
net = tf.keras.Sequential([tf.keras.layers.Dense(2)])
net(tf.ones((1, 3)))
first = net.trainable_variables[0]
assert first is net.trainable_variables[0] is net.layers[0].kernel
seen = {v.ref(): v.shape for v in net.trainable_variables}
assert first.ref() in seen and first.ref().deref() is first and len({first.ref(), first.ref()}) == 1
""")


def test_paddle():
    run_in("paddle", """
import paddle
net = paddle.nn.Linear(2, 3)
assert net.weight is net.weight is net.parameters()[0] and net.weight in set(net.parameters())
opt = paddle.optimizer.SGD(0.1, parameters=net.parameters())
opt.step()                             # without gradients it does nothing
for i in range(1, 3):
    net(paddle.ones([1, 2])).sum().backward()
    assert net.bias.grad.tolist() == [i] * 3
for more in ({"padding_mode": "reflect"}, {"data_format": "NHWC"}):
    try:
        paddle.nn.Conv2D(1, 2, 3, **more)
    except NotImplementedError as error:
        assert "is not supported" in str(error)
    else:
        raise AssertionError(more)
paddle.nn.Conv2D(1, 2, 3, data_format="NCHW", padding_mode="zeros")
""")


def test_a_cast_of_one_keeps_what_two_layers_share():
    first, second = nn.Linear(4, 4), nn.Linear(4, 4)
    second.weight = first.weight
    first.astype(weir.float64)
    assert second.weight is first.weight
    assert second.weight.dtype == weir.float64
    second.astype(weir.float32)
    assert first.weight is second.weight and first.weight.dtype == weir.float32


def test_a_cast_between_forward_and_backward_is_told():
    class Own(nn.Module):
        def __init__(self):
            self.scale = nn.Parameter(weir.ones((4,)))

        def forward(self, x):
            return x * self.scale

    for net in (nn.Linear(4, 4), nn.Sequential(nn.Linear(4, 4), nn.ReLU()), Own()):
        with weir.autograd.record():
            loss = net(weir.ones((2, 4))).sum()
        net.astype(weir.float64)
        with pytest.raises(ValueError, match="was cast after the forward"):
            loss.backward()
        with weir.autograd.record():
            loss = net(weir.ones((2, 4), dtype=weir.float64)).sum()
        loss.backward()
        assert all(p.grad is not None for p in net.parameters())
