"""Keras's layers."""
import functools
import operator

import weir
from weir._core import Array
from weir.dialects import _keras, _vision
from weir.dialects._tensor_class import as_kind, op
from weir.dialects._tf_images import resized
from weir.dialects._tf_init import activation_of, elu, relu
from weir.dialects._tf_layer import Layer, training_or
from weir.dialects._tf_math import MORE
from weir.dialects._tf_nn import (
    _conv, _pool, channels_first, channels_last, depthwise_conv2d, pair, separable_conv2d, several, transposed)
from weir.dialects._tf_noise import NOISE
from weir.dialects._tf_tensor import Refused, as_tensor, made

_shape = Array.shape.__get__


class Dense(Layer):
    """Fully connected layer, whose kernel has the shape (inputs, units)."""

    _weights, supports_masking = {"kernel": "glorot_uniform", "bias": "zeros"}, True

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", **kwargs):
        super().__init__(kernel_initializer=kernel_initializer, bias_initializer=bias_initializer, **kwargs)
        if not isinstance(units, int) or units <= 0:
            raise Refused(f"Dense: units must be a positive integer, not {units!r}")
        self.units, self.activation, self.use_bias = units, activation_of(activation), use_bias

    def build(self, input_shape):
        if not input_shape:
            raise Refused("Dense: the input has no dimensions")
        self.kernel = self._weight("kernel", (input_shape[-1], self.units))
        self.bias = self._weight("bias", (self.units,)) if self.use_bias else None

    def call(self, inputs):
        y = op["linear"](inputs, op["permute_dims"](self.kernel), bias=self.bias)
        return y if self.activation is None else self.activation(y)


# ---- Convolution and pooling


class _Convolution(Layer):
    """Base class of layers that convolve channels-last tensors with `_rank` axes besides the batch and the channels."""

    _weights, _formatted, _paddings = {"kernel": "glorot_uniform", "bias": "zeros"}, True, ("same", "valid")

    def _take(self, kernel_size, strides, padding, activation, use_bias):
        self.kernel_size, self.strides = several(kernel_size, self._rank), several(strides, self._rank)
        self.padding, self.activation, self.use_bias = str(padding).lower(), activation_of(activation), use_bias
        if self.padding not in self._paddings:
            raise Refused(f"padding must be {' or '.join(map(repr, self._paddings))}, not {padding!r}")

    def _end(self, y):
        y = y if self.bias is None else y + self.bias
        return y if self.activation is None else self.activation(y)


class _Conv(_Convolution):
    """Convolution."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1, groups=1, activation=None,
                 use_bias=True, **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        self._take(kernel_size, strides, padding, activation, use_bias)
        self.filters, self.groups, self.dilation_rate = filters, groups, several(dilation_rate, self._rank)

    def build(self, input_shape):
        self.kernel = self._weight("kernel", (*self.kernel_size, input_shape[-1] // self.groups, self.filters))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None

    def call(self, inputs):
        padding = self.padding
        if padding == "causal":
            inputs = op["pad"](inputs, widths=[0, 0, (self.kernel_size[0] - 1) * self.dilation_rate[0], 0, 0, 0])
            padding = "valid"
        return self._end(_conv(inputs, self.kernel, self.strides, padding, self.dilation_rate, self.groups))


class Conv2D(_Conv):
    """2-D convolution of channels-last images."""

    _rank = 2


class _ConvTranspose(_Convolution):
    """Transposed convolution."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", output_padding=None, data_format=None, dilation_rate=1,
                 activation=None, use_bias=True, **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        if output_padding is not None or any(n != 1 for n in several(dilation_rate, self._rank)):
            raise Refused(f"{type(self).__name__}: output_padding and dilation_rate are not supported; use padding='same' or 'valid'")
        self._take(kernel_size, strides, padding, activation, use_bias)
        self.filters = filters

    def build(self, input_shape):
        self.kernel = self._weight("kernel", (*self.kernel_size, self.filters, input_shape[-1]))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None

    def call(self, inputs):
        sizes = [n * t if self.padding == "same" else n * t + max(k - t, 0) for n, k, t in zip(
            _shape(inputs)[1:-1], self.kernel_size, self.strides)]
        return self._end(transposed(inputs, self.kernel, self.strides, self.padding, sizes))


class DepthwiseConv2D(_Convolution):
    """Convolution of each channel with filters of its own."""

    _weights, _rank = {"depthwise": "glorot_uniform", "bias": "zeros"}, 2

    def __init__(self, kernel_size, strides=(1, 1), padding="valid", depth_multiplier=1, data_format=None, dilation_rate=(1, 1),
                 activation=None, use_bias=True, **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        self._take(kernel_size, strides, padding, activation, use_bias)
        self.depth_multiplier, self.dilation_rate = depth_multiplier, pair(dilation_rate)

    def build(self, input_shape):
        n = input_shape[-1]
        self.kernel = self._weight("depthwise", (*self.kernel_size, n, self.depth_multiplier), name="kernel")
        self.bias = self._weight("bias", (n * self.depth_multiplier,)) if self.use_bias else None

    def call(self, inputs):
        return self._end(depthwise_conv2d(inputs, self.kernel, self.strides, self.padding, None, self.dilation_rate))


class SeparableConv2D(_Convolution):
    """Convolution of each channel with filters of its own, then of the channels with each other."""

    _weights, _rank = {"depthwise": "glorot_uniform", "pointwise": "glorot_uniform", "bias": "zeros"}, 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), depth_multiplier=1,
                 activation=None, use_bias=True, **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        self._take(kernel_size, strides, padding, activation, use_bias)
        self.filters, self.depth_multiplier, self.dilation_rate = filters, depth_multiplier, pair(dilation_rate)

    def build(self, input_shape):
        n = input_shape[-1]
        self.depthwise_kernel = self._weight("depthwise", (*self.kernel_size, n, self.depth_multiplier), name="depthwise_kernel")
        self.pointwise_kernel = self._weight("pointwise", (1, 1, n * self.depth_multiplier, self.filters), name="pointwise_kernel")
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None

    def call(self, inputs):
        return self._end(separable_conv2d(inputs, self.depthwise_kernel, self.pointwise_kernel, self.strides, self.padding, None,
                                          self.dilation_rate))


def _pool_layer(name, operator):
    def __init__(self, pool_size=2, strides=None, padding="valid", data_format=None, **kwargs):
        Layer.__init__(self, data_format=data_format, **kwargs)
        self.pool_size, self.strides, self.padding = pool_size, strides, padding

    def call(self, inputs):
        return _pool(operator, inputs, several(self.pool_size, inputs.ndim - 2), self.strides, self.padding)

    return type(name, (Layer,), {"__init__": __init__, "call": call, "_formatted": True})


# ---- Layers that call one function


def _layer_of(name, fn, *names, formatted=False, masks=False, compute_mask=None, **defaults):
    """Create and return a layer class that calls fn(inputs, **settings).

    `defaults` holds the settings and their default values, ... for those that must be given; `names` the settings that are also
    positional arguments.
    """
    def __init__(self, *args, **kwargs):
        if len(args) > len(names):
            raise TypeError(f"{name}: {len(args)} arguments by position, but there are {len(names)}")
        given = {**defaults, **dict(zip(names, args)), **{k: kwargs.pop(k) for k in list(kwargs) if k in defaults}}
        missing = [key for key, value in given.items() if value is ...]
        if missing:
            raise TypeError(f"{name}: missing the argument {missing[0]!r}")
        Layer.__init__(self, **kwargs)
        self.__dict__.update(given)

    def call(self, inputs):
        return fn(inputs, **{key: self.__dict__[key] for key in defaults})

    more = {"compute_mask": compute_mask} if compute_mask else {}
    return type(name, (Layer,), {"__init__": __init__, "call": call, "_formatted": formatted,
                                 "supports_masking": masks or compute_mask is not None, **more})


def _merged_mask(self, inputs, mask=None):
    """Return the steps that count in all of the merged tensors that have a mask."""
    found = [m for m in mask if m is not None] if isinstance(mask, (list, tuple)) else []
    return functools.reduce(op["logical_and"], found) if found else None


def _joined_mask(self, inputs, mask=None):
    if not isinstance(mask, (list, tuple)) or all(m is None for m in mask):
        return None
    if self.axis in (-1, inputs[0].ndim - 1):
        return _merged_mask(self, inputs, mask)
    return op["concat"]([op["ones"](_shape(x)[:2], weir.bool) if m is None else m for x, m in zip(inputs, mask)], axis=self.axis)


def _dot(xs, axes, normalize):
    """Return the products of two tensors along one axis of each, for each sample."""
    x, y = xs
    a, b = axes if isinstance(axes, (list, tuple)) else (axes, axes)
    x, y = op["moveaxis"](x, a % x.ndim, -1), op["moveaxis"](y, b % y.ndim, 1)
    if normalize:
        x, y = MORE["l2_normalize"](x, -1), MORE["l2_normalize"](y, 1)
    (n, *first, k), (_, _, *second) = _shape(x), _shape(y)
    z = op["matmul"](op["reshape"](x, (n, -1, k)), op["reshape"](y, (n, k, -1)))
    return op["reshape"](z, (n, *first, *second) if first or second else (n, 1))


def _cropped(x, *cropping):
    return x[(slice(None), *(slice(a, _shape(x)[i] - b) for i, (a, b) in enumerate(map(pair, cropping), 1)))]


def _resized(x, height, width, interpolation, crop_to_aspect_ratio, pad_to_aspect_ratio, antialias):
    if crop_to_aspect_ratio or pad_to_aspect_ratio:
        raise Refused("Resizing: crop_to_aspect_ratio and pad_to_aspect_ratio are not supported; use CenterCrop or ZeroPadding2D before")
    return resized(x, (height, width), interpolation, antialias)


def _upsampled(x, size, interpolation):
    if interpolation == "nearest":
        return made(weir.repeat(weir.repeat(as_kind(Array, x), pair(size)[0], axis=1), pair(size)[1], axis=2))
    return resized(x, [n * f for n, f in zip(_shape(x)[1:3], pair(size))], interpolation)


# ---- Normalisation


class _Normalised(Layer):
    """Base class of layers that normalise, then scale by gamma and add beta."""

    _weights, supports_masking = {"gamma": "ones", "beta": "zeros"}, True

    def __init__(self, axis, epsilon, center, scale, **kwargs):
        super().__init__(**kwargs)
        self.axis, self.epsilon, self.center, self.scale = axis, epsilon, center, scale

    def _affine(self, shape):
        self.gamma = self._weight("gamma", shape) if self.scale else None
        self.beta = self._weight("beta", shape) if self.center else None

    def _end(self, y, shape):
        y = y if self.gamma is None else y * op["reshape"](self.gamma, shape)
        return y if self.beta is None else y + op["reshape"](self.beta, shape)


class BatchNormalization(_Normalised):
    """Batch normalisation over all axes but one, the last by default."""

    _weights = {"gamma": "ones", "beta": "zeros", "moving_mean": "zeros", "moving_variance": "ones"}
    _without_effect = (*Layer._without_effect, "synchronized", "fused", "virtual_batch_size")

    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, **kwargs):
        super().__init__(axis, epsilon, center, scale, **kwargs)
        self.momentum = momentum

    def build(self, input_shape):
        n = (input_shape[self.axis],)
        self._affine(n)
        self.moving_mean = self._weight("moving_mean", n, False)
        self.moving_variance = self._weight("moving_variance", n, False)

    def _moments(self, x, axes, mask):
        if mask is None:
            return op["mean"](x, axis=axes), op["var"](x, axis=axes)
        w = op["astype"](op["reshape"](mask, _shape(mask) + (1,) * (x.ndim - mask.ndim)), x.dtype)
        w = op["broadcast_to"](w, _shape(x))
        total = op["sum"](w, axis=axes, keepdims=True) + 1e-7
        mean = op["sum"](w * x, axis=axes, keepdims=True) / total
        variance = op["sum"](w * op["square"](x - mean), axis=axes, keepdims=True) / total
        return op["squeeze"](mean, axis=axes), op["squeeze"](variance, axis=axes)

    def call(self, inputs, training=None, mask=None):
        axis = self.axis % inputs.ndim
        shape = [-1 if i == axis else 1 for i in range(inputs.ndim)]

        def along(v):
            return v if axis == inputs.ndim - 1 else op["reshape"](v, shape)

        if not training_or(training) or not self.trainable:
            mean, variance = self.moving_mean, self.moving_variance
        else:
            mean, variance = self._moments(inputs, tuple(i for i in range(inputs.ndim) if i != axis), mask)
            m = self.momentum
            self.moving_mean.assign(m * self.moving_mean + (1 - m) * mean.detach())
            self.moving_variance.assign(m * self.moving_variance + (1 - m) * variance.detach())
        factor = op["rsqrt"](variance + self.epsilon)
        factor = factor if self.gamma is None else factor * self.gamma
        y = (inputs - along(mean)) * along(factor)
        return y if self.beta is None else y + along(self.beta)


class LayerNormalization(_Normalised):
    """Layer normalisation over an axis, the last by default, or several."""

    def __init__(self, axis=-1, epsilon=1e-3, center=True, scale=True, **kwargs):
        super().__init__(axis, epsilon, center, scale, **kwargs)

    def _axes(self, count):
        return tuple(sorted(a % count for a in ([self.axis] if isinstance(self.axis, int) else self.axis)))

    def build(self, input_shape):
        self._affine(tuple(input_shape[a] for a in self._axes(len(input_shape))))

    def call(self, inputs):
        axes = self._axes(inputs.ndim)
        if axes == (inputs.ndim - 1,):
            return op["layer_norm"](inputs, axis=(-1,), eps=self.epsilon, weight=self.gamma, bias=self.beta)
        shape = [n if i in axes else 1 for i, n in enumerate(_shape(inputs))]
        mean = op["mean"](inputs, axis=axes, keepdims=True)
        return self._end((inputs - mean) * op["rsqrt"](op["var"](inputs, axis=axes, keepdims=True) + self.epsilon), shape)


class GroupNormalization(_Normalised):
    """Normalisation of the channels in groups; groups=-1 is one group for each channel."""

    def __init__(self, groups=32, axis=-1, epsilon=1e-3, center=True, scale=True, **kwargs):
        super().__init__(axis, epsilon, center, scale, **kwargs)
        self.groups = groups

    def build(self, input_shape):
        n = input_shape[self.axis]
        self.groups = n if self.groups == -1 else self.groups
        if n % self.groups or self.axis not in (-1, len(input_shape) - 1):
            raise Refused(f"GroupNormalization: {n} channels, which are the last axis, cannot be split in {self.groups} groups")
        self._affine((n,))

    def call(self, inputs):
        shape = _shape(inputs)
        x = op["reshape"](inputs, (*shape[:-1], self.groups, shape[-1] // self.groups))
        axes = (*range(1, x.ndim - 2), x.ndim - 1)
        x = (x - op["mean"](x, axis=axes, keepdims=True)) * op["rsqrt"](op["var"](x, axis=axes, keepdims=True) + self.epsilon)
        return self._end(op["reshape"](x, shape), (shape[-1],))


class Normalization(Layer):
    """Shifts and scales features by their mean and variance, which are given or found by adapt()."""

    def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
        super().__init__(**kwargs)
        if (mean is None) != (variance is None):
            raise Refused("Normalization: mean and variance must be given together")
        self.axis, self.invert, self._given = axis, invert, mean is not None
        self.mean, self.variance = (None if v is None else as_tensor(v, weir.float32) for v in (mean, variance))

    def adapt(self, data, batch_size=None, steps=None):
        """Set the mean and the variance to those of data: an array or a dataset."""
        if self._given:
            raise Refused("Normalization: the mean was given, so adapt has no use")
        parts = [as_tensor(data)] if isinstance(data, Array) or hasattr(data, "__array_interface__") or isinstance(data, (list, tuple)) else [
            as_tensor(part) for part in data]
        x = op["astype"](op["concat"](parts, axis=0) if len(parts) > 1 else parts[0], weir.float32)
        kept = () if self.axis is None else tuple(a % x.ndim for a in ([self.axis] if isinstance(self.axis, int) else self.axis))
        axes = tuple(i for i in range(x.ndim) if i not in kept)
        self.mean, self.variance = (made(op[name](x, axis=axes, keepdims=True)) for name in ("mean", "var"))
        self.built = True

    def call(self, inputs):
        if self.mean is None:
            raise Refused("Normalization: call adapt(data) first, or pass mean and variance")
        root = op["maximum"](op["sqrt"](self.variance), 1e-7)
        x = inputs if inputs.dtype.kind == "f" else op["astype"](inputs, weir.float32)
        return x * root + self.mean if self.invert else (x - self.mean) / root


# ---- Other layers


class Embedding(Layer):
    """Embedding table: maps indices to rows of a weight matrix.  With mask_zero, steps with the index 0 are masked."""

    _weights = {"embeddings": "uniform"}

    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", embeddings_regularizer=None, embeddings_constraint=None,
                 mask_zero=False, weights=None, input_length=None, **kwargs):
        super().__init__(embeddings_initializer=embeddings_initializer, embeddings_regularizer=embeddings_regularizer,
                         embeddings_constraint=embeddings_constraint, **kwargs)
        self.input_dim, self.output_dim, self.mask_zero, self._start = input_dim, output_dim, mask_zero, _keras.Hidden(weights)
        self.supports_masking = bool(mask_zero)
        if input_length is not None and self._input_shape is None:
            self._input_shape = (input_length,)

    def build(self, input_shape):
        self.embeddings = self._weight("embeddings", (self.input_dim, self.output_dim))
        if self._start.value is not None:
            self.embeddings.assign(self._start.value[0] if isinstance(self._start.value, (list, tuple)) else self._start.value)

    def compute_mask(self, inputs, mask=None):
        return as_tensor(inputs) != 0 if self.mask_zero else None

    def call(self, inputs):
        inputs = as_tensor(inputs)
        return op["embedding"](inputs if inputs.dtype.kind in "iu" else op["astype"](inputs, weir.int32), self.embeddings)


class Masking(Layer):
    """Masks steps whose features all have a value."""

    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.mask_value = mask_value

    def compute_mask(self, inputs, mask=None):
        return op["any"](inputs != self.mask_value, axis=-1)

    def call(self, inputs):
        return inputs * op["astype"](op["any"](inputs != self.mask_value, axis=-1, keepdims=True), inputs.dtype)


class Activation(Layer):
    """Applies an activation."""

    supports_masking = True

    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation = activation_of(activation) or (lambda x: x)

    def call(self, inputs):
        return self.activation(inputs)


class PReLU(Layer):
    """Leaky rectifier with a slope for each feature; the slopes are the same along shared_axes."""

    _weights, supports_masking = {"alpha": "zeros"}, True

    def __init__(self, alpha_initializer="zeros", shared_axes=None, **kwargs):
        super().__init__(alpha_initializer=alpha_initializer, **kwargs)
        self.shared_axes = () if shared_axes is None else tuple(shared_axes) if isinstance(shared_axes, (list, tuple)) else (shared_axes,)

    def build(self, input_shape):
        self.alpha = self._weight("alpha", tuple(1 if i in self.shared_axes else n for i, n in enumerate(input_shape) if i))

    def call(self, inputs):
        return op["relu"](inputs) - self.alpha * op["relu"](-inputs)


class Softmax(Layer):
    """Softmax along an axis, over the elements of the mask."""

    supports_masking = True

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs, mask=None):
        if mask is not None:
            inputs = inputs + (1 - op["astype"](as_tensor(mask), inputs.dtype)) * (-1e9 if inputs.dtype != weir.float16 else -3e4)
        return op["softmax"](inputs, axis=self.axis)


class Lambda(Layer):
    """Calls a function, with `arguments` as its keyword arguments."""

    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        self.function, self.arguments, self._mask = function, arguments or {}, mask
        self.supports_masking = mask is not None

    def compute_mask(self, inputs, mask=None):
        return self._mask(inputs, mask) if callable(self._mask) else self._mask

    def call(self, inputs):
        return self.function(inputs, **self.arguments)


class ActivityRegularization(Layer):
    """Adds a penalty on its inputs, which it returns."""

    supports_masking = True

    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        super().__init__(activity_regularizer=_keras.L1L2(l1, l2), **kwargs)

    def call(self, inputs):
        return inputs


class _Global(Layer):
    """Base class of layers that reduce the axes between the batch and the channels."""

    _formatted = True

    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        self.keepdims = keepdims

    def call(self, inputs):
        return op[self._how](inputs, axis=tuple(range(1, inputs.ndim - 1)), keepdims=self.keepdims)


class GlobalAveragePooling1D(_Global):
    """The mean over the steps of a sequence, of those in the mask."""

    _how, supports_masking = "mean", True

    def compute_mask(self, inputs, mask=None):
        return None

    def call(self, inputs, mask=None):
        if mask is None:
            return super().call(inputs)
        w = op["expand_dims"](op["astype"](mask, inputs.dtype), 2)
        return op["sum"](inputs * w, axis=1, keepdims=self.keepdims) / op["sum"](w, axis=1, keepdims=self.keepdims)


def _global(name, how):
    return type(name, (_Global,), {"_how": how})


LAYERS = {
    "MaxPool2D": _pool_layer("MaxPooling2D", "max_pool"), "AvgPool2D": _pool_layer("AveragePooling2D", "avg_pool"),
    "Flatten": _layer_of("Flatten", lambda x: op["flatten"](x, start=1) if x.ndim > 1 else op["expand_dims"](x, 1), formatted=True),
    "Reshape": _layer_of("Reshape", lambda x, target_shape: op["reshape"](x, (_shape(x)[0], *target_shape)), "target_shape",
                         target_shape=...),
    "ReLU": _layer_of("ReLU", relu, "max_value", "negative_slope", "threshold", masks=True, max_value=None, negative_slope=0.0, threshold=0.0),
    "LeakyReLU": _layer_of("LeakyReLU", lambda x, negative_slope, alpha: op["leaky_relu"](
        x, negative_slope=negative_slope if alpha is None else alpha), "negative_slope", masks=True, negative_slope=0.3, alpha=None),
    "ELU": _layer_of("ELU", lambda x, alpha: elu(x, alpha), "alpha", masks=True, alpha=1.0),
    "Permute": _layer_of("Permute", lambda x, dims: op["permute_dims"](x, (0, *dims)), "dims", dims=...),
    "RepeatVector": _layer_of("RepeatVector", lambda x, n: op["broadcast_to"](op["expand_dims"](x, 1), (
        _shape(x)[0], n, _shape(x)[1])), "n", n=...),
    "Identity": _layer_of("Identity", lambda x: x, masks=True),
    "UnitNormalization": _layer_of("UnitNormalization", lambda x, axis: MORE["l2_normalize"](x, axis), "axis", masks=True, axis=-1),
    "UpSampling1D": _layer_of("UpSampling1D", lambda x, size: made(weir.repeat(as_kind(Array, x), size, axis=1)), "size", size=2),
    "ZeroPadding1D": _layer_of("ZeroPadding1D", lambda x, padding: op["pad"](x, widths=[0, 0, *pair(padding), 0, 0]), "padding", padding=1,
                               formatted=True),
    "Cropping1D": _layer_of("Cropping1D", lambda x, cropping: _cropped(x, cropping), "cropping", cropping=(1, 1)),
    "Cropping2D": _layer_of("Cropping2D", lambda x, cropping: _cropped(x, *pair(cropping)), "cropping", cropping=((0, 0), (0, 0)),
                            formatted=True),
    **{name: _pool_layer(name, kind_) for name, kind_ in (("MaxPooling1D", "max_pool"), ("AveragePooling1D", "avg_pool"),
                                                          ("MaxPooling3D", "max_pool"), ("AveragePooling3D", "avg_pool"))},
    "Rescaling": _layer_of("Rescaling", lambda x, scale, offset: op["astype"](x, weir.float32) * scale + offset,
                           "scale", "offset", scale=..., offset=0.0),
    "Resizing": _layer_of("Resizing", _resized, "height", "width", "interpolation", height=..., width=..., interpolation="bilinear",
                          crop_to_aspect_ratio=False, pad_to_aspect_ratio=False, antialias=False, formatted=True),
    "CenterCrop": _layer_of("CenterCrop", lambda x, height, width: _vision.center_crop(x, (height, width), "HWC"),
                            "height", "width", height=..., width=..., formatted=True),
    "UpSampling2D": _layer_of("UpSampling2D", _upsampled, "size", size=(2, 2), interpolation="nearest", formatted=True),
    "ZeroPadding2D": _layer_of("ZeroPadding2D", lambda x, padding: channels_last(op["pad"](channels_first(x), widths=[
        0, 0, 0, 0, *(n for p in pair(padding) for n in pair(p))])), "padding", padding=(1, 1), formatted=True),
    "Multiply": _layer_of("Multiply", lambda xs: functools.reduce(operator.mul, xs), compute_mask=_merged_mask),
    "Subtract": _layer_of("Subtract", lambda xs: xs[0] - xs[1], compute_mask=_merged_mask),
    "Add": _layer_of("Add", lambda xs: sum(xs[1:], xs[0]), compute_mask=_merged_mask),
    "Average": _layer_of("Average", lambda xs: sum(xs[1:], xs[0]) / len(xs), compute_mask=_merged_mask),
    "Maximum": _layer_of("Maximum", lambda xs: functools.reduce(op["maximum"], xs), compute_mask=_merged_mask),
    "Minimum": _layer_of("Minimum", lambda xs: functools.reduce(op["minimum"], xs), compute_mask=_merged_mask),
    "Concatenate": _layer_of("Concatenate", lambda xs, axis: op["concat"](xs, axis=axis), "axis", axis=-1, compute_mask=_joined_mask),
    "Dot": _layer_of("Dot", _dot, "axes", "normalize", axes=..., normalize=False),
    **{cls.__name__: cls for cls in (
        Dense, Conv2D, DepthwiseConv2D, SeparableConv2D, BatchNormalization, LayerNormalization, GroupNormalization, Normalization, Embedding,
        Masking, Activation, PReLU, Softmax, Lambda, ActivityRegularization, GlobalAveragePooling1D)},
    **NOISE,
    **{f"Conv{n}D": type(f"Conv{n}D", (_Conv,), {"_rank": n, "_paddings": ("same", "valid", "causal") if n == 1 else ("same", "valid")})
       for n in (1, 3)},
    **{f"Conv{n}DTranspose": type(f"Conv{n}DTranspose", (_ConvTranspose,), {"_rank": n}) for n in (1, 2, 3)},
    **{name: _global(name, how) for name, how in (
        ("GlobalMaxPooling1D", "max"), ("GlobalAveragePooling2D", "mean"), ("GlobalMaxPooling2D", "max"), ("GlobalAveragePooling3D", "mean"),
        ("GlobalMaxPooling3D", "max"))},
}


def merging(name):
    """Return the function of a layer that merges tensors: add([x, y]) is Add()([x, y])."""
    def call(inputs, **kwargs):
        return LAYERS[name](**kwargs)(inputs)

    return call


MERGES = {name.lower(): merging(name) for name in ("Add", "Subtract", "Multiply", "Concatenate", "Average", "Maximum", "Minimum", "Dot")}
_OTHER_NAMES = {
    "MaxPooling2D": "MaxPool2D", "AveragePooling2D": "AvgPool2D", "MaxPool1D": "MaxPooling1D", "MaxPool3D": "MaxPooling3D",
    "AvgPool1D": "AveragePooling1D", "AvgPool3D": "AveragePooling3D", "SeparableConvolution2D": "SeparableConv2D",
    **{f"Convolution{n}D": f"Conv{n}D" for n in (1, 2, 3)},
    **{f"GlobalAvgPool{n}D": f"GlobalAveragePooling{n}D" for n in (1, 2, 3)}, **{f"GlobalMaxPool{n}D": f"GlobalMaxPooling{n}D" for n in (1, 2, 3)}}
LAYERS.update({name: LAYERS[other] for name, other in _OTHER_NAMES.items()})
