"""Hooks on modules, as in PyTorch: functions that are called before and after forward, and with gradients.

A module with hooks gets a class of its own, derived from its class, whose __call__ calls the hooks.  Modules without
hooks pay nothing.  The class is derived, so isinstance holds, and it has the same name.  A layer with hooks is called
by itself: a Sequential that runs as one block is run layer by layer again (Module._wr_hooked).

The layers inside a layer, such as linear1 of a TransformerEncoderLayer, are not called one by one, so their hooks are
refused.
"""
from collections import OrderedDict

from weir import autograd
from weir._core import Array
from weir.dialects._tensor_class import as_kind
from weir.nn import _module

_classes = {}  # maps a class to the class of its modules with hooks


class Handle:
    """What a registration returns; its method remove removes the hook.  It is a context manager that does so at its
    end."""

    _count = 0

    def __init__(self, hooks):
        Handle._count += 1
        self.id, self._hooks = Handle._count, hooks

    def remove(self):
        self._hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


def add(module, kind, hook, prepend=False, **settings):
    """Add a hook to a module: kind is "pre", "post" or "back"; return its Handle."""
    if module.__dict__.get("_wr_inside"):
        raise NotImplementedError(f"{type(module).__name__}: hooks on the layers inside a built-in layer are not supported, "
                                  "because it runs as one operation; register the hook on the outer layer")
    if not getattr(type(module), "_calls_hooks", False):
        module.__class__ = _classes.get(type(module)) or _classes.setdefault(type(module), _with_hooks(type(module)))
        module.__dict__["_wr_hooked"] = True
        _module._mode_changes += 1  # Sequentials look at their modules again
    hooks = module.__dict__.setdefault("_wr_hooks", {}).setdefault(kind, OrderedDict())
    handle = Handle(hooks)
    hooks[handle.id] = hook, settings
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _with_hooks(cls):
    def __call__(self, *inputs, **named):
        hooks = self.__dict__.get("_wr_hooks", {})
        for hook, settings in list(hooks.get("pre", {}).values()):
            if settings.get("with_kwargs"):
                given = hook(self, inputs, named)
                inputs, named = (inputs, named) if given is None else given
            else:
                given = hook(self, inputs)
                inputs = inputs if given is None else given if isinstance(given, tuple) else (given,)
        back = [hook for hook, _ in hooks.get("back", {}).values()]
        if back:
            inputs, watch = _watched(self, back, inputs)
        y = cls.__call__(self, *inputs, **named)
        for hook, settings in list(hooks.get("post", {}).values()):
            given = hook(self, inputs, named, y) if settings.get("with_kwargs") else hook(self, inputs, y)
            y = y if given is None else given
        return watch(y) if back else y

    def __reduce_ex__(self, protocol):
        """A pickle has no hooks: they are mostly functions that pickle cannot find."""
        self.__class__, hooks = cls, self.__dict__.pop("_wr_hooks", None)
        hooked = self.__dict__.pop("_wr_hooked", None)
        try:
            return self.__reduce_ex__(protocol)
        finally:
            self.__class__ = hooked_class
            self.__dict__.update(_wr_hooks=hooks, _wr_hooked=hooked)

    def __deepcopy__(self, memo):
        new = cls.__deepcopy__(self, memo)
        new.__dict__.update(_wr_hooked=True, _wr_hooks={kind: hooks.copy() for kind, hooks in self.__dict__["_wr_hooks"].items()})
        return new

    hooked_class = type(cls.__name__, (cls,), {
        "__call__": __call__, "__reduce_ex__": __reduce_ex__, "__deepcopy__": __deepcopy__, "_calls_hooks": True, "__module__": cls.__module__,
        "__qualname__": cls.__qualname__, "__doc__": cls.__doc__})
    return hooked_class


def _watched(module, hooks, inputs):
    """Return the inputs, and a function of the results, so that both pass their gradients to the hooks.

    The hooks are called when the gradients of the inputs are known; if no input has a gradient, when those of the
    results are.
    """
    places = [i for i, x in enumerate(inputs) if isinstance(x, Array) and x.followed]
    seen = []

    def call(grads):
        given = [None] * len(inputs)
        for i, g in zip(places, grads):
            given[i] = g
        given = tuple(given)
        for hook in hooks:
            new = hook(module, given, seen[-1] if seen else ())
            given = given if new is None else new if isinstance(new, tuple) else (new,)
        return tuple(given[i] for i in places)

    if places:
        kinds = [type(inputs[i]) for i in places]
        marked = _marked(*(inputs[i] for i in places), back=lambda *grads: call(_as(kinds, grads)))
        inputs = list(inputs)
        for i, x in zip(places, marked):
            inputs[i] = x

    def watch(y):
        parts = y if isinstance(y, tuple) else (y,)
        at = [i for i, x in enumerate(parts) if isinstance(x, Array) and x.followed]
        if not at:
            return y
        kinds = [type(parts[i]) for i in at]

        def back(*grads):
            seen.append(_as(kinds, grads))
            if not places:
                call(())
            return grads

        marked = _marked(*(parts[i] for i in at), back=back)
        parts = list(parts)
        for i, x in zip(at, marked):
            parts[i] = x
        return tuple(parts) if isinstance(y, tuple) else parts[0]

    return tuple(inputs), watch


def _as(kinds, grads):
    return tuple(as_kind(kind if kind.__mro__[1] is Array else kind.__mro__[1], g) for kind, g in zip(kinds, grads))


def _marked(*arrays, back):
    """Return the arrays unchanged, but with a function `back` that their gradients pass through."""
    class Mark(autograd.Function):
        @staticmethod
        def forward(ctx, *xs):
            return tuple(as_kind(type(x), x.detach()) for x in xs)

        @staticmethod
        def backward(ctx, *grads):
            return back(*grads)

    return tuple(as_kind(type(x), y) if type(y) is Array else y for x, y in zip(arrays, Mark.apply(*arrays)))
