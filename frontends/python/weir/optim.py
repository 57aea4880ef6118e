"""Optimisers: parameters follow their gradients.

    opt = optim.Adam(net.parameters(), lr=1e-3)
    for x, y in loader:
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        opt.step()

A step is one operation for all parameters of a dtype, and waits for nothing.  A step whose gradients failed does not
run: the next step() raises the failure with its line, and clear() brings parameters and state back as the last
good step left them.
"""
from weir import _core
from weir._core import Array
from weir._describe import KindSignature

__all__ = ["Optimizer", "clip_grad_norm", "clip_grad_value", "load", "lr_scheduler", "save"]


class Optimizer:
    """What all optimisers have.

    parameters: arrays, or dictionaries {"params": arrays, "lr": ...} with settings of their own.
    """

    _kind = None

    def __init__(self, parameters, *args, **settings):
        names = [a[0] for a in self._kind["attrs"]]
        if len(args) > len(names):
            raise TypeError(f"{self._kind['name']} takes {len(names) + 1} arguments, {len(args) + 1} given")
        for name, value in zip(names, args):
            if name in settings:
                raise TypeError(f"{self._kind['name']}: {name} is given twice")
            settings[name] = value
        if isinstance(parameters, Array) or hasattr(parameters, "named_parameters"):
            what = "one array" if isinstance(parameters, Array) else "a module; give module.parameters()"
            raise TypeError(f"{self._kind['name']}: wants a list of arrays, not {what}")
        groups = list(parameters)
        if not groups:
            raise ValueError(f"{self._kind['name']}: there are no parameters")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        first, *others = groups
        self._optimizer = _core.Optimizer(self._kind["name"], _params(first["params"]),
                                          self._settings({**settings, **first}))
        for group in others:
            self._optimizer.add_group(_params(group["params"]), self._settings({**settings, **group}))

    @classmethod
    def _settings(cls, given):
        names = [a[0] for a in cls._kind["attrs"]]
        given = {name: value for name, value in given.items() if name != "params"}
        if "betas" in given and "beta1" in names:
            given["beta1"], given["beta2"] = given.pop("betas")
        for name in given:
            if name not in names:
                from weir._habits import argument

                raise TypeError(argument(cls._kind["name"], name, ", ".join(names)))
        return given

    def step(self) -> None:
        """Issue a step.  Parameters without a gradient are left out.  Raises what is known of an earlier failure."""
        self._optimizer.step()

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Let go of the gradients.  Not needed where each backward replaces the last one's (attach_grad's 'write').
        set_to_none is for those who write it."""
        self._optimizer.zero_grad()

    def clear(self) -> None:
        """After a failed step: parameters and state as the last good step left them.  Waits."""
        self._optimizer.clear()

    def add_group(self, params, **settings) -> None:
        """More parameters, with settings of their own."""
        self._optimizer.add_group(_params(params), self._settings(settings))

    def add_param_group(self, group: dict) -> None:
        """More parameters, {"params": arrays, "lr": ...}."""
        self.add_group(group["params"], **{name: value for name, value in group.items() if name != "params"})

    @property
    def param_groups(self) -> list:
        """The groups, each a dictionary of its settings and "params"; what is set there holds from the next step on."""
        groups = self.__dict__.setdefault("_groups", [])
        groups += [_Group(self, i) for i in range(len(groups), self._optimizer.groups)]
        return groups

    def settings(self, group: int = 0) -> dict:
        """The settings of a group."""
        return self._optimizer.settings(group)

    def set(self, group: int = None, **settings) -> None:
        """New settings of a group, or of all, from the next step on."""
        settings = self._settings(settings)
        for i in range(self._optimizer.groups) if group is None else (group,):
            self._optimizer.settings(i, settings)

    @property
    def lr(self) -> float:
        """The rate; of the first group, if there are several."""
        return self._optimizer.settings(0)["lr"]

    @lr.setter
    def lr(self, value):
        self.set(lr=float(value))

    @property
    def parameters(self) -> list:
        """The arrays it changes."""
        return [array for array, _ in self._optimizer.params()]

    def state_dict(self) -> dict:
        """Its arrays of state by name, "0.exp_avg": not copies.  Before the first step there are none."""
        return self._optimizer.state()

    def load_state_dict(self, state) -> None:
        """Copy values into the state.  What is not named starts anew; if something does not fit, all stays as it is."""
        if "param_groups" in state:
            raise ValueError(f"{type(self).__name__}.load_state_dict: this is a state of PyTorch's; wants arrays by name, "
                             "as '0.exp_avg'")
        before = self._optimizer.state()
        self._optimizer.drop_state()
        try:
            for name, values in state.items():
                self._optimizer.set_state(name, _core.asarray(values))
        except BaseException:
            self._optimizer.drop_state()
            for name, values in before.items():
                self._optimizer.set_state(name, values)
            raise

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__}: an optimiser belongs to its parameters and cannot be copied or pickled; "
                        "weir.optim.save(path, module, optimizer) keeps both, state_dict() gives its arrays")

    def __repr__(self):
        groups = [", ".join(f"{k}={v!r}" for k, v in self.settings(i).items()) for i in range(self._optimizer.groups)]
        return f"{type(self).__name__}({'; '.join(groups)})"


class _Group(dict):
    """One of param_groups.  Settings are read from the optimiser, and written to it."""

    def __init__(self, optimizer, index):
        super().__init__(params=[array for array, group in optimizer._optimizer.params() if group == index])
        self._of, self._index = optimizer, index
        self._fresh()

    def _fresh(self):
        settings = self._of.settings(self._index)
        if "beta1" in settings:
            settings["betas"] = settings["beta1"], settings["beta2"]
        super().update(settings)
        return self

    def __getitem__(self, name):
        return dict.__getitem__(self._fresh(), name)

    def get(self, name, default=None):
        return dict.get(self._fresh(), name, default)

    def items(self):
        return dict.items(self._fresh())

    def values(self):
        return dict.values(self._fresh())

    def __setitem__(self, name, value):
        if name == "betas" or name in self._of.settings(self._index):
            self._of.set(self._index, **{name: value})
        super().__setitem__(name, value)

    def update(self, *others, **settings):
        for name, value in dict(*others, **settings).items():
            self[name] = value

    def __repr__(self):
        return repr({**self._fresh(), "params": f"<{len(self['params'])} arrays>"})


def _class(kind):
    lines = [kind["summary"], ""] + [f"{name}: {summary} (default {default})"
                                     for name, _, default, summary in kind["attrs"]]
    return type(kind["name"], (Optimizer,), {"__doc__": "\n".join(lines), "__module__": "weir.optim", "_kind": kind,
                                               "__signature__": KindSignature("parameters")})


for _described in _core.describe_optimizers():
    globals()[_described["name"]] = _class(_described)
    __all__.append(_described["name"])
del _described
__all__.sort()


# ---- Gradients -------------------------------------------------------------------------------------------


def _params(parameters):
    return [parameters] if isinstance(parameters, Array) else list(parameters)


def clip_grad_norm(parameters, max_norm: float) -> Array:
    """Scale all gradients down together so that they are no longer than max_norm; gives how long they were.

    Nothing waits.  An optimiser's setting max_norm does the same within its step.
    """
    params = _params(parameters)
    return _core.clip_grad(params, max_norm, False) if params else _core.ops["zeros"](())


def clip_grad_value(parameters, clip_value: float) -> None:
    """Bring elements of gradients between -clip_value and clip_value."""
    params = _params(parameters)
    if params:
        _core.clip_grad(params, clip_value, True)


# ---- Saving ----------------------------------------------------------------------------------------------


def save(path, module, optimizer=None, **more) -> None:
    """All that a run needs to go on bit for bit: parameters, buffers, the optimiser's state and settings, the place of
    the random numbers, and texts or numbers of your own.  A killed save leaves the old file as it was."""
    import json

    arrays = dict(module.state_dict())
    taken = [name for name in arrays if name.startswith("optimizer.")]
    if taken:
        raise ValueError(f"save: {taken[0]} of the module is named as the state of an optimiser is; rename that part")
    about = {"more": more, "random": _core.random_place()}
    if optimizer is not None:
        about["kind"] = type(optimizer).__name__
        arrays.update({f"optimizer.{name}": a for name, a in optimizer.state_dict().items()})
        about["optimizer"] = [optimizer.settings(i) for i in range(optimizer._optimizer.groups)]
    _core.save_safetensors(path, arrays, {"weir": json.dumps(about, default=_number)})


def _number(value):
    """What json does not know: numbers of NumPy's, arrays of one element."""
    if getattr(value, "size", 0) == 1 and hasattr(value, "item"):
        return value.item()
    raise TypeError(f"save: {type(value).__name__} is no text, number, or list or dictionary of them; arrays belong to the "
                    "module, as buffers")


def load(path, module, optimizer=None) -> dict:
    """Go on from what save wrote; gives what it was given beside module and optimiser."""
    import json

    arrays, metadata = _core.load_safetensors(path)
    if "weir" not in metadata:
        raise ValueError(f"{path}: was not written by weir.optim.save; module.load reads parameters from any "
                         "safetensors file")
    about = json.loads(metadata["weir"])
    groups = about.get("optimizer", ())
    if optimizer is not None and about.get("kind", type(optimizer).__name__) != type(optimizer).__name__:
        raise ValueError(f"{path}: has the state of {about['kind']}, not of {type(optimizer).__name__}")
    if optimizer is not None and len(groups) != optimizer._optimizer.groups:
        raise ValueError(f"{path}: was saved with {len(groups) or 'no'} groups of an optimiser, this one has "
                         f"{optimizer._optimizer.groups}")
    module.load_state_dict({n: a for n, a in arrays.items() if not n.startswith("optimizer.")})
    if optimizer is not None:
        for i, settings in enumerate(groups):
            optimizer.set(i, **settings)
        optimizer.load_state_dict({n[len("optimizer."):]: a for n, a in arrays.items() if n.startswith("optimizer.")})
    _core.random_place(*about["random"])
    return about["more"]


# ---- Schedules -------------------------------------------------------------------------------------------


class lr_scheduler:
    """Schedules of the learning rate, as PyTorch's: make one for an optimiser and call step() after each epoch (or
    step).  Each is a function of the count and the rate at its start."""

    class Schedule:
        """What they have in common."""

        def __init__(self, optimizer):
            self.optimizer, self.count = optimizer, 0
            self.base = [optimizer.settings(i)["lr"] for i in range(optimizer._optimizer.groups)]
            self._apply()

        def rate(self, base: float, t: int) -> float:
            raise NotImplementedError

        def _apply(self):
            for i, base in enumerate(self.base):
                self.optimizer.set(i, lr=self.rate(base, self.count))

        def step(self) -> None:
            """One further."""
            self.count += 1
            self._apply()

        def state_dict(self) -> dict:
            return {"count": self.count, "base": self.base}

        def load_state_dict(self, state) -> None:
            self.count, self.base = state["count"], list(state["base"])
            self._apply()

    class StepLR(Schedule):
        """Times gamma every step_size."""

        def __init__(self, optimizer, step_size: int, gamma: float = 0.1):
            self.step_size, self.gamma = step_size, gamma
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr("step", base, t, self.step_size, self.gamma)

    class MultiStepLR(Schedule):
        """Times gamma at each milestone."""

        def __init__(self, optimizer, milestones, gamma: float = 0.1):
            self.milestones, self.gamma = sorted(milestones), gamma
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr_multistep(base, t, self.milestones, self.gamma)

    class ExponentialLR(Schedule):
        """Times gamma every time."""

        def __init__(self, optimizer, gamma: float):
            self.gamma = gamma
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr("exponential", base, t, self.gamma)

    class CosineAnnealingLR(Schedule):
        """Half a cosine from the rate to eta_min in T_max, then eta_min."""

        def __init__(self, optimizer, T_max: int, eta_min: float = 0.0):
            self.T_max, self.eta_min = T_max, eta_min
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr("cosine", base, t, self.T_max, self.eta_min)

    class LinearLR(Schedule):
        """In a line from start_factor to end_factor in total_iters."""

        def __init__(self, optimizer, start_factor: float = 1 / 3, end_factor: float = 1.0, total_iters: int = 5):
            self.start, self.end, self.total = start_factor, end_factor, total_iters
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr("linear", base, t, self.total, self.start, self.end)

    class PolynomialLR(Schedule):
        """To zero in total_iters as (1 - t / total) ** power."""

        def __init__(self, optimizer, total_iters: int = 5, power: float = 1.0):
            self.total, self.power = total_iters, power
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr("polynomial", base, t, self.total, self.power)

    class CosineWarmup(Schedule):
        """In a line from 0 to the rate in `warmup`, then half a cosine to eta_min at `total`."""

        def __init__(self, optimizer, warmup: int, total: int, eta_min: float = 0.0):
            self.warmup, self.total, self.eta_min = warmup, total, eta_min
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr("cosine_warmup", base, t, self.warmup, self.total, self.eta_min)

    class LambdaLR(Schedule):
        """The rate times fn(t)."""

        def __init__(self, optimizer, lr_lambda):
            self.fn = lr_lambda
            super().__init__(optimizer)

        def rate(self, base, t):
            return base * self.fn(t)

    class OneCycleLR(Schedule):
        """Up from max_lr / div_factor to max_lr in pct_start of total_steps, and down to the first by final_div_factor, each
        as half a cosine.  Call step() after each step."""

        def __init__(self, optimizer, max_lr: float, total_steps: int, pct_start: float = 0.3, div_factor: float = 25.0,
                     final_div_factor: float = 1e4):
            self.max_lr, self.total, self.pct_start = max_lr, total_steps, pct_start
            self.div, self.final_div = div_factor, final_div_factor
            super().__init__(optimizer)

        def rate(self, base, t):
            return _core.lr("one_cycle", self.max_lr, t, self.total, self.pct_start, self.div, self.final_div)

    class ReduceLROnPlateau:
        """Times factor when a measure has not got better for more than `patience` looks: step(measure) after each epoch.

        mode: "min", less is better, or "max".  Better is by the part `threshold` of the best one.
        """

        def __init__(self, optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10,
                     threshold: float = 1e-4, cooldown: int = 0, min_lr: float = 0.0):
            if mode not in ("min", "max"):
                raise ValueError(f"ReduceLROnPlateau: mode {mode!r}; wants 'min' or 'max'")
            self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
            self.threshold, self.cooldown, self.min_lr = threshold, cooldown, min_lr
            self.best, self.bad, self.cooling = None, 0, 0

        def step(self, measure) -> None:
            """A look at the measure, which it waits for."""
            measure, optimizer = float(measure), self.optimizer
            settings = (self.mode == "max", self.factor, self.patience, self.threshold, self.cooldown, self.min_lr)
            kept = self.best, self.bad, self.cooling
            for i in range(optimizer._optimizer.groups):
                now = optimizer.settings(i)["lr"]
                lr, *after = _core.lr_plateau(settings, kept, now, measure)
                if lr != now:
                    optimizer.set(i, lr=lr)
            self.best, self.bad, self.cooling = after

        def state_dict(self) -> dict:
            return {"best": self.best, "bad": self.bad, "cooling": self.cooling}

        def load_state_dict(self, state) -> None:
            self.best, self.bad, self.cooling = state["best"], state["bad"], state["cooling"]


def __getattr__(name):
    from weir._habits import missing

    raise missing(__name__, name)
