"""test_dialects.py - scripts written for other frameworks, run by Weir.

The five documents that Weir began with lie beside the checkout, in ../shared/seeds (or where DIALECTS_DOCUMENTS says);
without them their tests are skipped.  Every code block runs as written, one after the other in one process for
each document and framework.  The training loops take minutes at their own size: DIALECTS_SLOW=1 runs them so, otherwise
they go through fewer and smaller batches.

SPDX-License-Identifier: Apache-2.0
"""
import json
import math
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import weir
from weir import dialects
from weir.dialects import _modes

DOCUMENTS = Path(os.environ.get("DIALECTS_DOCUMENTS", Path(__file__).resolve().parents[4] / "shared" / "seeds"))


def python(code, stdin=None, **env):
    """Run code in a process of its own."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], input=stdin, text=True, encoding="utf-8",
                          capture_output=True, env={**os.environ, "PYTHONIOENCODING": "utf-8", **env})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# ---- The documents -------------------------------------------------------------------------------


def blocks(text):
    return re.findall(r"^```\{?\.?python[^\n]*\n(.*?)^```", text, re.M | re.S)


def framework_of(block, text):
    if "#@tab pytorch" in block or "# For PyTorch" in block:
        return "torch"
    if "import tensorflow" in text:
        return "tensorflow"
    return "paddle" if "import paddle" in text else "mxnet"


def readings():
    """(name, blocks) for each document and each framework in it, as its reader would run them."""
    found = []
    for path in sorted(DOCUMENTS.glob("*.txt")) if DOCUMENTS.is_dir() else []:
        text = path.read_text(encoding="utf-8")
        by_framework = {}
        for block in blocks(text):
            if "# For MXNet" in block and "# For PyTorch" in block:  # each reader takes his half
                mxnet, torch = block.split("# For PyTorch users")
                by_framework.setdefault("mxnet", []).append(mxnet)
                by_framework.setdefault("torch", []).append(torch)
                continue
            by_framework.setdefault(framework_of(block, text), []).append(block)
        found += [(f"{path.stem[:3]}-{framework}", framework, code) for framework, code in by_framework.items()]
    return found


READINGS = readings()
needs_documents = pytest.mark.skipif(not READINGS, reason=f"the documents are not at {DOCUMENTS}")

RUN = """
import json, sys
import weir
from weir import dialects

dialects.install(shadow=True)
framework, blocks, product, device = json.load(sys.stdin)
if device:  # as a reader would say it
    if framework == "mxnet":
        from mxnet import npx
        npx.gpu(0).__enter__()
    elif framework == "torch":
        import torch
        torch.set_default_device("cuda")
    elif framework == "paddle":
        import paddle
        paddle.set_device("gpu")
    else:
        import tensorflow
        tensorflow.device("/GPU:0").__enter__()
products = []
if product:
    module = __import__(product.rpartition(".")[0], fromlist=["x"])
    real = getattr(module, product.rpartition(".")[2])

    def kept(*args, **kwargs):
        products.append(real(*args, **kwargs))
        return products[-1]

    setattr(module, product.rpartition(".")[2], kept)
names = {"__name__": "__main__"}
report = []
for number, block in enumerate(blocks):
    products.clear()
    exec(compile(block, f"<block {number}>", "exec"), names)
    report.append([len(products), sum(not p.ready for p in products)])
    if device and any(weir.Array.device.__get__(p) != device for p in products):
        raise SystemExit(f"block {number} has products on another device than {device}")
weir.waitall()
print("REPORT", json.dumps(report))
"""


def run_blocks(framework, code, product=None, device=None, **env):
    out = python(RUN, stdin=json.dumps([framework, code, product, device]), **env)
    return json.loads(out.rpartition("REPORT ")[2]), out


def at_size(code):
    """The blocks, or with smaller training loops."""
    if os.environ.get("DIALECTS_SLOW"):
        return code
    return [re.sub(r"num_batches, batch_size = \d+, 1024", "num_batches, batch_size = 50, 16", block) for block in code]


@pytest.mark.parametrize("base, frameworks", [("weir.nn.Module", ()), ("torch.nn.Module", ("_modules", "_parameters")),
                                              ("paddle.nn.Layer", ("_modules", "_parameters", "_sub_layers"))])
def test_private_names_of_a_base_class_are_its_users(base, frameworks):
    """A user's class may have attributes and methods of any name: those of the library begin with _wr_."""
    owner = weir if base.startswith("weir") else dialects
    for part in base.split(".")[base.startswith("weir"):]:
        owner = getattr(owner, part)
    names = {name for cls in owner.__mro__ for name in vars(cls) if re.match("_[a-z]", name)}
    assert {name for name in names if not name.startswith("_wr_")} <= {*frameworks}


@needs_documents
def test_there_are_five_documents():
    assert len(list(DOCUMENTS.glob("*.txt"))) == 5
    assert sum(len(code) for _, _, code in READINGS) >= 56


# What the documents multiply matrices with, and what makes a block wait.
PRODUCTS = {"mxnet": "mxnet.np.dot", "torch": "torch.mm", "paddle": "paddle.mm"}
WAITS = ("waitall", "wait_to_read", "synchronize", "asnumpy", "item()")


@needs_documents
@pytest.mark.parametrize("name, framework, code", READINGS, ids=[name for name, _, _ in READINGS])
def test_every_block_of_the_documents_runs_to_its_end(name, framework, code):
    """And most products are unfinished when a block ends that waits for none."""
    pytest.importorskip("numpy")
    product = PRODUCTS.get(framework)
    report, out = run_blocks(framework, at_size(code), product)
    assert len(report) == len(code)
    if any("get_mem" in block for block in code):
        assert "increased memory" in out
    for block, (made, unfinished) in zip(code, report):
        if any(word in block for word in WAITS):
            assert unfinished == 0
        elif made > 0:
            assert unfinished > made // 2
    assert product is None or sum(made for made, _ in report) >= 20


@needs_documents
def test_a_reader_who_mixes_two_frameworks_gets_what_numpy_says():
    """The first block of one document binds np twice, last to NumPy, whose arrays have no wait_to_read."""
    pytest.importorskip("numpy")
    texts = [p.read_text(encoding="utf-8") for p in sorted(DOCUMENTS.glob("*.txt"))]
    text = next(t for t in texts if "# For MXNet users" in t)
    code = blocks(text)
    failing = [i for i, block in enumerate(code) if "b.wait_to_read()" in block][0]
    assert "import numpy as np" in code[0].partition("# For PyTorch users")[2]
    with pytest.raises(AssertionError, match="has no attribute 'wait_to_read'"):
        run_blocks("mxnet", [code[0], "a = np.ones((2, 2))", code[failing]])


# ---- Finding them --------------------------------------------------------------------------------


def test_install_finds_and_uninstall_forgets():
    out = python("""
        import sys
        from weir import dialects
        print(dialects.install("mxnet", "d2l"))
        from mxnet import np, npx
        from mxnet.gluon import nn
        import mxnet.gluon.loss
        from d2l import mxnet as d2l
        print(np.ones(2), d2l.Benchmark.__name__)
        dialects.uninstall()
        for name in ("mxnet", "d2l"):
            assert name not in sys.modules
            try:
                __import__(name)
                print(name, "is still there")
            except ImportError:
                pass
        import weir
        assert not weir.autograd.is_recording()
    """)
    assert out == "['d2l', 'mxnet']\n[1. 1.] Benchmark\n"


def test_an_installed_framework_is_left_alone_unless_asked(tmp_path):
    (tmp_path / "torch.py").write_text("mark = True")
    code = """
        from weir import dialects
        assert "torch" not in dialects.install()
        import torch
        assert torch.mark
        try:
            from d2l import torch as d2l
            d2l.try_gpu()                           # would speak of other tensors than the script does
            raise SystemExit("no error")
        except ImportError as error:
            assert "run the whole script on Weir with python -m weir.dialects --shadow" in str(error)
        from d2l import mxnet as d2l
        d2l.try_gpu()
        assert "torch" in dialects.install("torch", shadow=True)
        import torch
        assert not hasattr(torch, "mark") and torch.ones(1).item() == 1
        dialects.uninstall("torch")
        import torch
        assert torch.mark
    """
    python(code, PYTHONPATH=f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


def test_scripts_get_their_arguments(tmp_path):
    path = tmp_path / "script.py"
    path.write_text("import sys, torch, beside\nprint(sys.argv[1:], __name__, torch.ones(2).sum().item(), beside.x)")
    (tmp_path / "beside.py").write_text("x = 5")
    done = subprocess.run([sys.executable, "-m", "weir.dialects", "--shadow", str(path), "a", "--b"],
                          capture_output=True,
                          text=True)
    assert done.stdout == "['a', '--b'] __main__ 2.0 5\n", done.stderr


def test_importing_what_is_not_there_says_what_to_use():
    python("""
        from weir import dialects
        dialects.install("torch", shadow=True)
        for line in ("import torchvision.models", "from torchvision import models", "from torchvision.models import resnet18",
                     "from torch import distributed"):
            try:
                exec(line)
                raise SystemExit("no error")
            except ModuleNotFoundError as error:
                assert "load your weights" in str(error) or "runs in one process" in str(error), error
    """)


def test_unknown_dialect():
    for call in (dialects.install, dialects.uninstall, dialects.coverage):
        with pytest.raises(ValueError, match="unknown dialect 'jax'; the dialects are mxnet, torch"):
            call("jax")


def test_coverage_names_what_is_there_and_what_runs_eagerly():
    done = subprocess.run([sys.executable, "-m", "weir.dialects", "--coverage", "torch", "tensorflow"],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    assert "torch.nn.functional:" in done.stdout and "Tensor:" in done.stdout
    assert "accepted but executed eagerly: torch.compile" in done.stdout
    assert "tensorflow.function" in done.stdout
    assert "mxnet.gluon.Block.hybridize" in dialects.coverage("mxnet")


# ---- What is not there ---------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def modes():
    """What dialects change ends with the test."""
    _modes.speak()
    yield
    _modes.restore()


@pytest.fixture
def torch():
    """PyTorch's dialect, with its modes."""
    module = dialects.torch
    _modes.speak(records=True)
    return module


def test_what_is_lacking_is_named_with_what_to_use_instead(torch):
    with pytest.raises(AttributeError, match="does not provide torch.distributed; Weir runs in one process"):
        torch.distributed
    with pytest.raises(NotImplementedError, match="does not provide torch.optim.SparseAdam; use Adam"):
        torch.optim.SparseAdam
    with pytest.raises(AttributeError, match="does not provide torch.zeroes; did you mean zeros"):
        torch.zeroes
    assert not hasattr(torch, "nonsense")


@pytest.mark.parametrize("name", dialects.NAMES)
def test_what_lines_of_tables_use_is_there(name):
    """Names on the right are looked up when a line is called, which not all are here."""
    import builtins
    import dis

    dialect = getattr(dialects, name)._dialect
    here, table = dialect.here, dialect.here["TABLE"]
    for operator in re.findall(r'op\["(\w+)"\]', table):
        assert operator in weir._core.ops, operator
    for path in re.findall(r"\bweir\.([\w.]+)", table):
        owner = weir
        for part in path.split("."):
            owner = getattr(owner, part)
    for place in [*dialect.modules.values(), *(here[c] for c in dialect.classes)]:
        for value in list(vars(place).values()):
            function = value.fget if isinstance(value, property) else value
            code = getattr(function, "__code__", None)
            if code is not None and code.co_filename.endswith(".table"):
                used = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}
                assert not {n for n in used if n not in function.__globals__ and not hasattr(builtins, n)}, value


# ---- Kinds of arrays -----------------------------------------------------------------------------


def test_results_are_of_the_kind_of_their_inputs(torch):
    x = torch.ones(2, 3)
    assert isinstance(x, weir.Array)
    plain = weir.ones((2, 3))
    for made in (x + 1, 1 + x, plain + x, x + plain, -x, x.T, x[0], x[x > 0], x[[0, 1]], next(iter(x)), weir.sum(x),
                 weir.concat([plain, x]), torch.einsum("ij->j", x), x.detach(), x.clone(), torch.split(x, 1)[0],
                 torch.nn.Linear(3, 2)(x), torch.nn.Sequential(torch.nn.LazyLinear(2), torch.nn.ReLU())(x),
                 torch.nn.GRU(3, 2)(x[None])[1], torch.nn.LSTM(3, 2)(x[None])[1][0], x.to("cpu"), x.to("cpu:1"),
                 x.to(torch.device("cpu"))):
        assert type(made) is torch.Tensor
    assert type(plain + 1) is weir.Array
    out = weir.zeros((2, 3))
    assert weir.add(x, x, out=out) is out and type(out) is weir.Array


def test_a_parameter_is_a_tensor_and_gives_tensors(torch):
    p = torch.nn.Parameter(torch.ones(2))
    assert isinstance(p, torch.Tensor) and type(p * 2) is torch.Tensor and p.requires_grad
    with pytest.raises(TypeError, match="cannot be instantiated"):
        class Own(torch.Tensor):
            pass
        weir.Array.__new__(Own, p)


def test_kinds_do_not_leak(torch):
    import gc

    x = torch.ones(3)
    before = sys.getrefcount(torch.Tensor)
    for _ in range(1000):
        x + 1, x[0], torch.zeros(2)
    gc.collect()
    assert abs(sys.getrefcount(torch.Tensor) - before) < 50


def test_dialects_do_not_mix_up_their_kinds(torch):
    np = dialects.mxnet.np
    assert type(np.ones(2) + 1) is np.ndarray and type(torch.ones(2) + 1) is torch.Tensor
    assert np.ones(3).size == 3 and torch.ones(3).size() == (3,)


# ---- PyTorch -------------------------------------------------------------------------------------


def test_torch_records_by_default_and_gradients_add_up(torch):
    x = torch.arange(4.0, requires_grad=True)
    (2 * torch.dot(x, x)).backward()
    assert x.grad.tolist() == [0, 4, 8, 12]
    x.sum().backward()
    assert x.grad.tolist() == [1, 5, 9, 13]
    x.grad.zero_()
    with torch.no_grad():
        assert not (x * 2).requires_grad
        x -= 1
    assert x.requires_grad and x.tolist() == [-1, 0, 1, 2]
    y = x * x
    (y.detach() * x).sum().backward()
    assert x.grad.tolist() == y.tolist()


def test_torch_jacobians(torch):
    functional, x = torch.autograd.functional, torch.tensor([1.0, 2.0], dtype=torch.float64)
    got = functional.jacobian(lambda x: x * x, x)
    assert got.tolist() == [[2, 0], [0, 4]] and not got.requires_grad and isinstance(got, torch.Tensor)
    assert functional.jacobian(lambda x, y: x * y, (x, x))[1].tolist() == [[1, 0], [0, 2]]
    assert functional.hessian(lambda x: (x ** 3).sum(), x).tolist() == [[6, 0], [0, 12]]
    assert functional.vjp(lambda x: (x * x).sum(), x)[1].tolist() == [2, 4]
    assert functional.jvp(lambda x: x * x, x, torch.tensor([1.0, 0.0], dtype=torch.float64))[1].tolist() == [2, 0]
    assert torch.func.grad(lambda x: (x * x).sum())(x).tolist() == [2, 4]
    assert torch.func.jacrev(torch.sin)(x).shape == (2, 2)
    assert torch.autograd.gradcheck(lambda x: x.exp(), (x.requires_grad_(),))


def test_torch_scatters_with_reductions(torch):
    x, index, src = torch.zeros(3, 5), torch.tensor([[0, 1, 2, 0], [2, 1, 0, 0]]), torch.arange(10.0).reshape(2, 5)
    got = x.scatter_reduce(0, index, src, reduce="amax")  # the index is shorter than the input, and than src
    assert got.tolist() == [[0, 0, 7, 8, 0], [0, 6, 0, 0, 0], [5, 0, 2, 0, 0]]
    assert torch.scatter_add(x, 0, index, src)[:, 3].tolist() == [11, 0, 0]
    assert torch.scatter(x, 0, index, 2.0, reduce="add")[1].tolist() == [0, 4, 0, 0, 0]
    assert torch.ones(2, 3).index_reduce_(0, torch.tensor([0, 0]), torch.full((2, 3), 5.0), "mean",
                                          include_self=False)[0].tolist() == [5, 5, 5]
    with pytest.raises(RuntimeError, match="reduce must be one of .*, not 'max'"):
        x.scatter_reduce(0, index, src, reduce="max")


def test_torch_errors_are_runtime_errors(torch):
    with pytest.raises(RuntimeError, match="inner dimensions 3 and 2"):
        torch.ones(2, 3) @ torch.ones(2, 3)
    with pytest.raises(RuntimeError, match="scalar outputs"):
        (torch.ones(2, requires_grad=True) * 2).backward()
    with pytest.raises(RuntimeError, match="does not require grad"):
        torch.ones(()).backward()
    with pytest.raises(RuntimeError, match="is not available: "):
        torch.ones(2, device="cuda:60")
    with pytest.raises(IndexError):
        torch.ones(2).sum(dim=3)


def test_torch_prints_as_torch_does(torch):
    assert repr(torch.tensor([0.5, 1.0])) == "tensor([0.5000, 1.0000])"
    assert repr(torch.ones(1, 2)) == "tensor([[1., 1.]])"
    assert repr(torch.tensor([1, 2])) == "tensor([1, 2])"
    assert repr(torch.zeros(1, requires_grad=True)) == "tensor([0.], requires_grad=True)"
    assert repr(torch.zeros(2, 3).shape) == "torch.Size([2, 3])"


def test_torch_modules_of_ones_own(torch):
    nn = torch.nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.hidden = nn.Linear(4, 8)
            self.scale = nn.Parameter(torch.ones(8))
            self.plain = torch.zeros(3)
            self.register_buffer("count", torch.zeros(1))
            self.parts = nn.ModuleList([nn.Linear(8, 2)])

        def forward(self, x):
            return self.parts[0](torch.relu(self.hidden(x)) * self.scale)

    net = Net()
    names = ["hidden.weight", "hidden.bias", "scale", "parts.0.weight", "parts.0.bias"]
    assert sorted(name for name, _ in net.named_parameters()) == sorted(names)
    assert set(net.state_dict()) == {*names, "count"}
    assert type(net.hidden.weight) is nn.Parameter
    copy = Net()
    copy.load_state_dict(net.state_dict())
    x = torch.rand(2, 4)
    assert torch.equal(net(x), copy(x))
    with pytest.raises(RuntimeError, match="missing key: .hidden.bias"):
        copy.load_state_dict({k: v for k, v in net.state_dict().items() if k != "hidden.bias"})
    for p in net.hidden.parameters():
        p.requires_grad = False
    net(x).sum().backward()
    assert net.hidden.weight.grad is None and net.scale.grad is not None and len(list(net.parameters())) == 5


def test_torch_trains_and_predicts(torch):
    drop = torch.nn.Dropout(0.5)
    x = torch.ones(1000)
    assert (drop(x) == 0).any()
    drop.eval()
    assert (drop(x) == 1).all()
    net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.9))
    assert net.training and not net.eval().training and torch.equal(net(torch.ones(1, 3)), net(torch.ones(1, 3)))


@pytest.mark.parametrize("kind, settings", [("SGD", {"lr": 0.1, "momentum": 0.9}), ("Adam", {"lr": 0.05}),
                                            ("RMSprop", {"lr": 0.01})])
def test_torch_optimisers_learn(torch, kind, settings):
    torch.manual_seed(1)
    w = torch.tensor([[2.0], [-3.4]])
    X = torch.randn(256, 2)
    data = torch.utils.data.TensorDataset(X, X @ w + 4.2)
    net = torch.nn.Linear(2, 1)
    opt = getattr(torch.optim, kind)(net.parameters(), **settings)
    loss = torch.nn.MSELoss()
    first = loss(net(X), data.tensors[1]).item()
    for _ in range(5):
        for x, y in torch.utils.data.DataLoader(data, 32, shuffle=True):
            opt.zero_grad()
            loss(net(x), y).backward()
            opt.step()
    assert loss(net(X), data.tensors[1]).item() < first / 2
    opt.param_groups[0]["lr"] = 0.5
    assert opt.settings(0)["lr"] == 0.5


def test_torch_saves_and_loads(torch, tmp_path):
    net = torch.nn.Linear(3, 2)
    torch.save({"net": net.state_dict(), "x": torch.ones(2, requires_grad=True)}, tmp_path / "file")
    found = torch.load(tmp_path / "file")
    assert torch.equal(found["net"]["weight"], net.weight) and found["x"].requires_grad
    assert type(found["net"]["weight"]) is torch.Tensor


def test_torch_functions_against_torch_itself(torch):
    real = pytest.importorskip("torch", reason="PyTorch itself is not installed")
    values = [[3.0, -1.0, 2.0], [0.5, 4.0, -2.0]]
    ours, theirs = torch.tensor(values), real.tensor(values)
    for call in (lambda t, x: x.sum(dim=1), lambda t, x: x.std(), lambda t, x: x.max(dim=1).indices,
                 lambda t, x: t.median(x),
                 lambda t, x: x.topk(2).values, lambda t, x: t.nn.functional.softmax(x, dim=0),
                 lambda t, x: x.unsqueeze(-1).expand(2, 3, 2), lambda t, x: t.nn.functional.pad(x, (1, 2)),
                 lambda t, x: x.sort(dim=1, descending=True).values, lambda t, x: t.norm(x), lambda t, x: x.flip(0),
                 lambda t, x: x.repeat(2, 1), lambda t, x: t.cat([x, x], dim=1),
                 lambda t, x: t.nn.functional.leaky_relu(x, negative_slope=0.2),
                 lambda t, x: t.nn.functional.binary_cross_entropy_with_logits(
                     x, t.sigmoid(x + 1), weight=t.tensor([1.0, 2.0, 0.5]), pos_weight=t.tensor([0.5, 1.0, 3.0])),
                 lambda t, x: x.masked_fill(x > 1, 0.0)):
        assert tuple(call(torch, ours).shape) == tuple(call(real, theirs).shape)
        assert [round(v, 4) for v in call(torch, ours).flatten().tolist()] == [
            round(v, 4) for v in call(real, theirs).flatten().tolist()]


def test_torch_functions_take_torch_s_words(torch):
    F, x = torch.nn.functional, torch.tensor([2.0, -1.0])
    assert F.leaky_relu(x, negative_slope=0.5).tolist() == [2.0, -0.5]
    assert F.hardtanh(x, min_val=-0.5, max_val=1.5).tolist() == [1.5, -0.5]
    target, weight = torch.tensor([1.0, 0.0]), torch.tensor([3.0, 7.0])
    losses = F.binary_cross_entropy_with_logits(x, target, reduction="none", pos_weight=weight).tolist()
    assert losses == pytest.approx([3 * math.log1p(math.exp(-2)), math.log1p(math.exp(-1))], rel=1e-5)


# ---- MXNet ---------------------------------------------------------------------------------------


def test_mxnet_defaults_and_gradients():
    mx = dialects.mxnet
    np = mx.np
    assert np.array([1, 2]).dtype == weir.float32 and np.arange(3).dtype == weir.float32
    assert np.random.normal(size=(2, 3)).dtype == weir.float32
    x = np.arange(4)
    x.attach_grad()
    assert x.grad.tolist() == [0, 0, 0, 0]
    y = 2 * np.dot(x, x)
    with pytest.raises(mx.MXNetError, match="autograd.record"):
        y.backward()
    with mx.autograd.record():
        y = 2 * np.dot(x, x)
    y.backward()
    assert x.grad.tolist() == [0, 4, 8, 12]
    with pytest.raises(mx.MXNetError, match="is not available: "):
        np.ones(2, ctx=mx.gpu(60))
    assert np.ones(2, ctx=mx.cpu()).ctx == mx.cpu(0) and repr(np.ones((1, 2), ctx=mx.cpu())) == "array([[1., 1.]])"


def test_gluon_networks_are_sized_by_their_first_input(tmp_path):
    mx = dialects.mxnet
    np, gluon, nn = mx.np, mx.gluon, mx.gluon.nn
    net = nn.Sequential()
    net.add(nn.Dense(8, activation="relu"), nn.Dense(1))
    with pytest.raises(mx.MXNetError, match="has not been initialized"):
        net[0].weight.data()
    net.initialize(mx.init.Constant(0.5))
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    with pytest.raises(mx.gluon.parameter.DeferredInitializationError):
        net[0].weight.data()
    net.hybridize()
    X = np.ones((4, 3))
    assert net(X).tolist() == [[8 * 0.5 * 1.5]] * 4
    assert net[0].weight.shape == (8, 3) and list(net.collect_params()) == ["0.weight", "0.bias", "1.weight", "1.bias"]
    loss = gluon.loss.L2Loss()
    with mx.autograd.record():
        l = loss(net(X), np.zeros((4, 1)))
    assert l.tolist() == [18.0] * 4
    l.backward()
    trainer.step(4)
    assert net[1].bias.data().tolist() == pytest.approx([-0.6])  # the mean of the gradients, times the rate
    net.save_parameters(str(tmp_path / "net"))
    other = nn.Sequential()
    other.add(nn.Dense(8, activation="relu"), nn.Dense(1))
    other.load_parameters(str(tmp_path / "net"))
    assert other(X).tolist() == net(X).tolist()


# ---- TensorFlow and Paddle -----------------------------------------------------------------------


def test_tensorflow_tapes():
    tf = dialects.tensorflow
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        z = tf.reduce_sum(y)
    assert tape.gradient(z, x).numpy().tolist() == [2, 4] and tape.gradient(z, [x, y])[1].numpy().tolist() == [1, 1]
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = x ** 3
        g = inner.gradient(y, x)
    assert outer.gradient(g, x).numpy().tolist() == [6, 12]
    with pytest.raises(RuntimeError, match="once"):
        outer.gradient(g, x)
    with tf.GradientTape() as tape:
        y = x * 2
    assert tape.gradient(y, []) == [] and tape.gradient is not None
    tf.keras.optimizers.SGD(0.1).apply_gradients(zip([], []))
    x.assign_sub([1.0, 1.0])
    assert x.numpy().tolist() == [0, 1]
    assert repr(tf.ones((1, 2))) == "<tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 1.]], dtype=float32)>"


def test_keras_fits():
    tf = dialects.tensorflow
    tf.random.set_seed(1)
    X = tf.random.normal((128, 4))
    Y = tf.cast(X[:, 0] > 0, tf.int32)
    net = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
    assert net.trainable_variables == []
    net.compile(tf.keras.optimizers.Adam(0.01), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                metrics=["accuracy"])
    history = net.fit(X, Y, epochs=10, batch_size=16, verbose=0).history
    assert history["loss"][-1] < history["loss"][0] and history["accuracy"][-1] > 0.8
    assert [tuple(w.shape) for w in net.get_weights()] == [(4, 16), (16,), (16, 2), (2,)]
    conv = tf.keras.layers.Conv2D(8, 3, padding="same", strides=2)
    assert conv(tf.ones((1, 7, 7, 3))).shape == (1, 4, 4, 8) and conv.kernel.shape == (3, 3, 3, 8)


def test_paddle_speaks_its_own_layout():
    paddle = dialects.paddle
    _modes.speak(records=True)
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    (x * x).sum().backward()
    assert x.grad.tolist() == [2, 4] and x.shape == [2]
    layer = paddle.nn.Linear(3, 2)
    assert layer.weight.shape == [3, 2]
    opt = paddle.optimizer.SGD(learning_rate=0.5, parameters=layer.parameters())
    layer(paddle.ones((1, 3))).sum().backward()
    opt.step()
    opt.clear_grad()
    assert layer.bias.tolist() == [-0.5, -0.5] and layer.bias.grad is None


# ---- The book's package --------------------------------------------------------------------------


@pytest.mark.parametrize("framework", ["mxnet", "torch", "paddle", "tensorflow"])
def test_d2l_linear_regression(framework):
    out = python(f"""
        from weir import dialects
        dialects.install(shadow=True)
        from d2l import {framework} as d2l
        print(d2l.try_gpu())
        w = d2l.tensor([2.0, -3.4])
        features, labels = d2l.synthetic_data(w, 4.2, 100)
        sizes = [tuple(X.shape) for X, y in d2l.load_array((features, labels), 32)]
        assert sizes == [(32, 2)] * 3 + [(4, 2)], sizes
        with d2l.Benchmark("nothing"):
            pass
        timer = d2l.Timer()
        assert timer.stop() >= 0
        assert d2l.accuracy(d2l.tensor([[0.1, 0.9], [0.8, 0.2]]), d2l.tensor([1, 1])) == 1
    """)
    assert re.search(r"nothing: \d+\.\d{4} sec", out)


def test_d2l_modules_and_trainers():
    out = python("""
        from weir import dialects
        dialects.install(shadow=True)
        import torch
        from torch import nn
        from d2l import torch as d2l

        data = d2l.SyntheticRegressionData(w=torch.tensor([2, -3.4]), b=4.2)
        model = d2l.LinearRegression(lr=0.03)
        d2l.Trainer(max_epochs=3).fit(model, data)
        w, b = model.get_w_b()
        print(bool((abs(data.w - w.reshape(data.w.shape)) < 0.1).all()), bool((abs(data.b - b) < 0.1).all()))

        class Classes(d2l.Classifier):
            def __init__(self, lr):
                super().__init__()
                self.save_hyperparameters()
                self.net = nn.Sequential(nn.Flatten(), nn.LazyLinear(16), nn.ReLU(), nn.LazyLinear(3))

        classes = Classes(0.1)
        classes.apply_init([torch.ones(2, 4, 4)], d2l.init_cnn)
        print(type(classes.net[1]) is nn.Linear, classes.lr)
    """)
    assert out.split() == ["True"] * 3 + ["0.1"]


# ---- Advice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("framework, code, wanted", [
    ("torch", "x = torch.ones(2, requires_grad=True); x += 1", "with torch.no_grad"),
    ("torch", "x = torch.ones(2); bool(x > 0)", r"torch.any\(x\) or torch.all"),
    ("torch", "torch.nn.Linear(2, 2)([1.0, 2.0])", "input type list; convert it to a tensor with torch.tensor"),
    ("torch", "x = torch.ones(2, requires_grad=True); y = (x * x).sum(); y.backward(); y.backward()", "retain_graph=True"),
    ("paddle", "x = paddle.ones([2]); bool(x > 0)", r"paddle.any\(x\) or paddle.all"),
    ("mxnet", "from mxnet import autograd, np; x = np.ones(2); x.backward()", r"inside autograd.record\(\)"),
    ("mxnet", "from mxnet import np; bool(np.ones(2) > 0)", "mx.np.any"),
    ("tensorflow", "import tensorflow as tf; bool(tf.ones(2) > 0)", "tf.reduce_any"),
])
def test_advice_names_what_the_framework_has(framework, code, wanted):
    said = python(f"""
        import weir, weir.dialects
        weir.dialects.install({framework!r}, shadow=True)
        import {framework}
        try:
            {code}
        except Exception as error:
            print(error)
        weir.dialects.uninstall()
        try:
            bool(weir.ones(2) > 0)
        except ValueError as error:
            assert "weir.any(x)" in str(error)
        """)
    assert re.search(wanted, said), said
    assert "weir." not in said and "basic_update" not in said and "attach_grad()" not in said.replace("x.attach_grad()", "")


# ---- Mixed precision -----------------------------------------------------------------------------


def test_a_torch_loop_with_autocast_and_a_scaler():
    out = python("""
        import weir.dialects
        weir.dialects.install("torch", shadow=True)
        import torch
        from torch import nn
        torch.manual_seed(0)
        net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        opt = torch.optim.Adam(net.parameters(), lr=0.02)
        scaler = torch.amp.GradScaler("cuda", init_scale=2.0**14)
        x = torch.randn(32, 4)
        y = (x[:, 0] > 0).long()
        for _ in range(60):
            opt.zero_grad(set_to_none=True)
            with torch.autocast(device_type="cuda", dtype=torch.float16):
                out = net(x)
                loss = nn.functional.cross_entropy(out, y)
            assert out.dtype == torch.float16 and loss.dtype == torch.float32 and torch.is_autocast_enabled() is False
            scaled = scaler.scale(loss)
            assert type(scaled) is torch.Tensor
            scaled.backward()
            scaler.unscale_(opt)
            nn.utils.clip_grad_norm_(net.parameters(), 10.0)
            scaler.step(opt)
            scaler.update()
        assert loss.item() < 0.1, loss
        state = scaler.state_dict()
        assert state == {"scale": 2.0**14, "growth_factor": 2.0, "backoff_factor": 0.5, "growth_interval": 2000,
                         "_growth_tracker": 60}, state
        other = torch.cuda.amp.GradScaler()
        other.load_state_dict(state)
        assert other.get_scale() == 2.0**14 and other.get_growth_interval() == 2000
        p = next(net.parameters())
        before = p.detach().clone()
        p.grad[0, 0] = float("inf")
        scaler.step(opt)
        scaler.update()
        assert torch.equal(p, before) and scaler.get_scale() == 2.0**13
        with torch.cuda.amp.autocast():
            assert (x @ x.T).dtype == torch.float16 and torch.get_autocast_dtype("cuda") == torch.float16
        with torch.autocast("cpu"):
            assert (x @ x.T).dtype == torch.bfloat16
            with torch.autocast("cpu", enabled=False):
                assert (x @ x.T).dtype == torch.float32
        print("done")
    """)
    assert out == "done\n"


def test_torch_sets_the_precision_of_float32():
    out = python("""
        import weir
        import weir.dialects
        weir.dialects.install("torch", shadow=True)
        import torch
        assert torch.get_float32_matmul_precision() == "highest" and not torch.backends.cuda.matmul.allow_tf32
        for name, wanted in (("high", "tf32"), ("highest", "full"), ("medium", "tf32")):
            torch.set_float32_matmul_precision(name)
            assert weir.get_float32_precision() == wanted
        assert torch.get_float32_matmul_precision() == "high" and torch.backends.cuda.matmul.allow_tf32 is True
        assert torch.backends.cuda.matmul.fp32_precision == "tf32"
        torch.backends.cuda.matmul.allow_tf32 = False
        assert weir.get_float32_precision() == "full" and torch.backends.cuda.matmul.fp32_precision == "ieee"
        torch.backends.cuda.matmul.fp32_precision = "tf32"
        assert weir.get_float32_precision() == "tf32"
        torch.backends.cudnn.allow_tf32 = True  # accepted; there is one setting, that of matmul
        for bad in (lambda: torch.set_float32_matmul_precision("low"),
                    lambda: setattr(torch.backends.cuda.matmul, "fp32_precision", "bf16")):
            try:
                bad()
            except ValueError as error:
                assert "accepted are" in str(error)
            else:
                raise AssertionError
        print("done")
    """)
    assert out == "done\n"
