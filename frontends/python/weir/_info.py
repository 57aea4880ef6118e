"""__array_namespace_info__: what this library can do, as the standard asks."""
from weir import _core
from weir._dtypes import isdtype

_dtypes = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float32", "float64", "complex64", "complex128",
)


class Info:
    """What the library can do; see the standard's page on inspection."""

    def capabilities(self):
        """Indexing by masks works, shapes may depend on values (that waits), and how many dimensions."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": _core.NDIM_MAX}

    def default_device(self):
        """Where arrays lie if nothing is said."""
        return _core.get_default_device()

    def default_dtypes(self, *, device=None):
        """What arrays are made of if nothing is said."""
        real = _core.get_default_dtype()
        return {
            "real floating": real,
            "complex floating": _core.complex128 if real is _core.float64 else _core.complex64,
            "integral": _core.int64,
            "indexing": _core.int64,
        }

    def dtypes(self, *, device=None, kind=None):
        """The dtypes of the standard, all or those of a kind.  float16 and bfloat16 are there beside them."""
        all_of_them = {name: getattr(_core, name) for name in _dtypes}
        if kind is None:
            return all_of_them
        return {name: dtype for name, dtype in all_of_them.items() if isdtype(dtype, kind)}

    def devices(self):
        """Where arrays can lie."""
        return [_core.cpu(i) for i in range(_core.DEVICE_INDEX_MAX + 1)]


def __array_namespace_info__():
    """What this library can do: capabilities, devices, dtypes and their defaults."""
    return Info()
