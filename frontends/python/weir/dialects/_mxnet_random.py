"""Random functions of mx.np.random, mx.npx.random and mx.random; normal, uniform and others can be differentiated."""
import weir
from weir._core import Array
from weir.dialects import _draws, _gpus
from weir.dialects._mxnet_arrays import default_float, made, made_nd, weirs_dtype
from weir.dialects._mxnet_numpy import into
from weir.dialects._mxnet_numpy import where as where_is
from weir.dialects._tensor_class import Mistake, op, plain, put, quietly


def _shape(size, *params):
    """Return the shape of a sample: `size`, or that of the broadcast parameters."""
    if size is not None:
        return (size,) if isinstance(size, int) else tuple(size)
    shapes = [p.shape for p in params if isinstance(p, Array)]
    return tuple(weir.broadcast_shapes(*shapes)) if shapes else ()


def _drawn(name, shape, *params, dtype=None, device=None):
    """Return independent draws of a standard distribution, as an array without a gradient."""
    with weir.device(device or weir.get_default_device()):
        return made(quietly(lambda: op["astype"](op[name](shape, *params), weirs_dtype(dtype) if dtype else default_float())))


def _placed(p, device):
    return op["to_device"](p, device) if device is not None and isinstance(p, Array) else p


def _location_scale(draw, check=None):
    """Return a random function whose draws are loc + scale * draw(shape): gradients flow to both parameters."""
    def function(loc=0.0, scale=1.0, size=None, dtype=None, device=None, ctx=None, out=None):
        place = where_is(device, ctx)
        _positive("scale", scale)
        x = draw(_shape(size, loc, scale), dtype, place)
        return into(out, _as(loc + scale * x, dtype))

    return function


def _as(x, dtype):
    return x if dtype is None else op["astype"](x, weirs_dtype(dtype))


def _positive(name, value):
    if isinstance(value, (int, float)) and (value < 0 or name == "a" and value == 0):
        raise Mistake(f"{name} must be positive, not {value}")


def _standard(name, *params):
    return lambda shape, dtype, place: _drawn(name, shape, *params, dtype=dtype, device=place)


normal = _location_scale(_standard("normal", 0.0, 1.0))
laplace = _location_scale(_standard("laplace", 0.0, 1.0))
gumbel = _location_scale(_standard("gumbel", 0.0, 1.0))
logistic = _location_scale(_standard("logistic", 0.0, 1.0))


def uniform(low=0.0, high=1.0, size=None, dtype=None, device=None, ctx=None, out=None):
    x = _drawn("uniform", _shape(size, low, high), 0.0, 1.0, dtype=dtype, device=where_is(device, ctx))
    return into(out, _as(low + (high - low) * x, dtype))


def lognormal(mean=0.0, sigma=1.0, size=None, dtype=None, device=None, ctx=None, out=None):
    return into(out, op["exp"](normal(mean, sigma, size, dtype, device, ctx)))


def exponential(scale=1.0, size=None, device=None, ctx=None, out=None):
    _positive("scale", scale)
    x = _drawn("exponential", _shape(size, scale), 1.0, device=where_is(device, ctx))
    return into(out, scale * x)


def rayleigh(scale=1.0, size=None, device=None, ctx=None, out=None):
    _positive("scale", scale)
    x = _drawn("exponential", _shape(size, scale), 1.0, device=where_is(device, ctx))
    return into(out, scale * op["sqrt"](2.0 * x))


def weibull(a, size=None, device=None, ctx=None, out=None):
    _positive("a", a)
    x = _drawn("exponential", _shape(size, a), 1.0, device=where_is(device, ctx))
    return into(out, op["pow"](x, 1.0 / a))


def pareto(a, size=None, device=None, ctx=None, out=None):
    _positive("a", a)
    x = _drawn("exponential", _shape(size, a), 1.0, device=where_is(device, ctx))
    return into(out, op["expm1"](x / a))


def power(a, size=None, device=None, ctx=None, out=None):
    _positive("a", a)
    x = _drawn("exponential", _shape(size, a), 1.0, device=where_is(device, ctx))
    return into(out, op["pow"](-op["expm1"](-x), 1.0 / a))


def gamma(shape, scale=1.0, size=None, dtype=None, device=None, ctx=None, out=None):
    with weir.device(where_is(device, ctx) or weir.get_default_device()):
        x = made(weir.random.gamma(plain(shape), 1.0, _shape(size, shape, scale)))
    return into(out, _as(x * scale, dtype or default_float()))


def _array_of(name):
    fn = getattr(weir.random, name)

    def function(*args, size=None, dtype=None, device=None, ctx=None, out=None, **kwargs):
        with weir.device(where_is(device, ctx) or weir.get_default_device()):
            result = fn(*map(plain, args), **{k: plain(v) for k, v in kwargs.items()}, **({} if size is None else {
                "size": size}))
        result = made(weir.asarray(result))
        if dtype is not None or result.dtype == weir.float64:
            result = _as(result, dtype or default_float())
        return into(out, result)

    function.__name__ = name
    return function


beta, chisquare = _array_of("beta"), _array_of("chisquare")


def f(dfnum, dfden, size=None, device=None, ctx=None):
    shape = _shape(size, dfnum, dfden)
    above, below = (gamma(n / 2.0 if isinstance(n, Array) else float(n) / 2, 2.0, shape, device=device, ctx=ctx)
                    for n in (dfnum, dfden))
    return (above / dfnum) / (below / dfden)


def randint(low, high=None, size=None, dtype=None, device=None, ctx=None, out=None):
    if high is None:
        low, high = 0, low
    with weir.device(where_is(device, ctx) or weir.get_default_device()):
        x = made(op["integers"](int(low), int(high), shape=_shape(size), dtype=weirs_dtype(dtype or "int64")))
    return into(out, x)


def rand(*size, dtype=None, device=None, ctx=None):
    return uniform(size=size, dtype=dtype, device=device, ctx=ctx)


def randn(*size, dtype=None, device=None, ctx=None):
    return normal(size=size, dtype=dtype, device=device, ctx=ctx)


def choice(a, size=None, replace=True, p=None, device=None, ctx=None, out=None):
    count = a if isinstance(a, int) else None
    if count is None and not (isinstance(a, Array) and a.ndim == 1):
        raise ValueError("a must be 1-dimensional")
    if count is not None and count <= 0:
        raise ValueError("a must be greater than 0")
    n = count if count is not None else a.shape[0]
    shape = _shape(size)
    total = 1
    for length in shape:
        total *= length
    if not replace and total > n:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    if p is not None:
        weights = plain(p) if isinstance(p, Array) else weir.asarray(p, dtype=weir.float32)
        if weights.ndim != 1 or weights.shape[0] != n:
            raise ValueError("a and p must have the same size")
        picks = op["categorical"](weights, count=total, replacement=replace)
    elif replace:
        picks = op["integers"](0, n, shape=(total,))
    else:
        picks = op["permutation"](n)[:total]
    picks = made(op["astype"](op["reshape"](picks, shape), weir.int64))
    return into(out, picks if count is not None else op["take"](a, picks, axis=0))


def permutation(x):
    if isinstance(x, int):
        return made(op["permutation"](x))
    return op["take"](x, _gpus.beside(op["permutation"](x.shape[0]), x), axis=0)


def multinomial(n, pvals, size=None, **kwargs):
    """Return the number of times each outcome occurs in n draws."""
    values = pvals if isinstance(pvals, Array) else weir.asarray([float(v) for v in pvals], dtype=weir.float32)
    if values.size == 0:
        return made(op["zeros"]((*_shape(size), 0), weir.int64))
    if float(op["max"](op["sum"](plain(values), axis=-1)).item()) > 1.0 + 1e-5:
        raise ValueError("sum(pvals[:-1]) > 1.0")
    return made(op["astype"](_draws.multinomial(n, plain(values), _shape(size)), weir.int64))


def categorical(prob=None, size=None, shape=None, device=None, ctx=None):
    shape = _shape(size if shape is None else shape)
    total = 1
    for length in shape:
        total *= length
    picks = op["categorical"](plain(prob), count=total, replacement=True)
    return made(op["astype"](op["reshape"](picks, (*prob.shape[:-1], *shape)), weir.int64))


def multivariate_normal(mean, cov, size=None, check_valid=None, tol=None):
    if check_valid is not None or tol is not None:
        raise NotImplementedError("multivariate_normal: check_valid and tol are not supported")
    lower = op["cholesky"](cov)
    shape = (*_shape(size), *weir.broadcast_shapes(mean.shape, cov.shape[:-1]))
    x = made(quietly(lambda: op["normal"](shape, 0.0, 1.0)))
    return mean + op["squeeze"](lower @ op["expand_dims"](x, -1), axis=-1)


def shuffle(x):
    """Shuffle the rows in place."""
    put(x, op["take"](x, _gpus.beside(op["permutation"](x.shape[0]), x), axis=0))


def seed(seed):
    weir.random.seed(seed)


RANDOM = {name: fn for name, fn in list(globals().items()) if callable(fn) and getattr(fn, "__module__", "") == __name__ and
          not name.startswith("_")}
RANDOM |= {"random": uniform, "random_sample": uniform, "seed": seed, "f": f}


def _sized(size):
    return rand(*_shape(size))


RANDOM["random"] = RANDOM["random_sample"] = lambda size=None, **kwargs: uniform(size=size, **kwargs)


def bernoulli(prob=None, logit=None, size=None, dtype=None, device=None, ctx=None, out=None):
    if (prob is None) == (logit is None):
        raise ValueError("bernoulli: give prob or logit, and only one of them")
    if prob is None:
        prob = op["sigmoid"](logit) if isinstance(logit, Array) else 1 / (1 + 2.718281828459045 ** -logit)
    shape = _shape(size, prob)
    x = _drawn("uniform", shape, 0.0, 1.0, device=where_is(device, ctx))
    return into(out, op["astype"](x < prob, weirs_dtype(dtype) if dtype else default_float()))


def _batched(fn):
    def function(a=0.0, b=1.0, batch_shape=None, dtype=None, device=None, ctx=None, **named):
        values = list(named.values())
        a, b = (values + [b])[:2] if len(values) == 1 else values if values else (a, b)
        shape = _shape(batch_shape if batch_shape is not None else ())
        return fn(a, b, (*shape, *_shape(None, a, b)), dtype=dtype, device=device, ctx=ctx)

    return function


NPX_RANDOM = {"bernoulli": bernoulli, "normal_n": _batched(normal), "uniform_n": _batched(uniform), "seed": seed,
              "categorical": categorical, "multinomial": None}


def npx_multinomial(n=None, prob=None, size=None, shape=None, **kwargs):
    """Return the number of times each outcome occurs in n draws, for each row of probabilities: an array of shape
    (*prob.shape[:-1], *shape, outcomes).  n is a number or an array with one number for each row; an array is read, which
    blocks."""
    if not isinstance(n, Array):
        return multinomial(n, prob, size if shape is None else shape)
    shape, rows, k = _shape(size if shape is None else shape), prob.shape[:-1], prob.shape[-1]
    ones, whole = (1,) * len(shape), (*rows, *shape)
    p = op["reshape"](op["broadcast_to"](op["reshape"](plain(prob), (*rows, *ones, k)), (*whole, k)), (-1, k))
    counts = op["broadcast_to"](op["astype"](plain(n), weir.int64), rows)
    most = int(op["max"](counts).item())
    counts = op["reshape"](op["broadcast_to"](op["reshape"](counts, (*rows, *ones)), whole), (-1, 1))
    drawn = op["categorical"](p, count=max(most, 1), replacement=True) + weir.arange(p.shape[0])[:, None] * k
    drawn = op["where"](weir.arange(max(most, 1)) < counts, drawn, p.size)  # the last bin takes what exceeds a row's n
    found = weir.bincount(op["ravel"](drawn), minlength=p.size + 1)[:p.size]
    return made(op["astype"](op["reshape"](found, (*whole, k)), weir.int64))


NPX_RANDOM["multinomial"] = npx_multinomial


def _legacy(name, usual=None, **defaults):
    """Return a function of mx.nd.random: the parameters of a distribution, with their default values, then the shape.  `usual` is the
    dtype of the result, if that is not float32."""
    fn = RANDOM[name]

    def function(*args, shape=(1,), dtype=None, ctx=None, out=None, device=None, **given):
        unknown = [key for key in given if key not in defaults]
        if unknown or len(args) > len(defaults) + 4:
            raise TypeError(f"{function.__name__}: unexpected argument {unknown[0]!r}" if unknown else
                            f"{function.__name__}: {len(args)} arguments are too many")
        params = {**defaults, **dict(zip(defaults, args)), **given}
        shape, dtype, ctx, out = (*args[len(defaults):], *(shape, dtype, ctx, out)[max(0, len(args) - len(defaults)):])
        place = where_is(device, ctx)
        x = made_nd(fn(*params.values(), size=(shape,) if isinstance(shape, int) else shape, device=None))
        dtype = usual if dtype in (None, "None") else dtype
        x = x if dtype is None else op["astype"](x, weirs_dtype(dtype))
        x = x if place is None else op["to_device"](x, place)
        return x if out is None else put(out, x)

    function.__name__ = name
    return function


def _shuffled(data):
    """Return the rows in a random order."""
    return op["take"](data, _gpus.beside(op["permutation"](data.shape[0]), data), axis=0)


def _randn(*shape, loc=0.0, scale=1.0, dtype="float32", ctx=None, out=None):
    return LEGACY_RANDOM["normal"](loc, scale, shape or (1,), dtype, ctx, out)


LEGACY_RANDOM = {
    "uniform": _legacy("uniform", low=0.0, high=1.0), "normal": _legacy("normal", loc=0.0, scale=1.0),
    "randint": _legacy("randint", "int32", low=0, high=2), "exponential": _legacy("exponential", scale=1.0),
    "gamma": _legacy("gamma", alpha=1.0, beta=1.0), "shuffle": _shuffled, "randn": _randn}
