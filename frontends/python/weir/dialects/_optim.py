"""Optimisers under the names of the frameworks, over weir.optim."""
import weir
from weir import optim


# Settings in the order in which PyTorch takes them, after the parameters.
_ORDER = {
    "SGD": "lr momentum dampening weight_decay nesterov",
    "Adam": "lr betas eps weight_decay amsgrad",
    "AdamW": "lr betas eps weight_decay amsgrad",
    "RMSprop": "lr alpha eps weight_decay momentum centered",
    "Adagrad": "lr lr_decay weight_decay initial_accumulator_value eps",
    "Adadelta": "lr rho eps weight_decay",
}
_MEANINGLESS = ("foreach", "fused", "capturable", "differentiable")


def torchlike() -> dict:
    """PyTorch's optimisers."""
    return {name: _torchlike(name, order.split()) for name, order in _ORDER.items()} | {"Optimizer": optim.Optimizer}


def step_or_nothing(step):
    """A step as PyTorch and Paddle have it: without any gradient it does nothing, where Weir's says so."""
    try:
        step()
    except ValueError as error:
        if "has a gradient" not in str(error):
            raise


def _torchlike(name, order):
    base = getattr(optim, name)

    class Its(base):
        def __init__(self, params, *args, **settings):
            settings.update(zip(order, args))
            for key in _MEANINGLESS:
                settings.pop(key, None)
            super().__init__(params, **settings)
            self.defaults = dict(settings)

        def step(self, closure=None):
            """A step; a closure computes the loss again before it."""
            loss = None
            if closure is not None:
                with weir.autograd._Modes(True, None):
                    loss = closure()
            step_or_nothing(super().step)
            return loss

        def state_dict(self):
            groups = [self.settings(i) for i in range(self._optimizer.groups)]
            return {"state": {k: v.copy() for k, v in super().state_dict().items()}, "param_groups": groups}

        def load_state_dict(self, state):
            for i, settings in enumerate(state["param_groups"]):
                self.set(i, **{k: v for k, v in settings.items() if k in self.settings(i)})
            super().load_state_dict(state["state"])

    Its.__name__ = Its.__qualname__ = name
    Its.__doc__ = base.__doc__
    return Its


def schedules() -> dict:
    """PyTorch's schedules of the learning rate."""
    made = {}
    for name in ("StepLR", "MultiStepLR", "ExponentialLR", "CosineAnnealingLR", "LinearLR", "PolynomialLR", "LambdaLR",
                 "OneCycleLR"):
        base = getattr(optim.lr_scheduler, name)

        def step(self, epoch=None, base=base):
            base.step(self)

        made[name] = type(name, (base,), {
            "__doc__": base.__doc__, "step": step,
            "last_epoch": property(lambda self: self.count)})
    return {**made, "ReduceLROnPlateau": optim.lr_scheduler.ReduceLROnPlateau}


# What other frameworks call optimisers and settings.
KINDS = {"sgd": "SGD", "nag": "SGD", "momentum": "SGD", "adam": "Adam", "adamw": "AdamW", "rmsprop": "RMSprop",
         "adagrad": "Adagrad", "adadelta": "Adadelta", "lamb": "LAMB"}
SETTINGS = {"learning_rate": "lr", "wd": "weight_decay", "epsilon": "eps", "beta_1": "beta1", "beta_2": "beta2",
            "gamma1": "alpha", "rho": "rho", "decay": "weight_decay", "clip_gradient": "clip_value",
            "clipnorm": "max_norm",
            "clipvalue": "clip_value", "global_clipnorm": "max_norm"}


def ours(kind, settings, defaults=()):
    """The class of weir.optim and its settings, for a kind and settings in another framework's words."""
    name = KINDS.get(kind.lower())
    if name is None:
        raise ValueError(f"no optimiser {kind!r}; there are {', '.join(KINDS)}")
    cls = getattr(optim, name)
    known = [a[0] for a in cls._kind["attrs"]]
    given = {**dict(defaults)}
    for key, value in settings.items():
        key = SETTINGS.get(key, key)
        if key == "rho" and name == "RMSprop":
            key = "alpha"
        if key not in known:
            raise TypeError(f"{kind} has no setting {key!r} here; it has {', '.join(known)}")
        if value is not None:
            given[key] = value
    if kind.lower() == "nag":
        given["nesterov"] = bool(given.get("momentum"))
    return cls, given


def scaled(optimizer, factor):
    """Multiply gradients by this in the steps that follow."""
    optimizer._optimizer.set_scale(None if factor == 1 else weir.full((), float(factor), dtype=weir.float32))
