"""Automatic differentiation: record operations, then compute gradients.

    x = weir.asarray([1.0, 2.0]).attach_grad()
    with weir.autograd.record():
        y = (x * x).sum()
    y.backward()
    x.grad                                  # [2., 4.]

or, in functional form:

    weir.autograd.grad(lambda x: (x * x).sum())(x)

The recording and training modes apply to the current context, which is a thread or an asyncio task.
"""
from weir import _core
from weir._core import Array, backward, is_recording, is_training, set_recording, set_training

__all__ = ["Function", "backward", "checkpoint", "grad", "is_recording", "is_training", "pause", "predict_mode",
           "record", "set_recording", "set_training", "train_mode", "value_and_grad"]


class _Modes:
    """Context manager and decorator that sets the recording and training modes; None leaves a mode unchanged."""

    __slots__ = ("_recording", "_training", "_last")

    def __init__(self, recording, training):
        self._recording, self._training, self._last = recording, training, []

    def __enter__(self):
        last = (None if self._recording is None else set_recording(self._recording),
                None if self._training is None else set_training(self._training))
        self._last.append(last)
        return self

    def __exit__(self, *error):
        recording, training = self._last.pop()
        if recording is not None:
            set_recording(recording)
        if training is not None:
            set_training(training)

    def __call__(self, fn):
        import functools

        @functools.wraps(fn)
        def inside(*args, **kwargs):
            with _Modes(self._recording, self._training):
                return fn(*args, **kwargs)

        return inside


def record(train_mode: bool = True):
    """Record operations for gradients in a `with` block or decorated function, with layers in training mode unless
    train_mode=False."""
    return _Modes(True, train_mode)


def pause(train_mode: bool = False):
    """Record no operations in a `with` block or decorated function, with layers in inference mode unless
    train_mode=True."""
    return _Modes(False, train_mode)


def train_mode():
    """Run layers in training mode in a `with` block or decorated function: dropout is active, and batch norm uses
    batch statistics."""
    return _Modes(None, True)


def predict_mode():
    """Run layers in inference mode in a `with` block or decorated function."""
    return _Modes(None, False)


# ---- Trees: arrays in lists, tuples and dictionaries ------------------------------------------------


def _flatten(tree, out):
    """Append the arrays of a tree to `out`; return the tree with each array replaced by its index in `out`."""
    if isinstance(tree, Array):
        out.append(tree)
        return len(out) - 1
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(_flatten(t, out) for t in tree))
    if isinstance(tree, (list, tuple)):
        return type(tree)(_flatten(t, out) for t in tree)
    if isinstance(tree, dict):
        return {key: _flatten(value, out) for key, value in tree.items()}
    raise TypeError(f"grad: expected arrays, or lists, tuples and dictionaries of arrays, not {type(tree).__name__}")


def _fill(shape, arrays):
    if isinstance(shape, tuple) and hasattr(shape, "_fields"):
        return type(shape)(*(_fill(s, arrays) for s in shape))
    if isinstance(shape, (list, tuple)):
        return type(shape)(_fill(s, arrays) for s in shape)
    if isinstance(shape, dict):
        return {key: _fill(value, arrays) for key, value in shape.items()}
    return arrays[shape]


# ---- Gradients ----------------------------------------------------------------------------------------


def _variable(x):
    """Return a new handle of x, not shared with the caller, with respect to which a gradient can be computed."""
    if x.followed:
        return x[...]  # recorded, so that higher-order gradients propagate
    return x.detach().attach_grad()


def value_and_grad(fn, argnums=0, *, has_aux: bool = False):
    """Return a function that returns fn's value and its gradient with respect to the arguments selected by argnums.

    fn returns a one-element array, or with has_aux=True a pair of such an array and any other value.  argnums is an
    int, or a tuple of ints, for which the gradients are a tuple.  A selected argument may be an array or a tree of
    lists, tuples and dictionaries of arrays; its gradient has the same structure.  Computing the gradient does not
    block.
    """
    wanted = argnums if isinstance(argnums, tuple) else (argnums,)

    def value_and_grad_of(*args, **kwargs):
        recording = is_recording()
        with _Modes(True, None):
            flat, shapes, args = [], [], list(args)
            for i in wanted:
                if not -len(args) <= i < len(args):
                    raise ValueError(f"grad: argnums contains {i}, but the function was called with {len(args)} "
                                     "positional arguments")
                first = len(flat)
                shape = _flatten(args[i], flat)
                shapes.append(shape)
                flat[first:] = [_variable(x) for x in flat[first:]]
                args[i] = _fill(shape, flat)
            result = fn(*args, **kwargs)
            value, aux = result if has_aux else (result, None)
            if not isinstance(value, Array) or value.size != 1:
                what = (f"one of shape {value.shape}; take its sum or mean" if isinstance(value, Array)
                        else type(value).__name__)
                raise ValueError(f"grad: the function must return an array with one element, not {what}")
            if not value.followed:
                raise ValueError("grad: the function's value does not depend on the selected arguments through "
                                 "differentiable operations")
            grads = _core.grad(value, flat, None, False, recording)
        grads = [_core.ops["zeros_like"](x) if g is None else g for x, g in zip(flat, grads)]
        if not recording:
            value = value.detach()
        grads = tuple(_fill(shape, grads) for shape in shapes)
        value = (value, aux) if has_aux else value
        return value, grads if isinstance(argnums, tuple) else grads[0]

    return _named(value_and_grad_of, fn, "value_and_grad")


def _named(made, fn, what):
    made.__name__ = f"{what}({getattr(fn, '__name__', 'function')})"
    made.__doc__ = f"{what} of {getattr(fn, '__name__', 'a function')}."
    made.__wrapped__ = fn
    return made


def grad(heads, inputs=0, head_grads=None, *, retain_graph: bool = False, create_graph: bool = False,
         has_aux: bool = False, argnums=None):
    """Compute the gradient of a function, or of arrays.

    Of a function: grad(fn, argnums=0) returns a function that computes the gradient with respect to the arguments
    selected by argnums (see value_and_grad); with has_aux it returns a pair of the gradient and fn's auxiliary value.

    Of arrays: grad(heads, inputs) returns the gradients of the sum of all heads (or of their products with head_grads)
    with respect to the inputs: an array for an array, a tuple for a sequence; None where the heads do not depend on
    an input.  No x.grad is changed.  retain_graph=True keeps the graph for another gradient; create_graph=True records
    the operations that compute the gradient, for higher-order gradients.
    """
    if callable(heads) and not isinstance(heads, Array):
        both = value_and_grad(heads, inputs if argnums is None else argnums, has_aux=has_aux)

        def grad_of(*args, **kwargs):
            value, gradient = both(*args, **kwargs)
            return (gradient, value[1]) if has_aux else gradient

        return _named(grad_of, heads, "grad")
    grads = _core.grad(heads, inputs, head_grads, retain_graph, create_graph)
    return grads[0] if isinstance(inputs, Array) else grads


# ---- User-defined functions ----------------------------------------------------------------------------


class _Context:
    """The state that forward saves for backward: any attributes, and arrays passed to save_for_backward."""

    needs_input_grad = ()
    _saved, _kinds = (), None  # after recording, the library holds the arrays and _kinds their classes

    def save_for_backward(self, *arrays):
        """Save arrays (or None) for backward, which raises an error if one of them has been written to meanwhile."""
        for a in arrays:
            if a is not None and not isinstance(a, Array):
                raise TypeError(f"save_for_backward: expected arrays or None, not {type(a).__name__}; store other "
                                "values as attributes of ctx")
        self._saved = arrays

    @property
    def saved_arrays(self):
        if self._kinds is None:
            return self._saved
        return tuple(None if kind is None else kind(_core.saved_array(i)) for i, kind in enumerate(self._kinds))

    @property
    def saved_tensors(self):
        return self.saved_arrays


class Function:
    """Base class of functions with a user-defined gradient.

        class Square(weir.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x

            @staticmethod
            def backward(ctx, dy):
                x, = ctx.saved_arrays
                return 2 * x * dy

        y = Square.apply(x)

    forward is not recorded.  backward receives the gradients of forward's results (zeros where there is none) and
    returns one for each of forward's arguments, or None for an argument without a gradient.
    """

    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError("a subclass of Function must define forward")

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError("a subclass of Function must define backward")

    @classmethod
    def apply(cls, *args):
        """Run forward on the arguments and return its result; record that backward computes the gradient."""
        ctx = _Context()
        places = [i for i, a in enumerate(args) if isinstance(a, Array)]
        ctx.needs_input_grad = tuple(isinstance(a, Array) and a.followed for a in args)
        with _Modes(False, None):
            result = cls.forward(ctx, *args)
        several = isinstance(result, (tuple, list))
        made = result if several else (result,)
        for o in made:
            if not isinstance(o, Array):
                raise TypeError(f"{cls.__name__}.forward must return arrays, not {type(o).__name__}; convert it with "
                                "weir.asarray")
        if not is_recording() or not any(ctx.needs_input_grad):
            return result
        # New handles: the results held by ctx are then not tracked for gradients, which avoids reference cycles.
        outputs = tuple(o.detach() for o in made)
        saved = [next((out for o, out in zip(made, outputs) if o is a), a) for a in ctx._saved]
        likes = [(o.shape, o.dtype) for o in outputs]

        def backward(*grads):
            filled = [_core.ops["zeros"](shape, dtype=dtype) if g is None else g
                      for g, (shape, dtype) in zip(grads, likes)]
            given = cls.backward(ctx, *filled)
            given = given if isinstance(given, (tuple, list)) else (given,)
            if len(given) != len(args):
                raise ValueError(f"{cls.__name__}.backward returned {len(given)} gradients, but forward took "
                                 f"{len(args)} arguments; return None for arguments without a gradient")
            return tuple(given[i] for i in places)

        _core.record_function(cls.__name__, [args[i] for i in places], outputs, backward, saved)
        ctx._saved, ctx._kinds = (), tuple(None if a is None else type(a) for a in saved)
        if not several:
            return outputs[0]
        return type(result)(*outputs) if hasattr(result, "_fields") else type(result)(outputs)


def checkpoint(fn, *args, **kwargs):
    """Return fn(*args, **kwargs) without saving its intermediate results for the gradient.

    When the gradient is computed, fn runs again with the same random numbers; this trades time for memory.  fn returns
    an array or a tuple of arrays.
    """
    places = [i for i, a in enumerate(args) if isinstance(a, Array)]
    single = []

    def part(*arrays):
        full = list(args)
        for i, a in zip(places, arrays):
            full[i] = a
        result = fn(*full, **kwargs)
        single[:] = [isinstance(result, Array)]
        return result

    outputs = _core.checkpoint(part, [args[i] for i in places])
    return outputs[0] if single[0] else outputs


def __getattr__(name):
    from weir._hints import missing

    raise missing(__name__, name)
