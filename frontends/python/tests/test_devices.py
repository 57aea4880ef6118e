"""test_devices.py - devices: names, lists, arrays, gradients, modules, optimisers, loaders and files on each of them.

The tests that take the fixture `device` run on a device that is not cpu:0.  cpu:1 shares memory and workers with cpu:0;
null:0 has memory and a queue of its own.  test_cuda.py starts these tests with the CUDA devices of the stand-in instead,
and `make test-gpu PART=twice` with a GPU.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import os
import pickle
import subprocess
import sys

import pytest

import weir
from weir import nn, optim

GPUS = weir.cuda.device_count()
DEVICES = ["cuda:0", "cuda:1"][:GPUS] or ["cpu:1", "null:0"]
pytestmark = pytest.mark.cpu  # the other device of each test is the CPU


@pytest.fixture(params=DEVICES)
def device(request):
    return weir.Device(request.param)


def same(got, wanted):
    """Are lists, dictionaries and numbers equal?  On a GPU, whose sums have another order, almost."""
    if not GPUS:
        return repr(got) == repr(wanted)  # NaN is equal to itself
    if isinstance(wanted, dict):
        return got.keys() == wanted.keys() and all(same(got[k], wanted[k]) for k in wanted)
    if isinstance(wanted, (list, tuple)):
        return len(got) == len(wanted) and all(map(same, got, wanted))
    if isinstance(wanted, (float, complex)) and wanted == wanted and abs(wanted) < 1e30:
        return abs(got - wanted) <= 1e-4 * max(1, abs(wanted))
    return repr(got) == repr(wanted)


# ---- Names


def test_a_device_has_one_object_a_name_a_type_and_an_index():
    for name in ("cpu:0", "cpu:63", "null:0", "null:3"):
        d = weir.Device(name)
        assert str(d) == name and d == name and d is weir.Device(d)
        assert f"{d.type}:{d.index}" == name
        assert eval(repr(d)) is d
        assert pickle.loads(pickle.dumps(d)) is d and copy.deepcopy(d) is d
        assert {d: 1}[weir.Device(name)] == 1
    assert weir.Device("cpu") is weir.cpu(0) and weir.Device("null") == "null:0"
    assert weir.Device("cpu:1") != weir.Device("null:1")


@pytest.mark.parametrize("bad", ["gpu", "cuda:0", "cpu:64", "null:4", "cpu:", "", "CPU"])
def test_a_name_that_is_no_device_is_refused_with_a_list(bad):
    if GPUS and bad == "cuda:0":
        bad = "cuda:60"
    for call in (weir.Device, lambda d: weir.ones(2, device=d), weir.set_default_device, weir.ones(2).to_device,
                 weir.synchronize):
        with pytest.raises(ValueError, match="not an available device(: .*)?; available are cpu:0 to cpu:63,( cuda:0.*,)? and null:0"):
            call(bad)


@pytest.mark.skipif(GPUS, reason="there are GPUs in the list")
def test_devices_lists_the_cpu_and_null_devices_on_request():
    assert [str(d) for d in weir.devices()] == ["cpu:0"]
    assert weir.__array_namespace_info__().devices() == weir.devices()
    env = {**os.environ, "WEIR_NULL_DEVICES": "2"}
    done = subprocess.run([sys.executable, "-c", "import weir; print([str(d) for d in weir.devices()])"], env=env,
                          capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['cpu:0', 'null:0', 'null:1']"
    done = subprocess.run([sys.executable, "-m", "weir"], env=env, capture_output=True, text=True, check=True)
    assert "cpu:0, null:0, null:1" in done.stdout


# ---- Arrays


def test_arrays_on_two_devices_are_refused_with_both_names_and_the_remedy(device):
    x, y = weir.ones(3), weir.ones(3, device=device)
    with pytest.raises(ValueError, match=f"add: inputs are on cpu:0 and {device}; copy one of them: x.to_device"):
        x + y
    assert (x.to_device(y.device) + y).tolist() == [2, 2, 2]
    assert (y.to_device("cpu") + x).device == "cpu:0"
    with pytest.raises(ValueError, match=f"the result is on cpu:0, but output 0 is on {device}"):
        weir.add(x, x, out=y)


def test_operations_stay_on_the_device_of_their_inputs(device):
    x = weir.arange(12, dtype="float32", device=device).reshape(3, 4)
    assert x.device == device and (2 * x + 1).device == device
    assert (x @ x.T).device == device and (x @ x.T)[0].tolist() == [14, 38, 62]
    assert x.sum(axis=0).tolist() == [12, 15, 18, 21] and weir.softmax(x).device == device
    assert x[1:, ::2].tolist() == [[4, 6], [8, 10]]
    x[0] = 7
    assert x[0].tolist() == [7] * 4 and float(x[2, 3]) == 11
    assert weir.where(x > 8, x, 0).device == device
    assert weir.sort(x, axis=1).device == device
    assert x.numpy().shape == (3, 4) and "11" in str(x)
    assert x.to_device(device) is x


def test_lists_and_numpy_arrays_go_to_the_device_of_the_arrays_beside_them(device):
    numpy = pytest.importorskip("numpy")
    x = weir.asarray([1.0, 2.0, 3.0], device=device)
    for other in (numpy.asarray([1.0, 1.0, 1.0], dtype="float32"), numpy.float32(1)):
        assert (x + other).tolist() == [2, 3, 4] and (other * x).device == device
        assert weir.add(other, x).tolist() == [2, 3, 4]
    assert weir.where([True, False, True], x, 0).tolist() == [1, 0, 3]
    assert x[[2, 0]].tolist() == [3, 1] and x[numpy.asarray([True, False, True])].tolist() == [1, 3]
    x[1:] = [7, 8]
    assert x.tolist() == [1, 7, 8] and x.device == device
    assert weir.concat([x, x]).device == device and weir.stack([x, x]).shape == (2, 3)


# Calls that need arrays besides their inputs: arrays that the function makes itself, or numbers and lists beside arrays.
CALLS = {
    "allclose": lambda x, v, i, b: weir.allclose(x, 1.0),
    "append": lambda x, v, i, b: weir.append(v, [1.0, 2.0]),
    "append_number_first": lambda x, v, i, b: weir.append(2.0, v),
    "apply_along_axis": lambda x, v, i, b: weir.apply_along_axis(lambda row: float(row.sum()), 1, x),
    "argwhere": lambda x, v, i, b: weir.argwhere([v, v]),
    "array": lambda x, v, i, b: weir.array([v, v]),
    "array_of_numbers_too": lambda x, v, i, b: weir.array([[1, v[0]], (v[1], 2.5)]),
    "array_equal": lambda x, v, i, b: weir.array_equal(v, [0.25, 0.75, 0.5, 1.0]),
    "array_equiv": lambda x, v, i, b: weir.array_equiv(v, [0.25, 0.75, 0.5, 1.0]),
    "asarray_of_scalars": lambda x, v, i, b: weir.asarray([v.sum(), v.max()]),
    "asarray_half": lambda x, v, i, b: weir.asarray([v, v], dtype="float16"),
    "atleast_1d": lambda x, v, i, b: weir.atleast_1d(x, 2),
    "atleast_2d": lambda x, v, i, b: weir.atleast_2d(2, x),
    "atleast_3d": lambda x, v, i, b: weir.atleast_3d(x, [2, 3]),
    "average": lambda x, v, i, b: weir.average(x, axis=1, weights=[1, 2, 3, 4]),
    "bincount": lambda x, v, i, b: weir.bincount(i, weights=[1, 2, 3, 4]),
    "block": lambda x, v, i, b: weir.block([[x, x], [2 * x, x]]),
    "broadcast_arrays": lambda x, v, i, b: weir.broadcast_arrays(x, 2),
    "c_": lambda x, v, i, b: weir.c_[v, 0:4],
    "choose": lambda x, v, i, b: weir.choose(i, [10, v, 30]),
    "column_stack": lambda x, v, i, b: weir.column_stack([[1, 2, 3, 4], v]),
    "compress": lambda x, v, i, b: weir.compress([True, False, True], x, axis=0),
    "convolve": lambda x, v, i, b: weir.convolve(v, [1.0, 2.0]),
    "corrcoef": lambda x, v, i, b: weir.corrcoef(v, [1.0, 2.0, 4.0, 3.0]),
    "cosine_embedding_loss": lambda x, v, i, b: weir.cosine_embedding_loss(v, v + 1, 1),
    "cov": lambda x, v, i, b: weir.cov(v, [1.0, 2.0, 4.0, 3.0]),
    "cross": lambda x, v, i, b: weir.cross(v[:3], [1.0, 2.0, 3.0]),
    "delete": lambda x, v, i, b: weir.delete(v, [0, 2]),
    "digitize": lambda x, v, i, b: weir.digitize(v, [0.0, 0.5, 1.0]),
    "einsum": lambda x, v, i, b: weir.einsum("i,i->i", [1.0, 2.0, 3.0, 4.0], v),
    "extract": lambda x, v, i, b: weir.extract([True, False, True, True], v),
    "gaussian_nll_loss": lambda x, v, i, b: weir.gaussian_nll_loss(x, x + 1, 1),
    "histogram": lambda x, v, i, b: weir.histogram(x, 3),
    "histogram_of_edges": lambda x, v, i, b: weir.histogram(x, [0.0, 0.5, 2.0], weights=x, density=True),
    "histogram_bin_edges": lambda x, v, i, b: weir.histogram_bin_edges(x),
    "hstack": lambda x, v, i, b: weir.hstack([v, 2]),
    "image.normalize": lambda x, v, i, b: weir.image.normalize(x[None], [0.5] * 4, [2.0] * 4),
    "insert": lambda x, v, i, b: weir.insert(v, 1, 7),
    "interp": lambda x, v, i, b: weir.interp(v, [0, 1], [1, 2]),
    "intersect1d": lambda x, v, i, b: weir.intersect1d(x, v),
    "isclose": lambda x, v, i, b: weir.isclose(1.0, x),
    "isin": lambda x, v, i, b: weir.isin(i, [0, 2]),
    "ix_": lambda x, v, i, b: weir.ix_(i, [0, 1]),
    "kron": lambda x, v, i, b: weir.kron([1.0, 2.0], v),
    "lexsort": lambda x, v, i, b: weir.lexsort([[4, 3, 2, 1], i]),
    "linalg.lstsq": lambda x, v, i, b: weir.linalg.lstsq(x + 3 * weir.eye(3, 4, device=x.device), [1.0, 2.0, 3.0]),
    "linalg.matrix_rank": lambda x, v, i, b: weir.linalg.matrix_rank(x, [0.1, 0.2]),
    "linalg.multi_dot": lambda x, v, i, b: weir.linalg.multi_dot([[1.0, 2.0, 3.0], x, v]),
    "linalg.pinv": lambda x, v, i, b: weir.linalg.pinv(x, rtol=[0.0]),
    "linalg.tensorsolve": lambda x, v, i, b: weir.linalg.tensorsolve(x[:, :3] + 3 * weir.eye(3, device=x.device), [1.0, 2.0, 3.0]),
    "mean": lambda x, v, i, b: weir.mean([v, v]),
    "median": lambda x, v, i, b: weir.median(x),
    "median_of_axis": lambda x, v, i, b: weir.median(x, axis=0),
    "meshgrid": lambda x, v, i, b: weir.meshgrid(v, 2),
    "nan_to_num": lambda x, v, i, b: weir.nan_to_num(x / (x - 0.5), nan=7.0),
    "nanmedian": lambda x, v, i, b: weir.nanmedian(weir.where(x > 1, weir.nan, x), axis=1),
    "outer": lambda x, v, i, b: weir.outer(2, v),
    "percentile": lambda x, v, i, b: weir.percentile(x, [10, 90], axis=0),
    "polyval": lambda x, v, i, b: weir.polyval(v, 2),
    "polyval_of_list": lambda x, v, i, b: weir.polyval([1, 2, 3], v),
    "quantile": lambda x, v, i, b: weir.quantile(x, 0.3, axis=1, keepdims=True),
    "r_": lambda x, v, i, b: weir.r_[v, 0:3, 5],
    "random.choice": lambda x, v, i, b: weir.random.choice([1, 2, 3, 4], 5, p=v / v.sum()),
    "random.gamma": lambda x, v, i, b: weir.random.gamma(2, v + 1, size=4),
    "random.normal": lambda x, v, i, b: weir.random.normal([v, v], [1.0, 2.0, 3.0, 4.0]),
    "ravel_multi_index": lambda x, v, i, b: weir.ravel_multi_index((i, [0, 1, 2, 0]), (3, 3)),
    "repeat": lambda x, v, i, b: weir.repeat(v, [1, 0, 2, 3]),
    "repeat_by_array": lambda x, v, i, b: weir.repeat(v, i),
    "resize": lambda x, v, i, b: weir.resize(v[:0], (2, 2)),
    "select": lambda x, v, i, b: weir.select([b, v > 0.6], [v, 2 * v], default=9.0),
    "setdiff1d": lambda x, v, i, b: weir.setdiff1d(x, [0.25, 1.0]),
    "setxor1d": lambda x, v, i, b: weir.setxor1d([0.25, 1.0], x),
    "sum_of_lists": lambda x, v, i, b: weir.add([v, v], [1.0, 2.0, 3.0, 4.0]),
    "trapezoid": lambda x, v, i, b: weir.trapezoid(v, [0.0, 1.0, 3.0, 4.0]),
    "union1d": lambda x, v, i, b: weir.union1d(x, 2),
    "unique": lambda x, v, i, b: weir.unique(i, True, True, True),
    "unique_of_axis": lambda x, v, i, b: weir.unique(x, axis=0),
    "unravel_index": lambda x, v, i, b: weir.unravel_index(i, (2, 2)),
    "vander": lambda x, v, i, b: weir.vander(v, 3),
    "vdot": lambda x, v, i, b: weir.vdot(v, [1.0, 2.0, 3.0, 4.0]),
    "vectorize": lambda x, v, i, b: weir.vectorize(lambda one, two: one * two + 1)(v, 2),
    "view": lambda x, v, i, b: v.view("int32"),
    "vstack": lambda x, v, i, b: weir.vstack([v, [1.0, 2.0, 3.0, 4.0]]),
}


def call_inputs(device):
    """Return a matrix, a vector, indices and a mask on a device."""
    x = [[0.25, 0.75, 0.5, 1.0], [1.5, 0.125, 2.0, 0.25], [0.5, 1.25, 0.75, 0.375]]
    return (weir.array(x, device=device), weir.array(x[0], device=device), weir.array([1, 0, 2, 1], device=device),
            weir.array([True, False, True, False], device=device))


def parts_of(result):
    """Return the parts of a result, which may be a tuple, as a flat list."""
    return [p for r in result for p in parts_of(r)] if isinstance(result, (list, tuple)) else [result]


@pytest.mark.parametrize("name", CALLS)
def test_functions_make_their_arrays_on_the_device_of_their_arguments(device, name):
    results = []
    for place in (weir.cpu(0), device):
        weir.random.seed(5)
        parts = parts_of(CALLS[name](*call_inputs(place)))
        assert weir.get_default_device() == "cpu:0"
        for part in parts:
            assert not isinstance(part, weir.Array) or part.device == place
        results.append([(p.dtype, p.tolist()) if isinstance(p, weir.Array) else p for p in parts])
    assert same(results[1], results[0])


def test_functions_that_write_an_array_make_values_on_its_device(device):
    x, v, _, b = call_inputs(device)
    weir.fill_diagonal(x, 7)
    assert [x[k, k].item() for k in range(3)] == [7, 7, 7]
    weir.place(v, b, [5.0, 6.0])
    assert v.tolist() == [5, 0.75, 6, 1]
    weir.putmask(v, [False, True, False, True], [8.0, 9.0])
    assert v.tolist() == [5, 9, 6, 9]
    v.put([0, 1], [1.0, 2.0])
    assert v.tolist() == [1, 2, 6, 9] and v.device == device


def test_functions_copy_numpy_arrays_to_the_device_of_their_arguments(device):
    numpy = pytest.importorskip("numpy")
    _, v, i, _ = call_inputs(device)
    n = numpy.asarray([0.25, 0.75, 0.5, 2.0], dtype="float32")
    for made, expected in ((weir.isclose(n, v), [True, True, True, False]), (weir.append(v[:1], n[:1]), [0.25, 0.25]),
                           (weir.isin(v, n), [True, True, True, False]), (weir.array([n[:2], v[:2]]), [[0.25, 0.75]] * 2),
                           (weir.repeat(n, i), [0.25, 0.5, 0.5, 2.0]), (weir.union1d(n, v[:1]), [0.25, 0.5, 0.75, 2.0])):
        assert made.tolist() == expected and made.device == device


@pytest.mark.parametrize("name", ["median", "nanmedian", "outer", "gaussian_nll_loss", "quantile", "vander", "kron", "linalg.lstsq"])
def test_gradients_of_functions_that_make_arrays(device, name):
    grads = []
    for place in (weir.cpu(0), device):
        x, v, i, b = call_inputs(place)
        for one in (x, v):
            one.attach_grad()
        with weir.autograd.record():
            made = parts_of(CALLS[name](x, v, i, b))[0].sum()
        made.backward()
        assert x.grad is None or x.grad.device == place
        grads.append([None if g is None else g.tolist() for g in (x.grad, v.grad)])
    assert same(grads[1], grads[0])


def test_a_device_that_is_asked_for_wins(device):
    _, v, _, _ = call_inputs(device)
    w = weir.ones(4)
    for made in (weir.array([v, v], device="cpu:2"), weir.asarray([v, w], device="cpu:2"),
                 weir.logspace(0, 3, 4, device="cpu:2"), weir.geomspace(1, 8, 4, device="cpu:2")):
        assert made.device == "cpu:2"
    assert weir.asarray([v, w], device="cpu:2").tolist() == [v.tolist(), w.tolist()]
    with weir.device(device):
        assert weir.median(w).device == "cpu:0" and weir.array([w, w]).device == "cpu:0"
        assert weir.isclose(w, 1.0).device == "cpu:0" and weir.array([1.0]).device == device
        assert weir.get_default_device() == device


def test_functions_refuse_arrays_on_two_devices(device):
    _, v, i, b = call_inputs(device)
    w = weir.ones(4)
    for call in (lambda: weir.array([v, w]), lambda: weir.mean([w, v]), lambda: weir.asarray([[1.0, v[0]], [w[0], 2.0]]),
                 lambda: weir.isclose(v, w), lambda: weir.append(w, v), lambda: weir.interp(v, w, v), lambda: weir.kron(v, w),
                 lambda: weir.union1d(v, w), lambda: weir.select([b], [v], w), lambda: weir.random.normal(v, w),
                 lambda: weir.add(w, [v, v]), lambda: weir.outer(v, w), lambda: weir.histogram(v, w), lambda: weir.vstack([v, w])):
        with pytest.raises(ValueError, match=f"are on ({device} and cpu:0|cpu:0 and {device}); copy .*to_device"):
            call()
        assert weir.get_default_device() == "cpu:0"
    later = [w]
    later.append(later)  # a list that contains itself is refused, not followed for ever
    with pytest.raises((ValueError, RecursionError)):
        weir.isclose(v, later)
    with pytest.raises((ValueError, RecursionError)):
        weir.isclose(later, v)


def test_the_default_device_applies_to_new_arrays(device):
    with weir.device(str(device)):
        assert weir.get_default_device() == device
        for x in (weir.ones(2), weir.asarray([1.0, 2.0]), weir.arange(3), weir.random.uniform(size=3), weir.eye(2)):
            assert x.device == device
        assert weir.ones(2, device="cpu").device == "cpu:0"
    assert weir.ones(2).device == "cpu:0"
    before = weir.set_default_device(device)
    try:
        assert before == "cpu:0" and weir.full((2,), 3).device == device
    finally:
        weir.set_default_device(before)


def test_random_numbers_are_the_same_on_every_device(device):
    weir.random.seed(3)
    here = weir.random.normal(size=100).tolist()
    weir.random.seed(3)
    there = weir.random.normal(size=100, device=device)
    assert there.device == device and there.tolist() == here


def test_synchronize_waits(device):
    x = weir.ones((300, 300), device=device)
    for _ in range(5):
        x = x @ x / 300
    weir.synchronize(device)
    assert x.is_ready() if callable(getattr(x, "is_ready", None)) else True
    weir.synchronize()
    weir.synchronize(device="cpu")
    assert float(x[0, 0]) == 1


# ---- Gradients


def test_gradients_are_on_the_device_of_their_array(device):
    x = weir.arange(4, dtype="float32", device=device).attach_grad()
    with weir.autograd.record():
        y = (x * x).sum()
    y.backward()
    assert x.grad.device == device and x.grad.tolist() == [0, 2, 4, 6]


def test_a_gradient_goes_back_through_a_copy_between_devices(device):
    x = weir.ones(3).attach_grad()
    with weir.autograd.record():
        y = (x.to_device(device) * weir.arange(3, dtype="float32", device=device)).to_device("cpu").sum()
    y.backward()
    assert x.grad.device == "cpu:0" and x.grad.tolist() == [0, 1, 2]


def test_create_graph_on_a_device(device):
    x = weir.asarray([1.0, 2.0], device=device).attach_grad()
    with weir.autograd.record():
        y = (x ** 3).sum()
        (g,) = weir.autograd.grad([y], [x], create_graph=True)
        z = g.sum()
    z.backward()
    assert x.grad.tolist() == [6, 12]


# ---- Modules


def net():
    return nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))


def data(device="cpu", n=16):
    weir.random.seed(1)
    return weir.random.normal(size=(n, 4)).to_device(device), weir.random.integers(0, 3, (n,)).to_device(device)


def step(model, optimiser, x, y):
    with weir.autograd.record():
        loss = weir.cross_entropy(model(x), y)
    loss.backward()
    optimiser.step()
    return loss


def test_a_module_moves_with_buffers_and_gradients_and_keeps_its_objects(device):
    model = net()
    x, y = data()
    step(model, optim.SGD(model.parameters(), lr=0.0), x, y)
    before, values = list(model.parameters()), {k: v.tolist() for k, v in model.state_dict().items()}
    grads = [p.grad.tolist() for p in before]
    out = model(x).tolist()
    assert model.to(device) is model
    assert all(a is b for a, b in zip(before, model.parameters()))
    assert all(v.device == device for v in model.state_dict().values())
    assert {k: v.tolist() for k, v in model.state_dict().items()} == values
    assert all(p.grad.device == device for p in before) and [p.grad.tolist() for p in before] == grads
    assert same(model(x.to_device(device)).tolist(), out)
    with pytest.raises(ValueError, match=f"inputs are on (cpu:0 and {device}|{device} and cpu:0)"):
        model(x)
    model.to("cpu")
    assert same(model(x).tolist(), out)  # the statistics of the batches differ in the last bits


def test_to_takes_a_device_a_dtype_or_both(device):
    model = nn.Linear(3, 2)
    assert model.to(weir.float64).weight.dtype == weir.float64
    assert model.to("float32").weight.dtype == weir.float32
    model.to(device, weir.bfloat16)
    assert model.weight.device == device and model.weight.dtype == weir.bfloat16
    model.to(dtype="float32", device="cpu")
    assert model.weight.device == "cpu:0" and model.weight.dtype == weir.float32
    model.to(weir.ones(1, dtype="float64", device=device))
    assert model.weight.device == device and model.weight.dtype == weir.float64
    with pytest.raises(TypeError, match="second device"):
        model.to("cpu", device)
    with pytest.raises(TypeError, match="second dtype"):
        model.to("float32", dtype="float64")
    with pytest.raises(ValueError, match="not an available device"):
        model.to("cuda:60")


class Scaled(nn.Module):
    def __init__(self):
        self.inner = nn.Linear(4, 3)
        self.scale = nn.Parameter(weir.ones(3))
        self.register_buffer("shift", weir.zeros(3))

    def forward(self, x):
        return self.inner(x) * self.scale + self.shift


def test_a_python_module_moves_its_own_arrays(device):
    model = Scaled()
    x, y = data()
    optimiser = optim.Adam(model.parameters(), lr=0.1)
    step(model, optimiser, x, y)
    scale, grad = model.scale, model.scale.grad.tolist()
    model.to(device)
    assert model.scale is scale and scale.device == device and model.shift.device == device
    assert scale.grad.device == device and scale.grad.tolist() == grad
    step(model, optimiser, *data(device))
    assert scale.grad.tolist() != grad


def test_a_parameter_whose_shape_is_not_known_is_created_on_the_modules_device(device):
    model = nn.Sequential(nn.Linear(None, 5), nn.Linear(None, 2)).to(device)
    assert model(weir.ones((3, 4), device=device)).device == device
    with weir.device(device):
        other = nn.Linear(None, 2)
    assert other(weir.ones((3, 4), device=device)).device == device


def test_tied_parameters_stay_tied(device):
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    model[1].weight = model[0].weight
    model.to(device)
    assert model[1].weight is model[0].weight and model[0].weight.device == device


def test_backward_through_a_forward_pass_before_the_move_is_refused(device):
    model = nn.Linear(4, 2)
    with weir.autograd.record():
        loss = model(weir.ones((1, 4))).sum()
    model.to(device)
    with pytest.raises(Exception, match="moved to another device after the forward pass"):
        loss.backward()
        weir.waitall()


def test_values_are_copied_into_a_module_on_another_device(device, tmp_path):
    model, other = net(), net().to(device)
    other.load_state_dict(model.state_dict())
    x, _ = data()
    with weir.autograd.pause():
        want = model(x).tolist()
    assert same(other(x.to_device(device)).tolist(), want)
    model.save(tmp_path / "a.safetensors")
    third = net().to(device)
    third.load(tmp_path / "a.safetensors")
    assert same(third(x.to_device(device)).tolist(), want)
    third.save(tmp_path / "b.safetensors")
    assert (tmp_path / "a.safetensors").read_bytes() == (tmp_path / "b.safetensors").read_bytes()
    scaled = Scaled().to(device)
    scaled.load_state_dict({k: weir.ones(v.shape) for k, v in scaled.state_dict().items()})
    assert scaled.shift.tolist() == [1, 1, 1] and scaled.shift.device == device


# ---- Optimisers


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta"])
def test_an_optimiser_follows_its_module_with_its_state(device, name):
    how = {"momentum": 0.9} if name == "SGD" else {}
    result = []
    for moves in (False, True):
        weir.random.seed(0)
        model = net()
        optimiser = getattr(optim, name)(model.parameters(), lr=0.05, **how)
        before = None
        for i in range(6):
            if moves and i in (2, 4):
                model.to(device if i == 2 else "cpu")
                state = {k: v.tolist() for k, v in optimiser.state_dict().items()}
                assert state == before
            step(model, optimiser, *data(model[0].weight.device))
            before = {k: v.tolist() for k, v in optimiser.state_dict().items()}
            assert all(v.device == model[0].weight.device for v in optimiser.state_dict().values())
        result.append({k: v.tolist() for k, v in model.state_dict().items()})
    if name == "SGD" or not GPUS:  # the others divide by the size of gradients, which are nearly 0 before BatchNorm1d
        assert same(result[1], result[0])


def test_zero_grad_after_a_move_discards_the_moved_gradients(device):
    model = nn.Linear(4, 2)
    optimiser = optim.SGD(model.parameters(), lr=0.1)
    with weir.autograd.record():
        loss = model(weir.ones((1, 4))).sum()
    loss.backward()
    model.to(device)
    optimiser.zero_grad()
    assert model.weight.grad is None


def test_parameters_of_one_group_may_be_on_several_devices(device):
    result = []
    for place in ("cpu:0", device):
        weir.random.seed(0)
        first, second = nn.Linear(4, 8), nn.Linear(8, 3).to(place)
        optimiser = optim.Adam([*first.parameters(), *second.parameters()], lr=0.05, max_norm=0.5)
        x, y = data()
        for _ in range(3):
            with weir.autograd.record():
                hidden = weir.relu(first(x)).to_device(place)
                loss = weir.cross_entropy(second(hidden), y.to_device(place))
            loss.backward()
            norm = optim.clip_grad_norm(optimiser.parameters, 10.0)
            optimiser.step()
        assert float(norm) > 0
        result.append([p.tolist() for p in optimiser.parameters])
    weir.waitall()
    for a, b in zip(*result):
        assert weir.allclose(weir.asarray(a), weir.asarray(b), rtol=1e-5, atol=1e-6)


def test_checkpoints_hold_the_state_of_a_moved_optimiser(device, tmp_path):
    model = net()
    optimiser = optim.Adam(model.parameters(), lr=0.05)
    step(model, optimiser, *data())
    model.to(device)
    want = {k: v.tolist() for k, v in optimiser.state_dict().items()}
    optim.save(tmp_path / "c.safetensors", model, optimiser)
    other = net().to(device)
    again = optim.Adam(other.parameters(), lr=0.05)
    optim.load(tmp_path / "c.safetensors", other, again)
    assert {k: v.tolist() for k, v in again.state_dict().items()} == want
    step(other, again, *data(device))


def test_load_puts_arrays_on_a_device(device, tmp_path):
    x = weir.arange(6, dtype="float32", device=device).reshape(2, 3)
    weir.save(tmp_path / "x.npy", x)
    weir.save(tmp_path / "x.safetensors", {"x": x})
    weir.savez(tmp_path / "x.npz", x=x)
    for name in ("x.npy", "x.safetensors", "x.npz"):
        for where in ("cpu:0", device):
            made = weir.load(tmp_path / name, device=where)
            made = made if isinstance(made, weir.Array) else made["x"]
            assert made.device == where and made.tolist() == x.tolist()
        assert weir.load(tmp_path / name) is not None
    if device.type != "cpu":
        with pytest.raises(ValueError, match="mapped on the CPU only"):
            weir.load(tmp_path / "x.npy", mmap_mode="r", device=device)


# ---- Data


class Pairs:
    def __len__(self):
        return 10

    def __getitem__(self, i):
        return {"x": float(i), "y": (weir.asarray([i, i], dtype="float32", device="cpu"), i)}


def test_a_loader_makes_batches_on_a_device(device):
    from weir.data import ArrayDataset, DataLoader

    x, y = weir.arange(10, dtype="float32").reshape(5, 2), weir.arange(5)
    here = DataLoader(ArrayDataset(x, y), batch_size=2, shuffle=True, seed=3)
    there = DataLoader(ArrayDataset(x, y), batch_size=2, shuffle=True, seed=3, device=device)
    assert there.device == device
    for epoch in range(2):
        for (a, b), (c, d) in zip(here, there):
            assert c.device == device and d.device == device and a.device == "cpu:0"
            assert a.tolist() == c.tolist() and b.tolist() == d.tolist()
    with weir.device(device):
        batches = list(DataLoader(ArrayDataset(x, y), batch_size=2))
        assert [b.device for _, b in batches] == ["cpu:0"] * 3
    moved = DataLoader(ArrayDataset(x.to_device(device), y.to_device(device)), batch_size=2, shuffle=True, seed=3)
    here = DataLoader(ArrayDataset(x, y), batch_size=2, shuffle=True, seed=3)
    for (a, b), (c, d) in zip(here, moved):
        assert c.device == device and a.tolist() == c.tolist() and b.tolist() == d.tolist()
    with pytest.raises(ValueError, match="not an available device"):
        DataLoader(ArrayDataset(x, y), device="gpu")


def test_a_loader_of_a_python_dataset_moves_all_arrays_of_a_batch(device):
    from weir.data import DataLoader

    for workers in (0, 1):
        loader = DataLoader(Pairs(), batch_size=4, device=device, num_workers=workers)
        for batch in loader:
            assert batch["x"].device == device and batch["y"][0].device == device and batch["y"][1].device == device
        loader.close()
    assert batch["x"].tolist() == [8, 9]


def test_transforms_run_before_the_copy(device):
    from weir.data import ArrayDataset, DataLoader

    seen = []

    def double(x):
        seen.append(x.device)
        return x * weir.asarray([2.0])

    loader = DataLoader(ArrayDataset(weir.ones((4, 1))), batch_size=2, transform=double, device=device)
    assert [b.tolist() for b in loader] == [[[2.0], [2.0]]] * 2 and set(seen) == {weir.cpu(0)}
    assert next(iter(loader)).device == device


def test_random_transforms_work_on_any_device(device):
    from weir.data import transforms

    x = weir.arange(2 * 8 * 8 * 3, dtype="float32", device=device).reshape(2, 8, 8, 3)
    for one in (transforms.RandomFlip(0.5), transforms.RandomCrop(4), transforms.Normalize(0.5, [1, 2, 3])):
        weir.random.seed(0)
        there = one(x)
        weir.random.seed(0)
        assert there.device == device and there.tolist() == one(x.to_device("cpu")).tolist()


def test_metrics_follow_the_device_of_their_input(device):
    from weir import metrics

    scores, target = weir.asarray([[0.1, 0.9], [0.8, 0.2], [0.3, 0.7]]), weir.asarray([1, 0, 0])
    for make, args in ((metrics.Accuracy, (scores, target)), (lambda: metrics.ConfusionMatrix(2), (scores, target)),
                       (metrics.Mean, (scores,))):
        here, there = make(), make()
        for _ in range(2):
            here.update(*args)
        there.update(*args)
        there.update(*(a.to_device(device) for a in args))
        assert weir.asarray(here.value()).tolist() == weir.asarray(there.value()).tolist()


def test_layers_with_random_numbers_run_on_any_device(device):
    layers = [(nn.Dropout(0.5), (4, 8)), (nn.MultiheadAttention(8, 2, dropout=0.5), (2, 4, 8))]
    for layer, shape in layers:
        layer.to(device)
        x = weir.ones(shape, device=device)
        with weir.autograd.record():
            y = layer(x) if isinstance(layer, nn.Dropout) else layer(x, x, x)
        y = y[0] if isinstance(y, (tuple, list)) else y
        assert y.device == device


def test_a_scaler_works_with_a_module_on_a_device(device):
    model = nn.Linear(4, 3).to(device)
    optimiser = optim.Adam(model.parameters(), lr=0.1)
    scaler = optim.GradScaler()
    x, y = data(device)
    before = model.weight.tolist()
    for unscales in (False, True):
        with weir.autograd.record():
            loss = scaler.scale(weir.cross_entropy(model(x), y))
        loss.backward()
        if unscales:
            scaler.unscale(optimiser) if hasattr(scaler, "unscale") else scaler.unscale_(optimiser)
        scaler.step(optimiser)
        scaler.update()
    assert model.weight.tolist() != before


# ---- What the default device applies to


def test_npy_and_npz_files_are_read_to_the_default_device(device, tmp_path):
    x = weir.arange(6.0).reshape((2, 3))
    weir.save(tmp_path / "x.npy", x)
    weir.savez(tmp_path / "x.npz", x=x)
    with weir.device(device):
        for y in (weir.load(tmp_path / "x.npy"), weir.load(tmp_path / "x.npz")["x"]):
            assert y.device == device and y.tolist() == x.tolist()
        assert weir.load(tmp_path / "x.npy", device="cpu").device == "cpu:0"
        assert weir.load(tmp_path / "x.npy", mmap_mode="r").device.type == "cpu"


def test_values_of_the_other_byte_order_are_turned_on_the_way_to_a_device(device):
    np = pytest.importorskip("numpy")
    other = np.arange(6, dtype=">f4" if sys.byteorder == "little" else "<f4").reshape(2, 3)
    with weir.device(device):
        for values in (other, other.T, other[:, ::2]):
            x = weir.asarray(values)
            assert x.device == device and x.tolist() == values.tolist()
        assert weir.asarray(other, device="cpu").tolist() == other.tolist()
    assert weir.ones(1).device == "cpu:0"


class Rows:
    """A dataset whose samples are on no device: a NumPy array and a number."""

    def __len__(self):
        return 4

    def __getitem__(self, i):
        import numpy as np

        return np.full(3, i, np.float32), i


@pytest.mark.parametrize("start", ["auto", pytest.param("fork", marks=pytest.mark.forks)])
@pytest.mark.parametrize("workers", [0, 2])
def test_batches_of_samples_on_no_device_are_on_the_default_device(device, workers, start):
    pytest.importorskip("numpy")
    with weir.device(device):
        weir.ones(1).wait()  # the parent of forked workers has used the device
        batches = list(weir.data.DataLoader(Rows(), 2, num_workers=workers, start=start))
        assert [(x.device, y.device) for x, y in batches] == [(device, device)] * 2
        assert [x.tolist() for x, _ in batches] == [[[i] * 3, [i + 1] * 3] for i in (0.0, 2.0)]
        assert [y.tolist() for _, y in batches] == [[0, 1], [2, 3]]


def test_dlpack_exports_a_copy_of_memory_that_the_host_cannot_address():
    np = pytest.importorskip("numpy")
    x = weir.arange(4.0, device="null:0")
    assert np.from_dlpack(x).tolist() == weir.from_dlpack(x).tolist() == [0, 1, 2, 3]
    assert x.__dlpack__(copy=True, dl_device=(1, 0)) is not None
    with pytest.raises(BufferError, match="not in host memory"):
        x.__dlpack__(copy=False)
    assert np.asarray(x).tolist() == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="not in host memory"):
        x.numpy(copy=False)


def test_a_value_of_a_device_is_read_with_one_wait():
    x = weir.arange(4.0, device="null:0") + 1
    for read in (lambda: x[0].item(), lambda: float(x[1]), lambda: x.tobytes()):
        told = []
        weir._core.set_on_wait(lambda *wait: told.append(wait[0]))
        try:
            read()
        finally:
            weir._core.set_on_wait(None)
        assert "read" not in told and len(told) <= 1


def test_each_device_has_its_memory():
    there, host = weir.memory.on("null:1"), weir.memory.on("cpu:1")
    weir.waitall()
    before, here = there.used, host.used
    x = weir.ones(1 << 20, device="null:1").wait()
    assert 4 << 20 <= there.used - before <= (4 << 20) + 64 and there.peak >= there.used and there.level >= there.used
    assert host.used == here == weir.memory.used and host.budget == weir.memory.budget
    assert there.budget >= there.peak
    assert "null:1" in repr(there) and "used 4.2 MB" in repr(there)
    del x
    weir.synchronize("null:1")
    with pytest.raises(ValueError, match="not an available device"):
        weir.memory.on("cuda:60")


# ---- Dialects


def test_torch_moves_tensors_and_modules(device):
    from weir.dialects import torch

    net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    weight = net[0].weight
    assert net.to(torch.device(str(device))) is net and net[0].weight is weight
    assert str(weight.device) == str(device)
    x = torch.ones(4, 2, device=str(device))
    y = net(x)
    assert str(y.device) == str(device) and torch.rand_like(x).device == torch.zeros_like(x).device == x.device
    assert x.clone().normal_().device == x.device
    state = net.state_dict()
    net.load_state_dict(state)
    assert str(net[0].weight.device) == str(device)
    assert y.detach().cpu().numpy().shape == (4, 3)
    if device.type != "cpu":
        with pytest.raises(TypeError, match=r"use tensor.cpu\(\).numpy\(\)"):
            x.numpy()
        assert x.numpy(force=True).tolist() == x.tolist()
        assert str(net.cpu()[0].weight.device) == "cpu"
    torch.set_default_device(str(device))
    assert str(torch.ones(2).device) == str(torch.get_default_device()) == str(device)
    assert torch.cuda.is_available() == (GPUS > 0)


def test_other_dialects_name_the_device_of_their_arrays(device):
    from weir.dialects import mxnet, paddle, tensorflow

    with weir.device(device):
        kind = "gpu" if GPUS else device.type
        assert mxnet.np.ones(2).device == mxnet.device.current_device() == mxnet.Context(kind, device.index)
        assert mxnet.npx.num_gpus() == GPUS
        x = paddle.ones([2])
        assert f"{kind}:{device.index}" in repr(x) and x.place == paddle.to_tensor([1.0], place=x.place).place
        assert paddle.to_tensor([1.0], place=paddle.CPUPlace()).place == paddle.CPUPlace()
        assert tensorflow.ones(2).device.endswith(f"{kind}:{device.index}".upper())
        assert len(tensorflow.config.list_physical_devices("GPU")) == GPUS
        if device.type != "cpu":
            assert x.cpu().place == paddle.CPUPlace() and "CPU:0" in tensorflow.ones(2).cpu().device


def test_a_network_of_the_torch_dialect_moves(device):
    code = f"""
import weir.dialects.torch as torch
from weir.dialects.torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.scale = nn.Linear(3, 2), nn.Parameter(torch.ones(2))
    def forward(self, x):
        return self.inner(x) * self.scale
net = Net()
optimiser = torch.optim.Adam(net.parameters(), lr=0.1)
for place in ("cpu", "{device}", "cpu"):
    net.to(place)
    x = torch.ones(4, 3).to(place)
    optimiser.zero_grad()
    net(x).sum().backward()
    optimiser.step()
    assert str(net.scale.device).startswith(place) and str(net.inner.weight.device).startswith(place), net.scale.device
    assert str(net.scale.grad.device).startswith(place)
try:
    net(torch.ones(4, 3).to("{device}"))
except Exception as error:
    assert "copy one of them: x.to(y.device)" in str(error), error
else:
    raise SystemExit("not refused")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# ---- Copies, losses, hashes, NumPy inputs, text and messages


class _WithBuffer(nn.Module):
    def __init__(self):
        self.inner, self.scale = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)), nn.Parameter(weir.ones(2))
        self.register_buffer("mean", weir.zeros(2))

    def forward(self, x):
        return self.inner(x) * self.scale + self.mean


def test_a_deep_copy_of_a_module_stays_on_its_device(device):
    net = _WithBuffer().to(device)
    new = copy.deepcopy(net)
    assert {str(a.device) for a in new.state_dict().values()} == {str(device)}
    assert new.state_dict().keys() == net.state_dict().keys()
    for name, a in net.state_dict().items():
        assert weir.all(new.state_dict()[name] == a).item() and new.state_dict()[name] is not a
    assert all(p.grad_mode == "step" for p in new.parameters())
    assert new(weir.ones((4, 3), device=device)).device == device
    assert weir.get_default_device() == "cpu:0"
    with weir.device(device):
        assert copy.deepcopy(nn.Linear(2, 2).to("cpu")).weight.device == "cpu:0"


def test_a_deep_copy_keeps_the_device_of_unknown_parameters_and_of_each_array(device):
    lazy = copy.deepcopy(nn.Linear(2).to(device))
    lazy(weir.ones((4, 3), device=device))
    assert lazy.weight.device == device
    layer = nn.TransformerEncoderLayer(4, 2, 8)
    next(child for child in layer.children() if child.named_parameters()).to(device)
    want = {name: str(a.device) for name, a in layer.state_dict().items()}
    assert set(want.values()) == {"cpu:0", str(device)}
    assert {name: str(a.device) for name, a in copy.deepcopy(layer).state_dict().items()} == want
    tied = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    tied[1].weight = tied[0].weight
    new = copy.deepcopy(tied.to(device))
    assert new[0].weight is new[1].weight and new[0].weight.device == device


def test_an_unpickled_module_is_on_the_default_device(device):
    data = pickle.dumps(nn.Linear(3, 2).to(device))
    assert pickle.loads(data).weight.device == "cpu:0"
    with weir.device(device):
        assert pickle.loads(data).weight.device == device


def test_arrays_of_a_loss_move_with_it(device):
    x, labels = weir.random.normal(size=(4, 3)), weir.array([0, 1, 2, 0])
    weight = weir.array([1.0, 2.0, 3.0])
    for loss, target in ((nn.CrossEntropyLoss(weight=weight), labels),
                         (nn.NLLLoss(weight=weight), labels),
                         (nn.BCEWithLogitsLoss(pos_weight=weight), weir.ones((4, 3))),
                         (nn.BCEWithLogitsLoss(weight=weight, pos_weight=weight), weir.ones((4, 3)))):
        want = loss(x, target).item()
        assert same(loss.to(device)(x.to_device(device), target.to_device(device)).item(), want)
        both = nn.ModuleList([loss]).to("cpu")
        assert both[0](x, target).item() == want
        assert same(copy.deepcopy(both.to(device))[0](x.to_device(device), target.to_device(device)).item(), want)
    assert weight.device == "cpu:0"


def test_a_device_has_the_hash_of_the_name_that_it_equals(device):
    assert hash(device) == hash(str(device)) and device in {str(device)} and str(device) in {device: 1}
    assert weir.Device("cpu:0") == "cpu:0" and weir.Device("cpu") != "cpu"
    assert device != "nonsense" and device != 1 and device is not None and (device == None) is False  # noqa: E711


def test_a_module_takes_numpy_arrays_to_its_device(device):
    np = pytest.importorskip("numpy")
    x = np.ones((4, 3), "f4")
    net = nn.Sequential(nn.ReLU(), nn.Linear(3, 2))
    want = net(x).tolist()
    for one in (net.to(device), copy.deepcopy(net), nn.Sequential(nn.Sequential(net), nn.Identity())):
        assert one(x).device == device and same(one(x).tolist(), want)
    assert _WithBuffer().to(device)(x).device == device
    assert nn.Linear(2).to(device)(x).device == device
    accuracy = weir.metrics.Accuracy()
    accuracy.update(net(x), np.zeros(4, "i8"))
    accuracy.update(net(x).numpy(), weir.zeros(4, dtype="int64", device=device))
    assert accuracy.value() in (0, 1)
    loss = nn.MSELoss()(net(x), np.zeros((4, 2), "f4"))  # beside an array that is on the device
    assert loss.device == device
    with pytest.raises(ValueError, match="inputs are on"):
        net(weir.ones((4, 3)))


def test_repr_shows_the_device_unless_it_is_the_default(device):
    assert repr(weir.ones(2, device=device)) == f"array([1., 1.], device='{device}')"
    assert repr(weir.ones(2, dtype="int32", device=device)) == f"array([1, 1], dtype=int32, device='{device}')"
    with weir.device(device):
        assert repr(weir.ones(2)) == "array([1., 1.])"
        assert repr(weir.ones(2, device="cpu")) == "array([1., 1.], device='cpu:0')"
        assert eval(repr(weir.ones(2)), {"array": weir.array}).device == device
    assert repr(weir.ones(2)) == "array([1., 1.])" and str(weir.ones(2, device=device)) == "[1. 1.]"


def test_assigning_an_array_of_another_device_names_both(device):
    y, x = weir.zeros(3, device=device), weir.ones(3)
    for key in (slice(None), 0, weir.array([0, 1, 2], device=device)):
        with pytest.raises(ValueError, match=rf"^y\[...\] = x: x is on cpu:0, but y is on {device}; copy it"):
            y[key] = x[0] if isinstance(key, int) else x
    y[:] = x.to_device(y.device)
    y[0] = 5
    assert y.tolist() == [5, 1, 1]


def test_the_context_manager_is_no_device():
    with pytest.raises(TypeError, match=r"weir.device\(...\) is a context manager .* weir.Device"):
        weir.ones(2, device=weir.device("null:0"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.forks
def test_a_forked_child_is_told_the_device_and_the_remedy():
    code = """
import os, weir
x = weir.ones(4, device="null:0") + 1
x.wait()
if os.fork() == 0:
    try:
        weir.ones(2, device="null:0")
    except Exception as error:
        text = str(error)
        os._exit(0 if 'the parent process has used null:0' in text and '"spawn"' in text else 1)
    os._exit(2)
raise SystemExit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, (done.returncode, done.stderr)


def test_a_deep_copy_and_a_loss_of_the_torch_dialect_stay_on_their_device(device):
    code = f"""
import copy
import weir.dialects.torch as torch
from weir.dialects.torch import nn
net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)).to("{device}")
new = copy.deepcopy(net)
assert {{str(t.device) for t in new.state_dict().values()}} == {{str(net[0].weight.device)}}, new.state_dict()
new(torch.ones(4, 3).to("{device}")).sum().backward()
assert str(new[0].weight.grad.device) == str(net[0].weight.device)
weight = torch.tensor([1.0, 2.0])
loss = nn.CrossEntropyLoss(weight=weight).to("{device}")
assert str(loss.weight.device) == str(net[0].weight.device) and type(loss.weight) is type(weight)
loss(new(torch.ones(4, 3).to("{device}")), torch.tensor([0, 1, 0, 1]).to("{device}")).backward()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_remedy_of_an_assignment_across_devices_is_worded_for_the_dialect():
    for start, remedy in (("import weir as lib", "x.to_device(y.device)"),
                          ("import weir.dialects.torch as lib", "x.to(y.device)")):
        code = f"""
{start}
try:
    lib.zeros(3, device="null:0")[:] = lib.ones(3)
except Exception as error:
    assert "copy it: {remedy}" in str(error), error
else:
    raise SystemExit("not refused")
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_clear_restores_a_net_on_its_device_after_a_failed_batch(device):
    net = nn.Linear(3, 2).to(device)
    opt = optim.SGD(net.parameters(), lr=0.1)
    x, before = weir.ones((4, 3), device=device), net.weight.tolist()
    with weir.autograd.record():
        loss = weir.cross_entropy(net(x), weir.array([0, 1, 9, 0], device=device))
    loss.backward()
    opt.step()
    with pytest.raises(weir.AsyncError, match="label 9"):
        net.weight.wait()
    opt.clear()
    assert net.weight.tolist() == before and net.weight.device == device
    with pytest.raises(weir.AsyncError):
        loss.item()
