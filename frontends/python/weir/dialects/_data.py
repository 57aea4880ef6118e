"""Datasets, samplers and data loaders under the frameworks' names.

For datasets of tensors, operators draw the random order and gather the rows, so loading a batch does not block.
Datasets written in Python are indexed one sample at a time.
"""
import itertools

import weir
from weir._core import Array, asarray
from weir.dialects import _gpus
from weir.dialects._draws import drawn
from weir.dialects._tensor_class import Mistake, op, plain


class Dataset:
    """Base class of datasets; a subclass defines __getitem__ and __len__.

    If `gathers` is true, rows(index) returns a batch for a slice or an index array.  The batch is computed by operators
    and equals the stacked samples.
    """

    gathers = False

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """Base class of datasets that yield samples in sequence; a subclass defines __iter__."""


class TensorDataset(Dataset):
    """A dataset whose sample i is row i of each tensor."""

    def __init__(self, *tensors):
        lengths = {t.shape[0] for t in tensors}
        if len(lengths) > 1:
            raise ValueError(f"TensorDataset: the tensors have different numbers of rows: {sorted(lengths)}")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(t[index] for t in self.tensors)

    def __len__(self):
        return self.tensors[0].shape[0]

    @property
    def gathers(self):
        return type(self) is TensorDataset

    def rows(self, index):
        return tuple(t[index] if isinstance(index, slice) else op["take"](t, _gpus.beside(index, t), axis=0)
                     for t in self.tensors)


class Subset(Dataset):
    """The samples of a dataset at the given indices."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, list(indices)

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)

    @property
    def gathers(self):
        return type(self) is Subset and getattr(self.dataset, "gathers", False)

    def rows(self, index):
        if isinstance(index, slice):
            return self.dataset.rows(asarray(self.indices[index]))
        return self.dataset.rows(op["take"](asarray(self.indices), index, axis=0))


class ConcatDataset(Dataset):
    """The concatenation of several datasets."""

    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __getitem__(self, index):
        if index < 0:
            index += len(self)
        for dataset in self.datasets:
            if index < len(dataset):
                return dataset[index]
            index -= len(dataset)
        raise IndexError("ConcatDataset: the index is out of bounds")

    def __len__(self):
        return sum(map(len, self.datasets))

    @property
    def cumulative_sizes(self):
        """The positions after the last sample of each dataset."""
        return list(itertools.accumulate(map(len, self.datasets)))


def random_split(dataset, lengths, generator=None):
    """Split a dataset at random into Subsets and return them; lengths are counts or fractions."""
    lengths = list(lengths)
    if any(isinstance(n, float) for n in lengths) and abs(sum(lengths) - 1) < 1e-9:
        lengths = [int(n * len(dataset)) for n in lengths]
        for i in range(len(dataset) - sum(lengths)):  # what is left goes to the first parts, one sample each
            lengths[i % len(lengths)] += 1
    if sum(lengths) != len(dataset):
        raise ValueError(f"random_split: lengths {lengths} sum to {sum(lengths)}, but the dataset has {len(dataset)} "
                         "samples")
    order, start, parts = drawn(generator, op["permutation"], len(dataset)).tolist(), 0, []
    for n in lengths:
        parts.append(Subset(dataset, order[start:start + n]))
        start += n
    return parts


class Sampler:
    """Base class of samplers, which yield indices; a subclass defines __iter__."""

    def __init__(self, data_source=None):
        pass


class SequentialSampler(Sampler):
    """Yields the indices 0, 1, ... for a dataset or a number of samples."""

    def __init__(self, data_source):
        self._n = data_source if isinstance(data_source, int) else len(data_source)

    def __iter__(self):
        return iter(range(self._n))

    def __len__(self):
        return self._n


class RandomSampler(SequentialSampler):
    """Yields the indices in a new random order in each pass or, with replacement, draws each index independently."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        super().__init__(data_source)
        self._replacement, self._count = replacement, self._n if num_samples is None else num_samples
        self.generator = generator

    def __iter__(self):
        if self._replacement:
            return iter(drawn(self.generator, op["integers"], 0, self._n, shape=(self._count,)).tolist())
        order = []
        while len(order) < self._count:
            order += drawn(self.generator, op["permutation"], self._n).tolist()
        return iter(order[:self._count])

    def __len__(self):
        return self._count


class SubsetRandomSampler(SequentialSampler):
    """Yields the given indices in a new random order in each pass."""

    def __init__(self, indices, generator=None):
        super().__init__(indices)
        self.indices, self.generator = indices, generator

    def __iter__(self):
        return (self.indices[i] for i in drawn(self.generator, op["permutation"], self._n).tolist())


class WeightedRandomSampler(SequentialSampler):
    """Yields indices drawn with probabilities proportional to the given weights, which need not sum to one."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        super().__init__(num_samples)
        self.weights, self._replacement = plain(asarray(weights, dtype=weir.float32)), replacement
        self.generator = generator

    def __iter__(self):
        return iter(drawn(self.generator, op["categorical"], self.weights, count=self._n,
                          replacement=self._replacement).tolist())


class BatchSampler:
    """Yields the indices of another sampler in lists of batch_size."""

    def __init__(self, sampler, batch_size, drop_last=False):
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        n = len(self.sampler)
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)


def stacked(samples, make, floats=None):
    """Collate samples into a batch and return it; make(array) converts an array to a tensor.

    Tensors, numbers and NumPy arrays are stacked; tuples, lists and dictionaries are collated element by element.  `floats` is
    the dtype of Python's floats, if that is not the default dtype.
    """
    first = samples[0]
    if isinstance(first, Array):
        return op["stack"](samples)
    if isinstance(first, dict):
        return {key: stacked([s[key] for s in samples], make, floats) for key in first}
    if isinstance(first, (tuple, list)):
        if any(len(s) != len(first) for s in samples):
            raise Mistake("the samples of a batch have different lengths: "
                          f"{', '.join(map(str, sorted({len(s) for s in samples})))}; pad them in collate_fn")
        parts = [stacked(list(part), make, floats) for part in zip(*samples)]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    if isinstance(first, (str, bytes)):
        return list(samples)
    if hasattr(first, "getbands"):
        raise Mistake(f"images such as {first!r} cannot be collated into a batch; convert them to tensors with a "
                      "transform such as ToTensor")
    if hasattr(first, "__array_interface__"):
        return make(op["stack"]([asarray(s) for s in samples]))
    if not isinstance(first, (bool, int, float, complex)):
        raise TypeError(f"samples of type {type(first).__name__} cannot be collated into a batch; a batch has tensors, NumPy "
                        "arrays, numbers, and dictionaries, lists and tuples of these; pass collate_fn for others")
    return make(asarray(samples, dtype=floats if isinstance(first, float) else None))


def converted(sample, make):
    """Return a sample that is not part of a batch, with its NumPy arrays as tensors."""
    if isinstance(sample, Array):
        return sample
    if hasattr(sample, "__array_interface__"):
        return make(asarray(sample))
    if isinstance(sample, dict):
        return {key: converted(value, make) for key, value in sample.items()}
    if isinstance(sample, (tuple, list)):
        parts = [converted(part, make) for part in sample]
        return type(sample)(*parts) if hasattr(sample, "_fields") else type(sample)(parts)
    return sample


def loader(make, floats=None):
    """Create and return the class DataLoader; make(array) converts an array to a tensor; `floats`: see stacked."""
    class DataLoader:
        """Iterates over a dataset in batches.  num_workers has no effect, because operators run asynchronously."""

        def __init__(self, dataset, batch_size=1, shuffle=False, sampler=None, batch_sampler=None, num_workers=0,
                     collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                     multiprocessing_context=None, generator=None, *, prefetch_factor=None, persistent_workers=False,
                     pin_memory_device="", in_order=True):
            if sampler is not None and shuffle:
                raise ValueError("DataLoader: give either sampler or shuffle=True")
            if batch_sampler is not None and (batch_size not in (1, None) or shuffle or sampler is not None or drop_last):
                raise ValueError("DataLoader: batch_sampler replaces batch_size, shuffle, sampler and drop_last; give only one")
            if batch_size is not None and batch_size < 1:
                raise ValueError(f"DataLoader: batch_size is {batch_size}; it must be positive")
            if isinstance(dataset, IterableDataset) and (shuffle or sampler is not None or batch_sampler is not None):
                raise ValueError("DataLoader: an IterableDataset has an order of its own; shuffle, sampler and batch_sampler do "
                                 "not apply")
            self.dataset, self.batch_size, self.drop_last, self.shuffle = dataset, batch_size, drop_last, bool(shuffle)
            self.collate_fn, self.num_workers, self.generator = collate_fn, num_workers, generator
            self.sampler, self.batch_sampler = sampler, batch_sampler
            self.pin_memory, self.timeout, self.worker_init_fn = pin_memory, timeout, worker_init_fn

        def _rows(self):
            n, each = len(self.dataset), self.batch_size
            order = drawn(self.generator, op["permutation"], n) if self.shuffle else None
            for start in range(0, n - n % each if self.drop_last else n, each):
                stop = min(start + each, n)
                yield list(self.dataset.rows(slice(start, stop) if order is None else order[start:stop]))

        def __iter__(self):
            plain = self.sampler is None and self.batch_sampler is None and self.collate_fn is None
            if plain and self.batch_size and getattr(self.dataset, "gathers", False):
                return self._rows()
            return self._samples()

        def _samples(self):
            collate = self.collate_fn or (lambda samples: stacked(samples, make, floats))
            if isinstance(self.dataset, IterableDataset):
                yield from self._stream(collate)
                return
            sampler = self.sampler
            if sampler is None:
                sampler = (RandomSampler(self.dataset, generator=self.generator) if self.shuffle else
                           SequentialSampler(self.dataset))
            if self.batch_size is None and self.batch_sampler is None:
                one = self.collate_fn or (lambda sample: converted(sample, make))
                yield from (one(self.dataset[i]) for i in sampler)
                return
            for batch in self.batch_sampler or BatchSampler(sampler, self.batch_size, self.drop_last):
                yield collate([self.dataset[i] for i in batch])

        def _stream(self, collate):
            if self.batch_size is None:
                yield from map(self.collate_fn or (lambda sample: converted(sample, make)), self.dataset)
                return
            batch = []
            for sample in self.dataset:
                batch.append(sample)
                if len(batch) == self.batch_size:
                    yield collate(batch)
                    batch = []
            if batch and not self.drop_last:
                yield collate(batch)

        def __len__(self):
            if self.batch_sampler is not None:
                return len(self.batch_sampler)
            n = len(self.sampler) if self.sampler is not None else len(self.dataset)
            if self.batch_size is None:
                return n
            return n // self.batch_size if self.drop_last else -(-n // self.batch_size)

    return DataLoader
