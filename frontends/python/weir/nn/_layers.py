"""Layers and losses: classes generated from the descriptions of the C library's blocks."""
from weir import _core
from weir._core import Array
from weir._core import run_in as _run_in
from weir._describe import KindSignature
from weir._functions import named_padding
from weir.nn import _module
from weir.nn._module import _GRADS, Module, _device_of, block_of

_LOSS = 4  # WEIR_BLOCK_LOSS


class Layer(Module):
    """Base class of the built-in layers and losses, each of which wraps a block of the C library."""

    _wr_built_in = True
    _kind = None  # description of the block, from _core.describe_blocks
    _wr_computes = None  # the dtype set by compute_in, or None
    _own_forward = False  # True if a user's subclass defines forward, which then runs instead of the block

    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        if "forward" in vars(cls) and not cls.__module__.startswith("weir."):
            cls._own_forward = cls._wr_apart = True

    def __init__(self, *args, **kwargs):
        self.__dict__["_block"] = _core.Block(self._kind["name"], self._bind(args, kwargs))

    @classmethod
    def _bind(cls, args, kwargs):
        """Return the constructor's arguments as a dictionary keyed by name."""
        attrs, name = cls._kind["attrs"], cls._kind["name"]
        names = [a[0] for a in attrs]
        if len(args) > len(names):
            raise TypeError(f"{name} takes {len(names)} positional argument{'s' * (len(names) != 1)} but {len(args)} "
                            f"{'was' if len(args) == 1 else 'were'} given")
        # If the input size may be omitted, a single argument is the output size: Linear(10) has ten output features.
        first_open = len(names) > 1 and attrs[0][2] is None and attrs[1][2] is ...
        if first_open and len(args) == 1 and names[1] not in kwargs and names[0] not in kwargs:
            args = (None, *args)
        given = dict(zip(names, args))
        for key, value in kwargs.items():
            if key not in names:
                from weir._hints import argument

                raise TypeError(argument(name, key, ", ".join(names) or "none", " of a layer"))
            if key in given:
                raise TypeError(f"{name}: got multiple values for argument {key!r}")
            given[key] = value
        missing = [a[0] for a in attrs if a[2] is ... and a[0] not in given]
        if missing:
            raise TypeError(f"{name}: missing required argument{'s' * (len(missing) > 1)} "
                            f"{', '.join(map(repr, missing))}")
        return given

    @classmethod
    def _of(cls, block):
        """Create and return the layer, or Sequential, that wraps an existing block."""
        kind = layers()[block.kind]
        if not issubclass(kind, Layer):  # Sequential holds modules, not a block
            return kind({name: Layer._of(part) for name, part in block.children()})
        layer = object.__new__(kind)
        layer.__dict__["_block"] = block
        return layer

    def forward(self, *inputs):
        return self._block(*inputs)

    def __call__(self, *inputs, **named):
        if self._own_forward:
            return Module.__call__(self, *inputs, **named)
        if named:
            inputs = self._in_place(inputs, named)
        if self._wr_training is None and _module._watching is None and not self._wr_again:
            return _run_in(self, self._block, inputs)
        return Module.__call__(self, *inputs)

    def _in_place(self, inputs, named):
        """Return all inputs, including those passed by name, as a tuple in positional order."""
        names = self._kind["inputs"].replace("?", "").split(", ")
        for name in named:
            if name not in names:
                from weir._hints import argument

                raise TypeError(argument(type(self).__name__, name, ", ".join(names), " of a layer"))
            if names.index(name) < len(inputs):
                raise TypeError(f"{type(self).__name__}: got multiple values for argument {name!r}")
        last = max(map(names.index, named)) + 1
        return (*inputs, *(named.get(name) for name in names[len(inputs):last]))

    def _children(self):
        made = self.__dict__.get("_made")
        if made is None:
            made = self.__dict__["_made"] = {name: Layer._of(block) for name, block in self._block.children()}
        return made

    def _wr_parts(self):
        for name, array, trained, _ in self._block.entries():
            if "." not in name and array is not None:
                yield name, array, trained
        for name, child in self._children().items():
            yield name, child, None

    def _wr_outside(self):
        return ()

    def _wr_entries(self, prefix="", seen=None):
        seen = set() if seen is None else seen
        if self._block.identity in seen:
            return
        seen.add(self._block.identity)
        for name, array, trained, tied in self._block.entries():
            key = None if array is None else ("array", _core.identity(array))
            if not tied and key not in seen:
                seen.update([key] if key else ())
                yield prefix + name, array, trained

    def _wr_places(self, prefix="", around=()):
        for name, array, _, tied in self._block.entries():
            yield (prefix + name, array, lambda values, name=name: self._block.set(name, values),
                   (self._block.identity, name) if array is None else _core.identity(array))

    def zero_grad(self, set_to_none=True):
        self._block.zero_grad()

    def compute_in(self, dtype):
        self._block.set_compute(dtype)
        for module in self.modules():
            module.__dict__["_wr_computes"] = dtype
        return self

    def astype(self, dtype):
        self._block.cast(dtype)
        return self

    def _wr_to_device(self, device):
        self._block.to_device(device)
        self._move_inputs(device)

    def _move_inputs(self, device):
        """Move the arrays that the layer keeps as inputs of its block (see _Weighted)."""

    def initialise(self, seed: int = 0):
        """Reinitialise the parameters with the given random seed; return the layer."""
        self._block.initialise(seed)
        return self

    def __getattr__(self, name):
        block = self.__dict__.get("_block")
        if name.startswith("_") or block is None:
            raise AttributeError(name)
        array = block.own(name, _core)
        if array is not _core:  # _core is the default for "no such array"
            return array
        children = self._children()
        if name in children:
            return children[name]
        attrs = block.attrs
        if name == "bias" and attrs.get(name) is False and any(entry == "weight" for entry, *_ in block.entries()):
            return None  # the layer has no bias; do not return the constructor's argument, False
        if name in attrs:
            return self._of_each_axis(name, attrs)
        raise self._wr_lacks(name)

    def _of_each_axis(self, name, attrs):
        """Return the value of an attribute.

        For convolution and pooling layers, a single number or an omitted stride, dilation or padding is expanded to a
        tuple with one number per spatial axis.
        """
        kind, value = self._kind["name"], attrs[name]
        if kind[-1] != "d" or not kind[-2].isdigit() or not isinstance(value, (tuple, type(None))):
            return value
        if value is None:
            value = {"stride": (1,) if "Conv" in kind else attrs.get("kernel_size"), "dilation": (1,),
                     "padding": (0,), "output_padding": (0,)}.get(name)
        return value * int(kind[-2]) if value is not None and len(value) == 1 else value

    def __setattr__(self, name, value):
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        elif any(entry == name for entry, *_ in self._block.entries()):
            if value is None:
                without = "; for a layer without bias, pass bias=False to the constructor" if name == "bias" else ""
                raise TypeError(f"{type(self).__name__}: the parameter {name} cannot be set to None{without}")
            value = _core.asarray(value)
            # A trainable array becomes the parameter itself, so that two layers can share a weight; other values are
            # copied.
            recording = _core.set_recording(False)
            try:
                (self._block.set if value.grad_mode == "null" else self._block.adopt)(name, value)
            finally:
                _core.set_recording(recording)
        elif name in self._block.attrs:
            raise AttributeError(f"{type(self).__name__}: {name} is fixed when the layer is created; create a new "
                                 "layer")
        elif isinstance(value, Module) or isinstance(value, Array) and value.grad_mode != "null":
            what = "module" if isinstance(value, Module) else "parameter"
            raise TypeError(f"{type(self).__name__}: a built-in layer cannot hold another {what} ({name}); derive a class "
                            "from nn.Module that holds both")
        else:
            object.__setattr__(self, name, value)

    def __dir__(self):
        return sorted({*super().__dir__(), *self._block.attrs, *(n for n, *_ in self._block.entries() if "." not in n)})

    def __copy__(self):
        raise TypeError("a layer cannot be copied with copy.copy; use copy.deepcopy, which also copies its parameters")

    def __deepcopy__(self, memo):
        import copy as _copy

        rest = {key: _copy.deepcopy(value, memo) for key, value in self._rest().items()}
        arrays = self._arrays()  # each call returns the same objects, so the memo recognises arrays already copied
        device = self._block.device
        shared = {name: memo.get(id(array)) for name, array in arrays.items()}
        for name, array in arrays.items():  # the new block is on one device; other arrays are copied where they are
            if shared[name] is None and _device_of(array) != device:
                shared[name] = Array.__deepcopy__(array, memo)
        before = _core.get_default_device()
        _core.set_default_device(device)
        try:
            new = memo[id(self)] = _restore(type(self), self._block.text(), arrays, rest, self._modes(), shared)
        finally:
            _core.set_default_device(before)
        memo.update((id(array), new._block.get(name)) for name, array in arrays.items())
        return new

    def _arrays(self):
        return {name: array for name, array, _, _ in self._block.entries() if array is not None}

    def _rest(self):
        """Return a dictionary of the instance's Python attributes except the block and the cached child layers."""
        return {key: value for key, value in self.__dict__.items() if key not in ("_block", "_made")}

    def _modes(self):
        return {name: array.grad_mode for name, array, trained, _ in self._block.entries() if trained and array is not None}

    def _set_modes(self, modes):
        """Set the gradient mode of each parameter ("null" if frozen), given as a dictionary from name to mode."""
        if len({*modes.values()}) == 1:
            self._block.set_grad(_GRADS.index(*{*modes.values()}))
        else:
            for name, mode in modes.items():
                self._block.get(name).attach_grad(mode)

    def __reduce__(self):
        return _restore, (type(self), self._block.text(), self._arrays(), self._rest(), self._modes())

    def __repr__(self):
        text = self._block.text()
        for ours, theirs in (("=true", "=True"), ("=false", "=False"), ("=none", "=None")):
            text = text.replace(ours, theirs)
        return text


class _Conv(Layer):
    """Base class of the convolutions, whose padding may also be 'valid' (no padding) or 'same' (output size equals
    input size)."""

    @classmethod
    def _bind(cls, args, kwargs):
        given = super()._bind(args, kwargs)
        if isinstance(given.get("padding"), str):
            name, kernel = cls._kind["name"], given["kernel_size"]
            kernel = (kernel,) if isinstance(kernel, int) else tuple(kernel)
            kernel = kernel * int(name[-2]) if len(kernel) == 1 else kernel
            given["padding"] = named_padding(name, given["padding"], kernel, given.get("stride"), given.get("dilation"))
        return given


class _Weighted(Layer):
    """Base class of the losses whose optional inputs, such as weights, may also be passed to the constructor, as in
    PyTorch."""

    def __init__(self, *args, **kwargs):
        names = [name[:-1] for name in self._kind["inputs"].split(", ") if name.endswith("?")]
        if args and not isinstance(args[0], (int, float, str)):
            kwargs[names[0]], args = args[0], args[1:]
        kept = {name: kwargs.pop(name) for name in names if name in kwargs}
        super().__init__(*args, **kwargs)
        for name, value in kept.items():
            if value is not None:
                self.__dict__[name] = value if isinstance(value, Array) else _core.asarray(
                    value, dtype=_core.get_default_dtype())

    def _move_inputs(self, device):
        names = self._kind["inputs"].replace("?", "").split(", ")
        for name, value in [(name, self.__dict__[name]) for name in names if name in self.__dict__]:
            if value is not None and _device_of(value) != device:  # the caller's array remains where it is
                self.__dict__[name] = Array.__new__(type(value), Array.to_device(value, device))

    def forward(self, *inputs):
        names = self._kind["inputs"].replace("?", "").split(", ")
        inputs = [*inputs, *(self.__dict__.get(name) for name in names[len(inputs):])]
        while inputs and inputs[-1] is None:
            inputs.pop()
        return self._block(*inputs)

    def __call__(self, *inputs, **named):
        if self._own_forward:
            return Module.__call__(self, *inputs, **named)
        return Module.__call__(self, *(self._in_place(inputs, named) if named else inputs))


class _Attention(Layer):
    """Multi-head attention.  With need_weights=True, in the constructor or in a call, a call returns a pair: the result
    and the attention weights averaged over the heads."""

    def forward(self, query, key=None, value=None, attn_mask=None, need_weights: bool = None):
        if need_weights:
            return self._block(query, key, value, attn_mask, _core.asarray(True))
        made = self._block(query, key, value, attn_mask) if attn_mask is not None else self._block(query, key, value)
        if need_weights is None:
            return made
        return made[0] if isinstance(made, tuple) else made, None

    def __call__(self, *inputs, need_weights=None, **named):
        if self._own_forward:
            return Module.__call__(self, *inputs, **named, **({} if need_weights is None else {"need_weights": need_weights}))
        return Module.__call__(self, *(self._in_place(inputs, named) if named else inputs), need_weights=need_weights)


class _LSTM(Layer):
    """An LSTM whose state is a pair, as in PyTorch: y, (h, c) = lstm(x, (h, c))."""

    def forward(self, x, state=None):
        if state is not None and (isinstance(state, Array) or len(state) != 2):
            raise TypeError("LSTM: the state must be a pair (h, c) of arrays")
        y, h, c = self._block(x) if state is None else self._block(x, *state)
        return y, (h, c)

    __call__ = Module.__call__


def _restore(kind, text, arrays, rest, modes, shared=None):
    """Recreate and return a layer from its class, `text` (the description of its block), arrays, Python attributes
    (`rest`) and gradient modes.

    `shared` maps the names of parameters to arrays that the layer uses without copying, or to None for arrays that it
    copies.  If `shared` is None, no array is copied.
    """
    layer = object.__new__(kind)
    # The initial values are replaced below.  They are drawn from a separate stream, so that the default random stream
    # does not advance.
    layer.__dict__.update(rest, _block=_core.Stream(0).draw(_core.parse_block, text))
    floats = [array.dtype for array in arrays.values() if array.dtype.kind == "f"]
    if floats:
        layer._block.cast(floats[0])
    layer._block.set_compute(layer._wr_computes)
    for name, array in arrays.items():
        layer._block.set(name, array)
    # The layer uses the unpickled arrays themselves, so that other unpickled objects that refer to them share them.
    for name, array in (arrays if shared is None else shared).items():
        if array is not None:
            layer._block.adopt(name, array)
    layer._set_modes(modes)
    return layer


class Sequential(Module):
    """A chain of modules, each called on the result of the one before it.

    Created as Sequential(a, b), Sequential([a, b]) or, with names, Sequential({"first": a, "then": b}).
    """

    def __init__(self, *modules):
        if len(modules) == 1 and isinstance(modules[0], dict):
            self._inner = dict(modules[0])
        else:
            if len(modules) == 1 and isinstance(modules[0], (list, tuple)):
                modules = modules[0]
            self._inner = {str(i): module for i, module in enumerate(modules)}
        self._ready()

    def _ready(self):
        """If all modules are blocks of the C library, combine them into one block, so that one call runs them all."""
        self._block_of_all, self._seen_changes = None, -1
        blocks = []
        for name, module in self._inner.items():
            if isinstance(module, type):
                raise TypeError(f"Sequential: module {name} is the class {module.__name__}; pass an instance, "
                                f"{module.__name__}(...)")
            if not callable(module):
                raise TypeError(f"Sequential: module {name} is not callable: {type(module).__name__}")
            block = module._block_of_all if isinstance(module, Sequential) else block_of(module)
            # Do not combine a dialect's layer that does more than its block, or a first layer that works in place,
            # which would overwrite the input of the whole chain.
            apart = getattr(module, "_wr_apart", False) or not blocks and getattr(module, "_wr_inplace", False)
            blocks.append(None if apart else block)
        if blocks and None not in blocks:
            self._block_of_all = _core.Block("Sequential")
            for i, block in enumerate(blocks):  # numbered, because not every module name is a valid block name
                self._block_of_all.add(str(i), block)

    def __deepcopy__(self, memo):
        import copy

        new = object.__new__(type(self))
        memo[id(self)] = new
        new._inner = {name: copy.deepcopy(module, memo) for name, module in self._inner.items()}
        if self._wr_training is not None:
            new._wr_training = self._wr_training
        new._ready()
        return new

    def __getstate__(self):
        return {key: value for key, value in Module.__getstate__(self).items() if key != "_block_of_all"}

    def __setstate__(self, state):
        Module.__setstate__(self, state)
        self._ready()

    def forward(self, x):
        if self._block_of_all is not None and _module._watching is None:
            if self._seen_changes != _module._mode_changes:
                self._seen_changes = _module._mode_changes
                self._alike = all(m._wr_training is self._wr_training and (m is self or not m._wr_again and not m._wr_hooked)
                                  for m in self.modules())
            if self._alike:
                return self._block_of_all(x)
        for module in self._inner.values():
            x = module(x)
        return x

    def _wr_parts(self):
        for name, module in self._inner.items():
            if isinstance(module, Module):
                yield name, module, None
        yield from Module._wr_parts(self)  # attributes of derived classes

    def append(self, module):
        """Append a module; return the Sequential."""
        self._inner[str(len(self._inner))] = module
        self._ready()
        return self

    def __len__(self):
        return len(self._inner)

    def __iter__(self):
        return iter(self._inner.values())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return Sequential(dict(list(self._inner.items())[index]))
        return self._inner[index] if isinstance(index, str) else list(self._inner.values())[index]

    def __setitem__(self, index, module):
        key = index if isinstance(index, str) else list(self._inner)[index]
        self._inner[key] = module
        self._ready()


_made = None


def _doc(kind):
    lines = [kind["summary"]]
    if kind["notes"]:
        lines += ["", kind["notes"]]
    inputs, outputs = kind["inputs"].replace("?", " (optional)"), kind["outputs"]
    if kind["name"] == "LSTM":
        inputs, outputs = "x, (h0, c0) (optional)", "y, (h_n, c_n)"
    lines += ["", f"Inputs: {inputs}.  Outputs: {outputs}."]
    if kind["attrs"]:
        lines += [""] + [f"{name}: {summary}" for name, _, _, summary in kind["attrs"]]
    return "\n".join(lines)


def layers() -> dict:
    """Return a dictionary of all layer classes by name, including aliases."""
    global _made
    if _made is None:
        _made = {"Sequential": Sequential}
        for kind in _core.describe_blocks():
            name = kind["name"]
            if name in ("Sequential", "Function"):
                _made.setdefault(name, _class(kind))
                continue
            made = _made[name] = _class(kind)
            for alias in (kind["aliases"] or "").replace(" ", "").split(","):
                if alias:
                    _made[alias] = made
    return _made


def _class(kind):
    name = kind["name"]
    base = {"LSTM": _LSTM, "MultiheadAttention": _Attention, "Conv1d": _Conv, "Conv2d": _Conv, "Conv3d": _Conv}.get(
        name, _Weighted if kind["flags"] & _LOSS and "?" in kind["inputs"] else Layer)
    return type(kind["name"], (base,), {"__doc__": _doc(kind), "__module__": "weir.nn", "_kind": kind,
                                        "__signature__": KindSignature()})
