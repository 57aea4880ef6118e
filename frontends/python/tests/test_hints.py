"""What people who know PyTorch write first: it works, or the error says what to write here."""
import copy
import os
import pickle
import subprocess
import sys

import pytest

import weir
from weir import autograd, data, metrics, nn, optim

x = weir.ones((2, 3, 4))


@pytest.mark.parametrize("code, words", [
    ("x.unsqueeze(1)", r"instead: weir.expand_dims\(x, axis=1\)"),
    ("x.permute(0, 2, 1)", "instead: weir.permute_dims"),
    ("x.numel()", "instead: x.size"),
    ("x.clone()", "instead: x.copy"),
    ("x.float()", "instead: x.astype"),
    ("x.sigmoid()", r"instead: weir.sigmoid\(x\)"),
    ("x.sigmoid_()", r"instead: x\[...\] = weir.sigmoid\(x\)"),
    ("x.nothing", "no attribute 'nothing'$"),
    ("weir.linalg.lu(x)", r"'weir.linalg' has no attribute 'lu'; instead: solve\(a, b\)"),
    ("weir.linalg.nothing", "no attribute 'nothing'$"),
    ("weir.fft.stft(x)", "instead: rfft"),
    ("weir.svd(x)", "instead: weir.linalg.svd$"),
    ("weir.rfft(x)", "instead: weir.fft.rfft$"),
    ("weir.tensor([1])", "instead: weir.asarray"),
    ("weir.no_grad()", "instead: weir.autograd.pause"),
    ("weir.manual_seed(1)", "instead: weir.random.seed"),
    ("weir.nothing", "no attribute 'nothing'$"),
    ("nn.functional", "instead: functions of weir"),
    ("optim.clip_grad_norm_", "instead: weir.optim.clip_grad_norm"),
    ("autograd.no_grad", "instead: weir.autograd.pause"),
    ("data.transforms.ToTensor", "instead: Normalize"),
    ("nn.Linear(2, 3).half()", "instead: module.astype"),
    ("nn.Sequential(nn.ReLU()).cuda()", "'Sequential' object has no attribute 'cuda'; instead"),
])
def test_names(code, words):
    with pytest.raises(AttributeError, match=words):
        eval(code)


def test_what_the_hints_propose_is_there():
    """All names of ours in the tables exist."""
    import re

    from weir import _hints

    for place, table in _hints._TABLES.items():
        for name, hint in table.items():
            hint = hint.replace("{name}", name)
            for path in re.findall(r"\bweir(?:\.\w+)+", hint):
                found = weir
                for part in path.split(".")[1:]:
                    found = getattr(found, part)
            for method in re.findall(r"\bx\.(\w+)", hint):
                assert hasattr(x, method), (place, name, hint)
            for method in re.findall(r"\bmodule\.(\w+)", hint):
                assert hasattr(nn.Module, method), (place, name, hint)


@pytest.mark.parametrize("code, words", [
    ("x.sum(dim=1)", r"sum got an unexpected argument 'dim' \(instead: axis\); it accepts x, axis"),
    ("x.mean(dim=1)", "instead: axis"),
    ("x.std(dim=1)", "instead: axis"),
    ("x.argmax(dim=1)", "instead: axis"),
    ("weir.sum(x, axis=1, keepdim=True)", "instead: keepdims"),
    ("weir.softmax(x, dim=-1)", "instead: axis"),
    ("x.view(2, -1)", "x.reshape"),
    ("x.view(-1)", "x.reshape"),
    ("x.flatten(1)", r"x.reshape\(x.shape\[0\], -1\)"),
    ("nn.ReLU(inplace=True)", "omit it"),
    ("nn.Linear(2, 3, dtype=weir.float64)", "astype"),
    ("optim.SGD([nn.Parameter(x)], lr=1, foreach=True)", "omit it"),
    ("nn.MultiheadAttention(4, 2)(x, key_padding_mask=x)", "attn_mask"),
    ("data.DataLoader(data.ArrayDataset(x), pin_memory=True)", r"DataLoader got an unexpected argument 'pin_memory' \(instead: omit"),
    ("data.DataLoader(data.ArrayDataset(x), prefetch_factor=2)", "instead: prefetch"),
    ("data.FashionMNIST(root='x', download=True)", r"FashionMNIST got an unexpected argument 'root' \(instead: folder.*it accepts folder, train"),
    ("data.MNIST('x', transform=None)", "DataLoader\\(transform"),
    ("data.ImageFolder(root='x')", "path for an ImageFolder"),
    ("nn.Linear(4, 2)([[1.0, 2, 3, 4]])", "Linear: unsupported input type list; make an array of it with weir.asarray"),
    ("weir.max_pool2d(x, 2, return_indices=True)", r"instead: weir.max_pool_indices"),
    ("weir.layer_norm(x, normalized_shape=4)", "instead: axis=-1"),
    ("weir.group_norm(x, 3, weir.ones(3), weir.ones(3))",
     "^group_norm: eps must be a number, not an array of 3 elements; pass optional arrays by keyword$"),
    ("weir.cross_entropy(x, x, weir.ones(3))", "^cross_entropy: axis must be an integer, not an array of 3 elements"),
])
def test_arguments(code, words):
    with pytest.raises(TypeError, match=words):
        eval(code)


def test_settings_of_convolutions_by_position():
    image, weight = weir.ones((1, 2, 6, 6)), weir.ones((4, 2, 3, 3))
    assert weir.conv2d(image, weight, weir.zeros(4), 2, 1).shape == (1, 4, 3, 3)
    back = weir.conv_transpose2d(weir.ones((1, 4, 3, 3)), weight, weir.full((2,), 5.0), 2, 1, 1)
    assert back.shape == (1, 2, 6, 6)
    assert weir.conv_transpose(weir.zeros((1, 4, 3, 3)), weight, weir.full((2,), 5.0)).mean().item() == 5.0


def test_transposing_two_axes():
    with pytest.raises(ValueError, match=r"use x.swapaxes\(1, 2\)"):
        x.transpose(1, 2)


@pytest.mark.parametrize("code", ["import weir.nn.functional as F", "from weir.nn import functional as F"])
def test_functions_are_in_weir_itself(code):
    with pytest.raises(ImportError, match="weir.nn.functional.*instead: functions of weir"):
        exec(code)


def test_parameters_are_trained():
    assert nn.Parameter([1.0], requires_grad=True).grad_mode == "step"
    with pytest.raises(ValueError, match="register_buffer"):
        nn.Parameter([1.0], requires_grad=False)


def test_help_shows_the_arguments_that_there_are():
    import inspect

    for owner in weir, weir.Array, weir.linalg, weir.fft, weir.random, data, nn, optim, metrics:
        for name in dir(owner):
            thing = getattr(owner, name)
            if name.startswith("_") or not callable(thing):
                continue
            try:
                shown = str(inspect.signature(thing))
            except (TypeError, ValueError):
                continue
            assert "others" not in shown, f"{name}{shown}"
    assert str(inspect.signature(x.sum)) == "(axis=None, dtype=None, out=None, keepdims=False)"
    assert "pin_memory" not in str(inspect.signature(data.DataLoader))
    assert "num_workers" in str(inspect.signature(data.DataLoader))


# ---- Words


def test_messages_are_pythons():
    with pytest.raises(ValueError, match="^compute_in: int32 is not a float dtype"):
        nn.Linear(2, 2).compute_in(weir.int32)
    with pytest.raises(ValueError, match="^ArrayDataset: array 1 has 4 rows, but array 0 has 3"):
        data.ArrayDataset(weir.ones((3,)), weir.ones((4,)))
    with pytest.raises(ValueError, match="^nn.parse: "):
        nn.parse("(")
    with pytest.raises(ValueError, match="^nn.init: "):
        nn.init.xavier_uniform_(weir.ones((3,)))


def test_going_back_twice_or_from_nothing():
    p = nn.Parameter(weir.ones((3,)))
    with pytest.raises(ValueError, match="compute it inside `with weir.autograd.record"):
        (p * p).sum().backward()
    with autograd.record():
        y = (p * p).sum()
    y.backward()
    with pytest.raises(ValueError, match="retain_graph=True"):
        y.backward()


def test_paths_keep_their_letters(tmp_path):
    with pytest.raises(FileNotFoundError, match="weir_block_parse/weir_.csv: No such file"):
        data.CSVDataset(tmp_path / "weir_block_parse" / "weir_.csv")


def test_files_that_are_not_there(tmp_path):
    net = nn.Linear(2, 2)
    for call in (data.CSVDataset, data.ImageFolder, data.MNIST, data.read_idx, net.load,
                 lambda path: optim.load(path, net)):
        with pytest.raises(FileNotFoundError):
            call(str(tmp_path / "none"))
    with pytest.raises(IsADirectoryError):
        data.CSVDataset(tmp_path)


def test_labels_that_are_floats():
    scores, labels = weir.ones((4, 3)), weir.asarray([0.0, 1.0, 2.0, 0.0])
    for loss in (nn.CrossEntropyLoss(), nn.NLLLoss()):
        with pytest.raises(ValueError, match=r"astype\(target, int64\)"):
            loss(scores, labels)


# ---- Layers


def test_arrays_of_numpy_are_inputs():
    numpy = pytest.importorskip("numpy")
    layer = nn.Linear(4, 3)
    row = numpy.arange(8, dtype=numpy.float32).reshape(2, 4)
    assert (layer(row) == layer(weir.asarray(row))).all()
    with pytest.raises(ValueError, match="the input is float64"):
        layer(row.astype("float64"))
    assert float(nn.MSELoss()(row, weir.zeros((2, 4)))) == 17.5
    assert metrics.Accuracy().update(numpy.eye(3, dtype="float32"), numpy.array([0, 1, 1])).value() == pytest.approx(2 / 3)
    with pytest.raises(TypeError, match="update: unsupported input type str"):
        metrics.Mean().update("x")


def test_class_weights():
    scores, labels = weir.asarray([[1.0, 2.0, 0.5], [0.0, 1.0, 3.0]]), weir.asarray([1, 2])
    weight = weir.asarray([1.0, 2.0, 0.5])
    loss = nn.CrossEntropyLoss(weight=[1.0, 2.0, 0.5], label_smoothing=0.1)
    wanted = float(nn.CrossEntropyLoss(label_smoothing=0.1)(scores, labels, weight))
    assert float(loss(scores, labels)) == wanted == float(loss(scores, target=labels))
    assert float(nn.CrossEntropyLoss(weight, label_smoothing=0.1)(scores, labels)) == wanted
    for other in (copy.deepcopy(loss), pickle.loads(pickle.dumps(loss))):
        assert float(other(scores, labels)) == wanted
    assert float(loss(scores, labels, weir.ones((3,)))) != wanted  # an input goes before
    assert loss.weight.tolist() == [1.0, 2.0, 0.5]


def test_weights_of_ones():
    logits, targets = weir.asarray([[1.0, -2.0]]), weir.asarray([[1.0, 0.0]])
    plain = nn.BCEWithLogitsLoss(reduction="none")(logits, targets).tolist()[0]
    more = nn.BCEWithLogitsLoss(reduction="none", pos_weight=[3.0, 5.0])(logits, targets).tolist()[0]
    assert more == pytest.approx([3 * plain[0], plain[1]])
    with pytest.raises(ValueError, match="broadcast"):
        nn.BCEWithLogitsLoss(pos_weight=weir.ones((4, 2)))(logits, targets)


def test_reductions_are_checked_at_once():
    for kind in (nn.CrossEntropyLoss, nn.MSELoss, nn.BCEWithLogitsLoss, nn.CTCLoss):
        with pytest.raises(ValueError, match="reduction is 'avg'; expected mean, sum, none"):
            kind(reduction="avg")
    assert nn.KLDivLoss(reduction="batchmean").reduction == "batchmean"


@pytest.mark.parametrize("kernel, dilation", [(3, 1), (4, 1), ((2, 5), 1), (2, 3)])
def test_padding_in_words(kernel, dilation):
    picture = weir.ones((1, 1, 9, 8))
    assert nn.Conv2d(1, 2, kernel, padding="same", dilation=dilation)(picture).shape == (1, 2, 9, 8)
    assert nn.Conv2d(1, 2, kernel, padding="valid").padding == (0, 0)
    with pytest.raises(ValueError, match="Conv2d: padding='same' requires stride 1, not 2"):
        nn.Conv2d(1, 2, kernel, stride=2, padding="same")
    with pytest.raises(ValueError, match="must be an integer, a list of integers, 'same' or 'valid'"):
        nn.Conv2d(1, 2, kernel, padding="full")


def test_attributes_and_repr():
    conv = nn.Conv2d(1, 6, 5, bias=False)
    assert (conv.stride, conv.padding, conv.dilation, conv.kernel_size) == ((1, 1), (0, 0), (1, 1), (5, 5))
    assert nn.MaxPool2d(2).stride == (2, 2) and nn.MaxPool2d(2, stride=1).stride == (1, 1)
    assert repr(conv).endswith("bias=False)")
    assert repr(nn.parse(repr(conv))) == repr(conv)


def test_attention_gives_its_weights():
    steps = weir.random.randn(2, 5, 8)
    attention = nn.MultiheadAttention(8, 2, batch_first=True, is_causal=True, need_weights=True)
    y, weights = attention(steps, steps, steps)
    assert y.shape == (2, 5, 8) and weights.shape == (2, 5, 5)
    assert float(abs(weights.sum(axis=-1) - 1).max()) < 1e-6
    assert float(weir.triu(weights, k=1).max()) == 0
    assert attention(steps, need_weights=False)[1] is None
    plain = nn.MultiheadAttention(8, 2, batch_first=True)
    assert plain(steps).shape == (2, 5, 8) and plain(steps, need_weights=False)[1] is None
    both, again = attention(steps), nn.MultiheadAttention(8, 2, batch_first=True, is_causal=True)
    again.load_state_dict(attention.state_dict())
    assert [a.tolist() for a in again(steps, need_weights=True)] == [a.tolist() for a in both]
    assert again(steps).tolist() == both[0].tolist()


def test_inputs_by_name():
    attention = nn.MultiheadAttention(8, 2, batch_first=True)
    steps, mask = weir.random.randn(2, 5, 8), weir.tril(weir.ones((5, 5), dtype=bool))
    assert (attention(steps, attn_mask=mask) == attention(steps, None, None, mask)).all()
    loss = nn.MSELoss()
    assert float(loss(x=steps, target=steps)) == 0
    with pytest.raises(TypeError, match="multiple values for argument 'target'"):
        loss(steps, steps, target=steps)


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(2)])
        self.heads = nn.ModuleDict({"a": nn.Linear(2, 1)})
        self.scales = nn.ParameterList([weir.ones((2,))])
        self.more = nn.ParameterDict({"shift": weir.zeros((2,))})
        self.register_buffer("mask", weir.ones((2,)), persistent=False)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.heads["a"](x * self.scales[0] + self.more["shift"])


def test_lists_of_modules():
    net = Held()
    names = ["layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias", "heads.a.weight", "heads.a.bias",
             "scales.0", "more.shift"]
    assert [name for name, _ in net.named_parameters()] == names == list(net.state_dict())
    y = net(weir.ones((1, 2)))
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert len(other.parameters()) == 8 and float(other(weir.ones((1, 2)))) == float(y)
    assert net.astype(weir.float64).scales[0].dtype == weir.float64 and len(net.parameters()) == 8
    net.layers.append(nn.Linear(2, 2)).extend([nn.ReLU()])
    net.layers.insert(0, nn.Tanh())
    assert len(net.layers) == 5 and len(net.layers[1:3]) == 2 and isinstance(net.layers[-1], nn.ReLU)
    del net.layers[0]
    assert "a" in net.heads and list(net.heads.keys()) == ["a"]
    nn.freeze(net)
    assert all(array.grad_mode == "null" for array in net.parameters())
    with pytest.raises(TypeError, match="ModuleList: expected modules, not function"):
        net.layers.append(lambda x: x)
    with pytest.raises(NotImplementedError, match="cannot be called"):
        net.layers(x)


# ---- Optimisers


def test_groups_of_parameters():
    p, q = nn.Parameter(weir.ones((2,))), nn.Parameter(weir.ones((2,)))
    opt = optim.Adam([{"params": [p], "lr": 0.5}], lr=0.1)
    opt.add_param_group({"params": [q], "weight_decay": 0.2})
    for group in opt.param_groups:
        group["lr"] *= 0.5
    assert [opt.settings(i)["lr"] for i in range(2)] == [0.25, 0.25]
    opt.lr = 3.0
    assert opt.param_groups[1]["lr"] == 3.0 and [a.shape for a in opt.param_groups[1]["params"]] == [q.shape]
    opt.param_groups[0]["betas"] = (0.5, 0.6)
    assert opt.settings(0)["beta2"] == 0.6 and opt.param_groups[0]["betas"] == (0.5, 0.6)
    opt.param_groups[0]["initial_lr"] = 7
    assert opt.param_groups[0]["initial_lr"] == 7
    opt.zero_grad(set_to_none=True)
    for make in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="weir.optim.save"):
            make(opt)


def test_states_of_others(tmp_path):
    net, path = nn.Linear(2, 2), tmp_path / "run.safetensors"
    opt = optim.Adam(net.parameters(), lr=0.1)
    optim.save(path, net, opt, epoch=weir.asarray(3), name="x")
    assert optim.load(path, net, opt) == {"epoch": 3, "name": "x"}
    with pytest.raises(ValueError, match="saved with the optimiser Adam, not SGD"):
        optim.load(path, net, optim.SGD(net.parameters(), lr=0.1))
    with pytest.raises(ValueError, match="was saved with 1 parameter group,.* has 2"):
        optim.load(path, net, optim.Adam([{"params": [net.weight]}, {"params": [net.bias]}], lr=0.1))
    with pytest.raises(TypeError, match="save: a keyword argument must be .*, not object"):
        optim.save(path, net, opt, what=object())
    with pytest.raises(ValueError, match="the state_dict of a PyTorch optimiser"):
        opt.load_state_dict({"state": {}, "param_groups": []})


def test_what_was_cleared_is_not_told_at_the_end(tmp_path):
    program = tmp_path / "run.py"
    program.write_text("""
import weir
from weir import nn, optim, autograd
net = nn.Linear(4, 3)
opt = optim.SGD(net.parameters(), lr=0.1)
with autograd.record():
    loss = nn.CrossEntropyLoss()(net(weir.ones((5, 4))), weir.asarray([0, 1, 2, 9, 1]))
loss.backward()
opt.step()
opt.clear()
""")
    run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, env=dict(os.environ))
    assert run.returncode == 0 and run.stderr == ""


# ---- The rest


def test_functions_give_arrays():
    numpy = pytest.importorskip("numpy")

    class Bad(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return numpy.ones(2)

    with pytest.raises(TypeError, match="Bad.forward must return arrays, not ndarray"):
        Bad.apply(x)


def test_parts_of_an_array_by_unpacking():
    p = nn.Parameter(weir.asarray([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    with autograd.record(), weir.graph() as graph:
        q, k, v = p * 1.0
        y = (q * k + v).sum()
    y.backward()
    assert "unstack" in graph.svg()
    assert p.grad.tolist() == [[3.0, 4.0], [1.0, 2.0], [1.0, 1.0]]


def test_metrics_show_themselves():
    metric = metrics.Accuracy()
    assert repr(metric) in ("<Accuracy: nan>", "<Accuracy: pending>")
    metric.update(weir.eye(4), weir.asarray([0, 1, 2, 2])).value()
    assert repr(metric) == "<Accuracy: 0.75>"


def test_the_last_line_of_the_bar_is_the_last(tmp_path):
    import io

    out = io.StringIO()
    bar = data.progress(range(5), file=out, every=1000)
    for i in bar:
        slow = weir.ones((300, 300)) @ weir.ones((300, 300))
        bar.show(step=slow[0, 0] * 0 + float(i))
    assert "step 4" in out.getvalue()


def test_schedules_are_a_module():
    from weir.optim.lr_scheduler import MultiStepLR, OneCycleLR, ReduceLROnPlateau

    opt = optim.SGD([nn.Parameter(weir.ones((2,)))], lr=0.1)
    opt.add_param_group({"params": [nn.Parameter(weir.ones((2,)))], "lr": 1e-4})
    schedule = ReduceLROnPlateau(opt, factor=0.5, patience=0, min_lr=1e-3)
    schedule.step(1.0)
    schedule.step(1.0)
    assert schedule.get_last_lr() == [0.05, 1e-4]  # what is below min_lr stays
    schedule.load_state_dict(schedule.state_dict())
    assert MultiStepLR(opt, [3, 1]).milestones == [1, 3]
    with pytest.raises(ValueError, match="OneCycleLR: total_steps must be at least 1"):
        OneCycleLR(opt, 0.1, total_steps=0)
    with pytest.raises(TypeError):
        MultiStepLR(opt, ["a", "b"])


class Tied(nn.Module):
    def __init__(self):
        self.tok = nn.Embedding(5, 4)
        self.head = nn.Linear(4, 5, bias=False)
        self.head.weight = self.tok.weight

    def forward(self, x):
        return self.head(self.tok(x))


def test_weights_that_two_layers_share(tmp_path):
    net = Tied()
    assert [name for name, _ in net.named_parameters()] == ["tok.weight"] and net.num_parameters == 20
    assert net.head.bias is None and list(net.state_dict()) == ["tok.weight", "head.weight"]
    opt = optim.SGD(net.parameters(), lr=0.1)
    with autograd.record():
        loss = net(weir.asarray([0, 1])).sum()
    loss.backward()
    opt.step()
    assert (net.head.weight == net.tok.weight).all()
    net.save(tmp_path / "net.safetensors")
    net.load(tmp_path / "net.safetensors")
    net.load_state_dict({"head.weight": net.head.weight})
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(nn.Sequential(net)))[0], net.astype(weir.float64)):
        assert len(other.parameters()) == 1
        other.tok.weight[0] = 7.0
        assert float(other.head.weight[0, 0]) == 7.0
    own = nn.Parameter(weir.zeros((5, 4), dtype=weir.float64))
    net.head.weight = own
    own[0] = 3.0
    assert float(net.head.weight[0, 0]) == 3.0 and len(net.parameters()) == 2
    net.head.weight = weir.ones((5, 4), dtype=weir.float64)  # values are copied
    assert float(own[0, 0]) == 1.0


def test_files_of_arrays(tmp_path):
    net = nn.Linear(2, 3)
    weir.save(tmp_path / "net.safetensors", net.state_dict())
    assert (weir.load(tmp_path / "net.safetensors")["weight"] == net.weight).all()
    with pytest.raises(TypeError, match="the first argument must be a path"):
        weir.save(net.state_dict(), str(tmp_path / "net.pt"))
    with pytest.raises(ValueError, match="ends with '.safetensors'"):
        weir.save(tmp_path / "net.npy", net.state_dict())
    with pytest.raises(TypeError, match="weir.optim.save"):
        weir.save(tmp_path / "net.npy", net)
    import zipfile

    with zipfile.ZipFile(tmp_path / "x.pt", "w") as archive:
        archive.writestr("x/data.pkl", b"")
    with pytest.raises(ValueError, match="written by torch.save"):
        weir.load(tmp_path / "x.pt")


def test_assignments_to_names_of_pytorch():
    with pytest.raises(AttributeError, match=r"weir.nn.freeze\(module\) for parameters"):
        x.requires_grad = False


def test_pictures_before_a_network():
    picture = weir.ones((6, 5, 3), dtype=weir.uint8)
    assert weir.image.to_tensor(picture).shape == (3, 6, 5)
    assert weir.image.to_tensor(picture[..., 0]).shape == (1, 6, 5)
    with pytest.raises(ValueError, match="layout='CHW'"):
        weir.image.to_tensor(weir.ones((3, 6, 5), dtype=weir.uint8))
    for change in (data.transforms.Normalize(), data.transforms.RandomFlip(), data.transforms.RandomCrop(4)):
        with pytest.raises(ValueError, match="looks like a single image"):
            change(picture)
    numpy = pytest.importorskip("numpy")
    assert data.transforms.RandomCrop(4)(numpy.ones((2, 6, 5, 3), "uint8")).shape == (2, 4, 4, 3)


def test_parameters_and_arguments_of_a_layer_are_not_hidden():
    numpy = pytest.importorskip("numpy")
    layer = nn.Linear(2, 2)
    layer.weight = numpy.ones((2, 2), "float32")
    assert layer.weight.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    with pytest.raises(TypeError, match="pass bias=False"):
        layer.bias = None
    with pytest.raises(AttributeError, match="in_features is fixed"):
        layer.in_features = 3
    layer.note = "mine"
    assert layer.note == "mine"
    with pytest.raises(ValueError, match=r"Linear: the input is float32 \(3, 4\); expected \(..., 2\)"):
        layer(weir.ones((3, 4)))


def test_gradients_add_up_where_that_is_wanted():
    net = nn.Sequential(nn.Linear(2, 1))
    opt = optim.SGD(net.parameters(), lr=0.1)

    def back():
        with autograd.record():
            y = net(weir.ones((1, 2))).sum()
        y.backward()

    for mode, wanted in (("write", 1.0), ("add", 2.0), ("step", 2.0)):
        nn.unfreeze(net, mode)
        opt.zero_grad()
        back()
        back()
        assert net[0].bias.grad.tolist() == [wanted]
    with pytest.raises(ValueError, match="must be 'step', 'add' or 'write'"):
        nn.unfreeze(net, "sum")


def test_copies_of_frozen_layers_are_frozen():
    net = nn.Sequential(nn.freeze(nn.Linear(2, 2)), nn.Linear(2, 2), nn.unfreeze(nn.Linear(2, 1), "add"))
    modes = ["null", "null", "step", "step", "add", "add"]
    for other in (net, copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert [array.grad_mode for array in other.parameters()] == modes
        assert [array.grad_mode for array in other.astype(weir.float64).parameters()] == modes
    net[0].weight.attach_grad()
    assert [array.grad_mode for array in copy.deepcopy(net[0]).parameters()] == ["step", "null"]


def test_copies_compute_as_their_originals():
    net = nn.Sequential(nn.Linear(2, 2), nn.TransformerEncoderLayer(2, 1, 4)).compute_in(weir.bfloat16)
    assert net[0](weir.ones((1, 2))).dtype == weir.bfloat16
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert other[0](weir.ones((1, 2))).dtype == weir.bfloat16
        assert (other[1](weir.ones((3, 1, 2))) == net[1](weir.ones((3, 1, 2)))).all()
    wide = nn.BatchNorm1d(3).astype(weir.float64)
    assert copy.deepcopy(wide)(weir.ones((2, 3), dtype=weir.float64)).dtype == weir.float64


class Mine(nn.Linear):
    def forward(self, x):
        return super().forward(x) * 0 + self.note

    def __call__(self, x):
        return nn.Module.__call__(self, x)


def test_copies_are_of_the_same_class():
    layer = Mine(2, 2)
    layer.note = 5.0
    for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert type(other) is Mine and other(weir.ones((1, 2))).tolist() == [[5.0, 5.0]]
