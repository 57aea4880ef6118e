"""Gluon's recurrent cells: one computes one step, unroll computes many.  Some modify or combine other cells."""
from weir import autograd
from weir._core import Array
from weir.dialects import _mxnet_npx as npx
from weir.dialects._mxnet_arrays import context_of, devices_of, made, weirs_dtype
from weir.dialects._mxnet_blocks import HybridBlock
from weir.dialects._mxnet_parameters import Initializer, Parameter, create
from weir.dialects._tensor_class import keep, op, place


def is_known(p):
    """Return whether the shape of a parameter is known."""
    return p._shape is not None and all(n > 0 for n in p._shape)


def lstm_step(gates, c):
    """Return the new output and cell state for the sum of an LSTM's products."""
    i, f, g, o = op["split"](gates, sections=4, axis=1)
    c = op["sigmoid"](f) * c + op["sigmoid"](i) * op["tanh"](g)
    return op["sigmoid"](o) * op["tanh"](c), c


def first_states(infos, func, kwargs):
    """Create the first states: zeros, or what func(shape=..., **kwargs) returns."""
    found = []
    for info in infos:
        given = {**{k: v for k, v in info.items() if k != "__layout__"}, **kwargs}
        if func is not None:
            given = {k: v for k, v in given.items() if k in kwargs or k == "shape"}
            found.append(func(**given))
            continue
        where = devices_of(given.get("device") or given.get("ctx"))[0]
        found.append(made(op["zeros"](given["shape"], weirs_dtype(given.get("dtype") or "float32"), place(where))))
    return found


class RecurrentCell(HybridBlock):
    """Base class of cells, which compute one time step: cell(x, states) returns the output and the new states."""

    def __init__(self):
        super().__init__()
        self._modified = False
        self.reset()

    def reset(self):
        self._init_counter = self._counter = -1
        for cell in self._children.values():
            if isinstance(cell, RecurrentCell):
                cell.reset()

    def state_info(self, batch_size=0):
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    def begin_state(self, batch_size=0, func=None, **kwargs):
        assert not self._modified, "this cell is inside a modifier such as ZoneoutCell: call the modifier"
        return first_states(self.state_info(batch_size), func, kwargs)

    def infer_shape(self, i, x, is_bidirect):
        """Set the shapes of the parameters of cell number i of a sequence for inputs x."""

    def _complete(self, args):
        waiting = [p for p in self._reg_params.values() if p._arrays is None]
        if any(not is_known(p) for p in waiting):
            for p in waiting:
                if p._deferred is None:
                    p._check()
            self.infer_shape(0, args[0], False)
        for p in waiting:
            p._check() if p._deferred is None else p._finish()

    def __call__(self, inputs, states, **kwargs):
        self._counter += 1
        return super().__call__(inputs, states, **kwargs)

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None):
        """Compute `length` steps; return the outputs, as a list or merged to one array, and the last states."""
        self.reset()
        inputs, axis, batch = steps_of(length, inputs, layout)
        states = begin_state if begin_state is not None else self.begin_state(
            batch_size=batch, device=context_of(inputs[0]), dtype=inputs[0].dtype)
        outputs, every = [], []
        for x in inputs:
            out, states = self(x, states)
            outputs.append(out)
            every.append(states)
        if valid_length is not None:
            states = [_at_end(op["stack"](s), valid_length) for s in zip(*every)]
            outputs = _cut(outputs, valid_length)
        return merged(outputs, axis, merge_outputs if valid_length is None or merge_outputs is not None else True), states

    def __repr__(self):
        return f"{type(self).__name__}()"


def steps_of(length, inputs, layout):
    """Return the inputs as a list of time steps, the axis of time, and the batch size."""
    axis = layout.find("T")
    if isinstance(inputs, Array):
        batch = inputs.shape[layout.find("N")]
        assert length is None or inputs.shape[axis] == length, f"unroll: the input has {inputs.shape[axis]} steps, not {length}"
        return list(op["unstack"](inputs, axis=axis)), axis, batch
    assert length is None or len(inputs) == length, f"unroll: there are {len(inputs)} inputs, not {length}"
    return list(inputs), axis, inputs[0].shape[0]


def merged(outputs, axis, merge):
    return op["stack"](outputs, axis=axis) if merge else outputs


def _at_end(states, valid_length):
    """Return the state of each sample at its last valid step."""
    return npx.sequence_last(states, valid_length, True)


def _cut(outputs, valid_length):
    """Set outputs beyond the valid length of each sample to zero."""
    return [op["where"](op["reshape"](valid_length > t, (-1,) + (1,) * (out.ndim - 1)), out, 0.0)
            for t, out in enumerate(outputs)]


def dynamic_unroll(cell, inputs, begin_state, drop_inputs=0, drop_outputs=0, layout="TNC", valid_length=None):
    """Compute all steps of the inputs; return the merged outputs and the last states."""
    axis = layout.find("T")
    if drop_inputs:
        inputs = npx.dropout(inputs, drop_inputs, axes=(axis,))
    outputs, states = cell.unroll(inputs.shape[axis], inputs, begin_state, layout, True, valid_length)
    return npx.dropout(outputs, drop_outputs, axes=(axis,)) if drop_outputs else outputs, states


class _Cell(RecurrentCell):
    """Base class of cells with weights for the input and the state."""

    _gates = 1

    def __init__(self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer="zeros",
                 h2h_bias_initializer="zeros", input_size=0, projection_size=None, prefix=None, params=None):
        super().__init__()
        self._hidden_size, self._input_size, n = hidden_size, input_size, self._gates * hidden_size
        for name, shape, init in (("i2h_weight", (n, input_size), i2h_weight_initializer),
                                  ("h2h_weight", (n, projection_size or hidden_size), h2h_weight_initializer),
                                  ("i2h_bias", (n,), i2h_bias_initializer), ("h2h_bias", (n,), h2h_bias_initializer)):
            setattr(self, name, Parameter(name, shape=shape, init=create(init), allow_deferred_init=True))

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def infer_shape(self, i, x, is_bidirect):
        if i == 0:
            self.i2h_weight.shape = self._gates * self._hidden_size, x.shape[-1]
        else:
            self.i2h_weight.shape = self._gates * self._hidden_size, self._inner() * (2 if is_bidirect else 1)

    def _inner(self):
        return self._hidden_size

    def _products(self, x, h):
        return (op["linear"](x, self.i2h_weight.like(x), bias=self.i2h_bias.like(x)),
                op["linear"](h, self.h2h_weight.like(x), bias=self.h2h_bias.like(x)))

    def __repr__(self):
        return f"{type(self).__name__}({self.i2h_weight.shape[1]} -> {self._gates * self._hidden_size})"


class RNNCell(_Cell):
    """The cell of a simple recurrent network."""

    def __init__(self, hidden_size, activation="tanh", *args, **kwargs):
        super().__init__(hidden_size, *args, **kwargs)
        self._activation = activation

    def forward(self, inputs, states):
        x, h = self._products(inputs, states[0])
        y = _act(x + h, self._activation)
        return y, [y]


def _act(x, activation):
    return npx.activation(x, activation) if isinstance(activation, str) else activation(x)


class LSTMCell(_Cell):
    """The cell of a long short-term memory."""

    _gates = 4

    def __init__(self, hidden_size, *args, activation="tanh", recurrent_activation="sigmoid", **kwargs):
        super().__init__(hidden_size, *args, **kwargs)
        self._activation, self._recurrent = activation, recurrent_activation

    def state_info(self, batch_size=0):
        return super().state_info(batch_size) * 2

    def forward(self, inputs, states):
        x, h = self._products(inputs, states[0])
        i, f, g, o = op["split"](x + h, sections=4, axis=1)
        c = _act(f, self._recurrent) * states[1] + _act(i, self._recurrent) * _act(g, self._activation)
        y = _act(o, self._recurrent) * _act(c, self._activation)
        return y, [y, c]


class LSTMPCell(_Cell):
    """The cell of a long short-term memory whose output is projected."""

    _gates = 4

    def __init__(self, hidden_size, projection_size, *args, h2r_weight_initializer=None, **kwargs):
        super().__init__(hidden_size, *args, projection_size=projection_size, **kwargs)
        self._projection_size = projection_size
        self.h2r_weight = Parameter("h2r_weight", shape=(projection_size, hidden_size), init=create(h2r_weight_initializer),
                                    allow_deferred_init=True)

    def _inner(self):
        return self._projection_size

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, n), "__layout__": "NC"} for n in (self._projection_size, self._hidden_size)]

    def forward(self, inputs, states):
        x, h = self._products(inputs, states[0])
        y, c = lstm_step(x + h, states[1])
        y = op["linear"](y, self.h2r_weight.like(inputs))
        return y, [y, c]


class GRUCell(_Cell):
    """The cell of gated recurrent units."""

    _gates = 3

    def __init__(self, hidden_size, *args, activation="tanh", recurrent_activation="sigmoid", **kwargs):
        super().__init__(hidden_size, *args, **kwargs)
        self._activation, self._recurrent = activation, recurrent_activation

    def forward(self, inputs, states):
        x, h = self._products(inputs, states[0])
        y = gru_step(x, h, states[0], self._activation, self._recurrent)
        return y, [y]


def gru_step(x, h, last, activation="tanh", recurrent="sigmoid"):
    """Return the new state of gated recurrent units from their products with the input and the state."""
    xr, xz, xn = op["split"](x, sections=3, axis=1)
    hr, hz, hn = op["split"](h, sections=3, axis=1)
    update = _act(xz + hz, recurrent)
    return (1.0 - update) * _act(xn + _act(xr + hr, recurrent) * hn, activation) + update * last


class SequentialRNNCell(RecurrentCell):
    """A sequence of cells, each applied to the output of the previous one."""

    def add(self, cell):
        self.register_child(cell)

    def state_info(self, batch_size=0):
        return [info for cell in self._children.values() for info in cell.state_info(batch_size)]

    def begin_state(self, batch_size=0, func=None, **kwargs):
        return [s for cell in self._children.values() for s in cell.begin_state(batch_size, func, **kwargs)]

    def infer_shape(self, _, x, is_bidirect):
        for i, cell in enumerate(self._children.values()):
            cell.infer_shape(i, x, isinstance(cell, BidirectionalCell))

    def forward(self, inputs, states):
        at, kept = 0, []
        for cell in self._children.values():
            n = len(cell.state_info())
            inputs, new = cell(inputs, states[at:at + n])
            at += n
            kept += new
        return inputs, kept

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None):
        self.reset()
        steps, axis, batch = steps_of(length, inputs, layout)
        states = begin_state if begin_state is not None else self.begin_state(
            batch_size=batch, device=context_of(steps[0]), dtype=steps[0].dtype)
        at, kept, cells = 0, [], list(self._children.values())
        for i, cell in enumerate(cells):
            n, last = len(cell.state_info()), i == len(cells) - 1
            inputs, new = cell.unroll(length, inputs, states[at:at + n], layout, merge_outputs if last else None, valid_length)
            at += n
            kept += new
        return inputs, kept

    def __len__(self):
        return len(self._children)

    def __getitem__(self, i):
        return list(self._children.values())[i]

    def __repr__(self):
        return HybridBlock.__repr__(self)


class HybridSequentialRNNCell(SequentialRNNCell):
    """A sequence of cells, each applied to the output of the previous one."""


class DropoutCell(RecurrentCell):
    """Drops random elements of its input."""

    def __init__(self, rate, axes=()):
        super().__init__()
        self._rate, self._axes = rate, axes

    def state_info(self, batch_size=0):
        return []

    def forward(self, inputs, states):
        return npx.dropout(inputs, self._rate, self._axes) if self._rate > 0 else inputs, states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None):
        self.reset()
        steps, axis, _ = steps_of(length, inputs, layout)
        outs = self.forward(op["stack"](steps, axis=axis), [])[0]
        return outs if merge_outputs or merge_outputs is None and isinstance(inputs, Array) else \
            list(op["unstack"](outs, axis=axis)), []


class ModifierCell(RecurrentCell):
    """Base class of cells that change another cell."""

    def __init__(self, base_cell):
        assert not base_cell._modified, f"the {type(base_cell).__name__} is inside another modifier already"
        base_cell._modified = True
        super().__init__()
        self.base_cell = base_cell

    def state_info(self, batch_size=0):
        return self.base_cell.state_info(batch_size)

    def begin_state(self, batch_size=0, func=None, **kwargs):
        assert not self._modified, "this cell is inside a modifier such as ZoneoutCell: call the modifier"
        self.base_cell._modified = False
        try:
            return self.base_cell.begin_state(batch_size, func, **kwargs)
        finally:
            self.base_cell._modified = True

    def infer_shape(self, i, x, is_bidirect):
        self.base_cell.infer_shape(i, x, is_bidirect)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_cell})"


class ZoneoutCell(ModifierCell):
    """Keeps random elements of the last output and states in training mode."""

    def __init__(self, base_cell, zoneout_outputs=0.0, zoneout_states=0.0):
        assert not isinstance(base_cell, BidirectionalCell), "a BidirectionalCell makes no single steps: put a " \
            "ZoneoutCell around each of its two cells"
        super().__init__(base_cell)
        self.zoneout_outputs, self.zoneout_states, self._last = zoneout_outputs, zoneout_states, None

    def reset(self):
        super().reset()
        self.__dict__["_last"] = None

    def forward(self, inputs, states):
        out, new = self.base_cell(inputs, states)
        last = self._last if self._last is not None else op["zeros_like"](Array.detach(out))

        def mix(p, a, b):
            kept = npx.dropout(op["ones_like"](Array.detach(a)), p) if p else None
            return a if kept is None else op["where"](kept > 0, a, b)

        out = mix(self.zoneout_outputs, out, last)
        new = [mix(self.zoneout_states, a, b) for a, b in zip(new, states)]
        self.__dict__["_last"] = out
        return out, new


class ResidualCell(ModifierCell):
    """Adds the input to the output of a cell."""

    def forward(self, inputs, states):
        out, states = self.base_cell(inputs, states)
        return out + inputs, states

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None):
        self.reset()
        self.base_cell._modified = False
        try:
            outs, states = self.base_cell.unroll(length, inputs, begin_state, layout, False, valid_length)
        finally:
            self.base_cell._modified = True
        steps, axis, _ = steps_of(length, inputs, layout)
        if isinstance(outs, Array):
            outs = list(op["unstack"](outs, axis=axis))
        if valid_length is not None:
            steps = _cut(steps, valid_length)
        outs = [a + b for a, b in zip(outs, steps)]
        return merged(outs, axis, merge_outputs if valid_length is None or merge_outputs is not None else True), states


class VariationalDropoutCell(ModifierCell):
    """Drops the same elements of inputs, states and outputs in all steps."""

    def __init__(self, base_cell, drop_inputs=0.0, drop_states=0.0, drop_outputs=0.0):
        super().__init__(base_cell)
        self.drop_inputs, self.drop_states, self.drop_outputs = drop_inputs, drop_states, drop_outputs

    def reset(self):
        super().reset()
        self.__dict__["_masks"] = {}

    def _masked(self, name, p, x):
        if not p:
            return x
        if name not in self._masks:
            self._masks[name] = npx.dropout(op["ones_like"](Array.detach(x)), p)
        return x * self._masks[name]

    def forward(self, inputs, states):
        states = [self._masked("states", self.drop_states, states[0]), *states[1:]]
        out, states = self.base_cell(self._masked("inputs", self.drop_inputs, inputs), states)
        return self._masked("outputs", self.drop_outputs, out), states


class BidirectionalCell(RecurrentCell):
    """Two cells, of which one reads the sequence backwards; their outputs are concatenated."""

    def __init__(self, l_cell, r_cell):
        super().__init__()
        self.l_cell, self.r_cell = l_cell, r_cell

    def __call__(self, inputs, states):
        raise NotImplementedError("a BidirectionalCell makes no single steps: call unroll()")

    def state_info(self, batch_size=0):
        return self.l_cell.state_info(batch_size) + self.r_cell.state_info(batch_size)

    def begin_state(self, batch_size=0, func=None, **kwargs):
        return self.l_cell.begin_state(batch_size, func, **kwargs) + self.r_cell.begin_state(batch_size, func, **kwargs)

    def infer_shape(self, i, x, is_bidirect):
        for cell in (self.l_cell, self.r_cell):
            cell.infer_shape(i, x, is_bidirect)

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None, valid_length=None):
        self.reset()
        steps, axis, batch = steps_of(length, inputs, layout)
        states = begin_state if begin_state is not None else self.begin_state(
            batch_size=batch, device=context_of(steps[0]), dtype=steps[0].dtype)
        n = len(self.l_cell.state_info())
        left, ends = self.l_cell.unroll(length, steps, states[:n], layout, False, valid_length)
        right, others = self.r_cell.unroll(length, _backwards(steps, valid_length), states[n:], layout, False, valid_length)
        left, right = (list(op["unstack"](o, axis=axis)) if isinstance(o, Array) else o for o in (left, right))
        outs = [op["concat"]([a, b], axis=1) for a, b in zip(left, _backwards(right, valid_length))]
        merge = merge_outputs if merge_outputs is not None else valid_length is not None or isinstance(inputs, Array)
        return merged(outs, axis, merge), ends + others

    def __repr__(self):
        return f"BidirectionalCell(forward={self.l_cell}, backward={self.r_cell})"


def _backwards(steps, valid_length):
    if valid_length is None:
        return list(reversed(steps))
    return list(op["unstack"](npx.sequence_reverse(op["stack"](steps), valid_length, True), axis=0))


# ---- Convolutional cells -------------------------------------------------------------------------


class _ConvCell(RecurrentCell):
    """Base class of cells whose products are convolutions."""

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=0, i2h_dilate=1, h2h_dilate=1,
                 i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer="zeros",
                 h2h_bias_initializer="zeros", conv_layout=None, activation="tanh", prefix=None, params=None):
        super().__init__()
        dims = self._dims

        def each(value):
            return (value,) * dims if isinstance(value, int) else tuple(value)

        self._input_shape, self._channels, self._activation = tuple(input_shape), hidden_channels, activation
        self._i2h, self._h2h = each(i2h_kernel), each(h2h_kernel)
        assert all(k % 2 for k in self._h2h), f"h2h_kernel has to be odd along each axis, not {h2h_kernel}"
        self._i2h_pad, self._i2h_dilate, self._h2h_dilate = each(i2h_pad), each(i2h_dilate), each(h2h_dilate)
        self._h2h_pad = tuple(d * (k - 1) // 2 for d, k in zip(self._h2h_dilate, self._h2h))
        self._size = tuple(n + 2 * p - d * (k - 1) for n, p, d, k in zip(
            self._input_shape[1:], self._i2h_pad, self._i2h_dilate, self._i2h))
        n = self._gates * hidden_channels
        for name, shape, init in (("i2h_weight", (n, self._input_shape[0], *self._i2h), i2h_weight_initializer),
                                  ("h2h_weight", (n, hidden_channels, *self._h2h), h2h_weight_initializer),
                                  ("i2h_bias", (n,), i2h_bias_initializer), ("h2h_bias", (n,), h2h_bias_initializer)):
            setattr(self, name, Parameter(name, shape=shape, init=create(init), allow_deferred_init=True))

    def infer_shape(self, i, x, is_bidirect):
        channels = x.shape[1] if x.ndim == self._dims + 2 else x.shape[2]
        if not is_known(self.i2h_weight):
            self.i2h_weight.shape = self._gates * self._channels, channels, *self._i2h

    def state_info(self, batch_size=0):
        count = 2 if self._gates == 4 else 1
        return [{"shape": (batch_size, self._channels, *self._size), "__layout__": "NC"}] * count

    def forward(self, inputs, states):
        x = op["conv"](inputs, self.i2h_weight.like(inputs), bias=self.i2h_bias.like(inputs), padding=self._i2h_pad,
                       dilation=self._i2h_dilate)
        h = op["conv"](states[0], self.h2h_weight.like(inputs), bias=self.h2h_bias.like(inputs), padding=self._h2h_pad,
                       dilation=self._h2h_dilate)
        if self._gates == 1:
            y = _act(x + h, self._activation)
            return y, [y]
        if self._gates == 3:
            y = gru_step(x, h, states[0], self._activation)
            return y, [y]
        y, c = lstm_step(x + h, states[1])
        return y, [y, c]


CELLS = {f"Conv{d}D{kind}Cell": type(f"Conv{d}D{kind}Cell", (_ConvCell,), {"_dims": d, "_gates": gates, "__module__": __name__})
         for d in (1, 2, 3) for kind, gates in (("RNN", 1), ("LSTM", 4), ("GRU", 3))}
CELLS |= {cls.__name__: cls for cls in (
    RecurrentCell, RNNCell, LSTMCell, LSTMPCell, GRUCell, SequentialRNNCell, HybridSequentialRNNCell, DropoutCell, ModifierCell,
    ZoneoutCell, ResidualCell, VariationalDropoutCell, BidirectionalCell)} | {"HybridRecurrentCell": RecurrentCell,
                                                                             "dynamic_unroll": dynamic_unroll}
