"""Paddle's layers and initialisers."""
import inspect
import re

import weir
from weir._core import Array
from weir.dialects import _containers, _networks, _tensor_class, _torch_sequences
from weir.dialects import _paddle_functional as functional
from weir.dialects._draws import fill_truncated
from weir.dialects._paddle_functional import cross_entropy, linear
from weir.dialects._paddle_tensor import Attributes, Parameter, Refused, Tensor, as_dtype, attributes, own_name
from weir.dialects._tensor_class import op, put, quietly, size_of

_shape = Array.shape.__get__


class ParamAttr:
    """What a program says about a parameter: its name, initial values, factor of the learning rate, penalty, and whether it is trained."""

    def __init__(self, name=None, initializer=None, learning_rate=1.0, regularizer=None, trainable=True, do_model_average=False,
                 need_clip=True):
        if initializer is not None and not callable(initializer):
            raise Refused(f"ParamAttr: initializer must be one of paddle.nn.initializer, not {initializer!r}")
        if regularizer is not None and not hasattr(regularizer, "coeff"):
            raise Refused(f"ParamAttr: regularizer must be L1Decay or L2Decay, not {regularizer!r}")
        self.name, self.initializer, self.learning_rate, self.regularizer = name, initializer, float(learning_rate), regularizer
        self.trainable, self.need_clip, self.do_model_average = trainable, need_clip, do_model_average


def attr_of(given):
    """Return a ParamAttr for what may be given in place of one: a name, an initialiser, a penalty, True or None."""
    if given is None or given is True or isinstance(given, ParamAttr):
        return given if isinstance(given, ParamAttr) else ParamAttr()
    if isinstance(given, str):
        return ParamAttr(name=given)
    if hasattr(given, "coeff"):
        return ParamAttr(regularizer=given)
    if callable(given):
        return ParamAttr(initializer=given)
    raise Refused(f"expected a ParamAttr, a name or an initializer, not {given!r}")


def described(parameter, given, name):
    """Carry out the attributes given for a parameter; return it."""
    attr = attr_of(given)
    if attr.initializer is not None:
        attr.initializer(parameter)
    attributes.put(parameter, Attributes(attr.name or name, attr.learning_rate, attr.regularizer, attr.need_clip))
    if not attr.trainable:
        parameter.stop_gradient = True
    return parameter


def snake(name):
    """Return the name of a class as Paddle writes it in names of parameters: batch_norm2d, conv2d."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Layer(_networks.Torchlike):
    """Base class of networks and layers."""

    _wr_tensor, _wr_parameter = Tensor, Parameter

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
        if attr is False:
            return None
        return create_parameter(shape, dtype, self._wr_next_name(is_bias), attr, is_bias, default_initializer)

    def _wr_next_name(self, is_bias):
        """Return the name of the next parameter: linear_0.w_0, linear_0.b_0."""
        counts = self.__dict__.setdefault("_counts", {"w": 0, "b": 0})
        letter = "b" if is_bias else "w"
        counts[letter] += 1
        return f"{self.full_name()}.{letter}_{counts[letter] - 1}"

    def set_state_dict(self, state_dict, use_structured_name=True):
        """Load the arrays whose names the layer has; return the names that are missing and those that are not used."""
        own = self.state_dict()
        self.load_state_dict({name: value if isinstance(value, Array) else Tensor(value) for name, value in state_dict.items() if name in own},
                             strict=False)
        return [name for name in own if name not in state_dict], [name for name in state_dict if name not in own]

    set_dict = load_dict = set_state_dict

    def full_name(self):
        """Return a name that no other layer has: linear_0."""
        if "_full_name" not in self.__dict__:
            self.__dict__["_full_name"] = own_name(snake(type(self).__name__))
        return self.__dict__["_full_name"]

    def register_forward_post_hook(self, hook):
        """Call hook(layer, inputs, output) after each call; what it returns, unless None, replaces the output."""
        return self.register_forward_hook(hook)

    def clear_gradients(self, set_to_zero=False):
        self.zero_grad()

    @property
    def _sub_layers(self):
        return self._modules

    def to(self, device=None, dtype=None, blocking=None):
        return self._wr_moved(_tensor_class.place(device), as_dtype(dtype))


def create_parameter(shape, dtype=None, name=None, attr=None, is_bias=False, default_initializer=None):
    if attr is False:
        return None
    attr = attr_of(attr)
    init = attr.initializer or default_initializer or (
        INITIALIZERS["Constant"](0.0) if is_bias else INITIALIZERS["XavierUniform"]())
    if len(shape) < 2 and type(init) is INITIALIZERS["XavierUniform"]:
        init = INITIALIZERS["Uniform"](-(limit := (6 / (2 * max(shape, default=1))) ** 0.5), limit)
    x = Parameter(op["zeros"](tuple(shape), as_dtype(dtype)))
    init(x)
    name = name or f"{own_name('create_parameter')}.{'b' if is_bias else 'w'}_0"
    return described(x, ParamAttr(attr.name, None, attr.learning_rate, attr.regularizer, attr.trainable, need_clip=attr.need_clip), name)


def _initializer(name, fill):
    names = [key for key in inspect.signature(fill).parameters if key != "x"]

    def __init__(self, *args, **kwargs):
        kwargs.pop("name", None)
        unknown = [key for key in kwargs if key not in names]
        if unknown or len(args) > len(names):
            raise TypeError(f"{name}: unknown argument {unknown[0]!r}; the arguments are {', '.join(names)}" if unknown else
                            f"{name}: too many arguments")
        self._named = {**kwargs, **dict(zip(names, args))}

    def __call__(self, x, block=None):
        quietly(lambda: fill(x, **self._named))
        return x

    return type(name, (), {"__init__": __init__, "__call__": __call__})


def _fans(x, fan_in=None, fan_out=None):
    """Return how many inputs an output has, and how many outputs an input: of a matrix the rows and the columns."""
    shape = _shape(x)
    inner = size_of(x) // (shape[0] * shape[1]) if len(shape) > 1 else 1
    found = (shape[0], shape[1]) if len(shape) == 2 else (shape[1] * inner, shape[0] * inner) if len(shape) > 2 else (max(size_of(x), 1),) * 2
    return fan_in or found[0], fan_out or found[1]


def _even(x, limit):
    _fill.uniform_(x, -limit, limit)


def _kaiming(x, fan_in, negative_slope, nonlinearity):
    """Return the deviation of He initialisation."""
    gain = weir.nn.init.calculate_gain(nonlinearity, negative_slope)
    return gain / _fans(x, fan_in)[0] ** 0.5


def _dirac(x, groups):
    put(x, 0.0)
    each, middle = _shape(x)[0] // groups, tuple(n // 2 for n in _shape(x)[2:])
    for g in range(groups):
        for i in range(min(each, _shape(x)[1])):
            x[(g * each + i, i, *middle)] = 1.0


_fill = weir.nn.init
INITIALIZERS = {
    "Constant": _initializer("Constant", lambda x, value=0.0: put(x, value)),
    "Assign": _initializer("Assign", lambda x, value: put(x, value)),
    "Normal": _initializer("Normal", lambda x, mean=0.0, std=1.0: _fill.normal_(x, mean, std)),
    "TruncatedNormal": _initializer("TruncatedNormal", lambda x, mean=0.0, std=1.0, a=-2.0, b=2.0:
                                    fill_truncated(x, mean, std, a, b)),
    "Uniform": _initializer("Uniform", lambda x, low=-1.0, high=1.0: _fill.uniform_(x, low, high)),
    "XavierUniform": _initializer("XavierUniform", lambda x, fan_in=None, fan_out=None, gain=1.0: _even(
        x, gain * (6 / sum(_fans(x, fan_in, fan_out))) ** 0.5)),
    "XavierNormal": _initializer("XavierNormal", lambda x, fan_in=None, fan_out=None, gain=1.0: _fill.normal_(
        x, 0.0, gain * (2 / sum(_fans(x, fan_in, fan_out))) ** 0.5)),
    "KaimingUniform": _initializer("KaimingUniform", lambda x, fan_in=None, negative_slope=0.0, nonlinearity="relu": _even(
        x, 3 ** 0.5 * _kaiming(x, fan_in, negative_slope, nonlinearity))),
    "KaimingNormal": _initializer("KaimingNormal", lambda x, fan_in=None, negative_slope=0.0, nonlinearity="relu": _fill.normal_(
        x, 0.0, _kaiming(x, fan_in, negative_slope, nonlinearity))),
    "Orthogonal": _initializer("Orthogonal", lambda x, gain=1.0: _fill.orthogonal_(x, gain)),
    "Dirac": _initializer("Dirac", lambda x, groups=1: _dirac(x, groups)),
}

_ours = _networks.layers_of(Layer, {"name", "weight_attr", "data_format", "padding_mode"})
_Sequential, LayerList, LayerDict, ParameterList, _ = _containers.containers(Layer)


class Sequential(_Sequential):
    """A sequence of layers; a layer may be given with its name, ("name", layer)."""

    def __init__(self, *layers):
        if layers and isinstance(layers[0], (list, tuple)):
            super().__init__()
            for name, layer in layers if not isinstance(layers[0][0], (list, tuple)) else layers[0]:
                self.add_module(str(name), layer)
        else:
            super().__init__(*layers)


class Linear(Layer):
    """Fully connected layer, whose weight has the shape (in_features, out_features)."""

    def __init__(self, in_features, out_features, weight_attr=None, bias_attr=None, name=None):
        self.weight = self.create_parameter((in_features, out_features), attr=weight_attr)
        self.bias = self.create_parameter((out_features,), attr=bias_attr, is_bias=True)

    def forward(self, x):
        return linear(x, self.weight, self.bias)

    def __repr__(self):
        return f"Linear(in_features={self.weight.shape[0]}, out_features={self.weight.shape[1]}, dtype=float32)"


_INITIALISED = ("Conv", "Embedding", "Bilinear")  # layers whose initial weights are not those of Weir's layers


def _begin(name, entry, parameter, channels):
    """Fill a parameter with Paddle's initial values: biases with zeros, convolutions with normal numbers, others with Xavier's."""
    if entry == "bias":
        INITIALIZERS["Constant"](0.0)(parameter)
    elif name.startswith("Conv") and not name.endswith("Transpose"):
        INITIALIZERS["Normal"](0.0, (2 / (channels * max(size_of(parameter) // (_shape(parameter)[0] * _shape(parameter)[1]), 1))) ** 0.5)(parameter)
    else:
        INITIALIZERS["XavierUniform"]()(parameter)


def _layer(name, base):
    """Create and return the class of one of Weir's layers with Paddle's name and arguments."""
    parent = _ours[base]

    def __init__(self, *args, bias_attr=None, weight_attr=None, epsilon=None, momentum=None, **kwargs):
        kwargs.pop("name", None)
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
        padding = self._block.attrs.get("padding_idx") if name == "Embedding" else None
        if padding is not None:
            self.__dict__["_wr_apart"] = True
        for attr, entry in ((weight_attr, "weight"), (bias_attr, "bias")):
            parameter = getattr(self, entry, None) if attr is not False else None
            if isinstance(parameter, Array):
                if name.startswith(_INITIALISED):
                    _begin(name, entry, parameter, _shape(parameter)[1] * kwargs.get("groups", 1) if len(_shape(parameter)) > 1 else 1)
                described(parameter, attr, self._wr_next_name(entry == "bias"))
                if padding is not None:
                    quietly(lambda p=parameter: put(p[padding], 0.0))

    def call(self, x):
        """Return the rows of the indices; that of padding_idx is zero whatever the weight has there."""
        padding = self._block.attrs.get("padding_idx")
        return parent.__call__(self, x) if padding is None else functional.embedding(x, self.weight, padding)

    more = {"__call__": call} if name == "Embedding" else {}
    if name.startswith("BatchNorm"):
        more = {"_mean": property(lambda self: self.running_mean), "_variance": property(lambda self: self.running_var)}
    return type(name, (parent,), {"__init__": __init__, **more})


def _of_function(name, fn, *names, parameters=(), **defaults):
    """Create and return a layer that calls fn(inputs, **settings); `names` are the settings that may be given by position."""
    def __init__(self, *args, **kwargs):
        kwargs.pop("name", None)
        fixed = kwargs.pop("data_format", None)
        if fixed not in (None, "NCHW", "NCL", "NCDHW"):
            raise NotImplementedError(f"{name}: data_format={fixed!r} is not supported; use channels-first tensors")
        unknown = [key for key in kwargs if key not in defaults]
        if unknown or len(args) > len(names or defaults):
            raise TypeError(f"{name}: unknown argument {unknown[0]!r}; the arguments are {', '.join(defaults)}" if unknown else
                            f"{name}: {len(args)} arguments by position, but there are {len(names or defaults)}")
        self.__dict__["_how"] = {**defaults, **dict(zip(names or defaults, args)), **kwargs}
        missing = [key for key, value in self._how.items() if value is ...]
        if missing:
            raise TypeError(f"{name}: missing the argument {missing[0]!r}")
        if "reduction" in defaults and name != "KLDivLoss":
            functional.check(self._how["reduction"])

    def forward(self, *inputs):
        return fn(*inputs, **self._how)

    return type(name, (Layer,), {"__init__": __init__, "forward": forward})


_F = functional
_PADDED = {"kernel_size": ..., "stride": None, "padding": 0}
OTHERS = {
    "Softplus": _of_function("Softplus", lambda x, beta, threshold: _F.torchlike.softplus(x, beta, threshold), beta=1, threshold=20),
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


def _recurrent(name_, base):
    """Create and return the class of a recurrent layer with Paddle's name and arguments.

    Inputs have the shape (batch, steps, features), or (steps, batch, features) if time_major is true; the states of the
    layers are stacked along the first axis.
    """
    parent = _ours[base]

    def __init__(self, input_size, hidden_size, num_layers=1, direction="forward", time_major=False, dropout=0.0, *args,
                 weight_ih_attr=None, weight_hh_attr=None, bias_ih_attr=None, bias_hh_attr=None, name=None, **kwargs):
        own = {"activation": "tanh"} if base == "RNN" else {"proj_size": None} if base == "LSTM" else {}
        given = {**own, **dict(zip(own, args)), **kwargs}
        unknown = [key for key in given if key not in own]
        if unknown or len(args) > len(own):
            raise TypeError(f"{name_}: unknown argument {unknown[0]!r}" if unknown else f"{name_}: too many arguments")
        if given.get("proj_size"):
            raise NotImplementedError("LSTM: proj_size is not supported; put a Linear layer after the LSTM")
        if direction not in ("forward", "bidirect", "bidirectional"):
            raise Refused(f"{name_}: direction must be 'forward' or 'bidirect', not {direction!r}")
        if (bias_ih_attr is False) != (bias_hh_attr is False):
            raise NotImplementedError(f"{name_}: bias_ih_attr and bias_hh_attr must both be False, or neither")
        more = {"nonlinearity": given["activation"]} if base == "RNN" else {}
        parent.__init__(self, input_size, hidden_size, num_layers=num_layers, batch_first=not time_major, bias=bias_ih_attr is not False,
                        dropout=dropout, bidirectional=direction != "forward", **more)
        attrs = {"weight_ih": weight_ih_attr, "weight_hh": weight_hh_attr, "bias_ih": bias_ih_attr, "bias_hh": bias_hh_attr}
        for entry, parameter in self.named_parameters():
            attr = next(value for key, value in attrs.items() if entry.startswith(key))
            described(parameter, attr, self._wr_next_name(entry.startswith("bias")))

    def __call__(self, inputs, initial_states=None, sequence_length=None):
        if sequence_length is None:
            return parent.__call__(self, inputs) if initial_states is None else parent.__call__(self, inputs, initial_states)
        first = self._block.attrs["batch_first"]
        packed = _torch_sequences.pack_padded_sequence(inputs, sequence_length, first, enforce_sorted=False)
        packed, states = _torch_sequences.recur(self, packed, initial_states)
        return _torch_sequences.pad_packed_sequence(packed, first, total_length=_shape(inputs)[1 if first else 0])[0], states

    return type(name_, (parent,), {"__init__": __init__, "__call__": __call__})


LAYERS = {}
for _base in _ours:
    _name = _base[:-1] + "D" if _base[-2:] in ("1d", "2d", "3d") else _base
    if _name.startswith("ConvTranspose"):
        _name = f"Conv{_name[-2:]}Transpose"
    if _base not in ("Function", "Linear", "Dense"):
        LAYERS[_name] = _layer(_name, _base)


for _name, _base in {"SimpleRNN": "RNN", "LSTM": "LSTM", "GRU": "GRU"}.items():
    LAYERS[_name] = _recurrent(_name, _base)
for _name in ("RNN", "MultiheadAttention", "TransformerEncoderLayer"):  # Paddle's are other classes
    LAYERS.pop(_name, None)
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
