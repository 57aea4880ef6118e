"""Keras's optimisers and models."""
from weir import _core
from weir._core import Array
from weir.dialects import _keras, _optim
from weir.dialects._tensor_class import Mistake, as_kind, op, quietly
from weir.dialects._tf_gradients import GradientTape
from weir.dialects._tf_layers import Layer
from weir.dialects._tf_ops import clip_by_norm
from weir.dialects._tf_tensor import Refused, as_dtype, made
from weir.dialects._tf_training import Training


class Optimizer:
    """Updates variables from their gradients."""

    _kind, _order = "sgd", ()
    _rate = 0.001

    def __init__(self, learning_rate=None, *args, name=None, **settings):
        rate = settings.pop("lr", None) if learning_rate is None else learning_rate
        if isinstance(rate, str):
            raise Refused(f"learning_rate must be a number, a schedule or a function, not {rate!r}")
        self._schedule, self.iterations = rate if callable(rate) else None, 0
        settings.update(zip(self._order, args))
        if not 0 <= settings.get("momentum", 0) <= 1:
            raise Refused(f"momentum must be between 0 and 1, not {settings['momentum']}")
        self._clipnorm = settings.pop("clipnorm", None)
        for ignored in ("use_ema", "ema_momentum", "ema_overwrite_frequency", "jit_compile", "loss_scale_factor", "gradient_accumulation_steps"):
            settings.pop(ignored, None)
        kind_ = "adamw" if self._kind == "adam" and settings.get("weight_decay") else self._kind
        rate = float(rate(0)) if callable(rate) else self._rate if rate is None else rate
        self._class, self._settings = _optim.ours(kind_, settings, {"lr": rate, **self._defaults})
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
            if self._clipnorm is not None:
                g = clip_by_norm(g, self._clipnorm)
            v.grad = g if g.dtype == v.dtype else op["astype"](g, v.dtype)
        if "beta2" in self._settings or self._kind in ("adam", "adamw"):
            # Keras adds epsilon to the root of the average without the correction of its bias.
            beta2 = self._settings.get("beta2", 0.999)
            self._optimizer.set(eps=self._settings["eps"] / (1 - beta2 ** self.iterations) ** 0.5)
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
        rate = self._settings["lr"] if self._schedule is None else float(self._schedule(self.iterations))
        return _keras.Rate(rate).of(self)

    @learning_rate.setter
    def learning_rate(self, rate):
        self._settings["lr"] = float(rate)
        if self._optimizer is not None:
            self._optimizer.lr = float(rate)

    lr = learning_rate


def _optimizer(name, kind_, rate, order=(), **defaults):
    return type(name, (Optimizer,), {"_kind": kind_, "_rate": rate, "_order": order, "_defaults": defaults})


OPTIMIZERS = {"SGD": _optimizer("SGD", "sgd", 0.01, ("momentum", "nesterov")),
               "Adam": _optimizer("Adam", "adam", 0.001, ("beta_1", "beta_2", "epsilon"), eps=1e-7),
               "AdamW": _optimizer("AdamW", "adamw", 0.001, ("weight_decay", "beta_1", "beta_2", "epsilon"), eps=1e-7,
                                   weight_decay=0.004),
               "RMSprop": _optimizer("RMSprop", "rmsprop", 0.001, ("rho", "momentum", "epsilon"), alpha=0.9, eps=1e-7),
               "Adagrad": _optimizer("Adagrad", "adagrad", 0.001, (), initial_accumulator_value=0.1, eps=1e-7),
               "Adadelta": _optimizer("Adadelta", "adadelta", 0.001, ("rho", "epsilon"), rho=0.95, eps=1e-7)}


# ---- Keras: models -------------------------------------------------------------------------------


class InputLayer:
    """The layer of a symbolic input."""

    weights, trainable_weights, non_trainable_weights, built, trainable = (), (), (), True, False

    def __init__(self, name=None):
        self.name = name or _keras.own_name("input_layer")

    def count_params(self):
        return 0


class Model(Training, Layer):
    """A network: either a subclass that defines call, or Model(inputs, outputs) with symbolic inputs and the outputs
    computed from them."""

    def __init__(self, inputs=None, outputs=None, name=None, **kwargs):
        super().__init__(name=name, **kwargs)
        if outputs is not None:
            self._graph = _keras.Graph(inputs, outputs)
            self._parts_of_graph = [layer for layer in self._graph.layers if isinstance(layer, Layer)]
            self.built = True

    _graph, _pending, _optimizers = None, None, OPTIMIZERS

    def call(self, inputs, training=None):
        if self._graph is None:
            raise NotImplementedError(f"{type(self).__name__} does not define call")
        return self._graph(inputs)

    def __call__(self, *inputs, **kwargs):
        if self._pending is not None:  # weights were loaded before the variables were created
            arrays, self._pending = self._pending, None
            quietly(lambda: super(Model, self).__call__(*inputs, **kwargs))
            self._put(arrays)
        return super().__call__(*inputs, **kwargs)

    def _ends(self):
        return None if self._graph is None else (self._graph.inputs, self._graph.outputs)

    @property
    def inputs(self):
        return _keras.leaves(self._ends()[0]) if self._ends() else None

    @property
    def outputs(self):
        return _keras.leaves(self._ends()[1]) if self._ends() else None

    @property
    def input(self):
        return self._ends()[0] if self._ends() else super().input

    @property
    def output(self):
        return self._ends()[1] if self._ends() else super().output

    @property
    def output_names(self):
        """A list of the names of the outputs, which are those of the layers, or None if they are not known."""
        ends = self._ends()
        if ends is None:
            return None
        return list(ends[1]) if isinstance(ends[1], dict) else [t.name for t in _keras.leaves(ends[1])]

    @property
    def layers(self):
        if self._graph is not None:
            return list(self._graph.layers)
        return [part for part in self._inner() if isinstance(part, Layer)]

    def get_layer(self, name=None, index=None):
        if index is not None:
            return self.layers[index]
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise Refused(f"get_layer: there is no layer {name!r}; the layers are {', '.join(layer.name for layer in self.layers)}")

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


class Sequential(Model):
    """A sequence of layers, each applied to the output of the previous one."""

    def __init__(self, layers=None, name=None):
        super().__init__(name=name)
        self._list, self._start, self._end = [], None, None
        for layer in layers or ():
            self.add(layer)

    def add(self, layer):
        """Append a layer, and create its variables if the input shape is known."""
        if isinstance(layer, _keras.KerasTensor):
            self._start = self._end = layer
            return
        if self._end is None and not self._list and getattr(layer, "_input_shape", None) is not None:
            self._start = self._end = Input(layer._input_shape)
        self._list.append(layer)
        if self._end is not None:
            self._end = layer(self._end)
            self.built = True

    def pop(self):
        last = self._list.pop()
        if self._end is not None:
            self._end = self._end.node.inputs[0]
        return last

    def _ends(self):
        return None if self._end is None else (self._start, self._end)

    @property
    def layers(self):
        return list(self._list)

    def __call__(self, *inputs, **kwargs):
        self.built = True  # the layers create their variables when they are called
        return super().__call__(*inputs, **kwargs)

    def call(self, inputs):
        if not self._list:
            raise Refused("Sequential: the model has no layers; call add")
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
    layer = InputLayer(name)
    layer.output = _keras.KerasTensor(made(op["zeros"]((1, *shape), as_dtype(dtype))), _keras.Node(layer))
    return layer.output
