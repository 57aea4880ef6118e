"""Random number generators of the PyTorch dialect: torch.Generator, and the state of the default generator.

Weir's generator is counter-based: its state is a pair of numbers, the seed and the number of calls since.  A Generator has a pair
of its own; a call with it draws from the process-wide stream at that place, and then puts the stream back to where it was.  The
default generator is the process-wide stream itself, which serves all devices.
"""
import contextlib

import weir
from weir import _core
from weir._core import Array
from weir.dialects._tensor_class import Mistake, place

_FIRST_SEED = 67280421310721  # the seed of a generator that was given none, as in PyTorch
_BYTES = 16  # of a state: two numbers of 64 bits


def _number(seed):
    """Return a seed as a number of 64 bits; a negative one counts from the end."""
    seed = int(seed)
    if not -2 ** 63 <= seed < 2 ** 64:
        raise Mistake(f"manual_seed: {seed} is not a number of 64 bits")
    return seed % 2 ** 64


def _to_bytes(pair):
    return list(b"".join(n.to_bytes(_BYTES // 2, "little") for n in pair))


def _from_tensor(state):
    """Return (seed, calls) from the tensor that get_state returned."""
    if not isinstance(state, Array) or state.dtype != weir.uint8:
        raise TypeError("the state of a random number generator must be a tensor of uint8, as get_state returns")
    values = bytes(Array.tolist(state))
    if len(values) != _BYTES:
        raise Mistake(f"the state of a random number generator has {_BYTES} bytes in this dialect, not {len(values)}; a state saved "
                      "by PyTorch cannot be used, because Weir draws other numbers")
    return tuple(int.from_bytes(values[i:i + _BYTES // 2], "little") for i in (0, _BYTES // 2))


def _entropy():
    import secrets

    return secrets.randbits(63)


def generators(made):
    """Return a dictionary of the names of torch that have to do with generators; made(array) converts an array to a tensor."""
    class Generator:
        """A random number generator with its own stream."""

        def __init__(self, device="cpu"):
            place(device)
            self.device = device
            self._at = _FIRST_SEED, 0

        def _get(self):
            return self._at

        def _set(self, pair):
            self._at = pair

        def manual_seed(self, seed):
            self._set((_number(seed), 0))
            return self

        def seed(self):
            """Seed the generator at random; return the seed."""
            self.manual_seed(_entropy())
            return self.initial_seed()

        def initial_seed(self):
            return self._get()[0]

        def get_state(self):
            return made(_core.asarray(_to_bytes(self._get()), dtype=weir.uint8))

        def set_state(self, new_state):
            self._set(_from_tensor(new_state))
            return self

        def drawn(self, fn, *args, **kwargs):
            """Return fn(*args, **kwargs), whose random numbers are those of this generator."""
            outside = _core.random_place()
            _core.random_place(*self._at)
            try:
                return fn(*args, **kwargs)
            finally:
                self._at = _core.random_place()
                _core.random_place(*outside)

    class Default(Generator):
        """The generator of the process."""

        def _get(self):
            return _core.random_place()

        def _set(self, pair):
            _core.random_place(*pair)

        def drawn(self, fn, *args, **kwargs):
            return fn(*args, **kwargs)

    default = Default()

    def manual_seed(seed):
        """Seed the default generator; return it."""
        return default.manual_seed(seed)

    def seed():
        """Seed the default generator at random; return the seed."""
        return default.seed()

    def get_rng_state(device="cpu"):
        """Return the state of the default generator, which is that of all devices."""
        return default.get_state()

    def set_rng_state(new_state, device="cpu"):
        """Set the state of the default generator."""
        default.set_state(new_state)

    @contextlib.contextmanager
    def fork_rng(devices=None, enabled=True, _caller=None, _devices_kw=None, device_type="cuda"):
        """Restore the state of the default generator at the end of a block."""
        before = _core.random_place()
        try:
            yield
        finally:
            if enabled:
                _core.random_place(*before)

    names = {"Generator": Generator, "default_generator": default, "manual_seed": manual_seed, "seed": seed,
             "initial_seed": default.initial_seed, "get_rng_state": get_rng_state, "set_rng_state": set_rng_state,
             "fork_rng": fork_rng}
    Generator.__qualname__ = "Generator"
    return names
