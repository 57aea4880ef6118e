"""GradScaler, which scales losses so that float16 gradients do not underflow."""
import operator

from weir import _core
from weir._core import Array


def _whole(name, value, least):
    """Return a count as an int; refuse numbers that are not whole or out of range."""
    try:
        number = operator.index(value)
    except TypeError:
        number = float(value)
    if not least <= number <= 2**24 or number != int(number):
        raise ValueError(f"GradScaler: {name} is {value}; must be a whole number from {least} to 2**24")
    return int(number)


def _count(name, value):
    """Check a counter of a state.  An array is returned as it is, because reading it would wait."""
    return value if isinstance(value, Array) else _whole(name, value, 0)


class GradScaler:
    """Scales losses for training in float16, and skips steps whose gradients overflowed; never blocks.

        scaler = optim.GradScaler()
        for x, y in loader:
            with autograd.record(), weir.autocast("float16"):
                loss = loss_fn(net(x), y)
            scaler.scale(loss).backward()
            scaler.step(opt)
            scaler.update()

    Small gradients are 0 in float16, so the loss is multiplied by a large scale, and the step divides the gradients by
    it.  If a gradient is infinite or NaN, the step changes nothing, and the scale is multiplied by backoff_factor; after
    growth_interval good steps it is multiplied by growth_factor.  All of this is decided while the operations run.  With
    enabled=False the scaler does nothing but call optimizer.step.  bfloat16 has the range of float32 and needs no
    scaler.
    """

    def __init__(self, init_scale: float = 65536.0, growth_factor: float = 2.0, backoff_factor: float = 0.5,
                 growth_interval: int = 2000, enabled: bool = True):
        self._settings = float(init_scale), float(growth_factor), float(backoff_factor), _whole(
            "growth_interval", growth_interval, 1)
        self._scaler = _core.Scaler(*self._settings) if enabled else None

    def scale(self, outputs):
        """Multiply a loss, or each of a list of losses, by the scale."""
        if isinstance(outputs, (list, tuple)):
            return type(outputs)([self.scale(x) for x in outputs])
        return self._scaler.scale(outputs) if self._scaler is not None else outputs

    def unscale(self, optimizer) -> None:
        """Divide the gradients of the optimiser's parameters by the scale now, so that they can be read or changed before
        the step.

        To clip gradients this is not needed: the optimiser's settings max_norm and clip_value clip unscaled gradients.
        Refused for float16 parameters, whose unscaled gradients would underflow.  To abandon the batch after this, call
        optimizer.zero_grad().
        """
        if self._scaler is not None:
            optimizer._optimizer.unscale(self._scaler)

    def step(self, optimizer) -> None:
        """Issue a step of the optimiser with unscaled gradients; it changes nothing if a gradient is infinite or NaN.

        This is checked here and, for gradients that were unscaled before, also at that time.  The step changes nothing
        either if the scale is not positive and finite.  Refused if the gradients were unscaled by another scaler, or before this one was updated,
        cleared or loaded, and if backward was called after unscale; optimizer.zero_grad() then discards them.
        """
        if self._scaler is None:
            optimizer.step()
        else:
            optimizer._optimizer.step_scaled(self._scaler)

    def update(self, new_scale: float = None) -> None:
        """Update the scale after the steps of all optimisers; new_scale sets it instead."""
        if self._scaler is None:
            return
        if new_scale is None:
            self._scaler.update()
        else:
            self._load(new_scale, 0, self._scaler.state()[3])

    def get_scale(self) -> float:
        """Return the scale as a number; 1.0 if the scaler is disabled.  Blocks until all steps so far are computed."""
        return self._scaler.state()[0].item() if self._scaler is not None else 1.0

    def skipped_steps(self) -> int:
        """Return the number of updates after a skipped step.  Blocks until all steps so far are computed."""
        return int(self._scaler.state()[3].item()) if self._scaler is not None else 0

    def is_enabled(self) -> bool:
        """Return False if the scaler was created with enabled=False."""
        return self._scaler is not None

    def state_dict(self) -> dict:
        """Return the settings as numbers and copies of the scale and the counters as 0-dimensional arrays; empty if the
        scaler is disabled.  Does not block."""
        if self._scaler is None:
            return {}
        scale, _, tracker, skipped = (_core.ops["copy"](x) for x in self._scaler.state())
        _, growth, backoff, interval = self._settings
        return {"scale": scale, "growth_factor": growth, "backoff_factor": backoff, "growth_interval": interval,
                "growth_tracker": tracker, "skipped_steps": skipped}

    def load_state_dict(self, state: dict) -> None:
        """Restore what state_dict returned; the values may be arrays or numbers.  A state_dict of PyTorch works too.

        Numbers are checked.  Arrays are not read: with a scale that is not positive and finite, the next step is skipped,
        and the update after it sets the scale to 65536.
        """
        if self._scaler is None:
            return
        missing = [name for name in ("scale", "growth_factor", "backoff_factor", "growth_interval") if name not in state]
        if missing:
            raise ValueError(f"GradScaler.load_state_dict: the state has no {missing[0]!r}; expected the result of "
                             "state_dict() of an enabled scaler")
        settings = (self._settings[0], float(state["growth_factor"]), float(state["backoff_factor"]),
                    _whole("growth_interval", state["growth_interval"], 1))
        new = _core.Scaler(*settings)  # refuses bad settings before anything changes
        old, self._scaler = self._scaler, new
        try:
            self._load(state["scale"], state.get("growth_tracker", state.get("_growth_tracker", 0)),
                       state.get("skipped_steps", 0))
        except BaseException:
            self._scaler = old
            raise
        self._settings = settings

    def _load(self, scale, tracker, skipped):
        if not isinstance(scale, Array) and not 2.0**-126 <= scale <= 2.0**126:
            raise ValueError(f"GradScaler: the scale is {scale}; must be from 2**-126 to 2**126")
        tracker, skipped = _count("growth_tracker", tracker), _count("skipped_steps", skipped)
        recording = _core.set_recording(False)
        try:
            device = self._scaler.state().device
            scale, tracker, skipped = (
                _core.asarray(x if isinstance(x, Array) else float(x)).to_device(device).astype("float32").reshape(())
                for x in (scale, tracker, skipped))
            self._scaler.state(_core.ops["stack"]([scale, 1 / scale, tracker, skipped]))
        finally:
            _core.set_recording(recording)

    def clear(self) -> None:
        """Recover from a failed step: restore the scale to its value after the last successful one.  Blocks until this is
        done.  Call optimizer.clear() first."""
        if self._scaler is not None:
            self._scaler.clear()

    def __repr__(self):
        if self._scaler is None:
            return "GradScaler(enabled=False)"
        _, growth, backoff, interval = self._settings
        return f"GradScaler(growth_factor={growth:g}, backoff_factor={backoff:g}, growth_interval={interval})"

    def __reduce__(self):
        raise TypeError("GradScaler: a scaler cannot be copied or pickled; use state_dict() and load_state_dict()")
