"""Keras's recurrent layers and cells, and the layers that wrap another layer: Bidirectional, TimeDistributed.

A cell computes one step.  RNN calls a cell step by step; LSTM, GRU and SimpleRNN are RNN with a cell of their own, and call Weir's
operator for the whole sequence where that computes the same: without a mask and recurrent dropout, and with the usual activations.
"""
import weir
from weir._core import Array
from weir.dialects import _keras
from weir.dialects._tensor_class import op
from weir.dialects._tf_init import ACTIVATIONS, activation_of
from weir.dialects._tf_layer import Layer, training_or
from weir.dialects._tf_tensor import Refused, TensorShape, made

_shape = Array.shape.__get__
_TANH, _SIGMOID, _RELU = ACTIVATIONS["tanh"], ACTIVATIONS["sigmoid"], ACTIVATIONS["relu"]


# ---- Cells


class _Cell(Layer):
    """Base class of cells: weights, activations and dropout."""

    _weights = {"kernel": "glorot_uniform", "recurrent": "orthogonal", "bias": "zeros"}
    _gates, _states, _own = 1, 1, {}

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True, dropout=0.0, recurrent_dropout=0.0, seed=None,
                 **kwargs):
        own = {key: kwargs.pop(key, default) for key, default in self._own.items()}
        super().__init__(**kwargs)
        if not isinstance(units, int) or units <= 0:
            raise Refused(f"{type(self).__name__}: units must be a positive integer, not {units!r}")
        self.__dict__.update(own)
        self.units, self.use_bias, self.seed = units, use_bias, seed
        self.activation, self.recurrent_activation = activation_of(activation), activation_of(recurrent_activation)
        self.dropout, self.recurrent_dropout = min(1.0, max(0.0, dropout)), min(1.0, max(0.0, recurrent_dropout))
        self._noise, self._stream = {}, None if seed is None else weir._core.Stream(int(seed))

    state_size = property(lambda self: self.units if self._states == 1 else [self.units] * self._states)
    output_size = property(lambda self: self.units)

    def build(self, input_shape):
        n = self._gates * self.units
        self.kernel = self._weight("kernel", (input_shape[-1], n))
        self.recurrent_kernel = self._weight("recurrent", (self.units, n), name="recurrent_kernel")
        self.bias = self._weight("bias", self._bias_shape(n)) if self.use_bias else None

    def _bias_shape(self, n):
        return (n,)

    def get_initial_state(self, batch_size=None):
        return [made(op["zeros"]((batch_size, self.units), self.dtype)) for _ in range(self._states)]

    def reset_dropout(self):
        """Forget the elements that dropout has chosen; they are the same for all steps of a sequence."""
        self._noise = {}

    def _dropped(self, which, x, training):
        rate = getattr(self, which)
        if not rate or not training_or(training):
            return x
        if which not in self._noise:
            ones = made(op["ones"](_shape(x)[-2:], x.dtype))
            self._noise[which] = (op["dropout"](ones, p=rate) if self._stream is None else self._stream.draw(op["dropout"], ones, p=rate))[0]
        return x * self._noise[which]

    def _inputs(self, x, h, training):
        return self._dropped("dropout", x, training), self._dropped("recurrent_dropout", h, training)

    def whole(self, x, states, training):
        """Return the outputs of all steps of x, (steps, batch, features), and the last states, or None if no operator can."""
        if self.recurrent_dropout and training_or(training) or not self._usual():
            return None
        x = self._dropped("dropout", x, training)
        weights = [op["permute_dims"](self._ours(w)) for w in (self.kernel, self.recurrent_kernel)]
        y, *last = op[self._operator](x, *weights, **self._biases(), **dict(zip(("h0", "c0"), states)), **self._settings())
        return y, list(last[:self._states])

    def _usual(self):
        return self.activation is _TANH and self.recurrent_activation is _SIGMOID

    def _ours(self, w):
        return w

    def _biases(self):
        return {} if self.bias is None else {"bias_ih": self.bias}

    def _settings(self):
        return {}

    def _product(self, x, w):
        return op["linear"](x, op["permute_dims"](w))


class SimpleRNNCell(_Cell):
    """A step of h = activation(x @ kernel + h @ recurrent_kernel + bias)."""

    _operator = "rnn"

    def call(self, inputs, states, training=None):
        x, h = self._inputs(inputs, states[0], training)
        y = self._product(x, self.kernel) + self._product(h, self.recurrent_kernel)
        y = y if self.bias is None else y + self.bias
        y = y if self.activation is None else self.activation(y)
        return y, [y]

    def _usual(self):
        return self.activation in (_TANH, _RELU)

    def _settings(self):
        return {"nonlinearity": "relu" if self.activation is _RELU else "tanh"}


class LSTMCell(_Cell):
    """A step of a long short-term memory."""

    _gates, _states, _operator, _own = 4, 2, "lstm", {"unit_forget_bias": True}

    def build(self, input_shape):
        super().build(input_shape)
        if self.bias is not None and self.unit_forget_bias:
            u = self.units
            ones, bias = op["ones"]((u,), self.bias.dtype), self.bias.detach()
            self.bias.assign(op["concat"]([bias[:u], ones, bias[2 * u:]], axis=0))

    def call(self, inputs, states, training=None):
        x, h = self._inputs(inputs, states[0], training)
        z = self._product(x, self.kernel) + self._product(h, self.recurrent_kernel)
        z = z if self.bias is None else z + self.bias
        i, f, c, o = op["split"](z, sections=4, axis=-1)
        gate, act = self.recurrent_activation or (lambda v: v), self.activation or (lambda v: v)
        c = gate(f) * states[1] + gate(i) * act(c)
        h = gate(o) * act(c)
        return h, [h, c]


class GRUCell(_Cell):
    """A step of a gated recurrent unit."""

    _gates, _operator, _own = 3, "gru", {"reset_after": True}

    def _bias_shape(self, n):
        return (2, n) if self.reset_after else (n,)

    def call(self, inputs, states, training=None):
        x, h = self._inputs(inputs, states[0], training)
        gate, act, u = self.recurrent_activation or (lambda v: v), self.activation or (lambda v: v), self.units
        first = None if self.bias is None else self.bias[0] if self.reset_after else self.bias
        xz, xr, xh = op["split"](self._product(x, self.kernel) if first is None else self._product(x, self.kernel) + first, sections=3, axis=-1)
        if self.reset_after:
            inner = self._product(h, self.recurrent_kernel)
            hz, hr, hh = op["split"](inner if self.bias is None else inner + self.bias[1], sections=3, axis=-1)
            z, r = gate(xz + hz), gate(xr + hr)
            new = act(xh + r * hh)
        else:
            hz, hr = op["split"](self._product(h, self.recurrent_kernel[:, :2 * u]), sections=2, axis=-1)
            z, r = gate(xz + hz), gate(xr + hr)
            new = act(xh + self._product(r * h, self.recurrent_kernel[:, 2 * u:]))
        h = z * h + (1 - z) * new
        return h, [h]

    def _usual(self):
        return super()._usual() and self.reset_after

    def _ours(self, w):
        """Return a weight in Weir's layout, in which the gates are r, z, n, not z, r, n."""
        z, r, n = op["split"](w, sections=3, axis=-1)
        return op["concat"]([r, z, n], axis=-1)

    def _biases(self):
        if self.bias is None:
            return {}
        bias = self._ours(self.bias)
        return {"bias_ih": bias[0], "bias_hh": bias[1]}


class StackedRNNCells(Layer):
    """Several cells, each applied to the output of the previous one."""

    def __init__(self, cells, **kwargs):
        super().__init__(**kwargs)
        self.cells = list(cells)

    state_size = property(lambda self: [c.state_size for c in self.cells])
    output_size = property(lambda self: getattr(self.cells[-1], "output_size", self.cells[-1].state_size))

    def get_initial_state(self, batch_size=None):
        return [_zeros_for(cell, batch_size) for cell in self.cells]

    def reset_dropout(self):
        for cell in self.cells:
            getattr(cell, "reset_dropout", lambda: None)()

    def call(self, inputs, states, training=None):
        new = []
        for cell, state in zip(self.cells, states):
            inputs, state = cell(inputs, state, **({"training": training} if "training" in getattr(cell, "_takes", ()) else {}))
            new.append(state)
        return inputs, new


def _zeros_for(cell, batch):
    """Return the initial states of a cell, which may be a program's own."""
    if hasattr(cell, "get_initial_state"):
        found = cell.get_initial_state(batch_size=batch)
        return list(found) if isinstance(found, (list, tuple)) else [found]
    sizes = cell.state_size if isinstance(cell.state_size, (list, tuple)) else [cell.state_size]
    return [made(op["zeros"]((batch, *(n if isinstance(n, (tuple, list)) else (n,))))) for n in sizes]


# ---- Layers over sequences


def _chosen(mask, new, old):
    """Return the new states where the mask is true, and the old ones elsewhere."""
    if isinstance(new, (list, tuple)):
        return [_chosen(mask, a, b) for a, b in zip(new, old)]
    return op["where"](op["reshape"](mask, (-1, *[1] * (new.ndim - 1))), new, old)


def _detached(states):
    return [_detached(s) for s in states] if isinstance(states, (list, tuple)) else states.detach()


class RNN(Layer):
    """Applies a cell to each step of inputs of shape (batch, steps, features)."""

    supports_masking = True
    _without_effect = (*Layer._without_effect, "unroll", "implementation", "use_cudnn")

    def __init__(self, cell, return_sequences=False, return_state=False, go_backwards=False, stateful=False, zero_output_for_mask=False,
                 **kwargs):
        super().__init__(**kwargs)
        self.cell = StackedRNNCells(cell) if isinstance(cell, (list, tuple)) else cell
        if not hasattr(self.cell, "call") or not hasattr(self.cell, "state_size"):
            raise Refused("RNN: a cell must have a method call(inputs, states) and an attribute state_size")
        self.return_sequences, self.return_state, self.go_backwards = return_sequences, return_state, go_backwards
        self.stateful, self.zero_output_for_mask, self._kept = stateful, zero_output_for_mask, _keras.Hidden(None)

    def build(self, input_shape):
        if input_shape is None or len(input_shape) < 3:
            raise Refused(f"{type(self).__name__}: the input must have the shape (batch, steps, features), not {input_shape}")
        if isinstance(self.cell, Layer) and not isinstance(self.cell, StackedRNNCells) and not self.cell.built:
            self.cell.build(TensorShape((input_shape[0], *input_shape[2:])))

    def compute_mask(self, inputs, mask=None):
        mask = mask[0] if isinstance(mask, (list, tuple)) else mask
        return mask if self.return_sequences else None

    # -- States that are kept between batches

    @property
    def states(self):
        return self._kept.value

    def reset_state(self, states=None):
        """Begin the next batch with these states, or with zeros."""
        if not self.stateful:
            raise Refused(f"reset_states: {self.name} keeps no states; pass stateful=True")
        self._kept.value = None if states is None else [
            s if isinstance(s, (list, tuple, Array)) else made(weir.asarray(s)) for s in (states if isinstance(states, (list, tuple)) else [states])]

    reset_states = reset_state

    def _begin(self, initial_state, batch):
        if initial_state is not None:
            return [initial_state] if isinstance(initial_state, Array) else list(initial_state)
        if self.stateful and self._kept.value is not None and not _keras.is_sampling():
            kept = self._kept.value
            first = kept[0][0] if isinstance(kept[0], (list, tuple)) else kept[0]
            if _shape(first)[0] != batch:
                raise Refused(f"{self.name}: a stateful layer needs batches of one size: this one has {batch} rows, the one before had "
                              f"{_shape(first)[0]}")
            return kept
        return _zeros_for(self.cell, batch)

    # -- Calls

    def __call__(self, inputs, initial_state=None, **kwargs):
        if isinstance(inputs, (list, tuple)) and initial_state is None and len(inputs) > 1:  # [x, *states]
            inputs, initial_state = inputs[0], list(inputs[1:])
        if initial_state is not None:
            kwargs["initial_state"] = initial_state
        return Layer.__call__(self, inputs, **kwargs)

    def call(self, inputs, initial_state=None, mask=None, training=None):
        x = op["swapaxes"](inputs, 0, 1)
        mask = mask[0] if isinstance(mask, (list, tuple)) else mask
        states = self._begin(initial_state, _shape(inputs)[0])
        if self.go_backwards:
            x, mask = op["flip"](x, axis=0), None if mask is None else op["flip"](mask, axis=1)
        getattr(self.cell, "reset_dropout", lambda: None)()
        found = self.cell.whole(x, states, training) if mask is None and hasattr(self.cell, "whole") else None
        y, states = found if found is not None else self._steps(x, states, mask, training)
        getattr(self.cell, "reset_dropout", lambda: None)()
        if self.stateful and not _keras.is_sampling():
            self._kept.value = _detached(states)
        if isinstance(y, list):
            y = op["stack"](y) if self.return_sequences else y[-1]
        elif not self.return_sequences:
            y = y[-1]
        y = op["swapaxes"](y, 0, 1) if self.return_sequences else y
        return (y, *states) if self.return_state else y

    def _steps(self, x, states, mask, training):
        """Return the outputs of the steps as a list, and the last states."""
        more = {"training": training} if training is not None and "training" in getattr(self.cell, "_takes", ()) else {}
        outputs, last = [], None
        for t in range(_shape(x)[0]):
            y, new = self.cell(x[t], states, **more)
            new = list(new) if isinstance(new, (list, tuple)) else [new]
            if mask is None:
                states = new
            else:
                now = mask[:, t]
                states = _chosen(now, new, states)
                y = _chosen(now, y, op["zeros_like"](y) if last is None or self.zero_output_for_mask else last)
            last = y
            outputs.append(y)
        return outputs, states


def _layer_of(cell):
    """Create and return the class of a recurrent layer with this cell."""
    own = ("units", "activation", "recurrent_activation", "use_bias", "dropout", "recurrent_dropout", "seed", "dtype", *cell._own,
           *(f"{w}_{part}" for w in cell._weights for part in ("initializer", "regularizer", "constraint")))

    class Recurrent(RNN):
        """A recurrent layer over inputs of shape (batch, steps, features), whose weights have Keras's layout."""

        def __init__(self, units, activation="tanh", *args, **kwargs):
            names = ("recurrent_activation", "use_bias") if cell is not SimpleRNNCell else ("use_bias",)
            kwargs.update(zip(names, args))
            given = {key: kwargs.pop(key) for key in own if key in kwargs}
            if cell is SimpleRNNCell and "recurrent_activation" in given:
                raise Refused("SimpleRNN: unknown argument 'recurrent_activation'")
            if "dtype" in given:
                kwargs["dtype"] = given["dtype"]
            super().__init__(cell(units, activation, **given), **kwargs)

        def __getattr__(self, name):
            if name.startswith("_") or "cell" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return getattr(self.__dict__["cell"], name)

    Recurrent.__name__ = Recurrent.__qualname__ = cell.__name__[:-4]
    return Recurrent


# ---- Layers around a layer


class Wrapper(Layer):
    """Base class of layers around another layer."""

    supports_masking = True

    def __init__(self, layer, **kwargs):
        if not isinstance(layer, Layer):
            raise Refused(f"{type(self).__name__}: expected a layer, not {layer!r}")
        super().__init__(**kwargs)
        self.layer = layer


class TimeDistributed(Wrapper):
    """Applies a layer to each step of a sequence."""

    def call(self, inputs, training=None, mask=None):
        n, steps = _shape(inputs)[:2]
        more = {}
        if mask is not None and "mask" in self.layer._takes and mask.ndim > 1:
            more["mask"] = op["reshape"](mask, (n * steps, *_shape(mask)[2:]))
        y = self.layer(op["reshape"](inputs, (n * steps, *_shape(inputs)[2:])), training=training, **more)
        if isinstance(y, (list, tuple)):
            return type(y)(op["reshape"](part, (n, steps, *_shape(part)[1:])) for part in y)
        return op["reshape"](y, (n, steps, *_shape(y)[1:]))


_MERGES = {"concat": lambda a, b: op["concat"]([a, b], axis=-1), "sum": lambda a, b: a + b, "ave": lambda a, b: (a + b) / 2,
           "mul": lambda a, b: a * b}


class Bidirectional(Layer):
    """Applies a recurrent layer to a sequence and another one to its reverse, and merges the outputs."""

    def __init__(self, layer, merge_mode="concat", weights=None, backward_layer=None, **kwargs):
        if not isinstance(layer, Layer) or not hasattr(layer, "go_backwards"):
            raise Refused(f"Bidirectional: expected a recurrent layer, not {layer!r}")
        if merge_mode not in (None, *_MERGES):
            raise Refused(f"Bidirectional: merge_mode must be None, {', '.join(map(repr, _MERGES))}, not {merge_mode!r}")
        super().__init__(**kwargs)
        name = layer.name.removeprefix("forward_")  # of a saved model
        back = backward_layer if backward_layer is not None else layer.copy_with(go_backwards=not layer.go_backwards, name=f"backward_{name}")
        if back.go_backwards == layer.go_backwards:
            raise Refused("Bidirectional: one of the layers must have go_backwards=True")
        if backward_layer is None:
            layer.name = f"forward_{name}"
        self.forward_layer, self.backward_layer, self.merge_mode = layer, back, merge_mode
        self._start = _keras.Hidden(weights)

    return_sequences = property(lambda self: self.forward_layer.return_sequences)
    return_state = property(lambda self: self.forward_layer.return_state)
    stateful = property(lambda self: self.forward_layer.stateful)

    def compute_mask(self, inputs, mask=None):
        return mask if self.return_sequences else None

    supports_masking = True

    def reset_state(self):
        self.forward_layer.reset_state()
        self.backward_layer.reset_state()

    reset_states = reset_state
    __call__ = RNN.__call__

    def call(self, inputs, initial_state=None, mask=None, training=None):
        state = None if initial_state is None else list(initial_state)
        half = None if state is None else len(state) // 2
        found = [layer(inputs, initial_state=part, training=training, **({} if mask is None else {"mask": mask})) for layer, part in (
            (self.forward_layer, state and state[:half]), (self.backward_layer, state and state[half:]))]
        if self._start.value is not None:
            start, self._start.value = self._start.value, None
            self.set_weights(start)
            return self.call(inputs, initial_state, mask, training)
        (y, *last), (z, *back) = (part if isinstance(part, tuple) else (part,) for part in found)
        if self.return_sequences:
            z = op["flip"](z, axis=1)
        if self.merge_mode is None:
            return (y, z, *last, *back)
        y = _MERGES[self.merge_mode](y, z)
        return (y, *last, *back) if self.return_state else y


RECURRENT = {cls.__name__: cls for cls in (
    SimpleRNNCell, LSTMCell, GRUCell, StackedRNNCells, RNN, TimeDistributed, Bidirectional, Wrapper,
    *map(_layer_of, (LSTMCell, GRUCell, SimpleRNNCell)))}
