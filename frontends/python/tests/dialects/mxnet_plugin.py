"""mxnet_plugin.py - a pytest plugin that runs MXNet's own unit tests on Weir's dialect.

MXNet's tests import modules that no user calls: helpers of the test suite, the symbolic interface, and internals.  The helpers
(mxnet.test_utils) are those of the checkout, loaded on top of the dialect; only check_numeric_gradient, which takes a symbol, is
that of mxnet_symbols.py.  For the rest there are stand-ins here, so that a file can be imported; a test that calls one of them
fails.

The environment gives MXNET_CHECKOUT, and MXNET_RESULTS: a file to which the outcome of each test is
appended, one line of JSON each.

SPDX-License-Identifier: Apache-2.0
"""
import gc
import importlib.util
import json
import os
import pathlib
import sys
import types

import mxnet_symbols

CHECKOUT = pathlib.Path(os.environ["MXNET_CHECKOUT"])


class StandIn:
    """A class of the symbolic interface, or a name of the internals: it can be imported and tested with isinstance."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError("this part of MXNet is not in the dialect")


class Internal(types.ModuleType):
    """A module whose names are all stand-ins, unless they are set."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (StandIn,), {})


class Features:
    """mxnet.runtime.Features: what MXNet was compiled with."""

    def is_enabled(self, name):
        return False


def module(name, **names):
    """Register a module, unless the dialect has it; set the names that it does not have."""
    import mxnet

    try:
        made = importlib.import_module(name)
    except ImportError:
        made = sys.modules[name] = Internal(name)
        made.__path__ = []
        above, _, last = name.rpartition(".")
        setattr(sys.modules.get(above, mxnet), last, made)
    for key, value in names.items():
        if key not in vars(made):
            setattr(made, key, value)
    return made


def scaled(chisquare):
    """Return SciPy's test with expected frequencies scaled to the sum of the observed ones: newer versions refuse sums that
    differ by rounding."""
    def function(f_obs, f_exp, **kwargs):
        import numpy

        expected = numpy.asarray(f_exp, dtype="float64")
        return chisquare(f_obs, expected * (numpy.sum(f_obs) / expected.sum()), **kwargs)

    return function


def prepare():
    """Install the dialect, the stand-ins and the checkout's helpers."""
    import numpy
    import weir.dialects

    weir.dialects.install("mxnet", shadow=True)
    import mxnet

    symbols = {"Variable": mxnet_symbols.Variable, "var": mxnet_symbols.Variable, "Symbol": mxnet_symbols.Symbol,
               "np": mxnet_symbols.Functions(mxnet.np), "npx": mxnet_symbols.Functions(mxnet.npx)}
    module("mxnet.symbol", **symbols)
    module("mxnet.symbol.numpy", _Symbol=mxnet_symbols.Symbol)
    module("mxnet.sym", **symbols)
    module("mxnet.attribute", AttrScope=type("AttrScope", (StandIn,), {}))
    module("mxnet.io", DataIter=type("DataIter", (StandIn,), {}))
    module("mxnet.kvstore", KVStore=type("KVStore", (StandIn,), {}))
    module("mxnet.runtime", Features=Features)
    module("mxnet.numpy_op_signature")
    module("mxnet.operator", get_all_registered_operators=lambda: [])
    module("mxnet.ndarray.numpy")
    module("mxnet.ndarray.numpy._internal")
    module("mxnet.ndarray.ndarray", _STORAGE_TYPE_STR_TO_ID={"default": 0}, py_slice=slice,
           get_dtype_name=lambda dtype: numpy.dtype(dtype).name)
    module("mxnet.util", _NumpyArrayScope=type("_NumpyArrayScope", (StandIn,), {}), get_max_supported_compute_capability=lambda: 0, get_rtc_compile_opts=lambda *a: [])
    module("mxnet.numpy_extension", get_cuda_compute_capability=lambda *a: 0)
    # The checkout's conftest.py looks for arrays in reference cycles after each test.
    arrays = mxnet.np.ndarray, mxnet.nd.NDArray
    for kind in arrays:
        kind._alive = True
    module("mxnet.nd._internal", NDArrayBase=arrays)
    module("mxnet.sym._internal", SymbolBase=mxnet_symbols.Symbol)
    path = CHECKOUT / "python/mxnet/test_utils.py"
    spec = importlib.util.spec_from_file_location("mxnet.test_utils", path)
    helpers = sys.modules["mxnet.test_utils"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(helpers)
    helpers.ss.chisquare = scaled(helpers.ss.chisquare)
    helpers.check_numeric_gradient = mxnet_symbols.numeric_gradient
    mxnet.test_utils = helpers


prepare()


def note(function, case, outcome, line=""):
    """Append an outcome to the results; a crash of the process loses only the test that crashed."""
    with open(os.environ["MXNET_RESULTS"], "a") as out:
        out.write(json.dumps([function, case, outcome, line]) + "\n")


def pytest_runtest_logreport(report):
    if report.when != "call" and report.outcome == "passed":
        return
    function, _, case = report.nodeid.rpartition("/")[2].partition("[")
    line = ""
    if report.outcome == "failed":
        crash = getattr(report.longrepr, "reprcrash", None)
        place = f" [{crash.path.rpartition('/')[2]}:{crash.lineno}]" if crash is not None else ""
        line = (crash.message if crash is not None else str(report.longrepr)).strip()[:300] + place
    note(function.replace(".py", ""), case.rstrip("]"), report.outcome, line)


def pytest_runtest_logfinish(nodeid):
    """Forget the last exception: freed in the next test, its arrays would count as that test's reference cycles."""
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        vars(sys).pop(name, None)


def pytest_collection_finish(session):
    """Exclude what exists now from garbage collection: the checkout's conftest.py collects twice for each case, and test_numpy_op
    has ten thousand cases."""
    gc.collect()
    gc.freeze()


def pytest_collectreport(report):
    if report.outcome == "failed":
        note(f"{report.nodeid.rpartition('/')[2].replace('.py', '')}::import", "", "failed", str(report.longrepr).strip()[-300:])
