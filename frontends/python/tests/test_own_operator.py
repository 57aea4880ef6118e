"""test_own_operator.py - operators that C code registers are in weir.ops, with signature, help and gradient.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import inspect
import os
import pathlib
import shutil
import subprocess

import pytest

import weir

pytestmark = pytest.mark.skipif(os.environ.get("TEST_DEVICE", "").startswith("cuda"),
                                reason="an operator of a program has no kernel for a GPU")

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = pathlib.Path(weir.__path__[0])


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The operators of examples/c/own_operator.c, registered in this process."""
    compiler = os.environ.get("CC", "cc").split()
    library = next(PACKAGE.glob("libweir.so*"), None)
    if shutil.which(compiler[0]) is None or library is None:
        pytest.skip("needs a C compiler, and the libweir of the package")
    if "clang_rt.asan" in os.environ.get("LD_PRELOAD", "") or "libasan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the library is not built for the sanitizer")
    source = tmp_path_factory.mktemp("own") / "own.c"
    source.write_text('#define main example\n#include "own_operator.c"\n'
                      "int own_register(void) {\n"
                      "    return weir_op_register(&cube, NULL) != WEIR_OK || weir_op_register(&row_dot, NULL) != WEIR_OK;\n"
                      "}\n")
    made = source.with_suffix(".so")
    subprocess.run([*compiler, "-shared", "-fPIC", "-o", made, source, f"-I{ROOT / 'include'}",
                    f"-I{ROOT / 'examples/c'}", library], check=True)
    with pytest.raises(AttributeError, match="'weir.ops' has no operator 'cube'; .*weir_op_register"):
        weir.ops.cube
    assert ctypes.CDLL(str(made)).own_register() == 0
    return weir.ops


def test_it_is_there_as_soon_as_it_is_registered(own):
    x = weir.asarray([1.0, 2.0, 3.0])
    assert own.cube(x).tolist() == [1, 8, 27]
    assert own.cube is own.cube and "cube" in dir(own)
    assert own.row_dot(weir.ones((2, 3)), weir.ones((2, 3)), scale=2.0).tolist() == [6, 6]


def test_it_has_a_gradient_a_signature_and_help(own):
    x = weir.asarray([1.0, 2.0], dtype="float64")
    assert weir.autograd.grad(lambda x: own.cube(x).sum())(x).tolist() == [3, 12]
    assert weir.autograd.gradcheck(own.cube, x)
    assert "scale" in inspect.signature(own.row_dot).parameters
    assert "third power" in own.cube.__doc__


def test_built_in_operators_are_there_too():
    assert weir.ops.add is weir.add and {"add", "eig", "categorical"} <= set(dir(weir.ops))
    with pytest.raises(AttributeError, match="no operator 'softmx'; did you mean softmax"):
        weir.ops.softmx
