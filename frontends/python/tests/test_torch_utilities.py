"""test_torch_utilities.py - PyTorch's hooks on modules, packed sequences, computed parameters and distributions.

These tests pass with the dialect and with PyTorch itself.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import warnings

import numpy
import pytest
from either_torch import close, set_waves, spoken, torch, waves  # noqa: F401

nn, D = torch.nn, torch.distributions
rnn, utils = torch.nn.utils.rnn, torch.nn.utils


# ---- Hooks -----------------------------------------------------------------------------------------


def test_forward_hooks_see_and_replace_inputs_and_results():
    net = set_waves(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)))
    plain, seen = net(waves(2, 3)), []
    handle = net[1].register_forward_hook(lambda module, inputs, y: seen.append((type(module).__name__, y.shape)))
    before = net[0].register_forward_pre_hook(lambda module, inputs: (inputs[0] * 0,))
    after = net.register_forward_hook(lambda module, inputs, y: y + 1)
    assert close(net(waves(2, 3)), net[2](torch.relu(net[0].bias).expand(2, 4)) + 1)
    assert seen == [("ReLU", (2, 4))]
    before.remove(), after.remove(), handle.remove()
    assert close(net(waves(2, 3)), plain) and len(seen) == 1
    assert isinstance(net[0], nn.Linear) and list(net.state_dict()) == ["0.weight", "0.bias", "2.weight", "2.bias"]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_backward_hooks_see_and_replace_gradients():
    layer, seen = set_waves(nn.Linear(2, 2)), []
    layer.register_full_backward_hook(lambda module, given, got: seen.append((given, got)) or (given[0] * 10,))
    x = waves(1, 2).requires_grad_()
    layer(x).sum().backward()
    (given,), (got,) = seen[0]
    assert close(got, [[1, 1]]) and close(given, layer.weight.sum(0, keepdim=True)) and close(x.grad, 10 * given)


def test_a_copy_has_the_hooks():
    net, calls = nn.Sequential(nn.Linear(2, 2)), []
    net.register_forward_hook(lambda *given: calls.append(1))
    copy.deepcopy(net)(waves(1, 2))
    assert calls == [1]


def test_layers_of_a_sequential_are_attributes():
    net = nn.Sequential()
    net.add_module("first", nn.Linear(2, 3))
    assert net.first is net[0]


# ---- Gradients -------------------------------------------------------------------------------------


def test_each_gradient_has_memory_of_its_own():
    x, y = waves(3).requires_grad_(), waves(3, 1).requires_grad_()
    ((x + y.reshape(3)) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    x.grad.mul_(2)
    assert x.grad.tolist() == [2, 4, 6] and y.grad.tolist() == [[1], [2], [3]]


def test_clipping_scales_each_gradient_of_an_lstm_once():
    net = set_waves(nn.LSTM(2, 3))
    net(waves(4, 1, 2))[0].sum().backward()
    utils.clip_grad_norm_(net.parameters(), 0.01)
    assert abs(sum((p.grad ** 2).sum().item() for p in net.parameters()) ** 0.5 - 0.01) < 1e-5


# ---- Sequences -------------------------------------------------------------------------------------


def test_padding_and_packing():
    a, b = torch.arange(2.0), torch.arange(3.0)
    assert rnn.pad_sequence([a, b], batch_first=True, padding_value=-1).tolist() == [[0, 1, -1], [0, 1, 2]]
    packed = rnn.pack_sequence([a, b], enforce_sorted=False)
    assert packed.data.tolist() == [0, 0, 1, 1, 2] and packed.batch_sizes.tolist() == [2, 2, 1]
    padded, lengths = rnn.pad_packed_sequence(packed, batch_first=True)
    assert padded.tolist() == [[0, 1, 0], [0, 1, 2]] and lengths.tolist() == [2, 3]
    with pytest.raises(RuntimeError):
        rnn.pack_padded_sequence(padded, [2, 3], batch_first=True)


@pytest.mark.parametrize("name", ["LSTM", "GRU", "RNN"])
def test_a_packed_sequence_is_as_each_sequence_alone(name):
    net = set_waves(getattr(nn, name)(2, 3, 2, bidirectional=True, batch_first=True))
    sequences = [waves(2, 2), waves(4, 2), waves(3, 2)]
    y, state = net(rnn.pack_sequence(sequences, enforce_sorted=False))
    padded, lengths = rnn.pad_packed_sequence(y, batch_first=True)
    for i, (n, s) in enumerate(zip(lengths.tolist(), sequences)):
        alone, its = net(s.unsqueeze(0))
        assert close(padded[i, :n], alone[0]) and close(padded[i, n:], padded[i, n:] * 0)
        assert close((state[0] if name == "LSTM" else state)[:, i], (its[0] if name == "LSTM" else its)[:, 0])


# ---- Computed parameters ---------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("make, shape", [
    (lambda: nn.Linear(4, 3), (2, 4)), (lambda: nn.Conv2d(2, 3, 3, stride=2, padding=1), (1, 2, 5, 5)),
    (lambda: nn.ConvTranspose2d(2, 3, 3, stride=2), (1, 2, 4, 4)), (lambda: nn.Conv1d(2, 4, 3, dilation=2, groups=2), (1, 2, 8))])
def test_weight_norm_changes_no_value_and_trains_lengths(make, shape):
    layer = set_waves(make())
    plain = layer(waves(*shape))
    layer = utils.weight_norm(layer)
    assert list(layer.state_dict()) == ["bias", "weight_g", "weight_v"]
    assert close(layer(waves(*shape)), plain, 1e-4)
    layer(waves(*shape)).sum().backward()
    assert layer.weight_g.grad is not None and layer.weight_v.grad.shape == layer.weight_v.shape
    with torch.no_grad():
        layer.weight_g.mul_(2)
        assert close(layer(waves(*shape)) - layer.bias.reshape(-1, *(1,) * (len(shape) - 2)),
                     2 * (plain - layer.bias.reshape(-1, *(1,) * (len(shape) - 2))), 1e-4)


def test_spectral_norm_makes_the_largest_singular_value_one():
    for norm in (utils.spectral_norm, utils.parametrizations.spectral_norm):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            layer = norm(set_waves(nn.Linear(4, 3)))
        for _ in range(50):
            layer(waves(1, 4))
        assert abs(numpy.linalg.svd(layer.weight.detach().cpu().numpy())[1][0] - 1) < 1e-3


def test_parametrizations_are_computed_at_each_access():
    class Symmetric(nn.Module):
        def forward(self, x):
            return x.triu() + x.triu(1).transpose(-1, -2)

    layer = set_waves(nn.Linear(3, 3))
    utils.parametrize.register_parametrization(layer, "weight", Symmetric())
    assert list(layer.state_dict()) == ["bias", "parametrizations.weight.original"]
    assert close(layer.weight, layer.weight.T) and utils.parametrize.is_parametrized(layer)
    other = copy.deepcopy(layer)
    other.load_state_dict(layer.state_dict())
    assert close(other(waves(1, 3)), waves(1, 3) @ layer.weight.T + layer.bias)
    utils.parametrize.remove_parametrizations(layer, "weight")
    assert sorted(layer.state_dict()) == ["bias", "weight"] and close(layer.weight, layer.weight.T)


# ---- Distributions ---------------------------------------------------------------------------------


def test_log_probabilities_and_entropies():
    a, b, x = torch.tensor([0.5, -1.0]), torch.tensor([1.5, 0.7]), torch.tensor([0.3, 0.6])
    assert close(D.Normal(a, b).log_prob(x), [-1.3333, -3.1745], 1e-3)
    assert close(D.Normal(a, b).entropy(), 0.5 + 0.5 * numpy.log(2 * numpy.pi) + numpy.log([1.5, 0.7]))
    logits = torch.tensor([[0.1, 0.2, 0.3], [1.0, 2.0, -1.0]])
    c = D.Categorical(logits=logits)
    assert close(c.log_prob(torch.tensor([0, 2])), torch.log_softmax(logits, -1)[[0, 1], [0, 2]])
    assert close(c.entropy(), -(c.probs * c.probs.log()).sum(-1)) and c.sample((5,)).shape == (5, 2)
    assert close(D.Bernoulli(probs=x).log_prob(torch.tensor([1.0, 0.0])), [numpy.log(0.3), numpy.log(0.4)])
    assert close(D.Poisson(b).log_prob(torch.tensor([2.0, 1.0])), [-1.3822, -1.0567], 1e-3)
    mixture = D.MixtureSameFamily(D.Categorical(torch.tensor([0.3, 0.7])), D.Normal(a, b))
    assert close(mixture.log_prob(x[0]), numpy.log(0.3 * numpy.exp(D.Normal(a, b).log_prob(x[0])[0].item()) +
                                                   0.7 * numpy.exp(D.Normal(a, b).log_prob(x[0])[1].item())))
    with pytest.raises(ValueError):
        D.Categorical(probs=logits, logits=logits)


def test_draws_have_the_moments_of_their_distribution_and_rsample_has_gradients():
    torch.manual_seed(0)
    for d in (D.Normal(1.0, 2.0), D.Uniform(-1.0, 3.0), D.Exponential(2.0), D.Laplace(0.0, 1.0), D.Gamma(3.0, 2.0), D.Beta(2.0, 3.0),
              D.Bernoulli(0.3), D.Poisson(4.0)):
        x = d.sample((20000,))
        assert x.shape == (20000,) and abs(x.mean().item() - float(d.mean)) < 0.08, d
        assert abs(x.var().item() - float(d.variance)) < 0.3, d
    mean = torch.tensor(0.5, requires_grad=True)
    D.Normal(mean, 1.0).rsample((4,)).sum().backward()
    assert mean.grad.item() == 4 and not D.Normal(mean, 1.0).sample().requires_grad


def test_divergences():
    p, q = D.Normal(torch.tensor([0.0, 1.0]), 1.0), D.Normal(0.0, 2.0)
    assert close(D.kl_divergence(p, q), [numpy.log(2) - 0.375, numpy.log(2) - 0.25])
    assert close(D.kl_divergence(D.Independent(p, 1), D.Independent(D.Normal(torch.zeros(2), 2.0), 1)),
                 2 * numpy.log(2) - 0.625)
    with pytest.raises(NotImplementedError):
        D.kl_divergence(p, D.Bernoulli(0.5))
