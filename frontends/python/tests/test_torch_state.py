"""test_torch_state.py - what PyTorch keeps and saves: state dictionaries of modules and optimisers, files, random generators.

These tests pass with the dialect and with PyTorch itself, except those that say so.

SPDX-License-Identifier: Apache-2.0
"""
import io
import warnings
from collections import OrderedDict

import numpy
import pytest
from either_torch import close, set_waves, spoken, torch, waves  # noqa: F401

nn = torch.nn
F = nn.functional
dialect = pytest.mark.skipif(not torch.__version__.endswith("weir"), reason="about the dialect")


# ---- New tensors -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", "zeros_like ones_like empty_like rand_like randn_like full_like randint_like".split())
def test_a_new_tensor_like_another_requires_no_gradient(name):
    x = torch.ones(2, 3, dtype=torch.float64, requires_grad=True)
    more = {"full_like": (2.5,), "randint_like": (5,)}.get(name, ())
    fn = getattr(torch, name)
    for like in (x, x * 2):
        y = fn(like, *more)
        assert not y.requires_grad and y.is_leaf and y.shape == (2, 3) and y.dtype == torch.float64
    assert fn(x, *more, requires_grad=True).requires_grad
    assert fn(x, *more, dtype=torch.float32).dtype == torch.float32


def test_results_are_written_to_out():
    x, y = torch.empty(2, 2), torch.empty(4, 2)
    assert torch.zeros(2, 2, out=x) is x and close(x, [[0, 0], [0, 0]])
    assert torch.cat([waves(2, 2), waves(2, 2)], out=y) is y and close(y[2:], waves(2, 2))
    z = torch.empty(2, 2, 2)
    assert torch.stack([waves(2, 2), waves(2, 2)], out=z) is z and close(z[1], waves(2, 2))
    values, indices = torch.empty(2), torch.empty(2, dtype=torch.int64)
    torch.max(waves(2, 2), dim=1, out=(values, indices))
    assert close(values, waves(2, 2).max(1).values) and indices.tolist() == waves(2, 2).argmax(1).tolist()
    assert torch.arange(4, out=torch.empty(4, dtype=torch.int64)).tolist() == [0, 1, 2, 3]


def test_an_in_place_operation_on_an_expanded_tensor_is_refused():
    x = torch.zeros(3, 1).expand(3, 4)
    for write in (lambda: x.add_(1), lambda: x.mul_(2), lambda: x.copy_(torch.ones(3, 4))):
        with pytest.raises(RuntimeError):
            write()
    assert float(x.sum()) == 0


@dialect
def test_an_assignment_to_an_element_of_an_expanded_tensor_is_refused():
    base = torch.zeros(3, 1)
    x = base.expand(3, 4)

    def one():
        x[0, 0] = 5

    def row():
        x[1] = 5

    def part():
        x[1][0] = 5

    def added():
        x[:, 1] += 1

    def masked():
        x[x == 0] = 1

    for write in (one, row, part, added, masked, lambda: x[0, 0].fill_(1), lambda: x.t()[0].zero_()):
        with pytest.raises(RuntimeError, match="repeats|broadcast"):
            write()
    assert base.tolist() == [[0], [0], [0]]
    copy = x.clone()
    copy[0, 0] = 5
    assert copy.tolist()[0] == [5, 0, 0, 0]
    single = base.expand(3, 1)
    single[0] = 1
    assert base.tolist() == [[1], [0], [0]]


# ---- Modules -----------------------------------------------------------------------------------------


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5, 3)
        self.out = nn.Linear(3, 5, bias=False)
        self.out.weight = self.embed.weight
        self.register_buffer("kept", torch.ones(2))
        self.register_buffer("scratch", torch.zeros(4), persistent=False)
        self.register_buffer("none", None)

    def forward(self, x):
        return self.out(self.embed(x))


def test_a_state_dict_has_every_name_of_a_tied_weight_and_no_transient_buffer():
    net = Tied()
    assert list(net.state_dict()) == ["kept", "embed.weight", "out.weight"]
    assert [name for name, _ in net.named_parameters()] == ["embed.weight"]
    assert [name for name, _ in net.named_parameters(remove_duplicate=False)] == ["embed.weight", "out.weight"]
    assert [name for name, _ in net.named_buffers()] == ["kept", "scratch"]
    assert len(list(net.parameters())) == 1 and net.out.weight is net.embed.weight
    net.double()
    assert net.scratch.dtype == torch.float64
    assert list(net.state_dict(prefix="a."))[0] == "a.kept"
    assert isinstance(net.state_dict(keep_vars=True)["embed.weight"], nn.Parameter)
    assert not net.state_dict()["embed.weight"].requires_grad


def test_loading_returns_missing_and_unexpected_keys():
    net, other = set_waves(Tied()), Tied()
    result = other.load_state_dict(net.state_dict())
    assert result.missing_keys == [] and result.unexpected_keys == [] and "All keys matched" in str(result)
    assert close(other.embed.weight, net.embed.weight) and close(other.out.weight, net.embed.weight)
    state = OrderedDict(net.state_dict(), extra=torch.zeros(1))
    del state["kept"]
    with pytest.raises(RuntimeError, match="(?s)kept.*extra"):
        other.load_state_dict(state)
    missing, unexpected = other.load_state_dict(state, strict=False)
    assert missing == ["kept"] and unexpected == ["extra"]
    state = net.state_dict()
    state["kept"] = torch.ones(3)
    with pytest.raises(RuntimeError, match="size mismatch for kept"):
        other.load_state_dict(state, strict=False)
    with pytest.raises(TypeError):
        other.load_state_dict([1, 2])


def test_buffers_are_checked():
    net = Tied()
    with pytest.raises(KeyError):
        net.register_buffer("embed", torch.ones(1))
    with pytest.raises(KeyError):
        net.register_buffer("a.b", torch.ones(1))
    with pytest.raises(TypeError):
        net.register_buffer("number", 3.0)
    assert net.get_buffer("scratch") is net.scratch and net.get_parameter("out.weight") is net.embed.weight
    assert net.get_submodule("embed") is net.embed
    for get in (net.get_buffer, net.get_parameter, net.get_submodule):
        with pytest.raises(AttributeError):
            get("nothing")


def test_iterators_of_a_module():
    net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    assert next(net.named_parameters())[0] == "0.weight" and next(net.children()) is net[0]
    assert next(net.named_buffers())[0] == "1.running_mean" and next(net.modules()) is net
    assert [name for name, _ in net.named_modules(prefix="a")] == ["a", "a.0", "a.1"]
    assert [name for name, _ in net[0].named_parameters(prefix="a", recurse=False)] == ["a.weight", "a.bias"]


def test_zero_grad_can_keep_the_gradients():
    net = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for target in (net, optimizer):
        net(torch.ones(1, 2)).sum().backward()
        target.zero_grad(set_to_none=False)
        assert net.weight.grad.tolist() == [[0, 0]]
        target.zero_grad()
        assert net.weight.grad is None


def test_an_embedding_of_given_rows():
    rows = waves(4, 3)
    frozen, trained = nn.Embedding.from_pretrained(rows), nn.Embedding.from_pretrained(rows, freeze=False, padding_idx=1)
    assert not frozen.weight.requires_grad and trained.weight.requires_grad and trained.padding_idx == 1
    assert close(frozen(torch.tensor([2, 0])), rows[[2, 0]])
    bag = nn.EmbeddingBag.from_pretrained(rows, mode="sum")
    assert close(bag(torch.tensor([[0, 1]])), (rows[0] + rows[1])[None])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.Tanh())
        self.head = nn.Linear(4, 1)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x, shift=0.0):
        return self.head(self.body(x)) * self.scale + shift


def test_a_call_with_other_parameters():
    net = set_waves(Net())
    x, before = waves(5, 3), {name: p.detach().clone() for name, p in net.named_parameters()}
    given = {name: (p.detach() * 0.5).requires_grad_() for name, p in net.named_parameters()}
    y = torch.func.functional_call(net, given, (x,), {"shift": 1.0})
    other = set_waves(Net())
    other.load_state_dict({name: p * 0.5 for name, p in before.items()})
    assert close(y, other(x) + 1.0) and all(close(p, before[name]) for name, p in net.named_parameters())
    y.sum().backward()
    other(x).sum().backward()
    assert all(close(given[name].grad, p.grad) for name, p in other.named_parameters())
    assert all(p.grad is None for p in net.parameters())
    assert close(torch.func.functional_call(net, {"scale": torch.zeros(1)}, x), torch.zeros(5, 1))
    with pytest.raises(RuntimeError, match="nothing"):
        torch.func.functional_call(net, {**given, "nothing": torch.zeros(1)}, x, strict=True)
    assert close(net(x), set_waves(Net())(x))


def test_a_step_inside_a_step():
    """The second gradient of a network through a step of gradient descent, as in MAML."""
    net, x, y = set_waves(Net()), waves(6, 3), waves(6, 1)
    params = dict(net.named_parameters())
    loss = F.mse_loss(torch.func.functional_call(net, params, (x,)), y)
    grads = torch.autograd.grad(loss, list(params.values()), create_graph=True)
    fast = {name: p - 0.1 * g for (name, p), g in zip(params.items(), grads)}
    F.mse_loss(torch.func.functional_call(net, fast, (x,)), y).backward()
    assert net.head.weight.grad is not None and net.body[0].weight.grad.abs().sum() > 0


# ---- Functions ---------------------------------------------------------------------------------------


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(x, factor=2.0):
        return x * factor, x.detach() + 1

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.factor = inputs
        ctx.save_for_backward(x, output[1])

    @staticmethod
    def backward(ctx, dy, dz):
        x, z = ctx.saved_tensors
        return dy * ctx.factor * z, None


def test_a_function_with_setup_context():
    x = waves(3).requires_grad_()
    y, z = Scaled.apply(x, 3.0)
    y.sum().backward()
    assert close(y, 3 * waves(3)) and close(x.grad, 3 * (waves(3) + 1))
    x.grad = None
    Scaled.apply(x)[0].sum().backward()
    assert close(x.grad, 2 * (waves(3) + 1))


def test_unused_inputs_of_grad():
    x, y = torch.ones(2, requires_grad=True), torch.ones(3, requires_grad=True)
    assert torch.autograd.grad((x * 2).sum(), [x, y], allow_unused=True)[1] is None
    assert torch.autograd.grad((x * 2).sum(), [x, y], materialize_grads=True)[1].tolist() == [0, 0, 0]
    with pytest.raises(TypeError):
        torch.autograd.grad((x * 2).sum(), x, retain=True)


# ---- Optimisers ----------------------------------------------------------------------------------------


SETTINGS = {"SGD": {"lr": 0.1, "momentum": 0.9}, "Adam": {"amsgrad": True}, "AdamW": {}, "RMSprop": {"momentum": 0.5, "centered": True},
            "Adagrad": {}, "Adadelta": {}, "Adamax": {}, "NAdam": {}, "RAdam": {}, "ASGD": {}, "Rprop": {}}
STATE = {"SGD": ["momentum_buffer"], "Adam": ["exp_avg", "exp_avg_sq", "max_exp_avg_sq", "step"], "AdamW": ["exp_avg", "exp_avg_sq", "step"],
         "RMSprop": ["grad_avg", "momentum_buffer", "square_avg", "step"], "Adagrad": ["step", "sum"],
         "Adadelta": ["acc_delta", "square_avg", "step"], "Adamax": ["exp_avg", "exp_inf", "step"],
         "NAdam": ["exp_avg", "exp_avg_sq", "mu_product", "step"], "RAdam": ["exp_avg", "exp_avg_sq", "step"],
         "ASGD": ["ax", "eta", "mu", "step"], "Rprop": ["prev", "step", "step_size"]}


def trained(net, optimizer, steps):
    for _ in range(steps):
        optimizer.zero_grad()
        net(waves(4, 3)).pow(2).sum().backward()
        optimizer.step()


@pytest.mark.parametrize("name", SETTINGS)
def test_the_state_of_an_optimiser(name):
    def make():
        net = set_waves(nn.Linear(3, 2))
        return net, getattr(torch.optim, name)(net.parameters(), **SETTINGS[name])

    (net, optimizer), (copy, other) = make(), make()
    trained(net, optimizer, 3)
    state = optimizer.state_dict()
    assert list(state) == ["state", "param_groups"] and sorted(state["state"]) == [0, 1]
    assert sorted(state["state"][0]) == STATE[name] and state["param_groups"][0]["params"] == [0, 1]
    if "step" in STATE[name]:
        assert float(state["state"][1]["step"]) == 3
    file = io.BytesIO()
    torch.save(state, file)
    file.seek(0)
    copy.load_state_dict(net.state_dict())
    other.load_state_dict(torch.load(file))
    trained(net, optimizer, 3)
    trained(copy, other, 3)
    assert close(net.weight, copy.weight, 1e-6) and close(net.bias, copy.bias, 1e-6)


DEFAULTS = {"SGD": {"lr", "momentum", "dampening", "weight_decay", "nesterov", "maximize", "foreach", "differentiable", "fused"},
            "Adam": {"lr", "betas", "eps", "weight_decay", "amsgrad", "maximize", "foreach", "capturable", "differentiable", "fused",
                     "decoupled_weight_decay"}}


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_groups_of_an_optimiser(name):
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    optimizer = getattr(torch.optim, name)([{"params": net[0].parameters(), "name": "body"},
                                            {"params": net[1].parameters(), "lr": 0.5}], lr=0.25)
    first, second = optimizer.param_groups
    assert set(second) == DEFAULTS[name] | {"params"} and first["name"] == "body" and (first["lr"], second["lr"]) == (0.25, 0.5)
    assert set(optimizer.defaults) == DEFAULTS[name] and [len(g["params"]) for g in (first, second)] == [2, 2]
    groups = optimizer.state_dict()["param_groups"]
    assert [g["params"] for g in groups] == [[0, 1], [2, 3]] and groups[0]["name"] == "body"
    optimizer.add_param_group({"params": [nn.Parameter(torch.ones(1))], "lr": 2.0})
    assert optimizer.state_dict()["param_groups"][2]["params"] == [4] and optimizer.param_groups[2]["lr"] == 2.0
    with pytest.raises(ValueError):
        optimizer.add_param_group({"params": [net[0].weight]})
    assert str(optimizer).startswith(f"{name} (\nParameter Group 0\n")
    with pytest.raises(ValueError):
        optimizer.load_state_dict(torch.optim.SGD(net.parameters(), lr=1.0).state_dict())


def test_arguments_of_optimisers_are_checked():
    params = [nn.Parameter(torch.ones(2))]
    for name in SETTINGS:
        with pytest.raises(TypeError):
            getattr(torch.optim, name)(params, learning_rate=0.1)
        with pytest.raises(TypeError):
            getattr(torch.optim, name)(params, max_norm=1.0)
    with pytest.raises(ValueError):
        torch.optim.SGD(params, lr=0.1, nesterov=True)


def test_a_state_with_other_numbers_of_parameters():
    """The numbers in "params" say which state belongs to which parameter."""
    net = set_waves(nn.Linear(3, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, dampening=0.5)
    state = optimizer.state_dict()
    state["param_groups"][0]["params"] = [7, 5]
    state["state"] = {5: {"momentum_buffer": torch.ones(2)}, 7: {"momentum_buffer": torch.full((2, 3), 2.0)}}
    optimizer.load_state_dict(state)
    before = net.weight.detach().clone(), net.bias.detach().clone()
    for p in net.parameters():
        p.grad = torch.zeros_like(p)
    optimizer.step()
    assert close(before[0] - net.weight, numpy.full((2, 3), 0.18)) and close(before[1] - net.bias, [0.09, 0.09])


@pytest.mark.parametrize("search", [None, "strong_wolfe"])
def test_lbfgs(search):
    """The losses on the way to the minimum of Rosenbrock's function, and their number, are PyTorch's."""
    x = nn.Parameter(torch.tensor([-1.5, 2.0], dtype=torch.float64))
    optimizer = torch.optim.LBFGS([x], lr=1.0 if search else 0.1, max_iter=25, history_size=10, line_search_fn=search)
    calls = []

    def closure():
        optimizer.zero_grad()
        loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
        loss.backward()
        calls.append(loss.item())
        return loss

    first = optimizer.step(closure)
    assert first.item() == calls[0] == 12.5 and len(calls) == (31 if search else 25)
    assert calls[-1] == pytest.approx(0.4246436 if search else 5.1353691, rel=1e-5)
    with pytest.raises(ValueError):
        torch.optim.LBFGS([{"params": [x]}, {"params": [nn.Parameter(torch.ones(1))]}])


def test_averages_of_weights():
    swa = torch.optim.swa_utils
    net = set_waves(nn.Linear(2, 1))
    mean, ema = swa.AveragedModel(net), swa.AveragedModel(net, multi_avg_fn=swa.get_ema_multi_avg_fn(0.9))
    start = net.weight.detach().clone()
    for factor in (1.0, 2.0, 3.0):
        with torch.no_grad():
            net.weight.copy_(start * factor)
        mean.update_parameters(net), ema.update_parameters(net)
    assert close(mean.module.weight, 2 * start) and int(mean.n_averaged) == 3
    assert close(ema.module.weight, start * (0.9 * (0.9 + 0.1 * 2) + 0.1 * 3))
    assert list(mean.state_dict()) == ["n_averaged", "module.weight", "module.bias"] and mean(waves(1, 2)).shape == (1, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.4)
    schedule, rates = swa.SWALR(optimizer, swa_lr=0.1, anneal_epochs=2, anneal_strategy="linear"), []
    for _ in range(3):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step(), schedule.step()
    assert numpy.allclose(rates, [0.4, 0.25, 0.1])


# ---- Random numbers --------------------------------------------------------------------------------------


def test_the_state_of_the_generator():
    torch.manual_seed(3)
    torch.rand(2)
    state = torch.get_rng_state()
    assert state.dtype == torch.uint8 and state.ndim == 1
    first = torch.rand(5), torch.randperm(6), F.dropout(torch.ones(20), 0.5)
    torch.set_rng_state(state)
    assert all(a.tolist() == b.tolist() for a, b in zip(first, (torch.rand(5), torch.randperm(6), F.dropout(torch.ones(20), 0.5))))
    torch.set_rng_state(state)
    with torch.random.fork_rng():
        torch.rand(100)
    assert torch.rand(5).tolist() == first[0].tolist()
    assert torch.initial_seed() == 3
    with pytest.raises(TypeError):
        torch.set_rng_state([1, 2, 3])


def test_generators_have_their_own_streams():
    torch.manual_seed(0)
    plain = torch.rand(4).tolist()
    torch.manual_seed(0)
    a, b = torch.Generator().manual_seed(7), torch.Generator().manual_seed(8)
    drawn = torch.rand(3, generator=a).tolist(), torch.randn(3, generator=b).tolist()
    assert torch.rand(4).tolist() == plain  # which the generators have not changed
    again = torch.Generator().manual_seed(7)
    assert torch.rand(3, generator=again).tolist() == drawn[0] != torch.rand(3, generator=a).tolist()
    state = a.get_state()
    x = torch.randint(0, 100, (5,), generator=a), torch.randperm(5, generator=a), torch.empty(3).normal_(generator=a)
    a.set_state(state)
    y = torch.randint(0, 100, (5,), generator=a), torch.randperm(5, generator=a), torch.empty(3).normal_(generator=a)
    assert all(p.tolist() == q.tolist() for p, q in zip(x, y))
    data = torch.utils.data.TensorDataset(torch.arange(10))
    splits = [torch.utils.data.random_split(data, [0.5, 0.5], generator=torch.Generator().manual_seed(1))[0].indices for _ in range(2)]
    assert splits[0] == splits[1] and len(splits[0]) == 5
    orders = [[x.tolist() for x, in torch.utils.data.DataLoader(data, 5, shuffle=True, generator=torch.Generator().manual_seed(1))]
              for _ in range(2)]
    assert orders[0] == orders[1]


# ---- Data ------------------------------------------------------------------------------------------------


class Rows(torch.utils.data.Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        return self.rows[index]

    def __len__(self):
        return len(self.rows)


def test_collated_samples():
    (x, y), = torch.utils.data.DataLoader(Rows([(0.5, 1), (1.5, 2)]), batch_size=2)
    assert x.dtype == torch.float64 and y.dtype == torch.int64 and x.tolist() == [0.5, 1.5]
    with pytest.raises(RuntimeError):
        next(iter(torch.utils.data.DataLoader(Rows([(1, 2), (1,)]), batch_size=2)))
    with pytest.raises(TypeError):
        next(iter(torch.utils.data.DataLoader(Rows([None, None]), batch_size=2)))
    assert [type(x) for x in torch.utils.data.DataLoader(Rows([numpy.ones(2)]), batch_size=None)] == [torch.Tensor]


def test_arguments_of_a_loader_are_checked():
    data = Rows([1, 2, 3])
    loader, sampler = torch.utils.data.DataLoader, torch.utils.data.SequentialSampler(data)
    for wrong in ({"shuffle": True, "sampler": sampler}, {"batch_size": 0},
                  {"batch_sampler": torch.utils.data.BatchSampler(sampler, 2, False), "batch_size": 2}):
        with pytest.raises(ValueError):
            loader(data, **wrong)
    with pytest.raises(TypeError):
        loader(data, workers=2)
    assert len(loader(data, batch_size=2, num_workers=0, pin_memory=False, worker_init_fn=None, timeout=0)) == 2


# ---- Files -----------------------------------------------------------------------------------------------


def test_a_file_says_where_tensors_go(tmp_path):
    path = tmp_path / "state.pt"
    torch.save({"w": waves(2), "more": [waves(3), 1]}, path)
    found = torch.load(path, map_location="cpu", weights_only=True)
    assert close(found["w"], waves(2)) and found["more"][1] == 1 and str(found["more"][0].device) == "cpu"
    assert close(torch.load(path, map_location=lambda tensor, place: tensor)["w"], waves(2))


def archive(**more):
    """The bytes of a file like that of torch.save({"w": transposed, "step": 3, "p": parameter}, file)."""
    import pickle
    import zipfile

    class Storage:
        def __init__(self, key, kind, count):
            self.key, self.kind, self.count = key, kind, count

    class Global:
        def __init__(self, name):
            self.name = name

    class Pickler(pickle._Pickler):
        def persistent_id(self, obj):
            if isinstance(obj, Storage):
                return ("storage", Global(f"torch {obj.kind}"), obj.key, "cpu", obj.count)
            return None

        def save(self, obj, save_persistent_id=True):
            if isinstance(obj, Global):
                self.write(pickle.GLOBAL + obj.name.replace(" ", "\n").encode() + b"\n")
            elif isinstance(obj, Call):
                self.save(Global(obj.name))
                self.save(obj.args)
                self.write(pickle.REDUCE)
            else:
                super().save(obj, save_persistent_id)

    class Call:
        def __init__(self, name, *args):
            self.name, self.args = name, args

    first = Call("torch._utils _rebuild_tensor_v2", Storage("0", "FloatStorage", 6), 0, (3, 2), (1, 3), False, OrderedDict())
    second = Call("torch._utils _rebuild_tensor_v2", Storage("1", "LongStorage", 3), 1, (2,), (1,), False, OrderedDict())
    parameter = Call("torch._utils _rebuild_parameter", first, True, OrderedDict())
    text, file = io.BytesIO(), io.BytesIO()
    Pickler(text, 2).dump({"w": first, "step": 3, "p": parameter, "n": second, **{k: Call(v) for k, v in more.items()}})
    with zipfile.ZipFile(file, "w") as whole:
        whole.writestr("state/data.pkl", text.getvalue())
        whole.writestr("state/byteorder", "little")
        whole.writestr("state/data/0", numpy.arange(6, dtype="float32").tobytes())
        whole.writestr("state/data/1", numpy.arange(3, dtype="int64").tobytes())
        whole.writestr("state/version", "3\n")
    file.seek(0)
    return file


def test_a_file_of_pytorchs_form_is_read():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = torch.load(archive(), weights_only=True)
    assert found["w"].tolist() == [[0, 3], [1, 4], [2, 5]] and found["step"] == 3 and found["n"].tolist() == [1, 2]
    assert isinstance(found["p"], nn.Parameter) and found["p"].requires_grad and found["w"].dtype == torch.float32


def test_a_file_runs_no_code():
    import pickle

    with pytest.raises(pickle.UnpicklingError, match="system"):
        torch.load(archive(bad="os system"), weights_only=True)
