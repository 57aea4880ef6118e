"""PyTorch's layers where they differ from Weir's: argument order, in-place layers, attention.

Arguments of PyTorch that Weir does not support are rejected: a layer that ignored them would silently compute a wrong
result.
"""
import weir
from weir import _core, nn
from weir._core import Array
from weir.dialects import _torch_repr, _torch_sequences
from weir.dialects._tensor_class import Mistake, op, place, put

# PyTorch's argument order where it differs from Weir's; "!" marks required arguments.  For an argument that Weir does
# not have, the value after "=" is the only one accepted; "..." accepts and ignores any value.
_LOSS = "size_average=None reduce=None reduction"
_NORM = "num_features! eps momentum affine track_running_stats device=None dtype=None bias=True"
_POOL = "kernel_size! stride padding dilation return_indices=... ceil_mode"
_CONV = "in_channels! out_channels! kernel_size! stride padding dilation groups bias padding_mode=..."
_BACK = "in_channels! out_channels! kernel_size! stride padding output_padding groups bias dilation padding_mode='zeros'"
_INSTANCE = "num_features! eps momentum=... affine track_running_stats=False device=None dtype=None bias=True"
_STEPS = "batch_first dropout bidirectional proj_size=0"
ORDERS = {
    **{f"AdaptiveMaxPool{d}d": "output_size! return_indices=..." for d in "123"},
    **{f"AvgPool{d}d": "kernel_size! stride padding ceil_mode count_include_pad divisor_override=..." for d in "123"},
    **{f"MaxPool{d}d": _POOL for d in "123"},
    **{f"BatchNorm{d}d": _NORM for d in "123"},
    **{f"InstanceNorm{d}d": _INSTANCE for d in "123"},
    **{f"Conv{d}d": _CONV for d in "123"},
    **{f"ConvTranspose{d}d": _BACK for d in "123"},
    "Linear": "in_features! out_features! bias",
    "Bilinear": "in1_features! in2_features! out_features! bias",
    "GroupNorm": "num_groups! num_channels! eps affine device=None dtype=None bias=True",
    "LayerNorm": "normalized_shape! eps elementwise_affine bias",
    "RMSNorm": "normalized_shape! eps elementwise_affine",
    "Embedding": "num_embeddings! embedding_dim! padding_idx max_norm=None norm_type=... scale_grad_by_freq=False "
                 "sparse=... _weight=None _freeze=False",
    "LSTM": "input_size! hidden_size! num_layers bias " + _STEPS,
    "GRU": "input_size! hidden_size! num_layers bias " + _STEPS,
    "RNN": "input_size! hidden_size! num_layers nonlinearity bias batch_first dropout bidirectional",
    "MultiheadAttention": "embed_dim! num_heads! dropout bias add_bias_kv=False add_zero_attn=False kdim=None vdim=None "
                          "batch_first",
    "TransformerEncoderLayer": "d_model! nhead! dim_feedforward dropout activation layer_norm_eps batch_first norm_first "
                               "bias",
    "Threshold": "threshold! value! inplace=...",
    "Hardtanh": "min_val max_val inplace=... min_value=None max_value=None",
    **{name: "inplace=..." for name in ("Hardsigmoid", "Hardswish", "Mish", "ReLU", "ReLU6", "SELU", "SiLU")},
    **{name: "alpha inplace=..." for name in ("CELU", "ELU")},
    **{name: "p inplace=..." for name in ("Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout")},
    "LeakyReLU": "negative_slope inplace=...",
    "BCELoss": "weight " + _LOSS,
    "BCEWithLogitsLoss": "weight " + _LOSS + " pos_weight",
    "CrossEntropyLoss": "weight size_average=None ignore_index reduce=None reduction label_smoothing",
    "NLLLoss": "weight size_average=None ignore_index reduce=None reduction",
    "MultiLabelSoftMarginLoss": "weight " + _LOSS,
    "MultiMarginLoss": "p margin weight " + _LOSS,
    "KLDivLoss": _LOSS + " log_target",
    "SmoothL1Loss": _LOSS + " beta",
    "PoissonNLLLoss": "log_input full size_average=None eps reduce=None reduction",
    "TripletMarginLoss": "margin p eps swap " + _LOSS,
    **{name: _LOSS for name in ("L1Loss", "MSELoss", "SoftMarginLoss")},
    **{name: "margin " + _LOSS for name in ("CosineEmbeddingLoss", "HingeEmbeddingLoss", "MarginRankingLoss")},
}


def _order(name, names):
    """Return a list of (argument, default) in PyTorch's order; the default is _needed for a required argument, and
    `...` if any value is accepted."""
    out = []
    for word in ORDERS[name].split() if name in ORDERS else names:
        argument, _, default = word.partition("=")
        needed = argument.endswith("!")
        out.append((argument.rstrip("!"), _needed if needed else eval(default) if default else ...))
    there = {argument for argument, _ in out}
    return out + [(argument, None) for argument in ("device", "dtype") if argument not in there]


_needed = object()


def _reduction(size_average, reduce):
    """Return the value of `reduction` for the deprecated loss arguments size_average and reduce."""
    mean, single = size_average is not False, reduce is False
    return "none" if single else "mean" if mean else "sum"


def _more(name, given):
    """Return the arguments of a convolution or pooling layer for which a function computes the result."""
    more = {}
    for key, usual in (("return_indices", False), ("divisor_override", None), ("padding_mode", "zeros")):
        if given.get(key, usual) != usual and "Transpose" not in name:
            more[key] = given[key]
    if "padding_mode" in more:
        more["padding"], given["padding"] = given.get("padding", 0), 0
    size = given.get("output_size")
    if name.startswith("Adaptive") and (size is None or isinstance(size, (list, tuple)) and None in size):
        more["output_size"], given["output_size"] = size, 1
    return more


class Arguments:
    """The arguments of a PyTorch layer, converted for Weir.

    ours      arguments for the constructor of Weir's layer
    inplace   whether the layer writes its result over its input
    dtype     dtype of the parameters, or None
    shown     arguments that the repr prints in another form than Weir has them
    more      arguments that Weir's layer does not have, with which `spatial` computes the result
    """

    def __init__(self, name, names, inputs, args, kwargs):
        order = _order(name, names)
        known = dict(order)
        if len(args) > len(order):
            raise TypeError(f"{name} takes {len(order)} positional argument{'s' * (len(order) != 1)} but {len(args)} "
                            f"{'was' if len(args) == 1 else 'were'} given")
        given = dict(zip(known, args))
        for key, value in kwargs.items():
            if key in given:
                raise TypeError(f"{name}: got multiple values for argument {key!r}")
            given[key] = value
        missing = [key for key, default in order if default is _needed and key not in given]
        if missing:
            raise TypeError(f"{name}: missing required argument{'s' * (len(missing) > 1)} "
                            f"{', '.join(map(repr, missing))}")
        self.inplace = bool(given.pop("inplace", False))
        self.shown = {key: value for key, value in given.items() if key == "padding" and isinstance(value, str) or
                      key == "momentum" and name.startswith("InstanceNorm") or key == "eps" and name == "RMSNorm"}
        if name == "RMSNorm":
            self.shown.setdefault("eps", None)
        self.more = _more(name, given)
        self.dtype, self.device = given.pop("dtype", None), place(given.pop("device", None))
        old = {key: given.pop(key) for key in ("size_average", "reduce") if key in given}
        if any(value is not None for value in old.values()):
            given["reduction"] = _reduction(old.get("size_average"), old.get("reduce"))
        own = {*names, *inputs}
        for key in [key for key in given if key not in own and key in known]:
            value, default = given.pop(key), known[key]
            same = default is ... or value is default or isinstance(value, (int, float, str)) and value == default
            if not same and not (key in ("kdim", "vdim") and value == given["embed_dim"]):
                raise NotImplementedError(f"torch.nn.{name}: {key}={value!r} is not supported; omit it, or implement "
                                          "the layer with functions of torch")
        if name.startswith("BatchNorm") and given.get("momentum", 0.1) is None:
            raise NotImplementedError(f"torch.nn.{name}: momentum=None (a cumulative average) is not supported; pass a "
                                      "number")
        if callable(given.get("activation")):
            given["activation"] = getattr(given["activation"], "__name__", "?")
        self.ours = given


# ---- In place ------------------------------------------------------------------------------------------


def overwritten(x, y):
    """Replace the values of x with those of y, as a layer with inplace=True does; return x.

    If gradients flow, x becomes the result of the operation that computed y.
    """
    if not _core.is_recording() or x.grad_mode == "null" and not Array.followed.__get__(x):
        return put(x, y)
    if x.grad_mode != "null":
        raise Mistake("a leaf tensor that requires grad cannot be modified in place; use inplace=False")
    return _core.show(x, y)


# ---- Attention -----------------------------------------------------------------------------------------


def _added(mask, dtype):
    """Return a mask as values to add to the scores.  In a boolean mask, True means masked out, and becomes -inf."""
    if mask is None or mask.dtype.kind == "f":
        return mask
    if mask.dtype != weir.bool:
        raise Mistake(f"the dtype of a mask must be bool or floating-point, not {mask.dtype}")
    return op["where"](mask, weir.asarray(float("-inf"), dtype=dtype), weir.asarray(0.0, dtype=dtype))


def masks(query, heads, steps, attn_mask, key_padding_mask):
    """Return one mask that combines both masks and can be added to scores of shape (batch, heads, queries, keys);
    return None if both are None."""
    batch, queries, keys = steps
    whole = None
    if attn_mask is not None:
        if attn_mask.ndim == 3:
            if tuple(Array.shape.__get__(attn_mask)) != (batch * heads, queries, keys):
                raise Mistake(f"attn_mask must have shape {(batch * heads, queries, keys)} or {(queries, keys)}, not "
                              f"{tuple(attn_mask.shape)}")
            attn_mask = op["reshape"](attn_mask, (batch, heads, queries, keys))
        elif tuple(Array.shape.__get__(attn_mask)) != (queries, keys):
            raise Mistake(f"attn_mask must have shape {(queries, keys)} or {(batch * heads, queries, keys)}, not "
                          f"{tuple(attn_mask.shape)}")
        whole = _added(attn_mask, query.dtype)
    if key_padding_mask is not None:
        if key_padding_mask.ndim == 1:
            key_padding_mask = op["expand_dims"](key_padding_mask, 0)
        if tuple(Array.shape.__get__(key_padding_mask)) != (batch, keys):
            raise Mistake(f"key_padding_mask must have shape {(batch, keys)}, not {tuple(key_padding_mask.shape)}")
        padded = op["reshape"](_added(key_padding_mask, query.dtype), (batch, 1, 1, keys))
        whole = padded if whole is None else whole + padded
    return whole


def attention(layer, query, key, value, key_padding_mask, need_weights, attn_mask, average, is_causal):
    """Return what nn.MultiheadAttention returns: a pair of the result and the attention weights, which are None if
    need_weights is false."""
    if query.ndim not in (2, 3) or key.ndim != query.ndim or value.ndim != query.ndim:
        raise Mistake("MultiheadAttention: query, key and value must have 3 dimensions, or 2 without a batch, not "
                      f"{query.ndim}, {key.ndim} and {value.ndim}")
    if is_causal and attn_mask is None:
        raise Mistake("MultiheadAttention: is_causal=True requires attn_mask")
    alone, first = query.ndim == 2, layer._block.attrs["batch_first"]
    same = key is query and value is query
    if alone:
        query, key, value = (op["expand_dims"](x, 0 if first else 1) for x in (query, key, value))
    axis = 0 if first else 1
    shape, width = Array.shape.__get__, layer._block.attrs["embed_dim"]
    batch, queries, keys = shape(query)[axis], shape(query)[1 - axis], shape(key)[1 - axis]
    heads = layer._block.attrs["num_heads"]
    mask = masks(query, heads, (batch, queries, keys), attn_mask, key_padding_mask)
    if not need_weights:
        inputs = (query,) if same else (query, key, value)
        y = layer._block(*inputs) if mask is None else layer._block(*inputs, *(None,) * (3 - len(inputs)), mask)
        y = y[0] if isinstance(y, tuple) else y
        return op["squeeze"](y, axis=axis) if alone else y, None

    weight, bias = layer.in_proj_weight, getattr(layer, "in_proj_bias", None)

    def part(x, i, steps):
        rows = slice(i * width, (i + 1) * width)
        y = op["linear"](x, weight[rows], bias=None if bias is None else bias[rows])
        y = y if first else op["swapaxes"](y, 0, 1)
        return op["swapaxes"](op["reshape"](y, (batch, steps, heads, width // heads)), 1, 2)

    q, k, v = part(query, 0, queries), part(key, 1, keys), part(value, 2, keys)
    scores = op["matmul"](q * (width // heads) ** -0.5, op["swapaxes"](k, -1, -2))
    weights = op["softmax"](scores if mask is None else scores + mask, axis=-1)
    dropout = layer._block.attrs["dropout"]
    if dropout and layer.training:
        weights = op["dropout"](weights, p=dropout)[0]
    y = op["reshape"](op["swapaxes"](op["matmul"](weights, v), 1, 2), (batch, queries, width))
    y = layer.out_proj(y if first else op["swapaxes"](y, 0, 1))
    weights = op["mean"](weights, axis=1) if average else weights
    return (op["squeeze"](y, axis=axis), op["squeeze"](weights, axis=0)) if alone else (y, weights)


def attends(base):
    """Create and return the class nn.MultiheadAttention."""
    class MultiheadAttention(base):
        __doc__ = base.__doc__

        def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                    average_attn_weights=True, is_causal=False):
            return attention(self, query, key, value, key_padding_mask, need_weights, attn_mask, average_attn_weights,
                             is_causal)

        __call__, _wr_apart = nn.Module.__call__, True

        # PyTorch's class of the last layer has a longer name.
        _printed = "(out_proj): Linear", "(out_proj): NonDynamicallyQuantizableLinear"

    return MultiheadAttention


def encodes(base):
    """Create and return the class nn.TransformerEncoderLayer."""
    class TransformerEncoderLayer(base):
        __doc__ = base.__doc__

        def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
            first, heads = self._block.attrs["batch_first"], self._block.attrs["nhead"]
            if src.ndim not in (2, 3):
                raise Mistake("TransformerEncoderLayer: the input must have 3 dimensions, or 2 without a batch, not "
                              f"{src.ndim}")
            if is_causal and src_mask is None:
                raise Mistake("TransformerEncoderLayer: is_causal=True requires src_mask")
            if src.ndim == 2:
                axis = 0 if first else 1
                return op["squeeze"](self.forward(op["expand_dims"](src, axis), src_mask, src_key_padding_mask), axis=axis)
            batch, steps = Array.shape.__get__(src)[:2] if first else Array.shape.__get__(src)[1::-1]
            mask = masks(src, heads, (batch, steps, steps), src_mask, src_key_padding_mask)
            return self._block(src) if mask is None else self._block(src, mask)

        __call__ = nn.Module.__call__

    return TransformerEncoderLayer


def encoder(module, module_list, layer_class):
    """Create and return the class nn.TransformerEncoder."""
    class TransformerEncoder(module):
        """A stack of copies of an encoder layer, each with its own weights."""

        def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
            import copy

            super().__init__()
            self.layers = module_list([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
            self.num_layers, self.norm = num_layers, norm
            self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check
            attrs = encoder_layer._block.attrs if isinstance(encoder_layer, layer_class) else {}
            self.use_nested_tensor = bool(
                enable_nested_tensor and attrs.get("batch_first") and not attrs["norm_first"] and attrs["bias"] and
                attrs["nhead"] % 2 == 0 and attrs["activation"] in ("relu", "gelu"))

        def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
            if is_causal and mask is None:
                raise Mistake("TransformerEncoder: is_causal=True requires mask")
            output = src
            for layer in self.layers:
                output = layer(output, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
            if src_key_padding_mask is not None and mask is None and self._drops_padding(src):
                output = op["where"](self._padding(src_key_padding_mask), weir.asarray(0.0, dtype=output.dtype), output)
            return output if self.norm is None else self.norm(output)

        def _drops_padding(self, src):
            """Return whether PyTorch would use nested tensors, which set the result at padded positions to 0."""
            return self.use_nested_tensor and src.ndim == 3 and not self.layers[0].training and not (
                _core.is_recording() and (src.followed or any(p.followed for p in self.layers[0].parameters())))

        def _padding(self, mask):
            """Return a boolean array of shape (batch, steps, 1) that is True at padded positions.

            With mask_check, the array is all False unless every sequence is padded only at its end.
            """
            hidden = mask if mask.dtype == weir.bool else op["less"](mask, 0.0)
            if self.mask_check:
                ends = op["all"](op["logical_or"](hidden[:, 1:], op["logical_not"](hidden[:, :-1])))
                hidden = op["logical_and"](hidden, ends)
            return op["expand_dims"](hidden, -1)

    return TransformerEncoder


# ---- Softmax -------------------------------------------------------------------------------------------


def described(layer):
    """Return the arguments in the repr of a layer, as PyTorch prints them."""
    name = layer._block.kind
    return _torch_repr.extra(name, _torch_repr.settings_of(layer, name))


def softmax_dim(dim, ndim):
    """Return dim, or PyTorch's default dimension if dim is None."""
    return dim if dim is not None else 0 if ndim in (0, 1, 3) else 1


def chooses(base, name):
    """Create and return the class nn.Softmax or nn.LogSoftmax, whose dim is optional."""
    class Softmax(base):
        __doc__ = base.__doc__

        def __init__(self, dim=None):
            base.__init__(self, -1 if dim is None else dim)
            self.__dict__.update(dim=dim, _wr_apart=dim is None)

        def forward(self, x):
            return op[name](x, axis=softmax_dim(self.dim, x.ndim))

        __call__ = nn.Module.__call__

    return Softmax


def _writes(base):
    """Create and return a layer class that can write its result over its input."""
    class Writes(base):
        __doc__ = base.__doc__

        def __call__(self, *inputs, **named):
            y = base.__call__(self, *inputs, **named)
            return overwritten(inputs[0], y) if self.__dict__.get("_wr_inplace") and inputs else y

    return Writes


def _with_more(layer, x):
    """Return the result of a convolution or pooling layer with settings that Weir's layer does not have."""
    from weir.dialects import _torch_functional as functional

    name, more, attrs = layer._block.kind, layer.__dict__["_given"], layer._block.attrs
    count = int(name[-2])
    if name.startswith("Conv"):
        sizes = functional.several(more["padding"], count)
        if more["padding"] == "same":
            totals = [d * (k - 1) for d, k in zip(functional.several(attrs["dilation"] or 1, count),
                                                  functional.several(attrs["kernel_size"], count))]
            pairs = [(t // 2, t - t // 2) for t in totals]
        else:
            pairs = [(0, 0)] * count if more["padding"] == "valid" else [(n, n) for n in sizes]
        x = functional.pad(x, [n for pair in reversed(pairs) for n in pair], more["padding_mode"])
        return getattr(functional, name.lower())(x, layer.weight, getattr(layer, "bias", None), attrs["stride"] or 1, 0,
                                                 attrs["dilation"] or 1, attrs["groups"])
    words = {"MaxPool": "kernel_size stride padding dilation ceil_mode", "AvgPool": "kernel_size stride padding ceil_mode "
             "count_include_pad", "AdaptiveAvgPool": "output_size", "AdaptiveMaxPool": "output_size"}[name[:-2]]
    given = {key: attrs[key] for key in words.split() if attrs.get(key) is not None} | more
    function = "".join(f"_{c.lower()}" if c.isupper() else c for c in name[:-2]).strip("_") + name[-2:]
    return getattr(functional, function)(x, **given)


def spatial(base, count):
    """Create and return a convolution, pooling or normalisation layer that accepts inputs without a batch, and settings
    that Weir's layer does not have."""
    class Spatial(base):
        __doc__ = base.__doc__

        def __call__(self, *inputs, **named):
            if self.__dict__.get("_wr_apart"):
                return _with_more(self, *inputs, **named)
            try:
                return base.__call__(self, *inputs, **named)
            except ValueError:
                if len(inputs) != 1 or inputs[0].ndim != count + 1:
                    raise
            return op["squeeze"](base.__call__(self, op["expand_dims"](inputs[0], 0)), axis=0)

    return Spatial


def steps(base):
    """Create and return a recurrent layer that accepts inputs without a batch, and packed sequences."""
    class Steps(base):
        __doc__ = base.__doc__

        def __call__(self, input, hx=None):
            if isinstance(input, _torch_sequences.PackedSequence):
                return _torch_sequences.recur(self, input, hx)
            if input.ndim != 2:
                return base.__call__(self, input) if hx is None else base.__call__(self, input, hx)
            axis = 0 if self._block.attrs["batch_first"] else 1
            wide = lambda x, axis: tuple(wide(y, axis) for y in x) if isinstance(x, tuple) else op["expand_dims"](x, axis)  # noqa: E731
            thin = lambda x, axis: tuple(thin(y, axis) for y in x) if isinstance(x, tuple) else op["squeeze"](x, axis=axis)  # noqa: E731
            given = (wide(input, axis),) if hx is None else (wide(input, axis), wide(hx, 1))
            y, state = base.__call__(self, *given)
            return thin(y, axis), thin(state, 1)

    return Steps


def bends(base):
    """Create and return a Softplus whose threshold has an effect; that of Weir's is 20."""
    class Bends(base):
        __doc__ = base.__doc__
        _wr_apart = True

        def __call__(self, input):
            attrs = self._block.attrs
            if attrs["threshold"] == 20:
                return base.__call__(self, input)
            from weir.dialects._torch_functional import softplus

            return softplus(input, attrs["beta"], attrs["threshold"])

    return Bends


# The starts of the names of layers that PyTorch gives reset_parameters.
RESETS = ("Linear", "Bilinear", "Conv", "BatchNorm", "InstanceNorm", "LayerNorm", "GroupNorm", "RMSNorm", "Embedding", "LSTM", "GRU", "RNN",
          "PReLU")

OTHERS = {
    **{f"{name}{d}d": (lambda base, d=d: spatial(base, d)) for d in (1, 2, 3) for name in (
        "Conv", "ConvTranspose", "MaxPool", "AvgPool", "AdaptiveAvgPool", "AdaptiveMaxPool", "InstanceNorm")},
    **{name: steps for name in ("LSTM", "GRU", "RNN")},
    "Softplus": bends, "MultiheadAttention": attends, "TransformerEncoderLayer": encodes,
    "Softmax": lambda base: chooses(base, "softmax"), "LogSoftmax": lambda base: chooses(base, "log_softmax"),
    **{name: _writes for name, order in ORDERS.items() if "inplace" in order},
}
