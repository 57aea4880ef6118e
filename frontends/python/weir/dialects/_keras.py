"""Parts of Keras: functional models, recurrent layers, regularisers, callbacks.

The classes of tensorflow.py that this file needs are passed as arguments.
"""
import operator

from weir._core import Array
from weir.dialects._tensor_class import Mistake, op, quietly

_shape = Array.shape.__get__

# ---- Functional models ---------------------------------------------------------------------------


class KerasTensor:
    """A symbolic tensor: an input of a model, or the output of a layer.

    `sample` is a batch of one sample, filled with zeros; the tensor's shape and dtype are derived from it.
    """

    def __init__(self, sample, layer=None, inputs=(), index=None, arguments=None):
        self.sample, self.layer, self.inputs = sample, layer, inputs
        self.index, self.arguments = index, arguments or {}

    shape = property(lambda self: (None, *_shape(self.sample)[1:]))
    dtype = property(lambda self: self.sample.dtype)
    ndim = property(lambda self: self.sample.ndim)

    def __repr__(self):
        return f"<KerasTensor: shape={self.shape} dtype={self.dtype}>"

    def __getitem__(self, key):
        return apply(lambda x: x[key], self)

    __hash__ = object.__hash__


def _operators():
    for name in ("add", "sub", "mul", "truediv", "pow", "matmul"):
        fn = getattr(operator, name)
        setattr(KerasTensor, f"__{name}__", lambda self, other, fn=fn: apply(fn, self, other))
        setattr(KerasTensor, f"__r{name}__", lambda self, other, fn=fn: apply(lambda x, y: fn(y, x), self, other))
    KerasTensor.__neg__ = lambda self: apply(operator.neg, self)


_operators()


def tree(fn, value):
    """Return nested lists, tuples and dictionaries with fn applied to every KerasTensor in them."""
    if isinstance(value, KerasTensor):
        return fn(value)
    if isinstance(value, (list, tuple)):
        return type(value)(tree(fn, v) for v in value)
    if isinstance(value, dict):
        return {k: tree(fn, v) for k, v in value.items()}
    return value


def leaves(value):
    found = []
    tree(found.append, value)
    return found


def apply(layer, *inputs, **arguments):
    """Return the symbolic output of a layer or a function applied to these inputs."""
    sample = quietly(lambda: layer(*tree(lambda t: t.sample, list(inputs)), **arguments))
    if isinstance(sample, (list, tuple)):
        return type(sample)(KerasTensor(s, layer, inputs, i, arguments) for i, s in enumerate(sample))
    return KerasTensor(sample, layer, inputs, None, arguments)


def run(outputs, inputs, values, **more):
    """Return the values of the outputs, computed from the given values of the inputs."""
    known = {id(t): v for t, v in zip(leaves(inputs), values)}
    calls = {}

    def value(t):
        if id(t) not in known:
            if t.layer is None:
                raise Mistake(f"{t} is not an input of this model")
            call = t.layer, tuple(map(id, leaves(list(t.inputs))))
            if call not in calls:
                given = {**t.arguments, **(more if hasattr(t.layer, "build") else {})}
                calls[call] = t.layer(*tree(value, list(t.inputs)), **given)
            known[id(t)] = calls[call] if t.index is None else calls[call][t.index]
        return known[id(t)]

    return tree(value, outputs)


def layers(outputs):
    """Return a list of the layers that the outputs depend on, in topological order."""
    found, seen = [], set()

    def walk(t):
        if id(t) in seen:
            return
        seen.add(id(t))
        for inner in leaves(list(t.inputs)):
            walk(inner)
        if hasattr(t.layer, "build") and t.layer not in found:
            found.append(t.layer)

    for t in leaves(outputs):
        walk(t)
    return found


# ---- Recurrent layers ----------------------------------------------------------------------------


def recurrent(Layer, initial) -> dict:
    """Return a dictionary of the classes LSTM, GRU and SimpleRNN, whose weights have Keras's layout."""

    def make(name, gates, states):
        class Recurrent(Layer):
            """A recurrent layer over inputs of shape (batch, steps, features)."""

            def __init__(self, units, activation="tanh", use_bias=True, return_sequences=False, return_state=False,
                         go_backwards=False, kernel_initializer="glorot_uniform",
                         recurrent_initializer="glorot_uniform", bias_initializer="zeros", dropout=0.0,
                         recurrent_dropout=0.0, recurrent_activation="sigmoid", reset_after=True, **kwargs):
                super().__init__(**kwargs)
                if not reset_after:
                    raise NotImplementedError("GRU: reset_after=False is not supported; use reset_after=True")
                if activation != "tanh" and (name != "SimpleRNN" or activation != "relu"):
                    raise NotImplementedError(f"{name}: activation {activation!r} is not supported; use 'tanh'")
                if recurrent_activation != "sigmoid" or dropout or recurrent_dropout:
                    raise NotImplementedError(f"{name}: dropout, recurrent_dropout and a recurrent_activation other "
                                              "than 'sigmoid' are not supported; for dropout, put a Dropout layer "
                                              "before this layer")
                self.units, self.use_bias, self.activation = units, use_bias, activation
                self.return_sequences, self.return_state, self._reverse = return_sequences, return_state, go_backwards
                self._inits = kernel_initializer, recurrent_initializer, bias_initializer

            def build(self, input_shape):
                n = gates * self.units
                self.kernel = self.add_weight("kernel", (input_shape[-1], n), initializer=self._inits[0])
                self.recurrent_kernel = self.add_weight("recurrent_kernel", (self.units, n),
                                                        initializer=self._inits[1])
                shape = (2, n) if name == "GRU" else (n,)
                self.bias = self.add_weight("bias", shape, initializer=self._inits[2]) if self.use_bias else None

            def _ours(self, w):
                """Return a weight in Weir's layout.  The gates of a GRU are reordered from z, r, n to r, z, n."""
                if w is None or name != "GRU":
                    return w
                z, r, n = op["split"](w, sections=3, axis=-1)
                return op["concat"]([r, z, n], axis=-1)

            def call(self, inputs, initial_state=None):
                x = op["swapaxes"](inputs, 0, 1)
                bias = self._ours(self.bias)
                more = {}
                if bias is not None:
                    more = {"bias_ih": bias[0], "bias_hh": bias[1]} if name == "GRU" else {"bias_ih": bias}
                given = [initial_state] if isinstance(initial_state, Array) else list(initial_state or ())
                more.update(zip(("h0", "c0"), given))
                if name == "SimpleRNN":
                    more["nonlinearity"] = self.activation
                weights = [op["permute_dims"](self._ours(w)) for w in (self.kernel, self.recurrent_kernel)]
                kind = {"LSTM": "lstm", "GRU": "gru", "SimpleRNN": "rnn"}[name]
                y, *last = op[kind](x, *weights, reverse=self._reverse, **more)
                y = op["swapaxes"](y, 0, 1) if self.return_sequences else last[0]
                return (y, *last[:states]) if self.return_state else y

        Recurrent.__name__ = Recurrent.__qualname__ = name
        return Recurrent

    return {"LSTM": make("LSTM", 4, 2), "GRU": make("GRU", 3, 1), "SimpleRNN": make("SimpleRNN", 1, 1)}


# ---- Regularisers --------------------------------------------------------------------------------


class Regularizer:
    """A penalty on the weights, l1 * sum(abs(x)) + l2 * sum(x ** 2)."""

    def __init__(self, l1=0.0, l2=0.0):
        self.l1, self.l2 = float(l1), float(l2)

    def __call__(self, x):
        cost = 0.0
        if self.l1:
            cost = cost + self.l1 * op["sum"](op["abs"](x))
        if self.l2:
            cost = cost + self.l2 * op["sum"](op["square"](x))
        return cost


class L1(Regularizer):
    """L1 penalty: l1 times the sum of absolute values."""

    def __init__(self, l1=0.01):
        super().__init__(l1=l1)


class L2(Regularizer):
    """L2 penalty: l2 times the sum of squares."""

    def __init__(self, l2=0.01):
        super().__init__(l2=l2)


def regularizer(name):
    """Return the regulariser of this name; anything but a string is returned unchanged."""
    if isinstance(name, str):
        return {"l1": L1, "l2": L2}[name.lower()]()
    return name


# ---- Callbacks -----------------------------------------------------------------------------------


class Callback:
    """Base class of callbacks, whose methods are called at the stages of training."""

    model = None

    def set_model(self, model):
        self.model = model

    def on_train_begin(self, logs=None):
        pass

    def on_train_end(self, logs=None):
        pass

    def on_epoch_begin(self, epoch, logs=None):
        pass

    def on_epoch_end(self, epoch, logs=None):
        pass

    def on_train_batch_begin(self, batch, logs=None):
        pass

    def on_train_batch_end(self, batch, logs=None):
        pass


class LearningRateScheduler(Callback):
    """Sets the learning rate of each epoch to schedule(epoch, rate), where rate is the current learning rate, or to
    schedule(epoch)."""

    def __init__(self, schedule, verbose=0):
        self.schedule = schedule

    def on_epoch_begin(self, epoch, logs=None):
        try:
            rate = self.schedule(epoch, float(self.model.optimizer.learning_rate))
        except TypeError:
            rate = self.schedule(epoch)
        self.model.optimizer.learning_rate = float(rate)


class EarlyStopping(Callback):
    """Stops training when the monitored value has not improved for `patience` epochs."""

    def __init__(self, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", **kwargs):
        self.monitor, self.min_delta, self.patience = monitor, abs(min_delta), patience
        self._sign = -1 if mode == "max" or mode == "auto" and "acc" in monitor else 1
        self._best, self._waited, self.stopped_epoch = float("inf"), 0, 0

    def on_epoch_end(self, epoch, logs=None):
        if self.monitor not in (logs or {}):
            raise Mistake(f"EarlyStopping: monitor {self.monitor!r} is not in the logs; they contain "
                          f"{', '.join(logs or {})}")
        value = self._sign * logs[self.monitor]
        if value < self._best - self.min_delta:
            self._best, self._waited = value, 0
            return
        self._waited += 1
        if self._waited >= max(self.patience, 1):
            self.stopped_epoch, self.model.stop_training = epoch, True


CALLBACKS = {cls.__name__: cls for cls in (Callback, LearningRateScheduler, EarlyStopping)}


class Rate(float):
    """A learning rate: a number with the methods assign and numpy of a Keras variable."""

    def of(self, optimizer):
        self._optimizer = optimizer
        return self

    def assign(self, rate):
        self._optimizer.learning_rate = float(rate)

    def numpy(self):
        return float(self)
