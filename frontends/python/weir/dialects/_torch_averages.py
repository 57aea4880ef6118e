"""torch.optim.swa_utils: averages of a network's weights."""
import copy
import math

import weir
from weir._core import Array
from weir.dialects._tensor_class import put, quietly
from weir.dialects._torch_optim import LRScheduler


def get_ema_avg_fn(decay=0.999):
    """Return the function of an exponential moving average of one tensor."""
    _check(decay)
    return lambda ema_param, current_param, num_averaged: decay * ema_param + (1 - decay) * current_param


def get_swa_avg_fn():
    """Return the function of an equal average of one tensor."""
    return lambda averaged_param, current_param, num_averaged: averaged_param + (current_param - averaged_param) / (num_averaged + 1)


def _check(decay):
    if not 0 <= decay <= 1:
        raise ValueError(f"decay must be between 0 and 1, not {decay}")


def _all(fn):
    """Return the function of lists of tensors for one of single tensors; floats are averaged, others are copied."""
    def average(averaged, current, num_averaged):
        for a, c in zip(averaged, current):
            put(a, fn(Array(Array.detach(a)), Array(Array.detach(c)), num_averaged) if a.dtype.kind in "fc" else c)

    return average


def get_ema_multi_avg_fn(decay=0.999):
    """Return the function of an exponential moving average of lists of tensors."""
    return _all(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn():
    """Return the function of an equal average of lists of tensors."""
    return _all(get_swa_avg_fn())


def averages(module_class, made):
    """Return a dictionary of the names of swa_utils."""
    class AveragedModel(module_class):
        """A copy of a network with averaged weights; by default all weights that it was given count the same."""

        def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
            if avg_fn is not None and multi_avg_fn is not None:
                raise AssertionError("AveragedModel: give avg_fn or multi_avg_fn, not both")
            super().__init__()
            self.module = copy.deepcopy(model)
            if device is not None:
                self.module = self.module.to(device)
            self.register_buffer("n_averaged", made(weir.zeros((), dtype=weir.int64)))
            self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

        def forward(self, *args, **kwargs):
            return self.module(*args, **kwargs)

        def update_parameters(self, model):
            """Take the present weights of the network into the average."""
            def arrays(net):
                return [*net.parameters(), *(net.buffers() if self.use_buffers else ())]

            def update():
                count, mine, its = int(self.n_averaged), arrays(self.module), arrays(model)
                if count == 0:
                    for a, c in zip(mine, its):
                        put(a, Array.detach(c))
                elif self.multi_avg_fn is not None:
                    self.multi_avg_fn(mine, its, self.n_averaged)
                else:
                    _all(self.avg_fn or get_swa_avg_fn())(mine, its, count)
                if not self.use_buffers:
                    for a, c in zip(self.module.buffers(), model.buffers()):
                        put(a, Array.detach(c))
                put(self.n_averaged, count + 1)

            quietly(update)

    class SWALR(LRScheduler):
        """Move the learning rate to swa_lr in anneal_epochs epochs, then keep it."""

        def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
            if anneal_strategy not in ("cos", "linear"):
                raise ValueError(f"anneal_strategy must be 'cos' or 'linear', not {anneal_strategy!r}")
            rates = swa_lr if isinstance(swa_lr, (list, tuple)) else [swa_lr] * len(optimizer.param_groups)
            for group, rate in zip(optimizer.param_groups, rates):
                group["swa_lr"] = rate
            self.anneal_epochs, self._strategy = anneal_epochs, anneal_strategy
            super().__init__(optimizer, last_epoch)

        def _part(self, t):
            t = max(0.0, min(1.0, t))
            return t if self._strategy == "linear" else (1 - math.cos(math.pi * t)) / 2

        def get_lr(self):
            step = self.last_epoch
            before = self._part((step - 1) / max(1, self.anneal_epochs)) if step else 0.0
            now = self._part(step / max(1, self.anneal_epochs)) if self.anneal_epochs else 1.0
            rates = []
            for group in self.optimizer.param_groups:
                end = group["swa_lr"]
                start = end if before == 1 else (group["lr"] - before * end) / (1 - before)
                rates.append(end * now + start * (1 - now))
            return rates

    for cls in (AveragedModel, SWALR):
        cls.__module__ = module_class.__module__
    return {"AveragedModel": AveragedModel, "SWALR": SWALR, "get_ema_avg_fn": get_ema_avg_fn, "get_swa_avg_fn": get_swa_avg_fn,
            "get_ema_multi_avg_fn": get_ema_multi_avg_fn, "get_swa_multi_avg_fn": get_swa_multi_avg_fn}
