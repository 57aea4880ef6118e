"""__array_namespace_info__: the inspection API of the array API standard."""
from weir import _core
from weir._dtypes import isdtype

_dtypes = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float32", "float64", "complex64", "complex128",
)


class Info:
    """The inspection API of the array API standard: the library's capabilities, devices and dtypes."""

    def capabilities(self):
        """Return a dictionary that says whether boolean indexing and data-dependent shapes are supported (they are, but
        block), and the maximum number of dimensions."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": _core.NDIM_MAX}

    def default_device(self):
        """Return the default device."""
        return _core.get_default_device()

    def default_dtypes(self, *, device=None):
        """Return the default dtypes, as a dictionary from kinds to dtypes."""
        real = _core.get_default_dtype()
        return {
            "real floating": real,
            "complex floating": _core.complex128 if real is _core.float64 else _core.complex64,
            "integral": _core.int64,
            "indexing": _core.int64,
        }

    def dtypes(self, *, device=None, kind=None):
        """Return the dtypes of the array API standard, or only those of a kind, as a dictionary from names to dtypes.

        float16 and bfloat16, which are not in the standard, are not included."""
        all_of_them = {name: getattr(_core, name) for name in _dtypes}
        if kind is None:
            return all_of_them
        return {name: dtype for name, dtype in all_of_them.items() if isdtype(dtype, kind)}

    def devices(self):
        """Return a list of the available devices."""
        return _core.devices()


def __array_namespace_info__():
    """Return the library's capabilities, devices, dtypes and defaults."""
    return Info()
