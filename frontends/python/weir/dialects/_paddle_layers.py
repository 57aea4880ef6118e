"""Paddle's layers and initialisers."""
import weir
from weir._core import Array
from weir.dialects import _networks, _tensor_class
from weir.dialects import _paddle_functional as functional
from weir.dialects._paddle_functional import cross_entropy, linear
from weir.dialects._paddle_tensor import Parameter, Tensor, as_dtype
from weir.dialects._tensor_class import op, put, quietly, size_of

_shape = Array.shape.__get__

class ParamAttr:
    """The attributes of a parameter; only `initializer` has an effect."""

    def __init__(self, name=None, initializer=None, learning_rate=1.0, trainable=True, **kwargs):
        self.initializer, self.trainable = initializer, trainable


class Layer(_networks.Torchlike):
    """Base class of networks and layers."""

    _tensor, _parameter = Tensor, Parameter

    def sublayers(self, include_self=False):
        return self.modules()[0 if include_self else 1:]

    def named_sublayers(self, prefix="", include_self=False):
        return self.named_modules(prefix)[0 if include_self else 1:]

    def add_sublayer(self, name, sublayer):
        self.add_module(name, sublayer)
        return sublayer

    def add_parameter(self, name, parameter):
        setattr(self, name, parameter)
        return parameter

    def parameters(self, include_sublayers=True):
        return list(super().parameters(include_sublayers))

    def create_parameter(self, shape, attr=None, dtype=None, is_bias=False, default_initializer=None):
        return create_parameter(shape, dtype, attr=attr, is_bias=is_bias, default_initializer=default_initializer)

    def set_state_dict(self, state_dict, use_structured_name=True):
        """Load the arrays whose names the layer has; return the names that are missing and those that are not used."""
        own = self.state_dict()
        self.load_state_dict({name: value if isinstance(value, Array) else Tensor(value) for name, value in state_dict.items() if name in own},
                             strict=False)
        return [name for name in own if name not in state_dict], [name for name in state_dict if name not in own]

    set_dict = load_dict = set_state_dict

    def full_name(self):
        return f"{type(self).__name__.lower()}_0"

    def clear_gradients(self, set_to_zero=False):
        self.zero_grad()

    @property
    def _sub_layers(self):
        return self._modules

    def to(self, device=None, dtype=None, blocking=None):
        return self._moved(_tensor_class.place(device), as_dtype(dtype))


def create_parameter(shape, dtype=None, name=None, attr=None, is_bias=False, default_initializer=None):
    init = getattr(attr, "initializer", None) or default_initializer or (
        INITIALIZERS["Constant"](0.0) if is_bias else INITIALIZERS["XavierUniform"]())
    if len(shape) < 2 and type(init) is INITIALIZERS["XavierUniform"]:
        init = INITIALIZERS["Uniform"](-(limit := (6 / (2 * max(shape, default=1))) ** 0.5), limit)
    x = Parameter(op["zeros"](tuple(shape), as_dtype(dtype)))
    init(x)
    return x


def _initializer(name, fill):
    def __init__(self, *args, **kwargs):
        self._args, self._named = args, {k: v for k, v in kwargs.items() if k != "name"}

    def __call__(self, x, block=None):
        quietly(lambda: fill(x, *self._args, **self._named))
        return x

    return type(name, (), {"__init__": __init__, "__call__": __call__})


def _fan_in(x):
    """Return how many inputs an output has: of a matrix the rows, of a convolution the channels times the window."""
    shape = _shape(x)
    return shape[0] if len(shape) == 2 else size_of(x) // shape[0] if len(shape) > 2 else max(size_of(x), 1)


_fill = weir.nn.init
INITIALIZERS = {
    "Constant": _initializer("Constant", lambda x, value=0.0: put(x, value)),
    "Assign": _initializer("Assign", lambda x, value: put(x, value)),
    "Normal": _initializer("Normal", lambda x, mean=0.0, std=1.0: _fill.normal_(x, mean, std)),
    "TruncatedNormal": _initializer("TruncatedNormal", lambda x, mean=0.0, std=1.0: _fill.trunc_normal_(x, mean, std)),
    "Uniform": _initializer("Uniform", lambda x, low=-1.0, high=1.0: _fill.uniform_(x, low, high)),
    "XavierUniform": _initializer("XavierUniform", lambda x, **kw: _fill.xavier_uniform_(x)),
    "XavierNormal": _initializer("XavierNormal", lambda x, **kw: _fill.xavier_normal_(x)),
    "KaimingUniform": _initializer("KaimingUniform", lambda x, **kw: _fill.uniform_(x, -(limit := (6 / _fan_in(x)) ** 0.5), limit)),
    "KaimingNormal": _initializer("KaimingNormal", lambda x, **kw: _fill.normal_(x, 0.0, (2 / _fan_in(x)) ** 0.5)),
}

_ours = _networks.layers_of(Layer, {"name", "weight_attr", "data_format", "padding_mode"})
_Sequential, _LayerList, LayerDict, ParameterList, _ = _networks.containers(Layer)


class Sequential(_Sequential):
    """A sequence of layers; a layer may be given with its name, ("name", layer)."""

    def __init__(self, *layers):
        if layers and isinstance(layers[0], (list, tuple)):
            super().__init__()
            for name, layer in layers if not isinstance(layers[0][0], (list, tuple)) else layers[0]:
                self.add_module(str(name), layer)
        else:
            super().__init__(*layers)


class LayerList(_LayerList):
    """A list of layers."""

    def insert(self, index, sublayer):
        layers = self._all()
        layers.insert(index, sublayer)
        for i, layer in enumerate(layers):
            setattr(self, str(i), layer)


class Linear(Layer):
    """Fully connected layer, whose weight has the shape (in_features, out_features)."""

    def __init__(self, in_features, out_features, weight_attr=None, bias_attr=None, name=None):
        self.weight = create_parameter((in_features, out_features), attr=weight_attr)
        self.bias = None if bias_attr is False else create_parameter((out_features,), attr=bias_attr, is_bias=True)

    def forward(self, x):
        return linear(x, self.weight, self.bias)

    def __repr__(self):
        return f"Linear(in_features={self.weight.shape[0]}, out_features={self.weight.shape[1]}, dtype=float32)"


def _layer(name, base):
    """Create and return the class of one of Weir's layers with Paddle's name and arguments."""
    parent = _ours[base]

    def __init__(self, *args, bias_attr=None, weight_attr=None, epsilon=None, momentum=None, **kwargs):
        if isinstance(kwargs.get("padding"), str):
            kwargs["padding"] = kwargs["padding"].lower()
        if bias_attr is False:
            kwargs["bias"] = False
        if epsilon is not None:
            kwargs["eps"] = epsilon
        if momentum is not None:
            kwargs["momentum"] = 1 - momentum
        if "axis" in kwargs:
            kwargs["dim"] = kwargs.pop("axis")
        if name.startswith("InstanceNorm"):
            kwargs.setdefault("affine", weight_attr is not False)
            kwargs.pop("bias", None)
        elif weight_attr is False and name.startswith(("BatchNorm", "LayerNorm")):
            kwargs.setdefault("affine" if name.startswith("B") else "elementwise_affine", False)
            kwargs.pop("bias", None)
        parent.__init__(self, *args, **kwargs)
        for attr, entry in ((weight_attr, "weight"), (bias_attr, "bias")):
            if getattr(attr, "initializer", None) is not None:
                attr.initializer(getattr(self, entry))

    more = {}
    if name.startswith("BatchNorm"):
        more = {"_mean": property(lambda self: self.running_mean), "_variance": property(lambda self: self.running_var)}
    return type(name, (parent,), {"__init__": __init__, **more})


def _of_function(name, fn, *names, parameters=(), **defaults):
    """Create and return a layer that calls fn(inputs, **settings); `names` are the settings that may be given by position."""
    def __init__(self, *args, **kwargs):
        kwargs.pop("name", None)
        self.__dict__["_how"] = {**defaults, **dict(zip(names or defaults, args)), **kwargs}
        if "reduction" in defaults and name != "KLDivLoss":
            functional.check(self._how["reduction"])

    def forward(self, *inputs):
        return fn(*inputs, **self._how)

    return type(name, (Layer,), {"__init__": __init__, "forward": forward})


_F = functional
_PADDED = {"kernel_size": ..., "stride": None, "padding": 0}
OTHERS = {
    "GELU": _of_function("GELU", _F.gelu, approximate=False),
    "Silu": _of_function("Silu", lambda x: op["silu"](x)), "Swish": _of_function("Swish", lambda x: op["silu"](x)),
    "ThresholdedReLU": _of_function("ThresholdedReLU", lambda x, threshold, value: op["threshold"](x, threshold=threshold, value=value),
                                    threshold=1.0, value=0.0),
    "Maxout": _of_function("Maxout", _F.maxout, groups=1, axis=1),
    "Softmax2D": _of_function("Softmax2D", lambda x: op["softmax"](x, axis=-3)),
    **{f"MaxPool{n}D": _of_function(f"MaxPool{n}D", getattr(_F, f"max_pool{n}d"), **_PADDED, return_mask=False, ceil_mode=False)
       for n in (1, 2, 3)},
    **{f"AvgPool{n}D": _of_function(f"AvgPool{n}D", getattr(_F, f"avg_pool{n}d"), **_PADDED, **(
        {"ceil_mode": False, "exclusive": True} if n > 1 else {"exclusive": True, "ceil_mode": False})) for n in (1, 2, 3)},
    "Pad1D": _of_function("Pad1D", _F.pad, pad=0, mode="constant", value=0.0), "Pad2D": _of_function("Pad2D", _F.pad, pad=0, mode="constant", value=0.0),
    "ZeroPad2D": _of_function("ZeroPad2D", _F.pad, pad=0),
    "Upsample": _of_function("Upsample", _F.interpolate, size=None, scale_factor=None, mode="nearest", align_corners=False),
    "UpsamplingNearest2D": _of_function("UpsamplingNearest2D", _F.interpolate, size=None, scale_factor=None),
    "UpsamplingBilinear2D": _of_function("UpsamplingBilinear2D", lambda x, size, scale_factor: _F.interpolate(
        x, size, scale_factor, "bilinear", True), size=None, scale_factor=None),
    "PixelShuffle": _of_function("PixelShuffle", lambda x, upscale_factor: op["pixel_shuffle"](x, upscale_factor=upscale_factor), upscale_factor=1),
    "PixelUnshuffle": _of_function("PixelUnshuffle", lambda x, downscale_factor: op["pixel_unshuffle"](x, downscale_factor=downscale_factor),
                                   downscale_factor=1),
    "ChannelShuffle": _of_function("ChannelShuffle", lambda x, groups: op["channel_shuffle"](x, groups=groups), groups=1),
    "Unfold": _of_function("Unfold", lambda x, kernel_sizes, strides, paddings, dilations: _F.torchlike.unfold(
        x, kernel_sizes, dilations, paddings, strides), kernel_sizes=1, dilations=1, paddings=0, strides=1),
    "Fold": _of_function("Fold", lambda x, output_sizes, kernel_sizes, strides, paddings, dilations: _F.torchlike.fold(
        x, output_sizes, kernel_sizes, dilations, paddings, strides), output_sizes=1, kernel_sizes=1, dilations=1, paddings=0, strides=1),
    "CosineSimilarity": _of_function("CosineSimilarity", lambda x, y, axis, eps: _F.torchlike.cosine_similarity(x, y, axis, eps), axis=1, eps=1e-8),
    "PairwiseDistance": _of_function("PairwiseDistance", lambda x, y, p, epsilon, keepdim: _F.torchlike.pairwise_distance(
        x, y, p, epsilon, keepdim), p=2.0, epsilon=1e-6, keepdim=False),
    "LocalResponseNorm": _of_function("LocalResponseNorm", lambda x, size, alpha, beta, k: op["local_response_norm"](
        x, size=size, alpha=alpha * size, beta=beta, k=k), size=5, alpha=0.0001, beta=0.75, k=1.0),
    "MSELoss": _of_function("MSELoss", _F.mse_loss, reduction="mean"), "L1Loss": _of_function("L1Loss", _F.l1_loss, reduction="mean"),
    "SmoothL1Loss": _of_function("SmoothL1Loss", _F.smooth_l1_loss, reduction="mean", delta=1.0),
    "BCELoss": _of_function("BCELoss", _F.binary_cross_entropy, weight=None, reduction="mean"),
    "BCEWithLogitsLoss": _of_function("BCEWithLogitsLoss", _F.binary_cross_entropy_with_logits, weight=None, reduction="mean", pos_weight=None),
    "KLDivLoss": _of_function("KLDivLoss", _F.kl_div, reduction="mean", log_target=False),
    "GaussianNLLLoss": _of_function("GaussianNLLLoss", lambda x, y, v, full, epsilon, reduction: _F.torchlike.gaussian_nll_loss(
        x, y, v.detach(), full, epsilon, reduction), full=False, epsilon=1e-6, reduction="mean"),
    "NLLLoss": _of_function("NLLLoss", _F.nll_loss, weight=None, ignore_index=-100, reduction="mean"),
}


def _recurrent(name, base):
    """Create and return the class of a recurrent layer with Paddle's name and arguments.

    Inputs have the shape (batch, steps, features), or (steps, batch, features) if time_major is true; the states of the
    layers are stacked along the first axis.
    """
    parent = _ours[base]

    def __init__(self, input_size, hidden_size, num_layers=1, direction="forward", time_major=False, dropout=0.0,
                 activation="tanh", **kwargs):
        more = {"nonlinearity": activation} if base == "RNN" else {}
        parent.__init__(self, input_size, hidden_size, num_layers=num_layers, batch_first=not time_major,
                        dropout=dropout, bidirectional=direction in ("bidirect", "bidirectional"), **more)

    return type(name, (parent,), {"__init__": __init__})


LAYERS = {}
for _base in _ours:
    _name = _base[:-1] + "D" if _base[-2:] in ("1d", "2d", "3d") else _base
    if _name.startswith("ConvTranspose"):
        _name = f"Conv{_name[-2:]}Transpose"
    if _base not in ("Function", "Linear", "Dense"):
        LAYERS[_name] = _layer(_name, _base)


for _name, _base in {"SimpleRNN": "RNN", "LSTM": "LSTM", "GRU": "GRU"}.items():
    LAYERS[_name] = _recurrent(_name, _base)
del LAYERS["RNN"]
LAYERS.update(OTHERS)


class CrossEntropyLoss(Layer):
    """Cross entropy of logits and class labels."""

    def __init__(self, weight=None, ignore_index=-100, reduction="mean", soft_label=False, axis=-1, use_softmax=True,
                 label_smoothing=0.0, name=None):
        self._how = dict(weight=weight, ignore_index=ignore_index, reduction=reduction, soft_label=soft_label,
                         axis=axis,
                         use_softmax=use_softmax, label_smoothing=label_smoothing)

    def forward(self, input, label):
        return cross_entropy(input, label, **self._how)
