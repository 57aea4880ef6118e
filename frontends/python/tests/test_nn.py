"""weir.nn as a user meets it: modules, their parts, copies, files, modes.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import pickle
import time

import numpy
import pytest

import weir
from weir import autograd, nn, optim


class Net(nn.Module):
    def __init__(self, width=6):
        self.hidden = nn.Linear(4, width)
        self.more = [nn.Linear(width, width), nn.Sequential(nn.Tanh(), nn.Dropout(0.5))]
        self.scale = nn.Parameter([1.0, 2.0, 3.0])
        self.out = nn.Linear(width, 3)
        self.register_buffer("seen", weir.zeros(()))

    def forward(self, x):
        x = weir.relu(self.hidden(x))
        for part in self.more:
            x = part(x)
        return self.out(x) * self.scale


NAMES = ["hidden.weight", "hidden.bias", "more.0.weight", "more.0.bias", "scale", "out.weight", "out.bias"]


def x(rows=5):
    return weir.random.default_rng(3).normal(size=(rows, 4)).astype(weir.float32)


def same(a, b):
    a, b = a.state_dict(), b.state_dict()
    return a.keys() == b.keys() and all((a[n].numpy() == b[n].numpy()).all() for n in a)


def test_parts_are_found_by_name():
    net = Net()
    assert [n for n, _ in net.named_parameters()] == NAMES
    assert [n for n, _ in net.named_buffers()] == ["seen"]
    assert set(net.state_dict()) == {*NAMES, "seen"}
    assert len(net.parameters()) == len(NAMES) and net.num_parameters == 30 + 42 + 3 + 21
    assert [n for n, _ in net.named_modules()][:3] == ["", "hidden", "more.0"]
    assert net(x()).shape == (5, 3)


def test_every_parameter_gets_a_gradient_and_a_step_changes_it():
    net = Net().eval()
    opt = optim.SGD(net.parameters(), lr=0.1)
    before = {n: p.numpy().copy() for n, p in net.named_parameters()}
    with autograd.record():
        loss = (net(x()) ** 2).sum()
    loss.backward()
    opt.step()
    assert all((p.numpy() != before[n]).any() for n, p in net.named_parameters())


def test_a_module_without_forward_says_so():
    class Empty(nn.Module):
        pass

    with pytest.raises(NotImplementedError, match="Empty does not define forward"):
        Empty()(x())


def test_saved_and_loaded(tmp_path):
    net, other = Net(), Net()
    assert not same(net, other)
    net.save(tmp_path / "net.safetensors")
    assert other.load(tmp_path / "net.safetensors") == ([], [])
    assert same(net, other)
    third = Net()
    third.load_state_dict(net.state_dict())
    assert same(net, third) and third.hidden.weight is not net.hidden.weight


def test_names_that_do_not_fit_are_listed():
    net = Net()
    state = net.state_dict()
    del state["scale"], state["out.bias"]
    state["extra"] = weir.zeros(2)
    before = net.hidden.weight.numpy().copy()
    with pytest.raises(ValueError, match="missing: scale, out.bias; unexpected: extra"):
        net.load_state_dict(state)
    assert net.load_state_dict(state, strict=False) == (["scale", "out.bias"], ["extra"])
    with pytest.raises(ValueError, match=r"hidden.weight has shape \(6, 5\), but the module's array has shape \(6, 4\)"):
        net.load_state_dict({**Net().state_dict(), "hidden.weight": weir.zeros((6, 5))})
    assert (net.hidden.weight.numpy() == before).all()


def test_numpy_values_load():
    net, other = Net(), Net()
    other.load_state_dict({n: a.numpy() for n, a in net.state_dict().items()})
    assert same(net, other)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda net: pickle.loads(pickle.dumps(net))],
                         ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("make", [Net, lambda: nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))],
                         ids=["module", "sequential"])
def test_copies_are_equal_and_apart(again, make):
    net = make().eval()
    other = again(net)
    assert type(other) is type(net) and same(net, other) and not other.training
    assert (net(x()).numpy() == other(x()).numpy()).all()
    opt = optim.SGD(other.parameters(), lr=0.1)
    with autograd.record():
        loss = other(x()).sum()
    loss.backward()
    opt.step()
    assert not same(net, other)


def test_frozen_parts_are_saved_and_not_trained():
    net = Net().eval()
    assert nn.freeze(net.hidden) is net.hidden
    before = net.hidden.weight.numpy().copy()
    opt = optim.SGD(net.parameters(), lr=0.1)
    with autograd.record():
        loss = net(x()).sum()
    loss.backward()
    opt.step()
    assert (net.hidden.weight.numpy() == before).all() and net.hidden.weight.grad is None
    assert set(net.state_dict()) == {*NAMES, "seen"}
    assert "30 of them frozen" in nn.summary(net)
    nn.unfreeze(net)
    with autograd.record():
        loss = net(x()).sum()
    loss.backward()
    assert net.hidden.weight.grad is not None and "frozen" not in nn.summary(net)


def test_a_parameter_of_a_module_is_frozen_too():
    net = nn.freeze(Net())
    assert len(net.parameters()) == len(NAMES) and all(p.grad_mode == "null" for p in net.parameters())
    assert all(p.grad_mode == "step" for p in nn.unfreeze(net).parameters())


def test_summary_is_a_table():
    text = nn.summary(Net(), (5, 4))
    lines = text.splitlines()
    assert lines[0].split() == ["name", "kind", "output", "parameters"]
    assert any(line.split()[:2] == ["hidden", "Linear"] and "(5, 6)" in line and line.endswith("30") for line in lines)
    assert lines[-1] == "96 parameters"
    assert nn.summary(nn.Linear(2)).endswith("0 parameters")


def test_sequential():
    net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
    assert len(net) == 3 and isinstance(net[1], nn.ReLU) and net[-1] is net[2] and len(net[:2]) == 2
    assert (net[:2](x()).numpy() == weir.relu(net[0](x())).numpy()).all()
    assert net.append(nn.Softmax(-1)) is net and len(net) == 4
    assert net(x()).sum(axis=1).numpy() == pytest.approx(numpy.ones(5), rel=1e-5)
    named = nn.Sequential({"first": nn.Linear(4, 2), "then": weir.exp})
    assert list(named.state_dict()) == ["first.weight", "first.bias"] and (named(x()).numpy() > 0).all()
    with pytest.raises(TypeError, match="is not callable"):
        nn.Sequential(nn.ReLU(), 3)


def test_modes():
    net = nn.Dropout(0.5)
    ones = weir.ones(1000)
    assert (net(ones).numpy() == 1).all() and not net.training
    with autograd.record():
        assert (net(ones).numpy() == 0).any() and net.training
    net.eval()
    with autograd.record():
        assert (net(ones).numpy() == 1).all()
    assert (net.train()(ones).numpy() == 0).any()
    whole = nn.Sequential(nn.Linear(4, 100), nn.Dropout(0.5)).eval()
    with autograd.record():
        assert (whole(x()).numpy() == whole(x()).numpy()).all()


def test_another_dtype_is_refused_and_the_cast_named():
    with pytest.raises((TypeError, ValueError), match="float64.*astype|astype.*float64|cast"):
        nn.Linear(4, 2)(weir.zeros((5, 4), dtype=weir.float64))
    assert Net().astype(weir.float64).eval()(x().astype(weir.float64)).dtype == weir.float64


def test_a_shape_may_wait_for_the_first_input():
    net = nn.Sequential(nn.Linear(6), nn.ReLU(), nn.Linear(3))
    with pytest.raises(ValueError, match="0.weight.*are not known before the first input"):
        optim.SGD(net.parameters(), lr=0.1)
    assert net(x()).shape == (5, 3) and len(net.parameters()) == 4
    other = nn.Sequential(nn.Linear(6), nn.ReLU(), nn.Linear(3))
    other.load_state_dict(net.state_dict())
    assert same(net, other)


def test_arguments_that_do_not_fit_are_refused():
    with pytest.raises(TypeError, match="Linear got an unexpected argument 'wide'; it accepts in_features"):
        nn.Linear(4, 2, wide=3)
    with pytest.raises(TypeError, match="missing"):
        nn.Conv2d()
    with pytest.raises(ValueError, match="5"):
        nn.Linear(4, 2)(weir.zeros((2, 5)))


def test_an_lstm_has_a_pair_for_a_state():
    net = nn.LSTM(4, 3, batch_first=True)
    y, (h, c) = net(weir.ones((2, 5, 4)))
    assert y.shape == (2, 5, 3) and h.shape == c.shape == (1, 2, 3)
    z, _ = net(weir.ones((2, 1, 4)), (h, c))
    both, _ = net(weir.ones((2, 6, 4)))
    assert z[:, 0].numpy() == pytest.approx(both[:, 5].numpy(), abs=1e-6)
    with pytest.raises(TypeError, match="pair"):
        net(weir.ones((2, 5, 4)), h)
    again = copy.deepcopy(net)
    assert (again(weir.ones((2, 5, 4)))[0].numpy() == y.numpy()).all()


def test_torch_modules_are_read_by_name(tmp_path):
    """A file as PyTorch's safetensors.torch.save_file writes it: the names and layouts of Sequential(Linear, ReLU, Linear)."""
    weights = {"0.weight": numpy.arange(8, dtype="f4").reshape(2, 4), "0.bias": numpy.ones(2, "f4"),
               "2.weight": numpy.ones((3, 2), "f4"), "2.bias": numpy.zeros(3, "f4")}
    net = nn.Sequential(nn.Linear(4, 2), nn.ReLU(), nn.Linear(2, 3))
    net.load_state_dict(weights)
    hidden = numpy.maximum(x().numpy() @ weights["0.weight"].T + 1, 0)
    assert net(x()).numpy() == pytest.approx(hidden @ weights["2.weight"].T, rel=1e-5)


def test_modes_reach_all_parts_and_parts_have_their_own():
    norm = nn.BatchNorm1d(2)
    net = nn.Sequential(nn.Linear(4, 2), nn.Sequential(norm, nn.ReLU()))
    x = weir.ones((3, 4))
    norm.eval()
    with autograd.record():
        net(x)
    assert norm.running_mean.tolist() == [0, 0]
    net.train()
    assert norm.training
    net(x)
    assert norm.running_mean.tolist() != [0, 0]
    net.eval()
    assert not norm.training
    net.train(None)
    assert not norm.training and autograd.record().__enter__() and norm.training
    autograd.set_recording(False)
    autograd.set_training(False)


def test_a_sequential_of_ones_own_has_its_other_parts():
    class Tail(nn.Sequential):
        def __init__(self):
            super().__init__(nn.Linear(4, 4))
            self.head = nn.Linear(4, 2)

        def forward(self, x):
            return self.head(super().forward(x))

    assert [name for name, _ in Tail().named_parameters()] == ["0.weight", "0.bias", "head.weight", "head.bias"]
    with pytest.raises(TypeError, match=r"0 is the class ReLU; pass an instance, ReLU\("):
        nn.Sequential(nn.ReLU)


def test_a_file_that_is_not_there_and_one_of_a_whole_run(tmp_path):
    net = nn.Linear(2, 3)
    with pytest.raises(FileNotFoundError):
        net.load(tmp_path / "none")
    opt = optim.Adam(net.parameters())
    optim.save(tmp_path / "run", net, opt)
    assert net.load(tmp_path / "run").unexpected == []
    with pytest.raises(TypeError, match="module; pass module.parameters"):
        optim.SGD(net)


@pytest.mark.cpu
def test_a_checkpoint_by_a_flag_gives_the_same_bits_and_keeps_less():
    def train(flag):
        weir.random.seed(3)
        part = nn.Sequential(nn.Linear(64, 256), nn.Tanh(), nn.Dropout(0.5), nn.Linear(256, 64)).checkpoint(flag)
        net = nn.Sequential(nn.Linear(64, 64), part)
        weir.waitall()
        before = weir.memory.used
        with autograd.record():
            loss = net(weir.ones((512, 64))).sum()
        weir.waitall()
        kept = weir.memory.used - before
        loss.backward()
        return [p.grad.tolist() for p in net.parameters()], kept

    (plain, much), (again, little) = train(False), train(True)
    assert plain == again and little < much / 2


class Tied(nn.Module):
    def __init__(self):
        self.one = nn.Linear(3, 3)
        self.two = self.one
        self.w = nn.Parameter([1.0, 2.0])
        self.same = [self.w]
        self.me = self  # and a module inside itself

    def forward(self, x):
        return self.two(self.one(x))


def test_what_has_several_names_loads_by_any_of_them(tmp_path):
    net, other = Tied(), Tied()
    state = net.state_dict()
    assert list(state) == ["one.weight", "one.bias", "two.weight", "two.bias", "w", "same.0"]
    net.save(tmp_path / "net")
    assert other.load(tmp_path / "net") == ([], [])
    assert other.one.weight.tolist() == net.one.weight.tolist()
    del state["one.weight"], state["same.0"]
    assert other.load_state_dict(state) == ([], [])
    del state["two.weight"]
    with pytest.raises(ValueError, match="missing: one.weight$"):
        other.load_state_dict(state)
    assert "(me): Tied(...)" in repr(net)


def test_lists_load_and_what_is_no_array_is_told():
    layer = nn.Linear(2, 1)
    layer.load_state_dict({"weight": [[1.0, 2.0]], "bias": [3.0]})
    assert layer.weight.tolist() == [[1.0, 2.0]]
    for wrong in ("text", None, {}):
        with pytest.raises(TypeError):
            layer.load_state_dict({"weight": [[5.0, 6.0]], "bias": wrong})
    assert layer.weight.tolist() == [[1.0, 2.0]]


def test_names_with_a_zero_are_refused(tmp_path):
    from weir import _core

    for arrays, about in (({"a\0b": weir.ones(2)}, {}), ({"a": weir.ones(2)}, {"k": "v\0w"})):
        with pytest.raises(ValueError, match="null character"):
            _core.save_safetensors(tmp_path / "f", arrays, about)
    assert not (tmp_path / "f").exists()


def test_values_that_do_not_fit_change_nothing():
    net = nn.Sequential(nn.Linear(3, 2), nn.Linear(4))
    before = net[0].weight.tolist()
    state = {"0.weight": weir.zeros((2, 3)), "0.bias": weir.zeros(2), "1.weight": weir.zeros((4, 2)), "1.bias": weir.zeros(4)}
    with pytest.raises(ValueError, match="0.bias is complex64, but the module's array is float32"):
        net.load_state_dict({**state, "0.bias": weir.zeros(2, dtype=weir.complex64)})
    with pytest.raises(ValueError, match="weight"):
        net.load_state_dict({**state, "1.weight": weir.zeros((9, 2))})
    assert net[0].weight.tolist() == before


def test_copies_draw_no_random_numbers():
    import copy
    import pickle

    for layer in nn.Linear(3, 2), nn.Sequential(nn.LSTM(3, 2), nn.Dropout(0.5)), nn.MultiheadAttention(4, 2), nn.Linear(5):
        place = weir._core.random_place()
        copy.deepcopy(layer)
        pickle.loads(pickle.dumps(layer))
        assert weir._core.random_place() == place


def test_first_calls_in_many_threads_do_not_wait_for_each_other():
    """One that makes its parameters waits at the bound of the queue, for the GIL in the end, which another has."""
    import os
    import subprocess
    import sys

    program = """
import threading, weir
x, over = weir.ones((200, 200)), threading.Event()
def load():
    y = x
    while not over.is_set():
        y = (y @ x) * 1e-3
def use():
    for _ in range(60):
        weir.nn.Linear(8)(x)
threads = [threading.Thread(target=use) for _ in range(3)]
other = threading.Thread(target=load)
other.start()
for t in threads: t.start()
for t in threads: t.join()
over.set()
other.join()
"""
    subprocess.run([sys.executable, "-c", program], env={**os.environ, "WEIR_QUEUE_TASKS": "16"}, check=True, timeout=120)


def test_a_forward_of_a_derived_class_is_called():
    class Doubled(nn.Linear):
        def forward(self, x):
            return super().forward(x) * 2

    plain = nn.Linear(3, 2)
    layer = Doubled(3, 2)
    layer.weight, layer.bias = plain.weight, plain.bias
    x = weir.ones((1, 3))
    expected = (plain(x) * 2).tolist()
    assert layer(x).tolist() == expected
    assert nn.Sequential(layer)(x).tolist() == expected and nn.Sequential(nn.Sequential(layer))(x).tolist() == expected


def test_what_a_layer_cannot_hold_is_refused():
    layer = nn.Linear(2, 2)
    with pytest.raises(TypeError, match="Linear: a built-in layer cannot hold another parameter .extra."):
        layer.extra = nn.Parameter(weir.ones(2))
    with pytest.raises(TypeError, match="cannot hold another module .inner.; derive a class from nn.Module"):
        layer.inner = nn.Linear(2, 2)
    layer.note = "kept"
    assert layer.note == "kept" and [name for name, _ in layer.named_parameters()] == ["weight", "bias"]


def test_apply_takes_children_in_order_and_then_their_parent():
    net = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.ReLU(), nn.Tanh()))
    seen = []
    assert net.apply(lambda m: seen.append(type(m).__name__)) is net
    assert seen == ["Linear", "ReLU", "Tanh", "Sequential", "Sequential"]


def test_the_parameters_of_a_group_cannot_be_replaced():
    net = nn.Linear(2, 2)
    opt = weir.optim.SGD(net.parameters(), lr=0.1)
    with pytest.raises(TypeError, match="add_param_group"):
        opt.param_groups[0]["params"] = [net.weight]
    assert list(opt.param_groups[0]["params"]) == list(net.parameters())


def is_freed(reference):
    """What a worker lets go of is dropped by another thread, a little later."""
    weir.waitall()
    for _ in range(500):
        if reference() is None:
            return True
        time.sleep(0.01)
    return False


def test_a_module_that_was_called_is_freed_without_the_collector():
    import gc
    import weakref

    gc.disable()
    try:
        net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        net(weir.ones((1, 2)))
        net.apply(lambda module: None)
        gone = weakref.ref(net)
        del net
        assert is_freed(gone)
    finally:
        gc.enable()


def test_a_call_does_not_keep_the_variables_of_its_function():
    import weakref

    x, net = weir.ones((1, 2)), nn.Linear(2, 2)
    net(x)
    gone = weakref.ref(x)
    del x, net
    assert is_freed(gone)
