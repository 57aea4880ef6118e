"""Small classes of PyTorch, Size, device, Stream and Event, and how the values of a tensor are printed.

The table puts the classes into torch, where pickles look for them, so they say that they are from there.
"""
import weir
from weir import _core
from weir.dialects._tensor_class import place, text, wait_all


class Size(tuple):
    """The shape of a tensor."""

    __slots__ = ()
    __module__ = "weir.dialects.torch"

    def numel(self):
        return size_of_shape(self)

    def __repr__(self):
        return f"torch.Size({list(self)})"


def size_of_shape(shape):
    count = 1
    for n in shape:
        count *= n
    return count


class device:
    """The device of a tensor, such as device("cpu"), device("cuda:0"), device("cuda", 1) or device(1).  In a with
    statement it is the default device."""

    __slots__ = ("type", "index", "_last")
    __module__ = "weir.dialects.torch"

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int):
            type, index = "cuda", type
        self.type, _, number = str(type).partition(":")
        self.index = int(number) if number else index
        self._last = []

    def __enter__(self):
        self._last.append(_core.get_default_device())
        _core.set_default_device(place(self))
        return self

    def __exit__(self, *error):
        _core.set_default_device(self._last.pop())

    def __reduce__(self):
        return device, (self.type, self.index)

    def __repr__(self):
        return f"device(type={self.type!r}" + (f", index={self.index})" if self.index is not None else ")")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class Stream:
    """A GPU stream.  In Weir, data dependencies order all operations, so only synchronize has an effect."""

    __module__ = "weir.dialects.torch"

    def __init__(self, device=None, priority=0):
        pass

    def synchronize(self):
        wait_all()

    def wait_stream(self, stream):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


class Event:
    """The time at which all operations issued before record() have finished; record() blocks until then."""

    __module__ = "weir.dialects.torch"

    def __init__(self, enable_timing=False, **kwargs):
        self._time = None

    def record(self, stream=None):
        import time

        wait_all()
        self._time = time.perf_counter()

    def synchronize(self):
        pass

    def query(self):
        return True

    def elapsed_time(self, end):
        return (end._time - self._time) * 1e3


def values_text(x):
    """Return the values as text in PyTorch's format."""
    if x.size == 0:
        return "[]" if x.ndim == 1 else f"[], size={x.shape}"
    if x.dtype.kind == "f":
        return text(x, separator=", ", prefix="tensor(", form=_numbers)
    words = text(x, 4, separator=", ", prefix="tensor(")
    return words if "False" in words else words.replace("[ T", "[T").replace(",  T", ", T")


def _numbers(values):
    """Return a function that formats a number in the format that suits all of these values.

    Numbers have no decimals if all values are integers, an exponent if their magnitudes differ widely, and otherwise as
    many decimals as the precision that was set, by default four.
    """
    every = list(_flat(values))
    sizes = [abs(v) for v in every if v and abs(v) < float("inf")]
    whole = all(v == int(v) for v in sizes)
    digits = _precision
    if sizes and (max(sizes) / min(sizes) > 1000 or max(sizes) > 1e8 or not whole and min(sizes) < 1e-4):
        write = f"{{:.{digits}e}}".format
    else:
        write = (lambda v: f"{v:.0f}." if abs(v) < float("inf") else str(v)) if whole else f"{{:.{digits}f}}".format
    width = max(map(len, map(write, every)))
    return lambda v: write(v) if not isinstance(values, list) else write(v).rjust(width)


_precision = 4


def set_printoptions(precision=4, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Set how tensors are printed: the precision, and the options of weir.set_printoptions."""
    profiles = {None: {}, "default": {"threshold": 1000, "edgeitems": 3, "linewidth": 80}, "full": {"threshold": 2 ** 62},
                "short": {"threshold": 1000, "edgeitems": 2}}
    if profile not in profiles:
        raise ValueError(f"set_printoptions: profile is 'default', 'short' or 'full', not {profile!r}")
    global _precision
    _precision = 2 if profile == "short" else precision
    given = {"threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    given = {**profiles[profile], **{k: v for k, v in given.items() if v is not None}}
    weir.set_printoptions(**{k: v for k, v in given.items() if v is not None})


def _flat(values):
    if isinstance(values, list):
        for v in values:
            yield from _flat(v)
    else:
        yield values
