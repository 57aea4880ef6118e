"""PyTorch's optimisers that Weir's library does not have, written in Python, and its learning-rate schedules.

Optimizer is the base class of a program's own optimisers: it has param_groups and state as PyTorch's.  The optimisers of
Weir's library are instances of it too (_optim.py).  A schedule writes the "lr" of each group, so it works with both.
Schedules are recursive, as PyTorch's: the next rate depends on the present one, so schedules can be combined.
"""
import math
from abc import ABCMeta
from bisect import bisect_right
from collections import Counter, defaultdict

import weir as _weir
from weir import optim
from weir._core import Array
from weir.dialects._optim import leaves
from weir.dialects._tensor_class import op, put, quietly


class Optimizer(metaclass=ABCMeta):  # noqa: B024
    """Base class of optimisers that are written in Python; a subclass defines step()."""

    def __init__(self, params, defaults):
        self.defaults, self.state, self.param_groups = dict(defaults), defaultdict(dict), []
        if isinstance(params, Array):
            raise TypeError("an optimiser takes a list of parameters or of groups, not a single tensor")
        params = list(params)
        if not params:
            raise ValueError("the list of parameters is empty")
        for group in params if isinstance(params[0], dict) else [{"params": params}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        params = param_group["params"]
        params = leaves([params] if isinstance(params, Array) else list(params))
        there = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in there for p in params):
            raise ValueError("a parameter is in two groups")
        self.param_groups.append({**self.defaults, **param_group, "params": params})

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    quietly(lambda p=p: put(p.grad, 0))

    def step(self, closure=None):
        raise NotImplementedError

    def state_dict(self):
        order = [p for group in self.param_groups for p in group["params"]]
        numbers = {id(p): i for i, p in enumerate(order)}
        groups = [{**group, "params": [numbers[id(p)] for p in group["params"]]} for group in self.param_groups]
        return {"state": {numbers[id(p)]: dict(state) for p, state in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict):
        given = state_dict["param_groups"]
        if [len(group["params"]) for group in given] != [len(group["params"]) for group in self.param_groups]:
            raise ValueError(f"{type(self).__name__}.load_state_dict: the state has groups of other sizes than the optimiser")
        order = dict(zip((n for group in given for n in group["params"]),
                         (p for group in self.param_groups for p in group["params"])))
        for group, settings in zip(self.param_groups, given):
            group.update({key: value for key, value in settings.items() if key != "params"})
        self.state = defaultdict(dict, {order[n]: dict(state) for n, state in state_dict["state"].items()})

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            lines += [f"Parameter Group {i}", *(f"    {key}: {group[key]}" for key in sorted(group) if key != "params")]
        return "\n".join([*lines, ")"])


Optimizer.register(optim.Optimizer)


class _Stepwise(Optimizer):
    """An optimiser whose step is _update(group, state, parameter, gradient) for each parameter.  Numbers in the state are
    Python's; a state_dict has them as tensors."""

    def state_dict(self):
        whole = super().state_dict()
        like = self.param_groups[0]["params"][0]
        for state in whole["state"].values():
            state.update({key: like.new_tensor(value, dtype=_weir.float32) if isinstance(value, (int, float)) else
                          _as_kind(like, value) for key, value in state.items()})
        return whole

    def load_state_dict(self, state_dict):
        super().load_state_dict(state_dict)
        for p, state in self.state.items():
            for key, value in state.items():
                if isinstance(value, Array) and value.ndim == 0 and (p.ndim or key in ("step", "mu_product", "eta", "mu")):
                    state[key] = int(value) if key == "step" else float(value)
                elif isinstance(value, Array):
                    state[key] = op["astype"](Array(Array.detach(value)), p.dtype)

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with _weir.autograd._Modes(True, None):
                loss = closure()
        quietly(self._step)
        return loss

    def _step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                x, g = Array.detach(p), Array.detach(p.grad)
                g = -g if group.get("maximize") else g
                if group.get("weight_decay"):
                    g = g + group["weight_decay"] * x
                state = self.state[p]
                state["step"] = state.get("step", 0) + 1
                put(p, self._update(group, state, x, g))


def _as_kind(like, array):
    """Return an array of a state as a tensor, a copy."""
    return like.new_tensor(array, dtype=array.dtype)


def _mean(state, name, values, decay):
    """Update a moving average in a parameter's state; return it."""
    before = state.get(name)
    state[name] = values * (1 - decay) if before is None else before * decay + values * (1 - decay)
    return state[name]


class Adamax(_Stepwise):
    """Adam with the infinity norm."""

    def __init__(self, params, lr=0.002, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize))

    def _update(self, group, state, x, g):
        first, second = group["betas"]
        m = _mean(state, "exp_avg", g, first)
        size = op["abs"](g) + group["eps"]
        u = state["exp_inf"] = size if "exp_inf" not in state else op["maximum"](state["exp_inf"] * second, size)
        return x - (group["lr"] / (1 - first ** state["step"])) * m / u


class NAdam(_Stepwise):
    """Adam with Nesterov's momentum."""

    def __init__(self, params, lr=0.002, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=0.004,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        if decoupled_weight_decay and weight_decay:
            raise NotImplementedError("torch.optim.NAdam: decoupled_weight_decay is not supported; use AdamW")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
                                      maximize=maximize))

    def _update(self, group, state, x, g):
        (first, second), t, decay = group["betas"], state["step"], group["momentum_decay"]
        now, after = (first * (1 - 0.5 * 0.96 ** (n * decay)) for n in (t, t + 1))
        state["mu_product"] = product = state.get("mu_product", 1.0) * now
        m, v = _mean(state, "exp_avg", g, first), _mean(state, "exp_avg_sq", g * g, second)
        below = op["sqrt"](v / (1 - second ** t)) + group["eps"]
        lr = group["lr"]
        return x - (lr * (1 - now) / (1 - product)) * g / below - (lr * after / (1 - product * after)) * m / below


class RAdam(_Stepwise):
    """Adam whose adaptive rate is rectified while its variance is large."""

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        if decoupled_weight_decay and weight_decay:
            raise NotImplementedError("torch.optim.RAdam: decoupled_weight_decay is not supported; use AdamW")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize))

    def _update(self, group, state, x, g):
        (first, second), t = group["betas"], state["step"]
        m, v = _mean(state, "exp_avg", g, first) / (1 - first ** t), _mean(state, "exp_avg_sq", g * g, second)
        longest = 2 / (1 - second) - 1
        length = longest - 2 * t * second ** t / (1 - second ** t)
        if length <= 5:
            return x - group["lr"] * m
        rectified = math.sqrt((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length))
        return x - group["lr"] * rectified * math.sqrt(1 - second ** t) * m / (op["sqrt"](v) + group["eps"])


class ASGD(_Stepwise):
    """Stochastic gradient descent with an average of the parameters in state["ax"]."""

    def __init__(self, params, lr=0.01, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, maximize=maximize))

    def _update(self, group, state, x, g):
        eta, mu, t = state.get("eta", group["lr"]), state.get("mu", 1.0), state["step"]
        x = x * (1 - group["lambd"] * eta) - eta * g
        before = state.get("ax")
        state["ax"] = x if before is None or mu == 1 else before + (x - before) * mu
        state["eta"] = group["lr"] / (1 + group["lambd"] * group["lr"] * t) ** group["alpha"]
        state["mu"] = 1 / max(1, t - group["t0"])
        return x


class Rprop(_Stepwise):
    """Steps whose size grows while the gradient keeps its sign."""

    def __init__(self, params, lr=0.01, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, maximize=maximize))

    def _update(self, group, state, x, g):
        (less, more), (least, most) = group["etas"], group["step_sizes"]
        size, before = state.get("step_size"), state.get("prev")
        size = op["full_like"](g, group["lr"]) if size is None else size
        sign = op["sign"](g * (op["zeros_like"](g) if before is None else before))
        one = op["ones_like"](g)  # two numbers would make a float32 array
        factor = op["where"](op["greater"](sign, 0), more, op["where"](op["less"](sign, 0), less, one))
        state["step_size"] = size = op["clip"](size * factor, least, most)
        state["prev"] = g = op["where"](op["less"](sign, 0), 0.0, g)
        return x - op["sign"](g) * size


# ---- Schedules -----------------------------------------------------------------------------------------


class LRScheduler:
    """Base class of schedules; a subclass defines get_lr(), the next learning rate of each group."""

    def __init__(self, optimizer, last_epoch=-1, verbose=None):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer, self.last_epoch = optimizer, last_epoch
        for group in optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in param_groups when resuming an optimizer")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.step()

    def get_lr(self):
        raise NotImplementedError

    def _rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def _times(self, factor):
        return [rate * factor for rate in self._rates()]

    def step(self, epoch=None):
        """Advance to the next epoch, or to the given one, and set the learning rates."""
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = getattr(self, "_closed", None)
        rates = self.get_lr() if epoch is None or closed is None else [closed(base) for base in self.base_lrs]
        for group, rate in zip(self.optimizer.param_groups, rates):
            group["lr"] = rate
        self._last_lr = self._rates()

    def get_last_lr(self):
        """Return the learning rates that were set last."""
        return self._last_lr

    def state_dict(self):
        return {key: value for key, value in vars(self).items() if key != "optimizer" and not callable(value)}

    def load_state_dict(self, state_dict):
        vars(self).update(state_dict)


class StepLR(LRScheduler):
    """Multiply the learning rate by gamma every step_size epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=None):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return self._times(1 if self.last_epoch == 0 or self.last_epoch % self.step_size else self.gamma)

    def _closed(self, base):
        return base * self.gamma ** (self.last_epoch // self.step_size)


class MultiStepLR(LRScheduler):
    """Multiply the learning rate by gamma at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=None):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return self._times(self.gamma ** self.milestones.get(self.last_epoch, 0))

    def _closed(self, base):
        return base * self.gamma ** bisect_right(sorted(self.milestones.elements()), self.last_epoch)


class ExponentialLR(LRScheduler):
    """Multiply the learning rate by gamma every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=None):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return self._times(self.gamma if self.last_epoch else 1)

    def _closed(self, base):
        return base * self.gamma ** self.last_epoch


class ConstantLR(LRScheduler):
    """Multiply the learning rate by a factor until total_iters."""

    def __init__(self, optimizer, factor=1 / 3, total_iters=5, last_epoch=-1, verbose=None):
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._times(self.factor)
        return self._times(1 if self.last_epoch != self.total_iters else 1 / self.factor)

    def _closed(self, base):
        return base * (self.factor if self.last_epoch < self.total_iters else 1)


class LinearLR(LRScheduler):
    """Change a factor of the learning rate linearly from start_factor to end_factor."""

    def __init__(self, optimizer, start_factor=1 / 3, end_factor=1.0, total_iters=5, last_epoch=-1, verbose=None):
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._times(self.start_factor)
        if self.last_epoch > self.total_iters:
            return self._rates()
        span = self.end_factor - self.start_factor
        return self._times(1 + span / (self.total_iters * self.start_factor + (self.last_epoch - 1) * span))

    def _closed(self, base):
        part = min(self.total_iters, self.last_epoch) / self.total_iters
        return base * (self.start_factor + (self.end_factor - self.start_factor) * part)


class PolynomialLR(LRScheduler):
    """Decrease the learning rate to 0 by a power."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose=None):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._rates()
        left = 1 - self.last_epoch / self.total_iters
        return self._times((left / (1 - (self.last_epoch - 1) / self.total_iters)) ** self.power)

    def _closed(self, base):
        return base * (1 - min(self.total_iters, self.last_epoch) / self.total_iters) ** self.power


class CosineAnnealingLR(LRScheduler):
    """Move the learning rate along a cosine between its initial value and eta_min; half a period is T_max epochs."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1, verbose=None):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        t, half = self.last_epoch, self.T_max
        if t == 0:
            return self._rates()
        if (t - 1 - half) % (2 * half) == 0:
            up = (1 - math.cos(math.pi / half)) / 2
            return [rate + (base - self.eta_min) * up for rate, base in zip(self._rates(), self.base_lrs)]
        factor = (1 + math.cos(math.pi * t / half)) / (1 + math.cos(math.pi * (t - 1) / half))
        return [factor * (rate - self.eta_min) + self.eta_min for rate in self._rates()]

    def _closed(self, base):
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2


class CosineAnnealingWarmRestarts(LRScheduler):
    """Fall along half a cosine in T_0 epochs, start again, with periods that grow by T_mult."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1, verbose=None):
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        part = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * part for base in self.base_lrs]

    def step(self, epoch=None):
        if epoch is None:
            epoch = self.last_epoch + 1
        start, self.T_i = 0, self.T_0
        while epoch - start >= self.T_i:
            start, self.T_i = start + self.T_i, self.T_i * self.T_mult
        self.T_cur, self.last_epoch = epoch - start, math.floor(epoch)
        for group, rate in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = rate
        self._last_lr = self._rates()


class LambdaLR(LRScheduler):
    """Multiply the initial learning rate by lr_lambda(epoch); one function, or one for each group."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=None):
        many = isinstance(lr_lambda, (list, tuple))
        self.lr_lambdas = list(lr_lambda) if many else [lr_lambda] * len(optimizer.param_groups)
        if len(self.lr_lambdas) != len(optimizer.param_groups):
            raise ValueError(f"Expected {len(optimizer.param_groups)} lr_lambdas, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * fn(self.last_epoch) for base, fn in zip(self.base_lrs, self.lr_lambdas)]

    def state_dict(self):
        return {key: value for key, value in super().state_dict().items() if key != "lr_lambdas"}


class MultiplicativeLR(LambdaLR):
    """Multiply the learning rate by lr_lambda(epoch)."""

    def get_lr(self):
        if self.last_epoch == 0:
            return self._rates()
        return [rate * fn(self.last_epoch) for rate, fn in zip(self._rates(), self.lr_lambdas)]


def _momentum_of(group):
    return group["betas"][0] if "betas" in group else group.get("momentum", 0.0)


def _set_momentum(group, value):
    if "betas" in group:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


class OneCycleLR(LRScheduler):
    """Raise the learning rate to max_lr and let it fall to almost 0; move the momentum the other way."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
                 final_div_factor=1e4, three_phase=False, last_epoch=-1, verbose=None):
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("OneCycleLR: give total_steps, or epochs and steps_per_epoch")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be 'cos' or 'linear', not {anneal_strategy!r}")
        self.total_steps = total_steps or epochs * steps_per_epoch
        count = len(optimizer.param_groups)
        peaks = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * count
        self._ends = [(peak / div_factor, peak, peak / div_factor / final_div_factor) for peak in peaks]
        self._strategy, self._cycles = anneal_strategy, cycle_momentum
        self._momenta = base_momentum, max_momentum
        up = pct_start * self.total_steps - 1
        last = self.total_steps - 1
        # Phases: where they end, and from which to which of (initial, max, min) they go.
        self._phases = [(up, 0, 1), (2 * up, 1, 0), (last, 0, 2)] if three_phase else [(up, 0, 1), (last, 1, 2)]
        if last_epoch == -1:
            for group, ends in zip(optimizer.param_groups, self._ends):
                group["lr"] = group["initial_lr"] = ends[0]
        super().__init__(optimizer, last_epoch)

    def _between(self, start, end, part):
        if self._strategy == "linear":
            return start + (end - start) * part
        return end + (start - end) * (1 + math.cos(math.pi * part)) / 2

    def get_lr(self):
        if self.last_epoch > self.total_steps:
            raise ValueError(f"OneCycleLR: step {self.last_epoch} of {self.total_steps}")
        begin = 0
        for end, a, b in self._phases:
            if self.last_epoch <= end or end == self._phases[-1][0]:
                part = (self.last_epoch - begin) / (end - begin)
                break
            begin = end
        if self._cycles:
            low, high = self._momenta
            momenta = high, low, high
            for group in self.optimizer.param_groups:
                _set_momentum(group, self._between(momenta[a], momenta[b], part))
        return [self._between(ends[a], ends[b], part) for ends in self._ends]


class CyclicLR(LRScheduler):
    """Move the learning rate between base_lr and max_lr in cycles; move the momentum the other way."""

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
                 scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1,
                 verbose=None):
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("CyclicLR: mode is triangular, triangular2 or exp_range, or give scale_fn")
        groups = optimizer.param_groups
        each = lambda x: list(x) if isinstance(x, (list, tuple)) else [x] * len(groups)  # noqa: E731
        self._lows, self.max_lrs = each(base_lr), each(max_lr)
        self._up, self._total = float(step_size_up), float(step_size_up + (step_size_down or step_size_up))
        self._cycles, self._momenta = cycle_momentum, (base_momentum, max_momentum)
        by_mode = {"triangular": (lambda x: 1.0, "cycle"), "triangular2": (lambda x: 1 / 2.0 ** (x - 1), "cycle"),
                   "exp_range": (lambda x: gamma ** x, "iterations")}
        self._scale, self._scale_mode = by_mode[mode] if scale_fn is None else (scale_fn, scale_mode)
        if last_epoch == -1:
            for group, low in zip(groups, self._lows):
                group["lr"] = low
        super().__init__(optimizer, last_epoch)
        self.base_lrs = self._lows

    def get_lr(self):
        cycle = math.floor(1 + self.last_epoch / self._total)
        x = 1.0 + self.last_epoch / self._total - cycle
        first = self._up / self._total
        part = x / first if x <= first else (x - 1) / (first - 1)
        scale = self._scale(cycle if self._scale_mode == "cycle" else self.last_epoch)
        if self._cycles:
            low, high = self._momenta
            for group in self.optimizer.param_groups:
                _set_momentum(group, high - (high - low) * part * scale)
        return [low + (high - low) * part * scale for low, high in zip(self._lows, self.max_lrs)]


class SequentialLR:
    """Use one schedule after the other, the next at each milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=None):
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                             f"milestone points, but got {len(schedulers)} and {len(milestones)}")
        self._schedulers, self._milestones, self.optimizer = list(schedulers), list(milestones), optimizer
        self.last_epoch = last_epoch + 1
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for scheduler in self._schedulers:
            scheduler.last_epoch -= 1
        self._schedulers[0].step()
        self._last_lr = self._schedulers[0].get_last_lr()

    def step(self):
        self.last_epoch += 1
        i = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[i]
        scheduler.step(*((0,) if i and self._milestones[i - 1] == self.last_epoch else ()))
        self._last_lr = scheduler.get_last_lr()

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {"last_epoch": self.last_epoch, "_last_lr": self._last_lr,
                "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict):
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)
        self.last_epoch, self._last_lr = state_dict["last_epoch"], state_dict["_last_lr"]


class ChainedScheduler:
    """Apply several schedules in each step."""

    def __init__(self, schedulers, optimizer=None):
        self._schedulers = list(schedulers)
        self.optimizer = optimizer or self._schedulers[0].optimizer
        if any(scheduler.optimizer is not self.optimizer for scheduler in self._schedulers):
            raise ValueError("ChainedScheduler expects all schedulers to belong to the same optimizer")
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    get_last_lr = SequentialLR.get_last_lr

    def state_dict(self):
        return {"_last_lr": self._last_lr, "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict):
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(state)
        self._last_lr = state_dict["_last_lr"]


class ReduceLROnPlateau:
    """Reduce the learning rate when a metric has not improved for `patience` epochs."""

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0, min_lr=0,
                 eps=1e-8, verbose=None):
        if factor >= 1.0:
            raise ValueError("ReduceLROnPlateau: factor has to be less than 1")
        if mode not in ("min", "max") or threshold_mode not in ("rel", "abs"):
            raise ValueError(f"mode {mode!r} or threshold mode {threshold_mode!r} is unknown!")
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = threshold, threshold_mode, cooldown, eps
        self.min_lrs = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * len(optimizer.param_groups)
        self.best = math.inf if mode == "min" else -math.inf
        self.num_bad_epochs = self.cooldown_counter = self.last_epoch = 0
        self._last_lr = [group["lr"] for group in optimizer.param_groups]

    def is_better(self, a, best):
        sign = 1 if self.mode == "max" else -1
        if self.threshold_mode == "rel":
            return sign * a > sign * best * (1 + sign * self.threshold)
        return sign * a > sign * best + self.threshold

    def step(self, metrics, epoch=None):
        """Take the metric of an epoch.  Blocks until it is computed."""
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        if self.num_bad_epochs > self.patience:
            for group, least in zip(self.optimizer.param_groups, self.min_lrs):
                rate = max(group["lr"] * self.factor, least)
                if group["lr"] - rate > self.eps:
                    group["lr"] = rate
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    get_last_lr = SequentialLR.get_last_lr
    state_dict, load_state_dict = LRScheduler.state_dict, LRScheduler.load_state_dict


OPTIMIZERS = {cls.__name__: cls for cls in (Optimizer, Adamax, NAdam, RAdam, ASGD, Rprop)}
SCHEDULES = {cls.__name__: cls for cls in (
    LRScheduler, StepLR, MultiStepLR, ExponentialLR, ConstantLR, LinearLR, PolynomialLR, CosineAnnealingLR,
    CosineAnnealingWarmRestarts, LambdaLR, MultiplicativeLR, OneCycleLR, CyclicLR, SequentialLR, ChainedScheduler,
    ReduceLROnPlateau)}
SCHEDULES["_LRScheduler"] = LRScheduler
