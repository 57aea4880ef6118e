"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def Accuracy() -> Array:
    """The fraction of targets [n] whose class has the largest of the logits [n, classes]."""
def ConfusionMatrix(classes: int) -> Array:
    """Counts of predicted class for each true class: .array has a row for each target class."""
def Mean() -> Array:
    """The mean of all elements, for example of losses."""
def MeanAbsoluteError() -> Array:
    """The mean absolute error between two arrays."""
def MeanSquaredError() -> Array:
    """The mean squared error between two arrays."""
def Perplexity() -> Array:
    """The exponential of the mean loss."""
def TopK(k: int) -> Array:
    """The fraction of targets [n] whose class is among the k largest of the logits [n, classes]."""
