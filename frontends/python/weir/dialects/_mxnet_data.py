"""Gluon's datasets, loaders and image transforms, over the shared adapters of data and images."""
import warnings

import weir
from weir._core import Array
from weir.dialects import _data, _vision
from weir.dialects._mxnet_arrays import array, made, weirs_dtype
from weir.dialects._tensor_class import op, place, put, quietly


class Dataset(_data.Dataset):
    """Base class of datasets; a subclass defines __getitem__ and __len__."""

    def transform(self, fn, lazy=True):
        """Return a dataset whose samples are fn(*sample).  fn is called whenever a sample is accessed or, with
        lazy=False, once for each sample now."""
        return _Transformed(self, fn) if lazy else SimpleDataset([_apply(fn, self[i]) for i in range(len(self))])

    def transform_first(self, fn, lazy=True):
        """Return a dataset with fn applied to the first element of each sample, the image."""
        return self.transform(_First(fn), lazy)

    def filter(self, fn):
        """Return a dataset of the samples for which fn returns true."""
        return SimpleDataset([sample for sample in (self[i] for i in range(len(self))) if fn(sample)])

    def take(self, count):
        """Return a dataset of the first `count` samples, or of all if count is None."""
        return _Some(self, range(min(count, len(self)) if count is not None else len(self)))

    def shard(self, num_shards, index):
        """Return part `index` of the dataset, split into `num_shards` parts whose lengths differ by at most one."""
        each, more = divmod(len(self), num_shards)
        start = each * index + min(index, more)
        return _Some(self, range(start, start + each + (index < more)))


class _Some(_data.Subset, Dataset):
    """The samples of a dataset at the given indices."""

    gathers = property(lambda self: getattr(self.dataset, "gathers", False))


class SimpleDataset(Dataset):
    """A dataset whose samples are the elements of a list."""

    def __init__(self, data):
        self._samples = data

    def __len__(self):
        return len(self._samples)

    def __getitem__(self, index):
        return self._samples[index]


def _apply(fn, sample):
    return fn(*sample) if isinstance(sample, tuple) else fn(sample)


class _First:
    """Applies a function to the first element of a sample."""

    def __init__(self, fn):
        self._fn = fn

    alike = property(lambda self: getattr(self._fn, "alike", False))

    def __call__(self, first, *rest):
        first = self._fn(first)
        return (first, *rest) if rest else first


class _Transformed(Dataset):
    """A dataset that applies a function to the samples of another dataset."""

    def __init__(self, dataset, fn):
        self._dataset, self._fn = dataset, fn

    def __len__(self):
        return len(self._dataset)

    def __getitem__(self, index):
        return _apply(self._fn, self._dataset[index])

    gathers = property(lambda self: getattr(self._dataset, "gathers", False) and getattr(self._fn, "alike", False))

    def rows(self, index):
        made = _apply(self._fn, self._dataset.rows(index))
        return made if isinstance(made, tuple) else (made,)


class _Stored(Dataset):
    """A dataset of uint8 images of shape (height, width, 1) and their labels; transform(image, label) returns a
    sample."""

    def __init__(self, root=None, train=True, transform=None):
        name = type(self).__name__
        folder = root or f"~/.mxnet/datasets/{'fashion-mnist' if name == 'FashionMNIST' else 'mnist'}"
        found = _vision.stored(name, [folder], train)
        self._data = made(op["expand_dims"](found.images, 3))
        self._label = made(op["astype"](found.labels, weir.int32))
        self._transform = transform

    def __len__(self):
        return self._data.shape[0]

    def __getitem__(self, index):
        if isinstance(index, slice):
            sample = self._data[index], self._label[index]
        else:
            index = _vision.number(index, len(self))
            sample = self._data[index], self._label[index].item()
        return sample if self._transform is None else self._transform(*sample)

    gathers = property(lambda self: self._transform is None)

    def rows(self, index):
        return _vision.rows(self._data, index), _vision.rows(self._label, index)


class MNIST(_Stored):
    """MNIST, images of handwritten digits; the files are in root, by default ~/.mxnet/datasets/mnist."""


class FashionMNIST(_Stored):
    """Fashion-MNIST; the files are in root, by default ~/.mxnet/datasets/fashion-mnist, or where Debian installs
    them."""


class ImageFolderDataset(Dataset):
    """A dataset of image files in folders; each folder in root is a class.  flag=0 reads the images as greyscale."""

    def __init__(self, root, flag=1, transform=None):
        self._flag, self._transform = flag, transform
        self.synsets, self.items = _vision.listed(root)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        path, label = self.items[_vision.number(index, len(self))]
        image = imread(path, self._flag)
        return (image, label) if self._transform is None else self._transform(image, label)


def imread(filename, flag=1, to_rgb=True):
    """Read an image file; return a uint8 array of shape (height, width, channels), with one channel if flag is 0."""
    return made(weir.image.read(filename, 3 if flag else 1))


def _wide(size):
    """Convert a size as in MXNet, a number or (width, height), to (height, width)."""
    return (size, size) if isinstance(size, int) else tuple(size)[::-1]


def _step(name, change, **settings):
    """Create and return a transform of channels-last images."""
    return _vision.Step(name, change, layout="HWC", **settings)


def _chance(name, change, **settings):
    return _step(name, change, alike=False, **settings)


class _Cast:
    """A transform that converts an image to another dtype."""

    alike = True

    def __init__(self, dtype="float32"):
        self._dtype = dtype

    def __call__(self, x):
        return x.astype(self._dtype)


class ArrayDataset(_data.TensorDataset, Dataset):
    """A dataset whose sample i is row i of each array."""

    def __init__(self, *arrays):
        super().__init__(*(a if isinstance(a, Array) else array(a) for a in arrays))

    gathers = property(lambda self: type(self) is ArrayDataset)

    def __getitem__(self, index):
        rows = super().__getitem__(index)
        return rows[0] if len(rows) == 1 else rows


_Loader = _data.loader(made)


class BatchSampler(_data.BatchSampler):
    """Yields the indices of another sampler in lists of batch_size; a list that is not full at the end is kept, discarded or
    rolled over, which puts it at the start of the next pass."""

    def __init__(self, sampler, batch_size, last_batch="keep"):
        if last_batch not in ("keep", "discard", "rollover"):
            raise ValueError(f"BatchSampler: last_batch is 'keep', 'discard' or 'rollover', not {last_batch!r}")
        super().__init__(sampler, batch_size, last_batch == "discard")
        self._rolls, self._left = last_batch == "rollover", []

    def __iter__(self):
        if not self._rolls:
            yield from super().__iter__()
            return
        batch, self._left = self._left, []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        self._left = batch

    def __len__(self):
        return (len(self._left) + len(self.sampler)) // self.batch_size if self._rolls else super().__len__()


class DataLoader(_Loader):
    """Iterates over a dataset in batches."""

    def __init__(self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None, batch_sampler=None,
                 batchify_fn=None, num_workers=0, pin_memory=False, pin_device_id=0, prefetch=None, thread_pool=False,
                 timeout=120, try_nopython=None):
        if batch_sampler is None and batch_size is None:
            raise ValueError("DataLoader: give batch_size or batch_sampler")
        if batch_sampler is not None and last_batch is not None:
            raise ValueError("DataLoader: last_batch does not apply to a batch_sampler, which makes the batches itself")
        if last_batch == "rollover":  # what is left of one pass is kept for the next
            if sampler is None:
                sampler = (_data.RandomSampler if shuffle else _data.SequentialSampler)(len(dataset))
            elif shuffle:
                raise ValueError("DataLoader: give either sampler or shuffle=True")
            batch_sampler, batch_size, shuffle, sampler = BatchSampler(sampler, batch_size, last_batch), None, False, None
        elif last_batch not in (None, "keep", "discard"):
            raise ValueError(f"DataLoader: last_batch is 'keep', 'discard' or 'rollover', not {last_batch!r}")
        super().__init__(dataset, batch_size, shuffle, sampler, batch_sampler, collate_fn=batchify_fn,
                         drop_last=last_batch == "discard")

    def _rows(self):
        """Yield batches; one that has a single array is that array."""
        for batch in super()._rows():
            yield batch[0] if len(batch) == 1 else batch


class IntervalSampler(_data.Sampler):
    """Yields every `interval`-th index; with rollover, then again from the next first index, until all have been."""

    def __init__(self, length, interval, rollover=True):
        assert interval <= length, f"interval {interval} is longer than the {length} samples"
        self._length, self._interval, self._rollover = length, interval, rollover

    def __iter__(self):
        for first in range(self._interval if self._rollover else 1):
            yield from range(first, self._length, self._interval)

    def __len__(self):
        return self._length if self._rollover else -(-self._length // self._interval)


class FilterSampler(_data.Sampler):
    """Yields the indices of the samples for which a function returns true."""

    def __init__(self, fn, dataset):
        self._indices = [i for i in range(len(dataset)) if fn(dataset[i])]

    def __iter__(self):
        return iter(self._indices)

    def __len__(self):
        return len(self._indices)


# ---- Batchify ------------------------------------------------------------------------------------


class Stack:
    """Collates samples by stacking them."""

    def __init__(self, use_shared_mem=False):
        pass

    def __call__(self, data):
        return _data.stacked(list(data), made)


class Pad:
    """Collates samples of different lengths by padding them to the longest."""

    def __init__(self, val=None, dtype=None, use_shared_mem=False, axis=None, round_to=None):
        self._val, self._dtype, self._round_to = 0 if val is None else val, dtype, round_to

    def __call__(self, data):
        arrays = [d if isinstance(d, Array) else array(d) for d in data]
        sizes = [max(ns) for ns in zip(*(a.shape for a in arrays))]
        if self._round_to:
            sizes = [-(-n // self._round_to) * self._round_to for n in sizes]
        padded = [op["pad"](a, [w for n, m in zip(a.shape, sizes) for w in (0, m - n)], value=float(self._val)) for a in arrays]
        out = op["stack"](padded)
        return made(out if self._dtype is None else op["astype"](out, weirs_dtype(self._dtype)))


class Group:
    """Collates each element of the samples with its own function."""

    def __init__(self, fn, *args):
        self._fn = tuple(fn) if isinstance(fn, (list, tuple)) else (fn, *args)

    def __call__(self, data):
        assert len(data[0]) == len(self._fn), "The number of attributes in each data sample should contain as many elements as " \
            "there are functions"
        return tuple(fn([sample[i] for sample in data]) for i, fn in enumerate(self._fn))


class AsList:
    """Collates samples to a list."""

    def __call__(self, data):
        return list(data)


class Append:
    """Collates samples to a list of batches of one."""

    def __init__(self, expand=True, batch_axis=0, use_shared_mem=False):
        self._expand, self._axis = expand, batch_axis

    def __call__(self, data):
        arrays = [d if isinstance(d, Array) else array(d) for d in data]
        return [op["expand_dims"](a, self._axis) for a in arrays] if self._expand else arrays


# ---- Batches over devices ------------------------------------------------------------------------


def split_data(data, num_slice, batch_axis=0, even_split=True):
    """Split an array into parts along the batch axis."""
    size = data.shape[batch_axis]
    if even_split and size % num_slice:
        raise ValueError(f"axis {batch_axis} of shape {data.shape} has no {num_slice} slices of equal length: choose a multiple of "
                         f"{num_slice} as the batch size, or even_split=False")
    each, more = divmod(size, num_slice)
    cuts = [each * i + min(i, more) for i in range(num_slice)]
    ends = [*cuts[1:], size]
    return [data[(slice(None),) * batch_axis + (slice(a, b),)] for a, b in zip(cuts, ends)]


def split_and_load(data, ctx_list=None, batch_axis=0, even_split=True, device_list=None):
    """Split a batch into one part for each device; return the list of parts."""
    devices = device_list if device_list is not None else ctx_list
    data = data if isinstance(data, Array) else array(data)
    parts = [data] if len(devices) == 1 else split_data(data, len(devices), batch_axis, even_split)
    return [part if place(d) == Array.device.__get__(part) else op["to_device"](part, place(d))
            for part, d in zip(parts, devices)]


def clip_global_norm(arrays, max_norm, check_isfinite=True):
    """Scale arrays in place so that their total norm is at most max_norm; return the norm before scaling.  Blocks until the
    norm is computed, unless check_isfinite is false."""
    assert len(arrays) > 0, "clip_global_norm needs at least one array"
    first = Array.device.__get__(arrays[0])
    total = quietly(lambda: op["sqrt"](sum(op["to_device"](op["sum"](op["square"](op["astype"](a, weir.float32))), first)
                                           for a in arrays)))
    factor = quietly(lambda: op["minimum"](max_norm / (total + 1e-8), 1.0))
    for a in arrays:
        quietly(lambda a=a: put(a, a * op["astype"](op["to_device"](factor, Array.device.__get__(a)), Array.dtype.__get__(a))))
    if not check_isfinite:
        return total
    value = total.item()
    if value != value or value in (float("inf"), -float("inf")):
        warnings.warn("clip_global_norm: the norm is nan or inf, so the clipped gradients mean nothing", stacklevel=2)
    return value
