"""Optimisers under the frameworks' names, implemented with weir.optim."""
import weir
from weir import _core, optim
from weir._core import Array
from weir.dialects._networks import UninitializedParameter
from weir.dialects._tensor_class import keep


# PyTorch's optimisers: their arguments after the parameters, with the default values.  Those before the bar may be positional.
_COMMON = {"foreach": None, "maximize": False, "differentiable": False}
_ADAM = {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0, "amsgrad": False, "|": None, **_COMMON, "capturable": False,
         "fused": None, "decoupled_weight_decay": False}
_ARGUMENTS = {
    "SGD": {"lr": 1e-3, "momentum": 0, "dampening": 0, "weight_decay": 0, "nesterov": False, "|": None, **_COMMON, "fused": None},
    "Adam": _ADAM,
    "AdamW": {**_ADAM, "weight_decay": 1e-2, "decoupled_weight_decay": True},
    "RMSprop": {"lr": 1e-2, "alpha": 0.99, "eps": 1e-8, "weight_decay": 0, "momentum": 0, "centered": False, "capturable": False,
                "foreach": None, "maximize": False, "differentiable": False, "|": None},
    "Adagrad": {"lr": 1e-2, "lr_decay": 0, "weight_decay": 0, "initial_accumulator_value": 0, "eps": 1e-10, "foreach": None, "|": None,
                **_COMMON, "fused": None},
    "Adadelta": {"lr": 1.0, "rho": 0.9, "eps": 1e-6, "weight_decay": 0, "foreach": None, "|": None, **_COMMON, "capturable": False},
}
_WEIRS = ("beta1", "beta2", "max_norm", "clip_value", "master")  # settings that PyTorch does not have, or not under this name
_COUNTED = ("RMSprop", "Adadelta")  # optimisers whose number of steps is a state in PyTorch, but not in Weir


def torchlike(tensor) -> dict:
    """Return a dictionary of PyTorch's optimisers by name; tensor(array) converts an array to a tensor."""
    return {name: _torchlike(name, arguments, tensor) for name, arguments in _ARGUMENTS.items()}


class _Of(dict):
    """The state of one parameter as a dictionary; assigning an item also writes it to the optimiser."""

    def __init__(self, optimizer, index, arrays):
        super().__init__(arrays)
        self._optimizer, self._index = optimizer, index

    def __setitem__(self, name, values):
        self._optimizer.set_state(f"{self._index}.{name}", Array(weir.asarray(values).detach()))
        super().__setitem__(name, values)


class _State(dict):
    """The value of Optimizer.state: a dictionary from parameters to their state.

    The dictionary is a snapshot: state created later appears only when Optimizer.state is read again.
    """

    def __init__(self, optimizer, tensor):
        super().__init__()
        self._optimizer, found = optimizer, {}
        for name, array in optimizer.state().items():
            index, _, part = name.partition(".")
            found.setdefault(int(index), {})[part] = tensor(array)
        for i, (parameter, _) in enumerate(optimizer.params()):
            if i in found:
                arrays = sorted(found[i].items(), key=lambda item: item[0] != "step")
                super().__setitem__(parameter, _Of(optimizer, i, arrays))

    def __missing__(self, parameter):
        for i, (one, _) in enumerate(self._optimizer.params()):
            if one is parameter:
                return _Of(self._optimizer, i, {})
        raise KeyError("Optimizer.state: the tensor is not a parameter of this optimiser")

    def __setitem__(self, parameter, state):
        own = self[parameter]
        for name, values in state.items():
            own[name] = values
        super().__setitem__(parameter, own)

    def clear(self):
        self._optimizer.drop_state()
        super().clear()

    def _refuse(self, *args):
        raise NotImplementedError("Optimizer.state: the state of a single parameter cannot be removed; state.clear() "
                                  "removes the state of all")

    __delitem__ = pop = popitem = _refuse


def step_or_nothing(step):
    """Run a step; if no parameter has a gradient, do nothing, as in PyTorch and Paddle, instead of raising an error."""
    try:
        step()
    except ValueError as error:
        if "has a gradient" not in str(error):
            raise


def _awaits(params):
    """Return whether some of the parameters, or of those in groups, have no shape yet."""
    return not isinstance(params, Array) and any(
        _awaits(p["params"]) if isinstance(p, dict) else isinstance(p, UninitializedParameter) for p in params)


def _found(params):
    """Return the parameters, or groups of them, with those that have a shape by now."""
    def one(p):
        if isinstance(p, dict):
            return {**p, "params": _found(p["params"])}
        array = p._array() if isinstance(p, UninitializedParameter) else p
        return p if array is None else array

    return params if isinstance(params, Array) else [one(p) for p in params]


def _grouped(params):
    """Return the parameters of a call as a list of groups {"params": list, ...}; the parameters may have names."""
    if isinstance(params, (Array, UninitializedParameter)):
        raise TypeError("an optimiser takes a list of parameters or of groups, not a single tensor")
    params = list(params)
    groups = params if params and isinstance(params[0], dict) else [{"params": params}]
    return [_group(group) for group in groups]


def _group(group):
    """Return a group with a list of parameters; the names of named ones are in "param_names"."""
    params = group["params"]
    params = [params] if isinstance(params, (Array, UninitializedParameter)) else list(params)
    names = {}
    if params and isinstance(params[0], tuple):
        names, params = {"param_names": [name for name, _ in params]}, [p for _, p in params]
    return {**group, "params": leaves(params), **names}


def leaves(params):
    """Return a list of parameters if an optimiser can train them; otherwise raise an error."""
    for p in params:
        if not isinstance(p, (Array, UninitializedParameter)):
            raise TypeError(f"an optimiser trains tensors, not {type(p).__name__}")
        if isinstance(p, Array) and not p.is_leaf:
            raise ValueError("an optimiser cannot train the result of an operation, because its values are not a parameter's; pass "
                             "the parameter, or x.detach().requires_grad_()")
    return params


def zeroed(params):
    """Set the gradients to zero, which keeps the arrays."""
    for p in params:
        if p.grad is not None:
            keep(p.grad, 0)


class _Group(optim._Group):
    """A group of parameters with PyTorch's settings, and further items that a program may have given it."""

    def __init__(self, optimizer, index, extras):
        super().__init__(optimizer, index)
        dict.update(self, extras, params=list(dict.__getitem__(self, "params")))

    def _fresh(self):
        super()._fresh()
        for name in _WEIRS:
            dict.pop(self, name, None)
        return self


def _torchlike(name, arguments, tensor):
    base = getattr(optim, name)
    order = list(arguments)[:list(arguments).index("|")]
    known = {key: value for key, value in arguments.items() if key != "|"}
    attrs = {a[0] for a in base._kind["attrs"]} - set(_WEIRS) | ({"betas"} if "betas" in known else set())

    class Its(base):
        def __init__(self, params, *args, **settings):
            if len(args) > len(order):
                raise TypeError(f"{name} takes {len(order) + 1} positional arguments, not {len(args) + 1}")
            for key, value in zip(order, args):
                if key in settings:
                    raise TypeError(f"{name}: got multiple values for argument {key!r}")
                settings[key] = value
            for key in settings:
                if key not in known:
                    raise TypeError(f"{name}: got an unexpected keyword argument {key!r}; the arguments are {', '.join(known)}")
            self.defaults, self._steps = {**known, **settings}, 0
            self._check(self.defaults)
            groups = [self._split(group) for group in _grouped(params)]
            self._extras = [extras for _, extras in groups]
            groups = [group for group, _ in groups]
            if _awaits(groups):  # parameters of lazy layers, which exist after the first call of the network
                self.__dict__["_awaited"] = groups
            else:
                super().__init__(groups)

        @staticmethod
        def _check(settings):
            if settings.get("nesterov") and (settings["momentum"] <= 0 or settings["dampening"] != 0):
                raise ValueError(f"{name}: nesterov needs a momentum above 0 and no dampening, not momentum={settings['momentum']}, "
                                 f"dampening={settings['dampening']}")
            if name == "Adam" and settings["decoupled_weight_decay"] and settings["weight_decay"]:
                raise NotImplementedError("Adam: decoupled_weight_decay is not supported; use AdamW")

        def _split(self, group):
            """Return a group with the settings that Weir's optimiser takes, and a dictionary of the others."""
            whole = {**self.defaults, **group}
            ours = {key: float(value) if key == "lr" else value for key, value in whole.items() if key in attrs}
            return {"params": group["params"], **ours}, {key: value for key, value in whole.items()
                                                         if key not in attrs and key != "params"}

        def __getattr__(self, name):
            if name != "_optimizer" or "_awaited" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            groups = _found(self.__dict__["_awaited"])
            if _awaits(groups):
                raise ValueError(f"{type(self).__name__}: the shapes of some parameters are not known before the first input; "
                                 "call the network on an input first")
            del self.__dict__["_awaited"]
            super().__init__(groups)
            return self.__dict__["_optimizer"]

        def _follow(self):
            """If the network was cast to another dtype, replace Weir's optimiser with one for the new arrays.

            An optimiser that already has state, in the old dtype, is kept: its step then raises an error, as in most
            PyTorch optimisers.
            """
            old = self._optimizer
            if not old.moved() or old.state():
                return
            groups = [[p for p, group in old.params() if group == i] for i in range(old.groups)]
            self._optimizer = _core.Optimizer(name, groups[0], old.settings(0))
            for i, params in enumerate(groups[1:], 1):
                self._optimizer.add_group(params, old.settings(i))

        @property
        def param_groups(self):
            """The parameter groups, as dictionaries of "params" and the settings; changes take effect at the next step."""
            groups = self.__dict__.setdefault("_groups", [])
            groups += [_Group(self, i, self._extras[i]) for i in range(len(groups), self._optimizer.groups)]
            return groups

        @property
        def state(self):
            """The state of each parameter: {parameter: {"exp_avg": tensor, ...}}."""
            return _State(self._optimizer, tensor)

        @state.setter
        def state(self, values):
            values = dict(values)
            self._optimizer.drop_state()
            for parameter, state in values.items():
                self.state[parameter] = state

        def zero_grad(self, set_to_none=True):
            if "_awaited" in self.__dict__ and _awaits(_found(self.__dict__["_awaited"])):
                return  # nothing has a gradient
            self._follow()
            if set_to_none:
                super().zero_grad()
            else:
                zeroed(p for p, _ in self._optimizer.params())

        def add_param_group(self, param_group):
            self._follow()
            group, extras = self._split(_group(param_group))
            there = {_core.identity(p) for p, _ in self._optimizer.params()}
            if any(_core.identity(p) in there for p in group["params"]):
                raise ValueError("add_param_group: a parameter is in another group already")
            super().add_group(group.pop("params"), **group)
            self._extras.append(extras)

        def add_group(self, params, **settings):
            self.add_param_group({"params": params, **settings})

        def step(self, closure=None):
            """Update the parameters.  If a closure is given, call it first to recompute the loss; return the loss."""
            loss = None
            self._follow()
            if closure is not None:
                with weir.autograd._Modes(True, None):
                    loss = closure()
            step_or_nothing(super().step)
            self._steps += 1
            return loss

        def state_dict(self):
            """Return {"state": {number of a parameter: its state}, "param_groups": [settings, with numbers of parameters]}."""
            state, first = {}, 0
            for key, array in super().state_dict().items():
                index, _, part = key.partition(".")
                if (name, part) != ("SGD", "step"):
                    state.setdefault(int(index), {})[part] = tensor(array.copy())
            for parts in state.values() if name in _COUNTED else ():
                parts["step"] = tensor(weir.full((), float(self._steps), dtype=weir.float32))
            groups = []
            for group in self.param_groups:
                count = len(group["params"])
                groups.append({**group, "params": list(range(first, first + count))})
                first += count
            return {"state": {i: dict(sorted(state[i].items(), key=lambda item: item[0] != "step")) for i in sorted(state)},
                    "param_groups": groups}

        def load_state_dict(self, state_dict):
            """Take over the settings and the state of a state_dict, which may be one of PyTorch's."""
            self._follow()
            given, groups = state_dict["param_groups"], self.param_groups
            if [len(group["params"]) for group in given] != [len(group["params"]) for group in groups]:
                raise ValueError(f"{name}.load_state_dict: the state has groups of "
                                 f"{', '.join(str(len(group['params'])) for group in given)} parameters, but the optimiser of "
                                 f"{', '.join(str(len(group['params'])) for group in groups)}")
            numbers = [(number, group) for group in given for number in group["params"]]
            arrays, steps = self._arrays(state_dict["state"], {n: (i, group) for i, (n, group) in enumerate(numbers)})
            for group, settings in zip(groups, given):
                group.update({key: value for key, value in settings.items() if key != "params"})
            super().load_state_dict(arrays)
            self._steps = steps

        def _arrays(self, state, numbers):
            """Return the state of a state_dict under Weir's names, and the number of steps."""
            params, arrays, steps = [p for p, _ in self._optimizer.params()], {}, 0
            for number, parts in state.items():
                if number not in numbers:
                    raise ValueError(f"{name}.load_state_dict: the state has parameter {number!r}, which is in no group")
                i, group = numbers[number]
                own, device = params[i].dtype, Array.device.__get__(params[i])
                if own in (weir.float16, weir.bfloat16):
                    own = weir.float32  # the dtype of the state beside a float32 copy of the parameter
                for part, values in parts.items():
                    if values is None:  # an SGD without momentum
                        continue
                    if part == "step":
                        steps = max(steps, int(values))
                        if name in _COUNTED:
                            continue
                    dtype = weir.float32 if part in ("step", "master") else own
                    arrays[f"{i}.{part}"] = Array(weir.asarray(values, dtype=dtype, device=device).detach())
                if name == "SGD" and f"{i}.momentum_buffer" in arrays and group["dampening"]:
                    arrays[f"{i}.step"] = weir.full((), 1.0, dtype=weir.float32, device=device)  # the first step is over
            return arrays, steps

        def __repr__(self):
            lines = [f"{name} ("]
            for i, group in enumerate(self.param_groups):
                lines += [f"Parameter Group {i}", *(f"    {key}: {group[key]}" for key in sorted(group) if key != "params")]
            return "\n".join([*lines, ")"])

    Its.__name__ = Its.__qualname__ = name
    Its.__doc__ = base.__doc__
    return Its


# Names of optimisers and settings in other frameworks, and their names in weir.optim.
KINDS = {"sgd": "SGD", "nag": "SGD", "momentum": "SGD", "adam": "Adam", "adamw": "AdamW", "rmsprop": "RMSprop",
         "adagrad": "Adagrad", "adadelta": "Adadelta", "lamb": "LAMB"}
SETTINGS = {"learning_rate": "lr", "wd": "weight_decay", "epsilon": "eps", "beta_1": "beta1", "beta_2": "beta2",
            "gamma1": "alpha", "rho": "rho", "decay": "weight_decay", "clip_gradient": "clip_value",
            "clipnorm": "max_norm",
            "clipvalue": "clip_value", "global_clipnorm": "max_norm"}


def ours(kind, settings, defaults=()):
    """Return the weir.optim class and its settings for the name and settings of another framework's optimiser."""
    name = KINDS.get(kind.lower())
    if name is None:
        raise ValueError(f"unknown optimiser {kind!r}; the optimisers are {', '.join(KINDS)}")
    cls = getattr(optim, name)
    known = [a[0] for a in cls._kind["attrs"]]
    given = {**dict(defaults)}
    for key, value in settings.items():
        key = SETTINGS.get(key, key)
        if key == "rho" and name == "RMSprop":
            key = "alpha"
        if key not in known:
            raise TypeError(f"{kind}: the setting {key!r} is not supported; the settings are {', '.join(known)}")
        if value is not None:
            given[key] = value
    if kind.lower() == "nag":
        given["nesterov"] = bool(given.get("momentum"))
    return cls, given


def scaled(optimizer, factor):
    """Make subsequent steps of the optimiser multiply the gradients by `factor`."""
    optimizer._optimizer.set_scale(None if factor == 1 else weir.full((), float(factor), dtype=weir.float32))
