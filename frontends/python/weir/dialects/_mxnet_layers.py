"""Gluon's layers: parameters of the dialect and Weir's operators.

A layer declares its parameters with the sizes that it was given; infer_shape sets the others from the first input.
"""

from weir.dialects._mxnet_arrays import dtype_of
from weir.dialects import _mxnet_npx as npx
from weir.dialects._mxnet_blocks import Block, HybridBlock, HybridSequential, Sequential
from weir.dialects._mxnet_parameters import Parameter, create
from weir.dialects._tensor_class import op


def prod(shape):
    n = 1
    for length in shape:
        n *= length
    return n


class _Act:
    """Mixin of layers that apply an activation function, given by name or as a block."""

    def _activate_with(self, activation):
        self.act = None if activation is None else activation if isinstance(activation, Block) else Activation(activation)

    def _activated(self, y):
        return y if self.act is None else self.act(y)


class Activation(HybridBlock):
    """An activation function, given by name."""

    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self._act_type = activation

    def forward(self, x):
        return npx.activation(x, self._act_type)

    def __repr__(self):
        return f"Activation({self._act_type})"


class Dense(_Act, HybridBlock):
    """Fully connected layer."""

    def __init__(self, units, activation=None, use_bias=True, flatten=True, dtype="float32", weight_initializer=None,
                 bias_initializer="zeros", in_units=0, prefix=None, params=None):
        super().__init__()
        self._units, self._in_units, self._flatten = units, in_units, flatten
        self.weight = Parameter("weight", shape=(units, in_units), dtype=dtype, init=weight_initializer, allow_deferred_init=True)
        self.bias = Parameter("bias", shape=(units,), dtype=dtype, init=create(bias_initializer),
                              allow_deferred_init=True) if use_bias else None
        self._activate_with(activation)
        if params:
            self.share_parameters(params)

    def forward(self, x):
        if self._flatten and x.ndim != 2:
            x = op["flatten"](x, start=1) if x.ndim > 2 else op["reshape"](x, (x.shape[0], -1))
        y = op["linear"](x, self.weight.like(x), bias=None if self.bias is None else self.bias.like(x))
        return y if self.act is None else self.act(y)

    def infer_shape(self, x, *args):
        self.weight.shape = self.weight.shape[0], prod(x.shape[1:]) if self._flatten else x.shape[-1]

    def __repr__(self):
        inner = self.weight.shape[1] if self.weight.shape[1] > 0 else None
        return f"Dense({inner} -> {self._units}, {self.act if self.act is not None else 'linear'})"


def _each(value, dims):
    return (value,) * dims if isinstance(value, int) else tuple(value)


class _Conv(_Act, HybridBlock):
    """Convolution, or transposed convolution, over one, two or three axes."""

    def __init__(self, channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias,
                 weight_initializer, bias_initializer, transposed=False, output_padding=0, params=None):
        super().__init__()
        dims = len(kernel_size)
        self._channels, self._in_channels, self._kernel, self._dims = channels, in_channels, kernel_size, dims
        self._strides, self._padding = _each(strides, dims), _each(padding, dims)
        self._dilation, self._groups, self._transposed = _each(dilation, dims), groups, transposed
        self._output_padding, self._last = _each(output_padding, dims), layout[-1] == "C"
        self._layout = layout
        self.weight = Parameter("weight", shape=self._weight_shape(in_channels), init=weight_initializer,
                                allow_deferred_init=True)
        self.bias = Parameter("bias", shape=(channels,), init=create(bias_initializer),
                              allow_deferred_init=True) if use_bias else None
        self._activate_with(activation)
        if params:
            self.share_parameters(params)

    def _weight_shape(self, n):
        first, second = (n, self._channels // self._groups) if self._transposed else (self._channels, n // self._groups)
        return (first, *self._kernel, second) if self._last else (first, second, *self._kernel)

    def forward(self, x):
        weight, bias = self.weight.like(x), None if self.bias is None else self.bias.like(x)
        if self._last:
            x, weight = op["moveaxis"](x, -1, 1), op["moveaxis"](weight, -1, 1)
        if self._transposed:
            y = op["conv_transpose"](x, weight, bias=bias, stride=self._strides, padding=self._padding,
                                     output_padding=self._output_padding, groups=self._groups, dilation=self._dilation)
        else:
            y = op["conv"](x, weight, bias=bias, stride=self._strides, padding=self._padding, dilation=self._dilation,
                           groups=self._groups)
        if self._last:
            y = op["moveaxis"](y, 1, -1)
        return self._activated(y)

    def infer_shape(self, x, *args):
        self.weight.shape = self._weight_shape(x.shape[self._layout.find("C")])

    def __repr__(self):
        shape = self.weight.shape
        inner = shape[0] if self._transposed else shape[1]
        text = f"{type(self).__name__}({inner if inner > 0 else None} -> {self._channels}, kernel_size={self._kernel}, " \
            f"stride={self._strides}"
        for name, value, default in (("padding", self._padding, 0), ("dilation", self._dilation, 1),
                                     ("output_padding", self._output_padding, 0)):
            if value != (default,) * self._dims:
                text += f", {name}={value}"
        text += f", groups={self._groups}" if self._groups != 1 else ""
        text += ", bias=False" if self.bias is None else ""
        return text + (f", {self.act}" if self.act is not None else "") + ")"


_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


def _conv(name, dims, transposed=False):
    if transposed:
        def __init__(self, channels, kernel_size, strides=1, padding=0, output_padding=0, dilation=1, groups=1,
                     layout=_LAYOUTS[dims][0], activation=None, use_bias=True, weight_initializer=None,
                     bias_initializer="zeros", in_channels=0, params=None, prefix=None):
            assert layout in _LAYOUTS[dims], f"Only supports {' and '.join(_LAYOUTS[dims])} layout for now"
            _Conv.__init__(self, channels, _each(kernel_size, dims), strides, padding, dilation, groups, layout, in_channels,
                           activation, use_bias, weight_initializer, bias_initializer, True, output_padding, params)
    else:
        def __init__(self, channels, kernel_size, strides=1, padding=0, dilation=1, groups=1, layout=_LAYOUTS[dims][0],
                     activation=None, use_bias=True, weight_initializer=None, bias_initializer="zeros", in_channels=0,
                     params=None, prefix=None):
            assert layout in _LAYOUTS[dims], f"Only supports {' and '.join(_LAYOUTS[dims])} layout for now"
            _Conv.__init__(self, channels, _each(kernel_size, dims), strides, padding, dilation, groups, layout, in_channels,
                           activation, use_bias, weight_initializer, bias_initializer, params=params)
    return type(name, (_Conv,), {"__init__": __init__, "__module__": __name__})


class _Pool(HybridBlock):
    """Maximum or mean of windows."""

    def __init__(self, kind, dims, size, strides, padding, layout, ceil_mode, count_include_pad=True):
        super().__init__()
        self._size = _each(size, dims)
        self._strides = self._size if strides is None else _each(strides, dims)
        self._padding, self._ceil, self._include = _each(padding, dims), ceil_mode, count_include_pad
        self._kind, self._layout = kind, layout

    def forward(self, x):
        return npx.pooling(x, self._size, self._strides, self._padding, self._kind,
                           pooling_convention="full" if self._ceil else "valid", count_include_pad=self._include,
                           layout=self._layout)

    def __repr__(self):
        return f"{type(self).__name__}(size={self._size}, stride={self._strides}, padding={self._padding}, " \
            f"ceil_mode={self._ceil}, global_pool=False, pool_type={self._kind}, layout={self._layout})"


def _pool(name, kind, dims):
    def __init__(self, pool_size=2, strides=None, padding=0, layout=_LAYOUTS[dims][0], ceil_mode=False, count_include_pad=True,
                 prefix=None, params=None):
        assert layout in _LAYOUTS[dims], f"Only supports {' and '.join(_LAYOUTS[dims])} layouts for now"
        _Pool.__init__(self, kind, dims, pool_size, strides, padding, layout, ceil_mode, count_include_pad)

    return type(name, (_Pool,), {"__init__": __init__, "__module__": __name__})


class _GlobalPool(HybridBlock):
    """Maximum or mean over all positions."""

    def __init__(self, layout=None, prefix=None, params=None):
        super().__init__()
        self._layout = layout

    def forward(self, x):
        return npx.pooling(x, pool_type=self._kind, global_pool=True, layout=self._layout)

    def __repr__(self):
        return f"{type(self).__name__}(size=(1,), stride=(1,), padding=(0,), ceil_mode=True, global_pool=True, " \
            f"pool_type={self._kind}, layout={self._layout})"


# ---- Normalisation -------------------------------------------------------------------------------


class BatchNorm(HybridBlock):
    """Batch normalisation: normalises each channel over the batch."""

    def __init__(self, axis=1, momentum=0.9, epsilon=1e-5, center=True, scale=True, use_global_stats=False,
                 beta_initializer="zeros", gamma_initializer="ones", running_mean_initializer="zeros",
                 running_variance_initializer="ones", in_channels=0, prefix=None, params=None):
        super().__init__()
        self._axis, self._momentum, self._epsilon = axis, momentum, epsilon
        self._use_global_stats, self._scale, self._center = use_global_stats, scale, center
        for name, init, trained, used in (("gamma", gamma_initializer, True, scale), ("beta", beta_initializer, True, center),
                                          ("running_mean", running_mean_initializer, False, False),
                                          ("running_var", running_variance_initializer, False, False)):
            setattr(self, name, Parameter(name, grad_req="write" if used else "null", shape=(in_channels,), init=create(init),
                                          allow_deferred_init=True, differentiable=trained and used))

    def infer_shape(self, x, *args):
        for p in (self.gamma, self.beta, self.running_mean, self.running_var):
            p.shape = (x.shape[self._axis],)

    def cast(self, dtype):
        super().cast("float32" if str(dtype_of(dtype)) == "float16" else dtype)

    def forward(self, x):
        y = npx.batch_norm(x, self.gamma.like(x), self.beta.like(x), self.running_mean.like(x), self.running_var.like(x),
                           eps=self._epsilon, momentum=self._momentum, fix_gamma=not self._scale,
                           use_global_stats=self._use_global_stats, axis=self._axis)
        return self._relu(y)

    @staticmethod
    def _relu(y):
        return y

    def __repr__(self):
        n = self.gamma.shape[0]
        return f"{type(self).__name__}(axis={self._axis}, eps={self._epsilon}, momentum={self._momentum}, " \
            f"fix_gamma={not self._scale}, use_global_stats={self._use_global_stats}, in_channels={n if n > 0 else None})"


class BatchNormReLU(BatchNorm):
    """Batch normalisation followed by relu."""

    _relu = staticmethod(lambda y: op["relu"](y))


class SyncBatchNorm(BatchNorm):
    """Batch normalisation; there is one process, so nothing has to be synchronised."""

    def __init__(self, in_channels=0, num_devices=None, momentum=0.9, epsilon=1e-5, center=True, scale=True,
                 use_global_stats=False, **kwargs):
        super().__init__(1, momentum, epsilon, center, scale, use_global_stats, in_channels=in_channels, **kwargs)


class _Norm(HybridBlock):
    """Base class of normalisations with one gamma and one beta for each channel."""

    def __init__(self, axis, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels):
        super().__init__()
        self._axis, self._epsilon, self._center, self._scale = axis, epsilon, center, scale
        self.gamma = Parameter("gamma", grad_req="write" if scale else "null", shape=(in_channels,),
                               init=create(gamma_initializer), allow_deferred_init=True)
        self.beta = Parameter("beta", grad_req="write" if center else "null", shape=(in_channels,),
                              init=create(beta_initializer), allow_deferred_init=True)

    def infer_shape(self, x, *args):
        self.gamma.shape = self.beta.shape = (x.shape[self._axis],)

    def __repr__(self):
        n = self.gamma.shape[0]
        return f"{type(self).__name__}(eps={self._epsilon}, axis={self._axis}, center={self._center}, scale={self._scale}, " \
            f"in_channels={n if n > 0 else None})"


class LayerNorm(_Norm):
    """Layer normalisation over one axis."""

    def __init__(self, axis=-1, epsilon=1e-5, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones",
                 in_channels=0, prefix=None, params=None):
        super().__init__(axis, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels)

    def forward(self, x):
        assert x.shape[self._axis] == self.gamma.shape[0], f"LayerNorm: axis {self._axis} of the input has " \
            f"{x.shape[self._axis]} elements, not {self.gamma.shape[0]}"
        return npx.layer_norm(x, self.gamma.like(x), self.beta.like(x), axis=self._axis, eps=self._epsilon)


class InstanceNorm(_Norm):
    """Normalisation of each channel of each sample."""

    def __init__(self, axis=1, epsilon=1e-5, center=True, scale=False, beta_initializer="zeros", gamma_initializer="ones",
                 in_channels=0, prefix=None, params=None):
        super().__init__(axis, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels)

    def forward(self, x):
        moved = x if self._axis == 1 else op["swapaxes"](x, 1, self._axis)
        y = op["instance_norm"](moved, eps=self._epsilon, weight=self.gamma.like(x), bias=self.beta.like(x))
        return y if self._axis == 1 else op["swapaxes"](y, 1, self._axis)


class GroupNorm(_Norm):
    """Normalisation of each group of channels of each sample."""

    def __init__(self, num_groups=1, epsilon=1e-5, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", in_channels=0, prefix=None, params=None):
        super().__init__(1, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels)
        self._num_groups = num_groups

    def forward(self, x):
        return op["group_norm"](x, num_groups=self._num_groups, eps=self._epsilon, weight=self.gamma.like(x),
                                bias=self.beta.like(x))


# ---- Others --------------------------------------------------------------------------------------


class Embedding(HybridBlock):
    """Embedding table: maps indices to rows of a weight matrix."""

    def __init__(self, input_dim, output_dim, dtype="float32", weight_initializer=None, sparse_grad=False, prefix=None, params=None):
        super().__init__()
        self._input_dim, self._output_dim, self._dtype = input_dim, output_dim, dtype
        self.weight = Parameter("weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype,
                                allow_deferred_init=True)

    def forward(self, x):
        return npx.embedding(x, self.weight.like(x))

    def __repr__(self):
        return f"Embedding({self._input_dim} -> {self._output_dim}, {self._dtype})"


class Dropout(HybridBlock):
    """Sets random elements to zero in training mode; elements along `axes` share their fate."""

    def __init__(self, rate, axes=(), prefix=None, params=None):
        super().__init__()
        self._rate, self._axes = rate, axes

    def forward(self, x):
        return npx.dropout(x, self._rate, self._axes) if self._rate > 0 else op["positive"](x)

    def __repr__(self):
        return f"Dropout(p = {self._rate}, axes={self._axes})"


class Flatten(HybridBlock):
    """Flattens all dimensions but the first."""

    def forward(self, x):
        return op["flatten"](x, start=1) if x.ndim > 1 else op["reshape"](x, (x.shape[0], -1))

    def __repr__(self):
        return "Flatten"


class Identity(HybridBlock):
    """Returns its input."""

    def forward(self, x):
        return x


class Lambda(Block):
    """A block that calls a function, which may be given by its name in np or npx."""

    def __init__(self, function, prefix=None, params=None):
        super().__init__()
        if isinstance(function, str):
            from weir.dialects import mxnet

            found = [m for m in (mxnet.np, mxnet.npx) if hasattr(m, function)]
            assert found, f"Lambda: neither np nor npx has a function {function}"
            self._func_name, self._func_impl = function, getattr(found[0], function)
        elif callable(function):
            self._func_name, self._func_impl = function.__name__, function
        else:
            raise ValueError(f"Lambda: {function!r} is neither a function nor the name of one")

    def forward(self, *args):
        return self._func_impl(*args)

    def __repr__(self):
        return f"{type(self).__name__}({self._func_name})"


class HybridLambda(Lambda, HybridBlock):
    """A hybrid block that calls a function, which may be given by its name in np or npx."""


class Concatenate(Sequential):
    """Applies its blocks to the same input and concatenates their outputs."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__()
        self.axis = axis

    def forward(self, x):
        return op["concat"]([block(x) for block in self._children.values()], axis=self.axis)


class HybridConcatenate(Concatenate, HybridSequential):
    """Applies its blocks to the same input and concatenates their outputs."""


class PReLU(HybridBlock):
    """A rectifier whose slope below zero is learned, one for all or one for each channel."""

    def __init__(self, alpha_initializer=None, in_channels=1, prefix=None, params=None):
        super().__init__()
        self.alpha = Parameter("alpha", shape=(in_channels,), init=create(alpha_initializer or "[\"constant\", {\"value\": 0.25}]"),
                               allow_deferred_init=True)

    def forward(self, x):
        return npx.leaky_relu(x, gamma=self.alpha.like(x), act_type="prelu")


def _function(name, fn, **defaults):
    """Create a layer without parameters: fn(x, **arguments)."""
    def __init__(self, *args, **kwargs):
        HybridBlock.__init__(self)
        unknown = [key for key in kwargs if key not in defaults and key not in ("prefix", "params")]
        if unknown or len(args) > len(defaults):
            raise TypeError(f"{type(self).__name__}: unexpected argument {unknown[0]!r}" if unknown else
                            f"{type(self).__name__} takes {len(defaults)} arguments, not {len(args)}")
        given = {**defaults, **dict(zip(defaults, args)), **{k: v for k, v in kwargs.items() if k in defaults}}
        self._given = given
        if name == "LeakyReLU" and given["alpha"] < 0:
            raise AssertionError("LeakyReLU: the slope is negative")

    def __repr__(self):
        return f"{name}({', '.join(map(str, self._given.values()))})"

    return type(name, (HybridBlock,), {"__init__": __init__, "forward": lambda self, x: fn(x, **self._given),
                                       "__repr__": __repr__, "__module__": __name__})


def _gelu(x, approximation):
    assert approximation in ("erf", "tanh"), f"approximation must be 'erf' or 'tanh', not {approximation!r}"
    return op["gelu" if approximation == "erf" else "gelu_tanh"](x)


def _pixel_shuffle(x, factor, dims):
    factors = _each(factor, dims)
    n, c, *sizes = x.shape
    c //= prod(factors)
    x = op["reshape"](x, (n, c, *factors, *sizes))
    order = [0, 1]
    for i in range(dims):
        order += [2 + dims + i, 2 + i]
    return op["reshape"](op["permute_dims"](x, order), (n, c, *(s * f for s, f in zip(sizes, factors))))


def _reflection(x, padding):
    padding = (padding,) * 4 if isinstance(padding, int) else tuple(padding)[4:]
    return op["pad"](x, (0, 0, 0, 0, *padding), mode="reflect")


LAYERS = {
    "LeakyReLU": _function("LeakyReLU", lambda x, alpha: op["leaky_relu"](x, negative_slope=float(alpha)), alpha=0.01),
    "ELU": _function("ELU", lambda x, alpha: op["elu"](x, alpha=float(alpha)), alpha=1.0),
    "SELU": _function("SELU", lambda x: op["selu"](x)),
    "GELU": _function("GELU", _gelu, approximation="erf"),
    "Swish": _function("Swish", lambda x, beta: x * op["sigmoid"](beta * x), beta=1.0),
    "SiLU": _function("SiLU", lambda x: op["silu"](x)),
    "ReflectionPad2D": _function("ReflectionPad2D", _reflection, padding=0),
    **{f"PixelShuffle{d}D": _function(f"PixelShuffle{d}D", lambda x, factor, d=d: _pixel_shuffle(x, factor, d), factor=1)
       for d in (1, 2, 3)},
    **{f"Conv{d}D": _conv(f"Conv{d}D", d) for d in (1, 2, 3)},
    **{f"Conv{d}DTranspose": _conv(f"Conv{d}DTranspose", d, True) for d in (1, 2, 3)},
    **{f"{k}Pool{d}D": _pool(f"{k}Pool{d}D", k.lower(), d) for k in ("Max", "Avg") for d in (1, 2, 3)},
    **{f"Global{k}Pool{d}D": type(f"Global{k}Pool{d}D", (_GlobalPool,), {"_kind": k.lower(), "__module__": __name__})
       for k in ("Max", "Avg") for d in (1, 2, 3)},
    **{cls.__name__: cls for cls in (
        Block, HybridBlock, Sequential, HybridSequential, Dense, Activation, BatchNorm, BatchNormReLU, SyncBatchNorm, LayerNorm,
        InstanceNorm, GroupNorm, Embedding, Dropout, Flatten, Identity, Lambda, HybridLambda, Concatenate, HybridConcatenate,
        PReLU)},
}

