"""The TensorFlow and Keras dialect."""
import collections
import functools
import operator

import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects import _gpus, _keras, _optim, _schedules, _table, _vision
from weir.dialects._tensor_class import (
    Mistake, as_kind, flat, keep, kind, op, place, put, quietly, size_of, text, ufuncs, wait_all)

# ---- Tensors -------------------------------------------------------------------------------------

_shape = Array.shape.__get__


class TensorShape(tuple):
    """The shape of a tensor."""

    __slots__ = ()

    def as_list(self):
        return list(self)

    def num_elements(self):
        return _count(self)

    rank = ndims = property(len)

    def __repr__(self):
        return f"TensorShape({list(self)})"

    def __str__(self):
        return tuple.__repr__(self)


def _count(shape):
    n = 1
    for length in shape:
        n *= length
    return n


@kind()
class Tensor:
    """TensorFlow's tensor class."""

    def __repr__(self):
        return f"<tf.Tensor: shape={_shape(self)}, dtype={self.dtype}, numpy={_numpy_text(self)}>"

    def __str__(self):
        return f"tf.Tensor({_own_line(_number_text(self))}, shape={_shape(self)}, dtype={self.dtype})"

    def __format__(self, how):
        return format(self.item() if self.ndim == 0 and how else str(self), how)

    __hash__ = object.__hash__
    __array_ufunc__ = ufuncs(numpys=True)

    shape = property(lambda self: TensorShape(_shape(self)))

    def numpy(self):
        """Return the values as a new NumPy array, or as a NumPy scalar if the tensor has no dimensions.  Blocks until
        they are computed."""
        values = Array.numpy(self.detach(), copy=True)
        return values[()] if self.ndim == 0 else values

    def set_shape(self, shape):
        pass

    def ref(self):
        """Return a hashable reference to this tensor object, for sets and dictionaries."""
        return Reference(self)

    experimental_ref = ref


class Reference:
    """A hashable reference to a tensor; references are equal if they refer to the same object."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor):
        self._tensor = tensor

    def deref(self):
        """Return the tensor that this reference refers to."""
        return self._tensor

    def __eq__(self, other):
        return isinstance(other, Reference) and self._tensor is other._tensor

    def __hash__(self):
        return id(self._tensor) >> 4

    def __repr__(self):
        return f"<Reference wrapping {self._tensor!r}>"


def _number_text(x):
    words = text(x.detach())
    return words + "0" if x.ndim == 0 and words.endswith(".") else words


def _own_line(words):
    return "\n" + words if "\n" in words else words


def _numpy_text(x):
    if x.ndim == 0:
        return _number_text(x)
    dtype = "" if x.dtype in (weir.bool, weir.int64, weir.float64) else f", dtype={x.dtype}"
    return "array(" + text(x.detach(), separator=", ", prefix="array(") + dtype + ")"


@kind(Tensor)
class Variable:
    """A tensor that can be assigned to and is watched by gradient tapes."""

    def __new__(cls, initial_value, trainable=True, name=None, dtype=None, **kwargs):
        value = initial_value() if callable(initial_value) else initial_value
        x = as_kind(cls, quietly(lambda: op["copy"](_as_tensor(value, dtype).detach())))
        return x.attach_grad("write") if trainable and x.dtype.kind in "fc" else x

    def __repr__(self):
        return f"<tf.Variable 'Variable:0' shape={_shape(self)} dtype={self.dtype}, numpy={_numpy_text(self)}>"

    def __str__(self):
        return repr(self)

    def assign(self, value, use_locking=False, name=None, read_value=True):
        return keep(self, _as_tensor(value))

    def assign_add(self, delta, use_locking=False, name=None, read_value=True):
        return quietly(lambda: self.__iadd__(delta))

    def assign_sub(self, delta, use_locking=False, name=None, read_value=True):
        return quietly(lambda: self.__isub__(delta))

    def __getitem__(self, key):
        """Return part of the variable.

        If all indices are slices and integers, the part is a view, and assigning to it changes the variable.
        """
        return as_kind(Part, Array.__getitem__(self, key))

    def value(self):
        return +self

    read_value = value
    name = "Variable:0"
    trainable = property(lambda self: self.grad_mode != "null")


@kind(Tensor)
class Part:
    """Part of a variable, as returned by indexing it."""

    assign, assign_add, assign_sub = Variable.assign, Variable.assign_add, Variable.assign_sub


def made(x):
    return as_kind(Tensor, x)


def _as_tensor(value, dtype=None):
    """Return values as a tensor; by default, Python integers become int32 and floats float32."""
    if isinstance(value, Array):
        return value if dtype is None or value.dtype == _dtype(dtype) else op["astype"](value, _dtype(dtype))
    dtype = _dtype(dtype)
    if dtype is None and not hasattr(value, "dtype"):
        x = _core.asarray(value)
        return made(op["astype"](x, weir.int32) if x.dtype == weir.int64 else x)
    return made(_core.asarray(value, dtype=dtype, copy=True))


def _dtype(dtype):
    return {float: weir.float32, int: weir.int32, bool: weir.bool}.get(dtype, dtype) if dtype is not None else None


def constant(value, dtype=None, shape=None, name=None):
    x = made(op["copy"](_as_tensor(value, dtype).detach()))
    return x if shape is None else op["broadcast_to"](x, shape) if x.ndim == 0 else op["reshape"](x, shape)


def range_(*limits, delta=1, dtype=None, name=None):
    start, limit = (0, limits[0]) if len(limits) == 1 else limits[:2]
    step = limits[2] if len(limits) > 2 else delta
    if dtype is None:
        dtype = weir.float32 if any(isinstance(v, float) for v in (start, limit, step)) else weir.int32
    return made(weir.arange(start, limit, step, dtype=_dtype(dtype)))


def split(value, num_or_size_splits, axis=0):
    if isinstance(num_or_size_splits, int):
        return list(op["split"](value, sections=num_or_size_splits, axis=axis))
    cuts = [sum(num_or_size_splits[:i]) for i in range(1, len(num_or_size_splits))]
    return list(op["split"](value, indices=cuts, axis=axis))


def norm(tensor, ord="euclidean", axis=None, keepdims=None):
    return op["vector_norm"](tensor, axis=axis, keepdims=bool(keepdims), ord=2.0 if ord == "euclidean" else float(ord))


def gather(params, indices, axis=0, batch_dims=0):
    indices = _as_tensor(indices)
    if batch_dims:
        return op["take_along_axis"](params, indices, axis=axis or -1)
    return op["reshape"](op["take"](params, op["ravel"](indices), axis=axis),
                         _shape(params)[:axis] + _shape(indices) + _shape(params)[axis + 1:])


def one_hot(indices, depth, on_value=1.0, off_value=0.0, axis=-1, dtype=None):
    return op["one_hot"](_as_tensor(indices), num_classes=depth, dtype=_dtype(dtype) or weir.float32)


def squeeze(input, axis=None):
    axes = range(input.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    return op["squeeze"](input, axis=tuple(i for i in axes if _shape(input)[i] == 1))


def concat(values, axis, name=None):
    return op["concat"](values, axis=axis)


def shuffle_rows(value, seed=None):
    return op["take"](value, op["permutation"](_shape(value)[0]), axis=0)


def map_fn(fn, elems):
    return op["stack"]([fn(x) for x in elems])


# ---- Gradients -----------------------------------------------------------------------------------


class GradientTape:
    """A context manager that records operations on variables and on watched tensors."""

    def __init__(self, persistent=False, watch_accessed_variables=True):
        self._persistent, self._last, self._used = persistent, [], False
        self._accessed, self._watched = watch_accessed_variables, {}

    def __enter__(self):
        self._last.append(_core.set_recording(True))
        return self

    def __exit__(self, *error):
        _core.set_recording(self._last.pop())

    def watch(self, tensor):
        for x in tensor if isinstance(tensor, (list, tuple)) else [tensor]:
            if not x.followed:
                x.attach_grad("write")
            self._watched[id(x)] = x

    def watched_variables(self):
        return tuple(x for x in self._watched.values() if isinstance(x, Variable))

    def _is_seen(self, x):
        """Return whether x is the result of an operation, or a leaf that this tape watches."""
        return x.grad_mode == "null" or id(x) in self._watched or self._accessed and isinstance(x, Variable)

    def stop_recording(self):
        return autograd._Modes(False, None)

    def reset(self):
        self._used = False

    def gradient(self, target, sources, output_gradients=None, unconnected_gradients=None):
        """Return the gradients of target with respect to the sources, in the same structure as the sources.

        The gradient is None for sources that target does not depend on.  Does not block.
        """
        if self._used and not self._persistent:
            raise Mistake("a GradientTape that is not persistent can compute gradients only once; use "
                          "tf.GradientTape(persistent=True)")
        self._used = True
        flat_sources = _flatten(sources)
        heads = [t for t in _flatten(target) if t.followed]
        if not flat_sources or not heads:
            return _filled(sources, iter([None] * len(flat_sources)))
        given = None if output_gradients is None else _flatten(output_gradients)
        grads = _core.grad(heads, flat_sources, given, self._persistent or bool(self._last), _core.is_recording())
        return _filled(sources, (g if self._is_seen(x) else None for x, g in zip(flat_sources, grads)))

    def jacobian(self, target, sources):
        """Return the Jacobian: the gradients of all elements of target with respect to the tensor `sources`."""
        with autograd._Modes(True, None):
            elements = list(op["ravel"](target))
        rows = [_core.grad([t], [sources], None, True, False)[0] for t in elements]
        return op["reshape"](op["stack"](rows), _shape(target) + _shape(sources))


def _flatten(tree):
    if isinstance(tree, dict):
        return [x for value in tree.values() for x in _flatten(value)]
    if isinstance(tree, (list, tuple)):
        return [x for value in tree for x in _flatten(value)]
    return [tree]


def _filled(tree, values):
    if isinstance(tree, dict):
        return {key: _filled(value, values) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(_filled(value, values) for value in tree)
    return next(values)


def custom_gradient(fn):
    """Decorate a function that returns a pair: its result, and a function that computes the gradients of its
    arguments."""
    def call(*args):
        def forward(ctx, *xs):
            value, ctx.back = fn(*map(made, xs))
            return value

        def backward(ctx, *grads):
            return ctx.back(*map(made, grads))

        its = type(fn.__name__, (autograd.Function,), {"forward": staticmethod(forward),
                                                       "backward": staticmethod(backward)})
        return its.apply(*map(_as_tensor, args))

    return call


def while_loop(cond, body, loop_vars, **options):
    while bool(cond(*loop_vars)):
        loop_vars = body(*loop_vars)
        loop_vars = loop_vars if isinstance(loop_vars, (list, tuple)) else [loop_vars]
    return loop_vars


def assert_equal(x, y, message="", **kwargs):
    if not bool(op["all"](op["equal"](_as_tensor(x), _as_tensor(y)))):
        raise Mistake(message or f"assert_equal: {x} and {y} differ")


class TensorSpec:
    """A description of a tensor: its shape and dtype."""

    def __init__(self, shape=None, dtype=weir.float32, name=None):
        self.shape, self.dtype, self.name = shape, dtype, name


def function(func=None, **options):
    """Return the function unchanged, or a decorator that does so: functions always run eagerly."""
    return func if func is not None else lambda fn: fn


# ---- Keras: initialisers, activations ------------------------------------------------------------


class Initializer:
    def __call__(self, shape, dtype=None, **kwargs):
        x = op["zeros"](tuple(shape), _dtype(dtype) or weir.float32)
        quietly(lambda: self._fill(x))
        return made(x)


def _initializer(name, fill):
    def __init__(self, *args, seed=None, **kwargs):
        self._args, self._named = args, kwargs

    def _fill_(self, x):
        fill(x, *self._args, **self._named)

    return type(name, (Initializer,), {"__init__": __init__, "_fill": _fill_})


def _fans(x):
    inner = _count(_shape(x)[:-2])
    return (_shape(x)[-2] if x.ndim > 1 else 1) * inner, _shape(x)[-1] * inner


def _even(x, limit):
    weir.nn.init.uniform_(x, -limit, limit)


_fill = weir.nn.init
_initializers = {
    "Zeros": _initializer("Zeros", _fill.zeros_), "Ones": _initializer("Ones", _fill.ones_),
    "Constant": _initializer("Constant", lambda x, value=0.0: put(x, value)),
    "RandomNormal": _initializer("RandomNormal", lambda x, mean=0.0, stddev=0.05: _fill.normal_(x, mean, stddev)),
    "RandomUniform": _initializer("RandomUniform", lambda x, minval=-0.05, maxval=0.05: _fill.uniform_(x, minval,
                                                                                                       maxval)),
    "TruncatedNormal": _initializer("TruncatedNormal",
                                    lambda x, mean=0.0, stddev=0.05: _fill.trunc_normal_(x, mean, stddev)),
    "GlorotUniform": _initializer("GlorotUniform", lambda x: _even(x, (6 / sum(_fans(x))) ** 0.5)),
    "GlorotNormal": _initializer("GlorotNormal", lambda x: _fill.normal_(x, 0.0, (2 / sum(_fans(x))) ** 0.5)),
    "HeUniform": _initializer("HeUniform", lambda x: _even(x, (6 / _fans(x)[0]) ** 0.5)),
    "HeNormal": _initializer("HeNormal", lambda x: _fill.normal_(x, 0.0, (2 / _fans(x)[0]) ** 0.5)),
}
_INIT_NAMES = {"zeros": "Zeros", "ones": "Ones", "glorot_uniform": "GlorotUniform", "glorot_normal": "GlorotNormal",
               "he_normal": "HeNormal", "he_uniform": "HeUniform", "random_normal": "RandomNormal",
               "normal": "RandomNormal", "uniform": "RandomUniform", "random_uniform": "RandomUniform"}


_named_initializers = {name: _initializers[cls] for name, cls in _INIT_NAMES.items()}


def _initial(init):
    if isinstance(init, str):
        return _initializers[_INIT_NAMES.get(init, init)]()
    return init() if isinstance(init, type) else init


_activations = {"relu": op["relu"], "sigmoid": op["sigmoid"], "tanh": op["tanh"], "softmax": op["softmax"],
                "elu": op["elu"],
                "selu": op["selu"], "gelu": op["gelu"], "softplus": op["softplus"], "swish": op["silu"],
                "silu": op["silu"],
                "exponential": op["exp"], "linear": None, None: None}


def _activation(name):
    if callable(name):
        return name
    if name not in _activations:
        raise Mistake(f"unknown activation {name!r}; the activations are {', '.join(k for k in _activations if k)}")
    return _activations[name]


# ---- Keras: layers -------------------------------------------------------------------------------


def _is_numeric(x):
    while isinstance(x, (list, tuple)) and x:
        x = x[0]
    return isinstance(x, (bool, int, float))


def _layer_input(x):
    """Convert NumPy arrays, numbers and lists of numbers to tensors, as Keras does; floats become float32."""
    if isinstance(x, Array) or not (hasattr(x, "__array_interface__") or _is_numeric(x)):
        return x
    x = _as_tensor(x)
    return op["astype"](x, weir.float32) if x.dtype == weir.float64 else x


class Layer:
    """Base class of layers, whose variables are created at the first input by build(input_shape)."""

    def __init__(self, trainable=True, name=None, dtype=None, input_shape=None, **kwargs):
        self.trainable = trainable
        if name is not None:
            self.name = name
        self._input_shape = input_shape

    built, trainable, _input_shape = False, True, None

    def get_config(self):
        return {"name": self.name, "trainable": self.trainable}

    @property
    def losses(self):
        """A list of the regularisation penalties of this layer and its sublayers."""
        own = [fn(v) for v, fn in self.__dict__.get("_costs", ())]
        return own + [cost for part in self._inner() if isinstance(part, Layer) for cost in part.losses]

    def add_update(self, updates):
        """Do nothing: the operations that compute the updates have already been issued."""

    @property
    def name(self):
        return self.__dict__.get("_name", type(self).__name__.lower())

    @name.setter
    def name(self, name):
        self.__dict__["_name"] = name

    def build(self, input_shape):
        pass

    def call(self, inputs):
        raise NotImplementedError(f"{type(self).__name__} does not define call")

    def add_weight(self, name=None, shape=(), dtype=None, initializer="glorot_uniform", trainable=True,
                   regularizer=None, **kwargs):
        if not isinstance(name, (str, type(None))):
            name, shape = None, name
        variable = Variable(_initial(initializer)(tuple(shape), dtype), trainable=trainable)
        self.__dict__.setdefault("_added", []).append(variable)
        if regularizer is not None:
            self.__dict__.setdefault("_costs", []).append((variable, _keras.regularizer(regularizer)))
        return variable

    add_variable = add_weight

    def __call__(self, *inputs, training=None, **kwargs):
        if inputs and _keras.leaves(inputs[0]):
            return _keras.apply(self, *inputs, **kwargs)
        inputs = tuple(map(_layer_input, inputs))
        if not self.built:
            x = inputs[0]
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
        return [v for v in self.weights if v.trainable] if self.trainable else []

    trainable_variables = property(lambda self: self.trainable_weights)
    non_trainable_weights = property(lambda self: [v for v in self.weights if not v.trainable])

    def get_weights(self):
        return [v.numpy() for v in self.weights]

    def set_weights(self, weights):
        for v, w in zip(self.weights, weights):
            v.assign(w)

    def count_params(self):
        return sum(size_of(v) for v in self.weights)

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}>"


class Dense(Layer):
    """Fully connected layer, whose kernel has the shape (inputs, units)."""

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros",
                 kernel_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self.units, self.activation, self.use_bias = units, _activation(activation), use_bias
        self._inits, self._regularizer = (kernel_initializer, bias_initializer), kernel_regularizer

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (input_shape[-1], self.units), initializer=self._inits[0],
                                      regularizer=self._regularizer)
        self.bias = self.add_weight("bias", (self.units,), initializer=self._inits[1]) if self.use_bias else None

    def call(self, inputs):
        y = op["linear"](inputs, op["permute_dims"](self.kernel), bias=self.bias)
        return y if self.activation is None else self.activation(y)


def pair(n):
    return (n, n) if isinstance(n, int) else tuple(n)


def _first(x):
    """Return channels-last images in channels-first layout, which Weir's operators expect."""
    return op["permute_dims"](x, (0, x.ndim - 1, *range(1, x.ndim - 1)))


def _last(x):
    return op["permute_dims"](x, (0, *range(2, x.ndim), 1))


def _same_pad(x, size, stride, value=0.0):
    """Return channels-first images with TensorFlow's SAME padding, for which the output length is ceil(n / stride)."""
    widths = [0, 0, 0, 0]
    for n, k, s in zip(_shape(x)[2:], size, stride):
        total = max((-(-n // s) - 1) * s + k - n, 0)
        widths += [total // 2, total - total // 2]
    return op["pad"](x, widths=widths, value=value) if any(widths) else x


def conv2d(input, filters, strides=1, padding="VALID", data_format="NHWC", dilations=1, name=None):
    """Return the 2-D convolution of channels-last images with filters of shape (height, width, inputs, outputs)."""
    strides = pair(strides if isinstance(strides, int) or len(strides) == 2 else strides[1:3])
    x = _first(input)
    if padding.upper() == "SAME":
        x = _same_pad(x, _shape(filters)[:2], strides)
    return _last(op["conv"](x, op["permute_dims"](filters, (3, 2, 0, 1)), stride=strides, dilation=pair(dilations)))


def _pool2d(name, input, ksize, strides, padding):
    ksize, strides = pair(ksize), pair(ksize if strides is None else strides)
    x = _first(input)
    if padding.upper() == "SAME" and name == "max_pool":
        x = _same_pad(x, ksize, strides, float("-inf"))
    elif padding.upper() == "SAME":
        raise NotImplementedError("average pooling with padding='same' is not supported; pad the input with tf.pad")
    return _last(op[name](x, ksize, stride=strides))


class Conv2D(Layer):
    """2-D convolution of channels-last images."""

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1),
                 groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self._regularizer = kernel_regularizer
        self.filters, self.kernel_size, self.strides, self.padding = filters, pair(kernel_size), pair(strides), padding
        self.activation, self.use_bias, self._dilation = _activation(activation), use_bias, pair(dilation_rate)
        self._inits = kernel_initializer, bias_initializer

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (*self.kernel_size, input_shape[-1], self.filters),
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
        y = op["conv_transpose"](_first(inputs), op["permute_dims"](self.kernel, (3, 2, 0, 1)), stride=self.strides)
        if self.padding == "same":  # crop the output length to input length * stride
            for axis, (n, s) in enumerate(zip(_shape(inputs)[1:3], self.strides)):
                extra = max(_shape(y)[2 + axis] - n * s, 0)
                y = y[(slice(None),) * (2 + axis) + (slice(extra // 2, extra // 2 + n * s),)]
        y = _last(y)
        y = y if self.bias is None else y + self.bias
        return y if self.activation is None else self.activation(y)


def _pool_layer(name, operator):
    def __init__(self, pool_size=(2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        Layer.__init__(self, **kwargs)
        self._how = pool_size, strides, padding

    def call(self, inputs):
        return _pool2d(operator, inputs, *self._how)

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
    """Batch normalisation over all axes but the last."""

    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, **kwargs):
        super().__init__(**kwargs)
        self._momentum, self._epsilon = momentum, epsilon

    def build(self, input_shape):
        n = (input_shape[-1],)
        self.gamma = self.add_weight("gamma", n, initializer="ones")
        self.beta = self.add_weight("beta", n, initializer="zeros")
        self.moving_mean = self.add_weight("moving_mean", n, initializer="zeros", trainable=False)
        self.moving_variance = self.add_weight("moving_variance", n, initializer="ones", trainable=False)

    def call(self, inputs, training=None):
        if not (_core.is_training() if training is None else training):
            scale = self.gamma / op["sqrt"](self.moving_variance + self._epsilon)
            return (inputs - self.moving_mean) * scale + self.beta
        axes = tuple(range(inputs.ndim - 1))
        mean, variance = op["mean"](inputs, axis=axes), op["var"](inputs, axis=axes)
        m = self._momentum
        self.moving_mean.assign(m * self.moving_mean + (1 - m) * mean.detach())
        self.moving_variance.assign(m * self.moving_variance + (1 - m) * variance.detach())
        return (inputs - mean) * (self.gamma / op["sqrt"](variance + self._epsilon)) + self.beta


class LayerNormalization(Layer):
    """Layer normalisation over the last axis."""

    def __init__(self, axis=-1, epsilon=1e-3, **kwargs):
        super().__init__(**kwargs)
        self._epsilon = epsilon

    def build(self, input_shape):
        n = (input_shape[-1],)
        self.gamma = self.add_weight("gamma", n, initializer="ones")
        self.beta = self.add_weight("beta", n, initializer="zeros")

    def call(self, inputs):
        return op["layer_norm"](inputs, axis=(-1,), eps=self._epsilon, weight=self.gamma, bias=self.beta)


class Embedding(Layer):
    """Embedding table: maps indices to rows of a weight matrix."""

    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", **kwargs):
        super().__init__(**kwargs)
        self._sizes, self._init = (input_dim, output_dim), embeddings_initializer

    def build(self, input_shape):
        self.embeddings = self.add_weight("embeddings", self._sizes, initializer=self._init)

    def call(self, inputs):
        return op["embedding"](inputs, self.embeddings)


class Activation(Layer):
    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self._fn = _activation(activation) or (lambda x: x)

    def call(self, inputs):
        return self._fn(inputs)


class Dropout(Layer):
    """Sets random elements to zero in training mode."""

    def __init__(self, rate, **kwargs):
        super().__init__(**kwargs)
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


_layers = {
    "MaxPool2D": _pool_layer("MaxPool2D", "max_pool"), "AvgPool2D": _pool_layer("AvgPool2D", "avg_pool"),
    "Flatten": _layer_of("Flatten", lambda x: op["flatten"](x, start=1)),
    "Reshape": _layer_of("Reshape", lambda x, target_shape: op["reshape"](x, (_shape(x)[0], *target_shape)),
                         "target_shape",
                         target_shape=()),
    "ReLU": _layer_of("ReLU", lambda x: op["relu"](x)),
    "LeakyReLU": _layer_of("LeakyReLU", lambda x, alpha: op["leaky_relu"](x, negative_slope=alpha), "alpha", alpha=0.3),
    "Rescaling": _layer_of("Rescaling", lambda x, scale, offset: op["astype"](x, weir.float32) * scale + offset,
                           "scale", "offset", scale=1.0, offset=0.0),
    "Resizing": _layer_of("Resizing", lambda x, height, width, interpolation: _resized(
        x, (height, width), interpolation), "height", "width", "interpolation", height=1, width=1,
        interpolation="bilinear"),
    "CenterCrop": _layer_of("CenterCrop", lambda x, height, width: _vision.center_crop(x, (height, width), "HWC"),
                            "height", "width", height=1, width=1),
    "Softmax": _layer_of("Softmax", lambda x, axis: op["softmax"](x, axis=axis), "axis", axis=-1),
    "GlobalAvgPool2D": _layer_of("GlobalAvgPool2D", lambda x: op["mean"](x, axis=(1, 2))),
    "GlobalMaxPool2D": _layer_of("GlobalMaxPool2D", lambda x: op["max"](x, axis=(1, 2))),
    "UpSampling2D": _layer_of("UpSampling2D", lambda x, size: weir.repeat(weir.repeat(x, pair(size)[0], axis=1),
                                                                         pair(size)[1], axis=2), "size", size=(2, 2)),
    "ZeroPadding2D": _layer_of("ZeroPadding2D", lambda x, padding: _last(op["pad"](_first(x), widths=[
        0, 0, 0, 0, *(n for p in pair(padding) for n in pair(p))])), "padding", padding=(1, 1)),
    "Multiply": _layer_of("Multiply", lambda xs: functools.reduce(operator.mul, xs)),
    "Subtract": _layer_of("Subtract", lambda xs: xs[0] - xs[1]),
    "Add": _layer_of("Add", lambda xs: sum(xs[1:], xs[0])),
    "Concatenate": _layer_of("Concatenate", lambda xs, axis: op["concat"](xs, axis=axis), "axis", axis=-1),
}
_layers.update(_keras.recurrent(Layer, _initial))
_layers["MaxPooling2D"], _layers["AveragePooling2D"] = _layers["MaxPool2D"], _layers["AvgPool2D"]
_layers["GlobalAveragePooling2D"] = _layers["GlobalAvgPool2D"]
_layers["GlobalMaxPooling2D"] = _layers["GlobalMaxPool2D"]


# ---- Keras: losses, metrics, optimisers ----------------------------------------------------------


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, axis=-1):
    y_true, y_pred = _as_tensor(y_true), _as_tensor(y_pred)
    if y_pred.dtype.kind != "f":
        raise Mistake(f"sparse_categorical_crossentropy: predictions must be floats, not {y_pred.dtype}; the order of "
                      "arguments is (labels, predictions)")
    labels = op["astype"](y_true, weir.int64)
    labels = op["squeeze"](labels, axis=-1) if labels.ndim == y_pred.ndim else labels
    if from_logits:
        return op["cross_entropy"](y_pred, labels, axis=axis, reduction="none")
    picked = op["take_along_axis"](y_pred, op["expand_dims"](labels, -1), axis=-1)
    return -op["log"](op["clip"](op["squeeze"](picked, axis=-1), 1e-7, 1.0))


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    logs = op["log_softmax"](y_pred, axis=axis) if from_logits else op["log"](op["clip"](y_pred, 1e-7, 1.0))
    return -op["sum"](y_true * logs, axis=axis)


def binary_crossentropy(y_true, y_pred, from_logits=False):
    name = "binary_cross_entropy_with_logits" if from_logits else "binary_cross_entropy"
    return op["mean"](op[name](y_pred, op["astype"](y_true, y_pred.dtype), reduction="none"), axis=-1)


def mean_squared_error(y_true, y_pred):
    return _last_mean(op["square"](y_pred - _as_tensor(y_true)))


def mean_absolute_error(y_true, y_pred):
    return _last_mean(op["abs"](y_pred - _as_tensor(y_true)))


def _last_mean(x):
    return op["mean"](x, axis=-1) if x.ndim > 0 else x


class Loss:
    """Base class of losses; the result is the mean over the batch, unless `reduction` is "sum" or "none"."""

    def __init__(self, reduction="auto", name=None, **settings):
        self.reduction, self._settings = str(reduction).lower(), settings

    def call(self, y_true, y_pred):
        return type(self)._fn(y_true, y_pred, **self._settings)

    def __call__(self, y_true, y_pred, sample_weight=None):
        y_pred, y_true = _as_tensor(y_pred), _as_tensor(y_true)
        if y_true.ndim == y_pred.ndim - 1 and _shape(y_pred)[-1] == 1 and y_true.dtype.kind == "f":
            y_true = op["expand_dims"](y_true, -1)
        losses = self.call(y_true, y_pred)
        if sample_weight is not None:
            losses = losses * _as_tensor(sample_weight)
        if self.reduction == "none":
            return losses
        return op["sum"](losses) if self.reduction == "sum" else op["mean"](losses)


def _loss(name, fn, order=()):
    def __init__(self, *args, reduction="auto", name=None, **settings):
        Loss.__init__(self, reduction, name, **{**dict(zip(order, args)), **settings})

    return type(name, (Loss,), {"__init__": __init__, "_fn": staticmethod(fn)})


_losses = {
    "MeanSquaredError": _loss("MeanSquaredError", mean_squared_error),
    "MeanAbsoluteError": _loss("MeanAbsoluteError", mean_absolute_error),
    "SparseCategoricalCrossentropy": _loss("SparseCategoricalCrossentropy", sparse_categorical_crossentropy,
                                           ("from_logits",)),
    "CategoricalCrossentropy": _loss("CategoricalCrossentropy", categorical_crossentropy, ("from_logits",
                                                                                           "label_smoothing")),
    "BinaryCrossentropy": _loss("BinaryCrossentropy", binary_crossentropy, ("from_logits",)),
    "Huber": _loss("Huber", lambda t, p, delta=1.0: _last_mean(op["huber_loss"](p, t, reduction="none", delta=delta)),
                   ("delta",)),
}
_LOSS_NAMES = {"mse": "MeanSquaredError", "mean_squared_error": "MeanSquaredError", "mae": "MeanAbsoluteError",
               "sparse_categorical_crossentropy": "SparseCategoricalCrossentropy",
               "categorical_crossentropy": "CategoricalCrossentropy", "binary_crossentropy": "BinaryCrossentropy"}


class Reduction:
    NONE, SUM, AUTO, SUM_OVER_BATCH_SIZE = "none", "sum", "auto", "sum_over_batch_size"


class Mean:
    """The mean of all values passed to update_state."""

    def __init__(self, name="mean", dtype=None):
        self.name = name
        self.reset_state()

    def reset_state(self):
        self._total, self._count = 0.0, 0

    reset_states = reset_state

    def update_state(self, values, sample_weight=None):
        values = _as_tensor(values, weir.float32).detach()
        self._total, self._count = self._total + op["sum"](values), self._count + size_of(values)

    def result(self):
        return _as_tensor(self._total, weir.float32) / max(self._count, 1)

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()


class SparseCategoricalAccuracy(Mean):
    """The fraction of samples whose true class has the highest score."""

    def __init__(self, name="accuracy", dtype=None):
        super().__init__(name)

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = op["astype"](_as_tensor(y_true), weir.int64)
        y_true = op["squeeze"](y_true, axis=-1) if y_true.ndim == y_pred.ndim else y_true
        super().update_state(op["astype"](op["argmax"](y_pred, axis=-1) == y_true, weir.float32))


class Accuracy(Mean):
    """The fraction of predictions that equal the labels."""

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(op["astype"](_as_tensor(y_true) == _as_tensor(y_pred), weir.float32))


class Optimizer:
    """Updates variables from their gradients."""

    _kind, _order = "sgd", ()
    _rate = 0.001

    def __init__(self, learning_rate=None, *args, name=None, **settings):
        rate = settings.pop("lr", None) if learning_rate is None else learning_rate
        self._schedule, self.iterations = rate if callable(rate) else None, 0
        settings.update(zip(self._order, args))
        rate = float(rate(0)) if callable(rate) else self._rate if rate is None else rate
        self._class, self._settings = _optim.ours(self._kind, settings, {"lr": rate, **self._defaults})
        self._optimizer, self._known = None, {}

    _defaults = {}

    def apply_gradients(self, grads_and_vars, name=None, **kwargs):
        """Update variables, given as pairs (gradient, variable); skip those whose gradient is None.  Does not block."""
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        self.iterations += 1
        if not pairs:
            return
        new = [v for _, v in pairs if id(v) not in self._known]
        if new and self._optimizer is None:
            self._optimizer = self._class(new, **self._settings)
        elif new:
            self._optimizer.add_group(new, **self._settings)
        self._known.update({id(v): v for v in new})
        if self._schedule is not None:
            self.learning_rate = float(self._schedule(self.iterations - 1))
        for g, v in pairs:
            v.grad = g if g.dtype == v.dtype else op["astype"](g, v.dtype)
        self._optimizer.step()
        for _, v in pairs:
            v.grad = None

    def minimize(self, loss, var_list, tape=None):
        if callable(loss):
            with GradientTape() as tape:
                loss = loss()
        variables = var_list() if callable(var_list) else var_list
        self.apply_gradients(zip(tape.gradient(loss, variables), variables))

    @property
    def learning_rate(self):
        return _keras.Rate(self._settings["lr"]).of(self)

    @learning_rate.setter
    def learning_rate(self, rate):
        self._settings["lr"] = float(rate)
        if self._optimizer is not None:
            self._optimizer.lr = float(rate)

    lr = learning_rate


def _optimizer(name, kind_, rate, order=(), **defaults):
    return type(name, (Optimizer,), {"_kind": kind_, "_rate": rate, "_order": order, "_defaults": defaults})


_optimizers = {"SGD": _optimizer("SGD", "sgd", 0.01, ("momentum", "nesterov")),
               "Adam": _optimizer("Adam", "adam", 0.001, ("beta_1", "beta_2", "epsilon"), eps=1e-7),
               "AdamW": _optimizer("AdamW", "adamw", 0.001, ("weight_decay", "beta_1", "beta_2", "epsilon"), eps=1e-7),
               "RMSprop": _optimizer("RMSprop", "rmsprop", 0.001, ("rho", "momentum", "epsilon"), alpha=0.9, eps=1e-7),
               "Adagrad": _optimizer("Adagrad", "adagrad", 0.001, (), initial_accumulator_value=0.1, eps=1e-7),
               "Adadelta": _optimizer("Adadelta", "adadelta", 0.001, ("rho", "epsilon"), rho=0.95, eps=1e-7)}


# ---- Keras: models -------------------------------------------------------------------------------


class History:
    def __init__(self):
        self.history, self.epoch = {}, []


class Model(Layer):
    """A network: either a subclass that defines call, or Model(inputs, outputs) with symbolic inputs and the outputs
    computed from them."""

    def __init__(self, inputs=None, outputs=None, name=None, **kwargs):
        super().__init__(name=name, **kwargs)
        if outputs is not None:
            self._ends = inputs, outputs
            self._graph = _keras.layers(outputs)
            self.built = True

    _ends, _pending, stop_training = None, None, False

    def call(self, inputs, training=None):
        if self._ends is None:
            raise NotImplementedError(f"{type(self).__name__} does not define call")
        ends, outputs = self._ends
        values = list(inputs.values()) if isinstance(inputs, dict) else inputs
        return _keras.run(outputs, ends, [values] if isinstance(values, Array) else values)

    def __call__(self, *inputs, **kwargs):
        if self._pending is not None:  # weights were loaded before the variables were created
            arrays, self._pending = self._pending, None
            quietly(lambda: super(Model, self).__call__(*inputs, **kwargs))
            self._put(arrays)
        return super().__call__(*inputs, **kwargs)

    @property
    def inputs(self):
        return _keras.leaves(self._ends[0]) if self._ends else None

    @property
    def outputs(self):
        return _keras.leaves(self._ends[1]) if self._ends else None

    @property
    def layers(self):
        if self._ends is not None:
            return list(self._graph)
        return [part for part in self._inner() if isinstance(part, Layer)]

    def get_layer(self, name=None, index=None):
        return self.layers[index] if index is not None else next(l for l in self.layers if l.name == name)

    def compile(self, optimizer="rmsprop", loss=None, metrics=None, **kwargs):
        """Set the optimiser, loss and metrics for fit and evaluate, which always run eagerly."""
        names = {name.lower(): cls for name, cls in _optimizers.items()}
        self.optimizer = names[optimizer.lower()]() if isinstance(optimizer, str) else optimizer
        self.loss = _losses[_LOSS_NAMES.get(loss, loss)]() if isinstance(loss, str) else loss
        self._metrics = [_metric(m) for m in metrics or []]

    def _batches(self, x, y, batch_size, shuffle):
        if isinstance(x, Dataset):
            return x
        data = Dataset.from_tensor_slices((_as_tensor(x), _as_tensor(y)))
        return (data.shuffle(size_of(data.parts[0])) if shuffle else data).batch(batch_size or 32)

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose=1, callbacks=None, validation_split=0.0,
            validation_data=None, shuffle=True, initial_epoch=0, **kwargs):
        history, told = History(), list(callbacks or ())
        self.stop_training = False
        if validation_split:
            x, y = _as_tensor(x), _as_tensor(y)
            n = int(_shape(x)[0] * (1 - validation_split))
            x, y, validation_data = x[:n], y[:n], (x[n:], y[n:])
        _tell(told, "set_model", self)
        _tell(told, "on_train_begin")
        for epoch in range(initial_epoch, epochs):
            _tell(told, "on_epoch_begin", epoch)
            numbers = self._epoch(x, y, batch_size, shuffle, told)
            if validation_data is not None:
                data = validation_data if isinstance(validation_data, tuple) else (validation_data,)
                values = self.evaluate(*data, batch_size=batch_size, verbose=0)
                values = values if isinstance(values, list) else [values]
                numbers.update(zip(["val_loss", *(f"val_{m.name}" for m in self._metrics)], values))
            history.epoch.append(epoch)
            for name, value in numbers.items():
                history.history.setdefault(name, []).append(value)
            if verbose:
                print(f"Epoch {epoch + 1}/{epochs} - " + " - ".join(f"{k}: {v:.4f}" for k, v in numbers.items()))
            _tell(told, "on_epoch_end", epoch, numbers)
            if self.stop_training:
                break
        _tell(told, "on_train_end")
        self.history = history
        return history

    def _epoch(self, x, y, batch_size, shuffle, told):
        """Train for one epoch; return a dictionary of its loss and metrics."""
        mean = Mean()
        for m in self._metrics:
            m.reset_state()
        for batch, (X, Y) in enumerate(self._batches(x, y, batch_size, shuffle)):
            _tell(told, "on_train_batch_begin", batch)
            with GradientTape() as tape:
                predicted = self(X, training=True)
                loss = self.loss(Y, predicted)
                cost = sum(self.losses, loss)
            variables = self.trainable_variables
            self.optimizer.apply_gradients(zip(tape.gradient(cost, variables), variables))
            mean.update_state(cost)
            for m in self._metrics:
                m.update_state(Y, predicted)
            _tell(told, "on_train_batch_end", batch)
        return {"loss": mean.result().item(), **{m.name: m.result().item() for m in self._metrics}}

    def evaluate(self, x=None, y=None, batch_size=None, verbose=1, **kwargs):
        mean = Mean()
        for m in self._metrics:
            m.reset_state()
        for X, Y in self._batches(x, y, batch_size, False):
            predicted = self(X, training=False)
            mean.update_state(self.loss(Y, predicted))
            for m in self._metrics:
                m.update_state(Y, predicted)
        values = [mean.result().item(), *(m.result().item() for m in self._metrics)]
        return values if len(values) > 1 else values[0]

    def predict(self, x, batch_size=None, verbose=0, **kwargs):
        if isinstance(x, Dataset):
            parts = [self(e[0] if isinstance(e, tuple) else e, training=False) for e in x]
            return op["concat"](parts, axis=0).numpy()
        return self(_as_tensor(x), training=False).numpy()

    def summary(self, **kwargs):
        for layer in self.layers:
            print(f"{layer.name:30} {layer.count_params():>12,}")
        print(f"{'total':30} {self.count_params():>12,}")

    def save_weights(self, filepath, **kwargs):
        _core.save_safetensors(str(filepath), {str(i): as_kind(Array, v.detach()) for i, v in enumerate(self.weights)},
                               {})

    def load_weights(self, filepath, **kwargs):
        """Load weights from a file; if the variables do not exist yet, the weights are set at the first input."""
        arrays, _ = _core.load_safetensors(str(filepath))
        if len(self.weights) < len(arrays) and not self.built:
            self._pending = arrays
        else:
            self._put(arrays)

    def _put(self, arrays):
        if len(arrays) != len(self.weights):
            raise Mistake(f"load_weights: the file has {len(arrays)} array{'s' * (len(arrays) != 1)}, but the "
                          f"model has {len(self.weights)} variable{'s' * (len(self.weights) != 1)}")
        for i, v in enumerate(self.weights):
            v.assign(arrays[str(i)])

    def save(self, filepath, **kwargs):
        raise NotImplementedError("Model.save is not supported; use save_weights, and rebuild the model before "
                                  "load_weights")


def _tell(callbacks, what, *args):
    for callback in callbacks:
        getattr(callback, what, lambda *args: None)(*args)


def _metric(m):
    if not isinstance(m, str):
        return m
    if m in ("accuracy", "acc", "sparse_categorical_accuracy"):
        return SparseCategoricalAccuracy(m)
    if m in _LOSS_NAMES:
        return _LossMetric(m, _losses[_LOSS_NAMES[m]]())
    raise Mistake(f"unknown metric {m!r}; the metrics are accuracy, {', '.join(_LOSS_NAMES)}")


class Sequential(Model):
    """A sequence of layers, each applied to the output of the previous one."""

    def __init__(self, layers=None, name=None):
        super().__init__(name=name)
        self._list, self._sample = [], None
        for layer in layers or ():
            self.add(layer)

    def add(self, layer):
        """Append a layer, and create its variables if the input shape is known."""
        if isinstance(layer, _keras.KerasTensor):
            self._sample = layer.sample
            return
        if self._sample is None and not self._list and getattr(layer, "_input_shape", None) is not None:
            self._sample = made(op["zeros"]((1, *layer._input_shape)))
        self._list.append(layer)
        if self._sample is not None:
            self._sample = quietly(lambda: layer(self._sample))
            self.built = True

    def pop(self):
        return self._list.pop()

    @property
    def layers(self):
        return list(self._list)

    def __call__(self, *inputs, **kwargs):
        self.built = True  # the layers create their variables when they are called
        return super().__call__(*inputs, **kwargs)

    def call(self, inputs):
        for layer in self._list:
            inputs = layer(inputs)
        return inputs

    def build(self, input_shape=None):
        """Create the variables for inputs of this shape, for example (None, 784), where None is any batch size."""
        if not self._list or self._list[0].built:
            return
        sample = made(op["zeros"](tuple(n or 1 for n in input_shape)))
        for layer in self._list:
            sample = quietly(lambda: layer(sample))
        self.built = True


def Input(shape=None, batch_size=None, name=None, dtype=None, **kwargs):
    """Return a symbolic input of a model; the shape does not include the batch axis."""
    shape = kwargs.get("input_shape") if shape is None else shape
    if shape is None or any(n is None for n in shape):
        raise NotImplementedError(f"Input: shape must specify the length of every axis except the batch, not {shape}")
    return _keras.KerasTensor(made(op["zeros"]((1, *shape), _dtype(dtype))))


class _LossMetric(Mean):
    """A metric: the mean of a loss over batches."""

    def __init__(self, name, loss):
        super().__init__(name)
        self._fn = loss

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(self._fn(y_true, y_pred))


# ---- tf.data -------------------------------------------------------------------------------------


class Dataset:
    """A sequence of elements; methods such as map and batch return a new dataset."""

    def __init__(self, elements, parts=None, build=None):
        self._elements, self.parts, self._build = elements, parts, build

    @staticmethod
    def from_tensor_slices(tensors):
        """Return a dataset of the rows of a tensor, or of a tuple or dictionary of tensors."""
        if isinstance(tensors, (list, tuple)) and tensors and isinstance(tensors[0], str):
            return Dataset(lambda: iter(tensors))
        parts = []
        build = _structure(tensors, parts)
        if len({_shape(p)[0] for p in parts}) > 1:
            raise Mistake("from_tensor_slices: the tensors have different numbers of rows: "
                          f"{[_shape(p)[0] for p in parts]}")

        def rows():
            for i in range(_shape(parts[0])[0]):
                yield build([p[i] for p in parts])

        return Dataset(rows, parts, build)

    @staticmethod
    def from_tensors(tensors):
        """Return a dataset with `tensors` as its single element."""
        parts = []
        build = _structure(tensors, parts)
        return Dataset(lambda: iter([build(parts)]))

    @staticmethod
    def zip(*datasets):
        """Return a dataset whose i-th element is a tuple of the i-th element of each dataset."""
        datasets = datasets[0] if len(datasets) == 1 and isinstance(datasets[0], tuple) else datasets
        return Dataset(lambda: zip(*datasets))

    def concatenate(self, dataset):
        import itertools

        return Dataset(lambda: itertools.chain(self, dataset))

    def unbatch(self):
        """Return a dataset whose elements are the rows of this dataset's elements."""
        def rows():
            for element in self:
                yield from Dataset.from_tensor_slices(element)

        return Dataset(rows)

    def apply(self, transformation_func):
        return transformation_func(self)

    def reduce(self, initial_state, reduce_func):
        state = initial_state
        for element in self:
            state = reduce_func(state, element)
        return state

    @staticmethod
    def from_generator(generator, *args, **kwargs):
        return Dataset(generator)

    @staticmethod
    def range(*args):
        return Dataset.from_tensor_slices(range_(*args, dtype=weir.int64))

    def __iter__(self):
        return iter(self._elements())

    def __len__(self):
        return _shape(self.parts[0])[0] if self.parts else sum(1 for _ in self)

    def shuffle(self, buffer_size=None, seed=None, reshuffle_each_iteration=True):
        """Return a dataset of the elements in random order.

        Rows of tensors are shuffled completely.  Other elements are drawn at random from a buffer of buffer_size
        elements.
        """
        if self.parts is None:
            def mixed():
                choose, waiting = _vision.chance(), []
                for element in self:
                    waiting.append(element)
                    if buffer_size is not None and len(waiting) >= buffer_size:
                        yield _drawn(waiting, choose)
                while waiting:
                    yield _drawn(waiting, choose)

            return Dataset(mixed)
        return _Shuffled(self)

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        def batches():
            if self.parts is not None:
                yield from self._slices(batch_size, drop_remainder)
                return
            batch = []
            for element in self:
                batch.append(element)
                if len(batch) == batch_size:
                    yield _stack(batch)
                    batch = []
            if batch and not drop_remainder:
                yield _stack(batch)

        return Dataset(batches)

    def _slices(self, n, drop, order=None):
        rows = _shape(self.parts[0])[0]
        for i in range(0, rows - rows % n if drop else rows, n):
            part = [p[i:i + n] if order is None else op["take"](p, order[i:min(i + n, rows)],
                                                                axis=0) for p in self.parts]
            yield self._build(part)

    def map(self, fn, num_parallel_calls=None, deterministic=None, name=None):
        return Dataset(lambda: (fn(*e) if isinstance(e, tuple) else fn(e) for e in self))

    def filter(self, predicate):
        return Dataset(lambda: (e for e in self if (predicate(*e) if isinstance(e, tuple) else predicate(e))))

    def repeat(self, count=None):
        def again():
            import itertools

            for _ in itertools.count() if count is None or count < 0 else range(count):
                yield from self

        return Dataset(again)

    def take(self, count):
        import itertools

        return Dataset(lambda: itertools.islice(iter(self), count))

    def skip(self, count):
        import itertools

        return Dataset(lambda: itertools.islice(iter(self), count, None))

    def enumerate(self, start=0):
        return Dataset(lambda: enumerate(self, start))

    def prefetch(self, buffer_size=None):
        """Return this dataset unchanged: operators run asynchronously without prefetching."""
        return self

    def cache(self, filename=""):
        return self

    def cardinality(self):
        return made(_core.asarray(len(self), dtype=weir.int64))

    def as_numpy_iterator(self):
        return (tuple(x.numpy() for x in e) if isinstance(e, tuple) else e.numpy() for e in self)


class _Shuffled(Dataset):
    """A dataset of rows of tensors, in a new random order in each pass."""

    def __init__(self, source):
        super().__init__(None, source.parts, source._build)

    def _slices(self, n, drop):
        return super()._slices(n, drop, op["permutation"](_shape(self.parts[0])[0]))

    def _order(self):
        for i in op["permutation"](_shape(self.parts[0])[0]).tolist():
            yield self._build([p[i] for p in self.parts])

    def __iter__(self):
        return self._order()


def _drawn(waiting, choose):
    """Remove and return a random element of `waiting`."""
    i = choose.below(len(waiting))
    waiting[i], waiting[-1] = waiting[-1], waiting[i]
    return waiting.pop()


def _structure(value, parts):
    """Append the tensors of a nested structure to `parts`; return a function that builds the same structure from a list
    of other tensors."""
    if isinstance(value, dict):
        inner = {key: _structure(v, parts) for key, v in value.items()}
        return lambda given: {key: build(given) for key, build in inner.items()}
    if isinstance(value, tuple) or isinstance(value, list) and value and not isinstance(value[0], (int, float, list)):
        inner = [_structure(v, parts) for v in value]
        return lambda given: tuple(build(given) for build in inner)
    place_ = len(parts)
    parts.append(_as_tensor(value))
    return lambda given: given[place_]


def _stack(batch):
    if isinstance(batch[0], dict):
        return {key: _stack([b[key] for b in batch]) for key in batch[0]}
    if isinstance(batch[0], tuple):
        return tuple(_stack([b[i] for b in batch]) for i in range(len(batch[0])))
    return op["stack"]([_as_tensor(b) for b in batch])


class device_:
    """The context manager tf.device("/GPU:0"): new tensors are on that device.  Operations run on the device of their
    inputs."""

    def __init__(self, name):
        self._name, self._last = str(name), []

    def __enter__(self):
        self._last.append(_core.get_default_device())
        _core.set_default_device(place(self._name))
        return self

    def __exit__(self, *error):
        _core.set_default_device(self._last.pop())

    def __repr__(self):
        return self._name


PhysicalDevice = collections.namedtuple("PhysicalDevice", "name device_type")
LogicalDevice = collections.namedtuple("LogicalDevice", "name device_type")


def _list_devices(cls, prefix, device_type):
    found = [("CPU", 0), *(("GPU", i) for i in range(_gpus.count()))]
    return [cls(f"/{prefix}:{kind}:{i}", kind) for kind, i in found if device_type in (None, kind)]


class Module:
    """Base class of objects with variables."""

    variables = property(Layer.weights.fget)
    _inner = Layer._inner
    trainable_variables = property(lambda self: [v for v in self.variables if v.trainable])


TABLE = """
== tensorflow
here: Tensor Variable TensorShape TensorSpec GradientTape constant split norm gather one_hot squeeze concat map_fn
    Module custom_gradient while_loop
cond(pred, true_fn=None, false_fn=None) = true_fn() if bool(pred) else false_fn()
random_normal_initializer(mean=0.0, stddev=0.05, seed=None) = _initializers["RandomNormal"](mean, stddev)
random_uniform_initializer(minval=-0.05, maxval=0.05, seed=None) = _initializers["RandomUniform"](minval, maxval)
constant_initializer(value=0) = _initializers["Constant"](value)
zeros_initializer() = _initializers["Zeros"]()
ones_initializer() = _initializers["Ones"]()
unique(x) = weir.unique(x, return_inverse=True)
clip_by_norm(t, clip_norm) = _clip([t], clip_norm)[0][0]
- Session placeholder global_variables_initializer: write the program for TensorFlow 2; operations execute eagerly
- train: use model.save_weights and load_weights
- io image: use weir.data and weir.image
- summary: print the values, or plot them with matplotlib
- profiler: use weir.trace()
- TensorArray: use a list and tf.stack
- RaggedTensor SparseTensor: use dense tensors
- estimator feature_column: use tf.keras
_made = made
range = range_
device = device_
__version__ = "2.15.0+weir"
weir: float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool complex64 complex128 newaxis
dtypes = _core.DType
half = weir.float16
double = weir.float64
~ function = function
convert_to_tensor(value, dtype=None, name=None) = _as_tensor(value, dtype)
identity(input) = +input
is_tensor(x) = isinstance(x, Array)
executing_eagerly() = True
zeros(shape, dtype=None, name=None) = made(op["zeros"](shape, _dtype(dtype)))
ones(shape, dtype=None, name=None) = made(op["ones"](shape, _dtype(dtype)))
fill(dims, value) = made(weir.full(dims, value))
zeros_like(input, dtype=None) = made(op["zeros_like"](_as_tensor(input), dtype=_dtype(dtype)))
ones_like(input, dtype=None) = made(op["ones_like"](_as_tensor(input), dtype=_dtype(dtype)))
eye(num_rows, num_columns=None, dtype=None) = made(weir.eye(num_rows, num_columns, dtype=_dtype(dtype)))
linspace(start, stop, num) = made(weir.linspace(start, stop, num))
cast(x, dtype, name=None) = op["astype"](_as_tensor(x), _dtype(dtype))
reshape(tensor, shape, name=None) = op["reshape"](_as_tensor(tensor), flat((shape,)) if isinstance(shape, int) else
    tuple(shape))
transpose(a, perm=None, conjugate=False, name=None) = op["permute_dims"](a, perm) if perm is not None else
    op["permute_dims"](a)
expand_dims(input, axis) = op["expand_dims"](_as_tensor(input), axis)
stack(values, axis=0, name=None) = op["stack"]([_as_tensor(v) for v in values], axis=axis)
unstack(value, num=None, axis=0) = list(op["unstack"](value, axis=axis))
tile(input, multiples) = op["tile"](input, multiples)
repeat(input, repeats, axis=None) = weir.repeat(input, repeats, axis=axis)
reverse(tensor, axis) = op["flip"](tensor, axis=axis)
pad(tensor, paddings, mode="CONSTANT", constant_values=0) = op["pad"](tensor, widths=[n for p in paddings for n in p],
    value=float(constant_values))
shape(input) = made(_core.asarray(_shape(_as_tensor(input)), dtype=weir.int32))
size(input) = made(_core.asarray(size_of(input), dtype=weir.int32))
rank(input) = made(_core.asarray(input.ndim, dtype=weir.int32))
where(condition, x=None, y=None) = op["stack"](op["nonzero"](condition), axis=1) if x is None else
    op["where"](condition, x, y)
boolean_mask(tensor, mask) = tensor[op["astype"](_as_tensor(mask), weir.bool)]
matmul(a, b, transpose_a=False, transpose_b=False, name=None) = op["matmul"](op["matrix_transpose"](a) if transpose_a
    else a, op["matrix_transpose"](b) if transpose_b else b)
tensordot(a, b, axes) = weir.tensordot(_as_tensor(a), _as_tensor(b), axes=axes)
einsum(equation, *inputs) = weir.einsum(equation, *inputs)
stop_gradient(input) = Array.detach(input)
meshgrid(*args, indexing="xy") = list(op["meshgrid"](args, indexing=indexing))
argmax(input, axis=0, output_type=None) = op["argmax"](input, axis=axis)
argmin(input, axis=0, output_type=None) = op["argmin"](input, axis=axis)
argsort(values, axis=-1, direction="ASCENDING") = op["argsort"](values, axis=axis, descending=direction != "ASCENDING")
sort(values, axis=-1, direction="ASCENDING") = op["sort"](values, axis=axis, descending=direction != "ASCENDING")
clip_by_value(t, clip_value_min, clip_value_max) = op["clip"](t, clip_value_min, clip_value_max)
clip_by_global_norm(t_list, clip_norm) = _clip(t_list, clip_norm)
broadcast_to(input, shape) = op["broadcast_to"](input, shape)
print(*inputs, **kwargs) = print(*inputs)
tensor_scatter_nd_update(tensor, indices, updates) = op["scatter"](tensor, indices, updates)
- compat: write the program for TensorFlow 2
- distribute: Weir runs in one process, with worker threads
- saved_model: use model.save_weights
- lite: use Weir's C API
- raw_ops: use the functions of tf and tf.math

== tensorflow.debugging
here: assert_equal

== tensorflow.signal
fft(input) = weir.fft.fft(input)
ifft(input) = weir.fft.ifft(input)
rfft(input) = weir.fft.rfft(input)
irfft(input) = weir.fft.irfft(input)
fft2d(input) = weir.fft.fftn(input, axes=(-2, -1))
ifft2d(input) = weir.fft.ifftn(input, axes=(-2, -1))

== tensorflow, tensorflow.math
weir: abs exp sqrt sin cos tan tanh sinh cosh asin acos atan sign floor ceil maximum minimum square logical_and
    logical_or
    logical_not equal not_equal greater greater_equal
add(x, y, name=None) = _as_tensor(x) + y
subtract(x, y, name=None) = _as_tensor(x) - y
multiply(x, y, name=None) = _as_tensor(x) * y
divide(x, y, name=None) = _as_tensor(x) / y
pow(x, y) = _as_tensor(x) ** y
less(x, y) = x < y
less_equal(x, y) = x <= y
negative(x) = -x
round(x) = weir.around(x)
sigmoid(x) = op["sigmoid"](x)
reduce_sum(input_tensor, axis=None, keepdims=False, name=None) = op["sum"](_as_tensor(input_tensor), axis=axis,
    keepdims=keepdims)
reduce_mean(input_tensor, axis=None, keepdims=False, name=None) = op["mean"](_as_tensor(input_tensor), axis=axis,
    keepdims=keepdims)
reduce_max(input_tensor, axis=None, keepdims=False) = op["max"](_as_tensor(input_tensor), axis=axis, keepdims=keepdims)
reduce_min(input_tensor, axis=None, keepdims=False) = op["min"](_as_tensor(input_tensor), axis=axis, keepdims=keepdims)
reduce_prod(input_tensor, axis=None, keepdims=False) = op["prod"](_as_tensor(input_tensor), axis=axis,
    keepdims=keepdims)
reduce_all(input_tensor, axis=None, keepdims=False) = op["all"](_as_tensor(input_tensor), axis=axis, keepdims=keepdims)
reduce_any(input_tensor, axis=None, keepdims=False) = op["any"](_as_tensor(input_tensor), axis=axis, keepdims=keepdims)
cumsum(x, axis=0) = op["cumulative_sum"](x, axis=axis)

== tensorflow.math
squared_difference(x, y) = op["square"](x - y)
weir: log log1p expm1 reciprocal
erf(x) = op["erf"](x)
is_finite(x) = op["isfinite"](x)
is_nan(x) = op["isnan"](x)
rsqrt(x) = op["rsqrt"](x)
reduce_std(input_tensor, axis=None, keepdims=False) = op["std"](input_tensor, axis=axis, keepdims=keepdims)
reduce_variance(input_tensor, axis=None, keepdims=False) = op["var"](input_tensor, axis=axis, keepdims=keepdims)
reduce_logsumexp(input_tensor, axis=None, keepdims=False) = op["logsumexp"](input_tensor, axis=axis, keepdims=keepdims)
argmax(input, axis=0) = op["argmax"](input, axis=axis)
l2_normalize(x, axis=-1, epsilon=1e-12) = op["normalize"](x, axis=axis)
top_k(input, k=1, sorted=True) = op["topk"](input, k=k)
confusion_matrix(labels, predictions, num_classes) = op["reshape"](weir.bincount(op["astype"](labels, weir.int64) *
    num_classes + op["astype"](predictions, weir.int64), minlength=num_classes ** 2), (num_classes, num_classes))

== Tensor
get_shape(self) = self.shape
item(self) = Array.item(self)
wait(self) = Array.wait(self)
gpu(self, gpu_index=0) = self if Array.device.__get__(self) == place(gpu_index) else op["to_device"](self, place(gpu_index))
cpu(self) = self if Array.device.__get__(self).type == "cpu" else op["to_device"](self, "cpu")

== Tensor properties
device = "/job:localhost/replica:0/task:0/device:" + str(Array.device.__get__(self)).upper().replace("CUDA", "GPU")

== tensorflow.linalg
here: norm
weir.linalg: inv det qr svd cholesky eigh solve pinv
matmul(a, b) = op["matmul"](a, b)
matvec(a, b) = op["matmul"](a, b)
diag(diagonal) = op["diag_embed"](diagonal)
trace(x) = op["trace"](x)
matrix_transpose(a) = op["matrix_transpose"](a)

== tensorflow.random
normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None, name=None) = made(op["normal"](tuple(shape), float(mean),
    float(stddev), _dtype(dtype)))
uniform(shape, minval=0, maxval=None, dtype=None, seed=None, name=None) = made(op["uniform"](tuple(shape),
    float(minval), 1.0 if maxval is None else float(maxval), _dtype(dtype)) if _dtype(dtype) not in (weir.int32,
    weir.int64, "int32", "int64") else op["integers"](minval, maxval, shape=tuple(shape), dtype=_dtype(dtype)))
truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None) = made(op["truncated_normal"](tuple(shape), mean,
    stddev, -2.0, 2.0, _dtype(dtype)))
set_seed(seed) = weir.random.seed(seed)
shuffle(value, seed=None) = shuffle_rows(value)
categorical(logits, num_samples) = op["categorical"](logits, count=num_samples, logits=True)

== tensorflow.nn
weir: elu gelu selu softplus softsign leaky_relu silu
relu(features) = op["relu"](features)
sigmoid(x) = op["sigmoid"](x)
tanh(x) = op["tanh"](x)
softmax(logits, axis=-1) = op["softmax"](logits, axis=axis)
log_softmax(logits, axis=-1) = op["log_softmax"](logits, axis=axis)
dropout(x, rate) = op["dropout"](x, p=rate)[0]
sparse_softmax_cross_entropy_with_logits(labels, logits) = op["cross_entropy"](logits, op["astype"](labels, weir.int64),
    axis=-1, reduction="none")
softmax_cross_entropy_with_logits(labels, logits, axis=-1) = categorical_crossentropy(labels, logits, True)
sigmoid_cross_entropy_with_logits(labels, logits) = op["binary_cross_entropy_with_logits"](logits, labels,
    reduction="none")
embedding_lookup(params, ids) = op["embedding"](ids, params)
l2_loss(t) = op["sum"](t * t) / 2
bias_add(value, bias) = value + bias
moments(x, axes, keepdims=False) = (op["mean"](x, axis=tuple(axes), keepdims=keepdims), op["var"](x, axis=tuple(axes),
    keepdims=keepdims))
max_pool2d(input, ksize, strides, padding="VALID") = _pool2d("max_pool", input, ksize, strides, padding)
avg_pool2d(input, ksize, strides, padding="VALID") = _pool2d("avg_pool", input, ksize, strides, padding)
here: conv2d

== tensorflow.data
here: Dataset
AUTOTUNE = -1

== tensorflow.data.experimental
AUTOTUNE = -1

== tensorflow.config
list_physical_devices(device_type=None) = _list_devices(PhysicalDevice, "physical_device", device_type)
list_logical_devices(device_type=None) = _list_devices(LogicalDevice, "device", device_type)
run_functions_eagerly(run_eagerly) = None

== tensorflow.config.experimental
list_physical_devices(device_type=None) = _list_devices(PhysicalDevice, "physical_device", device_type)
list_logical_devices(device_type=None) = _list_devices(LogicalDevice, "device", device_type)
get_memory_info(device) = {"current": weir.memory.on(place(device)).used, "peak": weir.memory.on(place(device)).peak}
set_memory_growth(device, enable) = None

== tensorflow.test
is_gpu_available() = _gpus.count() > 0
gpu_device_name() = "/device:GPU:0" if _gpus.count() else ""

== tensorflow.errors
InvalidArgumentError = Mistake
OpError = RuntimeError

== tensorflow.autograph.experimental
do_not_convert(fn=None) = fn

== tensorflow.initializers, tensorflow.keras.initializers
here: Initializer
all: _initializers
all: _named_initializers

== tensorflow.losses
here: Loss Reduction
all: _losses

== tensorflow.optimizers
here: Optimizer
all: _optimizers

== tensorflow.keras
~ Model.compile
here: Model Sequential Input
__version__ = "2.15.0+weir"
- applications: build the network from layers
- mixed_precision: cast the inputs with tf.cast
- preprocessing: read images with keras.utils.image_dataset_from_directory, text with Python

== tensorflow.keras.datasets.fashion_mnist
load_data() = _pictures("FashionMNIST", "fashion-mnist")

== tensorflow.keras.datasets.mnist
load_data(path="mnist.npz") = _digits(path)

== tensorflow.keras.datasets
- cifar10 cifar100 imdb reuters boston_housing california_housing: use mnist or fashion_mnist; read other files
    with NumPy, images in folders with keras.utils.image_dataset_from_directory

== tensorflow.image
resize(images, size, method="bilinear", preserve_aspect_ratio=False, antialias=False, name=None) = _resized(images,
    size, method, antialias, preserve_aspect_ratio)
flip_left_right(image) = _vision.hflip(_as_tensor(image), "HWC")
flip_up_down(image) = _vision.vflip(_as_tensor(image), "HWC")
random_flip_left_right(image, seed=None) = _vision.random_hflip(_as_tensor(image), layout="HWC")
random_flip_up_down(image, seed=None) = _vision.random_vflip(_as_tensor(image), layout="HWC")
random_crop(value, size, seed=None) = _vision.random_crop(_as_tensor(value), tuple(size)[:2], layout="HWC")
crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width) = _vision.crop(_as_tensor(image),
    offset_height, offset_width, target_height, target_width, "HWC")
pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width) = _padded(_as_tensor(image),
    offset_height, offset_width, target_height, target_width)
resize_with_crop_or_pad(image, target_height, target_width) = _cropped_or_padded(_as_tensor(image), target_height,
    target_width)
resize_with_pad(image, target_height, target_width, method="bilinear", antialias=False) =
    _resized_with_pad(_as_tensor(image), target_height, target_width, method, antialias)
rgb_to_grayscale(images) = _vision.grayscale(_as_tensor(images), 1, "HWC")
grayscale_to_rgb(images) = op["concat"]([_as_tensor(images)] * 3, axis=-1)
convert_image_dtype(image, dtype, saturate=False) = _vision.to_dtype(_as_tensor(image), weir.dtype(dtype))
adjust_brightness(image, delta) = _as_tensor(image) + delta
adjust_contrast(images, contrast_factor) = _contrast(_as_tensor(images), contrast_factor)
random_brightness(image, max_delta, seed=None) = _as_tensor(image) + _vision.chance().uniform(-max_delta, max_delta)
random_contrast(image, lower, upper, seed=None) = _contrast(_as_tensor(image), _vision.chance().uniform(lower, upper))
per_image_standardization(image) = _standard(op["astype"](_as_tensor(image), weir.float32))
- rot90 random_hue adjust_hue random_saturation adjust_saturation: use flips, crops, brightness and contrast

== tensorflow.io
read_file(filename) = _File(filename)
decode_image(contents, channels=0, expand_animations=True) = contents.decode(channels)
decode_png(contents, channels=0) = contents.decode(channels)
decode_jpeg(contents, channels=0) = contents.decode(channels)
- TFRecordWriter parse_single_example: read the files with NumPy

== tensorflow.keras.callbacks
all: _callbacks
- ModelCheckpoint TensorBoard CSVLogger: write a Callback with on_epoch_end

== tensorflow.keras.regularizers
Regularizer = _keras.Regularizer
L1 = _keras.L1
L2 = _keras.L2
l1 = _keras.L1
l2 = _keras.L2
L1L2 = _keras.Regularizer
l1_l2(l1=0.01, l2=0.01) = _keras.Regularizer(l1, l2)

== tensorflow.keras.models
here: Model Sequential
- load_model: build the model again and use load_weights

== tensorflow.keras.layers
here: Layer Dense Conv2D Conv2DTranspose BatchNormalization LayerNormalization Embedding Activation Dropout Lambda
    Input RandomFlip
- RandomRotation RandomZoom RandomTranslation RandomContrast: use RandomFlip, or map a function over the dataset
all: _layers
InputLayer = Input
- RNN LSTMCell GRUCell SimpleRNNCell StackedRNNCells: use LSTM, GRU or SimpleRNN, which process the whole sequence
- Bidirectional: use two layers, one with go_backwards=True, and Concatenate
- TimeDistributed: use Dense, which works on the last axis of any input

== tensorflow.keras.losses
here: Loss Reduction mean_squared_error mean_absolute_error sparse_categorical_crossentropy categorical_crossentropy
    binary_crossentropy
all: _losses

== tensorflow.keras.metrics
here: Mean Accuracy SparseCategoricalAccuracy

== tensorflow.keras.optimizers
here: Optimizer
all: _optimizers

== tensorflow.keras.optimizers.schedules
all: _rates

== tensorflow.keras.activations
weir: elu gelu selu softplus softsign sigmoid tanh
relu(x) = op["relu"](x)
softmax(x, axis=-1) = op["softmax"](x, axis=axis)
get(identifier) = _activation(identifier)

== tensorflow.keras.backend
sum(x, axis=None, keepdims=False) = op["sum"](x, axis=axis, keepdims=keepdims)
mean(x, axis=None, keepdims=False) = op["mean"](x, axis=axis, keepdims=keepdims)
max(x, axis=None, keepdims=False) = op["max"](x, axis=axis, keepdims=keepdims)
dot(x, y) = op["dot"](x, y)
square(x) = op["square"](x)
sqrt(x) = op["sqrt"](x)
exp(x) = op["exp"](x)
log(x) = op["log"](x)
abs(x) = op["abs"](x)
softmax(x, axis=-1) = op["softmax"](x, axis=axis)
relu(x) = op["relu"](x)
reshape(x, shape) = op["reshape"](x, shape)
concatenate(tensors, axis=-1) = op["concat"](tensors, axis=axis)
cast(x, dtype) = op["astype"](x, _dtype(dtype))
variable(value, dtype=None) = Variable(value, dtype=dtype)
set_value(x, value) = x.assign(value)
get_value(x) = x.numpy()
constant(value, dtype=None) = constant(value, dtype)
zeros(shape, dtype=None) = made(op["zeros"](shape, _dtype(dtype)))
ones(shape, dtype=None) = made(op["ones"](shape, _dtype(dtype)))
clear_session() = None
epsilon() = 1e-7
eval(x) = x.numpy()

== tensorflow.keras.utils
set_random_seed(seed) = weir.random.seed(seed)
to_categorical(y, num_classes) = one_hot(y, num_classes).numpy()
here: image_dataset_from_directory

== tensorflow.experimental
sync_devices() = wait_all()
"""


def _pictures(name, folder):
    """Return (images, labels) for training and for testing as NumPy arrays, from a folder in ~/.keras/datasets or, for
    Fashion-MNIST, from the folder where Debian installs the dataset."""
    sets = [_vision.stored(name, [f"~/.keras/datasets/{folder}"], train) for train in (True, False)]
    return tuple((data.images.numpy(copy=True), _small(data.labels).numpy(copy=True)) for data in sets)


def _small(labels):
    return op["astype"](labels, weir.uint8)


def _digits(path):
    """Return (images, labels) of MNIST for training and for testing, from a file that Keras has downloaded or,
    if it does not exist, from MNIST's own files."""
    import os

    path = os.path.expanduser(os.path.join("~/.keras/datasets", path))
    if not os.path.exists(path):
        return _pictures("MNIST", "mnist")
    kept = weir.load(path)
    return tuple((kept[f"x_{part}"].numpy(copy=True), kept[f"y_{part}"].numpy(copy=True)) for part in ("train", "test"))


# ---- Images --------------------------------------------------------------------------------------


def _resized(images, size, method="bilinear", antialias=False, keeps_shape=False):
    """Return images of shape (..., height, width, channels) resized to `size`, as floats; with keeps_shape=True, the
    aspect ratio is preserved."""
    x = op["astype"](_as_tensor(images), weir.float32)
    size = tuple(map(int, size))
    if keeps_shape:
        tall, wide = _shape(x)[-3:-1]
        factor = min(size[0] / tall, size[1] / wide)
        size = round(tall * factor), round(wide * factor)
    return _vision.resize(x, size, str(method), antialias, "HWC")


def _padded(x, top, left, height, width):
    tall, wide = _shape(x)[-3:-1]
    return _vision.pad(x, (left, top, width - wide - left, height - tall - top), layout="HWC")


def _cropped_or_padded(x, height, width):
    tall, wide = _shape(x)[-3:-1]
    x = _vision.center_crop(x, (min(height, tall), min(width, wide)), "HWC")
    tall, wide = _shape(x)[-3:-1]
    return _padded(x, (height - tall) // 2, (width - wide) // 2, height, width)


def _resized_with_pad(x, height, width, method, antialias):
    tall, wide = _shape(x)[-3:-1]
    shrink = max(tall / height, wide / width)
    return _cropped_or_padded(_resized(x, (max(1, int(tall / shrink)), max(1, int(wide / shrink))), method, antialias),
                              height, width)


def _contrast(x, factor):
    mean = op["mean"](op["astype"](x, weir.float32), axis=(-3, -2), keepdims=True)
    return op["astype"]((op["astype"](x, weir.float32) - mean) * factor + mean, x.dtype)


def _standard(x):
    """Return images standardised to zero mean and unit standard deviation."""
    axes = (-3, -2, -1)
    least = 1 / _count(_shape(x)[-3:]) ** 0.5
    return (x - op["mean"](x, axis=axes, keepdims=True)) / op["maximum"](op["std"](x, axis=axes, keepdims=True), least)


class _File:
    """An image file that has not been decoded yet."""

    def __init__(self, path):
        self._path = path

    def decode(self, channels):
        return made(weir.image.read(self._path, channels))


def image_dataset_from_directory(directory, labels="inferred", label_mode="int", class_names=None, color_mode="rgb",
                                 batch_size=32, image_size=(256, 256), shuffle=True, seed=None, validation_split=None,
                                 subset=None, **others):
    """Return a Dataset of batches of the images in a directory; each subfolder of the directory is a class.

    Images are floats in [0, 255], of shape (n, height, width, channels).
    """
    if label_mode not in ("int", "categorical", None) or labels != "inferred" or class_names is not None:
        raise NotImplementedError(f"image_dataset_from_directory: labels={labels!r}, label_mode={label_mode!r}, "
                                  f"class_names={class_names!r} are not supported; labels must be 'inferred' (from "
                                  "the folders), label_mode must be 'int', 'categorical' or None, and class_names "
                                  "must be None")
    data = weir.data.ImageFolder(directory, tuple(image_size), 1 if color_mode == "grayscale" else 3)
    order = list(range(len(data)))
    if validation_split:
        if subset not in ("training", "validation"):
            raise Mistake("image_dataset_from_directory: with validation_split, subset must be 'training' or "
                          f"'validation', not {subset!r}")
        order = weir.data._datasets.permutation(len(data), seed or 0, 0).tolist()
        cut = len(data) - int(len(data) * validation_split)
        order = order[:cut] if subset == "training" else order[cut:]

    def batches():
        turn = [order[i] for i in op["permutation"](len(order)).tolist()] if shuffle else order
        for start in range(0, len(turn), batch_size):
            image, label = data[turn[start:start + batch_size]]
            image = made(op["astype"](image, weir.float32))
            if label_mode == "categorical":
                label = op["one_hot"](label, num_classes=len(data.classes), dtype=weir.float32)
            yield image if label_mode is None else (image, made(label if label_mode == "categorical" else
                                                                op["astype"](label, weir.int32)))

    made_ = Dataset(batches)
    made_.class_names = list(data.classes)
    return made_


_rates, _callbacks = _schedules.KERAS, _keras.CALLBACKS


def _clip(tensors, limit):
    """Return tensors scaled so that their total norm is at most `limit`, and the norm before scaling.  Does not
    block."""
    total = op["sqrt"](sum((op["sum"](t * t) for t in tensors[1:]), op["sum"](tensors[0] * tensors[0])))
    factor = op["minimum"](limit / (total + 1e-12), 1.0)
    return [t * factor for t in tensors], total


_table.speak("tensorflow", TABLE, globals())
