"""paddle.amp, and functions with gradients of their own (paddle.autograd.PyLayer)."""
import warnings

import weir
from weir import _core, autograd, optim
from weir._core import Array
from weir.dialects._paddle_tensor import Refused, as_dtype, made
from weir.dialects._tensor_class import Mistake


def _on_gpu(what, enable):
    """Return whether mixed precision is enabled: as in Paddle, only on a GPU, and a warning says so."""
    if enable and _core.get_default_device().type != "cuda":
        warnings.warn(f"{what} is only enabled on a GPU, as in Paddle; it has no effect on the CPU", stacklevel=3)
        return False
    return bool(enable)


class auto_cast(weir.autocast):
    """A context manager: operators such as matmul compute in float16 or bfloat16."""

    def __init__(self, enable=True, custom_white_list=None, custom_black_list=None, level="O1", dtype="float16", use_promote=True):
        if level not in ("O0", "OD", "O1", "O2"):
            raise Refused(f"auto_cast: level must be 'O0', 'OD', 'O1' or 'O2', not {level!r}")
        if str(dtype) not in ("float16", "bfloat16"):
            raise Refused(f"auto_cast: dtype must be 'float16' or 'bfloat16', not {dtype!r}")
        if custom_white_list or custom_black_list:
            warnings.warn("auto_cast: custom_white_list and custom_black_list have no effect: which operators compute in low precision is fixed",
                          stacklevel=2)
        super().__init__(str(dtype), enabled=_on_gpu("auto_cast", enable and level != "O0"))


amp_guard = auto_cast


def decorate(models, optimizers=None, level="O1", dtype="float16", master_weight=None, save_dtype=None, master_grad=False,
             excluded_layers=None):
    """Return networks and optimisers for training in mixed precision; with level O2, the networks are cast."""
    if level not in ("O1", "O2"):
        raise Refused(f"decorate: level must be 'O1' or 'O2', not {level!r}")
    if level == "O2" and _on_gpu("decorate", True):
        if optimizers is not None:
            raise NotImplementedError("decorate: level O2 with optimizers is not supported; use level O1, which keeps parameters in float32")
        for model in models if isinstance(models, (list, tuple)) else [models]:
            model.to(dtype=as_dtype(dtype))
    return models if optimizers is None else (models, optimizers)


class GradScaler:
    """Scales losses so that float16 gradients do not underflow, and skips steps whose gradients overflowed."""

    def __init__(self, enable=True, init_loss_scaling=65536.0, incr_ratio=2.0, decr_ratio=0.5, incr_every_n_steps=2000,
                 decr_every_n_nan_or_inf=1, use_dynamic_loss_scaling=True):
        if incr_ratio <= 1.0 or not 0.0 < decr_ratio < 1.0:
            raise Refused("GradScaler: incr_ratio must be greater than 1, and decr_ratio between 0 and 1")
        if decr_every_n_nan_or_inf != 1:
            raise NotImplementedError("GradScaler: decr_every_n_nan_or_inf must be 1")
        self._settings = dict(incr_ratio=incr_ratio, decr_ratio=decr_ratio, incr_every_n_steps=incr_every_n_steps,
                              decr_every_n_nan_or_inf=decr_every_n_nan_or_inf, use_dynamic_loss_scaling=use_dynamic_loss_scaling)
        self._enabled, self._start = _on_gpu("GradScaler", enable), float(init_loss_scaling)
        grows = incr_every_n_steps if use_dynamic_loss_scaling else 2 ** 24
        self._scaler = optim.GradScaler(self._start, incr_ratio, decr_ratio, grows, self._enabled)

    def is_enable(self):
        return self._enabled

    def is_use_dynamic_loss_scaling(self):
        return self._settings["use_dynamic_loss_scaling"]

    def get_init_loss_scaling(self):
        return self._start

    def get_incr_ratio(self):
        return self._settings["incr_ratio"]

    def get_decr_ratio(self):
        return self._settings["decr_ratio"]

    def get_incr_every_n_steps(self):
        return self._settings["incr_every_n_steps"]

    def get_decr_every_n_nan_or_inf(self):
        return self._settings["decr_every_n_nan_or_inf"]

    def scale(self, var):
        return made(self._scaler.scale(var)) if self._enabled else var

    def unscale_(self, optimizer):
        if self._enabled:
            self._scaler.unscale(optimizer._optimizer)

    def step(self, optimizer):
        """Issue a step of the optimiser with unscaled gradients; it changes nothing if a gradient is infinite or NaN."""
        if not self._enabled:
            optimizer.step()
            return
        optimizer._prepare()
        self._scaler.step(optimizer._optimizer)

    def update(self):
        if self._enabled and self.is_use_dynamic_loss_scaling():
            self._scaler.update()

    def minimize(self, optimizer, *args, **kwargs):
        """Issue a step with the gradients of a scaled loss, and update the scale."""
        self.step(optimizer)
        self.update()

    def state_dict(self):
        """Return the scale and the settings; empty if the scaler is not enabled."""
        if not self._enabled:
            return {}
        state = self._scaler.state_dict()
        return {"scale": state["scale"].numpy(), **self._settings, "incr_count": int(state["growth_tracker"].item()), "decr_count": 0}

    def load_state_dict(self, state_dict):
        if not self._enabled:
            return
        if not state_dict:
            raise Mistake("GradScaler.load_state_dict: the state is empty; it was saved by a scaler that was not enabled")
        self._settings.update({key: state_dict[key] for key in self._settings if key in state_dict})
        self._scaler.load_state_dict({"scale": float(state_dict["scale"]), "growth_factor": self._settings["incr_ratio"],
                                      "backoff_factor": self._settings["decr_ratio"],
                                      "growth_interval": self._settings["incr_every_n_steps"], "growth_tracker": state_dict.get("incr_count", 0)})

    set_state_dict = load_state_dict


AMP = {"auto_cast": auto_cast, "amp_guard": amp_guard, "decorate": decorate, "GradScaler": GradScaler, "AmpScaler": GradScaler,
       "is_float16_supported": lambda device=None: _core.get_default_device().type == "cuda",
       "is_bfloat16_supported": lambda device=None: _core.get_default_device().type == "cuda"}


class PyLayerContext:
    """What forward keeps for backward."""

    def __init__(self, own):
        self.__dict__["_own"] = own

    def save_for_backward(self, *tensors):
        self._own.save_for_backward(*tensors)

    def saved_tensor(self):
        return tuple(self._own.saved_arrays)

    def __getattr__(self, name):
        return getattr(self._own, name)

    def __setattr__(self, name, value):
        setattr(self._own, name, value)


class PyLayer:
    """Base class of functions with a gradient of their own: a subclass defines forward(ctx, ...) and backward(ctx, ...)."""

    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError("a subclass of PyLayer must define forward")

    @staticmethod
    def backward(ctx, *args):
        raise NotImplementedError("a subclass of PyLayer must define backward")

    @classmethod
    def apply(cls, *args, **kwargs):
        """Return forward(ctx, *args); backward returns a gradient for each tensor among the arguments."""
        names = list(kwargs)
        places = [i for i, a in enumerate([*args, *kwargs.values()]) if isinstance(a, Array)]

        def forward(ctx, *given):
            split = len(given) - len(names)
            return cls.forward(PyLayerContext(ctx), *given[:split], **dict(zip(names, given[split:])))

        def backward(ctx, *grads):
            found = cls.backward(PyLayerContext(ctx), *map(made, grads))
            found = list(found) if isinstance(found, (tuple, list)) else [found]
            if len(found) != len(places):
                raise Mistake(f"{cls.__name__}.backward returned {len(found)} gradients, but forward took {len(places)} tensors")
            whole = [None] * (len(args) + len(names))
            for i, g in zip(places, found):
                whole[i] = g
            return tuple(whole)

        its = type(cls.__name__, (autograd.Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})
        return its.apply(*args, *kwargs.values())
