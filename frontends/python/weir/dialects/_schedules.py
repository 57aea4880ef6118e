"""Learning rate schedules of MXNet, Paddle and Keras: each maps a step count to a learning rate."""
import math

from weir import _core


def exponential(rate, t, steps, factor, stairs=False):
    """Return the rate at step t of an exponential decay by `factor` every `steps` steps.  The rate decreases at each
    step or, if `stairs` is true, only every `steps` steps."""
    return rate * factor ** (t // steps if stairs else t / steps)


def pieces(t, bounds, rates, inclusive=False):
    """Return a piecewise constant rate: rates[i] while t is below bounds[i] (or equal to it, if inclusive), and the
    last rate after all bounds."""
    for bound, rate in zip(bounds, rates):
        if t < bound or inclusive and t == bound:
            return rate
    return rates[len(bounds)]


def polynomial(rate, t, steps, end, power):
    left = 1 - min(t, steps) / steps
    return (rate - end) * left ** power + end


def cosine(rate, t, steps, end):
    return end + (rate - end) * (1 + math.cos(math.pi * min(t, steps) / steps)) / 2


def _cycles(t, steps, cycle):
    """Return by how much a period is longer at step t of a schedule that starts again."""
    return max(1, math.ceil(t / steps)) if cycle else 1


def _warmed_cosine(s, t):
    if s.warmup_target is None:
        return cosine(s.initial_learning_rate, t, s.decay_steps, s.alpha * s.initial_learning_rate)
    if t < s.warmup_steps:
        return s.initial_learning_rate + (s.warmup_target - s.initial_learning_rate) * t / s.warmup_steps
    return cosine(s.warmup_target, t - s.warmup_steps, s.decay_steps, s.alpha * s.warmup_target)


def _named(name, base, order, defaults, rate):
    """Create and return a schedule class with these settings, whose rate at step t is rate(self, t)."""
    names = [*order, *(key for key in base._others if key not in order)]

    def __init__(self, *args, **settings):
        unknown = [key for key in settings if key not in names]
        if unknown or len(args) > len(names):
            what = f"unexpected argument {unknown[0]!r}" if unknown else f"{len(args)} arguments"
            raise TypeError(f"{name}: {what}; the arguments are {', '.join(names)}")
        given = {**defaults, **dict(zip(names, args)), **settings}
        missing = [key for key in order if key not in given]
        if missing:
            raise TypeError(f"{name}: missing required argument{'s' * (len(missing) > 1)} "
                            f"{', '.join(map(repr, missing))}")
        self.__dict__.update(given)
        self._begin()

    return type(name, (base,), {"__init__": __init__, "rate": rate, "__doc__": "A learning-rate schedule."})


def _family(base, table):
    return {name: _named(name, base, order.split(), defaults, rate) for name, (order, defaults, rate) in table.items()}


# ---- MXNet: called with the number of updates ----------------------------------------------------


class _MXNet:
    """A learning rate schedule; calling it with the number of updates returns the rate."""

    _others = ("warmup_steps", "warmup_begin_lr", "warmup_mode")  # arguments after those of the schedule

    def __init__(self, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode="linear"):
        self.base_lr, self.warmup_steps = base_lr, warmup_steps
        self.warmup_begin_lr, self.warmup_mode = warmup_begin_lr, warmup_mode
        self._begin()

    def _begin(self):
        self.warmup_final_lr = self.base_lr
        if self.warmup_begin_lr > self.base_lr:
            raise ValueError(f"warmup_begin_lr={self.warmup_begin_lr} is above the base learning rate, {self.base_lr}")
        if self.warmup_steps < 0:
            raise ValueError(f"warmup_steps={self.warmup_steps} is negative")
        if self.warmup_mode not in ("linear", "constant"):
            raise ValueError(f"warmup_mode is 'linear' or 'constant', not {self.warmup_mode!r}")

    def get_warmup_lr(self, num_update):
        """Return the rate while num_update is below warmup_steps."""
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        return self.warmup_begin_lr + (self.base_lr - self.warmup_begin_lr) * num_update / self.warmup_steps

    def rate(self, num_update):
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")

    def __call__(self, num_update):
        return self.get_warmup_lr(num_update) if num_update < self.warmup_steps else self.rate(num_update)


def _often(rate, factor, times):
    """Multiply a rate by a factor a number of times, each rounded, as MXNet does step by step."""
    for _ in range(times):
        rate *= factor
    return rate


_warm = {"base_lr": 0.01, "warmup_steps": 0, "warmup_begin_lr": 0, "warmup_mode": "linear"}
MXNET = _family(_MXNet, {
    "FactorScheduler": ("step factor stop_factor_lr base_lr", {**_warm, "factor": 1, "stop_factor_lr": 1e-8},
                        lambda s, t: max(_often(s.base_lr, s.factor, max(t - 1, 0) // s.step), s.stop_factor_lr)),
    "MultiFactorScheduler": ("step factor base_lr", {**_warm, "factor": 1},
                             lambda s, t: _often(s.base_lr, s.factor, sum(t > n for n in s.step))),
    "PolyScheduler": ("max_update base_lr pwr final_lr", {**_warm, "pwr": 2, "final_lr": 0},
                      lambda s, t: polynomial(s.base_lr, t - s.warmup_steps, s.max_update - s.warmup_steps, s.final_lr,
                                              s.pwr)),
    "CosineScheduler": ("max_update base_lr final_lr", {**_warm, "final_lr": 0},
                        lambda s, t: cosine(s.base_lr, t - s.warmup_steps, s.max_update - s.warmup_steps, s.final_lr)),
}) | {"LRScheduler": _MXNet}
globals().update(MXNET)  # pickle looks classes up in their module


# ---- Keras: called with the step -----------------------------------------------------------------


class _Keras:
    """A learning rate schedule; calling it with the step returns the rate."""

    _others = ("name",)

    def _begin(self):
        pass

    def __call__(self, step):
        return self.rate(float(step))


KERAS = _family(_Keras, {
    "ExponentialDecay": ("initial_learning_rate decay_steps decay_rate staircase", {"staircase": False},
                         lambda s, t: exponential(s.initial_learning_rate, t, s.decay_steps, s.decay_rate,
                                                  s.staircase)),
    "PiecewiseConstantDecay": ("boundaries values", {}, lambda s, t: pieces(t, s.boundaries, s.values, True)),
    "CosineDecay": ("initial_learning_rate decay_steps alpha name warmup_target warmup_steps",
                    {"alpha": 0.0, "name": None, "warmup_target": None, "warmup_steps": 0}, _warmed_cosine),
    "PolynomialDecay": ("initial_learning_rate decay_steps end_learning_rate power cycle",
                        {"end_learning_rate": 1e-4, "power": 1.0, "cycle": False},
                        lambda s, t: polynomial(s.initial_learning_rate, t, s.decay_steps * _cycles(t, s.decay_steps, s.cycle),
                                                s.end_learning_rate, s.power)),
    "InverseTimeDecay": ("initial_learning_rate decay_steps decay_rate staircase", {"staircase": False},
                         lambda s, t: s.initial_learning_rate / (1 + s.decay_rate * (
                             t // s.decay_steps if s.staircase else t / s.decay_steps))),
}) | {"LearningRateSchedule": _Keras}


# ---- Paddle: objects that count steps themselves --------------------------------------------------


class _Paddle:
    """A learning rate schedule; step() advances it by one step, and calling it returns the rate."""

    _others = ("last_epoch", "verbose")

    def _begin(self):
        self.last_epoch = max(self.__dict__.get("last_epoch", -1), -1) + 1
        self.last_lr = self.rate(self.last_epoch)

    def get_lr(self):
        return self.rate(self.last_epoch)

    def step(self, epoch=None):
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        self.last_lr = self.get_lr()

    def __call__(self):
        return self.last_lr

    def state_dict(self):
        return {"last_epoch": self.last_epoch, "last_lr": self.last_lr}

    def set_state_dict(self, state):
        self.__dict__.update(state)


def _below_one(gamma):
    if gamma >= 1:
        raise ValueError(f"gamma must be less than 1, not {gamma}")
    return gamma


def _warmup(s, t):
    if t < s.warmup_steps:
        return s.start_lr + (s.end_lr - s.start_lr) * t / s.warmup_steps
    return s.learning_rate.rate(t - s.warmup_steps) if hasattr(s.learning_rate, "rate") else s.learning_rate


PADDLE = _family(_Paddle, {
    "StepDecay": ("learning_rate step_size gamma", {"gamma": 0.1},
                  lambda s, t: _core.lr("step", s.learning_rate, t, s.step_size, _below_one(s.gamma))),
    "MultiStepDecay": ("learning_rate milestones gamma", {"gamma": 0.1},
                       lambda s, t: s.learning_rate * s.gamma ** sum(t >= n for n in s.milestones)),
    "ExponentialDecay": ("learning_rate gamma", {}, lambda s, t: s.learning_rate * s.gamma ** t),
    "NaturalExpDecay": ("learning_rate gamma", {}, lambda s, t: s.learning_rate * math.exp(-s.gamma * t)),
    "InverseTimeDecay": ("learning_rate gamma", {}, lambda s, t: s.learning_rate / (1 + s.gamma * t)),
    "PolynomialDecay": ("learning_rate decay_steps end_lr power cycle", {"end_lr": 0.0001, "power": 1.0, "cycle": False},
                        lambda s, t: polynomial(s.learning_rate, t, s.decay_steps * _cycles(t, s.decay_steps, s.cycle), s.end_lr, s.power)),
    "CosineAnnealingDecay": ("learning_rate T_max eta_min", {"eta_min": 0},
                             lambda s, t: s.eta_min + (s.learning_rate - s.eta_min) * (
                                 1 + math.cos(math.pi * t / s.T_max)) / 2),
    "PiecewiseDecay": ("boundaries values", {}, lambda s, t: pieces(t, s.boundaries, s.values)),
    "LambdaDecay": ("learning_rate lr_lambda", {}, lambda s, t: s.learning_rate * s.lr_lambda(t)),
    "LinearWarmup": ("learning_rate warmup_steps start_lr end_lr", {}, _warmup),
    "NoamDecay": ("d_model warmup_steps learning_rate", {"learning_rate": 1.0},
                  lambda s, t: s.learning_rate * s.d_model ** -0.5 * min(t ** -0.5 if t else 1.0, t * s.warmup_steps ** -1.5)),
    "MultiplicativeDecay": ("learning_rate lr_lambda", {},
                            lambda s, t: s.learning_rate * math.prod(s.lr_lambda(i) for i in range(1, t + 1))),
    "LinearLR": ("learning_rate total_steps start_factor end_factor", {"start_factor": 1 / 3, "end_factor": 1.0},
                 lambda s, t: s.learning_rate * (s.start_factor + (s.end_factor - s.start_factor) * min(t, s.total_steps) / s.total_steps)),
}) | {"LRScheduler": _Paddle}
