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
class GradcheckError(AssertionError):
    """A gradient differs from central differences."""
def backward(heads: Any, head_grads: Any = None, retain_graph: Any = False, create_graph: Any = False) -> Array:
    """Issue the gradients of all heads together; they are left with the arrays that have a gradient attached.  Returns at once."""
def checkpoint(fn: Any, *args: Any, **kwargs: Any) -> Array:
    """Return fn(*args, **kwargs) without saving its intermediate results for the gradient."""
def grad(heads: Any, inputs: Any = 0, head_grads: Any = None, *, retain_graph: builtins.bool = False, create_graph: builtins.bool = False, has_aux: builtins.bool = False, argnums: Any = None) -> Array:
    """Compute the gradient of a function, or of arrays."""
def gradcheck(fn: Any, inputs: Any, *, eps: float = 1e-06, atol: float = 1e-05, rtol: float = 0.001, seed: int = 0) -> Array:
    """Compare the gradients of fn with central differences; return True, or raise a GradcheckError."""
def hessian(fn: Any, argnums: Any = 0) -> Array:
    """Return a function that computes the Hessian of fn, which gives one number, as the Jacobian of its gradient."""
def is_recording() -> Array:
    """Are operations recorded for gradients?"""
def is_training() -> Array:
    """Do layers train, rather than predict?"""
def jacobian(fn: Any, argnums: Any = 0) -> Array:
    """Return a function that computes the Jacobian of fn with respect to the given arguments."""
def jvp(fn: Any, primals: Any, tangents: Any) -> Array:
    """Return fn(*primals) and the product of its Jacobian with the tangents: the derivative in their direction."""
def pause(train_mode: builtins.bool = False) -> Array:
    """Record no operations in this block, with layers in inference mode."""
def predict_mode() -> Array:
    """Run layers in inference mode in this block."""
def record(train_mode: builtins.bool = True) -> Array:
    """Record operations for gradients in this block, with layers in training mode."""
def set_recording(on: Any, /) -> Array:
    """Record operations for gradients, or no longer, from now on in this context (thread, task); returns what was."""
def set_training(on: Any, /) -> Array:
    """Layers train (True) or predict, from now on in this context (thread, task); returns what was."""
def train_mode() -> Array:
    """Run layers in training mode in this block (dropout is active, batch norm uses batch statistics)."""
def value_and_grad(fn: Any, argnums: Any = 0, *, has_aux: builtins.bool = False) -> Array:
    """Return a function that computes fn's value and its gradient with respect to the given arguments."""
def vjp(fn: Any, *primals: Any) -> Array:
    """Return fn(*primals) and a function that multiplies vectors by the transposed Jacobian."""
