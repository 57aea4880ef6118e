"""Gluon's recurrent layers, which compute all steps of several levels.

A layer has one parameter, rnn_param: the weights of all levels and directions, then their biases.
"""
from weir import autograd
from weir._core import Array
from weir.dialects._mxnet_arrays import context_of
from weir.dialects._mxnet_blocks import HybridBlock
from weir.dialects._mxnet_cells import CELLS, first_states, is_known, lstm_step
from weir.dialects._mxnet_parameters import Initializer, Parameter, create
from weir.dialects._tensor_class import keep, op

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def parts_of(mode, layers, inputs, hidden, bidirectional, projection=None):
    """Return [(name, shape)] of the parts of rnn_param, such as l0_i2h_weight, in their order."""
    gates, sides = GATES[mode], "lr" if bidirectional else "l"
    out = projection or hidden
    weights, biases = [], []
    for i in range(layers):
        for side in sides:
            weights += [(f"{side}{i}_i2h_weight", (gates * hidden, inputs)), (f"{side}{i}_h2h_weight", (gates * hidden, out))]
            if projection:
                weights.append((f"{side}{i}_h2r_weight", (projection, hidden)))
            biases += [(f"{side}{i}_{kind}_bias", (gates * hidden,)) for kind in ("i2h", "h2h")]
        inputs = out * len(sides)
    return weights + biases


def split_rnn_params(param, mode, num_layers, input_size, hidden_size, bidirectional=False, projection_size=None):
    """Return the parts of rnn_param by name."""
    found, at = {}, 0
    for name, shape in parts_of(mode, num_layers, input_size, hidden_size, bidirectional, projection_size):
        size = 1
        for n in shape:
            size *= n
        found[name] = op["reshape"](param[at:at + size], shape)
        at += size
    return found


class _Fused(Initializer):
    """Fills the parts of rnn_param, each with its own initialiser.  `arguments` are those of parts_of."""

    def __init__(self, arguments, inits):
        super().__init__()
        self.arguments, self._inits, self._default = arguments, inits, None

    def _init_weight(self, name, array):
        default = self._default or create("uniform")
        for part, values in split_rnn_params(array, *self.arguments).items():
            init = self._inits.get(part.split("_", 1)[1])
            if init is None and part.endswith("bias"):
                keep(values, 0.0)
            else:
                (create(init) if init is not None else default)(part, values)


class _RNNParameter(Parameter):
    """rnn_param: its parts are filled by the initialiser that the network is initialised with."""

    def _begin(self, init, default, data):
        init._default = default
        init(self.name, data)


class _Recurrent(HybridBlock):
    """A recurrent layer: all time steps of one or more levels."""

    def __init__(self, hidden_size, num_layers, layout, dropout, bidirectional, input_size, mode, projection_size=None,
                 dtype="float32", **inits):
        super().__init__()
        assert layout in ("TNC", "NTC"), f"layout is 'TNC' or 'NTC', not {layout!r}"
        self._hidden_size, self._num_layers, self._layout, self._dropout = hidden_size, num_layers, layout, dropout
        self._dir, self._input_size, self._mode = 2 if bidirectional else 1, input_size, mode
        self._projection_size, self._dtype = projection_size, dtype
        inits = {k.removesuffix("_initializer"): v for k, v in inits.items() if k.endswith("_initializer") and v is not None}
        self.rnn_param = _RNNParameter("rnn_param", shape=(self._size(input_size),), init=_Fused(self._arguments(), inits),
                                       dtype=dtype, allow_deferred_init=True)

    def _arguments(self):
        return (self._mode, self._num_layers, self._input_size, self._hidden_size, self._dir == 2, self._projection_size)

    def _size(self, inputs):
        if not inputs:
            return -1
        self._input_size, size = inputs, 0
        for _, shape in parts_of(*self._arguments()):
            size += shape[0] * (shape[1] if len(shape) > 1 else 1)
        return size

    def infer_shape(self, inputs, *args):
        assert inputs.ndim == 3, f"the input has 3 axes (time, batch, features), not shape {inputs.shape}"
        if not is_known(self.rnn_param):
            self.rnn_param.shape = (self._size(inputs.shape[2]),)
            self.rnn_param.init.arguments = self._arguments()

    def cast(self, dtype):
        super().cast(dtype)
        self._dtype = dtype

    def state_info(self, batch_size=0):
        depth = self._num_layers * self._dir
        first = {"shape": (depth, batch_size, self._projection_size or self._hidden_size), "__layout__": "LNC",
                 "dtype": self._dtype}
        if self._mode != "lstm":
            return [first]
        return [first, {**first, "shape": (depth, batch_size, self._hidden_size)}]

    def begin_state(self, batch_size=0, func=None, **kwargs):
        return first_states(self.state_info(batch_size), func, kwargs)

    def __call__(self, inputs, states=None, sequence_length=None):
        if sequence_length is not None:
            raise NotImplementedError(f"{type(self).__name__}: sequence_length is not supported; use a cell's unroll with valid_length")
        batch = inputs.shape[self._layout.find("N")]
        skip = states is None
        if skip:
            states = self.begin_state(batch, device=context_of(inputs), dtype=inputs.dtype)
        states = [states] if isinstance(states, Array) else list(states)
        for state, info in zip(states, self.state_info(batch)):
            if state.shape != info["shape"]:
                raise ValueError(f"a state has shape {state.shape}; this layer's have {info['shape']}")
        self.__dict__["_skip"] = skip
        self._input_size = self._input_size or inputs.shape[2]
        return super().__call__(inputs, states)

    def forward(self, inputs, states):
        """Return the outputs or, if states were given, a pair of the outputs and the new states."""
        skip = self._skip
        x = op["swapaxes"](inputs, 0, 1) if self._layout == "NTC" else inputs
        parts = split_rnn_params(self.rnn_param.like(inputs), *self._arguments())
        last = [[] for _ in states]
        for i in range(self._num_layers):
            if i and self._dropout and autograd.is_training():
                x = op["dropout"](x, p=float(self._dropout))[0]
            outs = []
            for j, side in enumerate("lr"[:self._dir]):
                first = [s[i * self._dir + j] for s in states]
                y, end = self._run(op["flip"](x, axis=0) if j else x, first, parts, f"{side}{i}_")
                outs.append(op["flip"](y, axis=0) if j else y)
                for kept, e in zip(last, end):
                    kept.append(e)
            x = outs[0] if len(outs) == 1 else op["concat"](outs, axis=2)
        y = op["swapaxes"](x, 0, 1) if self._layout == "NTC" else x
        return y if skip else (y, [op["stack"](s) for s in last])

    def _run(self, x, states, parts, prefix):
        """Compute one level in one direction; return the outputs and the last states."""
        w = [parts[prefix + name] for name in ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias")]
        if self._projection_size:
            return self._projected(x, states, w, parts[prefix + "h2r_weight"])
        if self._mode == "lstm":
            y, h, c = op["lstm"](x, w[0], w[1], bias_ih=w[2], bias_hh=w[3], h0=states[0], c0=states[1])[:3]
            return y, [h, c]
        if self._mode == "gru":
            y, h = op["gru"](x, w[0], w[1], bias_ih=w[2], bias_hh=w[3], h0=states[0])[:2]
        else:
            y, h = op["rnn"](x, w[0], w[1], bias_ih=w[2], bias_hh=w[3], h0=states[0], nonlinearity=self._mode[4:])[:2]
        return y, [h]

    def _projected(self, x, states, w, project):
        h, c = states
        outs = []
        for t in range(x.shape[0]):
            h, c = lstm_step(op["linear"](x[t], w[0], bias=w[2]) + op["linear"](h, w[1], bias=w[3]), c)
            h = op["linear"](h, project)
            outs.append(h)
        return op["stack"](outs), [h, c]

    def __repr__(self):
        text = f"{type(self).__name__}({self._input_size or None} -> {self._hidden_size}, {self._layout}"
        text += f", num_layers={self._num_layers}" if self._num_layers != 1 else ""
        text += f", dropout={self._dropout}" if self._dropout else ""
        return text + (", bidirectional" if self._dir == 2 else "") + ")"


def _layer(name, mode):
    if name == "RNN":
        def __init__(self, hidden_size, num_layers=1, activation="relu", layout="TNC", dropout=0, bidirectional=False,
                     i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer=None,
                     h2h_bias_initializer=None, input_size=0, dtype="float32", prefix=None, params=None):
            _Recurrent.__init__(self, hidden_size, num_layers, layout, dropout, bidirectional, input_size, f"rnn_{activation}",
                                None, dtype, i2h_weight_initializer=i2h_weight_initializer,
                                h2h_weight_initializer=h2h_weight_initializer, i2h_bias_initializer=i2h_bias_initializer,
                                h2h_bias_initializer=h2h_bias_initializer)
    else:
        def __init__(self, hidden_size, num_layers=1, layout="TNC", dropout=0, bidirectional=False, input_size=0,
                     i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer=None,
                     h2h_bias_initializer=None, projection_size=None, dtype="float32", prefix=None, params=None):
            _Recurrent.__init__(self, hidden_size, num_layers, layout, dropout, bidirectional, input_size, mode,
                                projection_size, dtype, i2h_weight_initializer=i2h_weight_initializer,
                                h2h_weight_initializer=h2h_weight_initializer, i2h_bias_initializer=i2h_bias_initializer,
                                h2h_bias_initializer=h2h_bias_initializer)
    return type(name, (_Recurrent,), {"__init__": __init__, "__module__": __name__})


RNN = CELLS | {"RNN": _layer("RNN", "rnn"), "LSTM": _layer("LSTM", "lstm"), "GRU": _layer("GRU", "gru")}
