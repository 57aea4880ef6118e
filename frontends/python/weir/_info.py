"""__array_namespace_info__: the inspection API of the array API standard."""
from weir import _core
from weir._dtypes import isdtype

_dtypes = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float32", "float64", "complex64", "complex128",
)


class Info:
    """The capabilities of the library; see the page on inspection in the array API standard."""

    def capabilities(self):
        """Return whether boolean indexing and data-dependent shapes (which block) are supported, and the maximum number
        of dimensions."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": _core.NDIM_MAX}

    def default_device(self):
        """Return the default device."""
        return _core.get_default_device()

    def default_dtypes(self, *, device=None):
        """Return the default dtypes."""
        real = _core.get_default_dtype()
        return {
            "real floating": real,
            "complex floating": _core.complex128 if real is _core.float64 else _core.complex64,
            "integral": _core.int64,
            "indexing": _core.int64,
        }

    def dtypes(self, *, device=None, kind=None):
        """Return the dtypes of the array API standard, all or those of a kind.  float16 and bfloat16 exist as well."""
        all_of_them = {name: getattr(_core, name) for name in _dtypes}
        if kind is None:
            return all_of_them
        return {name: dtype for name, dtype in all_of_them.items() if isdtype(dtype, kind)}

    def devices(self):
        """Return the available devices."""
        return [_core.cpu(i) for i in range(_core.DEVICE_INDEX_MAX + 1)]


def __array_namespace_info__():
    """Return the library's capabilities, devices, dtypes and defaults."""
    return Info()
