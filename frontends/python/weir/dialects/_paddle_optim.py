"""Paddle's optimisers, schedules and gradient clipping."""
from weir._core import Array
from weir.dialects import _optim, _schedules
from weir.dialects._paddle_tensor import Refused, attributes_of, made, to_tensor
from weir.dialects._tensor_class import Mistake, op, quietly



class Optimizer:
    """Updates parameters from their gradients."""

    _kind, _rate = "sgd", 0.001

    def __init__(self, learning_rate=None, *args, **settings):
        order = self._order.split()
        unknown = [key for key in settings if key not in (*order, *self._more.split(), "name", "multi_precision")]
        if unknown or len(args) > len(order):
            raise TypeError(f"{type(self).__name__}: unknown argument {unknown[0]!r}; the arguments are learning_rate, {', '.join(order)}" if unknown
                            else f"{type(self).__name__}: {len(args) + 1} arguments by position, but there are {len(order) + 1}")
        settings = {**self._defaults, **settings, **dict(zip(order, args))}
        parameters, weight_decay, grad_clip = (settings.pop(key, None) for key in ("parameters", "weight_decay", "grad_clip"))
        for key in ("lazy_mode", "use_multi_tensor", "name"):  # do not change results
            settings.pop(key, None)
        self._decays, self._ratio = settings.pop("apply_decay_param_fun", None), settings.pop("lr_ratio", None)
        if settings.pop("multi_precision", False):
            raise NotImplementedError(f"{type(self).__name__}: multi_precision is not supported; use paddle.amp.auto_cast, which keeps parameters "
                                      "in float32")
        if not isinstance(learning_rate, (int, float, type(None))) and not hasattr(learning_rate, "get_lr"):
            raise Refused(f"learning_rate must be a number or a schedule, not {learning_rate!r}")
        if isinstance(parameters, Array):
            raise Refused("parameters must be a list of parameters, not a tensor")
        self._schedule = learning_rate if hasattr(learning_rate, "get_lr") else None
        rate = self._rate if learning_rate is None else learning_rate() if self._schedule else learning_rate
        settings = {("nesterov" if k == "use_nesterov" else k): v for k, v in settings.items()}
        self._l1 = weight_decay.coeff if isinstance(weight_decay, L1Decay) else 0.0
        weight_decay = None if self._l1 else getattr(weight_decay, "coeff", weight_decay)
        cls, given = _optim.ours(self._kind, {**settings, "weight_decay": weight_decay})
        groups = [g if isinstance(g, dict) else {"params": [g]} for g in parameters or ()]
        given["lr"] = float(rate)
        if grad_clip is not None:
            given.update(grad_clip.settings)
        self._base, self._parameters, self._optimizer, self._factors = given["lr"], [], None, []
        if groups and not any(isinstance(g, dict) for g in parameters):
            groups = [{"params": [g["params"][0] for g in groups]}]
        for group in groups:
            self._add(cls, group, given)

    _order, _more, _defaults = "parameters weight_decay grad_clip", "", {}

    def _add(self, cls, group, given):
        """Add parameters, in groups of those with the same factor of the learning rate and the same decay."""
        params = group["params"]
        params = [params] if isinstance(params, Array) else list(params)
        own = {_optim.SETTINGS.get(k, k): getattr(v, "coeff", v) for k, v in group.items() if k not in ("params", "grad_clip")}
        factor = own.pop("lr", 1.0)  # a group's learning rate is a factor of the optimiser's learning rate
        if group.get("grad_clip") is not None:
            own.update(group["grad_clip"].settings)
        self._parameters += params
        sorts = {}
        for p in params:
            about = attributes_of(p)
            each = factor * about.learning_rate * (1.0 if self._ratio is None else float(self._ratio(p)))
            # A penalty of the parameter replaces that of the optimiser, but not the decay of AdamW, which is none.
            decays = (about.regularizer is None or self._kind == "adamw") and (self._decays is None or bool(self._decays(about.name)))
            sorts.setdefault((each, decays), []).append(p)
        for (each, decays), some in sorts.items():
            settings = {**given, **own, "lr": self._base * each, **({} if decays else {"weight_decay": 0.0})}
            self._factors.append(each)
            if self._optimizer is None:
                self._optimizer = cls(some, **settings)
            else:
                self._optimizer.add_group(some, **settings)

    def _set_rate(self, rate):
        self._base = float(rate)
        for i, factor in enumerate(self._factors):
            self._optimizer.set(i, lr=self._base * factor)

    def _penalise(self):
        """Add the gradients of penalties that Weir's optimisers do not have."""
        for p in self._parameters:
            penalty = attributes_of(p).regularizer
            if p.grad is None or p.stop_gradient:
                continue
            if penalty is not None:
                p.grad = quietly(lambda p=p, penalty=penalty: p.grad + penalty.gradient(p.detach()))
            elif self._l1:
                p.grad = quietly(lambda p=p: p.grad + self._l1 * op["sign"](p.detach()))

    def _prepare(self):
        """Set the rate of the schedule and add penalties, before a step."""
        if self._schedule is not None:
            self._set_rate(self._schedule())
        if self._l1 or any(attributes_of(p).regularizer is not None for p in self._parameters):
            self._penalise()

    def step(self):
        if self._optimizer is None:
            return
        self._prepare()
        _optim.step_or_nothing(self._optimizer.step)

    def clear_grad(self, set_to_zero=True):
        for p in self._parameters:
            p.grad = None

    clear_gradients = clear_grad

    def minimize(self, loss, startup_program=None, parameters=None, no_grad_set=None):
        loss.backward()
        self.step()
        return None, [(p, p.grad) for p in self._parameters]

    def get_lr(self):
        return self._schedule() if self._schedule is not None else self._base

    def set_lr(self, value):
        if self._schedule is not None:
            raise Mistake("set_lr: the learning rate is controlled by a schedule; call the schedule's step(), or "
                          "create the optimiser with a number as learning rate")
        self._set_rate(value)

    def set_lr_scheduler(self, scheduler):
        self._schedule = scheduler

    @property
    def _learning_rate(self):
        return self._base if self._schedule is None else self._schedule

    def state_dict(self):
        """Return the state of the parameters and, as "LR_Scheduler", that of the schedule."""
        found = {} if self._optimizer is None else {k: made(v) for k, v in self._optimizer.state_dict().items()}
        return found if self._schedule is None else {**found, "LR_Scheduler": self._schedule.state_dict()}

    def set_state_dict(self, state_dict):
        state = dict(state_dict)
        schedule = state.pop("LR_Scheduler", None)
        if schedule is not None and self._schedule is not None:
            self._schedule.set_state_dict(schedule)
        if self._optimizer is not None:
            self._optimizer.load_state_dict({k: v if isinstance(v, Array) else to_tensor(v) for k, v in state.items()})

    load_state_dict = set_state_dict


def _optimizer(name, kind_, order, more="", **defaults):
    """Return the class of an optimiser: its arguments after learning_rate in order, those that come later, and other defaults."""
    return type(name, (Optimizer,), {"_kind": kind_, "_order": order, "_more": more, "_defaults": defaults})


_END = "parameters weight_decay grad_clip"
_MOMENTS = f"beta1 beta2 epsilon {_END} lazy_mode"
OPTIMIZERS = {
    "SGD": _optimizer("SGD", "sgd", _END),
    "Momentum": _optimizer("Momentum", "momentum", "momentum parameters use_nesterov weight_decay grad_clip", "use_multi_tensor", momentum=0.9),
    "Adam": _optimizer("Adam", "adam", _MOMENTS, "use_multi_tensor amsgrad"),
    "AdamW": _optimizer("AdamW", "adamw", "beta1 beta2 epsilon parameters weight_decay lr_ratio apply_decay_param_fun grad_clip", "lazy_mode amsgrad"),
    "Adagrad": _optimizer("Adagrad", "adagrad", f"epsilon {_END}", "initial_accumulator_value", epsilon=1e-6),
    "Adadelta": _optimizer("Adadelta", "adadelta", f"epsilon rho {_END}", epsilon=1e-6, rho=0.95),
    "RMSProp": _optimizer("RMSProp", "rmsprop", f"rho epsilon momentum centered {_END}", rho=0.95, epsilon=1e-6),
}


SCHEDULES = _schedules.PADDLE


class L2Decay:
    """L2 penalty: its gradient is coeff times the weight."""

    def __init__(self, coeff=0.0):
        self.coeff = float(coeff)

    def gradient(self, w):
        return self.coeff * w


class L1Decay(L2Decay):
    """L1 penalty: its gradient is coeff times the sign of the weight."""

    def gradient(self, w):
        return self.coeff * op["sign"](w)


class ClipGradByGlobalNorm:
    """Scales all gradients so that their total norm is at most clip_norm."""

    def __init__(self, clip_norm, group_name="default_group", auto_skip_clip=False):
        self.clip_norm, self.settings = clip_norm, {"max_norm": clip_norm}


class ClipGradByValue:
    """Clips the elements of gradients to the range from min to max, which is -max by default."""

    def __init__(self, max, min=None):
        if min is not None and min != -max:
            raise NotImplementedError("ClipGradByValue: min must be -max")
        self.max, self.min, self.settings = max, -max, {"clip_value": max}
