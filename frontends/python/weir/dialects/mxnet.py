"""The MXNet dialect: np, npx, nd, autograd, gluon."""
import contextlib
import os
import tempfile

import weir
from weir import _core, autograd
from weir._core import Array
from weir.dialects import _data, _gpus, _mxnet_npx, _table, _vision
from weir.dialects._mxnet_arrays import (
    Context, NDArray, array, current_context, context_of, default_float, from_dlpack, from_numpy, load, made, made_nd, memory_info, ndarray,
    save, set_np, weirs_dtype)
from weir.dialects._mxnet_autograd import Function, backward, get_symbol, grad, mark_variables
from weir.dialects._mxnet_blocks import Block, HybridBlock
from weir.dialects._mxnet_data import (
    Append, ArrayDataset, AsList, BatchSampler, DataLoader, Dataset, FashionMNIST, FilterSampler, Group, ImageFolderDataset, IntervalSampler, MNIST, Pad, SimpleDataset, Stack,
    _Cast, _chance, _step, _wide, clip_global_norm, imread, split_and_load, split_data)
from weir.dialects._mxnet_layers import LAYERS
from weir.dialects._mxnet_legacy import LEGACY
from weir.dialects._mxnet_legacy import LINALG as LEGACY_LINALG
from weir.dialects._mxnet_legacy import METHODS as LEGACY_METHODS
from weir.dialects._mxnet_linalg import LINALG
from weir.dialects._mxnet_loss import LOSSES
from weir.dialects._mxnet_metrics import METRICS
from weir.dialects._mxnet_npx import activation, dropout, one_hot, pick, topk
from weir.dialects._mxnet_numpy import METHODS, NUMPY, kind_of, where
from weir.dialects._mxnet_optim import OPTIMIZERS, RATES, Trainer
from weir.dialects._mxnet_parameters import (
    INITIALIZERS, Constant, DeferredInitializationError, Initializer, Parameter, ParameterDict)
from weir.dialects._mxnet_parameters import create as init_create
from weir.dialects._mxnet_parameters import register as init_register
from weir.dialects._mxnet_random import LEGACY_RANDOM, NPX_RANDOM, RANDOM
from weir.dialects._mxnet_rnn import CELLS, RNN, split_rnn_params
from weir.dialects._special import digamma, erfinv, gamma, gammaln
from weir.dialects._mxnet_table import TABLE
from weir.dialects._tensor_class import Mistake, keep, op, place, put, wait_all

NPX = {name: fn for name, fn in vars(_mxnet_npx).items() if getattr(fn, "__module__", None) == _mxnet_npx.__name__ and
       not name.startswith("_") and name != "slice_"} | {"slice": _mxnet_npx.slice_}


@contextlib.contextmanager
def np_default_dtype(active=True):
    """Use float64 as the default dtype."""
    last = default_float()
    set_np(dtype=active)
    try:
        yield
    finally:
        set_np(dtype=last == weir.float64)


def use_np_default_dtype(fn):
    """Decorate a function so that float64 is the default dtype while it runs."""
    return np_default_dtype()(fn)


@contextlib.contextmanager
def np_shape(active=True):
    """Do nothing: shapes are NumPy's."""
    yield


def moved(x, device):
    """Return an array on a device, which is the same array if it is there already; pinned memory is a copy."""
    if place(device) != Array.device.__get__(x):
        return op["to_device"](x, place(device))
    return op["copy"](x) if getattr(device, "device_type", "") == "cpu_pinned" else x


def interpolation(number):
    """Return the number of a way to interpolate, if there is one."""
    if number not in (0, 1, 2, 3, 4, 9, 10):
        raise Mistake(f"imresize: unknown interpolation {number}")
    return number


np_array = np_shape
TemporaryDirectory = tempfile.TemporaryDirectory


def getenv(name):
    return os.environ.get(name)


def setenv(name, value):
    os.environ.pop(name, None) if value is None else os.environ.__setitem__(name, value)


def check_sha1(filename, sha1_hash):
    """Return whether a file has the given SHA-1."""
    import hashlib

    with open(filename, "rb") as file:
        return hashlib.sha1(file.read()).hexdigest() == sha1_hash


class NameManager:
    """Numbers names: get(None, "dense") returns dense0, dense1, ..."""

    def __init__(self):
        self._counter = {}

    def get(self, name, hint):
        if name:
            return name
        count = self._counter[hint] = self._counter.get(hint, -1) + 1
        return f"{hint}{count}"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


class Prefix(NameManager):
    """Numbers names, with a prefix."""

    def __init__(self, prefix):
        super().__init__()
        self._prefix = prefix

    def get(self, name, hint):
        return self._prefix + super().get(name, hint)


MXNETS_NUMPY = {name: fn for name, fn in NUMPY.items() if name not in ("left_shift", "right_shift")}  # which are not MXNet's
MXNETS_RANDOM = {name: fn for name, fn in RANDOM.items() if name not in ("categorical", "permutation", "random", "random_sample")}
_dialect = _table.speak("mxnet", TABLE, globals())
_modules = _dialect.modules
_vision.classes(_modules["mxnet.gluon.data.vision.transforms"])
