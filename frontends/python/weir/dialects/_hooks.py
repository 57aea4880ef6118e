"""Hooks on tensors, and retained gradients of non-leaf tensors, as in PyTorch and Paddle.

The C library stores gradients only in leaves.  If non-leaf tensors have hooks or retain their gradients, backward first
computes these gradients in an additional backward pass.  The new gradient of a leaf is passed to the leaf's hooks
before it is accumulated.  A hook on a non-leaf tensor can only observe the gradient: to replace the gradient, the hook
would have to be part of the graph, as a Function is.
"""
import weakref

from weir import _core
from weir._core import Array
from weir.dialects._tensor_class import Mistake, op, quietly

_kept = {}  # maps the id of a tensor to its _Hooks
_grad = Array.grad.__get__
_set_grad = Array.grad.__set__


class _Hooks:
    def __init__(self, tensor):
        self.calls, self.retains, self.grad, self.leaf = [], False, None, tensor.grad_mode != "null"
        key = id(tensor)
        # The hooks of a leaf keep the leaf alive: several objects may refer to the same leaf, and the program may drop
        # the object on which a hook was registered.
        self.tensor = (lambda: tensor) if self.leaf else weakref.ref(tensor, lambda _: _kept.pop(key, None))


def _of(tensor):
    if not tensor.followed:
        raise Mistake("register_hook, retain_grad: the tensor does not require grad, so it has no gradient")
    if id(tensor) not in _kept:
        _kept[id(tensor)] = _Hooks(tensor)
    return _kept[id(tensor)]


class Handle:
    """The handle that register_hook returns; its method remove removes the hook."""

    def __init__(self, hooks, hook):
        self._hooks, self._hook = hooks, hook

    def remove(self):
        """Remove the hook; return True, as in Paddle."""
        if self._hook in self._hooks.calls:
            self._hooks.calls.remove(self._hook)
        if not self._hooks.calls and not self._hooks.retains:
            tensor = self._hooks.tensor()
            _kept.pop(id(tensor), None)
        return True


def register_hook(self, hook):
    """Call hook(gradient) in each backward pass that computes this tensor's gradient; return a Handle.

    A hook on a leaf may return a new gradient.
    """
    hooks = _of(self)
    hooks.calls.append(hook)
    return Handle(hooks, hook)


def retain_grad(self):
    """Store the gradient of a non-leaf tensor in .grad during backward()."""
    if self.grad_mode == "null":
        _of(self).retains = True


def get_grad(self):
    """Return the gradient of a leaf, or of a non-leaf tensor that retains its gradient; otherwise None."""
    if _kept and self.grad_mode == "null" and id(self) in _kept:
        return _kept[id(self)].grad
    return _grad(self)


def set_grad(self, value):
    if _kept and self.grad_mode == "null" and id(self) in _kept:
        _kept[id(self)].grad = value
    else:
        _set_grad(self, value)


def backward(heads, head_grads, retain_graph, create_graph):
    """Compute the gradients of the heads with respect to the leaves, accumulate them in .grad, and call the hooks."""
    if not _kept:
        return _core.backward(heads, head_grads, retain_graph, create_graph)
    hooks = [(h, t) for h, t in [(h, h.tensor()) for h in _kept.values()] if t is not None]
    _look(heads, head_grads, create_graph, [(h, t) for h, t in hooks if not h.leaf])
    leaves = [(h, t, _grad(t)) for h, t in hooks if h.leaf and t.grad_mode != "null"]
    for _, tensor, _ in leaves:
        _set_grad(tensor, None)
    try:
        _core.backward(heads, head_grads, retain_graph, create_graph)
    finally:
        for hooks, tensor, before in leaves:
            _add(hooks, tensor, before)


def _look(heads, head_grads, create_graph, computed):
    """Call the hooks on the non-leaf tensors in `computed`, and store the gradients that these tensors retain."""
    if not computed:
        return
    found = _core.grad(heads, [t for _, t in computed], head_grads, True, create_graph)
    for (hooks, tensor), gradient in zip(computed, found):
        if gradient is None:
            continue
        for call in list(hooks.calls):
            given = call(gradient)
            if given is not None and given is not gradient:
                raise NotImplementedError(
                    "register_hook: a hook on a non-leaf tensor returned a new gradient, which is not supported; use "
                    "a torch.autograd.Function (paddle.autograd.PyLayer) whose backward returns it, or register the "
                    "hook on the parameters")
        if hooks.retains:
            hooks.grad = gradient if hooks.grad is None else quietly(lambda: op["add"](hooks.grad, gradient))


def _add(hooks, tensor, before):
    """Pass a leaf's new gradient to its hooks, then add the result to the previous gradient `before`."""
    gradient = _grad(tensor)
    if gradient is not None:
        for call in list(hooks.calls):
            given = call(gradient)
            gradient = gradient if given is None else given
        if before is not None:
            gradient = quietly(lambda: op["add"](before, gradient))
    _set_grad(tensor, before if gradient is None else gradient)


def forget(tensor):
    """Remove the hooks and the retained gradient of a tensor."""
    _kept.pop(id(tensor), None)


def clear():
    """Forget the retained gradients of earlier backward passes, for frameworks that overwrite them."""
    for hooks in _kept.values():
        if hooks.retains:
            hooks.grad = None


def set_aside(tensor, gradient):
    """Give a tensor that cannot have a gradient, because it has integers, one that backward passes leave alone."""
    hooks = _kept[id(tensor)] = _Hooks(tensor)
    hooks.leaf, hooks.grad = True, gradient
