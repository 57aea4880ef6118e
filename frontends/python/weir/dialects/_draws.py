"""Random sampling functions shared by several frameworks."""
import math

import weir
from weir._core import Array
from weir.dialects._special import erfinv
from weir.dialects._tensor_class import keep, op, plain


def multinomial(n, probabilities, shape=()):
    """Return the number of times each outcome occurs in n draws, as a float32 array of shape (*shape,
    *probabilities.shape)."""
    p = plain(weir.asarray(probabilities, dtype=weir.float32))
    p = op["broadcast_to"](p, (*shape, *p.shape))
    if n == 0:
        return op["zeros_like"](p)
    rows = op["reshape"](p, (-1, p.shape[-1]))
    drawn = op["categorical"](rows, count=int(n), replacement=True) + weir.arange(rows.shape[0])[:, None] * rows.shape[1]
    counts = weir.bincount(op["ravel"](drawn), minlength=rows.size)
    return op["astype"](op["reshape"](counts, p.shape), weir.float32)


def drawn(generator, fn, *args, **kwargs):
    """Return fn(*args, **kwargs), with the random numbers of a torch.Generator, or of the process if that is None."""
    if generator is None:
        return fn(*args, **kwargs)
    if not hasattr(generator, "drawn"):
        raise TypeError(f"generator must be a Generator or None, not {type(generator).__name__}")
    return generator.drawn(fn, *args, **kwargs)


def fill_truncated(x, mean=0.0, std=1.0, low=-2.0, high=2.0):
    """Fill x from a normal distribution without its parts below `low` and above `high`, as PyTorch and Paddle do."""
    shape, dtype = Array.shape.__get__(x), x.dtype
    if low <= mean - 6 * std and mean + 6 * std <= high:  # nothing is cut off
        return keep(x, op["normal"](shape, mean, std, dtype))
    first, last = (math.erf((bound - mean) / (std * math.sqrt(2))) for bound in (low, high))
    values = mean + std * math.sqrt(2) * erfinv(op["uniform"](shape, first, last, weir.float64))
    return keep(x, op["astype"](op["clip"](values, low, high), dtype))
