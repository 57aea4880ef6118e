"""torch.distributions: densities, draws, and divergences between distributions.

A distribution has a batch_shape, the shape of its parameters, and an event_shape, the shape of one draw.  sample draws without
gradients; rsample returns a function of the parameters and of noise, for the distributions that have one.
"""
import math

import weir
from weir._core import Array
from weir.dialects import _draws
from weir.dialects._tensor_class import Mistake, as_kind, op, quietly

_shape = Array.shape.__get__


def distributions(tensor, size):
    """Return a dictionary of the names of torch.distributions; `tensor` and `size` are the classes Tensor and Size."""

    def param(*values):
        """Return the parameters as tensors of one shape."""
        arrays = [v if isinstance(v, Array) else as_kind(tensor, weir.asarray(v, dtype=weir.get_default_dtype())) for v in values]
        return op["broadcast_arrays"](arrays) if len(arrays) > 1 else arrays

    def noise(name, shape, *args):
        return as_kind(tensor, quietly(lambda: op[name](tuple(shape), *args)))

    def total(x, dims):
        return op["sum"](x, axis=tuple(range(-dims, 0))) if dims else x

    class Distribution:
        """Base class of distributions."""

        has_rsample, event = False, 0

        def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
            self._batch, self._event = size(batch_shape), size(event_shape)

        batch_shape = property(lambda self: self._batch)
        event_shape = property(lambda self: self._event)

        def _extended(self, sample_shape):
            shape = (sample_shape,) if isinstance(sample_shape, int) else tuple(sample_shape)
            return (*shape, *self._batch, *self._event)

        def sample(self, sample_shape=()):
            return as_kind(tensor, quietly(lambda: self.rsample(sample_shape)).detach())

        def rsample(self, sample_shape=()):
            raise NotImplementedError(f"{type(self).__name__}: rsample is not supported; use sample")

        @property
        def stddev(self):
            return op["sqrt"](self.variance)

        def perplexity(self):
            return op["exp"](self.entropy())

        def __repr__(self):
            return f"{type(self).__name__}(batch_shape: {self._batch}, event_shape: {self._event})"

    class Normal(Distribution):
        """The normal distribution."""

        has_rsample = True

        def __init__(self, loc, scale, validate_args=None):
            self.loc, self.scale = param(loc, scale)
            super().__init__(_shape(self.loc))

        mean = property(lambda self: self.loc)
        mode = property(lambda self: self.loc)
        stddev = property(lambda self: self.scale)
        variance = property(lambda self: self.scale ** 2)

        def rsample(self, sample_shape=()):
            return self.loc + self.scale * noise("normal", self._extended(sample_shape), 0.0, 1.0, self.loc.dtype)

        def log_prob(self, value):
            z = (value - self.loc) / self.scale
            return -0.5 * z * z - op["log"](self.scale) - 0.5 * math.log(2 * math.pi)

        def cdf(self, value):
            return 0.5 * (1 + op["erf"]((value - self.loc) / (self.scale * math.sqrt(2))))

        def entropy(self):
            return 0.5 + 0.5 * math.log(2 * math.pi) + op["log"](self.scale)

    class Laplace(Distribution):
        """The Laplace distribution."""

        has_rsample = True

        def __init__(self, loc, scale, validate_args=None):
            self.loc, self.scale = param(loc, scale)
            super().__init__(_shape(self.loc))

        mean = mode = property(lambda self: self.loc)
        variance = property(lambda self: 2 * self.scale ** 2)

        def rsample(self, sample_shape=()):
            u = noise("uniform", self._extended(sample_shape), -0.5, 0.5, self.loc.dtype)
            return self.loc - self.scale * op["sign"](u) * op["log1p"](-2 * op["abs"](u) * (1 - 1e-7))

        def log_prob(self, value):
            return -op["log"](2 * self.scale) - op["abs"](value - self.loc) / self.scale

        def entropy(self):
            return 1 + op["log"](2 * self.scale)

    class Uniform(Distribution):
        """The uniform distribution between low and high."""

        has_rsample = True

        def __init__(self, low, high, validate_args=None):
            self.low, self.high = param(low, high)
            super().__init__(_shape(self.low))

        mean = property(lambda self: (self.low + self.high) / 2)
        variance = property(lambda self: (self.high - self.low) ** 2 / 12)

        def rsample(self, sample_shape=()):
            return self.low + (self.high - self.low) * noise("uniform", self._extended(sample_shape), 0.0, 1.0, self.low.dtype)

        def log_prob(self, value):
            inside = op["logical_and"](op["less_equal"](self.low, value), op["less"](value, self.high))
            return op["log"](op["astype"](inside, self.low.dtype)) - op["log"](self.high - self.low)

        def entropy(self):
            return op["log"](self.high - self.low)

    class Exponential(Distribution):
        """The exponential distribution."""

        has_rsample = True

        def __init__(self, rate, validate_args=None):
            self.rate, = param(rate)
            super().__init__(_shape(self.rate))

        mean = stddev = property(lambda self: 1 / self.rate)
        variance = property(lambda self: self.rate ** -2)

        def rsample(self, sample_shape=()):
            return -op["log1p"](-noise("uniform", self._extended(sample_shape), 0.0, 1.0, self.rate.dtype)) / self.rate

        def log_prob(self, value):
            return op["log"](self.rate) - self.rate * value

        def entropy(self):
            return 1 - op["log"](self.rate)

    class Gumbel(Distribution):
        """The Gumbel distribution."""

        has_rsample = True

        def __init__(self, loc, scale, validate_args=None):
            self.loc, self.scale = param(loc, scale)
            super().__init__(_shape(self.loc))

        def rsample(self, sample_shape=()):
            u = noise("uniform", self._extended(sample_shape), 1e-7, 1.0, self.loc.dtype)
            return self.loc - self.scale * op["log"](-op["log"](u))

        def log_prob(self, value):
            z = (value - self.loc) / self.scale
            return -(z + op["exp"](-z)) - op["log"](self.scale)

    class Gamma(Distribution):
        """The gamma distribution; draws have no gradients."""

        def __init__(self, concentration, rate, validate_args=None):
            self.concentration, self.rate = param(concentration, rate)
            super().__init__(_shape(self.rate))

        mean = property(lambda self: self.concentration / self.rate)
        variance = property(lambda self: self.concentration / self.rate ** 2)

        def sample(self, sample_shape=()):
            shape = self._extended(sample_shape)
            a = op["broadcast_to"](self.concentration.detach(), shape)
            return as_kind(tensor, weir.random.gamma(as_kind(Array, a))) / self.rate.detach()

        def log_prob(self, value):
            a, b = self.concentration, self.rate
            return a * op["log"](b) + (a - 1) * op["log"](value) - b * value - lgamma(a)

    class Beta(Distribution):
        """The beta distribution; draws have no gradients."""

        def __init__(self, concentration1, concentration0, validate_args=None):
            self.concentration1, self.concentration0 = param(concentration1, concentration0)
            super().__init__(_shape(self.concentration1))

        mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))

        @property
        def variance(self):
            a, b = self.concentration1, self.concentration0
            return a * b / ((a + b) ** 2 * (a + b + 1))

        def sample(self, sample_shape=()):
            shape = self._extended(sample_shape)
            a, b = (as_kind(Array, op["broadcast_to"](c.detach(), shape)) for c in (self.concentration1, self.concentration0))
            x, y = weir.random.gamma(a), weir.random.gamma(b)
            return as_kind(tensor, x / (x + y))

        def log_prob(self, value):
            a, b = self.concentration1, self.concentration0
            return ((a - 1) * op["log"](value) + (b - 1) * op["log1p"](-value) + lgamma(a + b) - lgamma(a) - lgamma(b))

    class Dirichlet(Distribution):
        """The Dirichlet distribution; draws have no gradients."""

        def __init__(self, concentration, validate_args=None):
            self.concentration, = param(concentration)
            super().__init__(_shape(self.concentration)[:-1], _shape(self.concentration)[-1:])

        mean = property(lambda self: self.concentration / op["sum"](self.concentration, axis=-1, keepdims=True))

        def sample(self, sample_shape=()):
            a = as_kind(Array, op["broadcast_to"](self.concentration.detach(), self._extended(sample_shape)))
            x = weir.random.gamma(a)
            return as_kind(tensor, x / op["sum"](x, axis=-1, keepdims=True))

        def log_prob(self, value):
            a = self.concentration
            return op["sum"]((a - 1) * op["log"](value) - lgamma(a), axis=-1) + lgamma(op["sum"](a, axis=-1))

    class Poisson(Distribution):
        """The Poisson distribution."""

        def __init__(self, rate, validate_args=None):
            self.rate, = param(rate)
            super().__init__(_shape(self.rate))

        mean = variance = property(lambda self: self.rate)

        def sample(self, sample_shape=()):
            return as_kind(tensor, op["poisson"](op["broadcast_to"](self.rate.detach(), self._extended(sample_shape))))

        def log_prob(self, value):
            return value * op["log"](self.rate) - self.rate - lgamma(value + 1.0)

    class LogNormal(Normal):
        """The distribution of exp(x) for a normal x."""

        mean = property(lambda self: op["exp"](self.loc + self.scale ** 2 / 2))
        variance = property(lambda self: (op["exp"](self.scale ** 2) - 1) * op["exp"](2 * self.loc + self.scale ** 2))
        stddev = Distribution.stddev

        def rsample(self, sample_shape=()):
            return op["exp"](Normal.rsample(self, sample_shape))

        def log_prob(self, value):
            return Normal.log_prob(self, op["log"](value)) - op["log"](value)

        def entropy(self):
            return Normal.entropy(self) + self.loc

    # ---- Discrete

    class _Given(Distribution):
        """Base class of the distributions given by probabilities or by logits; the other ones are computed."""

        def _take(self, probs, logits):
            if (probs is None) == (logits is None):
                raise ValueError("give probs or logits, and only one of them")
            given, = param(logits if probs is None else probs)
            self._probs, self._logits = (None, given) if probs is None else (given, None)
            return given

    class Bernoulli(_Given):
        """Draws of 1 with a probability, otherwise 0."""

        def __init__(self, probs=None, logits=None, validate_args=None):
            super().__init__(_shape(self._take(probs, logits)))

        @property
        def probs(self):
            return op["sigmoid"](self._logits) if self._probs is None else self._probs

        @property
        def logits(self):
            if self._logits is not None:
                return self._logits
            p = op["clip"](self._probs, 1.1920928955078125e-07, 1 - 1.1920928955078125e-07)
            return op["log"](p) - op["log1p"](-p)

        mean = property(lambda self: self.probs)
        variance = property(lambda self: self.probs * (1 - self.probs))

        def sample(self, sample_shape=()):
            p = self.probs.detach()
            return as_kind(tensor, op["bernoulli"](op["broadcast_to"](p, self._extended(sample_shape)), dtype=p.dtype))

        def log_prob(self, value):
            x = self.logits
            return value * x - op["softplus"](x)

        def entropy(self):
            x = self.logits
            return op["softplus"](x) - x * op["sigmoid"](x)

    class Categorical(_Given):
        """Draws of an index with given probabilities, along the last dimension."""

        def __init__(self, probs=None, logits=None, validate_args=None):
            shape = _shape(self._take(probs, logits))
            if not shape:
                raise ValueError("`probs` and `logits` parameter must be at least one-dimensional.")
            self._num_events = shape[-1]
            super().__init__(shape[:-1])

        @property
        def probs(self):
            if self._probs is None:
                return op["softmax"](self._logits, axis=-1)
            return self._probs / op["sum"](self._probs, axis=-1, keepdims=True)

        @property
        def logits(self):
            if self._logits is not None:
                return op["log_softmax"](self._logits, axis=-1)
            return op["log"](op["clip"](self.probs, 1.1920928955078125e-07, 1 - 1.1920928955078125e-07))

        def _counts(self, shape):
            count = math.prod(shape)
            p = op["reshape"](self.probs.detach(), (-1, self._num_events))
            return p, count

        def sample(self, sample_shape=()):
            shape = (sample_shape,) if isinstance(sample_shape, int) else tuple(sample_shape)
            p, count = self._counts(shape)
            drawn = op["categorical"](p, count=count, replacement=True)
            return as_kind(tensor, op["reshape"](op["permute_dims"](drawn), (*shape, *self._batch)))

        def log_prob(self, value):
            index, table = op["broadcast_arrays"]([op["expand_dims"](op["astype"](value, weir.int64), -1), self.logits])
            return op["take_along_axis"](table, index[..., :1], axis=-1)[..., 0]

        def entropy(self):
            logits = self.logits
            return -op["sum"](op["exp"](logits) * logits, axis=-1)

        mode = property(lambda self: op["argmax"](self.probs, axis=-1))

    class OneHotCategorical(Categorical):
        """Like Categorical, with draws in one-hot form."""

        def __init__(self, probs=None, logits=None, validate_args=None):
            super().__init__(probs, logits)
            self._event = size((self._num_events,))

        mean = property(lambda self: self.probs)

        def sample(self, sample_shape=()):
            return op["one_hot"](Categorical.sample(self, sample_shape), num_classes=self._num_events, dtype=self.probs.dtype)

        def log_prob(self, value):
            return op["sum"](value * self.logits, axis=-1)

    class Multinomial(_Given):
        """The multinomial distribution: the number of times each outcome occurs in total_count draws."""

        def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
            shape = _shape(self._take(probs, logits))
            self.total_count = total_count
            super().__init__(shape[:-1], shape[-1:])

        probs, logits = Categorical.probs, Categorical.logits
        mean = property(lambda self: self.probs * self.total_count)

        def sample(self, sample_shape=()):
            return as_kind(tensor, _draws.multinomial(self.total_count, self.probs.detach(), tuple(sample_shape)))

        def log_prob(self, value):
            logits = self.logits
            return lgamma(op["sum"](value, axis=-1) + 1.0) + op["sum"](value * logits - lgamma(value + 1.0), axis=-1)

    # ---- Combined

    class MultivariateNormal(Distribution):
        """The normal distribution of vectors."""

        has_rsample = True

        def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
            if (covariance_matrix is None) + (precision_matrix is None) + (scale_tril is None) != 2:
                raise ValueError("give one of covariance_matrix, precision_matrix and scale_tril")
            if precision_matrix is not None:
                covariance_matrix = op["inv"](precision_matrix)
            self.loc, self.scale_tril = loc, op["cholesky"](covariance_matrix) if scale_tril is None else scale_tril
            n = _shape(loc)[-1]
            super().__init__(weir.broadcast_shapes(_shape(loc)[:-1], _shape(self.scale_tril)[:-2]), (n,))

        mean = mode = property(lambda self: self.loc)

        @property
        def covariance_matrix(self):
            return op["matmul"](self.scale_tril, op["matrix_transpose"](self.scale_tril))

        @property
        def variance(self):
            return op["sum"](self.scale_tril ** 2, axis=-1)

        def _log_det(self):
            return op["sum"](op["log"](op["diagonal"](self.scale_tril, axis1=-2, axis2=-1)), axis=-1)

        def rsample(self, sample_shape=()):
            z = noise("normal", self._extended(sample_shape), 0.0, 1.0, self.loc.dtype)
            return self.loc + op["matmul"](self.scale_tril, op["expand_dims"](z, -1))[..., 0]

        def log_prob(self, value):
            z = op["matmul"](op["inv"](self.scale_tril), op["expand_dims"](value - self.loc, -1))[..., 0]
            return -0.5 * (op["sum"](z * z, axis=-1) + self._event[0] * math.log(2 * math.pi)) - self._log_det()

        def entropy(self):
            return 0.5 * self._event[0] * (1 + math.log(2 * math.pi)) + self._log_det()

    class Independent(Distribution):
        """A distribution whose last batch dimensions are dimensions of the event."""

        def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
            self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
            shape = (*base_distribution.batch_shape, *base_distribution.event_shape)
            at = len(base_distribution.batch_shape) - reinterpreted_batch_ndims
            self.has_rsample = base_distribution.has_rsample
            super().__init__(shape[:at], shape[at:])

        mean = property(lambda self: self.base_dist.mean)
        mode = property(lambda self: self.base_dist.mode)
        variance = property(lambda self: self.base_dist.variance)

        def sample(self, sample_shape=()):
            return self.base_dist.sample(sample_shape)

        def rsample(self, sample_shape=()):
            return self.base_dist.rsample(sample_shape)

        def log_prob(self, value):
            return total(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

        def entropy(self):
            return total(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    class MixtureSameFamily(Distribution):
        """A mixture: a Categorical chooses among the last batch dimension of a distribution."""

        def __init__(self, mixture_distribution, component_distribution, validate_args=None):
            self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
            super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape)

        def _weights(self):
            return op["reshape"](p := self.mixture_distribution.probs, (*_shape(p), *(1,) * len(self._event)))

        @property
        def mean(self):
            return op["sum"](self._weights() * self.component_distribution.mean, axis=-1 - len(self._event))

        def log_prob(self, value):
            value = op["expand_dims"](value, -1 - len(self._event))
            return op["logsumexp"](self.component_distribution.log_prob(value) + self.mixture_distribution.logits, axis=-1)

        def sample(self, sample_shape=()):
            drawn, chosen = self.component_distribution.sample(sample_shape), self.mixture_distribution.sample(sample_shape)
            axis = drawn.ndim - 1 - len(self._event)
            index = op["reshape"](chosen, (*_shape(chosen), *(1,) * (drawn.ndim - axis)))
            shape = list(_shape(drawn))
            shape[axis] = 1
            return op["squeeze"](op["take_along_axis"](drawn, op["broadcast_to"](index, tuple(shape)), axis=axis), axis=axis)

    class TransformedDistribution(Distribution):
        """The distribution of a function of a draw; the function is a transform or a list of transforms."""

        def __init__(self, base_distribution, transforms, validate_args=None):
            self.base_dist = base_distribution
            self.transforms = list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]
            self.has_rsample = base_distribution.has_rsample
            super().__init__(base_distribution.batch_shape, base_distribution.event_shape)

        def _through(self, x):
            for transform in self.transforms:
                x = transform(x)
            return x

        def sample(self, sample_shape=()):
            return quietly(lambda: self._through(self.base_dist.sample(sample_shape)))

        def rsample(self, sample_shape=()):
            return self._through(self.base_dist.rsample(sample_shape))

        def log_prob(self, value):
            lost, dims = 0.0, len(self._event)
            for transform in reversed(self.transforms):
                x = transform.inv(value)
                lost = lost - total(transform.log_abs_det_jacobian(x, value), dims)
                value = x
            return self.base_dist.log_prob(value) + lost

    class Transform:
        """Base class of invertible functions."""

        def __init__(self, cache_size=0):
            pass

        def __call__(self, x):
            return self._call(x)

        def inv(self, y):
            return self._inverse(y)

    class TanhTransform(Transform):
        """y = tanh(x)."""

        def _call(self, x):
            return op["tanh"](x)

        def _inverse(self, y):
            return op["atanh"](y)

        def log_abs_det_jacobian(self, x, y):
            return 2.0 * (math.log(2.0) - x - op["softplus"](-2.0 * x))

    class ExpTransform(Transform):
        """y = exp(x)."""

        def _call(self, x):
            return op["exp"](x)

        def _inverse(self, y):
            return op["log"](y)

        def log_abs_det_jacobian(self, x, y):
            return x

    class SigmoidTransform(Transform):
        """y = 1 / (1 + exp(-x))."""

        def _call(self, x):
            return op["sigmoid"](x)

        def _inverse(self, y):
            return op["log"](y) - op["log1p"](-y)

        def log_abs_det_jacobian(self, x, y):
            return -op["softplus"](-x) - op["softplus"](x)

    class AffineTransform(Transform):
        """y = loc + scale * x."""

        def __init__(self, loc, scale, event_dim=0, cache_size=0):
            self.loc, self.scale = loc, scale

        def _call(self, x):
            return self.loc + self.scale * x

        def _inverse(self, y):
            return (y - self.loc) / self.scale

        def log_abs_det_jacobian(self, x, y):
            scale = self.scale if isinstance(self.scale, Array) else weir.asarray(float(self.scale))
            return op["broadcast_to"](op["log"](op["abs"](scale)), _shape(x))

    # ---- Divergences

    def normals(p, q):
        ratio, shift = (p.scale / q.scale) ** 2, ((p.loc - q.loc) / q.scale) ** 2
        return 0.5 * (ratio + shift - 1 - op["log"](ratio))

    def bernoullis(p, q):
        a, b = p.logits, q.logits
        return p.probs * (a - b) + op["softplus"](b) - op["softplus"](a)

    def categoricals(p, q):
        return op["sum"](p.probs * (p.logits - q.logits), axis=-1)

    def uniforms(p, q):
        inside = op["logical_and"](op["less_equal"](q.low, p.low), op["less_equal"](p.high, q.high))
        gap = op["log"]((q.high - q.low) / (p.high - p.low))
        return op["where"](inside, gap, op["full_like"](gap, float("inf")))

    def exponentials(p, q):
        ratio = q.rate / p.rate
        return ratio - 1 - op["log"](ratio)

    def vectors(p, q):
        inverse = op["inv"](q.scale_tril)
        shift = op["matmul"](inverse, op["expand_dims"](q.loc - p.loc, -1))[..., 0]
        spread = op["matmul"](inverse, p.scale_tril)
        return (q._log_det() - p._log_det() + 0.5 * (op["sum"](spread ** 2, axis=(-2, -1)) + op["sum"](shift ** 2, axis=-1) -
                                                    p._event[0]))

    known = {Normal: normals, LogNormal: normals, Bernoulli: bernoullis, Categorical: categoricals,
             OneHotCategorical: categoricals, Uniform: uniforms, Exponential: exponentials, MultivariateNormal: vectors}
    registered = {}

    def kl_divergence(p, q):
        """Return the Kullback-Leibler divergence of q from p, both of the same family."""
        if (type(p), type(q)) in registered:
            return registered[type(p), type(q)](p, q)
        if isinstance(p, Independent) and isinstance(q, Independent):
            return total(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)
        if type(p) is not type(q) or type(p) not in known:
            raise NotImplementedError(f"kl_divergence: {type(p).__name__} and {type(q).__name__} are not supported; "
                                      "estimate it as the mean of p.log_prob(x) - q.log_prob(x) over draws of p")
        return known[type(p)](p, q)

    def register_kl(type_p, type_q):
        """Return a decorator that registers a function of two distributions for kl_divergence."""
        def keep(fn):
            registered[type_p, type_q] = fn
            return fn

        return keep

    return {name: value for name, value in locals().items() if isinstance(value, type) and name[0].isupper() or
            name in ("kl_divergence", "register_kl")}


_LANCZOS = (0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
            12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7)


def lgamma(x):
    """Return the logarithm of the gamma function of positive numbers, by Lanczos' approximation.

    The gradient is that of the approximation.
    """
    if not isinstance(x, Array):
        raise Mistake("lgamma: expected a tensor")
    dtype, x = x.dtype, op["astype"](x, weir.float64)
    series = _LANCZOS[0]
    for i, factor in enumerate(_LANCZOS[1:]):
        series = series + factor / (x + i)
    t = x + 6.5
    return op["astype"](0.5 * math.log(2 * math.pi) + (x - 0.5) * op["log"](t) - t + op["log"](series),
                        dtype if dtype.kind == "f" else weir.get_default_dtype())
