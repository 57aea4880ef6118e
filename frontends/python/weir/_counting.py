"""NumPy's functions for counts and quantiles: bincount, digitize, histogram, quantile, percentile."""
from weir import _core
from weir._core import asarray, ops
from weir._functions import follows

__all__ = ["bincount", "digitize", "histogram", "histogram_bin_edges", "percentile", "quantile"]


@follows
def bincount(x, weights=None, minlength=0):
    """Count how often each of 0, 1, 2, ... occurs in x or, if weights are given, sum the weights of the occurrences.

    Blocks until x is computed, because its largest value determines the length of the result."""
    x = asarray(x)
    if x.ndim != 1 or x.dtype.kind not in "iu" and x.size:
        raise TypeError(f"bincount: x must be a one-dimensional integer array, not {x.dtype} of shape {x.shape}")
    if weights is not None and (weights := asarray(weights)).shape != x.shape:
        raise ValueError(f"bincount: weights of shape {weights.shape} do not match x of shape {x.shape}")
    if x.size == 0:
        x = x.astype("int64")  # asarray converts an empty list to a float array
    elif (least := int(ops["min"](x))) < 0:
        raise ValueError(f"bincount: values must not be negative, but the smallest is {least}")
    return ops["bincount"](x, weights=_as_weights(weights), minlength=minlength)


def _as_weights(weights):
    """Convert integer weights to floats, as NumPy does."""
    whole = weights is not None and weights.dtype.kind in "biu"
    return weights.astype(_core.get_default_dtype()) if whole else weights


@follows
def digitize(x, bins, right=False):
    """Return, for each value, the index i of its bin, with bins[i-1] <= x < bins[i].  The bin edges must be ascending.

    With right=True, a bin includes its upper edge instead of the lower one."""
    return ops["digitize"](asarray(x), asarray(bins), right=right)


@follows
def histogram_bin_edges(a, bins=10, range=None):
    """Return the bin edges that histogram would use.  Blocks until `a` is computed, unless `range` or the edges
    themselves are given."""
    if not isinstance(bins, int):
        if isinstance(bins, str):
            raise TypeError(f"histogram: bins must be an integer or a sequence of edges, not {bins!r}")
        edges = asarray(bins)
        if edges.ndim != 1 or bool(ops["any"](edges[1:] < edges[:-1])):
            raise ValueError("histogram: bin edges must be one-dimensional and increase monotonically")
        return edges
    if bins < 1:
        raise ValueError(f"histogram: bins must be at least 1, not {bins}")
    x = asarray(a)
    if range is not None:
        low, high = map(float, range)
    else:
        low, high = (float(ops["min"](x)), float(ops["max"](x))) if x.size else (0.0, 1.0)
    if not low <= high or high - low == float("inf"):
        raise ValueError(f"histogram: the range from {low} to {high} must be finite and increasing")
    if low == high:
        low, high = low - 0.5, high + 0.5
    dtype = x.dtype if x.dtype.kind == "f" else _core.get_default_dtype()
    return ops["linspace"](start=low, stop=high, num=bins + 1, dtype=dtype)


@follows
def histogram(a, bins=10, range=None, density=False, weights=None):
    """Return a histogram: the number of values (or the total weight) in each bin, and the bin edges.

    bins is the number of bins or their edges; the last bin includes its upper edge.  Values outside the bins are not
    counted.  With density=True the counts are scaled so that the integral over all bins is 1."""
    x = ops["ravel"](asarray(a))
    edges = histogram_bin_edges(x, bins, range)
    count = edges.size - 1
    at = ops["searchsorted"](edges, x.astype(edges.dtype) if edges.dtype.kind == "f" else x, side="right")
    at = ops["where"](x == edges[-1], count, at)  # index 0: below all bins; count + 1: above all bins
    at = ops["where"](x > edges[-1], count + 1, at)
    weights = None if weights is None else ops["ravel"](asarray(weights))
    counts = ops["bincount_sized"](at, weights=_as_weights(weights), size=count + 2)[1:-1]
    if density:
        counts = counts / ops["diff"](edges) / ops["sum"](counts)
    return counts, edges


@follows
def quantile(a, q, axis=None, keepdims=False, *, method="linear"):
    """Compute quantiles, the values below which a fraction q of the elements lies.

    method is "linear", for linear interpolation, or another of NumPy's methods.  The dimensions of q come first in the
    result.  A NaN among the elements makes the result NaN.  quantile checks the values of q, so it blocks until q is
    computed."""
    return _quantile("quantile", a, q, 1, axis, keepdims, method)


def _quantile(name, a, q, most, axis, keepdims, method):
    x, q = asarray(a), asarray(q, dtype="float64")
    if bool(ops["any"](~((q >= 0) & (q <= most)))):
        raise ValueError(f"{name}: q must be between 0 and {most}, not {q.tolist()}")
    shape = x.shape
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    x = ops["moveaxis"](x, axes, tuple(range(len(axes))))
    left = [at % len(shape) for at in axes]
    count = 1
    for i in left:
        count *= shape[i]
    x = x.reshape((count,) + x.shape[len(axes):])
    if count == 0:
        raise ValueError(f"{name}: shape {shape} has no elements along axis {axis}; at least one is required")
    if x.dtype.kind != "f":
        x = x.astype(_core.get_default_dtype())
    made = ops[name](x, q, axis=0, method=method)
    if keepdims:
        made = made.reshape(q.shape + tuple(1 if i in left else n for i, n in enumerate(shape)))
    return made


@follows
def percentile(a, q, axis=None, keepdims=False, *, method="linear"):
    """Compute percentiles: like quantile, but with q from 0 to 100."""
    return _quantile("percentile", a, q, 100, axis, keepdims, method)
