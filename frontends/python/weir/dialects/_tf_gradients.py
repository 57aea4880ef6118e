"""GradientTape, custom gradients and tf.function."""
import threading
import weakref

import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects._tensor_class import Mistake, op
from weir.dialects._tf_tensor import Variable, as_tensor, made

_shape = Array.shape.__get__

class UnconnectedGradients:
    """What GradientTape.gradient returns for a source that the target does not depend on."""

    NONE, ZERO = "none", "zero"


class IndexedSlices:
    """Rows of a tensor at indices."""

    def __init__(self, values, indices, dense_shape=None):
        self.values, self.indices, self.dense_shape = as_tensor(values), as_tensor(indices), dense_shape


_tapes = threading.local()  # active: the tapes that record, the innermost last


class GradientTape:
    """A context manager that records operations on variables and on watched tensors."""

    def __init__(self, persistent=False, watch_accessed_variables=True):
        self._persistent, self._last, self._used = persistent, [], False
        self._accessed, self._watched = watch_accessed_variables, {}
        self._beside = weakref.WeakSet()  # tapes that record some of the same operations

    def __enter__(self):
        active = _tapes.__dict__.setdefault("active", [])
        for other in active:
            if other is not self:
                other._beside.add(self)
                self._beside.add(other)
        active.append(self)
        self._last.append(_core.set_recording(True))
        return self

    def __exit__(self, *error):
        _tapes.active.remove(self)
        _core.set_recording(self._last.pop())

    def _keeps(self):
        """Return whether operations must stay recorded after a gradient: for this tape, or for another one that may be asked."""
        return self._persistent or bool(self._last) or any(not t._used or t._persistent for t in self._beside)

    def watch(self, tensor):
        for x in tensor if isinstance(tensor, (list, tuple)) else [tensor]:
            if not x.followed:
                x.attach_grad("write")
            self._watched[id(x)] = x

    def watched_variables(self):
        return tuple(x for x in self._watched.values() if isinstance(x, Variable))

    def _is_seen(self, x):
        """Return whether x is the result of an operation, or a leaf that this tape watches."""
        return x.grad_mode == "null" or id(x) in self._watched or self._accessed and isinstance(x, Variable)

    def stop_recording(self):
        return autograd._Modes(False, None)

    def reset(self):
        self._used = False

    def gradient(self, target, sources, output_gradients=None, unconnected_gradients=None):
        """Return the gradients of target with respect to the sources, in the same structure as the sources.

        The gradient is None for sources that target does not depend on.  Does not block.
        """
        if self._used and not self._persistent:
            raise Mistake("a GradientTape that is not persistent can compute gradients only once; use "
                          "tf.GradientTape(persistent=True)")
        self._used = True
        flat_sources = flatten(sources)
        targets = flatten(target)
        given = None if output_gradients is None else [g for t, g in zip(targets, flatten(output_gradients)) if t.followed]
        heads = [t for t in targets if t.followed]
        zero = unconnected_gradients == UnconnectedGradients.ZERO
        if not flat_sources or not heads:
            return filled(sources, iter([op["zeros_like"](x) if zero else None for x in flat_sources]))
        grads = _core.grad(heads, flat_sources, given, self._keeps(), _core.is_recording())
        return filled(sources, (
            g if g is not None and self._is_seen(x) else op["zeros_like"](x) if zero else None for x, g in zip(flat_sources, grads)))

    def batch_jacobian(self, target, source, **options):
        """Return the Jacobian of each row of target with respect to the same row of the source."""
        whole = self.jacobian(target, source)
        rows = [whole[i][(slice(None),) * (target.ndim - 1) + (i,)] for i in range(_shape(target)[0])]
        return op["stack"](rows)

    def jacobian(self, target, sources, **options):
        """Return the Jacobian: the gradients of all elements of target with respect to the tensor `sources`."""
        with autograd._Modes(True, None):
            elements = list(op["ravel"](target))
        rows = [_core.grad([t], [sources], None, True, False)[0] for t in elements]
        return op["reshape"](op["stack"](rows), _shape(target) + _shape(sources))


def flatten(tree):
    if isinstance(tree, dict):
        return [x for value in tree.values() for x in flatten(value)]
    if isinstance(tree, (list, tuple)):
        return [x for value in tree for x in flatten(value)]
    return [tree]


def filled(tree, values):
    if isinstance(tree, dict):
        return {key: filled(value, values) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(filled(value, values) for value in tree)
    return next(values)


def custom_gradient(fn):
    """Decorate a function that returns a pair: its result, and a function that computes the gradients of its
    arguments."""
    def call(*args):
        def forward(ctx, *xs):
            value, ctx.back = fn(*map(made, xs))
            return value

        def backward(ctx, *grads):
            return ctx.back(*map(made, grads))

        its = type(fn.__name__, (autograd.Function,), {"forward": staticmethod(forward),
                                                       "backward": staticmethod(backward)})
        return its.apply(*map(as_tensor, args))

    return call


class TensorSpec:
    """A description of a tensor: its shape and dtype."""

    def __init__(self, shape=None, dtype=weir.float32, name=None):
        self.shape, self.dtype, self.name = shape, dtype, name


def function(func=None, **options):
    """Return the function unchanged, or a decorator that does so: functions always run eagerly."""
    return func if func is not None else lambda fn: fn
