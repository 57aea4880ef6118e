"""Keras's layers."""
import functools
import operator

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _keras, _vision
from weir.dialects._tensor_class import as_kind, op, quietly, size_of
from weir.dialects._tf_images import resized
from weir.dialects._tf_init import activation_of, elu, initial, relu
from weir.dialects._tf_math import MORE
from weir.dialects._tf_nn import (
    _conv, _pool, channels_first, channels_last, conv2d, depthwise_conv2d, pair, separable_conv2d, several, transposed)
from weir.dialects._tf_tensor import Refused, TensorShape, Variable, as_tensor, made

_shape = Array.shape.__get__

def _is_numeric(x):
    while isinstance(x, (list, tuple)) and x:
        x = x[0]
    return isinstance(x, (bool, int, float))


def _layer_input(x):
    """Convert NumPy arrays, numbers and lists of numbers to tensors, as Keras does; floats become float32."""
    if isinstance(x, Array) or not (hasattr(x, "__array_interface__") or _is_numeric(x)):
        return x
    x = as_tensor(x)
    return op["astype"](x, weir.float32) if x.dtype == weir.float64 else x


class Layer:
    """Base class of layers, whose variables are created at the first input by build(input_shape)."""

    def __init__(self, trainable=True, name=None, dtype=None, input_shape=None, **kwargs):
        self.trainable = trainable
        self.name = name or _keras.own_name(_keras.snake(type(self).__name__))
        self._input_shape = input_shape

    built, trainable, _input_shape = False, True, None

    def get_config(self):
        return {"name": self.name, "trainable": self.trainable, **{
            name: value for name, value in self.__dict__.items()
            if not name.startswith("_") and isinstance(value, (bool, int, float, str, tuple, type(None)))}}

    def compute_output_shape(self, input_shape):
        """Return the shape of the output for an input of this shape; None is any length."""
        y = quietly(lambda: self(made(op["zeros"](tuple(n or 1 for n in input_shape)))))
        return TensorShape((input_shape[0], *_shape(y)[1:]))

    @property
    def losses(self):
        """A list of the regularisation penalties of this layer and its sublayers."""
        own = [fn(v) for v, fn in self.__dict__.get("_costs", ())]
        return own + [cost for part in self._inner() if isinstance(part, Layer) for cost in part.losses]

    def add_update(self, updates):
        """Do nothing: the operations that compute the updates have already been issued."""

    @property
    def name(self):
        if "_name" not in self.__dict__:  # a program's class that does not call __init__
            self.name = _keras.own_name(_keras.snake(type(self).__name__))
        return self.__dict__["_name"]

    @name.setter
    def name(self, name):
        self.__dict__["_name"] = name

    @property
    def input(self):
        """The symbolic input of the last call with one."""
        inputs = self._symbols("input")[0]
        return inputs[0] if len(inputs) == 1 else inputs

    @property
    def output(self):
        """The symbolic output of the last call with a symbolic input."""
        return self._symbols("output")[1]

    def _symbols(self, what):
        if not self.__dict__.get("_calls"):
            raise AttributeError(f"{self.name} has no {what}: it has not been called with a symbolic input")
        return self._calls[-1]

    def build(self, input_shape):
        pass

    def call(self, inputs):
        raise NotImplementedError(f"{type(self).__name__} does not define call")

    def add_weight(self, name=None, shape=(), dtype=None, initializer="glorot_uniform", trainable=True,
                   regularizer=None, **kwargs):
        if not isinstance(name, (str, type(None))):
            name, shape = None, name
        variable = Variable(initial(initializer)(tuple(shape), dtype), trainable=trainable)
        if name is not None:
            self.__dict__.setdefault("_names", {})[id(variable)] = name
        self.__dict__.setdefault("_added", []).append(variable)
        if regularizer is not None:
            self.__dict__.setdefault("_costs", []).append((variable, _keras.regularizer(regularizer)))
        return variable

    add_variable = add_weight

    def __init_subclass__(cls, **kwargs):
        """Make build() set `built`, also in a program's own classes."""
        super().__init_subclass__(**kwargs)
        build = cls.__dict__.get("build")
        if build is None or getattr(build, "_marks", False):
            return

        def marking(self, *args, **kwargs):
            found = build(self, *args, **kwargs)
            self.built = True
            return found

        marking._marks = True
        cls.build = marking

    def __call__(self, *inputs, training=None, **kwargs):
        if inputs and _keras.leaves(inputs[0]):
            return _keras.apply(self, *inputs, **kwargs)
        inputs = tuple(map(_layer_input, inputs))
        if not self.built:
            x = inputs[0]
            if isinstance(x, str):
                raise Refused(f"{self.name}: the input must be a tensor, not {x!r}")
            quietly(lambda: self.build(TensorShape(_shape(x)) if isinstance(x, Array) else None))
            self.built = True
        if training is None:
            return self.call(*inputs, **kwargs)
        import inspect

        last = _core.set_training(bool(training))
        try:
            if "training" in inspect.signature(self.call).parameters:
                kwargs["training"] = training
            return self.call(*inputs, **kwargs)
        finally:
            _core.set_training(last)

    # -- Variables and sublayers

    def _inner(self):
        """Yield the variables and layers that are attributes of this layer, or elements of attributes that are lists or
        dictionaries, each once."""
        seen = set()

        def walk(value):
            if id(value) in seen:
                return
            if isinstance(value, (Variable, Layer)):
                seen.add(id(value))
                yield value
            elif isinstance(value, (list, tuple)):
                for part in value:
                    yield from walk(part)
            elif isinstance(value, dict):
                for part in value.values():
                    yield from walk(part)

        for value in list(self.__dict__.values()):
            yield from walk(value)

    @property
    def weights(self):
        out, seen = [], set()
        for part in self._inner():
            for v in [part] if isinstance(part, Variable) else part.weights:
                if id(v) not in seen:
                    seen.add(id(v))
                    out.append(v)
        return out

    variables = property(lambda self: self.weights)

    @property
    def trainable_weights(self):
        return self._trained()

    def _trained(self):
        """Return the trainable variables; a layer with trainable=False has none, nor do its parts."""
        if not self.trainable:
            return []
        out, seen = [], set()
        for part in self._inner():
            for v in ([part] if part.trainable else []) if isinstance(part, Variable) else part._trained():
                if id(v) not in seen:
                    seen.add(id(v))
                    out.append(v)
        return out

    trainable_variables = property(lambda self: self.trainable_weights)

    @property
    def non_trainable_weights(self):
        trained = set(map(id, self.trainable_weights))
        return [v for v in self.weights if id(v) not in trained]

    non_trainable_variables = property(lambda self: self.non_trainable_weights)

    def get_weights(self):
        return [v.numpy() for v in self.weights]

    def set_weights(self, weights):
        if len(weights) != len(self.weights):
            raise Refused(f"set_weights: got {len(weights)} arrays, but {self.name} has {len(self.weights)} variables")
        for v, w in zip(self.weights, weights):
            v.assign(w)

    def count_params(self):
        if not self.built and not self.weights and type(self).build is not Layer.build:
            raise Refused(f"count_params: {self.name} has no variables before its first input; call build")
        return sum(size_of(v) for v in self.weights)

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}>"


class Dense(Layer):
    """Fully connected layer, whose kernel has the shape (inputs, units)."""

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros",
                 kernel_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        if not isinstance(units, int) or units <= 0:
            raise Refused(f"Dense: units must be a positive integer, not {units!r}")
        self.units, self.activation, self.use_bias = units, activation_of(activation), use_bias
        self._inits, self._regularizer = (kernel_initializer, bias_initializer), kernel_regularizer

    def build(self, input_shape):
        if not input_shape:
            raise Refused("Dense: the input has no dimensions")
        self.kernel = self.add_weight("kernel", (input_shape[-1], self.units), initializer=self._inits[0],
                                      regularizer=self._regularizer)
        self.bias = self.add_weight("bias", (self.units,), initializer=self._inits[1]) if self.use_bias else None

    def call(self, inputs):
        y = op["linear"](inputs, op["permute_dims"](self.kernel), bias=self.bias)
        return y if self.activation is None else self.activation(y)


class Conv2D(Layer):
    """2-D convolution of channels-last images."""

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1),
                 groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self._regularizer = kernel_regularizer
        self.filters, self.kernel_size, self.strides, self.padding = filters, pair(kernel_size), pair(strides), padding
        self.activation, self.use_bias, self._dilation = activation_of(activation), use_bias, pair(dilation_rate)
        self._inits, self.groups = (kernel_initializer, bias_initializer), groups
        if padding.lower() not in ("same", "valid"):
            raise Refused(f"padding must be 'same' or 'valid', not {padding!r}")

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (*self.kernel_size, input_shape[-1] // self.groups, self.filters),
                                      initializer=self._inits[0], regularizer=self._regularizer)
        self.bias = self.add_weight("bias", (self.filters,), initializer=self._inits[1]) if self.use_bias else None

    def call(self, inputs):
        y = conv2d(inputs, self.kernel, self.strides, self.padding, dilations=self._dilation)
        y = y if self.bias is None else y + self.bias
        return y if self.activation is None else self.activation(y)


class Conv2DTranspose(Conv2D):
    """Transposed 2-D convolution of channels-last images."""

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (*self.kernel_size, self.filters, input_shape[-1]),
                                      initializer=self._inits[0], regularizer=self._regularizer)
        self.bias = self.add_weight("bias", (self.filters,), initializer=self._inits[1]) if self.use_bias else None

    def call(self, inputs):
        sizes = [n * t if self.padding == "same" else (n - 1) * t + k for n, k, t in zip(
            _shape(inputs)[1:3], self.kernel_size, self.strides)]
        y = transposed(inputs, self.kernel, self.strides, self.padding, sizes)
        y = y if self.bias is None else y + self.bias
        return y if self.activation is None else self.activation(y)


class _Conv(Layer):
    """Convolution of channels-last tensors with `_rank` axes besides the batch and the channels."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1, groups=1, activation=None,
                 use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self.filters, self.kernel_size, self.strides = filters, several(kernel_size, self._rank), several(strides, self._rank)
        self.padding, self.groups, self._dilation = padding, groups, several(dilation_rate, self._rank)
        self.activation, self.use_bias = activation_of(activation), use_bias
        self._inits, self._regularizer = (kernel_initializer, bias_initializer), kernel_regularizer

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (*self.kernel_size, input_shape[-1] // self.groups, self.filters),
                                      initializer=self._inits[0], regularizer=self._regularizer)
        self.bias = self.add_weight("bias", (self.filters,), initializer=self._inits[1]) if self.use_bias else None

    def call(self, inputs):
        padding = self.padding
        if padding == "causal":
            inputs = op["pad"](inputs, widths=[0, 0, (self.kernel_size[0] - 1) * self._dilation[0], 0, 0, 0])
            padding = "valid"
        y = _conv(inputs, self.kernel, self.strides, padding, self._dilation, self.groups)
        y = y if self.bias is None else y + self.bias
        return y if self.activation is None else self.activation(y)


class DepthwiseConv2D(Layer):
    """Convolution of each channel with filters of its own."""

    def __init__(self, kernel_size, strides=(1, 1), padding="valid", depth_multiplier=1, activation=None, use_bias=True,
                 depthwise_initializer="glorot_uniform", bias_initializer="zeros", **kwargs):
        super().__init__(**kwargs)
        self.kernel_size, self.strides, self.padding, self.depth_multiplier = pair(kernel_size), pair(strides), padding, depth_multiplier
        self.activation, self.use_bias, self._inits = activation_of(activation), use_bias, (depthwise_initializer, bias_initializer)

    def build(self, input_shape):
        n = input_shape[-1]
        self.kernel = self.add_weight("kernel", (*self.kernel_size, n, self.depth_multiplier), initializer=self._inits[0])
        self.bias = self.add_weight("bias", (n * self.depth_multiplier,), initializer=self._inits[1]) if self.use_bias else None

    def call(self, inputs):
        y = depthwise_conv2d(inputs, self.kernel, self.strides, self.padding)
        y = y if self.bias is None else y + self.bias
        return y if self.activation is None else self.activation(y)


def _pool_layer(name, operator):
    def __init__(self, pool_size=2, strides=None, padding="valid", data_format=None, **kwargs):
        Layer.__init__(self, **kwargs)
        self._how = pool_size, strides, padding

    def call(self, inputs):
        size, strides, padding = self._how
        return _pool(operator, inputs, several(size, inputs.ndim - 2), strides, padding)

    return type(name, (Layer,), {"__init__": __init__, "call": call})


def _layer_of(name, fn, *names, **defaults):
    """Create and return a layer class that calls fn(inputs, **settings).  `defaults` holds the settings and their
    default values, `names` the settings that are also positional arguments."""
    def __init__(self, *args, **kwargs):
        given = {**defaults, **dict(zip(names, args)), **{k: kwargs.pop(k) for k in list(kwargs) if k in defaults}}
        Layer.__init__(self, **kwargs)
        self._given = given

    def call(self, inputs):
        return fn(inputs, **self._given)

    return type(name, (Layer,), {"__init__": __init__, "call": call})


class BatchNormalization(Layer):
    """Batch normalisation over all axes but one, the last by default."""

    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, **kwargs):
        super().__init__(**kwargs)
        self.axis, self._momentum, self._epsilon, self._affine = axis, momentum, epsilon, (scale, center)

    def build(self, input_shape):
        n = (input_shape[self.axis],)
        self.gamma = self.add_weight("gamma", n, initializer="ones") if self._affine[0] else None
        self.beta = self.add_weight("beta", n, initializer="zeros") if self._affine[1] else None
        self.moving_mean = self.add_weight("moving_mean", n, initializer="zeros", trainable=False)
        self.moving_variance = self.add_weight("moving_variance", n, initializer="ones", trainable=False)

    def call(self, inputs, training=None):
        axis = self.axis % inputs.ndim
        shape = [-1 if i == axis else 1 for i in range(inputs.ndim)]

        def along(v):
            return v if axis == inputs.ndim - 1 else op["reshape"](v, shape)

        if not (_core.is_training() if training is None else training) or not self.trainable:
            mean, variance = self.moving_mean, self.moving_variance
        else:
            axes = tuple(i for i in range(inputs.ndim) if i != axis)
            mean, variance = op["mean"](inputs, axis=axes), op["var"](inputs, axis=axes)
            m = self._momentum
            self.moving_mean.assign(m * self.moving_mean + (1 - m) * mean.detach())
            self.moving_variance.assign(m * self.moving_variance + (1 - m) * variance.detach())
        factor = op["rsqrt"](variance + self._epsilon)
        factor = factor if self.gamma is None else factor * self.gamma
        y = (inputs - along(mean)) * along(factor)
        return y if self.beta is None else y + along(self.beta)


class LayerNormalization(Layer):
    """Layer normalisation over an axis, the last by default, or several."""

    def __init__(self, axis=-1, epsilon=1e-3, center=True, scale=True, **kwargs):
        super().__init__(**kwargs)
        self.axis, self._epsilon, self._affine = axis, epsilon, (scale, center)

    def _axes(self, count):
        return tuple(sorted(a % count for a in ([self.axis] if isinstance(self.axis, int) else self.axis)))

    def build(self, input_shape):
        shape = tuple(input_shape[a] for a in self._axes(len(input_shape)))
        self.gamma = self.add_weight("gamma", shape, initializer="ones") if self._affine[0] else None
        self.beta = self.add_weight("beta", shape, initializer="zeros") if self._affine[1] else None

    def call(self, inputs):
        axes = self._axes(inputs.ndim)
        if axes == (inputs.ndim - 1,):
            return op["layer_norm"](inputs, axis=(-1,), eps=self._epsilon, weight=self.gamma, bias=self.beta)
        shape = [n if i in axes else 1 for i, n in enumerate(_shape(inputs))]
        mean = op["mean"](inputs, axis=axes, keepdims=True)
        y = (inputs - mean) * op["rsqrt"](op["var"](inputs, axis=axes, keepdims=True) + self._epsilon)
        y = y if self.gamma is None else y * op["reshape"](self.gamma, shape)
        return y if self.beta is None else y + op["reshape"](self.beta, shape)


class Embedding(Layer):
    """Embedding table: maps indices to rows of a weight matrix."""

    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", **kwargs):
        super().__init__(**kwargs)
        self._sizes, self._init = (input_dim, output_dim), embeddings_initializer

    def build(self, input_shape):
        self.embeddings = self.add_weight("embeddings", self._sizes, initializer=self._init)

    def call(self, inputs):
        inputs = as_tensor(inputs)
        return op["embedding"](inputs if inputs.dtype.kind in "iu" else op["astype"](inputs, weir.int32), self.embeddings)


class Activation(Layer):
    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self._fn = activation_of(activation) or (lambda x: x)

    def call(self, inputs):
        return self._fn(inputs)


class Dropout(Layer):
    """Sets random elements to zero in training mode."""

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        if not 0 <= rate <= 1:
            raise Refused(f"Dropout: rate must be between 0 and 1, not {rate}")
        self.rate = rate

    def call(self, inputs, training=None):
        trains = _core.is_training() if training is None else training
        return op["dropout"](inputs, p=self.rate)[0] if trains and self.rate else inputs


class RandomFlip(Layer):
    """Randomly flips each image horizontally, vertically or both, in training mode only."""

    def __init__(self, mode="horizontal_and_vertical", seed=None, **kwargs):
        super().__init__(**kwargs)
        self.mode = mode

    def call(self, inputs, training=None):
        if not (_core.is_training() if training is None else training):
            return inputs
        x = as_kind(Array, inputs)
        if "horizontal" in self.mode:
            x = _core.random_flip(x, 0.5, False)
        if "vertical" in self.mode:
            x = op["swapaxes"](_core.random_flip(op["swapaxes"](x, 1, 2), 0.5, False), 1, 2)
        return made(x)


class Lambda(Layer):
    def __init__(self, function, **kwargs):
        super().__init__(**kwargs)
        self._fn = function

    def call(self, inputs):
        return self._fn(inputs)


LAYERS = {
    "MaxPool2D": _pool_layer("MaxPooling2D", "max_pool"), "AvgPool2D": _pool_layer("AveragePooling2D", "avg_pool"),
    "Flatten": _layer_of("Flatten", lambda x: op["flatten"](x, start=1) if x.ndim > 1 else op["expand_dims"](x, 1)),
    "Reshape": _layer_of("Reshape", lambda x, target_shape: op["reshape"](x, (_shape(x)[0], *target_shape)),
                         "target_shape",
                         target_shape=()),
    "ReLU": _layer_of("ReLU", relu, "max_value", "negative_slope", "threshold", max_value=None, negative_slope=0.0, threshold=0.0),
    "LeakyReLU": _layer_of("LeakyReLU", lambda x, negative_slope, alpha: op["leaky_relu"](
        x, negative_slope=negative_slope if alpha is None else alpha), "negative_slope", negative_slope=0.3, alpha=None),
    "ELU": _layer_of("ELU", lambda x, alpha: elu(x, alpha), "alpha", alpha=1.0),
    "Permute": _layer_of("Permute", lambda x, dims: op["permute_dims"](x, (0, *dims)), "dims", dims=()),
    "RepeatVector": _layer_of("RepeatVector", lambda x, n: op["broadcast_to"](op["expand_dims"](x, 1), (
        _shape(x)[0], n, _shape(x)[1])), "n", n=1),
    "UnitNormalization": _layer_of("UnitNormalization", lambda x, axis: MORE["l2_normalize"](x, axis), "axis", axis=-1),
    "GlobalAveragePooling1D": _layer_of("GlobalAveragePooling1D", lambda x, keepdims: op["mean"](x, axis=1, keepdims=keepdims),
                                        keepdims=False),
    "GlobalMaxPooling1D": _layer_of("GlobalMaxPooling1D", lambda x, keepdims: op["max"](x, axis=1, keepdims=keepdims), keepdims=False),
    "UpSampling1D": _layer_of("UpSampling1D", lambda x, size: weir.repeat(x, size, axis=1), "size", size=2),
    "ZeroPadding1D": _layer_of("ZeroPadding1D", lambda x, padding: op["pad"](x, widths=[0, 0, *pair(padding), 0, 0]), "padding", padding=1),
    "Cropping2D": _layer_of("Cropping2D", lambda x, cropping: x[(slice(None), *(slice(a, _shape(x)[i] - b) for i, (a, b) in enumerate(
        map(pair, pair(cropping)), 1)))], "cropping", cropping=((0, 0), (0, 0))),
    "Average": _layer_of("Average", lambda xs: sum(xs[1:], xs[0]) / len(xs)),
    "Maximum": _layer_of("Maximum", lambda xs: functools.reduce(op["maximum"], xs)),
    "Minimum": _layer_of("Minimum", lambda xs: functools.reduce(op["minimum"], xs)),
    **{name: _pool_layer(name, kind_) for name, kind_ in (("MaxPooling1D", "max_pool"), ("AveragePooling1D", "avg_pool"),
                                                          ("MaxPooling3D", "max_pool"), ("AveragePooling3D", "avg_pool"))},
    "Rescaling": _layer_of("Rescaling", lambda x, scale, offset: op["astype"](x, weir.float32) * scale + offset,
                           "scale", "offset", scale=1.0, offset=0.0),
    "Resizing": _layer_of("Resizing", lambda x, height, width, interpolation: resized(
        x, (height, width), interpolation), "height", "width", "interpolation", height=1, width=1,
        interpolation="bilinear"),
    "CenterCrop": _layer_of("CenterCrop", lambda x, height, width: _vision.center_crop(x, (height, width), "HWC"),
                            "height", "width", height=1, width=1),
    "Softmax": _layer_of("Softmax", lambda x, axis: op["softmax"](x, axis=axis), "axis", axis=-1),
    "GlobalAvgPool2D": _layer_of("GlobalAveragePooling2D", lambda x, keepdims: op["mean"](x, axis=(1, 2), keepdims=keepdims), keepdims=False),
    "GlobalMaxPool2D": _layer_of("GlobalMaxPooling2D", lambda x, keepdims: op["max"](x, axis=(1, 2), keepdims=keepdims), keepdims=False),
    "UpSampling2D": _layer_of("UpSampling2D", lambda x, size, interpolation: weir.repeat(weir.repeat(
        x, pair(size)[0], axis=1), pair(size)[1], axis=2) if interpolation == "nearest" else resized(
            x, [n * f for n, f in zip(_shape(x)[1:3], pair(size))], interpolation), "size", size=(2, 2), interpolation="nearest"),
    "ZeroPadding2D": _layer_of("ZeroPadding2D", lambda x, padding: channels_last(op["pad"](channels_first(x), widths=[
        0, 0, 0, 0, *(n for p in pair(padding) for n in pair(p))])), "padding", padding=(1, 1)),
    "Multiply": _layer_of("Multiply", lambda xs: functools.reduce(operator.mul, xs)),
    "Subtract": _layer_of("Subtract", lambda xs: xs[0] - xs[1]),
    "Add": _layer_of("Add", lambda xs: sum(xs[1:], xs[0])),
    "Concatenate": _layer_of("Concatenate", lambda xs, axis: op["concat"](xs, axis=axis), "axis", axis=-1),
}
LAYERS.update(_keras.recurrent(Layer, initial))
LAYERS.update({"Conv1D": type("Conv1D", (_Conv,), {"_rank": 1}), "Conv3D": type("Conv3D", (_Conv,), {"_rank": 3})})
LAYERS.update({name: LAYERS[name.replace("olution", "")] for name in ("Convolution1D", "Convolution3D")})


def merging(name):
    """Return the function of a layer that merges tensors: add([x, y]) is Add()([x, y])."""
    def call(inputs, **kwargs):
        return LAYERS[name](**kwargs)(inputs)

    return call


MERGES = {name.lower(): merging(name) for name in ("Add", "Subtract", "Multiply", "Concatenate", "Average", "Maximum", "Minimum")}
LAYERS["MaxPooling2D"], LAYERS["AveragePooling2D"] = LAYERS["MaxPool2D"], LAYERS["AvgPool2D"]
LAYERS["GlobalAveragePooling2D"] = LAYERS["GlobalAvgPool2D"]
LAYERS["GlobalMaxPooling2D"] = LAYERS["GlobalMaxPool2D"]
LAYERS["MaxPool1D"], LAYERS["MaxPool3D"] = LAYERS["MaxPooling1D"], LAYERS["MaxPooling3D"]
LAYERS["AvgPool1D"], LAYERS["AvgPool3D"] = LAYERS["AveragePooling1D"], LAYERS["AveragePooling3D"]
