"""Optimisers under the frameworks' names, implemented with weir.optim."""
import weir
from weir import _core, optim
from weir._core import Array
from weir.dialects._networks import UninitializedParameter


# The positional arguments of PyTorch's optimisers after the parameters, in order.
_ORDER = {
    "SGD": "lr momentum dampening weight_decay nesterov",
    "Adam": "lr betas eps weight_decay amsgrad",
    "AdamW": "lr betas eps weight_decay amsgrad",
    "RMSprop": "lr alpha eps weight_decay momentum centered",
    "Adagrad": "lr lr_decay weight_decay initial_accumulator_value eps",
    "Adadelta": "lr rho eps weight_decay",
}
_MEANINGLESS = ("foreach", "fused", "capturable", "differentiable")


def torchlike(tensor) -> dict:
    """Return a dictionary of PyTorch's optimisers by name; tensor(array) converts an array to a tensor."""
    return {name: _torchlike(name, order.split(), tensor) for name, order in _ORDER.items()} | {
        "Optimizer": optim.Optimizer}


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


def _listed(params):
    """Return the parameters, or groups of them, with lists instead of iterators."""
    if isinstance(params, Array):
        return params
    if isinstance(params, UninitializedParameter):
        return [params]
    return [{**p, "params": _listed(p["params"])} if isinstance(p, dict) else p for p in params]


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


def _torchlike(name, order, tensor):
    base = getattr(optim, name)

    class Its(base):
        def __init__(self, params, *args, **settings):
            settings.update(zip(order, args))
            for key in _MEANINGLESS:
                settings.pop(key, None)
            params = _listed(params)
            self.defaults = dict(settings)
            if not isinstance(params, Array) and params and isinstance(params[0], dict):
                whole = self._whole()
                params = [params[0], *({**{k: whole[k] for k in params[0] if k in whole}, **p} for p in params[1:])]
            if _awaits(params):  # parameters of lazy layers, which exist after the first call of the network
                self.__dict__["_awaited"] = params
            else:
                super().__init__(params, **settings)

        def _whole(self):
            """Return the settings of a group that gives none: Weir takes those of the first group, PyTorch these."""
            whole = {name: default for name, _, default, _ in base._kind["attrs"] if default is not ...}
            if "beta1" in whole:
                whole["betas"] = whole["beta1"], whole["beta2"]
            return whole | self.defaults

        def __getattr__(self, name):
            if name != "_optimizer" or "_awaited" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            params = _found(self.__dict__["_awaited"])
            if _awaits(params):
                raise ValueError(f"{type(self).__name__}: the shapes of some parameters are not known before the first input; "
                                 "call the network on an input first")
            del self.__dict__["_awaited"]
            super().__init__(params, **self.defaults)
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
            super().zero_grad(set_to_none)

        def add_group(self, params, **settings):
            self._follow()
            present = self.settings(0)
            whole = {k: v for k, v in base._settings(self._whole()).items() if k in present}
            super().add_group(params, **whole | base._settings(settings))

        def step(self, closure=None):
            """Update the parameters.  If a closure is given, call it first to recompute the loss; return the loss."""
            loss = None
            self._follow()
            if closure is not None:
                with weir.autograd._Modes(True, None):
                    loss = closure()
            step_or_nothing(super().step)
            return loss

        def state_dict(self):
            groups = [self.settings(i) for i in range(self._optimizer.groups)]
            return {"state": {k: v.copy() for k, v in super().state_dict().items()}, "param_groups": groups}

        def load_state_dict(self, state):
            self._follow()
            for i, settings in enumerate(state["param_groups"]):
                self.set(i, **{k: v for k, v in settings.items() if k in self.settings(i)})
            super().load_state_dict(state["state"])

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
