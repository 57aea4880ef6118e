"""Paddle's optimisers, schedules and gradient clipping."""
from weir._core import Array
from weir.dialects import _optim, _schedules
from weir.dialects._paddle_tensor import made
from weir.dialects._paddle_ops import Refused
from weir.dialects._tensor_class import Mistake

class Optimizer:
    """Updates parameters from their gradients."""

    _kind, _rate = "sgd", 0.001

    def __init__(self, learning_rate=None, *args, parameters=None, weight_decay=None, grad_clip=None, name=None,
                 **settings):
        settings = {**self._defaults, **settings, **dict(zip(self._order, args))}
        if not isinstance(learning_rate, (int, float, type(None))) and not hasattr(learning_rate, "get_lr"):
            raise Refused(f"learning_rate must be a number or a schedule, not {learning_rate!r}")
        self._schedule = learning_rate if hasattr(learning_rate, "get_lr") else None
        rate = self._rate if learning_rate is None else learning_rate() if self._schedule else learning_rate
        settings = {("nesterov" if k == "use_nesterov" else k): v for k, v in settings.items()}
        cls, given = _optim.ours(self._kind, {**settings, "weight_decay": getattr(weight_decay, "coeff", weight_decay)})
        groups = [g if isinstance(g, dict) else {"params": [g]} for g in parameters or ()]
        if isinstance(rate, (int, float)):
            given["lr"] = rate
        if grad_clip is not None:
            given.update(grad_clip.settings)
        self._parameters, self._optimizer = [], None
        if groups and not any(isinstance(g, dict) for g in parameters):
            groups = [{"params": [g["params"][0] for g in groups]}]
        for group in groups:
            self._add(cls, group, given)

    _order, _defaults = (), {}

    def _add(self, cls, group, given):
        params = group["params"]
        params = [params] if isinstance(params, Array) else list(params)
        own = {_optim.SETTINGS.get(k, k): getattr(v, "coeff", v) for k, v in group.items() if k != "params"}
        if "lr" in own:
            own["lr"] *= given["lr"]  # a group's learning rate is a factor of the optimiser's learning rate
        self._parameters += params
        if self._optimizer is None:
            self._optimizer = cls(params, **{**given, **own})
        else:
            self._optimizer.add_group(params, **{**given, **own})

    def step(self):
        if self._optimizer is None:
            return
        if self._schedule is not None:
            self._optimizer.lr = self._schedule()
        _optim.step_or_nothing(self._optimizer.step)

    def clear_grad(self, set_to_zero=True):
        for p in self._parameters:
            p.grad = None

    clear_gradients = clear_grad

    def minimize(self, loss):
        loss.backward()
        self.step()

    def get_lr(self):
        return self._schedule() if self._schedule is not None else self._optimizer.lr

    def set_lr(self, value):
        if self._schedule is not None:
            raise Mistake("set_lr: the learning rate is controlled by a schedule; call the schedule's step(), or "
                          "create the optimiser with a number as learning rate")
        self._optimizer.lr = value

    def state_dict(self):
        return {k: made(v) for k, v in self._optimizer.state_dict().items()}

    def set_state_dict(self, state):
        self._optimizer.load_state_dict(state)


def _optimizer(name, kind_, rate, order=(), **defaults):
    return type(name, (Optimizer,), {"_kind": kind_, "_rate": rate, "_order": order, "_defaults": defaults})


OPTIMIZERS = {"SGD": _optimizer("SGD", "sgd", 0.001), "Momentum": _optimizer("Momentum", "momentum", 0.001,
                                                                              ("momentum",), momentum=0.9),
               "Adam": _optimizer("Adam", "adam", 0.001, ("beta1", "beta2", "epsilon")),
               "AdamW": _optimizer("AdamW", "adamw", 0.001, ("beta1", "beta2", "epsilon")),
               "Adagrad": _optimizer("Adagrad", "adagrad", 0.001, ("epsilon",), epsilon=1e-6),
               "Adadelta": _optimizer("Adadelta", "adadelta", 0.001, ("epsilon", "rho"), epsilon=1e-6, rho=0.95),
               "RMSProp": _optimizer("RMSProp", "rmsprop", 0.001, ("rho", "epsilon", "momentum"), rho=0.95, epsilon=1e-6)}


SCHEDULES = _schedules.PADDLE


class L2Decay:
    """L2 weight decay."""

    def __init__(self, coeff=0.0):
        self.coeff = coeff


class _Clip:
    def __init__(self, limit):
        self.settings = {self._name: limit}


ClipGradByGlobalNorm = type("ClipGradByGlobalNorm", (_Clip,), {"_name": "max_norm"})
ClipGradByValue = type("ClipGradByValue", (_Clip,), {"_name": "clip_value"})
