"""Passes over the batches of a dataset, and callbacks: what fit, evaluate and predict of Keras and Paddle share.

A framework's Model has the steps: a function of a batch that issues its operations and returns.  Nothing here reads a value, so
a pass does not block, unless a callback asks for the values of each batch.
"""
import itertools


def callback_class(stages):
    """Return a base class of callbacks, whose methods do nothing.

    `stages` names the kinds of passes, such as "train test predict"; for each there are on_STAGE_begin, on_STAGE_end,
    on_STAGE_batch_begin and on_STAGE_batch_end.
    """
    def ignore(self, *args, **kwargs):
        pass

    class Callback:
        """Base class of callbacks, whose methods are called at the stages of a run."""

        model, params = None, None

        def set_model(self, model):
            self.model = model

        def set_params(self, params):
            self.params = params

    ignore.ignores = True
    for stage in ("epoch", "batch", *(f"{stage}{part}" for stage in stages.split() for part in ("", "_batch"))):
        for end in ("begin", "end"):
            setattr(Callback, f"on_{stage}_{end}", ignore)
    return Callback


def listed(callbacks):
    """Return the callbacks that a program gives, one, several or None, as a list."""
    return [] if callbacks is None else list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks]


class Callbacks:
    """The callbacks of a run."""

    def __init__(self, callbacks, model, params):
        self._all = listed(callbacks)
        for callback in self._all:
            for name, value in (("set_params", params), ("set_model", model)):
                getattr(callback, name, lambda value: None)(value)

    def tell(self, stage, *args):
        for callback in self._all:
            getattr(callback, f"on_{stage}", lambda *args: None)(*args)

    def hear(self, stage):
        """Return whether a callback has a method of its own for a stage, so that values are needed for it."""
        return any(not getattr(getattr(callback, f"on_{stage}", None), "ignores", False) and hasattr(callback, f"on_{stage}")
                   for callback in self._all)


def over(batches, step, told, stage, values, limit=None, stops=lambda: False):
    """Call step(batch) for each of at most `limit` batches, and tell the callbacks; return the result of the last step, or None.

    values(result) returns the values of a batch for callbacks; it may block, and is called only if a callback listens.  The pass
    ends early if stops() is true after a batch.
    """
    stages = [f"{stage}_batch", *(["batch"] if stage == "train" else [])]  # on_batch_end is Keras's older name
    heard, found = any(told.hear(f"{name}_end") for name in stages), None
    for number, batch in enumerate(itertools.islice(iter(batches), limit)):
        for name in stages:
            told.tell(f"{name}_begin", number, {})
        found = step(batch)
        logs = values(found, number, batch) if heard else {}
        for name in stages:
            told.tell(f"{name}_end", number, logs)
        if stops():
            break
    return found


_GROWING = ("acc", "auc", "precision", "recall", "f1", "fmeasure", "iou", "io_u")  # in names of quantities for which more is better


class Best:
    """The best value of a quantity so far, and how often in sequence it has not improved."""

    def __init__(self, monitor, mode="auto", min_delta=0, baseline=None):
        self._sign = -1 if mode == "max" or mode == "auto" and any(word in monitor for word in _GROWING) else 1
        self._least, self.waited = abs(min_delta), 0
        self._value = float("inf") if baseline is None else self._sign * baseline

    value = property(lambda self: self._sign * self._value)

    def improves(self, value):
        """Return whether a value is better than those before, and keep it."""
        if self._sign * value < self._value - self._least:
            self._value, self.waited = self._sign * value, 0
            return True
        self.waited += 1
        return False
