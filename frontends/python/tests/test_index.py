"""Reading and assigning by index: NumPy is the judge."""
import gc
import sys

import pytest

from weir import _core

np = pytest.importorskip("numpy", reason="NumPy is the judge of indexing")
hypothesis = pytest.importorskip("hypothesis", reason="keys are made by hypothesis")
from hypothesis import given, settings, strategies as st  # noqa: E402
from hypothesis.extra import numpy as hnp  # noqa: E402

quick = settings(max_examples=150, deadline=None, database=None)


def make(array):
    """A weir array with the values of a NumPy one, by way of Python numbers."""
    flat = _core.asarray(array.ravel().tolist() or [0], dtype=str(array.dtype))
    if array.size == 0:
        flat = flat[0:0]
    return _core.ops["reshape"](flat, shape=array.shape)


def values(x):
    """The values of a weir array, as a NumPy one."""
    flat = _core.ops["reshape"](_core.ops["copy"](x), shape=(-1,) if x.size else (0,))
    name = str(x.dtype).rpartition(".")[2]
    return np.array([one.item() for one in flat], dtype=name).reshape(x.shape)


def same(x, array):
    array = np.asarray(array)
    assert x.shape == array.shape
    assert str(x.dtype).rpartition(".")[2] == str(array.dtype)
    assert values(x).tolist() == array.tolist()


def counted(*shape, dtype="int64"):
    array = np.arange(int(np.prod(shape)), dtype=dtype).reshape(shape)
    return make(array), array


# ---- Keys ---------------------------------------------------------------------------------------


@st.composite
def index_arrays(draw, size):
    """Integers that fit an axis, in an array that broadcasts with others of (2, 3)."""
    shape = draw(st.sampled_from([(), (1,), (3,), (2, 1), (2, 3), (1, 3)]))
    if size == 0:
        shape = draw(st.sampled_from([(0,), (2, 0)]))
    dtype = draw(st.sampled_from(["int64", "int32", "int8", "uint8"]))
    low = 0 if dtype[0] == "u" else -size
    return draw(hnp.arrays(dtype, shape, elements=st.integers(low, size - 1) if size else st.just(0)))


@st.composite
def keys(draw, shape, fancy=True):
    """A key for an array of that shape, as NumPy takes it; arrays of it are NumPy's."""
    parts, axis = [], 0
    while len(parts) < 6:
        left = len(shape) - axis
        kinds = ["stop", "none", "ellipsis"] + ["truth"] * fancy
        if left > 0:
            kinds += ["slice", "slice"] + ["array", "mask"] * fancy + ["int"] * (shape[axis] > 0)
        kind = draw(st.sampled_from(kinds))
        if kind == "stop":
            break
        if kind == "none":
            parts.append(None)
        elif kind == "truth":
            parts.append(draw(st.sampled_from([True, True, False, np.array(True)])))
        elif kind == "ellipsis":
            skipped = draw(st.integers(0, left))
            parts.append(...)
            axis += skipped
            # Whatever follows uses up exactly what is left.
            for i in range(axis, len(shape)):
                parts.append(draw(simple(shape[i], fancy)))
            break
        elif kind == "slice":
            parts.append(draw(slices(shape[axis])))
            axis += 1
        elif kind == "int":
            parts.append(draw(st.integers(-shape[axis], shape[axis] - 1)))
            axis += 1
        elif kind == "array":
            parts.append(draw(index_arrays(shape[axis])))
            axis += 1
        elif kind == "mask":
            ndim = draw(st.integers(1, left))
            parts.append(draw(hnp.arrays("bool", shape[axis:axis + ndim])))
            axis += ndim
    if len(parts) == 1 and draw(st.booleans()):
        return parts[0]
    return tuple(parts)


def slices(size):
    bound = st.none() | st.integers(-size - 2, size + 2)
    return st.builds(slice, bound, bound, st.none() | st.sampled_from([1, 2, 3, -1, -2, 7, -7]))


def simple(size, fancy):
    options = [slices(size)]
    if size > 0:
        options.append(st.integers(-size, size - 1))
    if fancy:
        options.append(index_arrays(size))
    return st.one_of(options)


def to_weir(key):
    """The same key, its arrays ours or lists."""
    if isinstance(key, tuple):
        return tuple(to_weir(part) for part in key)
    if not isinstance(key, np.ndarray):
        return key
    if key.size and key.ndim and int(key.sum()) % 2:
        return key.tolist()
    return make(key)


shapes = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


@st.composite
def arrays_and_keys(draw, fancy=True):
    shape = draw(shapes)
    return shape, draw(keys(shape, fancy))


# ---- Reading ------------------------------------------------------------------------------------


@quick
@given(arrays_and_keys(fancy=False))
def test_basic_keys_read_what_numpy_reads(case):
    shape, key = case
    x, array = counted(*shape)
    same(x[key], array[key])


@quick
@given(arrays_and_keys())
def test_keys_with_arrays_read_what_numpy_reads(case):
    shape, key = case
    x, array = counted(*shape)
    try:
        wanted = array[key]
    except IndexError:  # arrays that do not broadcast
        with pytest.raises((IndexError, ValueError)):
            x[to_weir(key)]
        return
    same(x[to_weir(key)], wanted)


def test_basic_keys_give_views():
    x, array = counted(3, 4)
    for key in (1, slice(1, None), (slice(None), 2), (None, ..., -1), ()):
        x[key][...] = -1
        array[key][...] = -1
        same(x, array)


def test_arrays_in_keys_give_copies():
    x, array = counted(3, 4)
    y = x[[0, 1]]
    y[...] = 9
    same(x, array)


def test_an_index_may_be_anything_that_says_it_is_one():
    class Two:
        def __index__(self):
            return 2

    x, array = counted(4, 3)
    same(x[Two()], array[2])
    same(x[Two(), Two()], array[2, 2])
    same(x[np.int16(-1), np.uint8(1)], array[-1, 1])
    same(x[:Two()], array[:2])


def test_an_array_without_dimensions_is_an_index_and_does_not_wait():
    x, array = counted(4, 3)
    same(x[_core.asarray(2)], array[2])
    same(x[_core.asarray(-1), 1:], array[-1, 1:])
    same(x[:, _core.asarray(1)], array[:, 1])


def test_bounds_of_slices_may_be_huge():
    x, array = counted(5)
    far = 10**30
    for key in (slice(-far, far), slice(far, -far, -1), slice(None, -far), slice(-far, None, -1),
                slice(None, None, far), slice(None, None, -far), slice(-2**63, 2**63 - 1)):
        same(x[key], array[key])


def test_ranges_and_nested_lists_are_arrays():
    x, array = counted(4, 3)
    same(x[[[0, 1], [2, 3]]], array[[[0, 1], [2, 3]]])
    same(x[range(1, 3)], array[range(1, 3)])
    same(x[[]], array[[]])
    same(x[:, []], array[:, []])
    same(x[(0, 1), (1, 2)], array[(0, 1), (1, 2)])


# ---- Assigning ----------------------------------------------------------------------------------


@st.composite
def assignments(draw, fancy=True):
    shape, key = draw(arrays_and_keys(fancy))
    array = np.arange(int(np.prod(shape)), dtype="int64").reshape(shape)
    try:
        selected = array[key].shape
    except IndexError:
        hypothesis.assume(False)
    # A shape that broadcasts to what is selected.
    value = [draw(st.sampled_from([1, n])) if n != 1 else 1 for n in selected]
    value = value[draw(st.integers(0, len(value))):]
    if draw(st.booleans()):
        value = [1] * draw(st.integers(0, 2)) + list(selected)
    count = int(np.prod(value))
    return array, key, (np.arange(count, dtype="int64") + 100).reshape(value)


def check_assignment(array, key, value, given):
    x = make(array)
    array = array.copy()
    # NumPy does not always drop leading dimensions of one from the value.
    extra = np.ndim(value) - array[key].ndim
    array[key] = value.reshape(value.shape[extra:]) if extra > 0 else value
    x[to_weir(key)] = given
    same(x, array)


@quick
@given(assignments(fancy=False))
def test_basic_keys_assign_what_numpy_assigns(case):
    array, key, value = case
    check_assignment(array, key, value, make(value))


@quick
@given(assignments())
def test_keys_with_arrays_assign_what_numpy_assigns(case):
    array, key, value = case
    check_assignment(array, key, value, make(value))


@quick
@given(assignments(), st.integers(-5, 5))
def test_numbers_are_assigned_everywhere(case, number):
    array, key, _ = case
    check_assignment(array, key, number, number)


@settings(quick, max_examples=60)
@given(st.data())
def test_an_array_may_be_assigned_to_a_part_of_itself(data):
    n = data.draw(st.integers(1, 6))
    first, second = data.draw(slices(n)), data.draw(slices(n))
    array = np.arange(n * 2).reshape(n, 2)
    x = make(array)
    hypothesis.assume(array[first].shape == array[second].shape)
    wanted = array.copy()
    wanted[first] = array[second].copy()
    x[first] = x[second]
    same(x, wanted)


def test_the_right_side_is_as_if_copied_first():
    x, _ = counted(5)
    x[1:] = x[:-1]
    assert values(x).tolist() == [0, 0, 1, 2, 3]
    x[::-1] = x
    assert values(x).tolist() == [3, 2, 1, 0, 0]
    x[[0, 1]] = x[1:3]
    assert values(x).tolist() == [2, 1, 1, 0, 0]
    x[x] = x + 10  # the indices are the array itself
    wanted = np.array([2, 1, 1, 0, 0])
    wanted[wanted] = wanted + 10
    assert values(x).tolist() == wanted.tolist()


def test_of_several_values_for_one_place_the_last_stays():
    x, _ = counted(3)
    x[[0, 0, 2, 0]] = [5, 6, 7, 8]
    assert values(x).tolist() == [8, 1, 7]


def test_in_place_operators_on_parts():
    x, array = counted(3, 4)
    x[1] += 10
    array[1] += 10
    x[:, ::2] *= 2
    array[:, ::2] *= 2
    x[[0, 2]] -= 1
    array[[0, 2]] -= 1
    x[x > 5] = 0
    array[array > 5] = 0
    same(x, array)


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "uint64", "float32", "float64",
                                   "complex64", "bool"])
def test_numbers_of_python_are_cast_as_numpy_casts(dtype):
    array = np.zeros(3, dtype)
    x = make(array)
    for number in (1, 0, True, False, 1.75, 0.25, 100):
        array[1] = number
        x[1] = number
        same(x, array)


def test_numbers_that_do_not_fit_are_refused():
    x = make(np.zeros(2, "int8"))
    for number in (128, -129, 2**70, 300.5):
        with pytest.raises(OverflowError):
            x[0] = number
    with pytest.raises(ValueError):
        x[0] = float("nan")
    with pytest.raises(TypeError, match="int8 cannot hold the complex number"):
        x[0] = 1j
    with pytest.raises(OverflowError):
        make(np.zeros(2, "uint64"))[0] = -1
    big = make(np.zeros(2, "uint64"))
    big[1] = 2**64 - 1
    assert big[1].item() == 2**64 - 1
    wide = make(np.zeros(1))
    wide[0] = 10**30
    assert wide[0].item() == 1e30
    same(x, np.zeros(2, "int8"))


def test_arrays_and_lists_are_cast_to_the_dtype():
    x, array = counted(3)
    x[...] = make(np.array([1.5, -2.5, 3.9]))
    array[...] = [1.5, -2.5, 3.9]
    same(x, array)
    x[[0, 1]] = make(np.array([7.9, 8.9]))
    array[[0, 1]] = [7.9, 8.9]
    x[make(np.array([False, True, True]))] = [0.5, 1.5]
    array[[False, True, True]] = [0.5, 1.5]
    same(x, array)
    b = make(np.zeros(3, "bool"))
    b[:] = [0.5, 0, 2]
    assert values(b).tolist() == [True, False, True]
    with pytest.raises(ValueError, match="imaginary"):
        x[...] = make(np.array([1j, 2, 3]))
    with pytest.raises(OverflowError):
        make(np.zeros(2, "uint8"))[:] = [1, 256]


def test_values_that_do_not_broadcast_are_refused():
    x, array = counted(3, 4)
    for key, shape in ((0, 3), (slice(None), (2, 4)), ([0, 1], (3, 4)), (slice(0, 0), (2, 4))):
        with pytest.raises(ValueError):
            x[key] = make(np.zeros(shape, "int64"))
    same(x, array)


# ---- Masks do not wait, and tell later -----------------------------------------------------------


def test_a_mask_may_still_be_being_computed():
    x, array = counted(64, 64)
    slow = make(np.ones((64, 64)))
    for _ in range(20):
        slow = _core.ops["matmul"](slow, slow) * (1 / 64)
    x[slow > 0] = 1
    x[:, slow[0] > 0] = 2
    assert values(x).tolist() == np.full((64, 64), 2).tolist()


def test_a_wrong_number_of_values_for_a_mask_is_told_by_the_array():
    x, array = counted(4)
    x[make(np.array([True, True, True, False]))] = [7, 8]
    with pytest.raises(_core.AsyncError, match="2 values do not match 3 true"):
        x.wait()


def test_an_index_out_of_range_in_an_array_is_told_by_the_result():
    x, _ = counted(4)
    y = x[[0, 9]]
    with pytest.raises(_core.AsyncError, match="index 9 at position 1 is out of range for axis 0 of size 4"):
        y.wait()


# ---- Errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key, words", [
    (2, "index 2 is out of bounds for axis 0 of size 2"),
    (-3, "index -3 is out of bounds for axis 0 of size 2"),
    ((0, 3), "index 3 is out of bounds for axis 1 of size 3"),
    ((slice(None), -4), "index -4 is out of bounds for axis 1 of size 3"),
    ((..., 7), "index 7 is out of bounds for axis 1 of size 3"),
    (10**30, "is out of bounds"),
    ((0, 0, 0), "too many indices: 3 indices for an array with 2 dimensions"),
    (([0], 0, 0), "too many indices: 3 indices for an array with 2 dimensions"),
    ((..., ...), "only one ellipsis"),
    ((..., [0], ...), "only one ellipsis"),
    ("a", "not str"),
    (1.0, "not float"),
    (([0], "a"), "not str"),
    ([1.5], "not [1.5]"),
    (object(), "not object"),
    ([True, False, True], "along axis 0: the axis has length 2, the index 3"),
    ((0, [True, False]), "along axis 1: the axis has length 3, the index 2"),
    ((None,) * 200, "not 200"),
    ((None,) * 40, "42 dimensions"),
])
def test_keys_that_make_no_sense_are_refused(key, words):
    x, array = counted(2, 3)
    with pytest.raises(IndexError) as info:
        x[key]
    assert words in str(info.value)
    with pytest.raises(IndexError):
        x[key] = 1
    same(x, array)


def test_other_mistakes():
    x, _ = counted(2, 3)
    with pytest.raises(IndexError, match="float64"):
        x[make(np.zeros(2))]
    with pytest.raises(ValueError, match="zero"):
        x[::0]
    with pytest.raises(TypeError, match="deleted"):
        del x[0]
    with pytest.raises(TypeError):
        x["a":]
    with pytest.raises(TypeError):
        x[0] = object()
    with pytest.raises(ValueError, match="broadcast"):
        x[[0, 1], [0, 1, 2]]
    with pytest.raises(IndexError, match="0 dimensions"):
        x[0, 0][0]


# ---- Iterating --------------------------------------------------------------------------------------


def test_iterating_gives_views_of_the_first_axis():
    x, array = counted(3, 2)
    rows = list(x)
    assert [values(row).tolist() for row in rows] == array.tolist()
    rows[1][...] = 7
    assert values(x).tolist() == [[0, 1], [7, 7], [4, 5]]
    a, b, c = x
    assert values(c).tolist() == [4, 5]
    it = iter(x)
    assert it.__length_hint__() == 3
    next(it)
    assert it.__length_hint__() == 2
    assert len(list(it)) == 2
    assert next(it, "end") == "end"
    assert list(make(np.zeros((0, 3)))) == []
    with pytest.raises(TypeError, match="0-dimensional array"):
        iter(x[0, 0])


# ---- References -------------------------------------------------------------------------------------


def test_nothing_is_kept_or_lost():
    x, _ = counted(4, 4)
    index, mask, row = _core.asarray([0, 1]), x[0] > 1, x[0]
    key = (slice(None), index)
    things = [x, index, mask, row, key, None, ...]

    def use():
        x[0], x[1:, None], x[..., 0], x[key], x[mask], x[[0, 1]], x[True], x[:, mask]
        x[0] = 1
        x[0] = row
        x[key] = [1, 2]
        x[mask] = 3
        x[:, mask] = 3
        x[mask, 0] = 5
        x[True] = 2
        for _ in x:
            pass
        for bad in (9, (0, 0, 0), "a", (index, "a"), (mask, 0, 0)):
            for act in (lambda: x[bad], lambda: x.__setitem__(bad, 1)):
                try:
                    act()
                except IndexError:
                    pass

    use()
    gc.collect()
    before = [sys.getrefcount(thing) for thing in things]
    for _ in range(200):
        use()
    gc.collect()
    after = [sys.getrefcount(thing) for thing in things]
    for old, new in zip(before, after):
        assert abs(new - old) < 50


def test_views_that_repeat_elements_are_not_written():
    """NumPy's broadcast views and sliding windows are read-only; so are the views of them."""
    import weir

    base = weir.zeros((3, 1))
    wide, tall, windows = weir.broadcast_to(base, (3, 4)), weir.broadcast_to(base[0], (5, 1)), weir.sliding_window_view(base[:, 0], 2)
    grid = weir.meshgrid(weir.arange(3.0), weir.arange(2.0))[0]
    for view, keys in ((wide, [(0, 0), 1, ..., (slice(None), 1), weir.asarray([0, 2])]), (tall, [0, (2, 0), ...]), (windows, [0, (0, 1), ...]),
                       (grid, [0, (0, 0)])):
        for key in keys:
            with pytest.raises(ValueError, match="repeats|broadcast|share memory"):
                view[key] = 5
    for write in (lambda: wide.T[0].__iadd__(1), lambda: weir.add(wide[0, :1], 1.0, out=wide[0, :1]),
                  lambda: wide.reshape(3, 2, 2)[0, 0, 0].__imul__(2), lambda: wide.__setitem__(wide == 0, 1)):
        with pytest.raises(ValueError, match="repeats|broadcast"):
            write()
    assert base.tolist() == [[0], [0], [0]]
    copy = wide.copy()
    copy[0, 0] = 5
    assert copy.tolist()[0] == [5, 0, 0, 0] and base.tolist() == [[0], [0], [0]]
    once = weir.broadcast_to(base, (1, 3, 1))  # no element twice
    once[0, 1] = 7
    flat = wide.reshape(12)  # a copy
    flat[0] = 9
    assert base.tolist() == [[0], [7], [0]]


def test_a_leaf_has_a_gradient_that_can_be_written_if_it_is_part_of_a_broadcast_one():
    import weir

    a, b = weir.ones((1,)).attach_grad(), weir.ones((1,)).attach_grad()
    with weir.autograd.record():
        y = weir.concat([a, b]).sum()
    y.backward()
    a.grad[0] = 7
    assert (a.grad.tolist(), b.grad.tolist()) == ([7], [1])
