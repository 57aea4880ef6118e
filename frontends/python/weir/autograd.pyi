"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

class Function:
    """Base class of functions with a user-defined gradient."""
    @classmethod
    def apply(cls, *args: Any) -> Any:
        """Run forward on the arguments, and record that backward computes the gradient."""
    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any: ...
    @staticmethod
    def forward(ctx: Any, *args: Any) -> Any: ...
def backward(heads: Any, head_grads: Any = None, retain_graph: Any = False, create_graph: Any = False) -> Array:
    """Compute the gradients of all heads in one pass and store them in the arrays with an attached gradient.  Does not block."""
def checkpoint(fn: Any, *args: Any, **kwargs: Any) -> Array:
    """Return fn(*args, **kwargs) without saving its intermediate results for the gradient."""
def grad(heads: Any, inputs: Any = 0, head_grads: Any = None, *, retain_graph: builtins.bool = False, create_graph: builtins.bool = False, has_aux: builtins.bool = False, argnums: Any = None) -> Array:
    """Compute the gradient of a function, or of arrays."""
def is_recording() -> Array:
    """Return True if operations are recorded for gradients."""
def is_training() -> Array:
    """Return True if layers run in training mode."""
def pause(train_mode: builtins.bool = False) -> Array:
    """Record no operations in this block, with layers in inference mode."""
def predict_mode() -> Array:
    """Run layers in inference mode in this block."""
def record(train_mode: builtins.bool = True) -> Array:
    """Record operations for gradients in this block, with layers in training mode."""
def set_recording(on: Any, /) -> Array:
    """Turn recording of operations for gradients on or off in this context (thread, task); returns the previous state."""
def set_training(on: Any, /) -> Array:
    """Set training mode (True) or prediction mode in this context (thread, task); returns the previous state."""
def train_mode() -> Array:
    """Run layers in training mode in this block (dropout is active, batch norm uses batch statistics)."""
def value_and_grad(fn: Any, argnums: Any = 0, *, has_aux: builtins.bool = False) -> Array:
    """Return a function that computes fn's value and its gradient with respect to the given arguments."""
