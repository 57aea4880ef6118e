"""test_text.py - arrays look as NumPy's do, with our defaults; print options; formats; notebooks.

SPDX-License-Identifier: Apache-2.0
"""
import pytest

import weir

pytest.importorskip("hypothesis", reason="hypothesis makes the numbers")
from hypothesis import given, strategies as st  # noqa: E402

np = pytest.importorskip("numpy", "2.3")  # which prints shape= of what it shortens, and exponents as we do

FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 1 / 3, 1e-5, 1e5, 1e8, 1e16, 123456.789, 1e-300, float("nan"), float("inf"),
          -float("inf"), 99999999.0, 0.1, 1e15, 12345678.9, 1e-4, 0.0001234, 1.5e300, 2.675, 1000.0, 1000.5,
          999999.0, 1e6, 1e7, 16777216.0]


@pytest.fixture(autouse=True)
def like_numpy():
    """float64 is what NumPy leaves unsaid."""
    with weir.default_dtype("float64"):
        yield


def narrow(values, dtype):
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(dtype)


def same(theirs):
    ours = weir.asarray(theirs)
    assert repr(ours) == repr(theirs)
    assert str(ours) == str(theirs)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@given(values=st.lists(st.sampled_from(FLOATS), min_size=1, max_size=6))
def test_floats(dtype, values):
    with weir.default_dtype("float64"):
        same(narrow(values, dtype))


@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
@given(values=st.lists(st.builds(complex, st.sampled_from(FLOATS), st.sampled_from(FLOATS)), min_size=1, max_size=4))
def test_complex_numbers(dtype, values):
    with weir.default_dtype("float64"):
        same(narrow(values, dtype))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("power", range(-6, 10))
def test_random_numbers(dtype, power):
    rng = np.random.default_rng(power + 6)
    for shape in ((1,), (7,), (30,), (3, 4), (2, 17), (2, 2, 3)):
        same(narrow(rng.standard_normal(shape) * 10.0 ** power, dtype))


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int16", "int32", "int64", "uint64"])
@pytest.mark.parametrize("shape", [(), (1,), (5,), (40,), (3, 4), (2, 3, 4), (2, 1, 2, 2), (1, 1, 1)])
def test_integers_and_bools(dtype, shape):
    same(np.random.default_rng(1).integers(0, 100, size=shape).astype(dtype))
    if dtype == "int64":
        same(np.random.default_rng(2).integers(-10**12, 10**12, size=shape))


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("value", FLOATS)
def test_without_dimensions(dtype, value):
    same(narrow(value, dtype))


@pytest.mark.parametrize("value", [3, True, 1 + 2j, -1.5j, complex("nan"), 10**18])
def test_other_numbers_without_dimensions(value):
    same(np.asarray(value))


@pytest.mark.parametrize("shape", [
    (1000,), (1001,), (2000,), (100, 100), (3, 500), (500, 3), (11, 11, 11), (20, 20, 20),
])
def test_long_arrays_show_their_ends_and_their_shape(shape):
    x = np.arange(np.prod(shape)).reshape(shape)
    for array in (x, x * 1.0, x / 7, x % 2 == 0, (x / 7).astype("float32"), x * 1j):
        same(array)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0), (1, 0, 4)])
@pytest.mark.parametrize("dtype", ["float64", "int64", "bool", "float32"])
def test_empty(shape, dtype):
    same(np.zeros(shape, dtype))


def test_the_default_dtype_goes_without_saying():
    with weir.default_dtype("float32"):
        assert repr(weir.ones(2)) == "array([1., 1.])"
        assert repr(weir.ones(2, dtype="float64")) == "array([1., 1.], dtype=float64)"
        assert repr(weir.ones(2, dtype="complex64")) == "array([1.+0.j, 1.+0.j])"
        assert repr(weir.ones(2, dtype="complex128")) == "array([1.+0.j, 1.+0.j], dtype=complex128)"
        assert repr(weir.ones(2, dtype="bfloat16")) == "array([1., 1.], dtype=bfloat16)"


@pytest.mark.parametrize("options", [
    {"precision": 2}, {"precision": 0}, {"suppress": True}, {"precision": 3, "suppress": True}, {"threshold": 5},
    {"threshold": 5, "edgeitems": 1}, {"linewidth": 30}, {"linewidth": 120},
])
def test_options(options):
    arrays = [np.arange(12) / 7, np.array([1.23456789, 1e-9, 100.0]), np.array([1e10, 1.0]),
              np.arange(40).reshape(4, 10)]
    before = weir.get_printoptions()
    with weir.printoptions(**options), np.printoptions(**options):
        for array in arrays:
            same(array)
    assert weir.get_printoptions() == before


def test_options_are_kept_until_changed():
    before = weir.get_printoptions()
    try:
        weir.set_printoptions(precision=2)
        assert str(weir.asarray([1.23456])) == "[1.23]"
    finally:
        weir.set_printoptions(**before)
    assert str(weir.asarray([1.23456])) == "[1.23456]"
    with pytest.raises(ValueError, match="precision must be .*, not -1"):
        weir.set_printoptions(precision=-1)
    with pytest.raises(TypeError, match="nonsense"):
        weir.set_printoptions(nonsense=1)


def test_functions():
    x = weir.arange(3)
    assert weir.array_repr(x) == repr(x) == "array([0, 1, 2])"
    assert weir.array_str(x) == weir.array2string(x) == str(x) == "[0 1 2]"


def test_formats():
    x = weir.asarray(1.5)
    assert f"{x:.3f}" == "1.500" and f"{x}" == "1.5" and "%.1f" % x == "1.5" and "%d" % weir.asarray(3) == "3"
    assert f"{weir.asarray([1.0, 2.0])}" == "[1. 2.]"
    with pytest.raises(TypeError, match=r"shape \(3,\)"):
        f"{weir.ones(3):.2f}"


def test_notebooks():
    html = weir.ones((2, 3), dtype="float32")._repr_html_()
    assert "shape (2, 3)" in html and "float32" in html and "24 bytes" in html and "[[1. 1. 1.]" in html
    failed = weir.take(weir.ones(3), weir.asarray([7]), axis=0)
    assert "failed: " in failed._repr_html_() and "index 7" in failed._repr_html_()


def test_round_returns_python_numbers():
    x = weir.asarray([1.26, 3.7])
    assert round(x[1]) == 4 and isinstance(round(x[1]), int)
    assert round(x[0], 1) == 1.3 and isinstance(round(x[0], 1), float)
    assert round(weir.asarray(7)) == 7
    for wrong in (lambda: round(x), lambda: x[0].__round__(1, 2)):
        with pytest.raises((TypeError, ValueError)):
            wrong()
