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
from math import prod

from weir import _core
from weir._core import Array, backward, is_recording, is_training, set_recording, set_training

__all__ = ["Function", "GradcheckError", "backward", "checkpoint", "grad", "gradcheck", "hessian", "is_recording",
           "is_training", "jacobian", "jvp", "pause", "predict_mode", "record", "set_recording", "set_training",
           "train_mode", "value_and_grad", "vjp"]


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


def _flatten(tree, out, name="grad"):
    """Append the arrays of a tree to `out`; return the tree with each array replaced by its index in `out`."""
    if isinstance(tree, Array):
        out.append(tree)
        return len(out) - 1
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(_flatten(t, out, name) for t in tree))
    if isinstance(tree, (list, tuple)):
        return type(tree)(_flatten(t, out, name) for t in tree)
    if isinstance(tree, dict):
        return {key: _flatten(value, out, name) for key, value in tree.items()}
    raise TypeError(f"{name}: expected arrays, or lists, tuples and dictionaries of arrays, not {type(tree).__name__}")


def _fill(shape, arrays):
    # The inverse of _flatten: replace each index in the tree `shape` by the array at that index.
    if isinstance(shape, tuple) and hasattr(shape, "_fields"):
        return type(shape)(*(_fill(s, arrays) for s in shape))
    if isinstance(shape, (list, tuple)):
        return type(shape)(_fill(s, arrays) for s in shape)
    if isinstance(shape, dict):
        return {key: _fill(value, arrays) for key, value in shape.items()}
    return arrays[shape]


# ---- Gradients ----------------------------------------------------------------------------------------


def _size(x):
    """Return the number of elements.  x.size is not used, because in PyTorch's dialect it is a method."""
    return prod(tuple(x.shape))


def _variable(x):
    """Return a new handle to x, not shared with the caller, for which a gradient can be computed."""
    if x.followed:
        return x[...]  # recorded, so that higher-order gradients propagate
    return x.detach().attach_grad()


def value_and_grad(fn, argnums=0, *, has_aux: bool = False):
    """Return a function that returns fn's value and its gradient with respect to the arguments selected by argnums.

    fn returns a one-element array or, with has_aux=True, a pair of such an array and any other value.  argnums is an
    int, or a tuple of ints; for a tuple, the gradients are returned as a tuple.  A selected argument may be an array or
    a tree of lists, tuples and dictionaries of arrays; its gradient has the same structure.  Computing the gradient
    does not block.
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
            if not isinstance(value, Array) or _size(value) != 1:
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

    For a function, grad(fn, argnums=0) returns a function that computes the gradient with respect to the arguments
    selected by argnums (see value_and_grad).  With has_aux=True, that function returns a pair of the gradient and fn's
    auxiliary value.

    For arrays, grad(heads, inputs) returns the gradients of the sum of all heads (or of the sum of their products with
    head_grads) with respect to the inputs.  The result is an array if inputs is an array, and a tuple if it is a
    sequence; the gradient of an input that the heads do not depend on is None.  No x.grad is changed.
    retain_graph=True keeps the graph, so that another gradient can be computed from it.  create_graph=True records the
    operations that compute the gradient, for higher-order gradients.
    """
    if callable(heads) and not isinstance(heads, Array):
        both = value_and_grad(heads, inputs if argnums is None else argnums, has_aux=has_aux)

        def grad_of(*args, **kwargs):
            value, gradient = both(*args, **kwargs)
            return (gradient, value[1]) if has_aux else gradient

        return _named(grad_of, heads, "grad")
    grads = _core.grad(heads, inputs, head_grads, retain_graph, create_graph)
    return grads[0] if isinstance(inputs, Array) else grads


# ---- Products with the Jacobian, and the Jacobian itself -------------------------------------------------


def _linearise(name, fn, primals):
    """Call fn with each array in primals replaced by a variable; the caller must have turned recording on.

    Return the variables, the trees of the primals, the arrays in fn's result, and the tree of that result.  The trees
    hold indices in place of arrays; see _flatten."""
    flat, out = [], []
    shapes = [_flatten(p, flat, name) for p in primals]
    flat = [_variable(x) for x in flat]
    result = fn(*(_fill(shape, flat) for shape in shapes))
    return flat, shapes, out, _flatten(result, out, name)


def _like(name, what, tree, arrays):
    """Return the arrays of a tree as a list; raise ValueError unless their shapes are those of `arrays`."""
    flat = []
    _flatten(tree, flat, name)
    shapes, wanted = [x.shape for x in flat], [x.shape for x in arrays]
    if shapes != wanted:
        raise ValueError(f"{name}: {what} must have shapes {wanted}, not {shapes}")
    return flat


def _pull(out, cotangents, flat, create_graph):
    """Return the gradients of the sum of out * cotangents with respect to each array in flat, with zeros for an array
    that no output depends on."""
    pairs = [(y, c) for y, c in zip(out, cotangents) if y.followed]
    grads = [None] * len(flat)
    if pairs:
        heads, head_grads = (list(part) for part in zip(*pairs))
        grads = _core.grad(heads, flat, head_grads, True, create_graph)
    return [_core.ops["zeros_like"](x) if g is None else g for x, g in zip(flat, grads)]


def vjp(fn, *primals):
    """Return fn(*primals) and a function that multiplies a vector by the transposed Jacobian of fn.

        value, pull = vjp(fn, x, y)
        dx, dy = pull(cotangent)

    fn returns an array or a tree of lists, tuples and dictionaries of arrays; the cotangent must have the same
    structure and shapes.  pull returns a tuple with one entry for each primal.  It may be called any number of times:
    each call runs one backward pass over the recorded operations, which stay in memory as long as pull does.
    """
    recording = is_recording()
    with _Modes(True, None):
        flat, shapes, out, tree = _linearise("vjp", fn, primals)

    def pull(cotangent):
        grads = _pull(out, _like("vjp", "a cotangent", cotangent, out), flat, is_recording())
        return tuple(_fill(shape, grads) for shape in shapes)

    return _fill(tree, out if recording else [y.detach() for y in out]), pull


def jvp(fn, primals, tangents):
    """Return fn(*primals) and the product of fn's Jacobian with the tangents: the directional derivative of fn.

    primals and tangents are tuples or lists with the same structure; the product has the structure of fn's value.  The
    product is computed by two backward passes: the first computes J^T u, which is linear in u; the second
    differentiates the inner product of J^T u and the tangents with respect to u, which yields the product.  Together
    they cost about three times as much as one gradient, for any number of outputs.  Every operation in fn must be twice
    differentiable.  If an operation is not, the error names it; multiply jacobian(fn) by the tangents instead.
    """
    for what, given in (("primals", primals), ("tangents", tangents)):
        if not isinstance(given, (tuple, list)):
            raise TypeError(f"jvp: {what} must be a tuple with one entry for each argument, not {type(given).__name__}")
    recording = is_recording()
    with _Modes(True, None):
        flat, _, out, tree = _linearise("jvp", fn, primals)
        along = _like("jvp", "tangents", list(tangents), flat)
        known = [i for i, y in enumerate(out) if y.followed]  # other outputs do not depend on the primals
        probes = [_core.ops["zeros_like"](out[i]).attach_grad() for i in known]
        grads = _pull([out[i] for i in known], probes, flat, True)
        total = None
        for g, t in zip(grads, along):
            if g.followed:
                part = _core.ops["sum"](_core.ops["conj"](g) * t if g.dtype.kind == "c" else g * t)
                part = _core.ops["real"](part) if part.dtype.kind == "c" else part
                total = part if total is None else total + part
        given = [None] * len(probes) if total is None else _core.grad(total, probes, None, True, recording)
    found = [_core.ops["zeros_like"](y) for y in out]
    for i, g in zip(known, given):
        found[i] = found[i] if g is None else g
    return _fill(tree, out if recording else [y.detach() for y in out]), _fill(tree, found)


def jacobian(fn, argnums=0):
    """Return a function that computes the Jacobian of fn with respect to the arguments selected by argnums.

    If fn's value has shape s and an argument has shape t, the Jacobian has shape s + t.  argnums is an int, or a tuple
    of ints; for a tuple, the Jacobians are returned as a tuple.  If fn's value is a tree of arrays, the result is a
    tree of the same structure with a Jacobian in place of each array.  The Jacobian is computed row by row, with one
    forward pass, and one backward pass for each element of fn's value.
    """
    wanted = argnums if isinstance(argnums, tuple) else (argnums,)

    def jacobian_of(*args, **kwargs):
        recording = is_recording()
        for i in wanted:
            if not -len(args) <= i < len(args):
                raise ValueError(f"jacobian: argnums contains {i}, but the function was called with {len(args)} "
                                 "positional arguments")
            if not isinstance(args[i], Array):
                raise TypeError(f"jacobian: argument {i} must be an array, not {type(args[i]).__name__}")

        def of_wanted(*chosen):
            full = list(args)
            for i, x in zip(wanted, chosen):
                full[i] = x
            return fn(*full, **kwargs)

        with _Modes(True, None):
            flat, _, out, tree = _linearise("jacobian", of_wanted, [args[i] for i in wanted])
            made = [_rows_of(y, flat, recording) for y in out]
        return _fill(tree, [rows if isinstance(argnums, tuple) else rows[0] for rows in made])

    return _named(jacobian_of, fn, "jacobian")


def _rows_of(y, flat, create_graph):
    """Return a tuple of the Jacobians of the array y with respect to each array in flat."""
    rows = []
    count, reshape = _size(y), _core.ops["reshape"]
    if count and y.followed:
        units = _core.ops["eye"](count, dtype=y.dtype)
        rows = [_pull([y], [reshape(units[i], y.shape)], flat, create_graph) for i in range(count)]
    shapes = [tuple(y.shape) + tuple(x.shape) for x in flat]
    if not rows:
        return tuple(_core.ops["zeros"](shape, dtype=x.dtype) for x, shape in zip(flat, shapes))
    return tuple(reshape(_core.ops["stack"]([row[i] for row in rows]), shape) for i, shape in enumerate(shapes))


def hessian(fn, argnums=0):
    """Return a function that computes the Hessian of fn as the Jacobian of its gradient.

    fn returns a one-element array.  For an argument of shape t, the Hessian has shape t + t; if argnums is a tuple, the
    result is a tuple of tuples.  The cost is that of one gradient plus one backward pass through the gradient for each
    element of the selected arguments.
    """
    return _named(jacobian(grad(fn, argnums), argnums), fn, "hessian")


# ---- Checking gradients ------------------------------------------------------------------------------------


class GradcheckError(AssertionError):
    """Raised by gradcheck if a gradient differs from central differences."""


def gradcheck(fn, inputs, *, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3, seed: int = 0):
    """Compare the gradients of fn with central differences.  Return True if they agree, else raise GradcheckError.

        weir.autograd.gradcheck(Square.apply, (x,))

    inputs is an array or a tuple of arrays.  Gradients are checked for inputs of dtype float64 and complex128; other
    floating-point dtypes raise ValueError.  The value of fn, an array or a tree of arrays, is multiplied by random
    weights and summed.  The gradient of that sum, f, is compared with (f(x + eps) - f(x - eps)) / (2 eps), element by
    element.  The error names the input and the element with the largest difference.  The check costs one backward pass,
    and two calls of fn for each element (four for a complex element), so keep the inputs small.  fn must return the
    same values each time it is called with the same inputs, and must be smooth within eps of them.
    """
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    for i, x in enumerate(inputs):
        if isinstance(x, Array) and x.dtype.kind in "fc" and x.dtype not in (_core.float64, _core.complex128):
            raise ValueError(f"gradcheck: input {i} is {x.dtype}; central differences require float64 or complex128; "
                             "convert the input with x.astype(weir.float64)")
    checked = [i for i, x in enumerate(inputs) if isinstance(x, Array) and x.dtype.kind in "fc"]
    if not checked:
        raise ValueError("gradcheck: at least one input must be an array of dtype float64 or complex128")

    def of_checked(*chosen):
        full = list(inputs)
        for i, x in zip(checked, chosen):
            full[i] = x
        return fn(*full)

    values = [inputs[i].detach() for i in checked]
    value, pull = vjp(of_checked, *values)
    out = []
    tree = _flatten(value, out, "gradcheck")
    if not any(y.dtype.kind in "fc" for y in out):
        raise ValueError("gradcheck: the function does not return any floating-point array")
    weights = _random_like(out, seed)
    grads = pull(_fill(tree, weights))

    def loss(*chosen):
        made = []
        _flatten(of_checked(*chosen), made, "gradcheck")
        total = 0
        for y, w in zip(made, weights):
            if y.dtype.kind in "fc":
                part = _core.ops["conj"](w) * y if y.dtype.kind == "c" else w * y
                total = total + _core.ops["real"](_core.ops["sum"](part))
        return total

    worst = None
    for n, (x, g) in enumerate(zip(values, grads)):
        for unit in (1.0, 1j) if x.dtype.kind == "c" else (1.0,):
            found = _differences(lambda moved: loss(*values[:n], moved, *values[n + 1:]), x, unit, eps)
            own = _core.ops["imag"](g) if unit == 1j else _core.ops["real"](g)
            for at, (a, b) in enumerate(zip(_core.ops["reshape"](own, (-1,)).tolist(), found)):
                over = abs(a - b) - atol - rtol * abs(b)
                if not over <= 0 and (worst is None or not over <= worst[0]):
                    worst = over, checked[n], x.shape, at, a, b, " (imaginary part)" if unit == 1j else ""
    if worst is None:
        return True
    _, n, shape, at, a, b, part = worst
    place = []
    for side in reversed(shape):
        place.insert(0, at % side)
        at //= side
    raise GradcheckError(f"gradcheck: input {n}, element {tuple(place)}{part}: the gradient is {a:.8g}, but central "
                         f"differences yield {b:.8g}; the difference exceeds atol={atol:g} + rtol={rtol:g} * |{b:.4g}|")


def _random_like(arrays, seed):
    """Return random weights in [0.5, 1.5) for each array, with its shape and dtype, or float64 for an array that is
    not floating-point.  Real and imaginary parts of complex weights are drawn separately."""
    stream = _core.Stream(seed)
    uniform = _core.ops["uniform"]
    weights = []
    for y in arrays:
        kind = y.dtype if y.dtype.kind in "fc" else _core.float64
        w = stream.draw(uniform, shape=y.shape, low=0.5, high=1.5, dtype=_core.float64)
        if kind.kind == "c":
            w = w + 1j * stream.draw(uniform, shape=y.shape, low=0.5, high=1.5, dtype=_core.float64)
        weights.append(_core.ops["astype"](w, kind))
    return weights


def _differences(loss, x, unit, eps):
    """Return a list of the central differences of a loss with respect to each element of x; with unit=1j, with respect
    to the imaginary part of each element."""
    count = _size(x)
    steps = _core.ops["eye"](count, dtype=x.dtype) * (eps * unit)
    made, found = [], []
    for i in range(count):
        step = _core.ops["reshape"](steps[i], x.shape)
        with _Modes(False, None):
            made.append((loss(x + step) - loss(x - step)) / (2 * eps))
        if len(made) == 256 or i == count - 1:  # tolist() blocks, so read 256 results at a time
            found += _core.ops["stack"](made).tolist()
            made = []
    return found


# ---- User-defined functions ----------------------------------------------------------------------------


class _Context:
    """State that forward saves for backward: the attributes set on it, and the arrays passed to save_for_backward."""

    needs_input_grad = ()
    _saved, _kinds = (), None  # after recording, the C library holds the arrays, and _kinds holds their classes

    def save_for_backward(self, *arrays):
        """Save arrays (or None) for backward, which raises an error if one of them has been modified since."""
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

    The operations in forward are not recorded.  backward receives the gradient with respect to each of forward's
    results (zeros for a result that has no gradient), and returns a gradient for each of forward's arguments, or None
    for an argument without a gradient.
    """

    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError("a subclass of Function must define forward")

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError("a subclass of Function must define backward")

    @classmethod
    def apply(cls, *args):
        """Return forward(ctx, *args); in recording mode, also record backward as its gradient function."""
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
        # Return new handles.  ctx may hold handles to the original results; if these were part of the graph, they would
        # form reference cycles.
        outputs = tuple(o.detach() for o in made)
        saved = [next((out for o, out in zip(made, outputs) if o is a), a) for a in ctx._saved]
        likes = [(o.shape, o.dtype) for o in outputs]

        def backward(*grads):
            filled = [_core.ops["zeros"](shape, dtype=dtype) if g is None else g
                      for g, (shape, dtype) in zip(grads, likes)]
            given = cls.backward(ctx, *filled)
            given = given if isinstance(given, (tuple, list)) else (given,)
            if len(given) != len(args):
                raise ValueError(f"{cls.__name__}.backward returned {len(given)} gradient{'s' * (len(given) != 1)}, "
                                 f"but forward took {len(args)} argument{'s' * (len(args) != 1)}; return None for "
                                 "arguments without a gradient")
            return tuple(given[i] for i in places)

        _core.record_function(cls.__name__, [args[i] for i in places], outputs, backward, saved)
        ctx._saved, ctx._kinds = (), tuple(None if a is None else type(a) for a in saved)
        if not several:
            return outputs[0]
        return type(result)(*outputs) if hasattr(result, "_fields") else type(result)(outputs)


def checkpoint(fn, *args, **kwargs):
    """Return fn(*args, **kwargs) without saving its intermediate results for the gradient.

    When the gradient is computed, fn runs again with the same random numbers.  This saves memory at the cost of time.
    fn returns an array or a tuple of arrays.
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
