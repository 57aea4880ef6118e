"""Modules as in PyTorch and Paddle, implemented for both with weir.nn.

A dialect provides its tensor and parameter classes; its layers are classes that wrap the library's blocks.
"""
from collections import OrderedDict, namedtuple
from collections.abc import Mapping

import weir
from weir import _core, nn
from weir._core import Array
from weir.dialects import _module_hooks
from weir.dialects._layer_parts import Holding
from weir.dialects._tensor_class import Mistake, as_kind, keep, op, own_kind, quietly
from weir.nn import _module
from weir.nn._layers import _restore, layers
from weir.nn._module import block_of


class _Modules(dict):
    """The value of Module._modules: a dictionary whose new items also become attributes of the module."""

    def __init__(self, owner):
        super().__init__(owner.named_children())
        self._owner = owner

    def __setitem__(self, name, module):
        super().__setitem__(name, module)
        self._owner.add_module(name if isinstance(name, str) else str(len(self) - 1), module)


class _Parameters(dict):
    """The value of Module._parameters: a dictionary whose new items also become attributes of the module."""

    def __init__(self, owner):
        super().__init__(owner.named_parameters(recurse=False))
        self._owner = owner

    def __setitem__(self, name, parameter):
        super().__setitem__(name, parameter)
        self._owner.register_parameter(name, parameter)


class UninitializedParameter:
    """A parameter whose shape is inferred from the first input.  Until the shape is known, in-place initialisers have
    no effect, and .grad is None."""

    def __init__(self, name, find=None):
        self._name, self._find = name, find

    grad, requires_grad = None, True

    def _array(self):
        """Return the parameter, or None if its shape is still not known."""
        return None if self._find is None else self._find()

    data = property(lambda self: self)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name.endswith("_"):
            return lambda *args, **kwargs: self
        raise Mistake(f"{self._name} has no {name} yet, because its shape depends on the first input; call the network "
                      "on an input first")

    def __repr__(self):
        return "<UninitializedParameter>"


class Listed(list):
    """A list that is an iterator, too: PyTorch's modules return iterators, of which programs take the next element."""

    def __next__(self):
        if "_left" not in self.__dict__:
            self._left = iter(self)
        return next(self._left)


class Loaded(namedtuple("_IncompatibleKeys", "missing_keys unexpected_keys")):
    """What load_state_dict returns."""

    __slots__ = ()

    def __repr__(self):
        return "<All keys matched successfully>" if not any(self) else super().__repr__()

    __str__ = __repr__


class Torchlike(nn.Module):
    """Base class of PyTorch's Module and Paddle's Layer."""

    _wr_tensor = _wr_parameter = None  # the tensor and parameter classes of the dialect

    def __setattr__(self, name, value):
        old = self.__dict__.get(name)
        if old is not None and value is not None and isinstance(old, (Array, nn.Module)):
            self._wr_check(name, old, value)
        super().__setattr__(name, value)

    def _wr_check(self, name, old, value):
        """Raise an error if a value would replace a parameter, module or buffer by something else, which would not be trained or
        saved any more."""
        if isinstance(old, nn.Module):
            kind, right = "module", isinstance(value, nn.Module)
        elif isinstance(old, self._wr_parameter):
            kind, right = "parameter", isinstance(value, self._wr_parameter)
        else:
            kind, right = "buffer", isinstance(value, Array) or name not in self.__dict__.get("_buffers", ())
        if not right:
            raise TypeError(f"{type(self).__name__}.{name} is a {kind}, and cannot become a {type(value).__name__}; assign a {kind}, "
                            f"write into it, or remove it first (del module.{name})")

    def __repr__(self):
        text, extra = nn.Module.__repr__(self), self.extra_repr()
        first = f"({extra}\n"  # PyTorch and Paddle print the settings of a module with children on lines of their own
        return text.replace(first, "(\n  " + extra.replace("\n", "\n  ") + "\n", 1) if extra and first in text else text

    @property
    def _modules(self):
        return _Modules(self)

    @property
    def _parameters(self):
        return _Parameters(self)

    def _wr_as(self, array, trained):
        """Convert a plain array to the dialect's parameter class if the array is trained, otherwise to the dialect's
        tensor class; return other values unchanged."""
        if array is None or type(array) is not Array:
            return array
        return own_kind(self._wr_parameter if trained else self._wr_tensor, array)

    def _wr_parts(self):
        if block_of(self) is not None or isinstance(self, nn.Sequential):
            for name, part, trained in super()._wr_parts():
                yield name, part if trained is None else self._wr_as(part, trained), trained
            return
        parts = list(self.__dict__.items())
        yield from ((name, part, True) for name, part in parts if isinstance(part, self._wr_parameter))
        buffers = self.__dict__.get("_buffers", ())
        yield from ((name, part, False) for name, part in parts if name in buffers and isinstance(part, Array))
        yield from ((name, part, None) for name, part in parts if isinstance(part, nn.Module))

    def _wr_entries(self, prefix="", seen=None):
        for name, array, trained in super()._wr_entries(prefix, seen):
            yield name, self._wr_as(array, trained), trained

    def _wr_places(self, prefix="", around=()):
        hidden = {prefix + name for name in self.__dict__.get("_wr_transient", ())}  # buffers that are not saved
        return (place for place in super()._wr_places(prefix, around) if place[0] not in hidden)

    def _wr_named(self, wanted, prefix, recurse, remove_duplicate):
        """Return the names and arrays of the parameters (wanted is True) or buffers (False)."""
        dot = f"{prefix}." if prefix else ""
        if not recurse:
            return Listed((dot + name, part) for name, part, trained in self._wr_parts() if trained is wanted)
        if not remove_duplicate:
            return Listed((dot + name + (name and ".") + inner, array) for name, module in self._wr_all_modules()
                          for inner, array in module._wr_named(wanted, "", False, True))
        return Listed((dot + name, self._wr_awaited(name) if array is None else array) for name, array, trained in self._wr_entries()
                      if trained is wanted)

    def _wr_all_modules(self, prefix="", around=()):
        """Yield (name, module) for the module and all modules inside; one that occurs several times is yielded each time."""
        if any(self is module for module in around):
            return
        yield prefix, self
        for name, part in self.named_children():
            yield from part._wr_all_modules(f"{prefix}.{name}" if prefix else name, (*around, self))

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._wr_named(True, prefix, recurse, remove_duplicate)

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return Listed((name, array) for name, array in self._wr_named(False, prefix, recurse, remove_duplicate)
                      if isinstance(array, Array))

    def buffers(self, recurse=True):
        return Listed(array for _, array in self.named_buffers(recurse=recurse))

    def children(self):
        return Listed(super().children())

    def named_children(self):
        return Listed(super().named_children())

    def modules(self, remove_duplicate=True):
        return Listed(module for _, module in self.named_modules(remove_duplicate=remove_duplicate))

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if isinstance(memo, str):
            memo, prefix = None, memo
        if not remove_duplicate:
            return Listed(self._wr_all_modules(prefix))
        return Listed((name, module) for name, module in super().named_modules(prefix)
                      if memo is None or not any(module is known for known in memo))

    def _wr_awaited(self, name):
        """Return a placeholder for a parameter whose shape is not known, which can find it later."""
        return UninitializedParameter(name, lambda: next(
            (array for other, array, _ in self._wr_entries() if other == name), None))

    def parameters(self, recurse=True):
        if not recurse:
            return iter([part for _, part, trained in self._wr_parts() if trained])
        if any(trained and array is None for _, array, trained in self._wr_entries()):
            return iter([part for _, part in self.named_parameters()])
        return iter(super().parameters())

    def add_module(self, name, module):
        """Add a submodule by name."""
        if isinstance(self, nn.Sequential):
            self._inner[name] = module
            self._ready()
        else:
            setattr(self, name, module)

    register_module = add_module

    def register_parameter(self, name, parameter):
        setattr(self, name, parameter)

    def register_buffer(self, name, tensor, persistent=True):
        """Set an attribute to a tensor that is not trained.  It is moved and cast with the module and, unless persistent is
        false, saved with it."""
        if not isinstance(name, str) or "." in name or not name:
            raise KeyError(f"register_buffer: {name!r} cannot be the name of a buffer")
        if tensor is not None and not isinstance(tensor, Array):
            raise TypeError(f"register_buffer: {name} must be a tensor or None, not {type(tensor).__name__}")
        if hasattr(self, name) and name not in self.__dict__.get("_buffers", ()):
            raise KeyError(f"register_buffer: the module has another attribute {name!r} already")
        super().register_buffer(name, tensor)
        hidden = self.__dict__.setdefault("_wr_transient", set())
        (hidden.discard if persistent else hidden.add)(name)

    def _wr_get(self, what, found, target):
        found = dict(found)
        if target not in found:
            raise AttributeError(f"{type(self).__name__} has no {what} {target!r}")
        return found[target]

    def get_parameter(self, target):
        return self._wr_get("parameter", self.named_parameters(remove_duplicate=False), target)

    def get_buffer(self, target):
        return self._wr_get("buffer", self.named_buffers(remove_duplicate=False), target)

    def get_submodule(self, target):
        return self._wr_get("submodule", self.named_modules(remove_duplicate=False), target) if target else self

    def train(self, mode=True):
        """Set training mode (or inference mode, if mode is false) on the module and its submodules; return self."""
        for module in self.modules():
            object.__setattr__(module, "_wr_training", bool(mode))
        return self

    def eval(self):
        return self.train(False)

    @property
    def training(self):
        return True if self._wr_training is None else self._wr_training

    @training.setter
    def training(self, mode):
        object.__setattr__(self, "_wr_training", bool(mode))

    def zero_grad(self, set_to_none=True):
        if set_to_none:
            super().zero_grad()
            return
        for _, p in self.named_parameters():
            if isinstance(p, Array) and p.grad is not None:
                keep(p.grad, 0)

    def requires_grad_(self, requires_grad=True):
        for p in self.parameters():
            p.requires_grad = requires_grad
        return self

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        """Return a dictionary of all parameters and persistent buffers by name; one with several names is there under each."""
        out = OrderedDict() if destination is None else destination
        own = {_core.identity(array): array for _, array, _ in self._wr_entries() if array is not None} if keep_vars else {}
        for name, array, *_ in self._wr_places(prefix):
            if array is not None:
                out[name] = own[_core.identity(array)] if keep_vars else as_kind(self._wr_tensor, Array.detach(array))
        return out

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copy values by name into the parameters and buffers; return a named tuple of the missing and the unexpected keys,
        which raise an error unless strict is false."""
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"load_state_dict: expected a dictionary, not {type(state_dict).__name__}")
        own = {name: array for name, array, *_ in self._wr_places()}
        missing, unexpected = [name for name in own if name not in state_dict], [name for name in state_dict if name not in own]
        wrong = []
        for kind, names in (("missing", missing), ("unexpected", unexpected)):
            if names and strict:
                wrong.append(f"{kind} key{'s' * (len(names) > 1)}: {', '.join(map(repr, names))}")
        given = {name: state_dict[name] for name in own if name in state_dict}
        for name, values in given.items():
            if own[name] is not None and tuple(values.shape) != tuple(own[name].shape):
                wrong.append(f"size mismatch for {name}: {tuple(values.shape)} in the dictionary, {tuple(own[name].shape)} in the "
                             "module")
            elif assign and own[name] is not None and values.dtype != own[name].dtype:
                raise NotImplementedError(f"load_state_dict: assign=True with another dtype ({values.dtype} for {name}, which is "
                                          f"{own[name].dtype}) is not supported; convert the module first")
        if wrong:
            raise Mistake(f"{type(self).__name__}.load_state_dict: " + "; ".join(wrong))
        try:
            super().load_state_dict(given, False)
        except ValueError as error:
            raise Mistake(str(error)) from None
        return Loaded(missing, unexpected)

    def cuda(self, device=None):
        return self.to("cuda" if device is None else device)

    def cpu(self):
        return self.to("cpu")

    def _wr_cast(self, dtype):
        """Convert parameters, buffers and existing gradients as astype does; return the module."""
        grads = [(p, p.grad) for _, p in self.named_parameters() if p.grad is not None and p.dtype != dtype]
        self.astype(dtype)
        for p, grad in grads:
            if p.grad_mode != "null":
                p.grad = quietly(lambda grad=grad: op["astype"](grad, dtype))
        return self

    def _wr_moved(self, device, dtype):
        """Convert as _wr_cast does, unless the dtype is None, and move to a device, unless that is None; return the
        module."""
        if dtype is not None:
            self._wr_cast(dtype)
        if device is not None:
            self._wr_to_device(device)
        return self

    def float(self):
        return self._wr_cast(weir.float32)

    def double(self):
        return self._wr_cast(weir.float64)

    def half(self):
        return self._wr_cast(weir.float16)

    def bfloat16(self):
        return self._wr_cast(weir.bfloat16)

    def to(self, *args, **kwargs):
        raise NotImplementedError

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Call hook(module, inputs, result) after each call; what it returns, unless None, replaces the result."""
        return _module_hooks.add(self, "post", hook, prepend, with_kwargs=with_kwargs)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Call hook(module, inputs) before each call; what it returns, unless None, replaces the inputs."""
        return _module_hooks.add(self, "pre", hook, prepend, with_kwargs=with_kwargs)

    def register_full_backward_hook(self, hook, prepend=False):
        """Call hook(module, gradients of the inputs, gradients of the results) in each backward pass; what it returns,
        unless None, replaces the gradients of the inputs."""
        return _module_hooks.add(self, "back", hook, prepend)

    register_backward_hook = register_full_backward_hook


# Accepted values of some of the ignored arguments (`dropped`); arguments not listed here accept any value.
_MEANT = {"padding_mode": (None, "zeros"), "data_format": (None, "NCHW", "NCL", "NCDHW", "NC")}


def reset_parameters(layer):
    """Draw the parameters of a layer again, as its constructor does; buffers get their first values."""
    block = block_of(layer)
    if block is None:
        raise NotImplementedError(f"{type(layer).__name__}.reset_parameters: a layer with computed parameters cannot draw them again; "
                                  "create a new layer")
    new = _core.Block(block.kind, block.attrs)
    for name, array in layer._arrays().items():
        keep(array, new.get(name))


def layers_of(module, dropped=frozenset(), arguments=None, others=None, describe=None, resets=()):
    """Return a dictionary of Weir's layers as classes of a dialect.

    module      the dialect's base class of modules
    dropped     arguments that have no effect and are ignored
    arguments   function that converts the framework's arguments, see _torch_layers.Arguments
    others      maps a layer's name to a function that takes Weir's class and returns the class to derive from instead
    describe    returns the arguments in a layer's repr; None: a layer prints as Weir's
    resets      the starts of the names of layers that have reset_parameters
    """
    table, others = {}, others or {}
    words = {"input": "x", "input1": "x1", "input2": "x2"}

    class Its(Holding, module):
        """One of Weir's layers as a class of the dialect."""
        def __getattr__(self, name):
            held = self.__dict__.get("_wr_extras")
            if held is not None and name in held.__dict__:
                return held.__dict__[name]
            given = self.__dict__.get("_given", ())
            if name in given:
                return given[name]
            value = super().__getattr__(name)
            if value is None and any(entry == name for entry, *_ in self._block.entries()):
                def find():
                    found = getattr(self, name)
                    return found if isinstance(found, Array) else None

                return UninitializedParameter(f"{type(self).__name__}.{name}", find)
            if type(value) is Array:
                trained = any(entry == name and t for entry, _, t, _ in self._block.entries())
                return self._wr_as(value, trained)
            return value

        def __setattr__(self, name, value):
            block = block_of(self)
            if self._wr_holds(name, value):
                setattr(self._wr_holder(), name, value)
            elif name.startswith("_") or block is None or name not in block.attrs or any(name == entry for entry, *_ in block.entries()):
                super().__setattr__(name, value)
            else:
                self._set_setting(name, value)

        def _set_setting(self, name, value):
            """Change a setting of the layer, such as the momentum of a BatchNorm: its parameters go to a block with that setting."""
            block = self._block
            arrays = self._arrays()
            if self.__dict__.get("_wr_inside") or block.children() or not arrays and self._modes():
                raise AttributeError(f"{type(self).__name__}: {name} is fixed when the layer is created; create a new layer")
            new = _core.Stream(0).draw(_core.Block, block.kind, {**block.attrs, name: value})  # the default stream does not advance
            if {entry: array.shape for entry, array, *_ in new.entries() if array is not None} != {
                    entry: Array.shape.__get__(array) for entry, array in arrays.items()}:
                raise AttributeError(f"{type(self).__name__}: another {name} needs parameters of other shapes; create a new layer")
            floats = [array.dtype for array in arrays.values() if array.dtype.kind == "f"]
            if floats:
                new.cast(floats[0])
            new.set_compute(self._wr_computes)
            for entry, array in arrays.items():
                new.adopt(entry, array)
            self.__dict__["_block"] = new
            self.__dict__["_wr_hooked"] = True  # a Sequential that runs as one block has the old one: it runs layer by layer again
            if name in (given := self.__dict__.get("_given", {})):
                given[name] = value
            _module._mode_changes += 1

        def _children(self):
            """Return the submodules by name, as instances of the dialect's classes, so that isinstance works."""
            made = self.__dict__.get("_made")
            if made is None:
                made = self.__dict__["_made"] = {}
                for name, block in self._block.children():
                    made[name] = object.__new__(table[block.kind])
                    made[name].__dict__.update(_block=block, _wr_inside=True)
            return made

        @property
        def _flat_weights_names(self):
            return [name for name, _, trained, _ in self._block.entries() if trained]

        def _in_place(self, inputs, named):
            return super()._in_place(inputs, {words.get(name, name): value for name, value in named.items()})

        def __repr__(self):
            return super().__repr__() if describe is None else Torchlike.__repr__(self).replace(
                *getattr(type(self), "_printed", ("", "")))

        def extra_repr(self):
            return describe(self) if describe is not None else ""

        def __deepcopy__(self, memo):
            new = super().__deepcopy__(memo)
            if not self._modes():  # the parameters' shapes are not known yet
                new._block.set_grad(2)  # gradient mode "add": accumulate gradients
            return new

        def __reduce__(self):
            return _wr_again, super().__reduce__()[1]

    Its._wr_holder_class = module

    def make(name, base):
        names = {a[0] for a in base._kind["attrs"]} if base._kind else set()

        def __init__(self, *args, **kwargs):
            for extra in dropped & kwargs.keys() - names:
                value = kwargs.pop(extra)
                if value not in _MEANT.get(extra, (value,)):
                    raise NotImplementedError(f"{name}: {extra}={value!r} is not supported; use "
                                              f"{' or '.join(repr(v) for v in _MEANT[extra] if v is not None)}")
            quietly(lambda: base.__init__(self, *args, **kwargs))
            self._block.set_grad(2)  # gradient mode "add": accumulate gradients

        def as_framework(self, *args, **kwargs):
            given = arguments(name, [a[0] for a in base._kind["attrs"]], optional, args, kwargs)
            quietly(lambda: base.__init__(self, **given.ours))
            self._block.set_grad(2)
            if given.inplace:
                self.__dict__["_wr_inplace"] = True
            if given.shown or given.more:
                self.__dict__["_given"] = given.shown | given.more
            if given.more:
                self.__dict__["_wr_apart"] = True
            if given.dtype is not None:
                self._block.cast(given.dtype)
            if given.device is not None:
                self._wr_to_device(given.device)
            if getattr(type(self), "reset_parameters", reset_parameters) is not reset_parameters:
                self.reset_parameters()  # a program's own, which the framework's constructor calls, too

        optional = [n[:-1] for n in base._kind["inputs"].split(", ") if n.endswith("?")] if base._kind else []
        doc, base = base.__doc__, others[name](base) if name in others else base
        if arguments is not None and base._kind and "__init__" not in vars(base):
            __init__ = as_framework
        members = {"__init__": __init__, "__doc__": doc, "__module__": module.__module__}
        if name.startswith(resets):
            members["reset_parameters"] = reset_parameters
        return type(name, (Its, base), members)

    table.update({name: make(name, base) for name, base in layers().items() if name != "Sequential"})
    return dict(table)


def _wr_again(cls, text, arrays, rest, modes):
    """Return a layer restored from a pickle."""
    layer = _restore(cls, text, arrays, rest, modes)
    if not modes:  # the parameters' shapes are not known yet
        layer._block.set_grad(2)  # gradient mode "add": accumulate gradients
    return layer
