"""The Array API standard, against NumPy: values, dtypes and shapes of every function over random arrays."""
import inspect

import pytest

np = pytest.importorskip("numpy", minversion="2.0", reason="NumPy 2 is what the values are compared with")
hypothesis = pytest.importorskip("hypothesis", reason="hypothesis makes the arrays")
from hypothesis import assume, given, settings, strategies as st  # noqa: E402
from hypothesis.extra import numpy as hnp  # noqa: E402

import weir  # noqa: E402

quick = settings(max_examples=20, deadline=None, derandomize=True, database=None)

BOOL = ["bool"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTS = SIGNED + UNSIGNED
REALS = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
FLOATS = REALS + COMPLEX
NUMBERS = INTS + FLOATS
ALL = BOOL + NUMBERS

shapes = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)
full_shapes = hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=4)


def elements(dtype, wild=False):
    """Values of a dtype: any, or tame ones that stay exact or finite in what is computed with them."""
    dtype = np.dtype(dtype)
    if wild:
        return hnp.from_dtype(dtype, allow_subnormal=False) if dtype.kind in "fc" else hnp.from_dtype(dtype)
    if dtype.kind == "b":
        return st.booleans()
    if dtype.kind == "u":
        return st.integers(0, 11)
    if dtype.kind == "i":
        return st.integers(-11, 11)
    real = st.floats(-4, 4, width=32).filter(lambda x: x == 0 or abs(x) > 1e-3)
    return real if dtype.kind == "f" else st.builds(complex, real, real)


def arrays(dtypes, shape=shapes, wild=False):
    return st.sampled_from(dtypes).flatmap(lambda d: hnp.arrays(d, shape, elements=elements(d, wild)))


def from_numpy(a):
    return weir.asarray(a)


def same(got, wanted, exact=True):
    """One result: dtype, shape, and values to the bit or to rounding."""
    wanted = np.asarray(wanted)
    assert isinstance(got, weir.Array)
    assert got.shape == wanted.shape
    assert got.dtype.name == wanted.dtype.name
    if exact:
        np.testing.assert_array_equal(np.asarray(got), wanted)
    else:
        eps = np.finfo(wanted.dtype).eps
        np.testing.assert_allclose(np.asarray(got), wanted, rtol=40 * eps, atol=40 * eps)


# ---- Elementwise -------------------------------------------------------------------------------------

ONE = {
    "abs": NUMBERS, "acos": FLOATS, "acosh": FLOATS, "asin": FLOATS, "asinh": FLOATS, "atan": FLOATS,
    "atanh": FLOATS, "bitwise_invert": BOOL + INTS, "ceil": INTS + REALS, "conj": FLOATS, "cos": FLOATS,
    "cosh": FLOATS, "exp": FLOATS, "expm1": FLOATS, "floor": INTS + REALS, "imag": COMPLEX,
    "isfinite": NUMBERS, "isinf": NUMBERS, "isnan": NUMBERS, "log": FLOATS, "log1p": FLOATS, "log2": FLOATS,
    "log10": FLOATS, "logical_not": BOOL, "negative": SIGNED + FLOATS, "positive": NUMBERS, "real": FLOATS,
    "reciprocal": FLOATS, "round": NUMBERS, "sign": NUMBERS, "signbit": REALS, "sin": FLOATS, "sinh": FLOATS,
    "square": NUMBERS, "sqrt": FLOATS, "tan": FLOATS, "tanh": FLOATS, "trunc": INTS + REALS,
}
# Computed by formulas of our own, so that the last bits may differ.
ROUNDED = {
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "expm1", "log", "log1p",
    "log2", "log10", "reciprocal", "sign", "sin", "sinh", "square", "sqrt", "tan", "tanh",
    "atan2", "divide", "hypot", "logaddexp", "multiply", "pow",
}
# Near their zeros and branch cuts rounding of the input shows in full.
POLES = {"tan", "tanh", "acosh", "atanh"}


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_array(name):
    @quick
    @given(arrays(ONE[name]))
    def check(x):
        if x.dtype.kind == "c" and name in POLES | {"log1p", "expm1", "acos", "asin", "sqrt"}:
            x = x + x.dtype.type(2 + 0.5j)
        with np.errstate(all="ignore"):
            wanted = getattr(np, name)(x)
        exact = name not in ROUNDED or wanted.dtype.kind in "biu"
        same(getattr(weir, name)(from_numpy(x)), wanted, exact)

    check()


@pytest.mark.parametrize("name", sorted(set(ONE) - {"cos", "sin", "tan", "round", "sinh", "cosh"}))
def test_functions_of_one_array_with_any_values(name):
    """Infinities, NaN, zeros of both signs, the ends of integers."""
    @quick
    @given(arrays([d for d in ONE[name] if np.dtype(d).kind != "c"] or REALS, wild=True))
    def check(x):
        with np.errstate(all="ignore"):
            wanted = getattr(np, name)(x)
        same(getattr(weir, name)(from_numpy(x)), wanted, name not in ROUNDED or wanted.dtype.kind in "biu")

    if name != "imag":
        check()


TWO = {
    "add": NUMBERS, "atan2": REALS, "bitwise_and": BOOL + INTS, "bitwise_or": BOOL + INTS,
    "bitwise_xor": BOOL + INTS, "copysign": REALS, "divide": FLOATS, "equal": ALL, "floor_divide": INTS + REALS,
    "greater": INTS + REALS, "greater_equal": INTS + REALS, "hypot": REALS, "less": INTS + REALS,
    "less_equal": INTS + REALS, "logaddexp": REALS, "logical_and": BOOL, "logical_or": BOOL,
    "logical_xor": BOOL, "maximum": INTS + REALS, "minimum": INTS + REALS, "multiply": NUMBERS,
    "nextafter": REALS, "not_equal": ALL, "remainder": INTS + REALS, "subtract": NUMBERS,
}


def pairs(dtypes, wild=False):
    """Two arrays whose shapes broadcast, of one dtype."""
    return st.tuples(st.sampled_from(dtypes), hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3)).flatmap(
        lambda p: st.tuples(*(hnp.arrays(p[0], s, elements=elements(p[0], wild)) for s in p[1].input_shapes)))


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_arrays(name):
    @quick
    @given(pairs(TWO[name]))
    def check(xs):
        x, y = xs
        if name in ("floor_divide", "remainder"):
            y = np.where(y == 0, y.dtype.type(1), y)  # what an integer divided by 0 is, is left open
        if name == "divide" and y.dtype.kind == "c":
            y = np.where(y == 0, y.dtype.type(1), y)
        with np.errstate(all="ignore"):
            wanted = getattr(np, name)(x, y)
        exact = name not in ROUNDED or wanted.dtype.kind in "biu"
        same(getattr(weir, name)(from_numpy(x), from_numpy(y)), wanted, exact)

    check()


@pytest.mark.parametrize("name", ["add", "atan2", "copysign", "divide", "equal", "less", "hypot", "maximum", "minimum",
                                  "multiply", "subtract", "nextafter"])
def test_functions_of_two_floats_with_any_values(name):
    @quick
    @given(pairs(REALS, wild=True))
    def check(xs):
        with np.errstate(all="ignore"):
            wanted = getattr(np, name)(*xs)
        if name == "nextafter":
            assume(not np.any((wanted != 0) & (abs(wanted) < np.finfo(wanted.dtype).tiny)))
        same(getattr(weir, name)(*map(from_numpy, xs)), wanted, name not in ROUNDED or wanted.dtype.kind in "biu")

    check()


@quick
@given(pairs(INTS), st.integers(0, 7))
def test_shifts(xs, places):
    x, y = xs[0], np.broadcast_to(xs[0].dtype.type(places), xs[0].shape)
    same(weir.bitwise_left_shift(from_numpy(x), from_numpy(y)), np.left_shift(x, y))
    same(weir.bitwise_right_shift(from_numpy(x), from_numpy(y)), np.right_shift(x, y))
    same(from_numpy(x) << places, np.left_shift(x, y))
    same(from_numpy(x) >> places, np.right_shift(x, y))


@quick
@given(arrays(INTS + FLOATS), st.integers(0, 3))
def test_powers(x, n):
    same(from_numpy(x) ** n, x ** n if x.ndim else np.power(x, n, dtype=x.dtype), exact=x.dtype.kind in "iu")


@quick
@given(arrays(INTS + REALS), st.sampled_from([None, 0, 2]), st.sampled_from([None, 3, 5]))
def test_clip(x, low, high):
    wanted = x if low is None and high is None else np.clip(x, low, high)
    same(weir.clip(from_numpy(x), low, high), wanted)
    same(weir.clip(from_numpy(x), min=low, max=high), wanted)


@quick
@given(pairs(ALL), st.data())
def test_where(xs, data):
    x, y = np.broadcast_arrays(*xs)
    condition = data.draw(hnp.arrays("bool", x.shape))
    same(weir.where(from_numpy(condition), from_numpy(x), from_numpy(y)), np.where(condition, x, y))


def test_special_cases_of_complex_numbers():
    """Those that the C library answers otherwise."""
    x = weir.asarray([complex(weir.inf, 2), complex(-weir.inf, -2)])
    y = np.asarray(weir.tanh(x))
    assert y.real.tolist() == [1, -1] and y.imag.tolist() == [0, 0] and np.signbit(y.imag).tolist() == [False, True]
    zero = weir.asarray([0j])
    assert np.asarray(zero**0).tolist() == [1] and np.asarray(zero**2).tolist() == [0]


def test_floor_division_by_infinity_is_the_floor_of_the_quotient():
    y = np.asarray(weir.asarray([1.0, -1.0]) // weir.asarray([-weir.inf, weir.inf]))
    assert y.tolist() == [0, 0] and np.signbit(y).all()


# ---- Operators of the language -----------------------------------------------------------------------


@pytest.mark.parametrize("symbol, dtypes", [
    ("+", NUMBERS), ("-", NUMBERS), ("*", NUMBERS), ("/", REALS), ("//", INTS), ("%", INTS), ("==", ALL),
    ("!=", ALL), ("<", INTS + REALS), ("<=", INTS + REALS), (">", INTS + REALS), (">=", INTS + REALS),
    ("&", INTS), ("|", INTS), ("^", INTS)])
def test_operators(symbol, dtypes):
    @quick
    @given(arrays(dtypes))
    def check(x):
        exact = symbol not in "*/" or x.dtype.kind in "biu"
        w, env = from_numpy(x), {"three": 3 if x.dtype.kind != "b" else True}
        with np.errstate(all="ignore"):
            same(eval(f"w {symbol} three", {"w": w, **env}), eval(f"w {symbol} three", {"w": x[...], **env}), exact)
            if symbol not in ("/", "//", "%"):
                same(eval(f"three {symbol} w", {"w": w, **env}), eval(f"three {symbol} w", {"w": x[...], **env}), exact)
            same(eval(f"w {symbol} v", {"w": w, "v": from_numpy(np.full_like(x, 1))}),
                 eval(f"w {symbol} v", {"w": x[...], "v": np.full_like(x, 1)}), exact)

    check()


@pytest.mark.parametrize("statement", ["x += 2", "x -= 2", "x *= 2", "x //= 2", "x %= 3", "x **= 2", "x &= 1", "x |= 1",
                                       "x ^= 1", "x <<= 1", "x >>= 1"])
def test_in_place(statement):
    for dtype in INTS:
        ours, theirs = {"x": weir.asarray([1, 5, 7], dtype=dtype)}, {"x": np.asarray([1, 5, 7], dtype)}
        before = ours["x"]
        exec(statement, ours)
        exec(statement, theirs)
        same(ours["x"], theirs["x"])
        assert ours["x"] is before


def test_in_place_keeps_the_dtype():
    x = weir.ones(3, dtype=weir.int32)
    with pytest.raises(TypeError):
        x += 1.5
    with pytest.raises(TypeError):
        x /= 2


# ---- Dtypes ------------------------------------------------------------------------------------------

PROMOTED = {  # a line of the standard's tables, both ways
    ("int8", "int16"): "int16", ("int8", "uint8"): "int16", ("int16", "uint8"): "int16",
    ("int8", "uint16"): "int32", ("int32", "uint16"): "int32", ("int8", "uint32"): "int64",
    ("int64", "uint32"): "int64", ("uint8", "uint64"): "uint64", ("float32", "float64"): "float64",
    ("float32", "complex64"): "complex64", ("float64", "complex64"): "complex128",
    ("float32", "complex128"): "complex128", ("bool", "bool"): "bool",
}


def test_promotion():
    for (a, b), wanted in PROMOTED.items():
        for left, right in ((a, b), (b, a)):
            left, right = getattr(weir, left), getattr(weir, right)
            assert weir.result_type(left, right) is getattr(weir, wanted)
            x = weir.ones(2, dtype=left), weir.ones(2, dtype=right)
            assert weir.result_type(*x) is getattr(weir, wanted)
            assert weir.equal(*x).dtype is weir.bool
            if wanted != "bool":
                assert (x[0] + x[1]).dtype is getattr(weir, wanted)


def test_no_common_dtype():
    for signed in SIGNED:
        with pytest.raises(TypeError, match="no common dtype"):
            weir.result_type(getattr(weir, signed), weir.uint64)
        with pytest.raises(TypeError, match="no common dtype"):
            weir.ones(1, dtype=signed) + weir.ones(1, dtype=weir.uint64)
        assert not weir.can_cast(signed, weir.uint64)


def test_numbers_are_weak():
    for name in NUMBERS:
        dtype = getattr(weir, name)
        x = weir.ones(2, dtype=dtype)
        assert (x + 1).dtype is (1 + x).dtype is dtype
        assert weir.result_type(x, 1) is weir.result_type(dtype, True, 3) is dtype
        assert weir.result_type(x, 1.0) is (x + 1.0).dtype
        assert weir.result_type(x, 1j) is (x + 1j).dtype
    assert weir.result_type(weir.float32, 1.0) is weir.float32
    assert weir.result_type(weir.float64, 1j) is weir.complex128
    assert weir.result_type(1, 2.0) is weir.get_default_dtype()
    assert weir.result_type(1) is weir.int64
    with pytest.raises(OverflowError):
        weir.ones(2, dtype=weir.uint8) + 256
    with pytest.raises(OverflowError):
        weir.ones(2, dtype=weir.uint64) + 2**64
    top = weir.asarray(2**64 - 1, dtype=weir.uint64)
    assert int(weir.zeros((), dtype=weir.uint64) + (2**64 - 1)) == int(top) == 2**64 - 1
    assert int(weir.full((), 2**63, dtype=weir.uint64)) == 2**63


def test_finfo_and_iinfo():
    for name in REALS + COMPLEX + ["float16"]:
        ours, theirs = weir.finfo(getattr(weir, name)), np.finfo(name)
        for attribute in ("bits", "eps", "max", "min", "smallest_normal"):
            assert getattr(ours, attribute) == float(getattr(theirs, attribute)), (name, attribute)
        assert ours.dtype.name == theirs.dtype.name
        assert weir.finfo(weir.ones(1, dtype=name)).bits == ours.bits
    assert weir.finfo(weir.bfloat16).eps == 2**-7
    for name in INTS:
        ours, theirs = weir.iinfo(getattr(weir, name)), np.iinfo(name)
        assert (ours.bits, ours.min, ours.max) == (theirs.bits, theirs.min, theirs.max)
    with pytest.raises(TypeError):
        weir.finfo(weir.int8)
    with pytest.raises(TypeError):
        weir.iinfo(weir.float32)


def test_isdtype():
    kinds = ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"]
    for name in ALL:
        for kind in kinds:
            assert weir.isdtype(getattr(weir, name), kind) == np.isdtype(np.dtype(name), kind)
        assert weir.isdtype(getattr(weir, name), getattr(weir, name))
    assert weir.isdtype(weir.float16, "real floating")
    assert weir.isdtype(weir.int8, ("bool", weir.int8))
    assert not weir.isdtype(weir.int8, ())
    with pytest.raises(ValueError, match="kind must be one of"):
        weir.isdtype(weir.int8, "whole")


@quick
@given(arrays(ALL), st.sampled_from(ALL))
def test_astype(x, dtype):
    assume(not (x.dtype.kind == "c" and np.dtype(dtype).kind not in "cb"))
    assume(not (x.dtype.kind in "if" and np.dtype(dtype).kind == "u"))
    w = from_numpy(x)
    same(weir.astype(w, getattr(weir, dtype)), x.astype(dtype))
    assert (weir.astype(w, w.dtype, copy=False) is w) and (weir.astype(w, w.dtype) is not w)


# ---- Creation ----------------------------------------------------------------------------------------


@quick
@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-5, 5).filter(bool), st.sampled_from([None] + SIGNED + REALS))
def test_arange(start, stop, step, dtype):
    wanted = np.arange(start, stop, step, dtype=dtype or "int64")
    same(weir.arange(start, stop, step, dtype=dtype), wanted)
    same(weir.arange(float(start), stop, step), wanted.astype("float32"))


def test_arange_of_large_integers():
    start = 2**62 + 1
    assert np.asarray(weir.arange(start, start + 9, 4)).tolist() == [start, start + 4, start + 8]
    assert weir.arange(3).shape == (3,) and weir.arange(-3).shape == (0,)


@quick
@given(st.floats(-9, 9), st.floats(-9, 9), st.integers(0, 9), st.booleans(), st.sampled_from(FLOATS))
def test_linspace(start, stop, num, endpoint, dtype):
    same(weir.linspace(start, stop, num, endpoint=endpoint, dtype=dtype),
         np.linspace(start, stop, num, endpoint=endpoint, dtype=dtype), exact=False)


def test_linspace_of_complex_numbers():
    same(weir.linspace(0, 1 + 2j, 5), np.linspace(0, 1 + 2j, 5, dtype="complex64"), exact=False)


@quick
@given(shapes, st.sampled_from(ALL))
def test_filled(shape, dtype):
    same(weir.zeros(shape, dtype=dtype), np.zeros(shape, dtype))
    same(weir.ones(shape, dtype=dtype), np.ones(shape, dtype))
    same(weir.full(shape, 1, dtype=dtype), np.ones(shape, dtype))
    assert weir.empty(shape, dtype=dtype).shape == shape
    x = weir.zeros(shape, dtype=dtype)
    for like in (weir.zeros_like, weir.ones_like, weir.empty_like):
        assert like(x).shape == shape and like(x).dtype is x.dtype
    same(weir.full_like(x, 1), np.ones(shape, dtype))
    same(weir.full_like(x, fill_value=True, dtype=weir.bool), np.ones(shape, "bool"))


def test_default_dtypes():
    assert weir.zeros(2).dtype is weir.ones(2).dtype is weir.float32
    assert weir.full(2, True).dtype is weir.bool and weir.full(2, 1).dtype is weir.int64
    assert weir.full(2, 1.0).dtype is weir.float32 and weir.full(2, 1j).dtype is weir.complex64
    assert weir.asarray(1).dtype is weir.arange(2).dtype is weir.int64
    assert weir.asarray([1, 2.0]).dtype is weir.arange(2.0).dtype is weir.linspace(0, 1, 2).dtype is weir.float32


@quick
@given(st.integers(0, 4), st.none() | st.integers(0, 4), st.integers(-5, 5), st.sampled_from(ALL))
def test_eye(rows, columns, k, dtype):
    same(weir.eye(rows, columns, k=k, dtype=dtype), np.eye(rows, columns, k=k, dtype=dtype))
    assert not np.asarray(weir.eye(rows, columns, k=k + (-1) ** rows * 2**70)).any()


@quick
@given(arrays(ALL, hnp.array_shapes(min_dims=2, max_dims=3, max_side=4)), st.integers(-5, 5))
def test_triangles(x, k):
    same(weir.tril(from_numpy(x), k=k), np.tril(x, k=k))
    same(weir.triu(from_numpy(x), k=k), np.triu(x, k=k))


@pytest.mark.parametrize("indexing", ["xy", "ij"])
def test_meshgrid(indexing):
    for count in range(4):
        vectors = [np.arange(n + 2) for n in range(count)]
        ours = weir.meshgrid(*map(from_numpy, vectors), indexing=indexing)
        theirs = np.meshgrid(*vectors, indexing=indexing)
        assert len(ours) == len(theirs) == count
        for got, wanted in zip(ours, theirs):
            same(got, wanted)


# ---- Manipulation ------------------------------------------------------------------------------------


def axes_of(x, data):
    return data.draw(st.none() | hnp.valid_tuple_axes(x.ndim) | (st.integers(-x.ndim, x.ndim - 1) if x.ndim else st.none()))


@quick
@given(arrays(ALL, full_shapes), st.data())
def test_moving_axes(x, data):
    w = from_numpy(x)
    order = tuple(data.draw(st.permutations(range(x.ndim))))
    same(weir.permute_dims(w, order), np.permute_dims(x, order))
    same(weir.permute_dims(w, axes=order), np.permute_dims(x, order))
    axis = data.draw(st.integers(-x.ndim - 1, x.ndim))
    same(weir.expand_dims(w, axis=axis), np.expand_dims(x, axis))
    same(weir.squeeze(weir.expand_dims(w, axis), axis), x)
    source, target = (data.draw(st.integers(-x.ndim, x.ndim - 1)) for _ in range(2))
    same(weir.moveaxis(w, source, target), np.moveaxis(x, source, target))
    if x.ndim > 1:
        same(weir.matrix_transpose(w), np.matrix_transpose(x))
        same(w.mT, x.mT)
    same(w.T, x.T)


@quick
@given(arrays(ALL, full_shapes), st.data())
def test_rearranging(x, data):
    w, axis = from_numpy(x), axes_of(x, data)
    same(weir.flip(w, axis=axis), np.flip(x, axis=axis))
    shift = data.draw(st.integers(-5, 5))
    same(weir.roll(w, shift, axis=axis), np.roll(x, shift, axis=axis))
    times = tuple(data.draw(st.lists(st.integers(0, 2), min_size=0, max_size=3)))
    same(weir.tile(w, times), np.tile(x, times))
    same(weir.broadcast_to(w, (2, *x.shape)), np.broadcast_to(x, (2, *x.shape)))
    same(weir.reshape(w, (-1,)), x.reshape(-1))
    same(weir.reshape(w, x.shape[::-1], copy=True), x.reshape(x.shape[::-1]))


@quick
@given(arrays(ALL, full_shapes), st.data())
def test_repeat(x, data):
    w, axis = from_numpy(x), data.draw(st.none() | st.integers(-x.ndim, x.ndim - 1))
    same(weir.repeat(w, 2, axis=axis), np.repeat(x, 2, axis=axis))
    length = x.size if axis is None else x.shape[axis]
    counts = data.draw(hnp.arrays("int64", length, elements=st.integers(0, 3)))
    same(weir.repeat(w, from_numpy(counts), axis=axis), np.repeat(x, counts, axis=axis))


def test_reshape_copies_as_it_is_told():
    x = weir.reshape(weir.arange(6), (2, 3))
    view = weir.reshape(x, (3, 2), copy=False)
    x += 1
    assert np.asarray(view).tolist() == [[1, 2], [3, 4], [5, 6]]
    copy = weir.reshape(x, (6,), copy=True)
    x += 1
    assert np.asarray(copy).tolist() == [1, 2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="copy=False"):
        weir.reshape(x.T, (6,), copy=False)


@quick
@given(arrays(NUMBERS, full_shapes), arrays(NUMBERS, st.just((3,))), st.data())
def test_joining(x, y, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    w = from_numpy(x)
    same(weir.concat([w, w, w], axis=axis), np.concat([x, x, x], axis=axis))
    same(weir.concat((w, w), axis=None), np.concat([x, x], axis=None))
    same(weir.stack([w, w], axis=axis), np.stack([x, x], axis=axis))
    for got, wanted in zip(weir.unstack(w, axis=axis), np.unstack(x, axis=axis), strict=True):
        same(got, wanted)


def test_broadcasting():
    a, b = weir.broadcast_arrays(weir.ones((3, 1)), weir.ones(4))
    assert a.shape == b.shape == (3, 4)
    assert weir.broadcast_shapes((3, 1), 4, (1, 1, 1)) == np.broadcast_shapes((3, 1), 4, (1, 1, 1))
    with pytest.raises(ValueError):
        weir.broadcast_arrays(weir.ones(3), weir.ones(4))
    with pytest.raises(ValueError):
        weir.broadcast_shapes((3,), (4,))


def test_an_axis_that_is_not_there():
    x = weir.ones((2, 3))
    for call in (lambda: weir.expand_dims(x, 3), lambda: weir.sum(x, axis=2), lambda: weir.flip(x, axis=-3)):
        with pytest.raises(weir.AxisError, match="out of range for an array with . dimensions"):
            call()
    assert issubclass(weir.AxisError, ValueError) and issubclass(weir.AxisError, IndexError)


# ---- Reductions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, dtypes", [
    ("sum", NUMBERS), ("prod", NUMBERS), ("mean", FLOATS), ("var", REALS), ("std", REALS), ("max", INTS + REALS),
    ("min", INTS + REALS), ("all", ALL), ("any", ALL), ("count_nonzero", ALL)])
def test_reductions(name, dtypes):
    @quick
    @given(arrays(dtypes, full_shapes), st.booleans(), st.data())
    def check(x, keepdims, data):
        axis = axes_of(x, data)
        options = {"correction": data.draw(st.sampled_from([0, 0.5]))} if name in ("var", "std") else {}
        wanted = np.asarray(getattr(np, name)(x, axis=axis, keepdims=keepdims, **options))
        got = getattr(weir, name)(from_numpy(x), axis=axis, keepdims=keepdims, **options)
        if x.dtype.kind in "fc":
            eps = 100 * np.finfo(x.dtype).eps
            assert got.shape == wanted.shape
            assert got.dtype.name == wanted.dtype.name
            np.testing.assert_allclose(np.asarray(got), wanted, rtol=eps, atol=eps * 16)
        else:
            same(got, wanted)

    check()


@quick
@given(arrays(NUMBERS, full_shapes), st.booleans(), st.data())
def test_cumulative(x, include_initial, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    for name in ("cumulative_sum", "cumulative_prod"):
        wanted = getattr(np, name)(x, axis=axis, include_initial=include_initial)
        got = getattr(weir, name)(from_numpy(x), axis=axis, include_initial=include_initial)
        assert got.dtype.name == wanted.dtype.name
        np.testing.assert_allclose(np.asarray(got), wanted, rtol=1e-5, atol=1e-4)


@quick
@given(arrays(NUMBERS, full_shapes), st.integers(0, 2), st.data())
def test_diff(x, n, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    same(weir.diff(from_numpy(x), axis=axis, n=n), np.diff(x, axis=axis, n=n))
    same(weir.diff(from_numpy(x), axis=axis, prepend=from_numpy(x), append=from_numpy(x)),
         np.diff(x, axis=axis, prepend=x, append=x))


# ---- Searching, sorting, sets ------------------------------------------------------------------------


@quick
@given(arrays(INTS + REALS, full_shapes), st.booleans(), st.data())
def test_extremes(x, keepdims, data):
    axis = data.draw(st.none() | st.integers(-x.ndim, x.ndim - 1))
    same(weir.argmax(from_numpy(x), axis=axis, keepdims=keepdims), np.argmax(x, axis=axis, keepdims=keepdims))
    same(weir.argmin(from_numpy(x), axis=axis, keepdims=keepdims), np.argmin(x, axis=axis, keepdims=keepdims))


@quick
@given(arrays(INTS + REALS, full_shapes), st.data())
def test_sorting(x, data):
    axis, w = data.draw(st.integers(-x.ndim, x.ndim - 1)), from_numpy(x)
    same(weir.sort(w, axis=axis), np.sort(x, axis=axis))
    same(weir.argsort(w, axis=axis), np.argsort(x, axis=axis, stable=True))
    down = weir.argsort(w, axis=axis, descending=True)
    same(weir.take_along_axis(w, down, axis=axis), np.flip(np.sort(x, axis=axis), axis=axis))


@quick
@given(arrays(ALL, full_shapes))
def test_nonzero(x):
    for got, wanted in zip(weir.nonzero(from_numpy(x)), np.nonzero(x), strict=True):
        same(got, wanted)


@quick
@given(arrays(INTS + REALS, st.just((7,))), st.sampled_from(["left", "right"]), st.data())
def test_searchsorted(x, side, data):
    wanted_at = data.draw(hnp.arrays(x.dtype, shapes, elements=elements(x.dtype)))
    order = np.argsort(x, stable=True)
    same(weir.searchsorted(from_numpy(np.sort(x)), from_numpy(wanted_at), side=side),
         np.searchsorted(np.sort(x), wanted_at, side=side))
    same(weir.searchsorted(from_numpy(x), from_numpy(wanted_at), side=side, sorter=from_numpy(order)),
         np.searchsorted(x, wanted_at, side=side, sorter=order))


@quick
@given(arrays(ALL, full_shapes), st.data())
def test_take(x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    index = data.draw(hnp.arrays("int64", 3, elements=st.integers(0, x.shape[axis] - 1)))
    same(weir.take(from_numpy(x), from_numpy(index), axis=axis), np.take(x, index, axis=axis))
    if x.ndim == 1:
        same(weir.take_along_axis(from_numpy(x), from_numpy(index)), np.take_along_axis(x, index, axis=-1))


@quick
@given(arrays(ALL))
def test_sets(x):
    w = from_numpy(x)
    ours, theirs = weir.unique_all(w), np.unique_all(x)
    for got, wanted in zip(ours, theirs, strict=True):
        same(got, wanted)
    same(weir.unique_values(w), theirs.values)
    same(weir.unique_counts(w).counts, theirs.counts)
    same(weir.unique_inverse(w).inverse_indices, theirs.inverse_indices)


def test_every_nan_is_unique():
    result = weir.unique_all(weir.asarray([weir.nan, 1.0, weir.nan, 1.0]))
    assert np.asarray(result.counts).tolist() == [2, 1, 1]
    assert np.isnan(np.asarray(result.values)).tolist() == [False, True, True]


def test_a_mask_without_elements_selects_nothing():
    for shape, sides in [((0, 1), (0, 0)), ((3, 2), (0,)), ((3, 2), (0, 2)), ((3, 2), (3, 0))]:
        x, mask = np.zeros(shape, "int64"), np.zeros(sides, bool)
        w = from_numpy(x)
        same(w[from_numpy(mask)], x[mask])
        w[from_numpy(mask)] = 1
        same(w, x)
    with pytest.raises(IndexError, match="bool index"):
        weir.ones((3, 2))[weir.ones((3, 1), dtype=weir.bool)]


# ---- Products ----------------------------------------------------------------------------------------


@quick
@given(arrays(["int32", "float64", "complex128"], st.just((2, 3, 4))))
def test_products(x):
    w, y = from_numpy(x), np.swapaxes(x, 1, 2) + x.dtype.type(1)
    v = from_numpy(y)
    for got, wanted in [
            (weir.matmul(w, v), np.matmul(x, y)), (w @ v, x @ y), (weir.vecdot(w, w), np.vecdot(x, x)),
            (weir.vecdot(w, w, axis=1), np.vecdot(x, x, axis=1)),
            (weir.tensordot(w, v, axes=([1], [2])), np.tensordot(x, y, axes=([1], [2]))),
            (weir.tensordot(w, v, axes=0), np.tensordot(x, y, axes=0)),
            (weir.tensordot(w, v, axes=((0, 1), (0, 2))), np.tensordot(x, y, axes=((0, 1), (0, 2)))),
            (weir.einsum("bij,bjk->ik", w, v), np.einsum("bij,bjk->ik", x, y))]:
        assert got.dtype.name == wanted.dtype.name and got.shape == wanted.shape
        np.testing.assert_allclose(np.asarray(got), wanted, rtol=1e-12, atol=1e-12)


@quick
@given(arrays(FLOATS, st.just((2, 3, 3))), st.booleans())
def test_linalg(x, keepdims):
    import weir.linalg as ours

    w, close = from_numpy(x), lambda a, b: np.testing.assert_allclose(np.asarray(a), b, rtol=1e-4, atol=1e-4)
    close(ours.cross(w, w + 1), np.linalg.cross(x, x + 1))
    close(ours.trace(w, offset=1), np.linalg.trace(x, offset=1))
    close(ours.diagonal(w, offset=-1), np.linalg.diagonal(x, offset=-1))
    for n in range(4):
        close(ours.matrix_power(w, n), np.linalg.matrix_power(x, n))
    for order in ("fro", 1, -1, np.inf, -np.inf):
        close(ours.matrix_norm(w, ord=order, keepdims=keepdims), np.linalg.matrix_norm(x, ord=order, keepdims=keepdims))
    for order in (0, 1, 2, 3, np.inf, -np.inf):
        for axis in (None, 1, (0, 2)):
            close(ours.vector_norm(w, ord=order, axis=axis, keepdims=keepdims),
                  np.linalg.vector_norm(x, ord=order, axis=axis, keepdims=keepdims))


# ---- Fourier transforms ------------------------------------------------------------------------------


def transforms_agree(got, wanted):
    assert got.dtype.name == wanted.dtype.name and got.shape == wanted.shape
    eps = 1e-5 if wanted.dtype.name in ("float32", "complex64") else 1e-13
    np.testing.assert_allclose(np.asarray(got), wanted, rtol=0, atol=eps * max(1, np.abs(wanted).max(initial=0)))


norms = st.sampled_from(["backward", "ortho", "forward"])


@quick
@given(arrays(COMPLEX, full_shapes), st.none() | st.integers(1, 9), st.integers(0, 2), norms)
def test_fft_along_one_axis(x, n, axis, norm):
    w, axis = from_numpy(x), axis % x.ndim
    for name in ("fft", "ifft", "irfft", "hfft"):
        if n is None and x.shape[axis] == 1 and name in ("irfft", "hfft"):
            continue
        wanted = getattr(np.fft, name)(x, n=n, axis=axis, norm=norm)
        transforms_agree(getattr(weir.fft, name)(w, n=n, axis=axis, norm=norm), wanted)
    for name in ("rfft", "ihfft"):
        wanted = getattr(np.fft, name)(x.real, n=n, axis=axis, norm=norm)
        transforms_agree(getattr(weir.fft, name)(weir.real(w), n=n, axis=axis, norm=norm), wanted)


@quick
@given(arrays(COMPLEX, st.just((3, 4, 5))), st.none() | st.tuples(st.integers(2, 9), st.integers(2, 9)),
       st.permutations(range(3)), norms)
def test_fft_over_several_axes(x, s, axes, norm):
    w, axes = from_numpy(x), axes[:2]
    for name in ("fftn", "ifftn", "irfftn"):
        wanted = getattr(np.fft, name)(x, s=s, axes=axes, norm=norm)
        transforms_agree(getattr(weir.fft, name)(w, s=s, axes=axes, norm=norm), wanted)
    transforms_agree(weir.fft.rfftn(weir.real(w), s=s, axes=axes, norm=norm),
                     np.fft.rfftn(x.real, s=s, axes=axes, norm=norm))
    transforms_agree(weir.fft.fftn(w), np.fft.fftn(x))
    for name in ("fftshift", "ifftshift"):
        same(getattr(weir.fft, name)(w), getattr(np.fft, name)(x))
        same(getattr(weir.fft, name)(w, axes=1), getattr(np.fft, name)(x, axes=1))
        same(getattr(weir.fft, name)(w, axes=axes), getattr(np.fft, name)(x, axes=axes))


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9, 1000])
@pytest.mark.parametrize("d", [1.0, 0.25, 3])
def test_fft_frequencies(n, d):
    for name in ("fftfreq", "rfftfreq"):
        np.testing.assert_allclose(np.asarray(getattr(weir.fft, name)(n, d=d, dtype=weir.float64)),
                                   getattr(np.fft, name)(n, d=d), rtol=1e-15)
        assert getattr(weir.fft, name)(n).dtype is weir.get_default_dtype()


def test_fft_refuses_by_name():
    x = weir.ones((3, 4))
    with pytest.raises(ValueError, match="fftn: norm 'both'"):
        weir.fft.fft(x, norm="both")
    with pytest.raises(ValueError, match="irfftn: norm 'both'"):
        weir.fft.hfft(x, norm="both")
    with pytest.raises(ValueError, match="fftn: length 0 along axis 1"):
        weir.fft.fft(x, n=0)
    with pytest.raises(weir.AxisError):
        weir.fft.fftshift(x, axes=2)
    with pytest.raises(ValueError, match="fftfreq: n must be at least 1, not 0"):
        weir.fft.fftfreq(0)
    with pytest.raises(TypeError, match="fftfreq: dtype .*int64"):
        weir.fft.fftfreq(4, dtype=weir.int64)
    with pytest.raises(ValueError, match="must not be 0"):
        weir.fft.rfftfreq(4, d=0)
    with pytest.raises((TypeError, ValueError), match="rfftn: accepts real numbers, not complex64"):
        weir.fft.rfft(weir.astype(x, weir.complex64))


def test_fft_is_there_without_being_loaded():
    assert hasattr(weir, "fft") and sorted(weir.fft.__all__) == weir.fft.__all__ and len(weir.fft.__all__) == 18


# ---- The namespace -----------------------------------------------------------------------------------

# As the standard writes them.  Ours may take more, and by position what the standard takes by keyword.
SIGNATURES = {
    "abs": "(x, /)", "add": "(x1, x2, /)", "clip": "(x, /, min=None, max=None)", "where": "(condition, x1, x2, /)",
    "sum": "(x, /, *, axis=None, keepdims=False, dtype=None)",
    "argsort": "(x, /, *, axis=-1, descending=False, stable=True)",
    "reshape": "(x, /, shape, order='C', *, copy=None)", "broadcast_to": "(x, /, shape)", "expand_dims": "(x, /, axis)",
    "concat": "(arrays, /, *, axis=0)", "zeros": "(shape, *, dtype=None, device=None)",
    "eye": "(n_rows, n_cols=None, /, k=0, dtype=None, *, device=None)",
    "searchsorted": "(x1, x2, /, *, side='left', sorter=None)",
    "arange": "(start, /, stop=None, step=1, dtype=None, *, device=None)",
    "asarray": "(obj, /, *, dtype=None, device=None, copy=None)",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(name):
    ours = inspect.signature(getattr(weir, name)).parameters
    theirs = inspect.signature(eval(f"lambda {SIGNATURES[name][1:-1]}: None")).parameters
    for place, (wanted, has) in enumerate(zip(theirs.values(), ours.values())):
        if wanted.kind is not wanted.KEYWORD_ONLY:
            assert wanted.name == has.name and has.kind in (wanted.kind, has.POSITIONAL_OR_KEYWORD), place
    for wanted in theirs.values():
        assert ours[wanted.name].default == wanted.default or name == "where"  # which also takes a condition alone
        if wanted.kind is wanted.KEYWORD_ONLY:
            assert ours[wanted.name].kind in (wanted.KEYWORD_ONLY, wanted.POSITIONAL_OR_KEYWORD)
    assert all(p.default is not p.empty for p in ours.values() if p.name not in theirs)


def test_help_says_what_arguments_mean_and_whether_the_call_waits():
    assert str(inspect.signature(weir.sum)) == "(x, /, axis=None, keepdims=False, dtype=None, *, out=None)"
    assert str(inspect.signature(weir.searchsorted)) == "(x1, x2, /, side='left', sorter=None, *, out=None)"
    assert "keepdims  keep the reduced axes with size one" in weir.sum.__doc__ and "Does not block" in weir.sum.__doc__
    assert "Blocks until the inputs are computed" in weir.nonzero.__doc__
    assert "tuple of 2 arrays" in weir.dropout.__doc__


def test_every_operator_describes_itself():
    for name in weir._core.ops:
        op = weir._core.ops[name]
        assert inspect.signature(op) is not None
        assert op.__doc__ and op.__name__ == name


def test_namespace():
    x = weir.ones(1)
    assert x.__array_namespace__() is x.__array_namespace__(api_version="2024.12") is weir
    with pytest.raises(ValueError, match="2030"):
        x.__array_namespace__(api_version="2030.12")
    assert weir.__array_api_version__ == "2024.12"
    assert (weir.e, weir.pi, weir.inf, weir.newaxis) == (np.e, np.pi, np.inf, None) and weir.nan != weir.nan
    assert x.to_device(x.device) is x and x.to_device("cpu:1").device == weir.cpu(1)
    with pytest.raises(ValueError, match="stream"):
        x.to_device(x.device, stream=1)


@pytest.mark.cpu
def test_info():
    info = weir.__array_namespace_info__()
    assert info.capabilities()["max dimensions"] >= 32
    assert info.default_device() in info.devices()
    assert info.default_dtypes()["real floating"] is weir.float32
    assert set(info.dtypes()) == set(ALL)
    assert set(info.dtypes(kind=("bool", "real floating"))) == {"bool", "float32", "float64"}
