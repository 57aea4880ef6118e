"""Mixed precision under PyTorch's names, implemented with weir.autocast and weir.optim.GradScaler."""
import weir
from weir import optim
from weir.dialects._tensor_class import Mistake


def set_matmul_precision(precision):
    """torch.set_float32_matmul_precision: 'high' and 'medium' allow TF32, on GPUs, for convolutions as well."""
    if precision not in ("highest", "high", "medium"):
        raise Mistake(f"set_float32_matmul_precision: the precision is {precision!r}; accepted are 'highest', 'high' and "
                      "'medium'")
    weir.set_float32_precision("full" if precision == "highest" else "tf32")


class Matmul:
    """torch.backends.cuda.matmul; weir.set_float32_precision under PyTorch's names."""

    @property
    def allow_tf32(self):
        return weir.get_float32_precision() == "tf32"

    @allow_tf32.setter
    def allow_tf32(self, on):
        weir.set_float32_precision("tf32" if on else "full")

    @property
    def fp32_precision(self):
        return "tf32" if self.allow_tf32 else "ieee"

    @fp32_precision.setter
    def fp32_precision(self, precision):
        if precision not in ("ieee", "tf32"):
            raise Mistake(f"fp32_precision: the precision is {precision!r}; accepted are 'ieee' and 'tf32'")
        self.allow_tf32 = precision == "tf32"


class _Autocast(weir.autocast):
    """torch.autocast: the device decides only the default dtype."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        low = dtype if dtype is not None else weir.bfloat16 if str(device_type).startswith("cpu") else weir.float16
        super().__init__(low, enabled=bool(enabled))


def _scaler(tensor):
    class GradScaler(optim.GradScaler):
        def __init__(self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5,
                     growth_interval=2000, enabled=True):
            super().__init__(init_scale, growth_factor, backoff_factor, growth_interval, enabled)

        def scale(self, outputs):
            if isinstance(outputs, (list, tuple)):
                return super().scale(outputs)
            return tensor(super().scale(outputs)) if self.is_enabled() else outputs

        def unscale_(self, optimizer):
            optimizer._follow()
            self.unscale(optimizer)

        def step(self, optimizer, *args, **kwargs):
            if "closure" in kwargs or args:
                raise Mistake("GradScaler.step: a closure is not supported, as in PyTorch; compute the loss before the "
                              "step")
            optimizer._follow()
            super().step(optimizer)

        def get_growth_factor(self):
            return self._settings[1]

        def get_backoff_factor(self):
            return self._settings[2]

        def get_growth_interval(self):
            return self._settings[3]

        def state_dict(self):
            """Return the state as numbers, which waits."""
            state = super().state_dict()
            if not state:
                return state
            tracker = int(state.pop("growth_tracker").item())
            del state["skipped_steps"]
            return {**state, "scale": state["scale"].item(), "_growth_tracker": tracker}

    return GradScaler


def torchlike(tensor):
    """Return the names of torch.amp, those of torch.cuda.amp and those of torch.cpu.amp, as dictionaries;
    tensor(array) converts an array to a tensor."""
    scaler = _scaler(tensor)

    def on(device, dtype):
        class autocast(_Autocast):
            def __init__(self, enabled=True, dtype=dtype, cache_enabled=True):
                super().__init__(device, dtype, enabled)

        class GradScaler(scaler):
            def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                         enabled=True):
                super().__init__(device, init_scale, growth_factor, backoff_factor, growth_interval, enabled)

        return {"autocast": autocast, "GradScaler": GradScaler}

    return {"autocast": _Autocast, "GradScaler": scaler}, on("cuda", weir.float16), on("cpu", weir.bfloat16)
