"""tf.random: random numbers of the process's stream, of seeds and of generators.

An operation with a seed of its own draws from a stream that depends on the seed of the process, on the seed and on the operation; the
next call with the same seed goes on in this stream, and set_seed starts all of them again.  Stateless operations depend on nothing
but their seed.
"""
import weir
from weir import _core
from weir._core import Array
from weir.dialects._tensor_class import op
from weir.dialects._tf_ops import shape_of, shuffle_rows
from weir.dialects._tf_tensor import Refused, as_dtype, as_tensor, made

_shape = Array.shape.__get__
_state = {"seed": 0, "streams": {}}


def mixed(*numbers):
    """Return a seed that depends on several numbers."""
    return weir.random._as_seed([int(n) & (1 << 63) - 1 for n in numbers])


def set_seed(seed):
    """Restart the stream of the process and those of operations with seeds."""
    _state.update(seed=int(seed), streams={})
    weir.random.seed(int(seed) & (1 << 63) - 1)


def seeded(seed, what):
    """Return a function draw(fn, ...) that calls fn with the stream for a seed, or with that of the process if seed is None."""
    if seed is None:
        return lambda fn, *args, **kwargs: fn(*args, **kwargs)
    key = what, int(seed)
    if key not in _state["streams"]:
        _state["streams"][key] = _core.Stream(mixed(_state["seed"], *what.encode(), int(seed)))
    return _state["streams"][key].draw


def _stateless(seed):
    """Return draw(fn, ...) for a seed of two numbers."""
    numbers = as_tensor(seed).tolist() if isinstance(seed, Array) or hasattr(seed, "tolist") else list(seed)
    if len(numbers) != 2:
        raise Refused(f"the seed of a stateless operation is two integers, not {numbers}")
    return _core.Stream(mixed(*numbers)).draw


# ---- What is drawn; draw(fn, ...) calls fn with a stream


def _normal(draw, shape, mean, stddev, dtype):
    x = made(draw(op["normal"], shape_of(shape), 0.0, 1.0, as_dtype(dtype)))
    return x * (as_tensor(stddev, x.dtype) if isinstance(stddev, (list, tuple)) else stddev) + (
        as_tensor(mean, x.dtype) if isinstance(mean, (list, tuple)) else mean)


def _uniform(draw, shape, minval, maxval, dtype):
    kind = weir.dtype(as_dtype(dtype) or weir.float32)
    if kind.kind in "iu":
        if maxval is None:
            raise Refused(f"uniform: maxval must be given for {kind}")
        return made(draw(op["integers"], int(minval), int(maxval), shape=tuple(shape_of(shape)), dtype=kind))
    return made(draw(op["uniform"], tuple(shape_of(shape)), float(minval), 1.0 if maxval is None else float(maxval), kind))


def _truncated(draw, shape, mean, stddev, dtype):
    return made(draw(op["truncated_normal"], tuple(shape_of(shape)), float(mean), float(stddev), -2.0, 2.0, as_dtype(dtype)))


def _categorical(draw, logits, num_samples, dtype):
    found = draw(op["categorical"], as_tensor(logits), count=int(num_samples), logits=True)
    return op["astype"](found, as_dtype(dtype) or weir.int64)


def _of_parameter(draw, name, shape, parameter, dtype, scale=None):
    """Draw `shape` numbers for each element of the parameter of a distribution."""
    parameter = as_tensor(parameter, weir.float32)
    given = op["broadcast_to"](parameter, (*shape_of(shape), *_shape(parameter)))
    found = draw(op[name], given)
    return op["astype"](found if scale is None else found / scale, as_dtype(dtype))


def _binomial(draw, shape, counts, probs, dtype):
    n, p = int(counts), float(probs)
    hits = draw(op["uniform"], (*shape_of(shape), n), 0.0, 1.0, weir.float32) < p
    return made(op["astype"](op["sum"](op["astype"](hits, weir.int64), axis=-1), as_dtype(dtype)))


# ---- The functions of tf.random


def normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None, name=None):
    return _normal(seeded(seed, "normal"), shape, mean, stddev, dtype)


def uniform(shape, minval=0, maxval=None, dtype=None, seed=None, name=None):
    return _uniform(seeded(seed, "uniform"), shape, minval, maxval, dtype)


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None, name=None):
    return _truncated(seeded(seed, "truncated"), shape, mean, stddev, dtype)


def shuffle(value, seed=None, name=None):
    return seeded(seed, "shuffle")(shuffle_rows, value)


def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    return _categorical(seeded(seed, "categorical"), logits, num_samples, dtype)


def poisson(shape, lam, dtype=weir.float32, seed=None, name=None):
    return _of_parameter(seeded(seed, "poisson"), "poisson", shape, lam, dtype)


def gamma(shape, alpha, beta=None, dtype=weir.float32, seed=None, name=None):
    return _of_parameter(seeded(seed, "gamma"), "gamma", shape, alpha, dtype, beta)


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=weir.float32, name=None, alg=None):
    return _normal(_stateless(seed), shape, mean, stddev, dtype)


def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=weir.float32, name=None, alg=None):
    return _uniform(_stateless(seed), shape, minval, maxval, dtype)


def stateless_truncated_normal(shape, seed, mean=0.0, stddev=1.0, dtype=weir.float32, name=None, alg=None):
    return _truncated(_stateless(seed), shape, mean, stddev, dtype)


def stateless_categorical(logits, num_samples, seed, dtype=weir.int64, name=None):
    return _categorical(_stateless(seed), logits, num_samples, dtype)


def stateless_poisson(shape, seed, lam, dtype=weir.int32, name=None):
    return _of_parameter(_stateless(seed), "poisson", shape, lam, dtype)


def stateless_gamma(shape, seed, alpha, beta=None, dtype=weir.float32, name=None):
    return _of_parameter(_stateless(seed), "gamma", shape, alpha, dtype, beta)


def stateless_binomial(shape, seed, counts, probs, output_dtype=weir.int32, name=None):
    return _binomial(_stateless(seed), shape, counts, probs, output_dtype)


def stateless_shuffle(value, seed, alg=None, name=None):
    return _stateless(seed)(shuffle_rows, value)


def split_seed(seed, num=2, alg=None):
    """Return `num` new seeds, each two numbers, that depend on a seed."""
    return made(_stateless(seed)(op["integers"], 0, 2 ** 31 - 1, shape=(int(num), 2), dtype=weir.int32))


def fold_in(seed, data, alg=None):
    """Return a seed that depends on a seed and a number."""
    a, b = as_tensor(seed).tolist()
    return made(_core.Stream(mixed(a, b, int(data))).draw(op["integers"], 0, 2 ** 31 - 1, shape=(2,), dtype=weir.int32))


class Generator:
    """A stream of random numbers of its own: Generator.from_seed(1)."""

    def __init__(self, stream):
        self._stream = stream

    @classmethod
    def from_seed(cls, seed, alg=None):
        return cls(_core.Stream(mixed(int(seed))))

    @classmethod
    def from_non_deterministic_state(cls, alg=None):
        return cls(_core.Stream(weir.random._entropy()))

    def reset_from_seed(self, seed):
        self._stream = _core.Stream(mixed(int(seed)))

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=weir.float32, name=None):
        return _normal(self._stream.draw, shape, mean, stddev, dtype)

    def uniform(self, shape, minval=0, maxval=None, dtype=weir.float32, name=None):
        return _uniform(self._stream.draw, shape, minval, maxval, dtype)

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=weir.float32, name=None):
        return _truncated(self._stream.draw, shape, mean, stddev, dtype)

    def binomial(self, shape, counts, probs, dtype=weir.int32, name=None):
        return _binomial(self._stream.draw, shape, counts, probs, dtype)

    def make_seeds(self, count=1):
        """Return seeds for stateless operations, a column for each."""
        return made(self._stream.draw(op["integers"], 0, 2 ** 31 - 1, shape=(2, int(count)), dtype=weir.int64))

    def split(self, count=1):
        return [Generator(_core.Stream(int(n))) for n in self._stream.draw(op["integers"], 0, 1 << 62, shape=(int(count),),
                                                                            dtype=weir.int64).tolist()]


_global = []


def get_global_generator():
    if not _global:
        _global.append(Generator.from_non_deterministic_state())
    return _global[0]


def set_global_generator(generator):
    _global[:] = [generator]


def set_random_seed(seed):
    """keras.utils.set_random_seed: seed Python's generator, NumPy's and TensorFlow's."""
    import random
    import sys

    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)
    set_seed(seed)


RANDOM = {fn.__name__: fn for fn in (
    set_seed, normal, uniform, truncated_normal, shuffle, categorical, poisson, gamma, stateless_normal, stateless_uniform,
    stateless_truncated_normal, stateless_categorical, stateless_poisson, stateless_gamma, stateless_binomial, Generator,
    get_global_generator, set_global_generator, split_seed, fold_in)}
RANDOM["split"] = RANDOM.pop("split_seed")
EXPERIMENTAL = {"stateless_split": split_seed, "stateless_fold_in": fold_in, "stateless_shuffle": stateless_shuffle, "Generator": Generator}
