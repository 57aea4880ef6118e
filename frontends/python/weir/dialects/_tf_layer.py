"""Layer, the base class of Keras's layers and models: its variables, the settings of its weights, losses, masks and calls.

A layer class lists its weights in `_weights` with their default initialisers.  The base class takes the arguments that each weight
has (kernel_initializer, kernel_regularizer, kernel_constraint), and `_weight` creates the variable with them.  Arguments that
nothing takes are refused.

The mask of a tensor says which steps of a sequence count.  It belongs to the tensor object (`_masks`), is passed to layers whose call
has the argument `mask`, and on to the output of layers that support masks.
"""
import inspect
import threading
import warnings
import weakref

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _keras
from weir.dialects._tensor_class import Notes, op, quietly, size_of
from weir.dialects._tf_init import initial
from weir.dialects._tf_tensor import Refused, TensorShape, Variable, as_dtype, as_tensor, made, names

_shape = Array.shape.__get__
_masks = Notes()
_calls = threading.local()  # root: the outermost layer that is being called
_with_losses = weakref.WeakSet()  # layers that have losses of their last call


def mask_of(x):
    """Return the mask of a tensor, or a list of the masks of several; None if there is none."""
    if not _masks:
        return None
    if isinstance(x, (list, tuple)):
        found = [mask_of(v) for v in x]
        return found if any(m is not None for m in found) else None
    return _masks.get(x) if isinstance(x, Array) else None


def set_mask(x, mask):
    """Set the mask of a tensor, or of each tensor of a list; return x."""
    if isinstance(x, (list, tuple)):
        for i, v in enumerate(x):
            set_mask(v, mask[i] if isinstance(mask, (list, tuple)) else mask if i == 0 else None)
    elif isinstance(x, Array) and mask is not None and _masks.get(x) is None:
        _masks.put(x, mask)
    return x


def _is_numeric(x):
    while isinstance(x, (list, tuple)) and x:
        x = x[0]
    return isinstance(x, (bool, int, float))


def _as_input(x, dtype):
    """Return an input as a tensor, as Keras does: floats have the dtype of the layer."""
    if isinstance(x, (list, tuple)) and not _is_numeric(x):
        parts = [_as_input(v, dtype) for v in x]
        return type(x)(*parts) if hasattr(x, "_fields") else type(x)(parts)
    if isinstance(x, dict):
        return {key: _as_input(v, dtype) for key, v in x.items()}
    if not isinstance(x, Array):
        if not hasattr(x, "__array_interface__") and not _is_numeric(x):
            return x
        x = as_tensor(x)
    if x.dtype.kind != "f" or x.dtype == dtype:
        return x
    return set_mask(op["astype"](x, dtype), mask_of(x))


def refuse_unknown(owner, given, known=()):
    """Raise an error for arguments that nothing takes."""
    if given:
        names = ", ".join(map(repr, given))
        raise Refused(f"{owner}: unknown argument{'s' * (len(given) > 1)} {names}" + (
            f"; the arguments are {', '.join(known)}" if known else ""))


def only_channels_last(owner, data_format):
    if data_format not in (None, "channels_last"):
        raise Refused(f"{owner}: data_format must be 'channels_last', not {data_format!r}; transpose the images with layers.Permute")


def training_or(training):
    """Return whether a call trains: as given, or as the call around it."""
    return _core.is_training() if training is None else bool(training)


class Made:
    """The arguments with which an object was created, to create another one."""

    def __init__(self, args, kwargs):
        self.args, self.kwargs = args, kwargs


def _distinct(lists):
    """Join lists of variables; each variable occurs once."""
    return list({id(v): v for variables in lists for v in variables}.values())


class Layer:
    """Base class of layers, whose variables are created at the first input by build(input_shape)."""

    _weights = {}  # the weights of the class, and their default initialisers
    _formatted = False  # whether the class has the argument data_format
    _without_effect = ("autocast", "dynamic")  # arguments that do not change results
    _is_layer, built, supports_masking, activity_regularizer = True, False, False, None
    _input_shape, _dtype, _trains = None, None, True

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        self.__dict__["_made"] = Made(args, kwargs)
        return self

    def __init__(self, *, activity_regularizer=None, trainable=True, dtype=None, name=None, input_shape=None, input_dim=None,
                 batch_input_shape=None, **settings):
        cls = type(self)
        for weight, default in self._weights.items():
            setattr(self, f"{weight}_initializer", initial(settings.pop(f"{weight}_initializer", default)))
            setattr(self, f"{weight}_regularizer", _keras.regularizer(settings.pop(f"{weight}_regularizer", None)))
            setattr(self, f"{weight}_constraint", _keras.constraint(settings.pop(f"{weight}_constraint", None)))
        if self._formatted:
            only_channels_last(cls.__name__, settings.pop("data_format", None))
        refuse_unknown(cls.__name__, [key for key in settings if key not in self._without_effect])
        self.trainable = bool(trainable)
        self.activity_regularizer = _keras.regularizer(activity_regularizer)
        self.name = str(name) if name is not None else _keras.own_name(_keras.snake(cls.__name__))
        self._input_shape = tuple(batch_input_shape)[1:] if batch_input_shape is not None else (
            (input_dim,) if input_dim is not None else input_shape)
        self._dtype = None if dtype is None else weir.dtype(as_dtype(getattr(dtype, "variable_dtype", dtype)))

    @property
    def trainable(self):
        return self._trains

    @trainable.setter
    def trainable(self, trainable):
        """Set whether the layer and all layers in it are trained."""
        self.__dict__["_trains"] = bool(trainable)
        for part in self._inner():
            if isinstance(part, Layer):
                part.trainable = trainable

    dtype = property(lambda self: self._dtype or weir.dtype(_keras.floatx()))
    compute_dtype = variable_dtype = property(lambda self: str(self.dtype))

    # -- Description

    def get_config(self):
        """Return the arguments of the layer by name; a program's class adds its own to those of the base class."""
        own = {} if not type(self).__module__.startswith("weir.dialects") else {
            name: value for name, value in self.__dict__.items()
            if not name.startswith("_") and name != "built" and isinstance(value, (bool, int, float, str, tuple, type(None)))}
        return {"name": self.name, "trainable": self.trainable, "dtype": str(self.dtype), **own}

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def copy_with(self, **changes):
        """Return a new layer with the arguments of this one, but for some."""
        return type(self)(*self._made.args, **{**self._made.kwargs, **changes})

    def compute_output_shape(self, input_shape):
        """Return the shape of the output for an input of this shape; None is any length."""
        y = quietly(lambda: self(made(op["zeros"](tuple(n or 1 for n in input_shape)))))
        return TensorShape((input_shape[0], *_shape(y)[1:]))

    @property
    def name(self):
        if "_name" not in self.__dict__:  # a program's class that does not call __init__
            self.name = _keras.own_name(_keras.snake(type(self).__name__))
        return self.__dict__["_name"]

    @name.setter
    def name(self, name):
        self.__dict__["_name"] = name

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}>"

    # -- Symbolic inputs and outputs

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

    # -- What a class defines

    def build(self, input_shape):
        pass

    def call(self, inputs):
        raise NotImplementedError(f"{type(self).__name__} does not define call")

    def compute_mask(self, inputs, mask=None):
        return mask

    def add_weight(self, name=None, shape=(), dtype=None, initializer=None, trainable=True, regularizer=None, constraint=None, **others):
        """Create and return a variable of this layer."""
        refuse_unknown("add_weight", [key for key in others if key not in (
            "autocast", "aggregation", "synchronization", "use_resource", "experimental_autocast", "layout", "overwrite_with_gradient")])
        if not isinstance(name, (str, type(None))):  # Keras 3: the shape is the first argument
            name, shape = None if shape == () else shape, name
        dtype = self.dtype if dtype is None else as_dtype(dtype)
        if initializer is None:
            initializer = "glorot_uniform" if weir.dtype(dtype).kind == "f" else "zeros"
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        variable = Variable(initial(initializer)(shape, dtype), trainable=trainable, constraint=_keras.constraint(constraint))
        names.put(variable, name or "variable")
        self.__dict__.setdefault("_added", []).append(variable)
        if regularizer is not None:
            self.__dict__.setdefault("_costs", []).append((variable, _keras.regularizer(regularizer)))
        return variable

    add_variable = add_weight

    def _weight(self, which, shape, trainable=True, name=None):
        """Create and return one of the weights in `_weights`, with the settings that were given for it."""
        return self.add_weight(name or which, shape, initializer=getattr(self, f"{which}_initializer"), trainable=trainable,
                               regularizer=getattr(self, f"{which}_regularizer"), constraint=getattr(self, f"{which}_constraint"))

    # -- Losses and metrics of a call

    @property
    def losses(self):
        """A list of the penalties of this layer and its sublayers: of the weights, and of the last call."""
        own = [fn(v) for v, fn in self.__dict__.get("_costs", ())] + list(self.__dict__.get("_call_losses", ()))
        return own + [cost for part in self._inner() if isinstance(part, Layer) for cost in part.losses]

    def add_loss(self, losses, **others):
        """Add losses of the present call, scalars or functions without arguments; the next call begins without them."""
        for loss in losses if isinstance(losses, (list, tuple)) else [losses]:
            if callable(loss):
                self.__dict__.setdefault("_costs", []).append((None, lambda _, loss=loss: loss()))
                continue
            if isinstance(loss, _keras.KerasTensor):
                raise Refused("add_loss: a symbolic tensor is not supported; call add_loss in the call of a layer")
            self.__dict__.setdefault("_call_losses", []).append(as_tensor(loss))
            _with_losses.add(self)

    def add_metric(self, value, name=None, aggregation="mean"):
        """Add a value of the present call to a metric: its mean over the calls of an epoch is reported by fit and evaluate."""
        from weir.dialects._tf_metrics import Mean

        if name is None:
            raise Refused("add_metric: the metric needs a name")
        found = self.__dict__.setdefault("_call_metrics", {})
        if name not in found:
            found[name] = Mean(name=name)
        found[name].update_state(value)

    def add_update(self, updates):
        """Do nothing: the operations that compute the updates have already been issued."""

    def _forget_losses(self):
        """Remove the losses of the last call from this layer and its sublayers."""
        if self.__dict__.pop("_call_losses", None) is not None:
            _with_losses.discard(self)
        for part in self._inner():
            if isinstance(part, Layer):
                part._forget_losses()

    # -- Calls

    def __init_subclass__(cls, **kwargs):
        """Make build() set `built`, also in a program's own classes, and find the arguments of call()."""
        super().__init_subclass__(**kwargs)
        if "compute_mask" in cls.__dict__ and "supports_masking" not in cls.__dict__:
            cls.supports_masking = True
        call = cls.__dict__.get("call")
        if call is not None:
            try:
                cls._takes = frozenset(inspect.signature(call).parameters)
            except (TypeError, ValueError):
                cls._takes = frozenset()
        build = cls.__dict__.get("build")
        if build is None or getattr(build, "_marks", False):
            return

        def marking(self, *args, **kwargs):
            found = build(self, *args, **kwargs)
            self.built = True
            return found

        marking._marks = True
        cls.build = marking

    _takes = frozenset(("self", "inputs"))

    def __call__(self, *inputs, training=None, **kwargs):
        if _keras.leaves(inputs) or kwargs and _keras.leaves(kwargs):
            return _keras.apply(self, *inputs, **kwargs, **({} if training is None else {"training": training}))
        dtype = self.dtype
        inputs = tuple(_as_input(x, dtype) for x in inputs)
        if kwargs:
            kwargs = {key: _as_input(x, dtype) if isinstance(x, Array) or hasattr(x, "__array_interface__") else x
                      for key, x in kwargs.items()}
        first = inputs[0] if inputs else next(iter(kwargs.values()), None)
        mask = mask_of(first)
        if mask is not None and "mask" in self._takes and kwargs.get("mask") is None:
            kwargs["mask"] = mask
        elif mask is None:
            mask = kwargs.get("mask")
        outer = getattr(_calls, "training", None)  # what the layer around this one was called with
        if "training" in self._takes and (training is not None or outer is not None):
            kwargs["training"] = outer if training is None else training
        root, last = getattr(_calls, "root", None), None
        if root is None:
            _calls.root = self
            if _with_losses:
                self._forget_losses()
        if training is not None:
            last = _core.set_training(bool(training))
            _calls.training = training
        try:
            if not self.built:
                self._build_for(first)
            y = self.call(*inputs, **kwargs)
        finally:
            _calls.root = root
            if training is not None:
                _core.set_training(last)
                _calls.training = outer
        if self.activity_regularizer is not None:
            for part in y if isinstance(y, (list, tuple)) else [y]:
                self.add_loss(self.activity_regularizer(part) / (_shape(part)[0] if part.ndim else 1))  # a mean over the batch
        if self.supports_masking:
            own = self.compute_mask(first, mask)
            return y if own is None else set_mask(y, own)
        if mask is not None and mask_of(y) is None:
            warnings.warn(f"the layer {self.name!r} ({type(self).__name__}) does not support masks: the layers after it do not see the "
                          "mask of its input", stacklevel=2)
        return y

    def _build_for(self, x):
        if isinstance(x, str):
            raise Refused(f"{self.name}: the input must be a tensor, not {x!r}")
        if isinstance(x, Array):
            shape = TensorShape(_shape(x))
        elif isinstance(x, (list, tuple)) and x and all(isinstance(v, Array) for v in x):
            shape = [TensorShape(_shape(v)) for v in x]
        else:
            shape = None
        quietly(lambda: self.build(shape))
        self.built = True

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
        return _distinct([part] if isinstance(part, Variable) else part.weights for part in self._inner())

    variables = property(lambda self: self.weights)

    @property
    def trainable_weights(self):
        return self._trained()

    def _trained(self):
        """Return the trainable variables; a layer with trainable=False has none, nor do its parts."""
        if not self.trainable:
            return []
        return _distinct(([part] if part.trainable else []) if isinstance(part, Variable) else part._trained()
                         for part in self._inner())

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
