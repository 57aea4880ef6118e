"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

class Generator:
    """Draws from a stream of its own.  Make one with weir.random.default_rng(seed)."""
    def __getstate__(self) -> Any: ...
    def __init__(self, stream: Any = None) -> None: ...
    def __repr__(self) -> str: ...
    def __setstate__(self, stream: Any) -> None: ...
    def beta(self, a: Any, b: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Beta."""
    def binomial(self, n: Any, p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Successes in n trials."""
    def chisquare(self, df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Chi-square."""
    def choice(self, a: Any, size: int | Sequence[int] | None = None, replace: Any = True, p: Any = None, axis: int | Sequence[int] | None = 0) -> Array:
        """Random elements of a, or integers below a."""
    def exponential(self, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Exponential with mean scale."""
    def gamma(self, shape: int | Sequence[int], scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Gamma with this shape parameter."""
    def geometric(self, p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Trials until the first success."""
    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Gumbel."""
    def integers(self, low: Any, high: Any = None, size: int | Sequence[int] | None = None, dtype: DTypeLike = 'int64', endpoint: builtins.bool = False) -> Array:
        """Integers in [low, high), or in [0, low) if there is no high."""
    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Laplace."""
    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Logistic."""
    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """exp of a normal number."""
    def multivariate_normal(self, mean: Any, cov: Any, size: int | Sequence[int] | None = None) -> Array:
        """Needs a Cholesky factor, which this version has not."""
    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Normal with mean loc and standard deviation scale."""
    def permutation(self, x: Any, axis: int | Sequence[int] | None = 0) -> Array:
        """The integers below x in random order, or x with its slices in random order."""
    def poisson(self, lam: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Poisson with mean lam."""
    def random(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Uniform in [0, 1)."""
    def shuffle(self, x: Any, axis: int | Sequence[int] | None = 0) -> None:
        """Put the slices of x in random order, in place."""
    def spawn(self, n: Any) -> Any:
        """n generators with streams of their own."""
    def standard_cauchy(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Cauchy."""
    def standard_exponential(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Exponential with mean 1."""
    def standard_gamma(self, shape: int | Sequence[int], size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Gamma with scale 1."""
    def standard_normal(self, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Normal with mean 0 and standard deviation 1."""
    def standard_t(self, df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Student's t."""
    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Uniform in [low, high)."""
    def vonmises(self, mu: Any, kappa: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Von Mises."""
    def weibull(self, a: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Weibull."""
def bernoulli(p: Any = 0.5, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """1 with probability p, else 0."""
def beta(a: Any, b: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Beta."""
def binomial(n: Any, p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Successes in n trials."""
def categorical(weights: Any, size: int | Sequence[int] | None = 1, axis: int | Sequence[int] | None = -1, logits: Any = False, replacement: Any = True) -> Array:
    """Indices, each with the probability its weight says."""
def chisquare(df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Chi-square."""
def choice(a: Any, size: int | Sequence[int] | None = None, replace: Any = True, p: Any = None, axis: int | Sequence[int] | None = 0) -> Array:
    """Random elements of a, or integers below a."""
def default_rng(seed: Any = None) -> Any:
    """A generator with a stream of its own; without a seed, from the system's entropy."""
def exponential(scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Exponential with mean scale."""
def gamma(shape: int | Sequence[int], scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Gamma with this shape parameter."""
def geometric(p: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Trials until the first success."""
def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Gumbel."""
def integers(low: Any, high: Any = None, size: int | Sequence[int] | None = None, dtype: DTypeLike = 'int64', endpoint: builtins.bool = False) -> Array:
    """Integers in [low, high), or in [0, low) if there is no high."""
def laplace(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Laplace."""
def logistic(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Logistic."""
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """exp of a normal number."""
def normal(loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Normal with mean loc and standard deviation scale."""
def permutation(x: Any, axis: int | Sequence[int] | None = 0) -> Array:
    """The integers below x in random order, or x with its slices in random order."""
def poisson(lam: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Poisson with mean lam."""
def rand(*shape: int | Sequence[int]) -> Array:
    """Uniform in [0, 1), in this shape."""
def randint(low: Any, high: Any = None, size: int | Sequence[int] | None = None, dtype: DTypeLike = 'int64') -> Array:
    """Integers in [low, high), or in [0, low) if there is no high."""
def randn(*shape: int | Sequence[int]) -> Array:
    """Standard normal, in this shape."""
def random(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Uniform in [0, 1)."""
def random_sample(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Uniform in [0, 1)."""
def ranf(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Uniform in [0, 1)."""
def sample(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Uniform in [0, 1)."""
def seed(value: Any = None) -> None:
    """Start the numbers anew; without a value, from the system's entropy."""
def shuffle(x: Any, axis: int | Sequence[int] | None = 0) -> None:
    """Put the slices of x in random order, in place."""
def standard_cauchy(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Cauchy."""
def standard_exponential(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Exponential with mean 1."""
def standard_gamma(shape: int | Sequence[int], size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Gamma with scale 1."""
def standard_normal(size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Normal with mean 0 and standard deviation 1."""
def standard_t(df: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Student's t."""
def truncated_normal(lower: Any = -2.0, upper: Any = 2.0, loc: Any = 0.0, scale: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Normal numbers between two bounds."""
def uniform(low: Any = 0.0, high: Any = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Uniform in [low, high)."""
def vonmises(mu: Any, kappa: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Von Mises."""
def weibull(a: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Weibull."""
