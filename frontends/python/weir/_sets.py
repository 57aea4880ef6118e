"""NumPy's set functions, and lexsort.

Except for isin and lexsort, they block until their inputs are computed, because the shapes of the results depend on the
values.
"""
from weir._core import asarray, ops
from weir._functions import follows

__all__ = ["intersect1d", "isin", "lexsort", "setdiff1d", "setxor1d", "union1d", "unique"]


def _order(x):
    """Return the stable argsort of a vector.  Complex numbers are ordered by real part, then by imaginary part."""
    return ops["argsort"](x) if x.dtype.kind != "c" else lexsort([ops["imag"](x), ops["real"](x)])


def _counts(is_new):
    begin = ops["nonzero"](is_new)[0]
    return ops["diff"](begin, append=asarray([is_new.size]))


def _inverse(order, is_new):
    group = ops["subtract"](ops["cumulative_sum"](is_new, dtype="int64"), 1)
    return ops["take"](group, ops["argsort"](order), axis=0)


@follows
def lexsort(keys, axis=-1):
    """Return the indices that sort by several keys; the last key is the primary one."""
    keys = [asarray(key) for key in keys]
    if not keys:
        raise TypeError("lexsort: at least one key is required")
    return ops["lexsort"](keys, axis=axis)


def _differ(rows):
    """Return a mask of the rows that differ from the row before them; it is true for the first row.  NaNs compare
    equal."""
    other = ops["not_equal"](rows[1:], rows[:-1])
    if rows.dtype.kind in "fc":
        other = other & ~(ops["isnan"](rows[1:]) & ops["isnan"](rows[:-1]))
    other = ops["any"](other, axis=tuple(range(1, rows.ndim))) if rows.ndim > 1 else other
    return ops["concat"]([ops["ones"](shape=min(len(rows), 1), dtype="bool"), other])


@follows
def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """Return the sorted unique values of an array, or its unique slices along an axis.

    Optionally also return the index of each value's first occurrence, the inverse indices and the counts.  All NaNs are
    treated as one value.
    """
    x = asarray(ar)
    rows = ops["ravel"](x) if axis is None else ops["moveaxis"](x, axis, 0)
    if rows.ndim == 1:
        order = _order(rows)
    else:
        columns = rows.reshape((len(rows), -1)).T
        order = lexsort(columns[::-1]) if len(columns) else ops["arange"](start=len(rows), dtype="int64")
    rows = ops["take"](rows, order, axis=0)
    is_new = _differ(rows)
    values = rows[is_new]
    made = [values if axis is None else ops["moveaxis"](values, 0, axis)]
    if return_index:
        made.append(order[is_new])
    if return_inverse:
        inverse = _inverse(order, is_new)
        made.append(inverse.reshape(x.shape) if axis is None else inverse)
    if return_counts:
        made.append(_counts(is_new))
    return made[0] if len(made) == 1 else tuple(made)


@follows
def union1d(ar1, ar2):
    """Return the sorted unique values that are in either array."""
    return unique(ops["concat"]([ops["ravel"](asarray(ar1)), ops["ravel"](asarray(ar2))], axis=0))


def _neighbours(ar1, ar2):
    """Return the unique values of both arrays, merged and sorted, and a mask of those equal to their successor."""
    both = ops["sort"](ops["concat"]([unique(ar1), unique(ar2)], axis=0))
    return both, both[1:] == both[:-1]


@follows
def intersect1d(ar1, ar2):
    """Return the sorted unique values that are in both arrays."""
    both, is_double = _neighbours(ar1, ar2)
    return both[:-1][is_double]


@follows
def setxor1d(ar1, ar2):
    """Return the sorted values that are in exactly one of the arrays."""
    both, is_double = _neighbours(ar1, ar2)
    if both.size == 0:
        return both
    no = ops["zeros"](shape=1, dtype="bool")
    return both[~(ops["concat"]([is_double, no]) | ops["concat"]([no, is_double]))]


@follows
def isin(element, test_elements, assume_unique=False, invert=False):
    """Return a bool array that is true for each element that is in test_elements (or, with invert=True, is not)."""
    return ops["isin"](asarray(element), asarray(test_elements), invert=invert)


@follows
def setdiff1d(ar1, ar2):
    """Return the sorted unique values of the first array that are not in the second."""
    values = unique(ar1)
    return values[isin(values, ar2, invert=True)]
