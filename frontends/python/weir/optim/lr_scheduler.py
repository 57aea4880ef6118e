"""Learning rate schedules, as in PyTorch.  Create a schedule for an optimiser, and call its step() after each epoch or
after each step of the optimiser.

    schedule = optim.lr_scheduler.CosineAnnealingLR(opt, T_max=10)

The learning rate is a function of the schedule's step count and the initial learning rate, implemented in the C
library.  Only ReduceLROnPlateau depends on the values of a metric instead.
"""
from weir import _core

__all__ = ["CosineAnnealingLR", "CosineWarmup", "ExponentialLR", "LambdaLR", "LinearLR", "MultiStepLR", "OneCycleLR",
           "PolynomialLR", "ReduceLROnPlateau", "Schedule", "StepLR"]


def _rates(optimizer):
    return [optimizer.settings(i)["lr"] for i in range(optimizer._optimizer.groups)]


class Schedule:
    """Base class of the schedules; a subclass defines rate(base, t), the learning rate at step t."""

    def __init__(self, optimizer):
        self.optimizer, self.count = optimizer, 0
        self.base = _rates(optimizer)
        self._apply()

    def rate(self, base: float, t: int) -> float:
        raise NotImplementedError

    def _apply(self):
        for i, base in enumerate(self.base):
            self.optimizer.set(i, lr=self.rate(base, self.count))

    def step(self) -> None:
        """Advance the step count by one and set the optimiser's learning rates."""
        self.count += 1
        self._apply()

    def get_last_lr(self) -> list:
        """Return the current learning rate of each parameter group."""
        return _rates(self.optimizer)

    def __repr__(self):
        settings = {k: v for k, v in vars(self).items() if k not in ("optimizer", "base", "count", "_cycled")}
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in settings.items())}; step {self.count})"

    def state_dict(self) -> dict:
        return {"count": self.count, "base": self.base}

    def load_state_dict(self, state) -> None:
        self.count, self.base = state["count"], list(state["base"])
        self._apply()


class StepLR(Schedule):
    """Multiply the learning rate by gamma every step_size steps."""

    def __init__(self, optimizer, step_size: int, gamma: float = 0.1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr("step", base, t, self.step_size, self.gamma)


class MultiStepLR(Schedule):
    """Multiply the learning rate by gamma when the step count reaches each of the milestones."""

    def __init__(self, optimizer, milestones, gamma: float = 0.1):
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr_multistep(base, t, self.milestones, self.gamma)


class ExponentialLR(Schedule):
    """Multiply the learning rate by gamma at every step."""

    def __init__(self, optimizer, gamma: float):
        self.gamma = gamma
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr("exponential", base, t, self.gamma)


class CosineAnnealingLR(Schedule):
    """Decrease the learning rate along half a cosine from its initial value to eta_min in T_max steps; afterwards it
    stays at eta_min."""

    def __init__(self, optimizer, T_max: int, eta_min: float = 0.0):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr("cosine", base, t, self.T_max, self.eta_min)


class LinearLR(Schedule):
    """Multiply the initial learning rate by a factor that changes linearly from start_factor to end_factor in
    total_iters steps."""

    def __init__(self, optimizer, start_factor: float = 1 / 3, end_factor: float = 1.0, total_iters: int = 5):
        self.start, self.end, self.total = start_factor, end_factor, total_iters
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr("linear", base, t, self.total, self.start, self.end)


class PolynomialLR(Schedule):
    """Decrease the learning rate to zero in total_iters steps, in proportion to (1 - t / total_iters) ** power."""

    def __init__(self, optimizer, total_iters: int = 5, power: float = 1.0):
        self.total, self.power = total_iters, power
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr("polynomial", base, t, self.total, self.power)


class CosineWarmup(Schedule):
    """Increase the learning rate linearly from 0 to its initial value in `warmup` steps, then decrease it along half a
    cosine to eta_min at step `total`."""

    def __init__(self, optimizer, warmup: int, total: int, eta_min: float = 0.0):
        self.warmup, self.total, self.eta_min = warmup, total, eta_min
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr("cosine_warmup", base, t, self.warmup, self.total, self.eta_min)


class LambdaLR(Schedule):
    """Set the learning rate to its initial value times lr_lambda(t), where t is the step count."""

    def __init__(self, optimizer, lr_lambda):
        self.fn = lr_lambda
        super().__init__(optimizer)

    def rate(self, base, t):
        return base * self.fn(t)


class OneCycleLR(Schedule):
    """Follow the 1cycle policy; call step() after each optimiser step.

    The learning rate rises from max_lr / div_factor to max_lr during the fraction pct_start of total_steps, then falls
    to max_lr / div_factor / final_div_factor.  Both parts follow half a cosine.  With cycle_momentum=True, the momentum
    (beta1 of Adam and its variants) moves in the opposite direction: from max_momentum to base_momentum while the
    learning rate rises, and back while it falls.
    """

    def __init__(self, optimizer, max_lr: float, total_steps: int, pct_start: float = 0.3, div_factor: float = 25.0,
                 final_div_factor: float = 1e4, cycle_momentum: bool = True, base_momentum: float = 0.85,
                 max_momentum: float = 0.95):
        if not total_steps >= 1 or not 0 <= pct_start <= 1:
            raise ValueError("OneCycleLR: total_steps must be at least 1 and pct_start between 0 and 1, not "
                             f"{total_steps} and {pct_start}")
        self.max_lr, self.total, self.pct_start = max_lr, total_steps, pct_start
        self.div, self.final_div = div_factor, final_div_factor
        self.cycle_momentum, self.base_momentum, self.max_momentum = cycle_momentum, base_momentum, max_momentum
        known = optimizer.settings(0)
        self._cycled = next((name for name in ("beta1", "momentum") if name in known), None) if cycle_momentum else None
        if cycle_momentum and self._cycled is None:
            raise ValueError(f"OneCycleLR: {type(optimizer).__name__} has neither momentum nor beta1; pass "
                             "cycle_momentum=False")
        super().__init__(optimizer)

    def rate(self, base, t):
        return _core.lr("one_cycle", self.max_lr, t, self.total, self.pct_start, self.div, self.final_div)

    def _apply(self):
        super()._apply()
        if self._cycled is not None:
            momentum = _core.lr("one_cycle_momentum", self.base_momentum, self.count, self.total, self.pct_start,
                                self.max_momentum)
            self.optimizer.set(**{self._cycled: momentum})


class ReduceLROnPlateau:
    """Multiply the learning rate by `factor` when a metric has not improved for more than `patience` epochs.  Call
    step(measure) after each epoch, with the value of the metric.

    mode is "min" if lower values are better, or "max" if higher values are.  A value counts as an improvement if it is
    better than the best value so far by more than the fraction `threshold` of that value.  After a reduction, the next
    `cooldown` epochs do not count.  The learning rate does not fall below min_lr.
    """

    def __init__(self, optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10,
                 threshold: float = 1e-4, cooldown: int = 0, min_lr: float = 0.0):
        if mode not in ("min", "max"):
            raise ValueError(f"ReduceLROnPlateau: mode must be 'min' or 'max', not {mode!r}")
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.cooldown, self.min_lr = threshold, cooldown, min_lr
        self.best, self.bad, self.cooling = None, 0, 0

    def step(self, measure) -> None:
        """Record a value of the metric and adjust the learning rate.  Blocks until the value has been computed."""
        measure, optimizer = float(measure), self.optimizer
        settings = (self.mode == "max", self.factor, self.patience, self.threshold, self.cooldown, self.min_lr)
        kept = self.best, self.bad, self.cooling
        for i in range(optimizer._optimizer.groups):
            now = optimizer.settings(i)["lr"]
            lr, *after = _core.lr_plateau(settings, kept, now, measure)
            if lr != now:
                optimizer.set(i, lr=lr)
        self.best, self.bad, self.cooling = after

    def get_last_lr(self) -> list:
        """Return the current learning rate of each parameter group."""
        return _rates(self.optimizer)

    def state_dict(self) -> dict:
        return {"best": self.best, "bad": self.bad, "cooling": self.cooling}

    def load_state_dict(self, state) -> None:
        self.best, self.bad, self.cooling = state["best"], state["bad"], state["cooling"]


def __getattr__(name):
    from weir._hints import missing

    raise missing(__name__, name)
