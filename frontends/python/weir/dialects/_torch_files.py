"""Files that PyTorch wrote with torch.save: a zip archive of a pickle and the bytes of the tensors.

The pickle names PyTorch's functions, which an Unpickler maps to the few that are needed for tensors, parameters and the
containers around them.  It refuses every other name, so loading such a file runs no code of its own.
"""
import pickle
import zipfile
from collections import OrderedDict, defaultdict

import weir
from weir._core import Array
from weir.dialects._tensor_class import Mistake, op

_STORAGES = {"DoubleStorage": weir.float64, "FloatStorage": weir.float32, "HalfStorage": weir.float16, "BFloat16Storage": weir.bfloat16,
             "LongStorage": weir.int64, "IntStorage": weir.int32, "ShortStorage": weir.int16, "CharStorage": weir.int8,
             "ByteStorage": weir.uint8, "BoolStorage": weir.bool, "ComplexFloatStorage": weir.complex64,
             "ComplexDoubleStorage": weir.complex128}
_DTYPES = ("float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "bool", "complex64", "complex128")


def is_zip(file):
    """Return whether a file that is open for reading is a zip archive; its position does not change."""
    if not hasattr(file, "seek"):
        return False
    at = file.tell()
    start = file.read(4)
    file.seek(at)
    return start == b"PK\x03\x04"


def _size(values):
    return tuple(values)


class _Reader(pickle.Unpickler):
    """Reads the pickle of an archive; make(bytes, dtype, shape) returns a tensor."""

    def __init__(self, archive, make, parameter):
        names = [name for name in archive.namelist() if name.endswith("/data.pkl")]
        if not names:
            raise Mistake("torch.load: the archive has no data.pkl; a model saved by torch.jit.save cannot be loaded")
        self._archive, self._folder = archive, names[0].rpartition("/")[0]
        self._make, self._parameter, self._bytes = make, parameter, {}
        order = f"{self._folder}/byteorder"
        if order in archive.namelist() and archive.read(order) != b"little":
            raise Mistake("torch.load: the file was written on a big-endian machine")
        super().__init__(archive.open(names[0]), encoding="utf-8")

    def persistent_load(self, pid):
        kind, dtype, key, *_ = pid
        if kind != "storage":
            raise pickle.UnpicklingError(f"torch.load: unknown reference {kind!r}")
        return key, dtype

    def _tensor(self, storage, offset, size, stride, requires_grad=False, hooks=None, metadata=None):
        key, dtype = storage
        if key not in self._bytes:
            self._bytes[key] = self._archive.read(f"{self._folder}/data/{key}")
        data, wide = self._bytes[key], dtype.itemsize
        usual, step = [], 1
        for n in reversed(size):
            usual.insert(0, step)
            step *= n
        if all(n == 1 or a == b for n, a, b in zip(size, stride, usual)):
            x = self._make(data[offset * wide:(offset + step) * wide], dtype, tuple(size))
        else:
            x = self._strided(data[offset * wide:], dtype, size, stride)
        return x.requires_grad_() if requires_grad else x

    def _strided(self, data, dtype, size, stride):
        """Return the elements of a tensor that is not in row-major order."""
        whole = self._make(data, dtype, (len(data) // dtype.itemsize,))
        index = weir.zeros((1,) * len(size), dtype=weir.int64)
        for axis, (n, step) in enumerate(zip(size, stride)):
            shape = [1] * len(size)
            shape[axis] = n
            index = index + (weir.arange(n, dtype=weir.int64) * step).reshape(tuple(shape))
        return op["take"](whole, index, axis=0)

    def _rebuilt(self, data, requires_grad=True, hooks=None):
        return self._parameter(data, requires_grad)

    def find_class(self, module, name):
        known = {("collections", "OrderedDict"): OrderedDict, ("collections", "defaultdict"): defaultdict, ("builtins", "set"): set,
                 ("builtins", "dict"): dict, ("torch", "Size"): _size, ("torch._utils", "_rebuild_tensor_v2"): self._tensor,
                 ("torch._utils", "_rebuild_parameter"): self._rebuilt, ("torch.serialization", "_get_layout"): str,
                 ("torch", "device"): lambda *args: ":".join(map(str, args)), ("builtins", "bytearray"): bytearray,
                 ("_codecs", "encode"): lambda text, how: text.encode(how)}
        if (module, name) in known:
            return known[module, name]
        if module in ("torch", "torch.storage") and name in _STORAGES:
            return _STORAGES[name]
        if module == "torch" and name in _DTYPES:
            return getattr(weir, name)
        raise pickle.UnpicklingError(
            f"torch.load: the file has an object of {module}.{name}; of files that PyTorch wrote, tensors, parameters, numbers, "
            "strings and containers of these can be loaded: save a state_dict()")


def read(file, make, parameter):
    """Return the object in an archive."""
    with zipfile.ZipFile(file) as archive:
        return _Reader(archive, make, parameter).load()


def moved(found, move):
    """Return the object with move(tensor) instead of each tensor in dictionaries, lists and tuples; modules are moved themselves."""
    if isinstance(found, Array):
        return move(found)
    if isinstance(found, dict):
        for key, value in found.items():
            found[key] = moved(value, move)
        return found
    if isinstance(found, (list, tuple)):
        parts = [moved(part, move) for part in found]
        return type(found)(*parts) if hasattr(found, "_fields") else type(found)(parts)
    if isinstance(found, weir.nn.Module):
        first = next(iter(found.state_dict().values()), None)
        return found if first is None else found.to(move(first).device)
    return found
