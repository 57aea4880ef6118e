"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

class Adadelta(Optimizer):
    """The Adadelta optimiser (steps scaled by the root mean square of past steps)."""
    def __init__(self, parameters: Any, lr: float = 1.0, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, rho: float = 0.9, eps: float = 1e-06) -> None: ...
class Adagrad(Optimizer):
    """The Adagrad optimiser (gradient divided by the root of its sum of squares)."""
    def __init__(self, parameters: Any, lr: float = 0.01, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, lr_decay: float = 0.0, eps: float = 1e-10, initial_accumulator_value: float = 0.0) -> None: ...
class Adam(Optimizer):
    """The Adam optimiser (adaptive moment estimation)."""
    def __init__(self, parameters: Any, lr: float = 0.001, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-08, amsgrad: builtins.bool = False) -> None: ...
class AdamW(Optimizer):
    """Adam with decoupled weight decay."""
    def __init__(self, parameters: Any, lr: float = 0.001, weight_decay: float = 0.01, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-08, amsgrad: builtins.bool = False) -> None: ...
class LAMB(Optimizer):
    """The LAMB optimiser (layer-wise adaptive moments for batch training)."""
    def __init__(self, parameters: Any, lr: float = 0.001, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-06) -> None: ...
class Optimizer:
    """Base class of all optimisers."""
    def __init__(self, parameters: Any, *args: Any, **settings: Any) -> None: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> str: ...
    def add_group(self, params: Any, **settings: Any) -> None:
        """Add a group of parameters with its own settings."""
    def add_param_group(self, group: dict[Any, Any]) -> None:
        """Add a parameter group, {"params": arrays, "lr": ...}."""
    def clear(self) -> None:
        """Recover from a failed step: restore parameters and state to their values after the last successful step and discard the gradients.  Blocks until this is done."""
    def load_state_dict(self, state: Any) -> None:
        """Copy values into the state.  State that is not named is reset; if a value does not fit, nothing changes."""
    @property
    def lr(self) -> Any:
        """The learning rate; that of the first group if there are several."""
    @property
    def param_groups(self) -> Any:
        """The parameter groups, each a dictionary of its settings and "params"; changes apply from the next step on."""
    @property
    def parameters(self) -> Any:
        """The arrays that the optimiser updates."""
    def set(self, group: int = None, **settings: Any) -> None:
        """Change the settings of a group, or of all groups, from the next step on."""
    def settings(self, group: int = 0) -> dict[Any, Any]:
        """Return the settings of a group."""
    def state_dict(self) -> dict[Any, Any]:
        """Return the state arrays by name ("0.exp_avg"), not copies.  Before the first step there are none."""
    def step(self) -> None:
        """Issue a step.  Parameters without a gradient are skipped.  Gradients have accumulated since the last step, and the next backward replaces them.  Raises the error of an earlier failed step if it is already known."""
    def zero_grad(self, set_to_none: builtins.bool = True) -> None:
        """Discard the gradients.  Not needed after a step: the next backward replaces them (mode 'step' of attach_grad).  set_to_none is accepted for compatibility and has no effect."""
class RMSprop(Optimizer):
    """The RMSprop optimiser (gradient divided by its root mean square)."""
    def __init__(self, parameters: Any, lr: float = 0.01, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, alpha: float = 0.99, eps: float = 1e-08, momentum: float = 0.0, centered: builtins.bool = False) -> None: ...
class SGD(Optimizer):
    """Stochastic gradient descent, optionally with momentum."""
    def __init__(self, parameters: Any, lr: float = 0.001, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, momentum: float = 0.0, dampening: float = 0.0, nesterov: builtins.bool = False) -> None: ...
def clip_grad_norm(parameters: Any, max_norm: float) -> Array:
    """Scale all gradients so that their total norm is at most max_norm; return the norm before scaling."""
def clip_grad_value(parameters: Any, clip_value: float) -> None:
    """Clip the elements of all gradients to the range from -clip_value to clip_value."""
def load(path: Any, module: Any, optimizer: Any = None, schedule: Any = None) -> dict[Any, Any]:
    """Resume from a file written by save; return the keywords that save was given.  If something does not fit, it raises and changes nothing."""
from weir.optim import lr_scheduler as lr_scheduler
def save(path: Any, module: Any, optimizer: Any = None, schedule: Any = None, **more: Any) -> None:
    """Save a checkpoint from which a run resumes bit for bit: parameters, buffers, the optimiser's state and settings, the state of its schedule (or of a list of schedules), the position of the random stream, and strings or numbers passed as keywords.  An interrupted save leaves the old file unchanged."""
