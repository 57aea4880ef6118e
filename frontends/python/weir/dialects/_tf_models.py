"""Keras's optimisers and models."""
import warnings

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _keras, _optim
from weir.dialects._tensor_class import Mistake, as_kind, op, quietly
from weir.dialects._tf_gradients import GradientTape
from weir.dialects._tf_layer import Layer, refuse_unknown, set_mask
from weir.dialects._tf_ops import clip_by_norm
from weir.dialects._tf_tensor import Refused, TensorShape, as_dtype, constraints, made, names
from weir.dialects._tf_training import Training


class Optimizer:
    """Updates variables from their gradients."""

    _kind, _order = "sgd", ()
    _rate = 0.001

    def __init__(self, learning_rate=None, *args, name=None, clipnorm=None, weight_decay=None, use_ema=False, ema_momentum=0.99,
                 ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None, jit_compile=None, **settings):
        what = type(self).__name__
        rate = settings.pop("lr", None) if learning_rate is None else learning_rate
        if settings.pop("decay", None):
            warnings.warn(f"{what}: decay is ignored, as in Keras 3; use a schedule of keras.optimizers.schedules", stacklevel=2)
        if isinstance(rate, str):
            raise Refused(f"learning_rate must be a number, a schedule or a function, not {rate!r}")
        if use_ema or loss_scale_factor is not None or gradient_accumulation_steps is not None:
            raise NotImplementedError(f"{what}: use_ema, loss_scale_factor and gradient_accumulation_steps are not supported; average the "
                                      "weights, or add gradients, in a loop with GradientTape")
        self.name, self._schedule, self.iterations = name or _keras.snake(what), rate if callable(rate) else None, _keras.Count(0)
        if len(args) > len(self._order):
            raise TypeError(f"{what}: {len(args) + 1} arguments by position, but there are {len(self._order) + 1}")
        given = dict(zip(self._order, args))
        weight_decay, settings = given.pop("weight_decay", weight_decay), {**settings, **given}
        refuse_unknown(what, [key for key in settings if key not in self._known_settings()], ("learning_rate", *self._known_settings()))
        if not 0 <= settings.get("momentum", 0) <= 1:
            raise Refused(f"momentum must be between 0 and 1, not {settings['momentum']}")
        if sum(settings.get(key, None) is not None for key in ("clipvalue", "global_clipnorm")) + (clipnorm is not None) > 1:
            raise Refused(f"{what}: only one of clipnorm, clipvalue and global_clipnorm can be given")
        self._clipnorm, self._spared = clipnorm, (set(), [])
        rate = float(rate(0)) if callable(rate) else self._rate if rate is None else float(rate)
        self._class, self._settings = _optim.ours(self._kind, settings, {"lr": rate, **self._defaults})
        self.weight_decay = self._settings.pop("weight_decay", None) if weight_decay is None else weight_decay
        self._settings["weight_decay"] = 0.0
        self._optimizer, self._known, self._last_rate = None, {}, None

    _defaults, _own = {}, ()

    @classmethod
    def _known_settings(cls):
        return (*cls._order, *cls._own, "clipvalue", "global_clipnorm")

    def exclude_from_weight_decay(self, var_list=None, var_names=None):
        """Do not decay these variables, nor those whose names contain one of these words."""
        self._spared[0].update(id(v) for v in var_list or ())
        self._spared[1].extend(var_names or ())

    def _decay(self, variables):
        """Move the variables towards zero by weight_decay times the rate, before the update, as Keras does in all optimisers."""
        factor = 1 - float(self.weight_decay) * self._settings["lr"]
        for v in variables:
            if id(v) not in self._spared[0] and not any(word in names.get(v, "") for word in self._spared[1]):
                quietly(lambda v=v: v.__imul__(factor))

    def _rescale(self):
        """Scale the velocities if the rate has changed: Keras multiplies gradients by the rate when it adds them to the velocity, Weir
        the velocity when it updates the weights."""
        rate = self._settings["lr"] or 1e-30
        if self._last_rate not in (None, rate):
            for name, array in self._optimizer.state_dict().items():
                if name.endswith("momentum_buffer"):
                    quietly(lambda array=array: array.__imul__(self._last_rate / rate))
        self._last_rate = rate
        self._optimizer.lr = rate

    def apply_gradients(self, grads_and_vars, name=None, **kwargs):
        """Update variables, given as pairs (gradient, variable); skip those whose gradient is None.  Does not block."""
        refuse_unknown("apply_gradients", [key for key in kwargs if key not in ("skip_gradients_aggregation", "experimental_aggregate_gradients")])
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        self.iterations = _keras.Count(self.iterations + 1)
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
        if self._kind in ("adam", "adamw"):
            # Keras adds epsilon to the root of the average without the correction of its bias.
            beta2 = self._settings.get("beta2", 0.999)
            self._optimizer.set(eps=self._settings["eps"] / (1 - beta2 ** int(self.iterations)) ** 0.5)
        if self.weight_decay:
            self._decay([v for _, v in pairs])
        if self._settings.get("momentum"):
            self._rescale()
        self._optimizer.step()
        for _, v in pairs:
            v.grad = None
        if constraints:
            for _, v in pairs:
                limit = constraints.get(v)
                if limit is not None:
                    v.assign(quietly(lambda v=v, limit=limit: limit(v.detach())))

    def apply(self, grads, trainable_variables=None):
        """Update variables with gradients in the same order."""
        self.apply_gradients(zip(grads, list(self._known.values()) if trainable_variables is None else trainable_variables))

    def minimize(self, loss, var_list, tape=None):
        if callable(loss):
            with GradientTape() as tape:
                loss = loss()
        elif tape is None:
            raise Refused("minimize: a loss that is not a function needs the tape that recorded it")
        variables = var_list() if callable(var_list) else var_list
        self.apply_gradients(zip(tape.gradient(loss, variables), variables))

    def build(self, var_list):
        """Do nothing: states are created at the first update of a variable."""

    def get_config(self):
        return {"name": self.name, "learning_rate": float(self.learning_rate), "weight_decay": self.weight_decay, **{
            key: value for key, value in self._settings.items() if key not in ("lr", "weight_decay")}}

    @classmethod
    def from_config(cls, config):
        known = cls._known_settings()
        return cls(**{key: value for key, value in config.items() if key in known or key in ("name", "learning_rate", "weight_decay", "clipnorm")})

    @property
    def learning_rate(self):
        rate = self._settings["lr"] if self._schedule is None else float(self._schedule(self.iterations))
        return _keras.Rate(rate).of(self)

    @learning_rate.setter
    def learning_rate(self, rate):
        if callable(rate) and not isinstance(rate, Array):
            self._schedule, rate = rate, rate(self.iterations)
        self._settings["lr"] = float(rate)
        if self._optimizer is not None:
            self._optimizer.lr = float(rate)

    lr = learning_rate


def _optimizer(name, kind_, rate, order=(), own=(), **defaults):
    return type(name, (Optimizer,), {"_kind": kind_, "_rate": rate, "_order": order, "_own": own, "_defaults": defaults})


OPTIMIZERS = {"SGD": _optimizer("SGD", "sgd", 0.01, ("momentum", "nesterov")),
              "Adam": _optimizer("Adam", "adam", 0.001, ("beta_1", "beta_2", "epsilon", "amsgrad"), eps=1e-7),
              "AdamW": _optimizer("AdamW", "adam", 0.001, ("weight_decay", "beta_1", "beta_2", "epsilon", "amsgrad"), eps=1e-7,
                                  weight_decay=0.004),
              "RMSprop": _optimizer("RMSprop", "rmsprop", 0.001, ("rho", "momentum", "epsilon", "centered"), alpha=0.9, eps=1e-7),
              "Adagrad": _optimizer("Adagrad", "adagrad", 0.001, ("initial_accumulator_value", "epsilon"), initial_accumulator_value=0.1,
                                    eps=1e-7),
              "Adadelta": _optimizer("Adadelta", "adadelta", 0.001, ("rho", "epsilon"), rho=0.95, eps=1e-7)}


def optimizer_of(identifier):
    """Return the optimiser of this name; an optimiser is returned unchanged."""
    if isinstance(identifier, str):
        found = {name.lower(): cls for name, cls in OPTIMIZERS.items()}
        if identifier.lower() not in found:
            raise Refused(f"unknown optimizer {identifier!r}; the optimizers are {', '.join(found)}")
        return found[identifier.lower()]()
    if not hasattr(identifier, "apply_gradients") or isinstance(identifier, type):
        raise Refused(f"an optimizer must be a name or an object of keras.optimizers, not {identifier!r}")
    return identifier


# ---- Keras: models -------------------------------------------------------------------------------


class InputLayer:
    """The layer of a symbolic input."""

    weights, trainable_weights, non_trainable_weights, built, trainable = (), (), (), True, True
    variables, trainable_variables, non_trainable_variables, losses = (), (), (), ()

    def __init__(self, name=None, batch_shape=None, dtype=None):
        self.name, self.batch_shape, self.dtype = name or _keras.own_name("input_layer"), batch_shape, dtype

    input = property(lambda self: self.output)

    def get_weights(self):
        return []

    def set_weights(self, weights):
        if len(weights):
            raise Refused(f"set_weights: got {len(weights)} arrays, but {self.name} has no variables")

    def get_config(self):
        return {"batch_shape": self.batch_shape, "dtype": str(weir.dtype(self.dtype)), "sparse": False, "ragged": False, "name": self.name}

    def count_params(self):
        return 0


class Model(Training, Layer):
    """A network: either a subclass that defines call, or Model(inputs, outputs) with symbolic inputs and the outputs
    computed from them."""

    def __init__(self, inputs=None, outputs=None, name=None, **kwargs):
        super().__init__(name=name, **kwargs)
        if (inputs is None) != (outputs is None):
            raise Refused("Model: inputs and outputs must be given together")
        if outputs is not None:
            self._graph = _keras.Graph(inputs, outputs)
            self._parts_of_graph = [layer for layer in self._graph.layers if isinstance(layer, Layer)]
            self.built = True

    _graph, _pending, supports_masking, _optimizer_of = None, None, True, staticmethod(optimizer_of)

    def compute_mask(self, inputs, mask=None):
        """Return None: the output has the mask that its layers give it."""

    def reset_states(self):
        """Make stateful layers begin their next batch with zeros."""
        for layer in self._flat_layers():
            if getattr(layer, "stateful", False):
                layer.reset_states()

    def _flat_layers(self):
        found = []
        for part in self._inner():
            if isinstance(part, Layer):
                found += [part, *(part._flat_layers() if isinstance(part, Model) else ())]
        return found

    def call(self, inputs, training=None):
        if self._graph is None:
            raise NotImplementedError(f"{type(self).__name__} does not define call")
        return self._graph(inputs, training)

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

    def build(self, input_shape=None):
        """Create the variables for inputs of this shape, in which None is any length."""
        if not self.built and input_shape is not None and type(self).call is not Model.call:
            self.built = True
            quietly(lambda: self(_sample(input_shape)))

    def _build_for(self, x):
        if type(self).build is Model.build:  # the layers create their variables in this call
            self.built = True
        else:
            super()._build_for(x)

    def get_layer(self, name=None, index=None):
        if index is not None:
            return self.layers[index]
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise Refused(f"get_layer: there is no layer {name!r}; the layers are {', '.join(layer.name for layer in self.layers)}")

    @property
    def input_shape(self):
        """The shape of the input, or a list of the shapes of several; None stands for any length."""
        return self._shapes(0)

    @property
    def output_shape(self):
        """The shape of the output, or a list of the shapes of several; None stands for any length."""
        return self._shapes(1)

    def _shapes(self, end):
        if not self._ends():
            raise AttributeError(f"{type(self).__name__} {self.name}: the shapes are not known, because the model is not made of "
                                 "symbolic inputs and outputs")
        shapes = [tuple(x.shape) for x in _keras.leaves(self._ends()[end])]
        return shapes[0] if len(shapes) == 1 else shapes

    def summary(self, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False, layer_range=None):
        lines = [f"{layer.name:30} {layer.count_params():>12,}" for layer in self.layers]
        (print_fn or print)("\n".join([*lines, f"{'total':30} {self.count_params():>12,}"]))

    def save_weights(self, filepath, overwrite=True, save_format=None):
        _core.save_safetensors(str(filepath), {str(i): as_kind(Array, v.detach()) for i, v in enumerate(self.weights)},
                               {})

    def load_weights(self, filepath, skip_mismatch=False, by_name=False):
        """Load weights from a file; if the variables do not exist yet, the weights are set at the first input."""
        if skip_mismatch or by_name:
            raise NotImplementedError("load_weights: skip_mismatch and by_name are not supported; use set_weights of single layers")
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


def _sample(shape):
    """Return zeros of a shape, or of each in a nest of shapes, in which None is any length."""
    if isinstance(shape, dict):
        return {key: _sample(part) for key, part in shape.items()}
    if isinstance(shape, (list, tuple)) and any(isinstance(part, (list, tuple, dict, TensorShape)) for part in shape):
        return type(shape)(map(_sample, shape))
    return made(op["zeros"](tuple(n or 1 for n in shape)))


class Sequential(Model):
    """A sequence of layers, each applied to the output of the previous one."""

    def __init__(self, layers=None, trainable=True, name=None):
        if isinstance(trainable, str):  # the name is the second argument in Keras 2
            trainable, name = True, trainable
        super().__init__(name=name, trainable=trainable)
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

    def call(self, inputs, mask=None):
        if not self._list:
            raise Refused("Sequential: the model has no layers; call add")
        for layer in self._list:
            if mask is not None:
                set_mask(inputs, mask)
                mask = None
            inputs = layer(inputs)
        return inputs

    def build(self, input_shape=None):
        """Create the variables for inputs of this shape, for example (None, 784), where None is any batch size."""
        if input_shape is None or all(layer.built for layer in self._list):
            return
        sample = made(op["zeros"](tuple(n or 1 for n in input_shape)))
        for layer in self._list:
            sample = quietly(lambda: layer(sample))
        self.built = True


def clone_model(model, input_tensors=None, clone_function=None, call_function=None, recursive=False):
    """Return a model of new layers with the arguments of those of a functional or Sequential model, and new weights."""
    if input_tensors is not None or call_function is not None:
        raise NotImplementedError("clone_model: input_tensors and call_function are not supported; build the model anew")
    sequence, graph = isinstance(model, Sequential), model._graph
    if not sequence and graph is None:
        raise Refused(f"clone_model: {type(model).__name__} is a class of its own; construct it again")

    def again(layer):
        if isinstance(layer, Model) and (recursive or clone_function is None) and (layer._graph is not None or isinstance(layer, Sequential)):
            return clone_model(layer, None, clone_function, None, recursive)
        if clone_function is not None:
            return clone_function(layer)
        new = layer.copy_with()
        new.name = layer.name
        return new

    if sequence:
        start = [] if model._start is None else [_like_input(model._start)]
        return Sequential(start + [again(layer) for layer in model.layers], name=model.name)
    made_of = {}  # a layer that is called several times is one layer again

    def replaced(layer):
        if not isinstance(layer, Layer):
            return layer
        if id(layer) not in made_of:
            made_of[id(layer)] = again(layer)
        return made_of[id(layer)]

    inputs = _keras.tree(_like_input, graph.inputs)
    return Model(inputs, graph(_keras.leaves(inputs), layer_of=replaced), name=model.name)


def _like_input(t):
    layer = t.node.layer
    return Input(batch_shape=layer.batch_shape, name=layer.name, dtype=layer.dtype)


_ANY_LENGTH = 13, 17  # lengths of the samples of an axis of any length


def Input(shape=None, batch_size=None, name=None, dtype=None, sparse=False, ragged=False, tensor=None, batch_shape=None, input_shape=None,
          optional=False):
    """Return a symbolic input of a model; the shape does not include the batch axis, and None is any length."""
    if sparse or ragged or tensor is not None:
        raise NotImplementedError("Input: sparse, ragged and tensor are not supported; use dense tensors")
    shape = input_shape if shape is None else shape
    if batch_shape is not None:
        shape = tuple(batch_shape)[1:]
    if shape is None:
        raise Refused("Input: the shape is missing")
    shape, dtype = (shape,) if isinstance(shape, int) else tuple(shape), as_dtype(dtype) or _keras.floatx()
    layer = InputLayer(name, tuple(batch_shape) if batch_shape is not None else (batch_size, *shape), dtype)
    samples = [made(op["zeros"]((1, *(any_ if n is None else n for n in shape)), dtype)) for any_ in _ANY_LENGTH]
    layer.output = _keras.KerasTensor(samples[0], _keras.Node(layer), None, samples[1] if None in shape else None)
    return layer.output
