"""Random sampling functions shared by several frameworks."""
import weir
from weir.dialects._tensor_class import op, plain


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
