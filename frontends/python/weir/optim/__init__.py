"""Optimisers, which update parameters from their gradients.

    opt = optim.Adam(net.parameters(), lr=1e-3)
    for x, y in loader:
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        opt.step()

A step is a single operation for all parameters of a dtype, and issuing it never blocks.  A step is not executed if the
computation of its gradients failed: the next step() raises the error with its source line, and clear() restores
parameters and state to their values after the last successful step.  Module.clear() restores all parameters and buffers
of a network.
"""
from weir import _core
from weir._core import Array
from weir._describe import KindSignature
from weir.optim import lr_scheduler
from weir.optim._scaler import GradScaler

GradScaler.__module__ = "weir.optim"
__all__ = ["GradScaler", "Optimizer", "clip_grad_norm", "clip_grad_value", "load", "lr_scheduler", "save"]


class Optimizer:
    """Base class of all optimisers.

    parameters is a list of arrays, or of parameter groups {"params": arrays, "lr": ...} with their own settings.
    """

    _kind = None

    def __init__(self, parameters, *args, **settings):
        names = [a[0] for a in self._kind["attrs"]]
        if len(args) > len(names):
            raise TypeError(f"{self._kind['name']} takes {len(names) + 1} positional arguments but {len(args) + 1} "
                            "were given")
        for name, value in zip(names, args):
            if name in settings:
                raise TypeError(f"{self._kind['name']}: got multiple values for argument {name!r}")
            settings[name] = value
        if isinstance(parameters, Array) or hasattr(parameters, "named_parameters"):
            what = "an array; pass [x]" if isinstance(parameters, Array) else "a module; pass module.parameters()"
            raise TypeError(f"{self._kind['name']}: parameters must be a list of arrays, not {what}")
        groups = list(parameters)
        if not groups:
            raise ValueError(f"{self._kind['name']}: the list of parameters is empty")
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
                from weir._hints import argument

                raise TypeError(argument(cls._kind["name"], name, ", ".join(names)))
        return given

    def step(self) -> None:
        """Issue a step: update the parameters from the gradients accumulated since the last step.

        Parameters without a gradient are skipped.  The next backward pass replaces the gradients.  If an earlier step
        is already known to have failed, step raises its error.
        """
        self._optimizer.step()

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Discard the gradients.

        This is not needed after a step: in the gradient mode 'step' (see attach_grad), the next backward pass replaces
        the gradients.  set_to_none is accepted for compatibility and has no effect.
        """
        self._optimizer.zero_grad()

    def clear(self) -> None:
        """Recover from a failed step.

        Restores parameters and state to their values after the last successful step and discards the gradients.  Blocks
        until this is done.
        """
        self._optimizer.clear()

    def add_group(self, params, **settings) -> None:
        """Add a parameter group with its own settings; settings that are not given are taken from the first group."""
        self._optimizer.add_group(_params(params), self._settings(settings))

    def add_param_group(self, group: dict) -> None:
        """Add a parameter group {"params": arrays, "lr": ...}, as in PyTorch; see add_group."""
        self.add_group(group["params"], **{name: value for name, value in group.items() if name != "params"})

    @property
    def param_groups(self) -> list:
        """The parameter groups, as dictionaries of "params" and the settings; changes take effect at the next step."""
        groups = self.__dict__.setdefault("_groups", [])
        groups += [_Group(self, i) for i in range(len(groups), self._optimizer.groups)]
        return groups

    def settings(self, group: int = 0) -> dict:
        """Return the settings of a parameter group as a dictionary."""
        return self._optimizer.settings(group)

    def set(self, group: int = None, **settings) -> None:
        """Change settings of the parameter group with index `group` or, with None, of all groups.  The change takes
        effect at the next step."""
        settings = self._settings(settings)
        for i in range(self._optimizer.groups) if group is None else (group,):
            self._optimizer.settings(i, settings)

    @property
    def lr(self) -> float:
        """The learning rate of the first parameter group; assigning to it sets the learning rate of all groups."""
        return self._optimizer.settings(0)["lr"]

    @lr.setter
    def lr(self, value):
        self.set(lr=float(value))

    @property
    def parameters(self) -> list:
        """The arrays that the optimiser updates."""
        return [array for array, _ in self._optimizer.params()]

    def state_dict(self) -> dict:
        """Return a dictionary from names, such as "0.exp_avg", to the state arrays themselves, not copies.  It is empty
        before the first step."""
        return self._optimizer.state()

    def load_state_dict(self, state) -> None:
        """Replace the state with copies of these arrays, named as in state_dict.

        State arrays that are not named are reset.  If an array does not match, an error is raised and the state does
        not change.
        """
        if "param_groups" in state:
            raise ValueError(f"{type(self).__name__}.load_state_dict: the state_dict of a PyTorch optimiser is not "
                             "supported; expected a dictionary of arrays by name, such as '0.exp_avg'")
        before = self._optimizer.state()
        try:
            self._replace_state(state)
        except BaseException:
            self._replace_state(before)
            raise

    def _replace_state(self, state):
        self._optimizer.drop_state()
        for name, values in state.items():
            self._optimizer.set_state(name, _core.asarray(values))

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__}: an optimiser cannot be copied or pickled without its parameters; "
                        "save both with weir.optim.save(path, module, optimizer), or get its arrays with state_dict()")

    def __repr__(self):
        groups = [", ".join(f"{k}={v!r}" for k, v in self.settings(i).items()) for i in range(self._optimizer.groups)]
        return f"{type(self).__name__}({'; '.join(groups)})"


class _Group(dict):
    """An element of param_groups: a dictionary whose settings are read from and written to the optimiser."""

    def __init__(self, optimizer, index):
        super().__init__(params=tuple(array for array, group in optimizer._optimizer.params() if group == index))
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
        if name == "params":
            raise TypeError("param_groups: the parameters of a group cannot be replaced; add parameters with "
                            "add_param_group, or create a new optimiser")
        if name == "betas" or name in self._of.settings(self._index):
            self._of.set(self._index, **{name: value})
        super().__setitem__(name, value)

    def update(self, *others, **settings):
        for name, value in dict(*others, **settings).items():
            self[name] = value

    def __repr__(self):
        return repr({**self._fresh(), "params": f"<{len(self['params'])} array{'s' * (len(self['params']) != 1)}>"})


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
    """Scale all gradients so that their total norm is at most max_norm; return the norm before scaling.

    The call never blocks.  An optimiser with the setting max_norm does the same as part of each step.
    """
    params = _params(parameters)
    return _core.clip_grad(params, max_norm, False) if params else _core.ops["zeros"](())


def clip_grad_value(parameters, clip_value: float) -> None:
    """Clip all elements of the gradients to the range from -clip_value to clip_value."""
    params = _params(parameters)
    if params:
        _core.clip_grad(params, clip_value, True)


# ---- Saving ----------------------------------------------------------------------------------------------


def save(path, module, optimizer=None, schedule=None, *, scaler=None, **more) -> None:
    """Save a checkpoint from which training resumes with bitwise identical results.

    The file contains the module's parameters and buffers, the optimiser's state and settings, the state of the schedule
    (or of a list of schedules) and of the gradient scaler, the position of the random stream, and the keyword arguments,
    which may be strings, numbers, and lists and dictionaries of these.  An interrupted save leaves the old file unchanged.
    """
    import json

    arrays = dict(module.state_dict())
    taken = [name for name in arrays if name.startswith("optimizer.")]
    if taken:
        raise ValueError(f"save: the module's array {taken[0]} uses the prefix 'optimizer.', which is reserved for "
                         "the optimiser's state; rename the submodule")
    about = {"more": more, "random": _core.random_place()}
    if optimizer is not None:
        about["kind"] = type(optimizer).__name__
        arrays.update({f"optimizer.{name}": a for name, a in optimizer.state_dict().items()})
        about["optimizer"] = [optimizer.settings(i) for i in range(optimizer._optimizer.groups)]
    if schedule is not None:
        about["schedules"] = [{"kind": type(s).__name__, **s.state_dict()} for s in _schedules("save", schedule)]
    if scaler is not None:
        about["scaler"] = scaler.state_dict()
    _core.save_safetensors(path, arrays, {"weir": json.dumps(about, default=_number)})


def _number(value):
    """Convert a value that json does not support, a NumPy scalar or a one-element array, to a Python number."""
    if getattr(value, "size", 0) == 1 and hasattr(value, "item"):
        return value.item()
    raise TypeError("save: a keyword argument must be a string, a number, or a list or dictionary of these, not "
                    f"{type(value).__name__}; store arrays in the module as buffers")


def _schedules(call, schedule):
    schedules = list(schedule) if isinstance(schedule, (list, tuple)) else [schedule]
    for s in schedules:
        if not hasattr(s, "load_state_dict") or hasattr(s, "parameters"):
            raise TypeError(f"{call}: expected a learning-rate schedule, not {type(s).__name__}")
    return schedules


def load(path, module, optimizer=None, schedule=None, *, scaler=None) -> dict:
    """Load a checkpoint written by save; return the keyword arguments that were passed to save, as a dictionary.

    If the file does not match the module, optimiser, schedule or scaler, an error is raised and nothing is changed.
    """
    import json

    arrays, metadata = _core.load_safetensors(path)
    if "weir" not in metadata:
        raise ValueError(f"{path}: the file was not written by weir.optim.save; load parameters from other "
                         "safetensors files with module.load")
    about = json.loads(metadata["weir"])
    seed, calls = about["random"]
    schedules = _schedules("load", schedule) if schedule is not None else []
    groups, states = about.get("optimizer", ()), about.get("schedules", [])
    if optimizer is not None and about.get("kind", type(optimizer).__name__) != type(optimizer).__name__:
        raise ValueError(f"{path}: the file was saved with the optimiser {about['kind']}, not "
                         f"{type(optimizer).__name__}")
    if optimizer is not None and len(groups) != optimizer._optimizer.groups:
        raise ValueError(f"{path}: the file was saved with {len(groups) or 'no'} parameter group{'s' * (len(groups) != 1)}, "
                         f"but the optimiser has {optimizer._optimizer.groups}")
    kinds, given = [s.pop("kind") for s in states], [type(s).__name__ for s in schedules]
    if schedules and kinds != given:
        raise ValueError(f"{path}: the file was saved with {', '.join(kinds) or 'no schedule'}, not "
                         f"{', '.join(given)}")
    if scaler is not None and scaler.is_enabled() and not about.get("scaler"):
        raise ValueError(f"{path}: the file was saved without a gradient scaler")
    back = []  # functions that undo the changes, called in reverse order
    try:
        if scaler is not None and scaler.is_enabled():
            factor = scaler.state_dict()
            back.append(lambda: scaler.load_state_dict(factor))
            scaler.load_state_dict(about["scaler"])
        for one, state in zip(schedules, states):
            before = one.state_dict()
            back.append(lambda one=one, before=before: one.load_state_dict(before))
            one.load_state_dict(state)
        if optimizer is not None:  # after the schedules, because loading a schedule overwrites the learning rates
            before, kept = [optimizer.settings(i) for i in range(len(groups))], optimizer.state_dict()
            back.insert(0, lambda: [optimizer.set(i, **was) for i, was in enumerate(before)])
            for i, settings in enumerate(groups):
                optimizer.set(i, **settings)
            back.insert(0, lambda: optimizer._replace_state(kept))
            optimizer._replace_state({n[len("optimizer."):]: a for n, a in arrays.items() if n.startswith("optimizer.")})
        module.load_state_dict({n: a for n, a in arrays.items() if not n.startswith("optimizer.")})
    except BaseException:
        for undo in reversed(back):
            undo()
        raise
    _core.random_place(seed, calls)
    return about["more"]


def __getattr__(name):
    from weir._hints import missing

    raise missing(__name__, name)
