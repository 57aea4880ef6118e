"""torch.optim.LBFGS: a quasi-Newton method, which calls its closure several times in each step.

The direction is computed from the last changes of the parameters and of their gradients, as one vector of all parameters.  The
step along it is the learning rate or, with line_search_fn="strong_wolfe", one that satisfies the strong Wolfe conditions: the
loss falls enough, and its slope becomes flat enough.  Losses and slopes are read at each evaluation, so a step blocks.
"""
import math

import weir
from weir._core import Array
from weir.dialects._tensor_class import op, put, quietly
from weir.dialects._torch_optim import Optimizer

_shape = Array.shape.__get__


def _cubic(a, b, bounds=None):
    """Return where a cubic through two points (position, value, slope) is least, within the bounds."""
    (x1, f1, g1), (x2, f2, g2) = a, b
    low, high = bounds if bounds is not None else (min(x1, x2), max(x1, x2))
    d = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d * d - g1 * g2
    if square < 0:
        return (low + high) / 2
    root = math.sqrt(square)
    if x1 <= x2:
        at = x2 - (x2 - x1) * ((g2 + root - d) / (g2 - g1 + 2 * root))
    else:
        at = x1 - (x1 - x2) * ((g1 + root - d) / (g1 - g2 + 2 * root))
    return min(max(at, low), high)


class _Point:
    """A position along the direction, with the loss, the gradient there and its slope along the direction."""

    def __init__(self, at, loss, gradient, slope):
        self.at, self.loss, self.gradient, self.slope = at, loss, gradient, slope

    def three(self):
        return self.at, self.loss, self.slope


def _search(evaluate, first, at, longest, enough=1e-4, flat=0.9, tolerance=1e-9, most=25):
    """Return a point that satisfies the strong Wolfe conditions, and the number of evaluations.

    evaluate(at) returns a _Point; `first` is that at 0; `longest` is the largest element of the direction.
    """
    def falls(p):
        return p.loss <= first.loss + enough * p.at * first.slope

    new, last, count = evaluate(at), first, 1
    bracket = None
    for _ in range(most):
        if not falls(new) or last is not first and new.loss >= last.loss:
            bracket = [last, new]
            break
        if abs(new.slope) <= -flat * first.slope:
            return new, count
        if new.slope >= 0:
            bracket = [last, new]
            break
        at = _cubic(last.three(), new.three(), (new.at + 0.01 * (new.at - last.at), new.at * 10))
        last, new, count = new, evaluate(at), count + 1
    if bracket is None:
        bracket = [first, new]
    low, high = sorted(bracket, key=lambda p: p.loss)
    stuck = False
    while count < most:
        left, right = min(low.at, high.at), max(low.at, high.at)
        if (right - left) * longest < tolerance:
            break
        at = _cubic(low.three(), high.three())
        margin = 0.1 * (right - left)  # a point too close to an end twice in a row is moved inward
        if min(right - at, at - left) < margin:
            if stuck or at >= right or at <= left:
                at = right - margin if abs(at - right) < abs(at - left) else left + margin
                stuck = False
            else:
                stuck = True
        else:
            stuck = False
        new, count = evaluate(at), count + 1
        if not falls(new) or new.loss >= low.loss:
            high = new
            low, high = (low, high) if low.loss <= high.loss else (high, low)
            continue
        if abs(new.slope) <= -flat * first.slope:
            return new, count
        if new.slope * (high.at - low.at) >= 0:
            high = low
        low = new
    return low, count


class LBFGS(Optimizer):
    """The limited-memory BFGS method."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
                 line_search_fn=None):
        if line_search_fn not in (None, "strong_wolfe"):
            raise RuntimeError(f"LBFGS: line_search_fn is None or 'strong_wolfe', not {line_search_fn!r}")
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_iter * 5 // 4 if max_eval is None else max_eval,
                                      tolerance_grad=tolerance_grad, tolerance_change=tolerance_change, history_size=history_size,
                                      line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS: groups of parameters are not supported")
        self._params = self.param_groups[0]["params"]

    def _gathered(self):
        """Return the gradients of all parameters as one vector."""
        parts = [op["zeros"]((p.numel(),), p.dtype, Array.device.__get__(p)) if p.grad is None else
                 op["ravel"](Array(Array.detach(p.grad))) for p in self._params]
        return quietly(lambda: op["concat"](parts))

    def _moved(self, values, direction, at):
        """Write values + at * direction into the parameters."""
        start = 0
        for p, x in zip(self._params, values):
            count = p.numel()
            put(p, x + at * op["reshape"](direction[start:start + count], _shape(p)))
            start += count

    def _direction(self, state, gradient):
        """Return the product of the approximate inverse Hessian with the negative gradient."""
        q, factors = -gradient, []
        for s, y, r in reversed(state["pairs"]):
            factors.append(op["sum"](s * q) * r)
            q = q - factors[-1] * y
        d = q * state["scale"]
        for (s, y, r), factor in zip(state["pairs"], reversed(factors)):
            d = d + s * (factor - op["sum"](y * d) * r)
        return d

    def step(self, closure):
        """Call the closure, which computes the loss and the gradients, until a stopping rule holds; return its first result."""
        def called():
            with weir.autograd._Modes(True, None):
                return closure()

        first = called()
        quietly(lambda: self._iterate(first, called))
        return first

    def _iterate(self, first, called):
        how, state = self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0), state.setdefault("n_iter", 0)
        loss, gradient, evaluations = float(first), self._gathered(), 1
        state["func_evals"] += 1
        if float(op["max"](op["abs"](gradient))) <= how["tolerance_grad"]:
            return
        for iteration in range(1, how["max_iter"] + 1):
            state["n_iter"] += 1
            self._updated(state, gradient, how["history_size"])
            d = state["d"]
            before = loss
            slope = float(op["sum"](gradient * d))
            at = how["lr"] * (min(1.0, 1.0 / float(op["sum"](op["abs"](gradient)))) if state["n_iter"] == 1 else 1)
            if slope > -how["tolerance_change"]:
                break
            values, longest = [op["copy"](Array(Array.detach(p))) for p in self._params], float(op["max"](op["abs"](d)))
            count = 1
            if how["line_search_fn"] is not None:
                def evaluate(at, values=values, d=d):
                    self._moved(values, d, at)
                    loss, g = float(called()), self._gathered()
                    return _Point(at, loss, g, float(op["sum"](g * d)))

                point, count = _search(evaluate, _Point(0.0, loss, gradient, slope), at, longest)
                at, loss, gradient = point.at, point.loss, point.gradient
                self._moved(values, d, at)
            else:
                self._moved(values, d, at)
                if iteration != how["max_iter"]:
                    loss, gradient = float(called()), self._gathered()
            state["t"] = at
            evaluations += count
            state["func_evals"] += count
            if (iteration == how["max_iter"] or evaluations >= how["max_eval"] or longest * abs(at) <= how["tolerance_change"] or
                    float(op["max"](op["abs"](gradient))) <= how["tolerance_grad"] or abs(loss - before) < how["tolerance_change"]):
                break

    def _updated(self, state, gradient, history):
        """Take the change since the last direction into the state, and compute the next direction."""
        if state["n_iter"] == 1:
            state["pairs"], state["scale"] = [], 1.0
        else:
            y, s = gradient - state["prev_flat_grad"], state["d"] * state["t"]
            product = float(op["sum"](y * s))
            if product > 1e-10:
                state["pairs"] = [*state["pairs"], (s, y, 1.0 / product)][-history:]
                state["scale"] = product / float(op["sum"](y * y))
        state["prev_flat_grad"], state["d"] = gradient, self._direction(state, gradient)
