"""tf.data, and the datasets of Keras."""
import itertools

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _gpus, _vision
from weir.dialects._tensor_class import Mistake, op
from weir.dialects._tf_ops import range_
from weir.dialects._tf_tensor import as_tensor, made

_shape = Array.shape.__get__

class Dataset:
    """A sequence of elements; methods such as map and batch return a new dataset."""

    def __init__(self, elements, parts=None, build=None):
        self._elements, self.parts, self._build = elements, parts, build

    @staticmethod
    def from_tensor_slices(tensors):
        """Return a dataset of the rows of a tensor, or of a tuple or dictionary of tensors."""
        if isinstance(tensors, (list, tuple)) and tensors and isinstance(tensors[0], str):
            return Dataset(lambda: iter(tensors))
        parts = []
        build = _structure(tensors, parts)
        if len({_shape(p)[0] for p in parts}) > 1:
            raise Mistake("from_tensor_slices: the tensors have different numbers of rows: "
                          f"{[_shape(p)[0] for p in parts]}")

        def rows():
            for i in range(_shape(parts[0])[0]):
                yield build([p[i] for p in parts])

        return Dataset(rows, parts, build)

    @staticmethod
    def from_tensors(tensors):
        """Return a dataset with `tensors` as its single element."""
        parts = []
        build = _structure(tensors, parts)
        return Dataset(lambda: iter([build(parts)]))

    @staticmethod
    def zip(*datasets):
        """Return a dataset whose i-th element is a tuple of the i-th element of each dataset."""
        datasets = datasets[0] if len(datasets) == 1 and isinstance(datasets[0], tuple) else datasets
        return Dataset(lambda: zip(*datasets))

    def concatenate(self, dataset):
        return Dataset(lambda: itertools.chain(self, dataset))

    def unbatch(self):
        """Return a dataset whose elements are the rows of this dataset's elements."""
        def rows():
            for element in self:
                yield from Dataset.from_tensor_slices(element)

        return Dataset(rows)

    def apply(self, transformation_func):
        return transformation_func(self)

    def reduce(self, initial_state, reduce_func):
        state = initial_state
        for element in self:
            state = reduce_func(state, element)
        return state

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        """Return a dataset of what a function yields, as tensors of the given dtypes."""
        spec = output_types if output_signature is None else output_signature

        def typed(value, spec):
            if isinstance(spec, (tuple, list)):
                return tuple(map(typed, value, spec))
            dtype = getattr(spec, "dtype", spec)
            return value if dtype is None or isinstance(value, Array) else as_tensor(value, dtype)

        return Dataset(lambda: (typed(value, spec) for value in generator(*(args or ()))))

    @staticmethod
    def range(*args):
        return Dataset.from_tensor_slices(range_(*args, dtype=weir.int64))

    def __iter__(self):
        return iter(self._elements())

    def __len__(self):
        return _shape(self.parts[0])[0] if self.parts else sum(1 for _ in self)

    def shuffle(self, buffer_size=None, seed=None, reshuffle_each_iteration=True):
        """Return a dataset of the elements in random order.

        Rows of tensors are shuffled completely.  Other elements are drawn at random from a buffer of buffer_size
        elements.
        """
        if self.parts is None:
            def mixed():
                choose, waiting = _vision.chance(), []
                for element in self:
                    waiting.append(element)
                    if buffer_size is not None and len(waiting) >= buffer_size:
                        yield _drawn(waiting, choose)
                while waiting:
                    yield _drawn(waiting, choose)

            return Dataset(mixed)
        return _Shuffled(self)

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        def batches():
            if self.parts is not None:
                yield from self._slices(batch_size, drop_remainder)
                return
            batch = []
            for element in self:
                batch.append(element)
                if len(batch) == batch_size:
                    yield _stack(batch)
                    batch = []
            if batch and not drop_remainder:
                yield _stack(batch)

        return Dataset(batches)

    def _slices(self, n, drop, order=None):
        rows = _shape(self.parts[0])[0]
        for i in range(0, rows - rows % n if drop else rows, n):
            part = [p[i:i + n] if order is None else op["take"](p, _gpus.beside(order[i:min(i + n, rows)], p),
                                                                axis=0) for p in self.parts]
            yield self._build(part)

    def map(self, fn, num_parallel_calls=None, deterministic=None, name=None):
        return Dataset(lambda: (fn(*e) if isinstance(e, tuple) else fn(e) for e in self))

    def filter(self, predicate):
        return Dataset(lambda: (e for e in self if (predicate(*e) if isinstance(e, tuple) else predicate(e))))

    def repeat(self, count=None):
        def again():
            for _ in itertools.count() if count is None or count < 0 else range(count):
                yield from self

        return Dataset(again)

    def take(self, count):
        return Dataset(lambda: itertools.islice(iter(self), count))

    def skip(self, count):
        return Dataset(lambda: itertools.islice(iter(self), count, None))

    def enumerate(self, start=0):
        return Dataset(lambda: ((_number(i), element) for i, element in enumerate(self, start)))

    def shard(self, num_shards, index):
        return Dataset(lambda: itertools.islice(iter(self), index, None, num_shards))

    def take_while(self, predicate):
        return Dataset(lambda: itertools.takewhile(lambda e: bool(predicate(*e) if isinstance(e, tuple) else predicate(e)), self))

    def flat_map(self, map_func):
        """Return a dataset of the elements of the datasets that map_func returns."""
        return Dataset(lambda: (inner for outer in self.map(map_func) for inner in outer))

    def interleave(self, map_func, cycle_length=None, block_length=1, num_parallel_calls=None, deterministic=None, name=None):
        """Return a dataset of the elements of the datasets that map_func returns, block_length from each in turn."""
        def turns():
            waiting, active = iter(self.map(map_func)), []
            while True:
                while len(active) < (cycle_length or 10 ** 9) and (new := next(waiting, None)) is not None:
                    active.append(iter(new))
                if not active:
                    return
                for source in list(active):
                    taken = list(itertools.islice(source, block_length))
                    yield from taken
                    if len(taken) < block_length:
                        active.remove(source)

        return Dataset(turns)

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        """Return a dataset of datasets of `size` elements."""
        def windows():
            elements = list(self)
            for start in range(0, len(elements), shift or size):
                part = elements[start:start + size * stride:stride]
                if len(part) == size or not drop_remainder:
                    yield Dataset(lambda part=part: iter(part))

        return Dataset(windows)

    def scan(self, initial_state, scan_func):
        def states():
            state = initial_state
            for element in self:
                state, found = scan_func(state, element)
                yield found

        return Dataset(states)

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        """Return a dataset of batches, in which shorter elements are padded with zeros to the longest."""
        def even(batch):
            if isinstance(batch[0], tuple):
                return tuple(map(even, zip(*batch)))
            batch = [as_tensor(b) for b in batch]
            longest = [max(lengths) for lengths in zip(*map(_shape, batch))]
            return op["stack"]([op["pad"](b, widths=[n for have, want in zip(_shape(b), longest) for n in (0, want - have)])
                                if longest else b for b in batch])

        def batches():
            source = iter(self)
            while part := list(itertools.islice(source, batch_size)):
                if len(part) == batch_size or not drop_remainder:
                    yield even(part)

        return Dataset(batches)

    def prefetch(self, buffer_size=None):
        """Return this dataset unchanged: operators run asynchronously without prefetching."""
        return self

    def cache(self, filename=""):
        return self

    def cardinality(self):
        return made(_core.asarray(len(self), dtype=weir.int64))

    def as_numpy_iterator(self):
        return (tuple(x.numpy() for x in e) if isinstance(e, tuple) else e.numpy() for e in self)


def _number(n):
    return made(_core.asarray(n, dtype=weir.int64))


class _Shuffled(Dataset):
    """A dataset of rows of tensors, in a new random order in each pass."""

    def __init__(self, source):
        super().__init__(None, source.parts, source._build)

    def _slices(self, n, drop):
        return super()._slices(n, drop, op["permutation"](_shape(self.parts[0])[0]))

    def _order(self):
        for i in op["permutation"](_shape(self.parts[0])[0]).tolist():
            yield self._build([p[i] for p in self.parts])

    def __iter__(self):
        return self._order()


def _drawn(waiting, choose):
    """Remove and return a random element of `waiting`."""
    i = choose.below(len(waiting))
    waiting[i], waiting[-1] = waiting[-1], waiting[i]
    return waiting.pop()


def _structure(value, parts):
    """Append the tensors of a nested structure to `parts`; return a function that builds the same structure from a list
    of other tensors."""
    if isinstance(value, dict):
        inner = {key: _structure(v, parts) for key, v in value.items()}
        return lambda given: {key: build(given) for key, build in inner.items()}
    if isinstance(value, tuple) or isinstance(value, list) and value and not isinstance(value[0], (int, float, list)):
        inner = [_structure(v, parts) for v in value]
        return lambda given: tuple(build(given) for build in inner)
    place_ = len(parts)
    parts.append(as_tensor(value))
    return lambda given: given[place_]


def _stack(batch):
    if isinstance(batch[0], dict):
        return {key: _stack([b[key] for b in batch]) for key in batch[0]}
    if isinstance(batch[0], tuple):
        return tuple(_stack([b[i] for b in batch]) for i in range(len(batch[0])))
    return op["stack"]([as_tensor(b) for b in batch])


def pictures(name, folder):
    """Return (images, labels) for training and for testing as NumPy arrays, from a folder in ~/.keras/datasets or, for
    Fashion-MNIST, from the folder where Debian installs the dataset."""
    sets = [_vision.stored(name, [f"~/.keras/datasets/{folder}"], train) for train in (True, False)]
    return tuple((data.images.numpy(copy=True), _small(data.labels).numpy(copy=True)) for data in sets)


def _small(labels):
    return op["astype"](labels, weir.uint8)


def digits(path):
    """Return (images, labels) of MNIST for training and for testing, from a file that Keras has downloaded or,
    if it does not exist, from MNIST's own files."""
    import os

    path = os.path.expanduser(os.path.join("~/.keras/datasets", path))
    if not os.path.exists(path):
        return pictures("MNIST", "mnist")
    kept = weir.load(path)
    return tuple((kept[f"x_{part}"].numpy(copy=True), kept[f"y_{part}"].numpy(copy=True)) for part in ("train", "test"))


def image_dataset_from_directory(directory, labels="inferred", label_mode="int", class_names=None, color_mode="rgb",
                                 batch_size=32, image_size=(256, 256), shuffle=True, seed=None, validation_split=None,
                                 subset=None, **others):
    """Return a Dataset of batches of the images in a directory; each subfolder of the directory is a class.

    Images are floats in [0, 255], of shape (n, height, width, channels).
    """
    if label_mode not in ("int", "categorical", None) or labels != "inferred" or class_names is not None:
        raise NotImplementedError(f"image_dataset_from_directory: labels={labels!r}, label_mode={label_mode!r}, "
                                  f"class_names={class_names!r} are not supported; labels must be 'inferred' (from "
                                  "the folders), label_mode must be 'int', 'categorical' or None, and class_names "
                                  "must be None")
    data = weir.data.ImageFolder(directory, tuple(image_size), 1 if color_mode == "grayscale" else 3)
    order = list(range(len(data)))
    if validation_split:
        if subset not in ("training", "validation"):
            raise Mistake("image_dataset_from_directory: with validation_split, subset must be 'training' or "
                          f"'validation', not {subset!r}")
        order = weir.data._datasets.permutation(len(data), seed or 0, 0).tolist()
        cut = len(data) - int(len(data) * validation_split)
        order = order[:cut] if subset == "training" else order[cut:]

    def batches():
        turn = [order[i] for i in op["permutation"](len(order)).tolist()] if shuffle else order
        for start in range(0, len(turn), batch_size):
            image, label = data[turn[start:start + batch_size]]
            image = made(op["astype"](image, weir.float32))
            if label_mode == "categorical":
                label = op["one_hot"](label, num_classes=len(data.classes), dtype=weir.float32)
            yield image if label_mode is None else (image, made(label if label_mode == "categorical" else
                                                                op["astype"](label, weir.int32)))

    made_ = Dataset(batches)
    made_.class_names = list(data.classes)
    return made_
