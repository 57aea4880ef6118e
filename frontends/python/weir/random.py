"""Random numbers under NumPy's names.

The generator is counter-based (Philox): an operation is assigned its position in a stream when it is issued, so values
do not depend on the number of workers or on other operations that run at the same time.  The functions of this module
draw from the process-wide stream, which weir.random.seed(n) restarts; default_rng(n) returns a generator with its own
stream.  Without a seed each process draws different numbers; WEIR_SEED=n in the environment sets the seed.
Floating-point results have the default dtype unless a dtype is given.
"""
from weir import _core

_op = _core.ops
_normal = _op["normal"]
_NUMBERS = (int, float)


def seed(value=None):
    """Seed the process-wide stream with an integer or a sequence of integers or, if value is None, with entropy from
    the system."""
    _core.seed(_entropy() if value is None else _as_seed(value))


def _entropy():
    import os
    return int.from_bytes(os.urandom(8), "little")


def _as_seed(value):
    if isinstance(value, int):
        if value < 0:
            raise ValueError(f"seed must be a non-negative integer, not {value}")
        return value & (1 << 64) - 1
    if isinstance(value, (str, float)) or not hasattr(value, "__iter__"):
        raise TypeError(f"seed must be an integer or a sequence of integers, not {value!r}")
    mixed = 0
    for part in value:  # a sequence of integers, as NumPy accepts
        mixed = (mixed * 0x9E3779B97F4A7C15 + int(part) + 1) & (1 << 64) - 1
    return mixed


def _shape(size):
    return () if size is None else size


def _is_number(x):
    return isinstance(x, _NUMBERS) and not hasattr(x, "dtype")


_device_of = _core.Array.device.__get__  # also for the tensors of a dialect, whose device is another object


def _arrays(device, *params):
    """Return the parameters as arrays.  With a device, all are copied to it; otherwise, numbers and lists go to the
    device of the first array among the parameters."""
    if device is not None:
        return [_core.asarray(p, device=device) for p in params]
    device = _core.device_to_follow(params, {})
    return [p if isinstance(p, _core.Array) else _core.asarray(p, device=device) for p in params]


class Generator:
    """A random number generator with its own stream.  Create one with weir.random.default_rng(seed)."""

    def __init__(self, stream=None):
        self._stream = stream

    def _draw(self, name, *args, **kwargs):
        op = _op[name]
        return op(*args, **kwargs) if self._stream is None else self._stream.draw(op, *args, **kwargs)

    def __repr__(self):
        if self._stream is None:
            return "<weir.random, the global generator>"
        return (f"<weir.random.Generator, seed {self._stream.seed}, {self._stream.calls} "
                f"draw{'s' * (self._stream.calls != 1)}>")

    # ---- Floats ----

    def random(self, size=None, dtype=None, *, device=None):
        """Draw from the uniform distribution on [0, 1)."""
        return self._draw("uniform", shape=_shape(size), dtype=dtype, device=device)

    def uniform(self, low=0.0, high=1.0, size=None, dtype=None, *, device=None):
        """Draw from the uniform distribution on [low, high)."""
        if _is_number(low) and _is_number(high):
            return self._draw("uniform", shape=_shape(size), low=low, high=high, dtype=dtype, device=device)
        low, high = _arrays(device, low, high)
        return low + (high - low) * self._like(size, low, high, dtype=dtype, name="uniform")

    def _like(self, size, *params, dtype=None, name="normal"):
        """Draw from the distribution `name` with the distribution's default parameters.

        The result has the shape `size` or, if size is None, the shape that `params` broadcast to; the values of
        `params` are not used."""
        if size is None:
            size = sum(params[1:], params[0] * 0).shape
        return self._draw(name, shape=size, dtype=dtype, device=_device_of(params[0]))

    def _located(self, name, loc, scale, size, dtype, device):
        if _is_number(loc) and _is_number(scale):
            if scale < 0:
                raise ValueError(f"{name}: scale must be non-negative, not {scale}")
            second = "std" if name == "normal" else "scale"
            first = "mean" if name == "normal" else "loc"
            return self._draw(name, shape=_shape(size), dtype=dtype, device=device, **{first: loc, second: scale})
        loc, scale = _arrays(device, loc, scale)
        return loc + scale * self._like(size, loc, scale, dtype=dtype, name=name)

    def normal(self, loc=0.0, scale=1.0, size=None, dtype=None, *, device=None):
        """Draw from the normal distribution with mean loc and standard deviation scale."""
        if type(loc) in _NUMBERS and type(scale) in _NUMBERS and scale >= 0:  # fast path for the common case
            shape = () if size is None else size
            if self._stream is None:
                return _normal(shape, loc, scale, dtype, device)
            return self._stream.draw(_normal, shape, loc, scale, dtype, device)
        return self._located("normal", loc, scale, size, dtype, device)

    def standard_normal(self, size=None, dtype=None, *, device=None):
        """Draw from the standard normal distribution (mean 0, standard deviation 1)."""
        return self._draw("normal", shape=_shape(size), dtype=dtype, device=device)

    def laplace(self, loc=0.0, scale=1.0, size=None, dtype=None, *, device=None):
        """Draw from the Laplace distribution."""
        return self._located("laplace", loc, scale, size, dtype, device)

    def gumbel(self, loc=0.0, scale=1.0, size=None, dtype=None, *, device=None):
        """Draw from the Gumbel distribution."""
        return self._located("gumbel", loc, scale, size, dtype, device)

    def logistic(self, loc=0.0, scale=1.0, size=None, dtype=None, *, device=None):
        """Draw from the logistic distribution."""
        return self._located("logistic", loc, scale, size, dtype, device)

    def lognormal(self, mean=0.0, sigma=1.0, size=None, dtype=None, *, device=None):
        """Draw from the log-normal distribution: the exponential of a normal random number with the given mean and
        standard deviation sigma."""
        return self._draw("lognormal", shape=_shape(size), loc=mean, scale=sigma, dtype=dtype, device=device)

    def standard_cauchy(self, size=None, dtype=None, *, device=None):
        """Draw from the standard Cauchy distribution."""
        return self._draw("cauchy", shape=_shape(size), dtype=dtype, device=device)

    def exponential(self, scale=1.0, size=None, dtype=None, *, device=None):
        """Draw from the exponential distribution with mean scale."""
        if _is_number(scale):
            return self._draw("exponential", shape=_shape(size), scale=scale, dtype=dtype, device=device)
        (scale,) = _arrays(device, scale)
        return scale * self._like(size, scale, dtype=dtype, name="exponential")

    def standard_exponential(self, size=None, dtype=None, *, device=None):
        """Draw from the exponential distribution with mean 1."""
        return self._draw("exponential", shape=_shape(size), dtype=dtype, device=device)

    def _of(self, name, *params, size=None, device=None, **kwargs):
        """Draw with an operator whose distribution parameters are arrays or numbers."""
        params = _arrays(device, *(float(p) if _is_number(p) else p for p in params))
        if size is not None:
            kwargs["shape"] = size
        return self._draw(name, *params, **kwargs)

    def gamma(self, shape, scale=1.0, size=None, dtype=None, *, device=None):
        """Draw from the gamma distribution with the given shape parameter and scale."""
        if device is None and not isinstance(shape, _core.Array):
            device = _core.device_to_follow((shape, scale), {})
        made = self._of("gamma", shape, size=size, dtype=dtype, device=device)
        return made if _is_number(scale) and scale == 1 else made * scale

    def standard_gamma(self, shape, size=None, dtype=None, *, device=None):
        """Draw from the gamma distribution with scale 1."""
        return self._of("gamma", shape, size=size, dtype=dtype, device=device)

    def beta(self, a, b, size=None, dtype=None, *, device=None):
        """Draw from the beta distribution."""
        return self._of("beta", a, b, size=size, dtype=dtype, device=device)

    def chisquare(self, df, size=None, dtype=None, *, device=None):
        """Draw from the chi-square distribution with df degrees of freedom."""
        return self._of("chi_square", df, size=size, dtype=dtype, device=device)

    def standard_t(self, df, size=None, dtype=None, *, device=None):
        """Draw from Student's t distribution with df degrees of freedom."""
        return self._of("student_t", df, size=size, dtype=dtype, device=device)

    def weibull(self, a, size=None, dtype=None, *, device=None):
        """Draw from the Weibull distribution with shape parameter a."""
        return self._of("weibull", a, size=size, dtype=dtype, device=device)

    def vonmises(self, mu, kappa, size=None, dtype=None, *, device=None):
        """Draw from the von Mises distribution with mean mu and concentration kappa."""
        return self._of("von_mises", mu, kappa, size=size, dtype=dtype, device=device)

    # ---- Integers ----

    def integers(self, low, high=None, size=None, dtype="int64", endpoint=False, *, device=None):
        """Draw integers uniformly from [low, high), or from [0, low) if high is not given; endpoint=True includes the
        upper bound."""
        low, high = (0, low) if high is None else (low, high)
        return self._draw("integers", low=low, high=high + bool(endpoint), shape=_shape(size), dtype=dtype, device=device)

    def poisson(self, lam=1.0, size=None, dtype=None, *, device=None):
        """Draw from the Poisson distribution with mean lam."""
        return self._of("poisson", lam, size=size, dtype=dtype, device=device)

    def binomial(self, n, p, size=None, dtype=None, *, device=None):
        """Draw from the binomial distribution: the number of successes in n trials with success probability p."""
        return self._of("binomial", n, p, size=size, dtype=dtype, device=device)

    def geometric(self, p, size=None, dtype=None, *, device=None):
        """Draw from the geometric distribution: the number of trials up to and including the first success, where p is
        the probability of success."""
        return self._of("geometric", p, size=size, dtype=dtype, device=device)

    # ---- Permutations and choices ----

    def permutation(self, x, axis=0, *, device=None):
        """Return the integers from 0 to x - 1 in random order or, if x is an array, a copy of x with its slices along
        an axis in random order."""
        if isinstance(x, int):
            return self._draw("permutation", n=x, device=device)
        return self._draw("shuffle", _core.asarray(x, device=device), axis=axis)[0]

    def shuffle(self, x, axis=0):
        """Shuffle the slices of x along an axis, in place."""
        if isinstance(x, list):
            x[:] = [x[i] for i in self._draw("permutation", n=len(x)).tolist()]
            return
        x[...] = self._draw("shuffle", x, axis=axis)[0]

    def choice(self, a, size=None, replace=True, p=None, axis=0):
        """Draw random entries of `a` along an axis or, if `a` is an integer, integers from 0 to a - 1.

        p is the probability of each entry, by default equal for all.  Entries are drawn with replacement unless
        replace=False."""
        from math import prod
        count = prod(size) if isinstance(size, tuple) else 1 if size is None else size
        device = _core.device_to_follow((a, p), {})
        if not isinstance(a, (int, _core.Array)):
            a = _core.asarray(a, device=device)
        n = a if isinstance(a, int) else a.shape[axis]
        if n == 0 and count > 0:
            raise ValueError("choice: cannot draw from an empty array")
        if p is not None:
            p = p if isinstance(p, _core.Array) else _core.asarray(p, device=device)
            at = self._draw("categorical", p, count=count, replacement=replace)
        elif replace:
            at = self._draw("integers", low=0, high=n, shape=(count,), device=device)
        elif count > n:
            raise ValueError(f"choice: cannot draw {count} of {n} element{'s' * (n != 1)} without replacement")
        else:
            at = self._draw("permutation", n=n, device=device)[:count]
        at = at.reshape(() if size is None else size)
        return at if isinstance(a, int) else _op["take"](a, at, axis=axis)

    def bernoulli(self, p=0.5, size=None, dtype=None, *, device=None):
        """Draw from the Bernoulli distribution: 1 with probability p, else 0."""
        return self._of("bernoulli", p, size=size, dtype=dtype, device=device)

    def categorical(self, weights, size=None, axis=-1, logits=False, replacement=True, dtype="int64"):
        """Draw from the categorical distribution: indices with probabilities proportional to the weights.

        The classes are along `axis`: each row along that axis is a separate distribution, whose weights need not sum to
        1.  With logits=True, the weights are unnormalised log-probabilities, such as the output of a network.  Without
        a size, there is one draw from each row, and the result has the axes of the weights other than `axis`.  With a
        size, the result has additional last axes of that shape, for the draws from each row.  With replacement=False,
        the draws from a row are distinct.
        """
        weights = _core.asarray(weights)
        if size is None or isinstance(size, int):
            return self._draw("categorical", weights, count=size, axis=axis, logits=logits, replacement=replacement,
                              dtype=dtype)
        from math import prod
        size = tuple(size)
        if any(n < 0 for n in size):
            raise ValueError(f"categorical: size must not contain negative dimensions, but is {size}")
        drawn = self._draw("categorical", weights, count=prod(size), axis=axis, logits=logits,
                           replacement=replacement, dtype=dtype)
        return drawn.reshape(drawn.shape[:-1] + size)

    def truncated_normal(self, lower=-2.0, upper=2.0, loc=0.0, scale=1.0, size=None, dtype=None, *, device=None):
        """Draw from the normal distribution truncated to the range from lower to upper."""
        return self._draw("truncated_normal", shape=_shape(size), loc=loc, scale=scale, lower=lower, upper=upper,
                          dtype=dtype, device=device)

    def multivariate_normal(self, mean, cov, size=None, dtype=None, *, device=None):
        """Draw vectors from the normal distribution with this mean and covariance matrix.

        The covariance must be positive semidefinite; only its lower triangle is read."""
        mean, cov = _arrays(device, mean, cov)
        if mean.ndim != 1 or cov.shape != mean.shape * 2:
            raise ValueError("multivariate_normal: mean and covariance must have shapes (n,) and (n, n), not "
                             f"{mean.shape} and {cov.shape}")
        mean, cov = mean * 1.0, cov * 1.0
        variances, axes = _op["eigh"](cov)
        factor = axes * _op["sqrt"](_op["clip"](variances, 0))
        size = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        drawn = self._draw("normal", shape=size + mean.shape, dtype=cov.dtype if dtype is None else dtype, device=_device_of(cov))
        return mean + drawn @ _op["matrix_transpose"](factor)

    def spawn(self, n):
        """Return a list of n generators with independent streams."""
        stream = self._stream if self._stream is not None else _core.Stream(_entropy())
        return [default_rng((stream.seed, stream.calls, i)) for i in range(n)]

    def __getstate__(self):
        return self._stream

    def __setstate__(self, stream):
        self._stream = stream


def default_rng(seed=None):
    """Return a generator with its own stream; without a seed, it is seeded with entropy from the system."""
    if isinstance(seed, Generator):
        return seed
    return Generator(_core.Stream(_entropy() if seed is None else _as_seed(seed)))


_process = Generator()

for _name in ("random", "uniform", "normal", "standard_normal", "laplace", "gumbel", "logistic", "lognormal",
              "standard_cauchy", "exponential", "standard_exponential", "gamma", "standard_gamma", "beta",
              "chisquare", "standard_t", "weibull", "vonmises", "integers", "poisson", "binomial", "geometric",
              "permutation", "shuffle", "choice", "bernoulli", "categorical", "truncated_normal",
              "multivariate_normal"):
    globals()[_name] = getattr(_process, _name)

random_sample = ranf = sample = _process.random


def rand(*shape):
    """Draw an array of this shape from the uniform distribution on [0, 1)."""
    return _process.random(shape)


def randn(*shape):
    """Draw an array of this shape from the standard normal distribution."""
    return _process.standard_normal(shape)


def randint(low, high=None, size=None, dtype="int64"):
    """Draw integers uniformly from [low, high), or from [0, low) if high is not given."""
    return _process.integers(low, high, size, dtype)
