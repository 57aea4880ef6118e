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
    """What all optimisers have."""
    def __init__(self, parameters: Any, *args: Any, **settings: Any) -> None: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> str: ...
    def add_group(self, params: Any, **settings: Any) -> None:
        """More parameters, with settings of their own."""
    def add_param_group(self, group: dict[Any, Any]) -> None:
        """More parameters, {"params": arrays, "lr": ...}."""
    def clear(self) -> None:
        """After a failed step: parameters and state as the last good step left them, and no gradients.  Waits."""
    def load_state_dict(self, state: Any) -> None:
        """Copy values into the state.  What is not named starts anew; if something does not fit, all stays as it is."""
    @property
    def lr(self) -> Any:
        """The rate; of the first group, if there are several."""
    @property
    def param_groups(self) -> Any:
        """The groups, each a dictionary of its settings and "params"; what is set there holds from the next step on."""
    @property
    def parameters(self) -> Any:
        """The arrays it changes."""
    def set(self, group: int = None, **settings: Any) -> None:
        """New settings of a group, or of all, from the next step on."""
    def settings(self, group: int = 0) -> dict[Any, Any]:
        """The settings of a group."""
    def state_dict(self) -> dict[Any, Any]:
        """Its arrays of state by name, "0.exp_avg": not copies.  Before the first step there are none."""
    def step(self) -> None:
        """Issue a step.  Parameters without a gradient are left out.  Gradients have added up since the last step, and the next backward replaces them.  Raises what is known of an earlier failure."""
    def zero_grad(self, set_to_none: builtins.bool = True) -> None:
        """Let go of the gradients.  After a step this is not needed: the next backward replaces them (attach_grad's 'step').  set_to_none is for those who write it."""
class RMSprop(Optimizer):
    """The RMSprop optimiser (gradient divided by its root mean square)."""
    def __init__(self, parameters: Any, lr: float = 0.01, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, alpha: float = 0.99, eps: float = 1e-08, momentum: float = 0.0, centered: builtins.bool = False) -> None: ...
class SGD(Optimizer):
    """Stochastic gradient descent, optionally with momentum."""
    def __init__(self, parameters: Any, lr: float = 0.001, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, master: builtins.bool = True, momentum: float = 0.0, dampening: float = 0.0, nesterov: builtins.bool = False) -> None: ...
def clip_grad_norm(parameters: Any, max_norm: float) -> Array:
    """Scale all gradients down together so that they are no longer than max_norm; gives how long they were."""
def clip_grad_value(parameters: Any, clip_value: float) -> None:
    """Bring elements of gradients between -clip_value and clip_value."""
def load(path: Any, module: Any, optimizer: Any = None, schedule: Any = None) -> dict[Any, Any]:
    """Go on from what save wrote; gives what it was given beside module, optimiser and schedule.  If something does not fit, it raises and all stays as it is."""
from weir.optim import lr_scheduler as lr_scheduler
def save(path: Any, module: Any, optimizer: Any = None, schedule: Any = None, **more: Any) -> None:
    """All that a run needs to go on bit for bit: parameters, buffers, the optimiser's state and settings, where its schedule is (or a list of them), the place of the random numbers, and texts or numbers of your own.  A killed save leaves the old file as it was."""
