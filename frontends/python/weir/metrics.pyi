"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def Accuracy() -> Array:
    """The part of targets [n] that have the largest of the logits [n, classes]."""
def ConfusionMatrix(classes: int) -> Array:
    """How often what was taken for what: .array has a row for each target."""
def Mean() -> Array:
    """The mean of all elements, as of losses."""
def MeanAbsoluteError() -> Array:
    """Of two arrays."""
def MeanSquaredError() -> Array:
    """Of two arrays."""
def Perplexity() -> Array:
    """The exponential of the mean."""
def TopK(k: int) -> Array:
    """The part of targets [n] that are among the k largest of the logits [n, classes]."""
