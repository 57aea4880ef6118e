"""PyTorch's layers: what they take, give and refuse, as PyTorch's own do.

The numbers that stand here were computed by PyTorch 2.15.
"""
import copy
import pickle

import numpy
import pytest
import weir.dialects
from weir.dialects import torch

nn, F = torch.nn, torch.nn.functional


@pytest.fixture(autouse=True)
def spoken():
    """The modes of PyTorch, which records and trains from the start."""
    from weir.dialects import _modes

    _modes.speak(True, "torch")
    yield
    _modes.restore()
    weir.autograd.set_recording(False)
    weir.autograd.set_training(False)


def waves(*shape):
    return torch.tensor(numpy.cos(numpy.arange(numpy.prod(shape)) * 0.7).reshape(shape).astype("float32"))


def filled(module):
    """Parameters that do not depend on random numbers."""
    for i, p in enumerate(module.parameters()):
        p.data = torch.tensor((numpy.sin(numpy.arange(p.numel()) * (i + 1.3)) * 0.5)
                              .reshape(tuple(p.shape)).astype("float32"))
    return module


def near(x, expected):
    return numpy.allclose(numpy.asarray(x.detach().cpu().numpy()).ravel()[:len(expected)], expected, atol=1e-4)


def attend(m, q, k, v, mask=None):
    """What nn.MultiheadAttention means, with batch_first, head by head, in NumPy."""
    w, b = m.in_proj_weight.detach().cpu().numpy(), m.in_proj_bias.detach().cpu().numpy()
    e, h = m.embed_dim, m.num_heads
    q, k, v = (x.cpu().numpy() @ w[i * e:(i + 1) * e].T + b[i * e:(i + 1) * e] for i, x in enumerate((q, k, v)))
    parts = [x.reshape(*x.shape[:2], h, e // h).transpose(0, 2, 1, 3) for x in (q, k, v)]
    scores = parts[0] @ parts[1].transpose(0, 1, 3, 2) / (e // h) ** 0.5
    scores = scores if mask is None else scores + mask
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    y = (weights @ parts[2]).transpose(0, 2, 1, 3).reshape(q.shape)
    return y @ m.out_proj.weight.detach().cpu().numpy().T + m.out_proj.bias.detach().cpu().numpy(), weights


# ---- Attention ---------------------------------------------------------------------------------------


def test_attention_gives_a_pair():
    m, x = filled(nn.MultiheadAttention(8, 2, batch_first=True)), waves(3, 4, 8)
    result = m(x, x, x)
    assert isinstance(result, tuple) and result[0].shape == (3, 4, 8) and result[1].shape == (3, 4, 4)
    assert (x + m(x, x, x)[0]).shape == x.shape
    y, weights = attend(m, x, x, x)
    assert numpy.allclose(result[0].detach().cpu().numpy(), y, atol=1e-5)
    assert numpy.allclose(result[1].detach().cpu().numpy(), weights.mean(1), atol=1e-5)
    y, none = m(x, x, x, need_weights=False)
    assert none is None and numpy.allclose(y.detach().cpu().numpy(), result[0].detach().cpu().numpy(), atol=1e-5)
    assert m(x, x, x, average_attn_weights=False)[1].shape == (3, 2, 4, 4)


def test_attention_of_keys_with_steps_first_and_without_a_batch():
    m, x, k = filled(nn.MultiheadAttention(8, 2)), waves(3, 4, 8), waves(5, 4, 8)
    y, weights = m(x, k, k)
    assert y.shape == (3, 4, 8) and weights.shape == (4, 3, 5)
    wanted, _ = attend(m, x.transpose(0, 1), k.transpose(0, 1), k.transpose(0, 1))
    assert numpy.allclose(y.detach().cpu().numpy().transpose(1, 0, 2), wanted, atol=1e-5)
    y, weights = m(x[:, 0], k[:, 0], k[:, 0])
    assert y.shape == (3, 8) and weights.shape == (3, 5)


@pytest.mark.parametrize("need", [True, False])
def test_true_in_a_mask_is_what_is_not_seen(need):
    m, x, k = filled(nn.MultiheadAttention(8, 2, batch_first=True)), waves(3, 4, 8), waves(3, 6, 8)
    hidden = numpy.arange(24).reshape(4, 6) % 4 == 2
    padding = numpy.arange(18).reshape(3, 6) % 3 == 1
    mask = numpy.where(hidden, -numpy.inf, 0.0) + numpy.where(padding, -numpy.inf, 0.0)[:, None, None, :]
    y, weights = m(x, k, k, torch.tensor(padding), need, torch.tensor(hidden))
    wanted, wanted_weights = attend(m, x, k, k, mask)
    assert numpy.allclose(y.detach().cpu().numpy(), wanted, atol=1e-5)
    assert not need or numpy.allclose(weights.detach().cpu().numpy(), wanted_weights.mean(1), atol=1e-5)
    added = numpy.cos(numpy.arange(144)).reshape(6, 4, 6).astype("float32")
    y, _ = m(x, k, k, need_weights=need, attn_mask=torch.tensor(added))
    assert numpy.allclose(y.detach().cpu().numpy(), attend(m, x, k, k, added.reshape(3, 2, 4, 6))[0], atol=1e-5)
    with pytest.raises(RuntimeError, match=r"attn_mask must have shape \(4, 6\) or \(6, 4, 6\), not \(6, 4\)"):
        m(x, k, k, attn_mask=torch.zeros(6, 4))


def test_arguments_by_place_are_in_pytorchs_order():
    m = nn.MultiheadAttention(8, 2, 0.0, True, False, False, None, None, True)
    assert m.batch_first and m.bias and not m.dropout
    loss = nn.CrossEntropyLoss(torch.tensor([1.0, 2.0, 0.5]), None, 2, None, "sum", 0.2)
    assert near(loss(waves(4, 3), torch.tensor([0, 1, 2, 1])), [5.09088])
    assert near(loss(input=waves(4, 3), target=torch.tensor([0, 1, 2, 1])), [5.09088])
    assert nn.MaxPool2d(2, 1, 0, 1, False, True).ceil_mode
    assert nn.Linear(2, 3, True, "cpu", torch.float64).weight.dtype == torch.float64
    assert nn.MSELoss(size_average=False)(torch.ones(3), torch.zeros(3)).item() == 3.0
    assert nn.L1Loss(reduce=False)(torch.ones(3), torch.zeros(3)).shape == (3,)


def test_what_is_not_there_is_refused():
    for make in (lambda: nn.Embedding(3, 4, max_norm=1.0), lambda: nn.BatchNorm1d(3, momentum=None),
                 lambda: nn.MultiheadAttention(8, 2, add_zero_attn=True), lambda: nn.MultiheadAttention(8, 2, kdim=4),
                 lambda: nn.LSTM(2, 3, proj_size=1), lambda: nn.GroupNorm(1, 2, bias=False),
                 lambda: nn.ConvTranspose2d(1, 2, 3, padding_mode="reflect"), lambda: nn.InstanceNorm1d(3, track_running_stats=True)):
        with pytest.raises(NotImplementedError, match="is not supported"):
            make()
    with pytest.raises(TypeError, match="Linear: missing required argument 'out_features'"):
        nn.Linear(10)


def test_masks_of_an_encoder():
    e, x = filled(nn.TransformerEncoderLayer(8, 2, 16, 0.0, F.gelu, batch_first=True)), waves(3, 4, 8)
    later = torch.tensor(numpy.triu(numpy.ones((4, 4)), 1) > 0)
    y = e(x, later)
    x2 = waves(3, 4, 8)
    x2[:, 3] = 9.0  # which only the last step sees
    assert numpy.allclose(e(x2, later).detach().cpu().numpy()[:, :3], y.detach().cpu().numpy()[:, :3], atol=1e-5)
    assert not numpy.allclose(e(x2).detach().cpu().numpy()[:, :3], e(x).detach().cpu().numpy()[:, :3], atol=1e-3)
    padding = torch.tensor([[False, False, False, True]] * 3)
    assert numpy.allclose(e(x2, src_key_padding_mask=padding).detach().cpu().numpy()[:, :3],
                          e(x, src_key_padding_mask=padding).detach().cpu().numpy()[:, :3], atol=1e-5)


# ---- Parameters from the start ------------------------------------------------------------------------


def test_layers_have_their_parameters_when_they_are_made():
    def start(m):
        seen.append(type(m))
        if type(m) is nn.Linear or isinstance(m, (nn.Conv2d, nn.Embedding)):
            nn.init.xavier_uniform_(m.weight)
            if getattr(m, "bias", None) is not None:
                m.bias.data.fill_(0.25)
        if isinstance(m, nn.LSTM):
            for name in m._flat_weights_names:
                if "bias" in name:
                    nn.init.zeros_(m._parameters[name])

    seen = []
    net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Linear(4, 5), nn.TransformerEncoderLayer(4, 2),
                        nn.LSTM(2, 3), nn.Embedding(3, 4), nn.MultiheadAttention(4, 2), nn.LayerNorm(4), nn.PReLU(),
                        nn.ConvTranspose2d(1, 2, 3), nn.GRU(2, 2), nn.GroupNorm(1, 2), nn.Bilinear(2, 3, 4))
    before = {id(p) for p in net.parameters()}
    net.apply(start)
    assert net[3].linear1.bias.tolist() == [0.25] * 2048 and net[3].self_attn.out_proj.bias.tolist() == [0.25] * 4
    assert seen.count(nn.Linear) == 5 and nn.MultiheadAttention in seen
    assert {id(p) for p in net.parameters()} == before
    assert all(isinstance(p, nn.Parameter) for p in net.parameters())
    assert isinstance(net[3].linear1.weight, nn.Parameter)


# ---- In place, and softmax ------------------------------------------------------------------------------


def test_layers_in_place_write_over_their_input():
    relu, x = nn.ReLU(inplace=True), torch.tensor([-1.0, 2.0])
    y = relu(x)
    assert x.tolist() == [0.0, 2.0] and (x + y).tolist() == [0.0, 4.0]
    leaf = torch.tensor([-1.0, 2.0], requires_grad=True)
    z = leaf * 2
    y = F.relu(z, inplace=True)
    assert z.tolist() == [0.0, 4.0]
    (z + y).sum().backward()
    assert leaf.grad.tolist() == [0.0, 4.0]
    with pytest.raises(RuntimeError, match="a leaf tensor that requires grad"):
        relu(leaf)
    x = torch.tensor([-1.0, 2.0])
    nn.Sequential(nn.ReLU(True), nn.Tanh())(x)
    assert x.tolist() == [0.0, 2.0]
    x = torch.tensor([-1.0, 2.0])
    nn.Sequential(nn.Tanh(), nn.ReLU(True))(x)
    assert x.tolist() == [-1.0, 2.0]
    assert copy.deepcopy(relu)(x) is x and pickle.loads(pickle.dumps(relu))(x) is x


def test_softmax_without_a_dimension_takes_pytorchs():
    for shape, dim in (((4,), 0), ((2, 3), 1), ((2, 3, 4), 0), ((2, 3, 4, 2), 1)):
        x = waves(*shape)
        for ours in (nn.Softmax()(x), F.softmax(x), nn.Sequential(nn.Softmax())(x)):
            assert near(ours.sum(dim), [1.0])
        assert near(F.log_softmax(x).exp().sum(dim), [1.0])


# ---- Clamp ---------------------------------------------------------------------------------------------


def test_the_gradient_of_clamp_on_its_bounds():
    def grads(f, *values):
        leaves = [torch.tensor(v, requires_grad=True) for v in values]
        f(*leaves).sum().backward()
        return [leaf.grad.tolist() for leaf in leaves]

    x = [1.0, 1.5, 2.0, 2.5, 3.0, 3.5]
    assert grads(lambda x: torch.clamp(x, 1.5, 3.0), x) == [[0.0, 0.0, 1.0, 1.0, 0.0, 0.0]]
    assert grads(lambda x: torch.clamp(x, min=1.5), x) == [[0.0, 0.0, 1.0, 1.0, 1.0, 1.0]]
    assert grads(lambda x: torch.clamp(x, 2.0, 2.0), x) == [[0.0] * 6]
    assert grads(lambda x, low: torch.clamp(x, min=low), x, [1.5] * 6) == [
        [0.0, 0.5, 1.0, 1.0, 1.0, 1.0], [1.0, 0.5, 0.0, 0.0, 0.0, 0.0]]
    assert grads(lambda x, high: torch.clamp(x, max=high), x, [3.0] * 6) == [
        [1.0, 1.0, 1.0, 1.0, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0, 0.5, 1.0]]
    assert grads(torch.maximum, x, [1.5] * 6) == [[0.0, 0.5, 1.0, 1.0, 1.0, 1.0], [1.0, 0.5, 0.0, 0.0, 0.0, 0.0]]
    assert grads(torch.minimum, x, [3.0] * 6) == [[1.0, 1.0, 1.0, 1.0, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0, 0.5, 1.0]]
    both = {(1, 1, 1): (1, 0, 0), (1, 1, 2): (0.5, 0.5, 0), (1, 2, 1): (0, 0, 1), (1, 2, 3): (0, 1, 0),
            (1, 3, 2): (0, 0, 1), (1, 3, 3): (0, 1, 0), (2, 1, 1): (0, 0, 1), (2, 1, 2): (0.5, 0, 0.5),
            (2, 1, 3): (1, 0, 0), (2, 2, 1): (0, 0, 1), (3, 2, 1): (0, 0, 1), (3, 3, 3): (1, 0, 0)}
    values = [[float(k[i]) for k in both] for i in range(3)]
    assert grads(torch.clamp, *values) == [[float(v[i]) for v in both.values()] for i in range(3)]


# ---- Encoders ----------------------------------------------------------------------------------------


def test_an_encoder_of_layers():
    e = filled(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True), 2, norm=nn.LayerNorm(8)))
    assert [n for n, _ in e.named_parameters()][12:14] == ["layers.1.self_attn.in_proj_weight",
                                                           "layers.1.self_attn.in_proj_bias"]
    x, pad = waves(2, 4, 8), torch.tensor([[False] * 4, [False, False, True, True]])
    assert near(e(x), [0.0, 0.394769, 0.262156, -0.543845])
    y = e(x, src_key_padding_mask=pad)
    assert near(y[1], [0.0, 0.377428, 0.276252, -0.540964]) and near(y[1, 3], [0.0, 0.392398, 0.259693])
    e.eval()
    with torch.no_grad():  # padding at the ends is left out: zeros, then the norm
        y = e(x, src_key_padding_mask=pad)
        assert near(y[1], [0.0, 0.377428, 0.276252, -0.540964]) and near(y[1, 3], [0.0, 0.459839, 0.361134])
    assert near(e(x[0]), [0.0, 0.394769, 0.262156, -0.543845])  # without a batch
    causal = torch.triu(torch.ones(4, 4, dtype=torch.bool), 1)
    assert torch.equal(e(x, mask=causal), e(x, causal, is_causal=True))
    assert not torch.equal(e(x, mask=causal), e(x))
    for part in (e, e.layers[0]):
        with pytest.raises(RuntimeError, match="requires (src_)?mask"):
            part(x, is_causal=True)


# ---- Casts and optimisers ----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype, cast", [(torch.float16, "half"), (torch.bfloat16, "bfloat16"), (torch.float64, "double")])
def test_a_cast_after_the_optimiser_was_made(dtype, cast):
    net = filled(nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1)))
    net[1].weight.data = torch.ones(1, 2)
    weight = net[0].weight
    opt = torch.optim.Adam([{"params": net[0].parameters()}, {"params": net[1].parameters(), "lr": 0.25}], lr=0.5)
    assert getattr(net, cast)() is net and net[0].weight is weight and weight.dtype == dtype
    before = [p.detach().clone() for p in net.parameters()]
    net(torch.ones(1, 2, dtype=dtype)).sum().backward()
    opt.step()
    for p, old, lr in zip(net.parameters(), before, (0.5, 0.5, 0.25, 0.25)):
        assert torch.allclose((p - old).abs().double(), torch.full(p.shape, lr, dtype=torch.float64), atol=0.02)
    opt.zero_grad()
    assert all(p.grad is None for p in net.parameters()) and opt.param_groups[0]["params"][0] is weight
    net.float()
    net(torch.ones(1, 2)).sum().backward()
    with pytest.raises(RuntimeError, match="cast before the first step, or create another optimizer"):
        opt.step()  # as PyTorch's Adam


def test_gradients_are_cast_with_their_parameters():
    net = filled(nn.Linear(2, 1))
    opt = torch.optim.SGD(net.parameters(), lr=1.0)
    net(torch.ones(1, 2)).sum().backward()
    before = net.bias.item()
    net.double()
    assert net.bias.grad.dtype == torch.float64 and net.weight.grad.tolist() == [[1.0, 1.0]]
    opt.step()
    assert net.bias.item() == before - 1.0


def test_the_state_of_an_optimiser():
    p, q = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(3))
    opt = torch.optim.Adam([p, q], lr=0.1)
    assert len(opt.state) == 0 and opt.state[p] == {}
    p.sum().backward()
    opt.step()
    assert list(opt.state) == [p] and list(opt.state[p]) == ["step", "exp_avg", "exp_avg_sq"]
    state = opt.state[p]
    assert state["step"].item() == 1 and isinstance(state["exp_avg"], torch.Tensor)
    assert near(state["exp_avg"], [0.1, 0.1]) and near(state["exp_avg_sq"], [0.001, 0.001])
    state["exp_avg"].zero_()  # it is the optimiser's own
    assert near(opt.state[p]["exp_avg"], [0.0, 0.0])
    opt.state[p]["exp_avg"] = torch.ones(2)
    assert near(opt.state[p]["exp_avg"], [1.0, 1.0])
    with pytest.raises(KeyError):
        opt.state[nn.Parameter(torch.zeros(1))]
    with pytest.raises(NotImplementedError, match="state.clear"):
        del opt.state[p]
    opt.state.clear()
    assert len(opt.state) == 0
    q.sum().backward()
    opt.step()
    assert len(opt.state) == 2 and opt.state[p]["step"].item() == 1
    opt.state = {}
    assert len(opt.state) == 0


# ---- Memory that is NumPy's too ----------------------------------------------------------------------


@pytest.mark.parametrize("make", [torch.from_numpy, torch.as_tensor, torch.asarray, torch.from_dlpack])
def test_memory_of_numpy_is_shared(make):
    a = numpy.zeros((300, 300), dtype="float32")
    t = make(a)
    assert isinstance(t, torch.Tensor) and t.numpy().ctypes.data == a.ctypes.data
    for i in range(5):
        a[...] = i
        y, part, product = t + 1, t[10:], t @ t
        z = part.sum()
        a[...] = -1.0  # what was computed does not change
        assert y[0, 0].item() == y[299, 299].item() == i + 1 and z.item() == 290 * 300 * i
        assert product[7, 7].item() == 300 * i * i and t[3, 3].item() == -1.0
        t.fill_(i + 5.0)
        assert a[0, 0] == a[299, 299] == i + 5.0
        t[1:].mul_(2)
        assert a[299, 299] == 2 * (i + 5.0)
        t += 1
        assert a[0, 0] == i + 6.0


@pytest.mark.cpu
def test_a_tensor_as_a_numpy_array_is_shared():
    t = torch.zeros(200, 200)
    early = t + 1  # reads it before
    n = t.numpy()
    n[...] = 2
    y = t * 3
    n[...] = 0
    assert early[5, 5].item() == 1 and y[199, 199].item() == 6 and t.sum().item() == 0
    part = t[1:].numpy()
    part[...] = 4
    assert t[0, 0].item() == 0 and t[199, 0].item() == 4 and n[199, 0] == 4
    del n, part
    assert (t + 1)[199, 0].item() == 5


def test_what_from_numpy_refuses_and_what_copies():
    with pytest.raises(TypeError, match="not list; .* torch.tensor"):
        torch.from_numpy([1.0])
    with pytest.raises(RuntimeError, match="copy it with torch.tensor"):
        torch.from_numpy(numpy.zeros(3, dtype=">f4"))
    with pytest.raises(TypeError):
        torch.from_numpy(numpy.array(["text"]))
    a = numpy.zeros(3, dtype="float32")
    copies = [torch.tensor(a), torch.as_tensor(a, dtype=torch.float64), torch.asarray(a, copy=True)]
    a[...] = 1
    assert all(x.tolist() == [0.0] * 3 for x in copies)
    fixed = numpy.zeros(3)
    fixed.flags.writeable = False
    t = torch.from_numpy(fixed)
    with pytest.raises(RuntimeError, match="read-only"):
        t += 1
