"""Module, the base class of networks written in Python, and containers of modules and parameters."""
import sys
from collections import namedtuple

from weir import _core
from weir._core import Array
from weir._core import run_in as _run_in

_CO_OPTIMIZED = 1  # flag of a function's code: its frames do not keep local variables in a dictionary

_Loaded = namedtuple("Loaded", "missing unexpected")

_GRADS = ("null", "write", "add", "step")  # gradient modes in the order of the constants WEIR_GRAD_*

# While summary() runs, a list to which each module call appends (module, result); otherwise None.
_watching = None

# Number of times that the training mode or checkpointing of any module has been set.  When this number has changed,
# Sequential checks its modules again.
_mode_changes = 0


class _ParameterType(type):
    """Metaclass that makes isinstance(x, Parameter) test whether the array is a parameter: parameters are Arrays, not
    instances of a class of their own."""

    def __instancecheck__(cls, x):
        return _core.is_parameter(x)


class Parameter(Array, metaclass=_ParameterType):
    """A trainable array: a copy of the values with a gradient attached.

    A parameter remains the same object as long as a module holds it, even across Module.load, Module.astype and Module.to, so it
    can be kept in sets or used as a dictionary key.  Its type is Array; isinstance(x, nn.Parameter) is true for arrays
    with a gradient attached and for the parameters of frozen modules.  A copied or unpickled parameter is a parameter
    too.
    """

    def __new__(cls, values, mode: str = "step", *, requires_grad: bool = True) -> Array:
        if not requires_grad:
            raise ValueError("Parameter: requires_grad=False is not supported; store values that are not trained "
                             "with self.register_buffer(name, values), and stop training parameters with "
                             "nn.freeze(module)")
        values = _core.asarray(values)
        if values.dtype.kind not in "fc":
            values = values.astype(_core.get_default_dtype())
        return _core.parameter(_core.ops["copy"](values.detach()).attach_grad(mode))

    def __init_subclass__(cls, **more):
        raise TypeError(f"{cls.__name__}: nn.Parameter cannot be subclassed; derive a class from nn.Module that "
                        "holds the parameter")


def _items(name, value):
    """Yield (name, value) for each array and module in an attribute's value; list indices and dictionary keys are
    appended to the name."""
    if isinstance(value, (Array, Module)):
        yield name, value
    elif isinstance(value, (list, tuple)):
        for i, v in enumerate(value):
            yield from _items(f"{name}.{i}", v)
    elif isinstance(value, dict):
        for key, v in value.items():
            yield from _items(f"{name}.{key}", v)


_device_of = Array.device.__get__  # the Device, also of the tensors of a dialect, whose `device` is another object


def _place_and_dtype(name, given, device, dtype):
    """Return (device, dtype) after a positional argument of `to`, which is one of the two, or an array with both."""
    if isinstance(given, Array):
        place, kind = _device_of(given), given.dtype
    else:
        try:
            place, kind = None, None if isinstance(given, _core.Device) else _core.as_dtype(given)
        except (TypeError, ValueError):
            kind = None
        if kind is None:
            place = _core.Device(given)
    if kind is not None and dtype is not None or place is not None and device is not None:
        raise TypeError(f"{name}.to: {given!r} is a second {'device' if dtype is None or kind is None else 'dtype'}; "
                        "expected one device and one dtype")
    return place or device, kind or dtype


def block_of(module):
    """Return the block of a built-in layer, or None for anything else: a module may have an attribute _block of its own."""
    return module.__dict__.get("_block") if getattr(module, "_wr_built_in", False) else None


class Module:
    """Base class of neural networks.

    A subclass creates its submodules and parameters in __init__ and computes its result in forward; calling the module
    calls forward.

    Submodules, parameters and buffers are found by inspecting the attributes: modules, arrays with a gradient attached
    (Parameter), arrays passed to register_buffer, and lists, tuples and dictionaries of these.  The name of a parameter
    is its path of attribute names, joined by dots.  There is no need to call super().__init__().
    """

    # Internal names begin with _wr_ here, because a user's class may have attributes and methods of all other names.

    _wr_built_in = False  # True for the layers that are a block of the C library, in _block
    _wr_training = None  # True or False overrides the context's training mode; None follows the context
    _wr_again = False  # True if checkpointed: the backward pass runs forward again
    # _wr_apart: the layer does more than its block.  _wr_inplace: the layer overwrites its input.  See Sequential._ready.
    # _wr_hooked: functions are called around each call of the module (weir.dialects._module_hooks).
    _wr_apart = _wr_inplace = _wr_hooked = False

    _wr_path_label = 0  # number assigned to the module's path by _label

    def forward(self, *inputs):
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def __call__(self, *inputs, **more):
        if self._wr_again and _core.is_recording():
            from weir.autograd import checkpoint

            return checkpoint(self._wr_run, *inputs, **more)
        return self._wr_run(*inputs, **more)

    def _wr_run(self, *inputs, **more):
        if self._wr_training is None:
            result = _run_in(self, self.forward, inputs, more)
        else:
            last = _core.set_training(self._wr_training)
            try:
                result = _run_in(self, self.forward, inputs, more)
            finally:
                _core.set_training(last)
        if _watching is not None:
            _watching.append((self, result))
        return result

    def _wr_lacks(self, name):
        from weir._hints import missing

        return missing(type(self).__name__, name)

    def __getattr__(self, name):
        raise AttributeError(name) if name.startswith("_") else self._wr_lacks(name)

    # ---- Parameters, buffers and submodules

    def _wr_parts(self):
        """Yield (name, array, trained) for each direct parameter (trained is True) or buffer (False), and
        (name, module, None) for each child."""
        buffers = self.__dict__.get("_buffers", ())
        for attribute, value in self._wr_held():
            for name, part in _items(attribute, value):
                if isinstance(part, Module):
                    yield name, part, None
                elif part.grad_mode != "null" or name in self.__dict__.get("_wr_frozen", ()):
                    yield name, part, True
                elif name in buffers:
                    yield name, part, False

    def _wr_outside(self):
        """Return the parts that are not in a block of the library."""
        return self._wr_parts()

    def _wr_held(self):
        """Return a list of (name, value) for all attributes that may be or contain arrays or modules."""
        return [(name, value) for name, value in self.__dict__.items() if not name.startswith("_")]

    def _wr_entries(self, prefix="", seen=None):
        """Yield (name, array, trained) for all parameters and buffers, each array once.  The array is None as long as
        its shape is not known."""
        seen = set() if seen is None else seen
        if id(self) in seen:
            return
        seen.add(id(self))
        for name, part, trained in self._wr_parts():
            if trained is None:
                yield from part._wr_entries(f"{prefix}{name}.", seen)
            elif (key := ("array", _core.identity(part))) not in seen:
                seen.add(key)
                yield prefix + name, part, trained

    def register_buffer(self, name: str, values, persistent: bool = True) -> None:
        """Set the attribute `name` to an array that is not trained, but is saved with the module unless persistent is
        false."""
        if persistent:
            self.__dict__.setdefault("_buffers", set()).add(name)
        setattr(self, name, values)

    def children(self):
        """Return a list of the direct submodules."""
        return [part for _, part, trained in self._wr_parts() if trained is None]

    def named_children(self):
        """Return a list of (name, module) for the direct submodules."""
        return [(name, part) for name, part, trained in self._wr_parts() if trained is None]

    def named_modules(self, prefix: str = ""):
        """Return a list of (name, module) for the module itself and all submodules, outer ones first."""
        seen, out, left = set(), [], [(prefix, self)]
        while left:  # not a recursive closure, which would be a reference cycle that keeps the modules alive
            name, module = left.pop()
            if id(module) not in seen:
                seen.add(id(module))
                out.append((name, module))
                left += reversed([(f"{name}.{inner}" if name else inner, part) for inner, part in module.named_children()])
        return out

    def modules(self):
        """Return a list of the module itself and all submodules, outer ones first."""
        return [module for _, module in self.named_modules()]

    def apply(self, fn):
        """Call fn on all submodules, inner ones first, then on the module itself; return the module."""
        seen, left = set(), [(self, False)]
        while left:
            module, children_done = left.pop()
            if children_done:
                fn(module)
            elif id(module) not in seen:
                seen.add(id(module))
                left += [(module, True), *((inner, False) for inner in reversed(module.children()))]
        return self

    def named_parameters(self):
        """Return a list of (name, array) for the parameters, except those whose shape is not known yet because it
        depends on the first input."""
        return [(name, array) for name, array, trained in self._wr_entries() if trained and array is not None]

    def parameters(self):
        """Return a list of the parameters, including frozen ones.

        Raises ValueError if the shape of a parameter is not known yet because it depends on the first input: an
        optimiser needs all parameters.  Call the module once first, or pass the size when creating it.
        """
        missing = [name for name, array, trained in self._wr_entries() if trained and array is None]
        if missing:
            raise ValueError(f"{type(self).__name__}: the shape{'s' * (len(missing) > 1)} of "
                             f"{', '.join(missing[:4])}{' and more' if len(missing) > 4 else ''} "
                             f"{'are' if len(missing) > 1 else 'is'} not known before the first input; call the module on an "
                             "input first, or pass the size when creating it")
        return [array for _, array, trained in self._wr_entries() if trained]

    def named_buffers(self):
        """Return a list of (name, array) for the buffers: arrays that are saved but not trained."""
        return [(name, array) for name, array, trained in self._wr_entries() if not trained and array is not None]

    def buffers(self):
        """Return a list of the buffers: arrays that are saved but not trained."""
        return [array for _, array in self.named_buffers()]

    @property
    def num_parameters(self) -> int:
        """Return the total number of elements of all parameters."""
        return sum(array.size for _, array in self.named_parameters())

    # ---- Modes

    def train(self, mode: bool = True):
        """Set the module and its submodules to training mode or, with mode=False, to inference mode; return the module.

        The mode overrides the mode of the current context (see autograd.train_mode); train(None) makes the module
        follow the context again.
        """
        for module in self.modules():
            object.__setattr__(module, "_wr_training", None if mode is None else bool(mode))
        global _mode_changes
        _mode_changes += 1
        return self

    def eval(self):
        """Set the module and its submodules to inference mode, which overrides the mode of the context; return the
        module."""
        return self.train(False)

    @property
    def training(self) -> bool:
        """Whether the module would run in training mode if it were called now."""
        return _core.is_training() if self._wr_training is None else self._wr_training

    def checkpoint(self, on: bool = True):
        """Enable or disable checkpointing; return the module.

        A checkpointed module does not save intermediate results for the backward pass, which recomputes them with the
        same random numbers.  This saves memory at the cost of time.
        """
        global _mode_changes
        _mode_changes += 1
        object.__setattr__(self, "_wr_again", bool(on))
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Discard the gradients of all parameters.  set_to_none is accepted for compatibility and has no effect."""
        for _, array in self.named_parameters():
            if array.grad_mode != "null":
                array.grad = None

    def clear(self) -> None:
        """Recover from a failed batch or from weir.cancel_all().

        Restores parameters and buffers, such as running statistics, to their last valid values and discards gradients.
        Layers whose initialisation was cancelled are initialised again.  Blocks until this is done.
        """
        for module in self.modules():
            if (block := block_of(module)) is not None:
                block.clear()
                continue
            for _, part, trained in list(module._wr_parts()):
                if trained is not None:
                    part.clear_error()
                    if part.grad_mode != "null":
                        part.grad = None
                    part.wait()

    def compute_in(self, dtype):
        """Enable mixed precision: compute matrix products in `dtype`, such as weir.bfloat16; return the module.

        The dtype of the parameters does not change.  None disables mixed precision.
        """
        for module in self.modules():
            if block_of(module) is not None:
                module.compute_in(dtype)
        return self

    def astype(self, dtype):
        """Convert floating-point parameters and buffers to `dtype` in place; return the module.

        The arrays remain the same objects.  Create optimisers after the conversion.
        """
        dtype, ties = _core.asarray(0.0, dtype=dtype).dtype, self._wr_ties()
        modules = self.modules()
        for module in modules:
            if block_of(module) is not None:
                module._block.cast(dtype)
        for module in modules:  # arrays outside blocks; those that are in a block too have been cast above
            for _, part, trained in list(module._wr_outside()):
                if trained is not None and part.dtype.kind == "f" and part.dtype != dtype:
                    mode = part.grad_mode
                    _core.grad_refuse(part)
                    _core.show(part, Array.attach_grad(Array.detach(part).astype(dtype), mode))
        self._wr_tie(ties)
        return self

    def to(self, *args, device=None, dtype=None):
        """Move parameters, buffers and gradients to a device, convert them to a dtype, or both, in place; return the
        module: net.to("cpu:1"), net.to(weir.bfloat16), net.to("cpu:1", weir.bfloat16).

        The arrays remain the same objects.  Optimisers keep working after a move: their state follows at the next step.
        Create optimisers after a conversion to another dtype.  See astype, which converts floating-point arrays.
        """
        for given in args:
            device, dtype = _place_and_dtype(type(self).__name__, given, device, dtype)
        if dtype is not None:
            self.astype(dtype)
        if device is not None:
            self._wr_to_device(_core.Device(device))
        return self

    def _wr_to_device(self, device):
        modules, ties = list(self.modules()), self._wr_ties()
        for module in modules:
            if block_of(module) is not None:
                module._block.to_device(device)
                module._move_inputs(device)
        for module in modules:  # arrays outside blocks; those that are in a block too have been moved above
            for _, part, trained in list(module._wr_outside()):
                if trained is not None and _device_of(part) != device:
                    mode, grad = part.grad_mode, part.grad
                    _core.grad_refuse(part, True)
                    moved = Array.attach_grad(_core.asarray(Array.detach(part), device=device), mode)
                    if grad is not None:
                        _core.grad_move(part, moved, _core.asarray(Array.detach(grad), device=device))
                    _core.show(part, moved)
        self._wr_tie(ties)

    def _wr_ties(self):
        """Return a list with one entry for each array that several layers share: a list of the (layer name, parameter
        name) pairs under which the array is found."""
        found = {}
        for path, module in self.named_modules():
            block = block_of(module)
            for name, array, _, _ in block.entries() if block is not None else ():
                if array is not None and "." not in name:
                    found.setdefault(_core.identity(array), []).append((path, name))
        return [places for places in found.values() if len(places) > 1]

    def _wr_tie(self, ties):
        """Restore the sharing described by _wr_ties()."""
        layers = dict(self.named_modules()) if ties else {}
        for (path, name), *others in ties:
            for other, its in others:
                layers[other]._block.adopt(its, layers[path]._block.get(name))

    # ---- Values

    def state_dict(self) -> dict:
        """Return a dictionary of all parameters and buffers by name: the arrays themselves, not copies."""
        return {name: array for name, array, *_ in self._wr_places() if array is not None}

    def load_state_dict(self, state, strict: bool = True):
        """Copy values by name into the parameters and buffers; return a named tuple of the missing and the unexpected
        names.

        Missing or unexpected names raise ValueError unless strict is false; a wrong shape always does.  Like any write
        to a parameter, loading consumes its gradient.  Loading an array into itself writes nothing and keeps the
        gradient.
        """
        own = {name: place for name, *place in self._wr_places()}
        state = {name: _core.asarray(values) for name, values in state.items()}
        missing = [name for name, *_ in self._wr_entries() if name in own and name not in state]
        unexpected = [name for name in state if name not in own]
        if missing:  # an array with several names is not missing if it was saved under one of them
            there = {which for name, (*_, which) in own.items() if name in state}
            missing = [name for name in missing if own[name][-1] not in there]
        wrong = []
        for name, (array, *_) in own.items():
            values = state.get(name)
            if values is not None and array is not None and values.shape != array.shape:
                wrong.append(f"{name} has shape {values.shape}, but the module's array has shape {array.shape}")
            elif values is not None and array is not None and values.dtype.kind == "c" != array.dtype.kind:
                wrong.append(f"{name} is {values.dtype}, but the module's array is {array.dtype}")
        if wrong or strict and (missing or unexpected):
            lines = [f"missing: {', '.join(missing)}"] * (strict and bool(missing))
            lines += [f"unexpected: {', '.join(unexpected)}"] * (strict and bool(unexpected))
            raise ValueError(f"{type(self).__name__}.load_state_dict: " + "; ".join(lines + wrong))
        recording = _core.set_recording(False)
        try:
            # First load the parameters whose shape is not known yet, because they may still reject the values; all
            # others have been checked above.
            for name in sorted((n for n in own if n in state), key=lambda name: own[name][0] is not None):
                (array, put, _), values = own[name], state[name]
                put(values if array is None else _core.asarray(values, dtype=array.dtype, device=_device_of(array)))
        finally:
            _core.set_recording(recording)
        return _Loaded(missing, unexpected)

    def _wr_places(self, prefix="", around=()):
        """Yield (name, array or None, function that copies values into the array, identity of the array) for all
        parameters and buffers; an array with several names is yielded once for each name.

        `around` holds the modules that enclose this one, so that a module that contains itself is visited only once.
        """
        if any(self is module for module in around):
            return
        for name, part, trained in self._wr_parts():
            if trained is None:
                yield from part._wr_places(f"{prefix}{name}.", (*around, self))
            else:
                yield prefix + name, part, lambda values, part=part: part.__setitem__(..., values), _core.identity(part)

    def save(self, path) -> None:
        """Write all parameters and buffers to a safetensors file; an interrupted save leaves the old file unchanged."""
        _core.save_safetensors(path, self.state_dict())

    def load(self, path, strict: bool = True):
        """Load a safetensors file written by save or by PyTorch; return what load_state_dict returns."""
        import os

        if not os.path.exists(path):
            raise FileNotFoundError(f"{os.fspath(path)}: no such file")
        arrays, about = _core.load_safetensors(path)
        if "weir" in about:  # a file written by optim.save: skip the optimiser's state
            arrays = {name: a for name, a in arrays.items() if not name.startswith("optimizer.")}
        return self.load_state_dict(arrays, strict)

    def __deepcopy__(self, memo):
        import copy

        new = object.__new__(type(self))
        memo[id(self)] = new
        new.__dict__.update({key: copy.deepcopy(value, memo) for key, value in self.__dict__.items()})
        self._wr_attach_to(new)
        return new

    def __getstate__(self):
        return {**self.__dict__, "_modes": {n: p.grad_mode for n, p, t in self._wr_parts() if t}, "_tied": self._wr_ties()}

    def __setstate__(self, state):
        modes, ties = state.pop("_modes", {}), state.pop("_tied", ())
        self.__dict__.update(state)
        self._wr_attach(modes)
        self._wr_tie(ties)

    def _wr_attach_to(self, other):
        """Attach gradients to the parameters of `other`, a copy of this module, because copied arrays have no gradients
        attached."""
        other._wr_attach({name: part.grad_mode for name, part, trained in self._wr_parts() if trained})

    def _wr_attach(self, modes):
        for attribute, value in self._wr_held():
            for name, part in _items(attribute, value):
                if isinstance(part, Array) and modes.get(name, "null") != "null":
                    part.attach_grad(modes[name])

    # ---- Text

    def extra_repr(self) -> str:
        return ""

    def __repr__(self):
        if self.__dict__.get("_shown"):
            return f"{type(self).__name__}(...)"  # the module contains itself
        object.__setattr__(self, "_shown", True)
        try:
            lines = [f"  ({name}): " + repr(part).replace("\n", "\n  ") for name, part in self.named_children()]
        finally:
            object.__delattr__(self, "_shown")
        extra = self.extra_repr()
        if not lines:
            return f"{type(self).__name__}({extra})"
        return f"{type(self).__name__}({extra}\n" + "\n".join(lines) + "\n)"


# ---- Module paths for error messages


def _variables(frame):
    """Return a dictionary of a frame's local variables.

    Before Python 3.13 a function's frame caches the dictionary returned by f_locals, which keeps the values of the
    variables alive.  This function empties the cached dictionary, unless the program holds a reference to it too.
    """
    names = frame.f_locals
    found = dict(names)
    if type(names) is dict and frame.f_code.co_flags & _CO_OPTIMIZED and sys.getrefcount(names) <= 3:
        names.clear()
    return found


def _name_outside(module):
    """Return the name by which the caller refers to an outermost module: the name of a variable or of an attribute of
    self, or else the name of the module's class."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "weir":
        frame = frame.f_back
    if frame is not None:
        found = _variables(frame)
        for names in (found, getattr(found.get("self"), "__dict__", {}), frame.f_globals):
            for name, value in list(names.items()):
                if value is module and name != "self":
                    return name
    return type(module).__name__


def _path(outer, name):
    """Return the path of a submodule for messages: 'net' and 'blocks.2.attn' become 'net.blocks[2].attn'."""
    for part in name.split("."):
        outer += f"[{part}]" if part.isdigit() else f".{part}"
    return outer


def _label(net, module):
    """Set the path label of a module inside the outermost module `net`; for `net` itself, label all submodules too."""
    if net is module:
        outer = _name_outside(net)
        for name, part in net.named_modules():
            known = None if part is net else _core.module_path_of(part)
            if known is None or known[1]:
                path = _path(outer, name) if name else outer
                part.__dict__["_wr_path_label"] = _core.module_label(part, path, part is net)
        return
    known = _core.module_path_of(net)
    outer = known[0] if known is not None else type(net).__name__
    name = next((name for name, part in net.named_modules() if part is module), None)
    path = _path(outer, name) if name else _name_outside(module)
    module.__dict__["_wr_path_label"] = _core.module_label(module, path, False)


_core.set_labeller(_label)


class _Holder(Module):
    """Base class of the list and dictionary containers; `_inner` holds the modules or parameters."""

    _inner = ()

    def __len__(self):
        return len(self._inner)

    def __iter__(self):
        return iter(self._inner)

    def __contains__(self, item):
        return any(item is one for one in self._inner)

    def __delitem__(self, index):
        del self._inner[index]

    def forward(self, *inputs):
        raise NotImplementedError(f"{type(self).__name__} cannot be called; call the modules it contains")

    @classmethod
    def _check(cls, part):
        if not isinstance(part, Module):
            raise TypeError(f"{cls.__name__}: expected modules, not {type(part).__name__}")
        return part


class ModuleList(_Holder):
    """A list of modules.  A plain list of modules works as well, with the same parameter names."""

    def __init__(self, modules=()):
        self._inner = [self._check(module) for module in modules]

    def _wr_held(self):
        return [(str(i), part) for i, part in enumerate(self._inner)]

    def append(self, module):
        """Append a module; return the list."""
        self._inner.append(self._check(module))
        return self

    def extend(self, modules):
        """Append the modules of an iterable; return the list."""
        self._inner.extend(map(self._check, modules))
        return self

    def insert(self, index: int, module) -> None:
        """Insert a module before the given index."""
        self._inner.insert(index, self._check(module))

    def __getitem__(self, index):
        return type(self)(self._inner[index]) if isinstance(index, slice) else self._inner[index]

    def __setitem__(self, index, module):
        self._inner[index] = self._check(module)


class ModuleDict(_Holder):
    """A dictionary of modules by name."""

    def __init__(self, modules=()):
        self._inner = {}
        self.update(modules)

    def _wr_held(self):
        return list(self._inner.items())

    def update(self, modules) -> None:
        """Add modules from a dictionary or an iterable of (name, module) pairs."""
        for name, module in dict(modules).items():
            self[name] = module

    def keys(self):
        return self._inner.keys()

    def values(self):
        return self._inner.values()

    def items(self):
        return self._inner.items()

    def __contains__(self, name):
        return name in self._inner

    def __getitem__(self, name):
        return self._inner[name]

    def __setitem__(self, name, module):
        if not isinstance(name, str) or not name or "." in name:
            raise ValueError(f"{type(self).__name__}: a name must be a nonempty string without dots, not {name!r}")
        self._inner[name] = self._check(module)


class _Parameters:
    @classmethod
    def _check(cls, part):
        return part if isinstance(part, Array) and part.grad_mode != "null" else Parameter(part)


class ParameterList(_Parameters, ModuleList):
    """A list of parameters; values without a gradient attached are converted to Parameters."""


class ParameterDict(_Parameters, ModuleDict):
    """A dictionary of parameters by name; values without a gradient attached are converted to Parameters."""


def freeze(module: Module) -> Module:
    """Stop training the parameters of a module; return the module.  Frozen parameters are still saved."""
    _set_grad(module, "null")
    return module


def unfreeze(module: Module, mode: str = "step") -> Module:
    """Resume training the parameters of a module; return the module.

    mode is the gradient mode, as in attach_grad.  With "step", gradients accumulate until an optimiser's step, or any
    other write to the parameter, consumes them.  With "add", they accumulate until zero_grad, as in PyTorch.  With
    "write", each backward pass replaces them.
    """
    if mode not in ("step", "write", "add"):
        raise ValueError(f"unfreeze: mode must be 'step', 'add' or 'write', not {mode!r}")
    _set_grad(module, mode)
    return module


def _set_grad(module, mode):
    for inner in module.modules():
        block = block_of(inner)
        if block is not None:
            block.set_grad(_GRADS.index(mode))
            continue
        frozen = inner.__dict__.setdefault("_wr_frozen", set())
        for name, part, trained in list(inner._wr_parts()):
            if trained:
                _core.parameter(part).attach_grad(mode)
                (frozen.add if mode == "null" else frozen.discard)(name)


def summary(module: Module, *inputs) -> str:
    """Return, as text, a table of a module's submodules: name, kind, output shape and number of parameters.

    An input is an array, or a shape, which stands for an array of the default dtype; forward runs once on the inputs in
    inference mode.  Without inputs, the output shapes are omitted.
    """
    global _watching
    shapes = {}
    if inputs:
        arrays = [x if isinstance(x, Array) else _core.ops["zeros"](tuple(x)) for x in inputs]
        recording, training = _core.set_recording(False), _core.set_training(False)
        _watching = []
        try:
            module(*arrays)
            for part, result in _watching:
                first = result[0] if isinstance(result, (tuple, list)) else result
                shapes[id(part)] = str(first.shape) if isinstance(first, Array) else ""
        finally:
            _watching = None
            _core.set_recording(recording)
            _core.set_training(training)
    from weir._async import _table

    rows = []
    for name, part in module.named_modules():
        inner = part.named_children()
        own = part.num_parameters if not inner else sum(
            a.size for n, a, t in part._wr_parts() if t and isinstance(a, Array))
        rows.append((name or type(module).__name__, type(part).__name__, shapes.get(id(part), ""),
                     f"{own:,}" if own else ""))
    frozen = sum(a.size for _, a in module.named_parameters() if a.grad_mode == "null")
    total = module.num_parameters
    table = _table(("name", "kind", "output", "parameters"), rows, "<<<>")
    width = max(len(line) for line in table.splitlines())
    return f"{table}\n{'-' * width}\n{total:,} parameter{'s' * (total != 1)}" + (
        f", {frozen:,} of them frozen" if frozen else "")
