"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

class Generator:
    """A random number generator with its own stream.  Create one with weir.random.default_rng(seed)."""
    def __getstate__(self) -> Any: ...
    def __init__(self, stream: Any = None) -> None: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, stream: Any) -> None: ...
    def bernoulli(self, p: Any = 0.5, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the Bernoulli distribution: 1 with probability p, else 0."""
    def beta(self, a: Any, b: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the beta distribution."""
    def binomial(self, n: Any, p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the binomial distribution: successes in n trials of probability p."""
    def categorical(self, weights: Any, size: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = -1, logits: Any = False, replacement: Any = True, dtype: DTypeLike = 'int64') -> Array:
        """Draw from the categorical distribution: indices with probabilities proportional to the weights."""
    def chisquare(self, df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the chi-square distribution with df degrees of freedom."""
    def choice(self, a: Any, size: int | Sequence[int] | None = None, replace: Any = True, p: Any = None, axis: int | Sequence[int] | None = 0) -> Array:
        """Draw random elements of a, or integers below a."""
    def exponential(self, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the exponential distribution with mean scale."""
    def gamma(self, shape: int | Sequence[int], scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the gamma distribution with this shape parameter and scale."""
    def geometric(self, p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the geometric distribution: trials until the first success."""
    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the Gumbel distribution."""
    def integers(self, low: Any, high: Any = None, size: int | Sequence[int] | None = None, dtype: DTypeLike = 'int64', endpoint: builtins.bool = False) -> Array:
        """Draw integers uniformly from [low, high), or from [0, low) if high is not given."""
    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the Laplace distribution."""
    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the logistic distribution."""
    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the log-normal distribution: exp of a normal variable with these mean and sigma."""
    def multivariate_normal(self, mean: Any, cov: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw vectors from the normal distribution with this mean and covariance matrix."""
    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the normal distribution with mean loc and standard deviation scale."""
    def permutation(self, x: Any, axis: int | Sequence[int] | None = 0) -> Array:
        """Permute the integers below x, or return a copy of x with its slices along an axis in random order."""
    def poisson(self, lam: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the Poisson distribution with mean lam."""
    def random(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the uniform distribution on [0, 1)."""
    def shuffle(self, x: Any, axis: int | Sequence[int] | None = 0) -> None:
        """Shuffle the slices of x along an axis, in place."""
    def spawn(self, n: Any) -> Any:
        """Create n generators with independent streams."""
    def standard_cauchy(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the standard Cauchy distribution."""
    def standard_exponential(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the exponential distribution with mean 1."""
    def standard_gamma(self, shape: int | Sequence[int], size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the gamma distribution with scale 1."""
    def standard_normal(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the standard normal distribution (mean 0, standard deviation 1)."""
    def standard_t(self, df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from Student's t distribution with df degrees of freedom."""
    def truncated_normal(self, lower: Any = -2.0, upper: Any = 2.0, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the normal distribution truncated to the range from lower to upper."""
    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the uniform distribution on [low, high)."""
    def vonmises(self, mu: Any, kappa: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the von Mises distribution with mean mu and concentration kappa."""
    def weibull(self, a: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Draw from the Weibull distribution with shape parameter a."""
def bernoulli(p: Any = 0.5, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the Bernoulli distribution: 1 with probability p, else 0."""
def beta(a: Any, b: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the beta distribution."""
def binomial(n: Any, p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the binomial distribution: successes in n trials of probability p."""
def categorical(weights: Any, size: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = -1, logits: Any = False, replacement: Any = True, dtype: DTypeLike = 'int64') -> Array:
    """Draw from the categorical distribution: indices with probabilities proportional to the weights."""
def chisquare(df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the chi-square distribution with df degrees of freedom."""
def choice(a: Any, size: int | Sequence[int] | None = None, replace: Any = True, p: Any = None, axis: int | Sequence[int] | None = 0) -> Array:
    """Draw random elements of a, or integers below a."""
def default_rng(seed: Any = None) -> Any:
    """Create a generator with its own stream; without a seed, seeded from the system's entropy."""
def exponential(scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the exponential distribution with mean scale."""
def gamma(shape: int | Sequence[int], scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the gamma distribution with this shape parameter and scale."""
def geometric(p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the geometric distribution: trials until the first success."""
def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the Gumbel distribution."""
def integers(low: Any, high: Any = None, size: int | Sequence[int] | None = None, dtype: DTypeLike = 'int64', endpoint: builtins.bool = False) -> Array:
    """Draw integers uniformly from [low, high), or from [0, low) if high is not given."""
def laplace(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the Laplace distribution."""
def logistic(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the logistic distribution."""
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the log-normal distribution: exp of a normal variable with these mean and sigma."""
def multivariate_normal(mean: Any, cov: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw vectors from the normal distribution with this mean and covariance matrix."""
def normal(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the normal distribution with mean loc and standard deviation scale."""
def permutation(x: Any, axis: int | Sequence[int] | None = 0) -> Array:
    """Permute the integers below x, or return a copy of x with its slices along an axis in random order."""
def poisson(lam: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the Poisson distribution with mean lam."""
def rand(*shape: int | Sequence[int]) -> Array:
    """Draw an array of this shape from the uniform distribution on [0, 1)."""
def randint(low: Any, high: Any = None, size: int | Sequence[int] | None = None, dtype: DTypeLike = 'int64') -> Array:
    """Draw integers uniformly from [low, high), or from [0, low) if high is not given."""
def randn(*shape: int | Sequence[int]) -> Array:
    """Draw an array of this shape from the standard normal distribution."""
def random(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the uniform distribution on [0, 1)."""
def random_sample(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the uniform distribution on [0, 1)."""
def ranf(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the uniform distribution on [0, 1)."""
def sample(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the uniform distribution on [0, 1)."""
def seed(value: Any = None) -> None:
    """Seed the process-wide stream; without a value, from the system's entropy."""
def shuffle(x: Any, axis: int | Sequence[int] | None = 0) -> None:
    """Shuffle the slices of x along an axis, in place."""
def standard_cauchy(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the standard Cauchy distribution."""
def standard_exponential(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the exponential distribution with mean 1."""
def standard_gamma(shape: int | Sequence[int], size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the gamma distribution with scale 1."""
def standard_normal(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the standard normal distribution (mean 0, standard deviation 1)."""
def standard_t(df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from Student's t distribution with df degrees of freedom."""
def truncated_normal(lower: Any = -2.0, upper: Any = 2.0, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the normal distribution truncated to the range from lower to upper."""
def uniform(low: Any = 0.0, high: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the uniform distribution on [low, high)."""
def vonmises(mu: Any, kappa: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the von Mises distribution with mean mu and concentration kappa."""
def weibull(a: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Draw from the Weibull distribution with shape parameter a."""
