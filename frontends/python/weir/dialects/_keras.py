"""Parts of Keras: names, functional models, regularisers and constraints."""
import operator
import re
import threading
from functools import partial

import weir
from weir._core import Array
from weir.dialects._tensor_class import Mistake, op, quietly
from weir.dialects._tf_tensor import Refused, TensorShape, made

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


_float = ["float32"]


def floatx():
    """Return the dtype of weights and inputs of layers that give none."""
    return _float[0]


def set_floatx(dtype):
    if str(dtype) not in ("bfloat16", "float16", "float32", "float64"):
        raise Refused(f"set_floatx: the dtype must be 'float16', 'bfloat16', 'float32' or 'float64', not {dtype!r}")
    _float[0] = str(dtype)


class Hidden:
    """A value that a layer keeps, but that is not searched for variables and layers."""

    def __init__(self, value):
        self.value = value


# ---- Functional models ---------------------------------------------------------------------------


class Node:
    """A call of a layer or function with symbolic inputs."""

    def __init__(self, layer, inputs=(), arguments=None):
        self.layer, self.inputs, self.arguments = layer, inputs, arguments or {}

        self.key = id(layer) if hasattr(layer, "weights") else id(self)  # the calls of one function are apart

    def given(self):
        """Return the symbolic tensors that the call depends on."""
        return leaves([self.inputs, self.arguments])

    def parents(self):
        return [t.node for t in self.given()]


class KerasTensor:
    """A symbolic tensor: an input of a model, or the output of a layer.

    `sample` is a batch of one sample, filled with zeros; the tensor's shape and dtype are derived from it.  If an input has an
    axis of any length, `other` is a sample of another length: the lengths that differ are not known.
    """

    def __init__(self, sample, node, index=None, other=None):
        self.sample, self.node, self.index, self.other = sample, node, index, other

    @property
    def shape(self):
        """The shape, in which None is any length; that of the batch always is."""
        known, other = _shape(self.sample), _shape(self.sample if self.other is None else self.other)
        return TensorShape((None, *(n if n == m else None for n, m in zip(known[1:], other[1:]))))

    def get_shape(self):
        return self.shape
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


_sampling = threading.local()


def is_sampling():
    """Return whether a layer is being called with samples, to find the shape of its output: it keeps no state then."""
    return getattr(_sampling, "on", False)


def _sampled(layer, inputs, arguments, which):
    """Return the output of a layer for the samples of its inputs."""
    if getattr(layer, "_is_layer", False):
        arguments = {key: value for key, value in arguments.items() if key != "training"}
    last, _sampling.on = is_sampling(), True
    try:
        return quietly(lambda: layer(*tree(which, list(inputs)), **tree(which, arguments)))
    finally:
        _sampling.on = last


def apply(layer, *inputs, **arguments):
    """Return the symbolic output of a layer or a function applied to these inputs."""
    node = Node(layer, inputs, arguments)
    sample, other = _sampled(layer, inputs, arguments, lambda t: t.sample), None
    if any(t.other is not None for t in node.given()):
        other = _sampled(layer, inputs, arguments, lambda t: t.sample if t.other is None else t.other)
    if isinstance(sample, (list, tuple)):
        output = type(sample)(KerasTensor(s, node, i, None if other is None else other[i]) for i, s in enumerate(sample))
    elif isinstance(sample, dict):
        output = {key: KerasTensor(s, node, key, None if other is None else other[key]) for key, s in sample.items()}
    else:
        output = KerasTensor(sample, node, None, other)
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
            stack.append((t.node, iter([] if id(t) in ends else t.node.given())))

        outputs = self.outputs  # Keras orders the outputs of a dictionary, and so the layers, by key
        for output in leaves({key: outputs[key] for key in sorted(outputs)} if isinstance(outputs, dict) else outputs):
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

    def __call__(self, given, training=None, layer_of=None):
        """Return the values of the outputs for values of the inputs: an array, a list, or a dictionary by name.

        If `training` is given, it replaces what calls were recorded with, as in Keras 3.  `layer_of` returns what is called in place
        of a layer.
        """
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
            if node not in ready and node.given():
                arguments = tree(value, node.arguments)
                if training is not None and "training" in arguments:
                    arguments["training"] = training
                layer = node.layer if layer_of is None else layer_of(node.layer)
                results[node] = (layer if hasattr(layer, "build") or layer_of is None else partial(apply, layer))(
                    *tree(value, list(node.inputs)), **arguments)
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


# ---- Regularisers --------------------------------------------------------------------------------


class Regularizer:
    """A penalty on the weights.  A program's class defines __call__(x)."""

    def __call__(self, x):
        return 0.0

    def get_config(self):
        return {key: value for key, value in self.__dict__.items() if not key.startswith("_")}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


class L1L2(Regularizer):
    """The penalty l1 * sum(abs(x)) + l2 * sum(x ** 2)."""

    def __init__(self, l1=0.0, l2=0.0):
        self.l1, self.l2 = float(l1 or 0.0), float(l2 or 0.0)

    def __call__(self, x):
        cost = made(op["zeros"](()))
        if self.l1:
            cost = cost + self.l1 * op["sum"](op["abs"](x))
        if self.l2:
            cost = cost + self.l2 * op["sum"](op["square"](x))
        return cost


class L1(L1L2):
    """L1 penalty: l1 times the sum of absolute values."""

    def __init__(self, l1=0.01):
        super().__init__(l1=l1)

    def get_config(self):
        return {"l1": self.l1}


class L2(L1L2):
    """L2 penalty: l2 times the sum of squares."""

    def __init__(self, l2=0.01):
        super().__init__(l2=l2)

    def get_config(self):
        return {"l2": self.l2}


class OrthogonalRegularizer(Regularizer):
    """A penalty on rows (mode "rows") or columns of a matrix that are not orthogonal to each other."""

    def __init__(self, factor=0.01, mode="rows"):
        if mode not in ("rows", "columns"):
            raise Refused(f"OrthogonalRegularizer: mode must be 'rows' or 'columns', not {mode!r}")
        self.factor, self.mode = float(factor), mode

    def __call__(self, x):
        if x.ndim != 2:
            raise Refused(f"OrthogonalRegularizer: the weight must be a matrix, not of shape {_shape(x)}")
        axis = 1 if self.mode == "rows" else 0
        unit = x / op["sqrt"](op["maximum"](op["sum"](op["square"](x), axis=axis, keepdims=True), 1e-12))
        product = op["matmul"](unit, op["permute_dims"](unit)) if axis else op["matmul"](op["permute_dims"](unit), unit)
        n = _shape(x)[1 - axis]
        off = product * (1 - weir.eye(n))
        return self.factor * 0.5 * op["sum"](op["abs"](off)) / max(n * (n - 1) / 2, 1)


def _named(names, what):
    """Return a function that finds an object of a table by its name; anything but a string is returned unchanged."""
    def get(identifier):
        if isinstance(identifier, str):
            cls = names.get(identifier) or names.get(identifier.lower())
            if cls is None:
                raise Refused(f"unknown {what} {identifier!r}; known are {', '.join(names)}")
            return cls()
        if identifier is not None and not callable(identifier):
            raise Refused(f"a {what} must be a name or a function of the weight, not {identifier!r}")
        return identifier() if isinstance(identifier, type) else identifier

    return get


REGULARIZERS = {"Regularizer": Regularizer, "L1": L1, "L2": L2, "L1L2": L1L2, "l1": L1, "l2": L2, "l1_l2": lambda l1=0.01, l2=0.01: L1L2(l1, l2),
                "OrthogonalRegularizer": OrthogonalRegularizer, "orthogonal_regularizer": OrthogonalRegularizer}
regularizer = REGULARIZERS["get"] = _named(dict(REGULARIZERS), "regularizer")


# ---- Constraints ---------------------------------------------------------------------------------


class Constraint:
    """What an optimiser does to a weight after each update.  A program's class defines __call__(w)."""

    def __call__(self, w):
        return w

    def get_config(self):
        return {key: value for key, value in self.__dict__.items() if not key.startswith("_")}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


def _norms(w, axis):
    return op["sqrt"](op["sum"](op["square"](w), axis=axis, keepdims=True))


class MaxNorm(Constraint):
    """Makes the norm of the weights along an axis at most max_value."""

    def __init__(self, max_value=2, axis=0):
        self.max_value, self.axis = max_value, axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        return w * (op["clip"](norms, 0.0, float(self.max_value)) / (1e-7 + norms))


class NonNeg(Constraint):
    """Replaces negative weights by 0."""

    def __call__(self, w):
        return op["relu"](w)


class UnitNorm(Constraint):
    """Makes the norm of the weights along an axis 1."""

    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        return w / (1e-7 + _norms(w, self.axis))


class MinMaxNorm(Constraint):
    """Moves the norm of the weights along an axis to the range from min_value to max_value, by the part `rate` of the way."""

    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.min_value, self.max_value, self.rate, self.axis = min_value, max_value, rate, axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        wanted = self.rate * op["clip"](norms, float(self.min_value), float(self.max_value)) + (1 - self.rate) * norms
        return w * (wanted / (1e-7 + norms))


CONSTRAINTS = {"Constraint": Constraint, "MaxNorm": MaxNorm, "NonNeg": NonNeg, "UnitNorm": UnitNorm, "MinMaxNorm": MinMaxNorm,
               "max_norm": MaxNorm, "non_neg": NonNeg, "unit_norm": UnitNorm, "min_max_norm": MinMaxNorm}
constraint = CONSTRAINTS["get"] = _named({**CONSTRAINTS, "maxnorm": MaxNorm, "nonneg": NonNeg, "unitnorm": UnitNorm}, "constraint")


# ---- Numbers that belong to an optimiser ----------------------------------------------------------


class Rate(float):
    """A learning rate: a number with the methods assign and numpy of a Keras variable."""

    def of(self, optimizer):
        self._optimizer = optimizer
        return self

    def assign(self, rate):
        self._optimizer.learning_rate = float(rate)

    def numpy(self):
        return float(self)


class Count(int):
    """The number of updates of an optimiser: a number with the method numpy of a Keras variable."""

    def numpy(self):
        return int(self)

    value = numpy
