"""save, load, savez: npy and npz files, read and written without NumPy.

An npy file consists of eight bytes for the magic string and the version, the length of the header text, the header text
(a Python dict with dtype, order and shape, padded so that the values start at a multiple of 64 bytes), and the values.
An npz file is a zip archive of npy files.
"""
from __future__ import annotations

import os
from collections.abc import Mapping

from weir import _core

_MAGIC = b"\x93NUMPY"
_HEADER_MAX = 1 << 20
_BYTES_MAX = 1 << 62
_DESCR = {
    "bool": "|b1", "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8",
    "uint8": "|u1", "uint16": "<u2", "uint32": "<u4", "uint64": "<u8",
    "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8", "complex128": "<c16",
}  # fmt: skip
_NAMES = {descr[1:]: name for name, descr in _DESCR.items()}


# ---- Writing ----------------------------------------------------------------------------------------


def _header(array) -> bytes:
    import sys

    name = array.dtype.name
    if name not in _DESCR:
        raise TypeError(f"the npy format does not support {name}; save x.astype(weir.float32)")
    descr = _DESCR[name] if sys.byteorder == "little" else _DESCR[name].replace("<", ">")
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {array.shape!r}, }}"
    length = -(-(len(_MAGIC) + 4 + len(text) + 1) // 64) * 64 - len(_MAGIC) - 4
    text = text.ljust(length - 1) + "\n"  # version 1 has a 16-bit length, enough for 32 dimensions
    return _MAGIC + b"\x01\x00" + length.to_bytes(2, "little") + text.encode("latin1")


def _content(x):
    """Return the header and the values of x.  Blocks until x is computed, so that errors are raised before the file is
    written."""
    x = _core.asarray(x)
    return _header(x), _core.values_to_save(x) if x.size > 0 else b""


def _write(file, content) -> None:
    for part in content:
        file.write(part)


class _Beside:
    """A file that is written under a temporary name and renamed when complete, so that a failed save leaves the old
    file in place."""

    def __init__(self, path: str | os.PathLike, ending: str):
        self.path = os.fspath(path)
        if isinstance(self.path, bytes):
            self.path = os.fsdecode(self.path)
        if not self.path.endswith(ending):
            self.path += ending
        self.part = f"{self.path}.{os.getpid()}-{id(self):x}.part"

    def __enter__(self):
        try:
            self.file = open(self.part, "xb")
        except OSError as error:
            # Name the requested path, not the temporary one.
            raise type(error)(error.errno, error.strerror, self.path) from None
        return self.file

    def __exit__(self, kind, error, trace):
        try:
            self.file.close()
            if kind is None:
                os.replace(self.part, self.path)
        finally:
            if os.path.exists(self.part):
                os.unlink(self.part)


def _is_file(file) -> bool:
    return hasattr(file, "write") or hasattr(file, "read")


def save(file: str | os.PathLike, x) -> None:
    """Wait for the array `x` and write it to an npy file, or write a dictionary of arrays to a safetensors file.

    For an array, `file` is an open binary file, or a path, to which ".npy" is appended if it is missing.  For a
    dictionary, `file` is a path that ends with ".safetensors".  The file at a path is written under a temporary name
    and then renamed: if saving fails, the old file remains.
    """
    if isinstance(x, (str, os.PathLike)):
        raise TypeError(f"save: the first argument must be a path or a file, not {type(file).__name__}; the array is "
                        "the second argument")
    if isinstance(x, dict):
        if _is_file(file) or not os.fspath(file).endswith(".safetensors"):
            raise ValueError("save: a dictionary of arrays can only be saved to a path that ends with '.safetensors'")
        _core.save_safetensors(file, {name: _core.asarray(value) for name, value in x.items()})
        return
    if hasattr(x, "state_dict"):
        raise TypeError(f"save: expected an array or a dictionary of arrays, not {type(x).__name__}; to save a "
                        "module, use module.save(path) or save its state_dict(); to save it with its optimiser, use "
                        "weir.optim.save(path, module, optimizer)")
    content = _content(x)
    if _is_file(file):
        _write(file, content)
    else:
        with _Beside(file, ".npy") as opened:
            _write(opened, content)


def _savez(file, args, named, method: str) -> None:
    import zipfile

    arrays = {f"arr_{i}": x for i, x in enumerate(args)}
    for name in named:
        if name in arrays:
            raise ValueError(f"savez: the name {name!r} is also used for an array passed by position")
    arrays.update(named)
    contents = {name: _content(x) for name, x in arrays.items()}

    def write(opened):
        with zipfile.ZipFile(opened, "w", getattr(zipfile, method), allowZip64=True) as archive:
            for name, content in contents.items():
                with archive.open(name + ".npy", "w", force_zip64=True) as member:
                    _write(member, content)

    if _is_file(file):
        write(file)
    else:
        with _Beside(file, ".npz") as opened:
            write(opened)


def savez(file: str | os.PathLike, *args, **arrays) -> None:
    """Wait for the arrays and write them to one npz file.  Positional arrays are named `arr_0`, `arr_1`, ..., keyword
    arrays by their keywords."""
    _savez(file, args, arrays, "ZIP_STORED")


def savez_compressed(file: str | os.PathLike, *args, **arrays) -> None:
    """Like savez, but compress the arrays, which makes the file smaller and saving slower."""
    _savez(file, args, arrays, "ZIP_DEFLATED")


# ---- Reading ----------------------------------------------------------------------------------------


def _read(file, count: int, what: str, name: str) -> bytes:
    parts = []
    left = count
    while left > 0:
        part = file.read(left)
        if not part:
            raise ValueError(f"{name}: the file is truncated: {left} byte{'s' * (left != 1)} of {what} "
                             f"{'is' if left == 1 else 'are'} missing")
        parts.append(part)
        left -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _read_header(file, name: str) -> tuple[str, bool, tuple[int, ...]]:
    """Read the header after the magic string; return the type string, whether the order is column-major, and the
    shape."""
    import ast

    major, minor = _read(file, 2, "the version", name)
    if major not in (1, 2, 3):
        raise ValueError(f"{name}: npy version {major}.{minor} is not supported; versions 1 to 3 are")
    length = int.from_bytes(_read(file, 2 if major == 1 else 4, "the header's length", name), "little")
    if length > _HEADER_MAX:
        raise ValueError(f"{name}: the header of {length} bytes exceeds the maximum of {_HEADER_MAX}")
    data = _read(file, length, "the header", name)
    try:
        text = data.decode("utf8" if major == 3 else "latin1")
        header = ast.literal_eval(text.strip())
        if not isinstance(header, dict):
            raise ValueError("it is not a dict")
        missing = {"descr", "fortran_order", "shape"} - header.keys()
        if missing:
            raise ValueError(f"it lacks {', '.join(sorted(missing))}")
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(f"{name}: the header {data[:100]!r} cannot be read: {error}") from None
    descr, columns, shape = header["descr"], header["fortran_order"], header["shape"]
    if not isinstance(shape, tuple) or not all(type(n) is int and n >= 0 for n in shape):
        raise ValueError(f"{name}: the header has an invalid shape: {shape!r}")
    if not isinstance(columns, bool):
        raise ValueError(f"{name}: fortran_order must be True or False, not {columns!r}")
    return _read_descr(descr, name), columns, shape


def _read_descr(descr, name: str) -> str:
    if not isinstance(descr, str):
        raise ValueError(f"{name}: structured arrays ({descr!r}) are not supported; only numbers and bools are")
    order, code = (descr[0], descr[1:]) if descr[:1] in tuple("<>|=") else ("|", descr)
    if code == "O":
        raise ValueError(f"{name}: arrays of Python objects are not loaded, because unpickling them can execute code")
    if code not in _NAMES:
        raise ValueError(f"{name}: elements of type {descr!r} are not supported; only numbers and bools are")
    return order + code


def _bytes_of(descr: str, shape: tuple[int, ...], left: int | None, name: str) -> int:
    """Return the size of the values in bytes.  Raise ValueError if it exceeds `left`, the number of bytes left in the
    file, so that a damaged header does not cause a huge allocation."""
    total = int(descr[2:])
    for n in shape:
        total *= n
    if total > _BYTES_MAX or (left is not None and total > left):
        there = "" if left is None else f", but only {left} byte{'s follow' if left != 1 else ' follows'} the header"
        raise ValueError(f"{name}: the file is truncated: shape {shape} with elements of type {descr} needs {total} "
                         f"byte{'s' * (total != 1)}{there}")
    return total


def _is_native(descr: str) -> bool:
    import sys

    return descr[0] in "|=" or (descr[0] == "<") == (sys.byteorder == "little")


def _size_of(file) -> int | None:
    """Return the size of a regular or in-memory file in bytes, or None for other files, whose size is not known before
    they are read."""
    import io

    if isinstance(file, io.BytesIO):
        return file.getbuffer().nbytes
    if isinstance(getattr(file, "raw", None), io.FileIO) and file.seekable():
        return os.fstat(file.fileno()).st_size
    return None


def _read_npy(file, name: str, size: int | None, device):
    """Read the array from an npy file of `size` bytes, whose magic string has been read already."""
    import io

    if device is None:
        device = _core.get_default_device()

    descr, columns, shape = _read_header(file, name)
    count = _bytes_of(descr, shape, None if size is None else size - file.tell(), name)
    if not isinstance(file, io.BufferedIOBase) or not _is_native(descr):
        data = _read(file, count, "the values", name)
        return _core.asarray(_core.from_bytes(data, descr, shape, order="F" if columns else "C"), device=device)
    # Read directly into the array's memory, or into that of an array from which it is copied to a device.
    x = _core.ops["empty"](shape[::-1] if columns else shape, dtype=getattr(_core, _NAMES[descr[1:]]),
                           device=device if device.type == "cpu" else "cpu")
    done = file.readinto(x) if count > 0 else 0
    if done != count:
        raise ValueError(f"{name}: the file is truncated: {count - done} byte{'s' * (count - done != 1)} of the "
                         f"values {'is' if count - done == 1 else 'are'} missing")
    x = _core.asarray(x, device=device)
    return _core.ops["permute_dims"](x, axes=tuple(reversed(range(len(shape))))) if columns else x


class Npz(Mapping):
    """A mapping from names to the arrays of an npz file.  Each array is read when it is accessed.  Close the mapping,
    or use it in a `with` statement."""

    def __init__(self, file, name: str, owned: bool, device=None):
        import zipfile

        self._file, self._name, self._owned, self._device = file, name, owned, device
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError) as error:
            raise ValueError(f"{name}: not a valid npz file: {error}") from None
        self._members = {m.removesuffix(".npy"): m for m in self._zip.namelist()}

    @property
    def files(self) -> list[str]:
        """The names of the arrays."""
        return list(self._members)

    def __getitem__(self, key: str):
        import zipfile
        import zlib

        member = self._members.get(key) or self._members[key.removesuffix(".npy")]
        name = f"{self._name}: {member}"
        try:
            with self._zip.open(member) as file:
                if file.read(len(_MAGIC)) != _MAGIC:
                    raise ValueError(f"{name}: not an npy file")
                return _read_npy(file, name, self._zip.getinfo(member).file_size, self._device)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise ValueError(f"{name}: {error}") from None

    def __iter__(self):
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __contains__(self, key) -> bool:
        return key in self._members or (isinstance(key, str) and key.removesuffix(".npy") in self._members)

    def close(self) -> None:
        self._zip.close()
        if self._owned:
            self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def __repr__(self) -> str:
        return f"<weir.load({self._name!r}): {', '.join(self._members) or 'no arrays'}>"


def _map(file, name: str, mode: str):
    import mmap

    modes = {"r": mmap.ACCESS_READ, "r+": mmap.ACCESS_WRITE, "c": mmap.ACCESS_COPY}
    if mode not in modes:
        raise ValueError("load: mmap_mode must be None, 'r' (read-only), 'r+' (writes go to the file) or 'c' "
                         f"(writes stay in memory), not {mode!r}")
    descr, columns, shape = _read_header(file, name)
    if not _is_native(descr):
        raise ValueError(f"{name}: {descr!r} is not in native byte order and cannot be mapped; load it without "
                         "mmap_mode")
    start = file.tell()
    count = _bytes_of(descr, shape, os.fstat(file.fileno()).st_size - start, name)
    if count == 0:
        return _core.from_bytes(b"", descr, shape)
    mapped = mmap.mmap(file.fileno(), start + count, access=modes[mode])
    values = memoryview(mapped)[start:]
    return _core.from_bytes(values, descr, shape, order="F" if columns else "C", copy=False)


def load(file: str | os.PathLike, mmap_mode: str | None = None, *, device=None):
    """Read an npy, npz or safetensors file.

    `file` is a path or an open binary file.  An npy file is returned as an array, an npz file as a mapping from names
    to arrays, and a file whose path ends with ".safetensors" as a dictionary of arrays.  With `mmap_mode`, the array
    of an npy file is memory-mapped instead of read: "r" means read-only, "c" means copy-on-write (writes do not change
    the file), and "r+" means that writes change the file.  Pages are read when operations first use them.  The arrays
    are on `device`, by default the default device; a memory-mapped array is on the CPU.
    """
    opened = not _is_file(file)
    device = None if device is None else _core.Device(device)
    if mmap_mode is not None and device is not None and device.type != "cpu":
        raise ValueError(f"load: a file can be mapped on the CPU only, not on {device}; omit mmap_mode or device")
    if opened and str(file).endswith(".safetensors"):
        arrays = _core.load_safetensors(file)[0]
        return {name: _core.asarray(array, device=device) for name, array in arrays.items()}
    name = str(file) if opened else str(getattr(file, "name", "file"))
    stream = open(file, "r+b" if mmap_mode == "r+" else "rb") if opened else file
    keep = False
    try:
        magic = b""
        while len(magic) < len(_MAGIC) and (part := stream.read(len(_MAGIC) - len(magic))):
            magic += part
        if magic == _MAGIC:
            if mmap_mode is not None:
                return _map(stream, name, mmap_mode)
            return _read_npy(stream, name, _size_of(stream), device)
        if magic[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
            stream.seek(-len(magic), os.SEEK_CUR)
            archive = Npz(stream, name, opened, device)
            if any(member.endswith("data.pkl") for member in archive):
                raise ValueError(f"{name}: files written by torch.save are not supported; in PyTorch, write the file "
                                 "with safetensors.torch.save_file(module.state_dict(), path) instead")
            keep = True
            return archive
        if magic[:1] == b"\x80" and magic[1:2] in (b"\2", b"\3", b"\4", b"\5"):
            raise ValueError(f"{name}: pickle files are not loaded, because unpickling can execute code; if the file "
                             "was written by torch.save, write it in PyTorch with "
                             "safetensors.torch.save_file(module.state_dict(), path) instead")
        raise ValueError(f"{name}: not an npy or npz file: it begins with {magic!r}" if magic else
            f"{name}: the file is empty")
    finally:
        if opened and not keep:
            stream.close()
