"""PyTorch's layers that Weir does not have as layers: functions with settings, recurrent cells, decoders.

TABLE has a line for each layer that is a function of its inputs: the constructor's arguments, the inputs, and an expression
of both in which an argument is s.name.
"""
import fnmatch
import math

import weir as _weir
from weir._core import Array
from weir.dialects import _torch_functional as functional
from weir.dialects import _torch_repr
from weir.dialects._tensor_class import Mistake, keep, op, place, quietly
from weir.dialects._torch_layers import softmax_dim

_shape = Array.shape.__get__

TABLE = """
Softmin(dim=None) x: op["softmin"](x, axis=softmax_dim(s.dim, x.ndim))
Softmax2d() x: op["softmax"](x, axis=-3)
LocalResponseNorm(size, alpha=0.0001, beta=0.75, k=1.0) x: op["local_response_norm"](x, size=s.size, alpha=s.alpha, beta=s.beta, k=s.k)
LPPool1d(norm_type, kernel_size, stride=None, ceil_mode=False) x: functional.lp_pool(x, s.norm_type, s.kernel_size, s.stride, s.ceil_mode, 1)
LPPool2d(norm_type, kernel_size, stride=None, ceil_mode=False) x: functional.lp_pool(x, s.norm_type, s.kernel_size, s.stride, s.ceil_mode, 2)
PixelShuffle(upscale_factor) x: op["pixel_shuffle"](x, upscale_factor=s.upscale_factor)
PixelUnshuffle(downscale_factor) x: op["pixel_unshuffle"](x, downscale_factor=s.downscale_factor)
ChannelShuffle(groups) x: op["channel_shuffle"](x, groups=s.groups)
Unfold(kernel_size, dilation=1, padding=0, stride=1) x: functional.unfold(x, s.kernel_size, s.dilation, s.padding, s.stride)
Fold(output_size, kernel_size, dilation=1, padding=0, stride=1) x: functional.fold(x, s.output_size, s.kernel_size, s.dilation, s.padding, s.stride)
CosineSimilarity(dim=1, eps=1e-08) x1, x2: functional.cosine_similarity(x1, x2, s.dim, s.eps)
PairwiseDistance(p=2.0, eps=1e-06, keepdim=False) x1, x2: functional.pairwise_distance(x1, x2, s.p, s.eps, s.keepdim)
Upsample(size=None, scale_factor=None, mode="nearest", align_corners=None) x: functional.interpolate(x, s.size, s.scale_factor, s.mode, s.align_corners)
UpsamplingNearest2d(size=None, scale_factor=None, *, mode="nearest") x: functional.interpolate(x, s.size, s.scale_factor)
UpsamplingBilinear2d(size=None, scale_factor=None, *, mode="bilinear") x: functional.interpolate(x, s.size, s.scale_factor, "bilinear", True)
MaxUnpool1d(kernel_size, stride=None, padding=0) x, indices, output_size=None: functional.max_unpool1d(x, indices, s.kernel_size, s.stride, s.padding, output_size)
MaxUnpool2d(kernel_size, stride=None, padding=0) x, indices, output_size=None: functional.max_unpool2d(x, indices, s.kernel_size, s.stride, s.padding, output_size)
MaxUnpool3d(kernel_size, stride=None, padding=0) x, indices, output_size=None: functional.max_unpool3d(x, indices, s.kernel_size, s.stride, s.padding, output_size)
"""
_PADS = {"Zero": "constant", "Constant": "constant", "Reflection": "reflect", "Replication": "replicate", "Circular": "circular"}


def _functions(module):
    """Return the layers of TABLE and the padding layers."""
    lines = TABLE.strip().splitlines()
    for name, mode in _PADS.items():
        value = ", value" if name == "Constant" else ""
        lines += [f"{name}Pad{n}d(padding{value}) x: functional.pad(x, s.padding, {mode!r}{', s.value' * bool(value)})" for n in (1, 2, 3)]
    made = {}
    for line in lines:
        head, _, body = line.partition(": ")
        name, _, rest = head.partition("(")
        arguments, _, inputs = rest.rpartition(") ")
        names = [part.split("=")[0].strip() for part in arguments.split(",") if part.strip() not in ("", "*")]
        scope = {"functional": functional, "op": op, "softmax_dim": softmax_dim}
        exec(f"def __init__(self, {arguments}):\n super(made[{name!r}], self).__init__()\n self._set(locals())\n"
             f"def forward(s, {inputs}): return {body}", {**scope, "made": made}, scope)

        def _set(self, given, names=names, name=name):
            for key in names:
                setattr(self, key, _padding(name, given[key]) if key == "padding" and "Pad" in name else given[key])
            if name.startswith("Upsampl") and self.scale_factor is not None:
                factor = self.scale_factor
                self.scale_factor = tuple(map(float, factor)) if isinstance(factor, (list, tuple)) else float(factor)

        def extra_repr(self, name=name):
            return _torch_repr.extra(name, vars(self))

        made[name] = type(name, (module,), {"__init__": scope["__init__"], "forward": scope["forward"], "_set": _set,
                                            "extra_repr": extra_repr, "__module__": module.__module__})
    return made


def several(x, count):
    """Return a number as a tuple of `count` of them; a sequence as a tuple."""
    return tuple(x) if isinstance(x, (tuple, list)) else (x,) * count


def _padding(name, padding):
    return (padding,) * (2 * int(name[-2])) if isinstance(padding, int) else tuple(padding)


# ---- Bags of rows ----------------------------------------------------------------------------------------


def _refuse_norms(max_norm, scale_grad_by_freq):
    if max_norm is not None or scale_grad_by_freq:
        raise NotImplementedError("torch.nn.EmbeddingBag: max_norm and scale_grad_by_freq are not supported; omit them")


def _row(name, index, count):
    """Return the number of the row that `padding_idx` names; a negative one counts from the end."""
    if index is not None and not -count <= index < count:
        raise Mistake(f"{name}: padding_idx is {index}, but there are {count} rows")
    return index if index is None or index >= 0 else index + count


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False,
                  per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """Return the sum, mean or maximum of rows of `weight` for each bag of indices: a row of `input`, or what begins at each
    of the `offsets`.  Indices equal to padding_idx do not count."""
    _refuse_norms(max_norm, scale_grad_by_freq)
    if mode not in ("sum", "mean", "max"):
        raise Mistake(f"embedding_bag: mode must be 'sum', 'mean' or 'max', not {mode!r}")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError("embedding_bag: per_sample_weights require mode='sum'")
    if (input.ndim == 2) == (offsets is not None):
        raise Mistake("embedding_bag: offsets are required for an input with one dimension, and for no other")
    padding_idx = _row("embedding_bag", padding_idx, _shape(weight)[0])
    if input.ndim == 2:
        count, length = _shape(input)
        bags = op["repeat"](_weir.arange(count), length)
        input, per_sample_weights = (x if x is None else op["reshape"](x, (-1,)) for x in (input, per_sample_weights))
    else:
        offsets = offsets[:-1] if include_last_offset else offsets
        count = _shape(offsets)[0]
        bags = op["searchsorted"](offsets, _weir.arange(_shape(input)[0]), side="right") - 1
    if padding_idx is not None:  # what does not count is in a bag of its own, after the others
        bags = op["where"](op["equal"](input, padding_idx), count, bags)
    rows = op["embedding"](input, weight)
    if per_sample_weights is not None:
        rows = rows * op["expand_dims"](per_sample_weights, -1)
    made = op[f"segment_{mode}"](rows, bags, num_segments=count + (padding_idx is not None))[:count]
    if mode != "max":
        return made
    size = op["segment_sum"](op["ones"](_shape(bags)), bags, num_segments=count + 1)[:count]
    return op["where"](op["greater"](op["expand_dims"](size, -1), 0), made, 0)  # the maximum of no rows is 0


# ---- Recurrent cells -----------------------------------------------------------------------------------


def _cells(module, parameter):
    class Cell(module):
        gates = 1

        def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
            super().__init__()
            self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
            rows = self.gates * hidden_size

            def new(*shape):
                return parameter(quietly(lambda: op["zeros"](shape, dtype)))

            self.weight_ih, self.weight_hh = new(rows, input_size), new(rows, hidden_size)
            self.bias_ih, self.bias_hh = (new(rows), new(rows)) if bias else (None, None)
            self.reset_parameters()
            self._wr_moved(place(device), None)

        def reset_parameters(self):
            limit = 1 / math.sqrt(self.hidden_size) if self.hidden_size else 0.0
            for p in self.parameters():
                keep(p, op["uniform"](_shape(p), -limit, limit, p.dtype))

        def extra_repr(self):
            return _torch_repr.extra(type(self).__name__, vars(self))

        def _zeros(self, x):
            return op["zeros"]((*_shape(x)[:-1], self.hidden_size), x.dtype)

        def _parts_of(self, x, h):
            a, b = op["linear"](x, self.weight_ih, bias=self.bias_ih), op["linear"](h, self.weight_hh, bias=self.bias_hh)
            return a, b

    class RNNCell(Cell):
        """One step of a simple recurrent network."""

        def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
            if nonlinearity not in ("tanh", "relu"):
                raise Mistake(f"RNNCell: unknown nonlinearity: {nonlinearity}")
            super().__init__(input_size, hidden_size, bias, device, dtype)
            self.nonlinearity = nonlinearity

        def forward(self, input, hx=None):
            a, b = self._parts_of(input, self._zeros(input) if hx is None else hx)
            return op[self.nonlinearity](a + b)

    class LSTMCell(Cell):
        """One step of an LSTM."""

        gates = 4

        def forward(self, input, hx=None):
            h, c = (self._zeros(input),) * 2 if hx is None else hx
            a, b = self._parts_of(input, h)
            i, f, g, o = op["split"](a + b, sections=4, axis=-1)
            c = op["sigmoid"](f) * c + op["sigmoid"](i) * op["tanh"](g)
            return op["sigmoid"](o) * op["tanh"](c), c

    class GRUCell(Cell):
        """One step of a gated recurrent unit."""

        gates = 3

        def forward(self, input, hx=None):
            h = self._zeros(input) if hx is None else hx
            a, b = (op["split"](part, sections=3, axis=-1) for part in self._parts_of(input, h))
            r, z = op["sigmoid"](a[0] + b[0]), op["sigmoid"](a[1] + b[1])
            n = op["tanh"](a[2] + r * b[2])
            return n + z * (h - n)

    class EmbeddingBag(module):
        """Sums, means or maxima of rows of a table."""

        def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean",
                     sparse=False, _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None):
            _refuse_norms(max_norm, scale_grad_by_freq)
            super().__init__()
            self.num_embeddings, self.embedding_dim, self.mode = num_embeddings, embedding_dim, mode
            self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse = max_norm, norm_type, scale_grad_by_freq, sparse
            self.include_last_offset, self.padding_idx = include_last_offset, _row("EmbeddingBag", padding_idx, num_embeddings)

            if _weight is None:
                self.weight = parameter(quietly(lambda: op["zeros"]((num_embeddings, embedding_dim), dtype)))
                self.reset_parameters()
            else:
                self.weight = parameter(_weight)
            self._wr_moved(place(device), None)

        def reset_parameters(self):
            weight = self.weight
            keep(weight, op["normal"](_shape(weight), 0.0, 1.0, weight.dtype))
            if self.padding_idx is not None:
                keep(weight[self.padding_idx], 0)

        @classmethod
        def from_pretrained(cls, embeddings, freeze=True, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean",
                            sparse=False, include_last_offset=False, padding_idx=None):
            """Return a layer with these rows, which are not trained unless freeze is false."""
            if embeddings.ndim != 2:
                raise Mistake(f"from_pretrained: the embeddings must have 2 dimensions, not {embeddings.ndim}")
            layer = cls(*_shape(embeddings), max_norm, norm_type, scale_grad_by_freq, mode, sparse, op["copy"](Array.detach(embeddings)),
                        include_last_offset, padding_idx)
            layer.weight.requires_grad = not freeze
            return layer

        def forward(self, input, offsets=None, per_sample_weights=None):
            return embedding_bag(input, self.weight, offsets, mode=self.mode, per_sample_weights=per_sample_weights,
                                 include_last_offset=self.include_last_offset, padding_idx=self.padding_idx)

        def extra_repr(self):
            return _torch_repr.extra("EmbeddingBag", vars(self))

    return {cls.__name__: cls for cls in (RNNCell, LSTMCell, GRUCell, EmbeddingBag)}


# ---- Transformers --------------------------------------------------------------------------------------


def _copies(layer, count):
    import copy

    return [copy.deepcopy(layer) for _ in range(count)]


def _transformers(module, layers, module_list, encoder):
    attention, linear, norm, dropout_ = (layers[n] for n in ("MultiheadAttention", "Linear", "LayerNorm", "Dropout"))

    class TransformerDecoderLayer(module):
        """Attention to the target, attention to the memory, and a feed-forward network."""

        def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation="relu", layer_norm_eps=1e-5,
                     batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
            super().__init__()
            self.self_attn = attention(d_model, nhead, dropout=dropout, batch_first=batch_first, bias=bias)
            self.multihead_attn = attention(d_model, nhead, dropout=dropout, batch_first=batch_first, bias=bias)
            self.linear1, self.dropout = linear(d_model, dim_feedforward, bias=bias), dropout_(dropout)
            self.linear2 = linear(dim_feedforward, d_model, bias=bias)
            self.norm1, self.norm2, self.norm3 = (norm(d_model, eps=layer_norm_eps, bias=bias) for _ in range(3))
            self.dropout1, self.dropout2, self.dropout3 = (dropout_(dropout) for _ in range(3))
            self.norm_first = norm_first
            self._activation = op[activation] if isinstance(activation, str) else activation
            self._wr_moved(place(device), dtype)

        def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                    tgt_is_causal=False, memory_is_causal=False):
            def own(x):
                return self.dropout1(self.self_attn(x, x, x, attn_mask=tgt_mask, key_padding_mask=tgt_key_padding_mask,
                                                    need_weights=False)[0])

            def others(x):
                return self.dropout2(self.multihead_attn(x, memory, memory, attn_mask=memory_mask,
                                                         key_padding_mask=memory_key_padding_mask, need_weights=False)[0])

            def feed(x):
                return self.dropout3(self.linear2(self.dropout(self._activation(self.linear1(x)))))

            x = tgt
            for part, normal in ((own, self.norm1), (others, self.norm2), (feed, self.norm3)):
                x = x + part(normal(x)) if self.norm_first else normal(x + part(x))
            return x

    class TransformerDecoder(module):
        """A stack of copies of a decoder layer, each with its own weights."""

        def __init__(self, decoder_layer, num_layers, norm=None):
            super().__init__()
            self.layers, self.num_layers, self.norm = module_list(_copies(decoder_layer, num_layers)), num_layers, norm

        def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                    tgt_is_causal=None, memory_is_causal=False):
            for layer in self.layers:
                tgt = layer(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
            return tgt if self.norm is None else self.norm(tgt)

    class Transformer(module):
        """An encoder and a decoder."""

        def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1,
                     activation="relu", custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5, batch_first=False,
                     norm_first=False, bias=True, device=None, dtype=None):
            super().__init__()
            each = dict(dim_feedforward=dim_feedforward, dropout=dropout, activation=activation, layer_norm_eps=layer_norm_eps,
                        batch_first=batch_first, norm_first=norm_first, bias=bias)
            last = lambda: norm(d_model, eps=layer_norm_eps, bias=bias)  # noqa: E731
            self.encoder = custom_encoder or encoder(
                layers["TransformerEncoderLayer"](d_model, nhead, **each), num_encoder_layers, last())
            self.decoder = custom_decoder or TransformerDecoder(
                TransformerDecoderLayer(d_model, nhead, **each), num_decoder_layers, last())
            self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first
            self._drawn()
            self._wr_moved(place(device), dtype)

        def _drawn(self):
            def fill(p):
                limit = math.sqrt(6 / sum(_shape(p)[:2]))
                p[...] = op["uniform"](_shape(p), -limit, limit, p.dtype)

            quietly(lambda: [fill(p) for p in self.parameters() if p.ndim > 1])

        def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
                    tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
                    memory_is_causal=False):
            memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
            return self.decoder(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)

        @staticmethod
        def generate_square_subsequent_mask(sz, device=None, dtype=None):
            """Return a mask that hides later positions: -inf above the diagonal, 0 elsewhere."""
            return module._wr_tensor(op["triu"](op["full"](float("-inf"), (sz, sz), dtype, place(device)), k=1))

    return {cls.__name__: cls for cls in (TransformerDecoderLayer, TransformerDecoder, Transformer)}


def layers_of(module, parameter, layers, module_list, encoder):
    """Return a dictionary of these layers, as classes derived from the dialect's Module."""
    made = {**_functions(module), **_cells(module, parameter), **_transformers(module, layers, module_list, encoder)}
    for name, cls in made.items():
        cls.__module__, cls.__qualname__ = module.__module__, name
    return made


# ---- The files of PyTorch's layers ---------------------------------------------------------------------

# The modules of torch.nn.modules: their layers, and the base classes that programs test for, with the layers of each.
FILES = """
batchnorm: BatchNorm1d BatchNorm2d BatchNorm3d; _BatchNorm = BatchNorm*; _NormBase = BatchNorm* InstanceNorm*
instancenorm: InstanceNorm1d InstanceNorm2d InstanceNorm3d; _InstanceNorm = InstanceNorm*
normalization: LayerNorm GroupNorm RMSNorm LocalResponseNorm
conv: Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d; _ConvNd = Conv*; _ConvTransposeNd = ConvTranspose*
linear: Linear Bilinear Identity
sparse: Embedding EmbeddingBag
rnn: RNN LSTM GRU RNNCell LSTMCell GRUCell; RNNBase = RNN LSTM GRU; RNNCellBase = RNNCell LSTMCell GRUCell
dropout: Dropout Dropout1d Dropout2d Dropout3d AlphaDropout; _DropoutNd = *Dropout*
pooling: MaxPool* AvgPool* Adaptive*Pool* LPPool* MaxUnpool*; _MaxPoolNd = MaxPool*; _AvgPoolNd = AvgPool*
activation: ReLU ReLU6 GELU SiLU Mish ELU CELU SELU Sigmoid Tanh Softmax LogSoftmax Softplus LeakyReLU PReLU Hardswish Hardtanh MultiheadAttention
loss: *Loss; _Loss = *Loss; _WeightedLoss = CrossEntropyLoss NLLLoss BCELoss BCEWithLogitsLoss MultiMarginLoss MultiLabelSoftMarginLoss
container: Sequential ModuleList ModuleDict ParameterList ParameterDict
transformer: Transformer*
flatten: Flatten Unflatten
padding: *Pad1d *Pad2d *Pad3d
upsampling: Upsample*
"""


class _Base(type):
    """The type of a base class of PyTorch's layers: the dialect's layers are instances of it, though not derived from it."""

    def __instancecheck__(cls, x):
        return type.__instancecheck__(cls, x) or isinstance(x, cls.__dict__.get("_wr_layers", ()))

    def __subclasscheck__(cls, other):
        return type.__subclasscheck__(cls, other) or issubclass(other, cls.__dict__.get("_wr_layers", ()))


def _base(name, classes, module):
    def __init__(self, *args, **kwargs):
        if not name.endswith("Loss"):
            raise NotImplementedError(f"torch.nn.modules: classes derived from {name} are not supported; derive from one of its layers")
        super(made, self).__init__()
        names = ("weight", "size_average", "reduce", "reduction")[name == "_Loss":]
        given = {"size_average": None, "reduce": None, "reduction": "mean", **dict(zip(names, args)), **kwargs}
        if given["size_average"] is not None or given["reduce"] is not None:
            each = given["reduce"] is False
            given["reduction"] = "none" if each else "sum" if given["size_average"] is False else "mean"
        self.reduction = given["reduction"]
        if name == "_WeightedLoss":
            self.register_buffer("weight", given.get("weight"))

    made = _Base(name, (module,), {"__init__": __init__, "_wr_layers": tuple(classes), "__module__": module.__module__})
    return made


def files_of(layers, module):
    """Return {"_file_batchnorm": {name: class}} and so on for the modules of torch.nn.modules."""
    made = {}
    for line in FILES.strip().splitlines():
        file, _, parts = line.partition(": ")
        own, *bases = parts.split("; ")
        found = made[f"_file_{file}"] = {}
        for words, at in ((own, None), *(reversed(base.split(" = ")) for base in bases)):
            some = {name: layers[name] for word in words.split() for name in fnmatch.filter(sorted(layers), word)
                    if not name.startswith("_")}
            found.update(some if at is None else {at: _base(at, some.values(), module)})
    return made
