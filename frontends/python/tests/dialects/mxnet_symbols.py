"""mxnet_symbols.py - expressions for MXNet's tests, which check gradients of symbols.

A Symbol is a call that is not made yet: a function of the dialect and its arguments.  numeric_gradient compares the gradient
that the dialect computes with finite differences, within the tolerances of the test.

SPDX-License-Identifier: Apache-2.0
"""


class Symbol:
    """A variable (a name), or the call of a function with symbols among its arguments."""

    def __init__(self, name, fn=None, args=(), kwargs=None):
        self.name, self._fn, self._args, self._kwargs = name, fn, args, kwargs or {}

    def as_np_ndarray(self):
        return self

    as_nd_ndarray = as_np_ndarray

    def list_arguments(self):
        if self._fn is None:
            return [self.name]
        found = [a for s in _symbols((self._args, list(self._kwargs.values()))) for a in s.list_arguments()]
        return list(dict.fromkeys(found))

    def value(self, given):
        if self._fn is None:
            return given[self.name]
        return self._fn(*_values(self._args, given), **{k: _values(v, given) for k, v in self._kwargs.items()})


def _symbols(x):
    if isinstance(x, Symbol):
        yield x
    elif isinstance(x, (list, tuple)):
        for part in x:
            yield from _symbols(part)


def _values(x, given):
    if isinstance(x, Symbol):
        return x.value(given)
    return type(x)(_values(part, given) for part in x) if isinstance(x, (list, tuple)) else x


def _operator(name):
    import operator

    return lambda self, other: Symbol(None, getattr(operator, name), (self, other))


for _name in ("add", "sub", "mul", "truediv", "matmul", "pow"):
    setattr(Symbol, f"__{_name}__", _operator(_name))


def Variable(name, **kwargs):
    return Symbol(name)


class Functions:
    """mx.sym.np: the functions of a module of the dialect, as functions of symbols."""

    _Symbol = Symbol

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        found = getattr(self._module, name)
        if not callable(found):
            return Functions(found)
        return lambda *args, **kwargs: Symbol(None, found, args, kwargs)


def numeric_gradient(sym, location, aux_states=None, numeric_eps=None, rtol=None, atol=None, grad_nodes=None,
                     use_forward_train=True, ctx=None, grad_stype_dict=None, dtype="float64"):
    """Compare the gradients of a projection of a symbol with finite differences."""
    import mxnet as mx
    import numpy

    names = sym.list_arguments()
    given = location if isinstance(location, dict) else dict(zip(names, location))
    values = {k: numpy.array(v.asnumpy() if hasattr(v, "asnumpy") else v, dtype="float64") for k, v in given.items()}
    arrays = {k: mx.np.array(v, dtype="float64") for k, v in values.items()}
    for a in arrays.values():
        a.attach_grad()
    with mx.autograd.record():
        out = sym.value(arrays)
        weights = mx.np.array(numpy.random.rand(*out.shape) + 0.1, dtype="float64")
        total = (out * weights).sum()
    total.backward()
    eps = numeric_eps or 1e-4

    def measure(k, v):
        return float((sym.value({**arrays, k: mx.np.array(v, dtype="float64")}) * weights).sum().item())

    for k in grad_nodes or names:
        slopes = numpy.zeros_like(values[k])
        for i in range(slopes.size):
            near = [values[k].copy(), values[k].copy()]
            near[0].ravel()[i] += eps / 2
            near[1].ravel()[i] -= eps / 2
            slopes.ravel()[i] = (measure(k, near[0]) - measure(k, near[1])) / eps
        numpy.testing.assert_allclose(arrays[k].grad.asnumpy(), slopes, rtol=rtol or 1e-4, atol=atol or 1e-6)
