"""Parts of Keras: functional models, recurrent layers, regularisers, callbacks.

The classes of tensorflow.py that this file needs are passed as arguments.
"""
import operator
import re

from weir._core import Array
from weir.dialects import _fit
from weir.dialects._tensor_class import Mistake, op, quietly

_shape = Array.shape.__get__

_numbers_of_names = {}


def snake(name):
    """Return the name of a class as Keras writes it: max_pooling2d, kl_divergence."""
    return re.sub(r"(?<=.)(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])", "_", name).lower()


def own_name(name):
    """Return a name that no object had before: dense, dense_1, dense_2."""
    number = _numbers_of_names[name] = _numbers_of_names.get(name, -1) + 1
    return f"{name}_{number}" if number else name


def clear_session():
    """Count the names of layers from the start again."""
    _numbers_of_names.clear()


# ---- Functional models ---------------------------------------------------------------------------


class Node:
    """A call of a layer or function with symbolic inputs."""

    def __init__(self, layer, inputs=(), arguments=None):
        self.layer, self.inputs, self.arguments = layer, inputs, arguments or {}

        self.key = id(layer) if hasattr(layer, "weights") else id(self)  # the calls of one function are apart

    def parents(self):
        return [t.node for t in leaves(list(self.inputs))]


class KerasTensor:
    """A symbolic tensor: an input of a model, or the output of a layer.

    `sample` is a batch of one sample, filled with zeros; the tensor's shape and dtype are derived from it.
    """

    def __init__(self, sample, node, index=None):
        self.sample, self.node, self.index = sample, node, index

    shape = property(lambda self: (None, *_shape(self.sample)[1:]))
    dtype = property(lambda self: self.sample.dtype)
    ndim = property(lambda self: self.sample.ndim)
    name = property(lambda self: getattr(self.node.layer, "name", "keras_tensor"))

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
    node = Node(layer, inputs, arguments)
    if isinstance(sample, (list, tuple)):
        output = type(sample)(KerasTensor(s, node, i) for i, s in enumerate(sample))
    elif isinstance(sample, dict):
        output = {key: KerasTensor(s, node, key) for key, s in sample.items()}
    else:
        output = KerasTensor(sample, node)
    if hasattr(layer, "build"):
        layer.__dict__.setdefault("_calls", []).append((inputs, output))
    return output


class Graph:
    """The calls between the symbolic inputs and outputs of a model."""

    def __init__(self, inputs, outputs):
        self.inputs, self.outputs = inputs, outputs
        self.nodes, first = self._walk()
        depths = self._depths()
        layers = {node.key: node.layer for node in self.nodes}
        for t in leaves(inputs):  # inputs that no output depends on
            layers.setdefault(t.node.key, t.node.layer)
        order = sorted(layers, key=lambda key: (-depths.get(key, 0), first.get(key, -1)))
        self.layers = [layers[key] for key in order if hasattr(layers[key], "weights")]

    def _walk(self):
        """Return the nodes in topological order, and the order in which their layers are met from the outputs."""
        ends = {id(t) for t in leaves(self.inputs)}
        nodes, first, seen = [], {}, set()

        def enter(t):
            if t.node in seen:
                return
            seen.add(t.node)
            first.setdefault(t.node.key, len(first))
            stack.append((t.node, iter([] if id(t) in ends else leaves(list(t.node.inputs)))))

        for output in leaves(self.outputs):
            stack = []
            enter(output)
            while stack:
                node, inputs = stack[-1]
                following = next(inputs, None)
                if following is not None:
                    enter(following)
                else:
                    nodes.append(node)
                    stack.pop()
        return nodes, first

    def _depths(self):
        """Return the depth of each layer: the longest path from it to an output.  Keras lists layers by depth."""
        of_node, of_layer = {}, {}
        for node in reversed(self.nodes):
            depth = max(of_node.get(node, 0), of_layer.get(node.key, 0))
            of_layer[node.key] = depth
            for parent in node.parents():
                of_node[parent] = max(depth + 1, of_node.get(parent, 0))
        return of_layer

    def __call__(self, given):
        """Return the values of the outputs for values of the inputs: an array, a list, or a dictionary by name."""
        ends = leaves(self.inputs)
        known = {id(t): value for t, value in zip(ends, self._values(given, ends))}
        results = {}

        def value(t):
            if id(t) in known:
                return known[id(t)]
            if t.node not in results:
                raise Mistake(f"{t} is not an input of this model")
            return results[t.node] if t.index is None else results[t.node][t.index]

        ready = {t.node for t in ends}
        for node in self.nodes:
            if node not in ready and node.inputs:
                results[node] = node.layer(*tree(value, list(node.inputs)), **node.arguments)
        return tree(value, self.outputs)

    def _values(self, given, ends):
        if isinstance(given, dict):
            names = list(self.inputs) if isinstance(self.inputs, dict) else [t.name for t in ends]
            missing = [name for name in names if name not in given]
            if missing:
                raise Mistake(f"the model has an input {missing[0]!r}, but the inputs given are {', '.join(map(repr, given))}")
            return [given[name] for name in names]
        values = list(given) if isinstance(given, (list, tuple)) else [given]
        if len(values) != len(ends):
            raise Mistake(f"the model has {len(ends)} inputs, but {len(values)} {'was' if len(values) == 1 else 'were'} given")
        return values


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


Callback = _fit.callback_class("train test predict")


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

    def __init__(self, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", baseline=None,
                 restore_best_weights=False, start_from_epoch=0):
        self.monitor, self.patience, self.restore_best_weights = monitor, patience, restore_best_weights
        self._best, self._first = (monitor, mode, min_delta, baseline), start_from_epoch
        self.stopped_epoch, self.best_weights = 0, None

    def on_train_begin(self, logs=None):
        self._so_far, self.stopped_epoch, self.best_weights = _fit.Best(*self._best), 0, None

    def on_epoch_end(self, epoch, logs=None):
        if epoch < self._first:
            return
        if self.monitor not in (logs or {}):
            raise Mistake(f"EarlyStopping: monitor {self.monitor!r} is not in the logs; they contain "
                          f"{', '.join(logs or {})}")
        if self._so_far.improves(logs[self.monitor]):
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
        elif self._so_far.waited >= max(self.patience, 1):
            self.stopped_epoch, self.model.stop_training = epoch, True

    def on_train_end(self, logs=None):
        if self.best_weights is not None:
            self.model.set_weights(self.best_weights)

    best = property(lambda self: self._so_far.value)


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
