"""test_torch_modules.py - layers, optimisers and schedules of the PyTorch dialect are PyTorch's.

`make test-dialects` compares them with PyTorch itself; these tests have its values.  They use only names of torch, so they
run with PyTorch too: python test_torch_modules.py.

SPDX-License-Identifier: Apache-2.0
"""
import copy

import pytest

from either_torch import spoken, torch  # noqa: F401

nn, optim = torch.nn, torch.optim


def near(a, b):
    return bool(torch.allclose(a, b, 1e-4, 1e-5))


# ---- Layers ----------------------------------------------------------------------------------------------


def test_layers_print_as_pytorchs():
    for text in ("Linear(in_features=3, out_features=4, bias=True)", "Conv2d(4, 8, kernel_size=(3, 2), stride=(2, 2), bias=False)",
                 "Conv2d(4, 8, kernel_size=(3, 3), stride=(1, 1), padding=same)", "ReLU(inplace=True)", "Dropout(p=0.5, inplace=False)",
                 "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)",
                 "MaxPool2d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False)", "Embedding(10, 4)", "ReLU()",
                 "LayerNorm((3,), eps=1e-05, elementwise_affine=True, bias=True)", "LSTM(3, 4, num_layers=2)", "MSELoss()",
                 "Flatten(start_dim=1, end_dim=-1)", "AdaptiveAvgPool2d(output_size=(1, 1))", "Softmax(dim=1)",
                 "LeakyReLU(negative_slope=0.2)", "ZeroPad2d((1, 1, 1, 1))", "Upsample(scale_factor=2.0, mode='nearest')"):
        made = {"Linear": lambda: nn.Linear(3, 4), "ReLU(inplace=True)": lambda: nn.ReLU(True), "ReLU()": lambda: nn.ReLU(),
                "Conv2d(4, 8, kernel_size=(3, 2)": lambda: nn.Conv2d(4, 8, (3, 2), 2, bias=False),
                "Conv2d(4, 8, kernel_size=(3, 3)": lambda: nn.Conv2d(4, 8, 3, padding="same"), "Dropout": lambda: nn.Dropout(),
                "BatchNorm1d": lambda: nn.BatchNorm1d(3), "MaxPool2d": lambda: nn.MaxPool2d(2), "Embedding": lambda: nn.Embedding(10, 4),
                "LayerNorm": lambda: nn.LayerNorm(3), "LSTM": lambda: nn.LSTM(3, 4, 2), "MSELoss": lambda: nn.MSELoss(reduction="sum"),
                "Flatten": lambda: nn.Flatten(), "AdaptiveAvgPool2d": lambda: nn.AdaptiveAvgPool2d((1, 1)), "Softmax": lambda: nn.Softmax(1),
                "LeakyReLU": lambda: nn.LeakyReLU(0.2), "ZeroPad2d": lambda: nn.ZeroPad2d(1), "Upsample": lambda: nn.Upsample(scale_factor=2)}
        layer = next(make for start, make in made.items() if text.startswith(start))()
        assert repr(layer) == text
    twice = nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Tanh()])
    assert repr(twice) == "ModuleList(\n  (0-1): 2 x ReLU()\n  (2): Tanh()\n)"
    assert repr(nn.MultiheadAttention(4, 2)).split("\n")[1].startswith("  (out_proj): NonDynamicallyQuantizableLinear(in_features=4")


def test_inputs_without_a_batch():
    x = torch.arange(32.0).reshape(2, 4, 4) / 10
    for layer in (nn.Conv2d(2, 3, 3), nn.ConvTranspose2d(2, 3, 3), nn.MaxPool2d(2), nn.AvgPool2d(2), nn.AdaptiveAvgPool2d(2)):
        assert near(layer(x), layer(x[None])[0])
    for layer in (nn.LSTM(4, 3), nn.GRU(4, 3, 2, bidirectional=True), nn.RNN(4, 3, batch_first=True)):
        y, _ = layer(x[0])
        batch = x[:1] if layer.batch_first else x[0][:, None]
        assert near(y, layer(batch)[0].squeeze(0 if layer.batch_first else 1))
    with pytest.raises((RuntimeError, ValueError)):
        nn.Conv2d(2, 3, 3)(x[0])


def test_layers_with_settings_of_functions():
    x = torch.arange(16.0).reshape(1, 1, 4, 4)
    y, at = nn.MaxPool2d(2, return_indices=True)(x)
    assert at.tolist() == [[[[5, 7], [13, 15]]]] and nn.MaxUnpool2d(2)(y, at)[0, 0, 1].tolist() == [0.0, 5.0, 0.0, 7.0]
    assert nn.AvgPool2d(2, divisor_override=2)(x).tolist() == [[[[5.0, 9.0], [21.0, 25.0]]]]
    assert nn.AdaptiveAvgPool2d((None, 1))(x).shape == (1, 1, 4, 1)
    conv = nn.Conv2d(1, 1, 3, padding=1, padding_mode="circular")
    plain = nn.Conv2d(1, 1, 3)
    plain.load_state_dict(conv.state_dict())
    assert near(conv(x), plain(nn.CircularPad2d(1)(x))) and conv.padding_mode == "circular"
    assert near(nn.Sequential(conv, nn.ReLU())(x), conv(x).relu())
    assert near(copy.deepcopy(conv)(x), conv(x))


def test_cells_are_steps_of_layers():
    x = torch.arange(12.0).reshape(3, 2, 2) / 10
    for name, cell_name in (("RNN", "RNNCell"), ("LSTM", "LSTMCell"), ("GRU", "GRUCell")):
        layer, cell = getattr(nn, name)(2, 3), getattr(nn, cell_name)(2, 3)
        cell.load_state_dict({key[:-3]: value for key, value in layer.state_dict().items()})
        state, found = None, []
        for step in x:
            state = cell(step, state)
            found.append(state[0] if isinstance(state, tuple) else state)
        assert near(torch.stack(found), layer(x)[0])


def test_a_decoder_does_not_see_later_positions():
    t = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
    src, tgt = torch.randn(2, 5, 8), torch.randn(2, 4, 8)
    mask = nn.Transformer.generate_square_subsequent_mask(4)
    assert mask[0, 1].item() == -float("inf") and mask[1, 0].item() == 0.0
    y = t(src, tgt, tgt_mask=mask)
    later = tgt.clone()
    later[:, 3] += 1
    assert near(t(src, later, tgt_mask=mask)[:, :3], y[:, :3]) and not near(t(src, later, tgt_mask=mask)[:, 3], y[:, 3])
    assert nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16), 2)(tgt.swapaxes(0, 1), src.swapaxes(0, 1)).shape == (4, 2, 8)


class Own(nn.Module):
    """A module with private attributes and methods of names that the library might have, too."""

    def __init__(self):
        super().__init__()
        self._block = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
        self._layer, self._inner, self._training, self._hooked, self._entries = nn.Linear(4, 4), nn.ReLU(), "a", True, []
        self._hooks, self._kind, self._apart, self._again, self._places, self._tensor = [], 3, True, True, [1], torch.ones(4)
        self._as = self._held = self._ties = self._transient = self._frozen = self._computes = None

    def _run(self, x):
        return self._inner(self._parts(self._block(x)))

    def _parts(self, x):
        return self._cast(x)[0]

    def _cast(self, x):
        return self._layer(x), x

    def _get(self, key):
        return self._tensor

    def _named(self, *args):
        raise AssertionError("this is the user's own")

    _attach = _tie = _moved = _awaited = _to_device = _lacks = _named

    def forward(self, x):
        return self._run(x) + self._get("one")


def test_private_names_of_modules_are_the_users():
    net = nn.Sequential(Own(), nn.Linear(4, 2))
    assert list(net.state_dict()) == ["0._block.0.weight", "0._block.0.bias", "0._layer.weight", "0._layer.bias", "1.weight", "1.bias"]
    x = torch.randn(3, 4)
    y = net(x)
    y.sum().backward()
    assert all(p.grad is not None for p in net.parameters()) and len(list(net.modules())) == 8
    other = copy.deepcopy(net).eval()
    assert near(other(x), y) and net[0].training and not other[0].training and other[0]._training == "a"
    assert net.double()(x.double()).dtype is torch.float64 and net.float().to("cpu")(x).dtype is torch.float32
    seen = []
    handle = net[0].register_forward_hook(lambda module, args, result: seen.append(result.shape))
    assert near(net(x), y) and seen == [(3, 4)] and net[0]._hooks == []
    handle.remove()
    nn.utils.parametrizations.weight_norm(net[0]._layer)
    assert near(net(x), y) and "_layer.bias" in net[0].state_dict()


def test_settings_of_layers_can_be_changed():
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Dropout(0.9), nn.LeakyReLU(0.1))
    x, norm = torch.randn(8, 3), net[1]
    net(x)
    weight, momentum = norm.weight, norm.momentum
    norm.momentum, norm.eps, net[2].p, net[3].negative_slope = 1.0, 0.5, 0.0, 0.25
    h = net[0](x)
    scaled = (h - h.mean(0)) / (h.var(0, unbiased=False) + 0.5).sqrt()
    assert near(net(x), torch.where(scaled > 0, scaled, 0.25 * scaled)) and near(norm.running_mean, h.mean(0))
    assert momentum == 0.1 and norm.weight is weight and repr(net[2]) == "Dropout(p=0.0, inplace=False)"
    state = torch.get_rng_state()
    conv = nn.Conv2d(2, 2, 3, stride=2)
    conv.stride, conv.padding = (1, 1), (1, 1)
    assert conv(torch.zeros(1, 2, 8, 8)).shape == (1, 2, 8, 8) and sorted(conv.state_dict()) == ["bias", "weight"]
    torch.set_rng_state(state)
    first = nn.Conv2d(2, 2, 3).weight
    assert near(first, conv.weight)


def test_bags_of_rows():
    bag = nn.EmbeddingBag(5, 2, mode="sum")
    rows = bag.weight.detach()
    assert near(bag(torch.tensor([[0, 1], [2, 2]])), torch.stack([rows[0] + rows[1], rows[2] * 2]))
    assert near(bag(torch.tensor([0, 1, 4]), torch.tensor([0, 2])), torch.stack([rows[0] + rows[1], rows[4]]))


@pytest.mark.parametrize("mode, first", [("sum", lambda a, b: a + b), ("mean", lambda a, b: (a + b) / 2), ("max", torch.maximum)])
def test_bags_without_the_padding(mode, first):
    bag = nn.EmbeddingBag(5, 2, mode=mode, padding_idx=-5, include_last_offset=True)
    assert repr(bag) == f"EmbeddingBag(5, 2, mode='{mode}', padding_idx=0)" and bag.weight[0].tolist() == [0, 0]
    rows = bag.weight.detach()
    y = bag(torch.tensor([1, 0, 2, 0, 3]), torch.tensor([0, 3, 3, 4, 5]))  # the second bag is empty, the third has padding only
    assert near(y, torch.stack([first(rows[1], rows[2]), torch.zeros(2), torch.zeros(2), rows[3]]))
    y.sum().backward()
    assert bag.weight.grad[0].tolist() == [0, 0] and bag.weight.grad[3].tolist() == [1, 1]
    assert near(nn.functional.embedding_bag(torch.tensor([[1, 0, 2], [0, 0, 0]]), rows, mode=mode, padding_idx=0), y[:2])
    for wrong in (lambda: nn.functional.embedding_bag(torch.tensor([0]), rows),
                  lambda: nn.functional.embedding_bag(torch.tensor([[0]]), rows, torch.tensor([0])),
                  lambda: nn.functional.embedding_bag(torch.tensor([[0]]), rows, mode="min")):
        with pytest.raises(ValueError):
            wrong()


def test_the_bounds_of_a_truncated_normal_are_values():
    for mean, std, a, b, deviation in ((0.0, 0.02, -2.0, 2.0, 0.02), (0.0, 3.0, -2.0, 2.0, 1.12), (1.0, 0.5, -0.5, 1.2, 0.335)):
        x = nn.init.trunc_normal_(torch.empty(20000), mean, std, a, b)
        assert a <= x.min() and x.max() <= b and abs(x.std().item() / deviation - 1) < 0.05
    assert nn.init.trunc_normal_(torch.empty(2000), std=0.02).abs().max() > 0.045


def test_scattering_to_gpus_that_are_not_there():
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises((RuntimeError, AssertionError)):
        nn.parallel.scatter(torch.ones(4, 2), [torch.device("cuda:0"), torch.device("cuda:1")])


# ---- Optimisers ------------------------------------------------------------------------------------------


def rates(make, steps):
    o = optim.SGD([nn.Parameter(torch.zeros(1))], lr=1.0, momentum=0.9)
    s, found = make(o), []
    for _ in range(steps):
        found.append(o.param_groups[0]["lr"])
        o.step()
        s.step()
    return found


def test_schedules():
    s = optim.lr_scheduler
    near_ = lambda found, wanted: found == pytest.approx(wanted, abs=1e-6)  # noqa: E731
    assert near_(rates(lambda o: s.CosineAnnealingLR(o, 2), 6), [1.0, 0.5, 0.0, 0.5, 1.0, 0.5])
    assert near_(rates(lambda o: s.CosineAnnealingWarmRestarts(o, 2), 4), [1.0, 0.5, 1.0, 0.5])
    assert near_(rates(lambda o: s.ConstantLR(o, 0.5, 2), 4), [0.5, 0.5, 1.0, 1.0])
    assert near_(rates(lambda o: s.MultiplicativeLR(o, lambda e: 0.5), 3), [1.0, 0.5, 0.25])
    assert near_(rates(lambda o: s.LambdaLR(o, [lambda e: e + 1]), 3), [1.0, 2.0, 3.0])
    assert near_(rates(lambda o: s.CyclicLR(o, 0.0, 1.0, 2), 5), [0.0, 0.5, 1.0, 0.5, 0.0])
    assert near_(rates(lambda o: s.SequentialLR(o, [s.ConstantLR(o, 0.1, 9), s.ExponentialLR(o, 0.5)], [2]), 5),
                 [0.1, 0.1, 1.0, 0.5, 0.25])
    assert near_(rates(lambda o: s.ChainedScheduler([s.ConstantLR(o, 0.5, 2), s.ExponentialLR(o, 0.5)]), 4), [0.5, 0.25, 0.25, 0.125])
    assert near_(rates(lambda o: s.OneCycleLR(o, 1.0, 5, pct_start=0.4, anneal_strategy="linear"), 4), [0.04, 1.0, 0.6666680, 0.3333360])
    assert near_(rates(lambda o: s.StepLR(o, step_size=2, gamma=0.5), 4), [1.0, 1.0, 0.5, 0.5])


def test_a_plateau():
    o = optim.Adam([nn.Parameter(torch.zeros(1))], lr=1.0)
    s = optim.lr_scheduler.ReduceLROnPlateau(o, factor=0.5, patience=1)
    found = []
    for loss in (3.0, 2.0, 2.0, 2.0, torch.tensor(2.0), 2.0):
        s.step(loss)
        found.append(o.param_groups[0]["lr"])
    assert found == [1.0, 1.0, 1.0, 0.5, 0.5, 0.25] and s.get_last_lr() == [0.25]


def test_groups_have_the_defaults():
    made = lambda: nn.Parameter(torch.ones(1))  # noqa: E731
    for name in ("SGD", "Adam", "RMSprop"):
        o = getattr(optim, name)([{"params": [made()], "weight_decay": 0.5, "lr": 0.3}, {"params": made()}], lr=0.1)
        o.add_param_group({"params": [made()], "lr": 0.7})
        assert [(g["lr"], g["weight_decay"]) for g in o.param_groups] == [(0.3, 0.5), (0.1, 0), (0.7, 0)]


def test_parameters_of_lazy_layers():
    net = nn.Sequential(nn.Flatten(), nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(1))
    assert [name for name, _ in net.named_parameters()] == ["1.weight", "1.bias", "3.weight", "3.bias"]
    o, last = optim.SGD(net.parameters(), lr=0.1), net[3]
    own = optim.SGD([{"params": last.weight, "weight_decay": 0.5}, {"params": last.bias}], lr=0.0)
    o.zero_grad()
    x, losses = torch.ones(2, 3), []
    for _ in range(3):
        loss = (net(x) - 1).pow(2).mean()
        o.zero_grad()
        loss.backward()
        o.step()
        own.step()
        losses.append(loss.item())
    assert losses[2] < losses[0] and net[1].weight.shape == (4, 3) and len(o.param_groups[0]["params"]) == 4
    assert [g["weight_decay"] for g in own.param_groups] == [0.5, 0]


def test_an_optimizer_of_ones_own():
    class Signs(optim.Optimizer):
        def __init__(self, params, lr=0.1):
            super().__init__(params, dict(lr=lr))

        def step(self, closure=None):
            with torch.no_grad():
                for group in self.param_groups:
                    for p in group["params"]:
                        if p.grad is not None:
                            p.add_(p.grad.sign(), alpha=-group["lr"])
                            self.state[p]["steps"] = self.state[p].get("steps", 0) + 1

    p, q = nn.Parameter(torch.tensor([1.0, -2.0])), nn.Parameter(torch.zeros(1))
    o = Signs([{"params": [p]}, {"params": [q], "lr": 1.0}])
    (p ** 2).sum().backward()
    o.step()
    assert p.detach().tolist() == pytest.approx([0.9, -1.9]) and o.state[p]["steps"] == 1 and q.item() == 0.0
    o.zero_grad()
    assert p.grad is None and o.param_groups[1]["lr"] == 1.0
    assert isinstance(optim.SGD([p], lr=0.1), optim.Optimizer) and len(o.state_dict()["param_groups"]) == 2
    optim.lr_scheduler.StepLR(o, 1).step()
    assert o.param_groups[0]["lr"] == pytest.approx(0.01)
    with pytest.raises(ValueError, match="empty"):
        Signs([])


def test_optimisers_that_are_written_in_python_descend():
    for name in ("Adamax", "NAdam", "RAdam", "ASGD", "Rprop"):
        p = nn.Parameter(torch.tensor([1.0, -2.0]))
        o = getattr(optim, name)([p], lr=0.05)
        for _ in range(60):
            o.zero_grad()
            loss = (p ** 2).sum()
            loss.backward()
            o.step()
        assert loss.item() < 2.5, name


def test_one_of_two_parametrizations_is_removed():
    class Symmetric(nn.Module):
        def forward(self, x):
            return x.triu() + x.triu(1).transpose(-1, -2)

    class Pair(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight, self.bias = nn.Parameter(torch.arange(9.0).reshape(3, 3)), nn.Parameter(torch.ones(3))

        def extra_repr(self):
            return "sides=3"

    for module in (nn.Linear(3, 3), Pair()):
        name = type(module).__name__
        for parameter, part in (("weight", Symmetric()), ("bias", nn.Tanh())):
            nn.utils.parametrize.register_parametrization(module, parameter, part)
        assert type(module).__name__ == "Parametrized" + name
        if name == "Pair":
            assert repr(module).startswith("ParametrizedPair(\n  sides=3\n  (parametrizations): ModuleDict(\n")
        nn.utils.parametrize.remove_parametrizations(module, "bias")
        assert nn.utils.parametrize.is_parametrized(module, "weight") and not nn.utils.parametrize.is_parametrized(module, "bias")
        with torch.no_grad():
            module.parametrizations.weight.original.copy_(torch.arange(9.0).reshape(3, 3))
        assert module.weight.tolist() == [[0.0, 1.0, 2.0], [1.0, 4.0, 5.0], [2.0, 5.0, 8.0]]
        if name == "Linear":
            with torch.no_grad():
                module.bias.zero_()
            assert module(torch.ones(1, 3)).tolist() == [[3.0, 10.0, 15.0]]
        nn.utils.parametrize.remove_parametrizations(module, "weight")
        assert type(module).__name__ == name and module.weight[1, 0].item() == 1.0


class Masked(nn.Linear):
    """A class derived from a built-in layer that adds a parameter, buffers and modules."""

    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs)
        self.register_buffer("mask", torch.tril(torch.ones(outputs, inputs)))
        self.register_buffer("shift", torch.ones(1), persistent=False)
        self.gate = nn.Parameter(torch.ones(outputs))
        self.inner = nn.Linear(outputs, outputs, bias=False)
        with torch.no_grad():
            for i, p in enumerate(self.parameters()):
                p.copy_((torch.arange(p.numel()) * 0.5 - 0.25 * i).reshape(p.shape))

    def forward(self, x):
        y = nn.functional.linear(x, self.weight * self.mask, self.bias)
        return self.inner(y * self.gate) + self.shift


def test_layers_derived_from_built_in_ones_hold_parameters_buffers_and_modules():
    layer = Masked(3, 2)
    assert [name for name, _ in layer.named_parameters()] == ["weight", "bias", "gate", "inner.weight"]
    assert list(layer.state_dict()) == ["weight", "bias", "gate", "mask", "inner.weight"]
    assert sorted(name for name, _ in layer.named_buffers()) == ["mask", "shift"]
    assert [name for name, _ in layer.named_children()] == ["inner"] and len(list(layer.modules())) == 2
    x = torch.ones(1, 3)
    y = layer(x)
    y.sum().backward()
    assert near(y, torch.tensor([[0.90625, 1.03125]])) and layer.gate.grad.tolist() == [0.125, 1.875]
    layer.zero_grad()
    assert layer.gate.grad is None and layer.inner.weight.grad is None
    other = copy.deepcopy(layer)
    other.gate.data.zero_()
    assert near(other(x), torch.tensor([[1.0, 1.0]])) and near(layer(x), y)
    other.load_state_dict(layer.state_dict())
    assert near(other(x), y)
    outer = nn.Sequential(other, nn.Identity()).double()
    assert {p.dtype for p in outer.parameters()} | {b.dtype for b in outer.buffers()} == {torch.float64}
    assert not outer.eval()[0].inner.training
    optimizer = optim.SGD(layer.parameters(), 0.5)
    layer(x).sum().backward()
    optimizer.step()
    assert near(layer.gate, torch.tensor([-0.5625, -0.9375]))
    layer.gate = nn.Parameter(torch.zeros(2))
    assert layer.get_parameter("gate").tolist() == [0.0, 0.0]
    del layer.gate
    assert not hasattr(layer, "gate") and "gate" not in dict(layer.named_parameters())
    with pytest.raises(KeyError):
        layer.register_buffer("weight", torch.ones(1))


def test_a_layer_with_a_forward_of_its_own_keeps_it_with_a_computed_parameter():
    class Twice(nn.Linear):
        def forward(self, x):
            return 2 * nn.functional.linear(x, self.weight, self.bias)

    layer = Twice(2, 2, bias=False)
    with torch.no_grad():
        layer.weight.copy_(torch.eye(2))
    assert near(nn.utils.weight_norm(layer)(torch.ones(1, 2)), torch.tensor([[2.0, 2.0]]))


def test_optimisers_refuse_what_they_cannot_train():
    x = torch.ones(2, requires_grad=True)
    for make in (lambda p: optim.SGD(p, lr=0.1), optim.Adam, optim.NAdam):
        with pytest.raises(ValueError):
            make([x * 2])
        with pytest.raises(TypeError):
            make(x)
        with pytest.raises(TypeError):
            make([1.0])
        make([torch.ones(2), x])


def test_a_reset_is_a_new_draw_and_the_constructor_calls_that_of_a_derived_class():
    class Half(nn.Linear):
        def reset_parameters(self):
            nn.init.constant_(self.weight, 0.5)

    assert Half(2, 2).weight.tolist() == [[0.5, 0.5]] * 2
    for layer in (nn.Linear(3, 4), nn.Conv2d(2, 3, 3), nn.LayerNorm(3), nn.Embedding(4, 3), nn.LSTM(2, 3), nn.LSTMCell(2, 3), nn.PReLU(),
                  nn.EmbeddingBag(4, 3), nn.GroupNorm(1, 3)):
        first = next(layer.parameters())
        with torch.no_grad():
            for p in layer.parameters():
                p.fill_(7.0)
        layer.reset_parameters()
        assert next(layer.parameters()) is first and not any((p == 7).any() for p in layer.parameters())
    norm = nn.BatchNorm1d(2)
    norm(torch.ones(4, 2))
    norm.reset_parameters()
    assert norm.running_mean.tolist() == [0.0, 0.0] and norm.num_batches_tracked == 0
    embedding = nn.Embedding(4, 3, padding_idx=1)
    embedding.reset_parameters()
    assert embedding.weight[1].tolist() == [0.0] * 3
    assert not hasattr(nn.ReLU(), "reset_parameters")


def test_train_calls_the_train_of_inner_modules():
    class Frozen(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm, self.linear = nn.BatchNorm1d(2), nn.Linear(2, 2)

        def train(self, mode=True):
            super().train(mode)
            self.norm.eval()
            return self

    net = nn.Sequential(nn.ModuleList([Frozen()]), Frozen()).train()
    assert [m.training for m in net.modules() if isinstance(m, (nn.BatchNorm1d, nn.Linear))] == [False, True, False, True]
    assert not net.eval()[1].linear.training


def test_parameters_modules_and_buffers_are_not_replaced_by_other_things():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.p, self.inner = nn.Parameter(torch.zeros(2)), nn.ReLU()
            self.register_buffer("b", torch.ones(1))
            self.plain = torch.ones(1)

    net = Net()
    for name, value in (("p", torch.ones(2)), ("p", 1.0), ("inner", torch.ones(1)), ("inner", len), ("b", 1.0)):
        with pytest.raises(TypeError):
            setattr(net, name, value)
    net.b, net.plain, net.inner = torch.zeros(1), 3, nn.Tanh()
    assert net.state_dict()["b"].tolist() == [0.0]
    net.p = None
    assert list(net.parameters()) == []


def test_containers_insert_remove_and_join():
    modules = nn.ModuleList([nn.Linear(1, 1), nn.ReLU()])
    modules.insert(1, nn.Tanh())
    assert [type(m) for m in modules] == [nn.Linear, nn.Tanh, nn.ReLU]
    del modules[0]
    assert [name for name, _ in modules.named_children()] == ["0", "1"] and isinstance(modules.pop(0), nn.Tanh)
    modules += [nn.ELU()]
    assert len(modules) == 2 and len(modules + [nn.ReLU()]) == 3 and modules[1] in modules
    chain = nn.Sequential(nn.Linear(1, 1), nn.ReLU(), nn.Linear(1, 2))
    del chain[1]
    assert list(chain.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"] and len(chain + chain) == len(chain * 2) == 4
    assert chain.pop(0).weight.shape == (1, 1) and chain(torch.ones(1, 1)).shape == (1, 2)
    named = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})
    assert isinstance(named.pop("a"), nn.ReLU) and list(named) == ["b"]
    named.clear()
    assert len(named) == 0
    parameters = nn.ParameterList([nn.Parameter(torch.ones(2)), torch.zeros(1)])
    parameters.append(torch.ones(3))
    assert [name for name, _ in parameters.named_parameters()] == ["0", "1", "2"]
    assert nn.ParameterDict({"w": torch.ones(2)})["w"].requires_grad


def test_functions_in_place_write_through_views_if_no_gradients_flow():
    x = torch.tensor([-1.0, 2.0])
    nn.functional.relu_(x.view(2, 1))
    assert x.tolist() == [0.0, 2.0]
    x = torch.tensor([-1.0, 2.0], requires_grad=True)
    nn.functional.relu(x * 1, inplace=True).sum().backward()
    assert x.grad.tolist() == [0.0, 1.0]


def test_a_network_in_data_parallel_is_its_module():
    net = nn.Linear(2, 1)
    held = nn.DataParallel(net)
    assert held.module is net and list(held.state_dict()) == ["module.weight", "module.bias"]
    assert near(held(torch.ones(1, 2)), net(torch.ones(1, 2)))


def test_softplus_is_linear_above_its_threshold():
    x = torch.tensor([-1.0, 0.3, 1.0])
    expected = torch.tensor([0.0634640, 0.5187394, 1.0])
    assert near(nn.Softplus(2, 1)(x), expected) and near(nn.Sequential(nn.Identity(), nn.Softplus(2, threshold=1))(x), expected)


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-q", "-p", "no:cacheprovider"]))
