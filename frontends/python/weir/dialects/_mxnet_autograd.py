"""mx.autograd: gradients and functions of one's own."""
import weakref

from weir import _core, autograd
from weir._core import Array
from weir.dialects._mxnet_arrays import MARKED, NDArray, run_backward
from weir.dialects._tensor_class import Mistake, as_kind, op


def _list(x):
    return list(x) if isinstance(x, (list, tuple)) else [x]


def mark_variables(variables, gradients, grad_reqs="write"):
    """Attach gradients to arrays: the gradients of later backward passes are written into the given arrays."""
    variables, gradients = _list(variables), _list(gradients)
    modes = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else grad_reqs
    for variable, gradient, mode in zip(variables, gradients, modes):
        Array.attach_grad(variable, mode)
        if mode != "null":
            variable.grad = gradient
            MARKED[id(variable)] = weakref.ref(variable), gradient


def backward(heads, head_grads=None, retain_graph=False, train_mode=True):
    """Compute the gradients of arrays with respect to all arrays with attached gradients.  Does not block."""
    heads = _list(heads)
    if head_grads is not None:
        head_grads = [g if g is None or isinstance(g, Array) else op["full"](h.shape, float(g))
                      for g, h in zip(_list(head_grads), heads)]
        assert len(head_grads) == len(heads), f"{len(heads)} heads, {len(head_grads)} head_grads: each head needs one"
        head_grads = [op["ones_like"](Array.detach(h)) if g is None else g for g, h in zip(head_grads, heads)]
    run_backward(heads, head_grads, retain_graph)


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph=False, train_mode=True):
    many = isinstance(variables, (list, tuple))
    if many and not variables:
        raise Mistake("grad: need at least one variable")
    keep = create_graph if retain_graph is None else retain_graph
    grads = _core.grad(heads, variables if many else [variables], head_grads, bool(keep), create_graph)
    return list(grads) if many else grads[0]


def get_symbol(x):
    raise NotImplementedError("there are no symbols; a recorded computation can be differentiated, but not exported")


class Function:
    """Base class of custom differentiable functions; a subclass defines forward(self, ...) and backward(self, ...)."""

    def __init__(self):
        self._used = False

    def forward(self, *inputs):
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, *grads):
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def save_for_backward(self, *arrays):
        self.saved_tensors = arrays

    def __call__(self, *inputs):
        assert not getattr(self, "_used", False), "a Function object is called once; make another object for another call"
        self._used = True
        kind = next((type(x) for x in inputs if isinstance(x, Array)), NDArray)
        many = [False]

        def forward(ctx, *x):
            out = self.forward(*x)
            many[0] = isinstance(out, list)
            return tuple(out) if many[0] else out

        its = type(type(self).__name__, (autograd.Function,), {
            "forward": staticmethod(forward),
            "backward": staticmethod(lambda ctx, *g: _tupled(self.backward(*(as_kind(kind, x) for x in g))))})
        out = its.apply(*inputs)
        return list(out) if many[0] else out


def _tupled(x):
    return tuple(x) if isinstance(x, list) else x
