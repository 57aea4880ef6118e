"""Datasets: collections of samples accessed by index, and streams of samples."""
from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator, Sequence

from weir import _core
from weir._core import Array, asarray
from weir._describe import telling

_FASHION = ("T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot")


class Dataset:
    """Base class of datasets whose samples are accessed by index; a subclass defines __len__ and __getitem__.

    A sample is an array, a number, or a tuple, list or dict of these.  Arrays may be NumPy arrays.
    """

    _native = None  # the dataset of the C library that implements this one, or None

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} does not define __len__; derive streams from "
                                  "IterableDataset")

    def __getitem__(self, index: int):
        raise NotImplementedError(f"{type(self).__name__} does not define __getitem__")

    def __add__(self, other: Dataset) -> ConcatDataset:
        return ConcatDataset([self, other])


class IterableDataset:
    """Base class of streams of samples; a subclass defines __iter__.

    Each of n worker processes reads the whole stream and keeps every n-th batch, so that the batches are the same for
    any number of workers.  If reading is expensive, define `shard(worker, count)` to return an iterable over one
    worker's part of the stream; the loader then takes one batch from each worker in turn.
    """

    def __iter__(self) -> Iterator:
        raise NotImplementedError(f"{type(self).__name__} does not define __iter__")


# ---- Built-in datasets ---------------------------------------------------------------------------


class _Native(Dataset):
    """A dataset implemented by the C library; `_args` are the constructor arguments for recreating it in another
    process."""

    def __init__(self, native, *args):
        self._native, self._args = native, args

    def __reduce__(self):
        return type(self), self._args

    def __len__(self):
        return len(self._native)

    def __getitem__(self, index):
        """Return a sample or, for a slice or a list of indices, a batch, as a tuple with one array for each field."""
        n = len(self)
        if isinstance(index, slice):
            return self._native.take(range(*index.indices(n)))
        if isinstance(index, (list, tuple, range)):
            return self._native.take([_number(i, n) for i in index])
        return tuple(x[0] for x in self._native.take([_number(index, n)]))

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields of a sample."""
        return self._native.fields

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, indexed by label; empty if the classes have no names."""
        return self._native.classes

    def __repr__(self):
        return f"{type(self).__name__}({len(self)} sample{'s' * (len(self) != 1)} of {', '.join(self.fields)})"


def _number(index, n):
    try:
        index = operator.index(index)
    except TypeError:
        raise TypeError("dataset indices must be integers, slices or lists of integers, not "
                        f"{type(index).__name__}") from None
    if not -n <= index < n:
        raise IndexError(f"index {index} is out of bounds for a dataset with {n} sample{'s' * (n != 1)}")
    return index % n if n else 0


class ArrayDataset(_Native):
    """A dataset of arrays: sample i of ArrayDataset(x, y) is (x[i], y[i]).

    Fields may be named: ArrayDataset(image=x, label=y).  Arguments that are not Arrays are converted.
    """

    def __init__(self, *arrays, **named):
        self.arrays = tuple(asarray(x) for x in (*arrays, *named.values()))
        names = (*map(str, range(len(arrays))), *named)
        super().__init__(_core.dataset_arrays(self.arrays, names))
        self._names = tuple(named)

    def __reduce__(self):
        count = len(self.arrays) - len(self._names)
        return _arrays, (self.arrays[:count], dict(zip(self._names, self.arrays[count:])))


def _arrays(arrays, named):
    return ArrayDataset(*arrays, **named)


TensorDataset = ArrayDataset


def read_idx(path: str | os.PathLike) -> Array:
    """Read an array from a file in IDX format, the format of MNIST.  The file may be gzip-compressed."""
    return _core.idx_read(os.fspath(path))


class MNIST(_Native):
    """MNIST, or a dataset in the same format, from a folder with files such as train-images-idx3-ubyte or
    train-images-idx3-ubyte.gz.

    A sample is a uint8 image of shape (28, 28) and an int64 label.  `images` and `labels` are the arrays of all images
    and labels.  train=False selects the test set.
    """

    @telling
    def __init__(self, folder: str | os.PathLike, train: bool = True):
        folder = None if folder is None else os.fspath(folder)
        super().__init__(_core.dataset_mnist(folder, not train), folder, train)

    @property
    def images(self) -> Array:
        return self._native.array(0)

    @property
    def labels(self) -> Array:
        return self._native.array(1)


class FashionMNIST(MNIST):
    """Fashion-MNIST: images of clothes in ten classes, 60,000 for training and 10,000 for testing.

    The default folder is where the package dataset-fashion-mnist of Debian and Ubuntu installs the files.
    """

    @telling
    def __init__(self, folder: str | os.PathLike | None = None, train: bool = True):
        super().__init__(folder, train)

    @property
    def classes(self):
        return _FASHION


class CSVDataset(_Native):
    """Numbers from a CSV file, one sample per line.

    A sample has a field x and, if `target` names a column, a field y.  x is an array of the values in `columns`, by
    default all columns except the target; y is the value in the target column.  With header=False, columns are named
    "0", "1" and so on.  An empty cell is an error or, with missing="nan", read as NaN.
    """

    @telling
    def __init__(self, path: str | os.PathLike, target: str | int | None = None,
                 columns: Sequence[str | int] | None = None, *, header: bool = True, delimiter: str = ",",
                 missing: str = "error", dtype=None, target_dtype=None):
        if missing not in ("error", "nan"):
            raise ValueError(f"CSVDataset: missing must be 'error' or 'nan', not {missing!r}")
        for name in columns or ():
            if "," in str(name):
                raise ValueError(f"CSVDataset: the column name {name!r} contains a comma; such columns cannot be "
                                 "selected with columns=")
        native = _core.dataset_csv(
            os.fspath(path), delimiter=delimiter, header=header, target=None if target is None else str(target),
            columns=None if columns is None else ",".join(map(str, columns)), missing=missing == "nan", dtype=dtype,
            target_dtype=target_dtype)
        super().__init__(native)
        self._call = (path, target, columns), dict(header=header, delimiter=delimiter, missing=missing, dtype=dtype,
                                                   target_dtype=target_dtype)

    def __reduce__(self):
        return _csv, self._call

    @property
    def x(self) -> Array:
        return self._native.array(0)

    @property
    def y(self) -> Array | None:
        return self._native.array(1)


def _csv(args, kwargs):
    return CSVDataset(*args, **kwargs)


class ImageFolder(_Native):
    """A folder of images, sorted into classes: each folder in `path` is a class, and each .png, .jpg, .jpeg, .ppm or
    .pgm file in it is a sample.

    A sample is a uint8 image of shape (height, width, channels) and an int64 label.  Images are resized to `size`, an
    integer or (height, width); without it, all images must have the same size.  Files are read by the library's I/O
    threads and decoded by its worker threads.
    """

    @telling
    def __init__(self, path: str | os.PathLike, size: int | Sequence[int] | None = None, channels: int = 3):
        height, width = (0, 0) if size is None else (size, size) if isinstance(size, int) else size
        super().__init__(_core.dataset_folder(os.fspath(path), height, width, channels), path, size, channels)


# ---- Datasets composed of others -----------------------------------------------------------------


class Subset(Dataset):
    """The samples of a dataset at the given indices."""

    def __init__(self, dataset: Dataset, indices: Iterable[int]):
        n = len(dataset)
        self.dataset, self.indices = dataset, [_number(i, n) for i in indices]
        native = getattr(dataset, "_native", None)
        if native is not None:
            self._native = native.subset(self.indices)

    def __reduce__(self):
        return type(self), (self.dataset, self.indices)

    def __len__(self):
        return len(self.indices)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return Subset(self.dataset, self.indices[index])
        return self.dataset[self.indices[_number(index, len(self))]]


class ConcatDataset(Dataset):
    """The concatenation of several datasets."""

    def __init__(self, datasets: Iterable[Dataset]):
        self.datasets, self._ends = list(datasets), []
        if not self.datasets:
            raise ValueError("ConcatDataset: at least one dataset is required")
        for part in self.datasets:
            self._ends.append((self._ends[-1] if self._ends else 0) + len(part))
        natives = [getattr(part, "_native", None) for part in self.datasets]
        if all(n is not None and n.fields == natives[0].fields for n in natives):
            self._native = _core.dataset_concat(natives)

    def __reduce__(self):
        return type(self), (self.datasets,)

    def __len__(self):
        return self._ends[-1]

    def __getitem__(self, index):
        from bisect import bisect_right

        index = _number(index, len(self))
        part = bisect_right(self._ends, index)
        return self.datasets[part][index - (self._ends[part - 1] if part else 0)]


def random_split(dataset: Dataset, lengths: Sequence[int | float], seed: int = 0) -> list[Subset]:
    """Split a dataset at random into Subsets and return them; lengths are counts, or fractions that add up to one."""
    n, counts = len(dataset), list(lengths)
    if any(isinstance(x, float) for x in counts):
        if abs(sum(counts) - 1) > 1e-6 or min(counts) < 0:
            raise ValueError(f"random_split: fractions must not be negative and must add up to 1, not {counts}")
        shares, counts, start = counts, [], 0.0
        for share in shares:
            counts.append(round((start + share) * n) - round(start * n))
            start += share
    if sum(counts) != n or min(counts, default=0) < 0:
        raise ValueError(f"random_split: lengths must not be negative and must add up to {n}, not {counts}")
    order, parts, at = permutation(n, seed, 0).tolist(), [], 0
    for count in counts:
        parts.append(Subset(dataset, order[at:at + count]))
        at += count
    return parts


def permutation(n, seed, epoch):
    """Return the order of samples in an epoch: the permutation that the C library's loaders use."""
    return _core.Stream(seed, epoch).draw(_core.ops["permutation"], n=n, dtype=_core.int64)
