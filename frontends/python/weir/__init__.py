"""Weir: arrays whose values are computed asynchronously, while the program continues.

The namespace is a superset of the array API standard, revision 2024.12.  A function that calls a single operator is the
operator object itself; functions that combine several operators are in _functions.py.
"""
import os as _os
import sys as _sys

from weir import _core

_core.set_home(__path__[0], _os.path.dirname(getattr(_os, "__file__", "")))
for _name in _sys.path:  # where the packages with the libraries of CUDA are installed
    if _name.endswith("-packages"):
        _core.cuda_search(_name)

from weir import _methods, _numpy, _text  # noqa: E402

# Operators that are not exported here: those that only implement x[...] or other functions, and those that other
# modules export.  The operators for random numbers are not exported either: weir.random has them, under NumPy's names.
_elsewhere = {
    "basic_index", "basic_update", "index", "index_put", "mask_put", "mask_select", "mask_select_sized",
    "nonzero_sized", "reframe", "quantile_positions", "matrix_square_repeat", "select", "slice", "slice_update", "sum_runs",
    "unique_groups",
    "fftn", "ifftn", "irfftn", "rfftn",  # in weir.fft
    "cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "expm", "inv", "matrix_norm", "matrix_power", "qr", "slogdet", "solve",
    "solve_triangular", "svd", "svdvals", "vector_norm",  # in weir.linalg
}
_RANDOM = 4  # WEIR_OP_RANDOM
for _name, _op in _core.ops.items():
    if _name not in _elsewhere and (not _op.flags & _RANDOM or _name == "dropout"):
        globals()[_name] = _op
for _name, _op in _numpy.alias_names().items():
    if not _core.ops[_op].flags & _RANDOM:
        globals()[_name] = _core.ops[_op]
globals().update(_numpy.names())
del _name, _op

# Imported after the operators, so that these functions of the array API standard replace operators of the same name.
from weir._core import (  # noqa: E402
    Array, AsyncError, AxisError, DType, Device, WaitError, asarray, bfloat16, bool, complex64, complex128, cpu, devices,
    float16, float32, float64, from_bytes, from_dlpack, get_autocast_dtype, get_default_device, get_default_dtype,
    get_float32_precision, int8, int16, int32, int64, set_autocast_dtype, set_default_device, set_default_dtype,
    set_float32_precision, synchronize, uint8, uint16, uint32, uint64, waitall,
)
from weir._counting import bincount, digitize, histogram, histogram_bin_edges, percentile, quantile  # noqa: E402
from weir._dtypes import can_cast, finfo, iinfo, isdtype, result_type  # noqa: E402
from weir._files import load, save, savez, savez_compressed  # noqa: E402
from weir._functions import (  # noqa: E402
    arange, astype, broadcast_arrays, broadcast_shapes, conv, conv_transpose, einsum, eye, full, full_like, gpu, linspace, meshgrid,
    repeat, reshape, scaled_dot_product_attention, tensordot, topk, unique_all, unique_counts, unique_inverse, where,
)
from weir._info import __array_namespace_info__  # noqa: E402
from weir._sets import intersect1d, isin, lexsort, setdiff1d, setxor1d, union1d, unique  # noqa: E402
from weir._text import (  # noqa: E402
    array2string, array_repr, array_str, get_printoptions, printoptions, set_printoptions,
)

conv1d = conv2d = conv3d = conv
conv_transpose1d = conv_transpose2d = conv_transpose3d = conv_transpose

# Further type names of NumPy; ndarray is meant for isinstance and annotations.
ndarray, bool_, int_, intp, half, single, double = Array, bool, int64, int64, float16, float32, float64
dtype = _core.as_dtype

e = 2.718281828459045
inf = float("inf")
nan = float("nan")
newaxis = None
pi = 3.141592653589793

__version__ = _core.version()
__array_api_version__ = "2024.12"

from weir._async import *  # noqa: E402,F403
from weir._graph import graph  # noqa: E402
from weir._profile import profile  # noqa: E402

__all__ = sorted(name for name in globals() if not name.startswith("_"))

_methods.install()
_text.install()


# Submodules that are imported on first use.
_modules = ("autograd", "chapter", "cuda", "data", "dialects", "fft", "image", "linalg", "metrics", "nn", "ops", "optim",
            "random")


def load_ipython_extension(shell):
    """Register the cell magic %%weir; called by %load_ext weir."""
    from weir import _magic

    _magic.load(shell)


def __getattr__(name):
    if name in _modules:
        from importlib import import_module

        return import_module(f"weir.{name}")
    from weir._hints import missing

    raise missing("weir", name)


def __dir__():
    return sorted({*globals(), *_modules})
