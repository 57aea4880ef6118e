"""tf.data, and the datasets of Keras."""
import itertools

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _gpus, _vision
from weir.dialects._tensor_class import Mistake, op
from weir.dialects._tf_gradients import TensorSpec
from weir.dialects._tf_ops import range_
from weir.dialects._tf_random import mixed
from weir.dialects._tf_tensor import Refused, as_tensor, made

_shape = Array.shape.__get__

INFINITE, UNKNOWN = -1, -2  # cardinalities


class Dataset:
    """A sequence of elements; methods such as map and batch return a new dataset.

    `count` is the number of elements, INFINITE or UNKNOWN, or a function that returns it.  A dataset of rows of tensors has them as
    `parts`, so that batches can be gathered by operators; _order() returns the order of the rows of a pass, None as they are.
    """

    def __init__(self, elements, parts=None, build=None, count=UNKNOWN):
        self._elements, self.parts, self._build, self._count = elements, parts, build, count

    # -- Sources

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        """Return a dataset of the rows of a tensor, or of a tuple or dictionary of tensors."""
        if isinstance(tensors, (list, tuple)) and tensors and isinstance(tensors[0], str):
            return Dataset(lambda: iter(tensors), count=len(tensors))
        parts = []
        build = _structure(tensors, parts)
        if len({_shape(p)[0] for p in parts}) > 1:
            raise Mistake("from_tensor_slices: the tensors have different numbers of rows: "
                          f"{[_shape(p)[0] for p in parts]}")
        return Dataset(None, parts, build, _shape(parts[0])[0])

    @staticmethod
    def from_tensors(tensors, name=None):
        """Return a dataset with `tensors` as its single element."""
        parts = []
        build = _structure(tensors, parts)
        return Dataset(lambda: iter([build(parts)]), count=1)

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        """Return a dataset of what a function yields, as tensors of the given dtypes."""
        spec = output_types if output_signature is None else output_signature

        def typed(value, spec):
            if isinstance(spec, dict):
                return {key: typed(value[key], part) for key, part in spec.items()}
            if isinstance(spec, (tuple, list)):
                return tuple(map(typed, value, spec))
            dtype = getattr(spec, "dtype", spec)
            return value if dtype is None else as_tensor(value, dtype)

        return Dataset(lambda: (typed(value, spec) for value in generator(*(args or ()))))

    @staticmethod
    def range(*args, output_type=None, name=None):
        return Dataset.from_tensor_slices(range_(*args, dtype=output_type or weir.int64))

    @staticmethod
    def zip(*datasets, name=None):
        """Return a dataset whose i-th element is a tuple of the i-th element of each dataset."""
        datasets = datasets[0] if len(datasets) == 1 and isinstance(datasets[0], (tuple, list)) else datasets
        if any(not isinstance(d, Dataset) for d in datasets):
            raise Refused("zip: expected datasets")
        return Dataset(lambda: zip(*datasets), count=lambda: _fewest([d._cardinality() for d in datasets]))

    @staticmethod
    def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False, rerandomize_each_iteration=None):
        """Return a dataset whose elements come from a random one of the datasets."""
        def drawn():
            choose, sources = _chooser(seed), [iter(d) for d in datasets]
            chances = [1.0] * len(sources) if weights is None else [float(w) for w in weights]
            while sources:
                at, i = choose.uniform() * sum(chances), 0
                while i < len(sources) - 1 and at >= chances[i]:
                    at, i = at - chances[i], i + 1
                element = next(sources[i], None)
                if element is not None:
                    yield element
                elif stop_on_empty_dataset:
                    return
                else:
                    del sources[i], chances[i]

        return Dataset(drawn)

    # -- What a dataset contains

    def __iter__(self):
        if self._elements is not None:
            return iter(self._elements())
        return self._rows(self._order())

    def _order(self):
        return None

    def _rows(self, order):
        for i in range(_shape(self.parts[0])[0]) if order is None else order.tolist():
            yield self._build([p[i] for p in self.parts])

    def _cardinality(self):
        return self._count() if callable(self._count) else self._count

    def cardinality(self, name=None):
        return made(_core.asarray(self._cardinality(), dtype=weir.int64))

    def __len__(self):
        count = self._cardinality()
        if count < 0:
            raise TypeError(f"the length of the dataset is {'infinite' if count == INFINITE else 'not known'}")
        return count

    def __bool__(self):
        return True

    @property
    def element_spec(self):
        """The shapes and dtypes of the elements, from the first one."""
        def spec(x):
            if isinstance(x, dict):
                return {key: spec(v) for key, v in x.items()}
            return tuple(map(spec, x)) if isinstance(x, tuple) else TensorSpec(as_tensor(x).shape, as_tensor(x).dtype)

        return spec(next(iter(self)))

    def as_numpy_iterator(self):
        def numpys(x):
            if isinstance(x, dict):
                return {key: numpys(v) for key, v in x.items()}
            return tuple(map(numpys, x)) if isinstance(x, tuple) else x.numpy() if isinstance(x, Array) else x

        return map(numpys, iter(self))

    def get_single_element(self, name=None):
        found = list(itertools.islice(self, 2))
        if len(found) != 1:
            raise Refused(f"get_single_element: the dataset has {'no element' if not found else 'more than one element'}")
        return found[0]

    def reduce(self, initial_state, reduce_func, name=None):
        state = initial_state
        for element in self:
            state = reduce_func(state, element)
        return state

    # -- Order

    def shuffle(self, buffer_size=None, seed=None, reshuffle_each_iteration=True, name=None):
        """Return a dataset of the elements in random order: each is drawn from the next buffer_size elements.

        Each pass has another order, unless reshuffle_each_iteration is false.  With a seed, the orders depend on it alone.
        """
        if buffer_size is not None and int(buffer_size) < 1 and int(buffer_size) not in (INFINITE, UNKNOWN):
            raise Refused(f"shuffle: buffer_size must be positive, not {buffer_size}")
        size = None if buffer_size is None or int(buffer_size) < 0 else int(buffer_size)
        again = True if reshuffle_each_iteration is None else bool(reshuffle_each_iteration)
        if type(self) is Dataset and self.parts is not None and (size is None or size >= _shape(self.parts[0])[0]):
            return _Shuffled(self, seed, again)
        seeds = _Seeds(seed, again)

        def mixed():
            choose, waiting = seeds.chooser(), []
            for element in self:
                waiting.append(element)
                if size is not None and len(waiting) >= size:
                    yield _drawn(waiting, choose)
            while waiting:
                yield _drawn(waiting, choose)

        return Dataset(mixed, count=self._cardinality)

    def repeat(self, count=None, name=None):
        forever = count is None or int(count) < 0

        def again():
            for _ in itertools.count() if forever else range(int(count)):
                empty = True
                for element in self:
                    empty = False
                    yield element
                if empty:
                    return

        def number():
            n = self._cardinality()
            return (INFINITE if n else 0) if forever else n * int(count) if n >= 0 else n if count else 0

        return Dataset(again, count=number)

    def take(self, count, name=None):
        count = int(count)
        return Dataset(lambda: itertools.islice(iter(self), None if count < 0 else count), count=lambda: self._cardinality() if count < 0 else
                       _fewest([self._cardinality(), count]))

    def skip(self, count, name=None):
        count = int(count)
        if count < 0:
            return Dataset(lambda: iter(()), count=0)
        return Dataset(lambda: itertools.islice(iter(self), count, None), count=lambda: max(n - count, 0) if (n := self._cardinality()) >= 0 else n)

    def shard(self, num_shards, index, name=None):
        return Dataset(lambda: itertools.islice(iter(self), index, None, num_shards), count=lambda: max(-(-(n - index) // num_shards), 0) if (
            n := self._cardinality()) >= 0 else n)

    def concatenate(self, dataset, name=None):
        def number():
            both = self._cardinality(), dataset._cardinality()
            return INFINITE if INFINITE in both else UNKNOWN if UNKNOWN in both else sum(both)

        return Dataset(lambda: itertools.chain(self, dataset), count=number)

    def enumerate(self, start=0, name=None):
        return Dataset(lambda: ((_number(i), element) for i, element in enumerate(self, start)), count=self._cardinality)

    def cache(self, filename="", name=None):
        """Return a dataset that keeps the elements of its first complete pass in memory, and has them in each later one."""
        if type(self) is Dataset and self.parts is not None:
            return self
        kept = []

        def elements():
            if kept:
                yield from kept[0]
                return
            found = []
            for element in self:
                found.append(element)
                yield element
            kept[:] = [found]

        return Dataset(elements, count=self._cardinality)

    def prefetch(self, buffer_size=None, name=None):
        """Return this dataset unchanged: operators run asynchronously without prefetching."""
        return self

    def with_options(self, options, name=None):
        return self

    # -- Batches

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        batch_size = int(batch_size)
        if batch_size < 1:
            raise Refused(f"batch: batch_size must be positive, not {batch_size}")

        def batches():
            if self.parts is not None:
                yield from self._slices(batch_size, drop_remainder)
                return
            source = iter(self)
            while batch := list(itertools.islice(source, batch_size)):
                if len(batch) == batch_size or not drop_remainder:
                    yield _stack(batch)

        return Dataset(batches, count=lambda: (n // batch_size if drop_remainder else -(-n // batch_size)) if (n := self._cardinality()) >= 0 else n)

    def _slices(self, n, drop):
        order, rows = self._order(), _shape(self.parts[0])[0]
        for i in range(0, rows - rows % n if drop else rows, n):
            part = [p[i:i + n] if order is None else op["take"](p, _gpus.beside(order[i:min(i + n, rows)], p),
                                                                axis=0) for p in self.parts]
            yield self._build(part)

    def unbatch(self, name=None):
        """Return a dataset whose elements are the rows of this dataset's elements."""
        def rows():
            for element in self:
                yield from Dataset.from_tensor_slices(element)

        return Dataset(rows)

    def rebatch(self, batch_size, drop_remainder=False, name=None):
        return self.unbatch().batch(batch_size, drop_remainder)

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        """Return a dataset of datasets of `size` elements."""
        def windows():
            elements = list(self)
            for start in range(0, len(elements), shift or size):
                part = elements[start:start + size * stride:stride]
                if len(part) == size or not drop_remainder:
                    yield Dataset(lambda part=part: iter(part), count=len(part))

        return Dataset(windows)

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        """Return a dataset of batches, in which elements are padded to the given shapes, or to the longest of the batch."""
        def even(batch, shape, value):
            if isinstance(batch[0], tuple):
                shapes = shape if isinstance(shape, (tuple, list)) and shape and not isinstance(shape[0], (int, type(None))) else [shape] * len(batch[0])
                values = value if isinstance(value, (tuple, list)) else [value] * len(batch[0])
                return tuple(even(list(column), s, v) for column, s, v in zip(zip(*batch), shapes, values))
            if isinstance(batch[0], dict):
                return {key: even([b[key] for b in batch], shape[key] if isinstance(shape, dict) else None,
                                  value[key] if isinstance(value, dict) else value) for key in batch[0]}
            batch = [as_tensor(b) for b in batch]
            longest = [max(lengths) for lengths in zip(*map(_shape, batch))]
            if shape is not None:
                wanted = [n if n is not None and n != -1 else m for n, m in zip(tuple(shape), longest)]
                if any(n < m for n, m in zip(wanted, longest)):
                    raise Refused(f"padded_batch: an element is longer than the shape {tuple(shape)}")
                longest = wanted
            fill = 0 if value is None else value.item() if isinstance(value, Array) else value
            return op["stack"]([op["pad"](b, widths=[n for have, want in zip(_shape(b), longest) for n in (0, want - have)], value=float(fill))
                                if longest else b for b in batch])

        def batches():
            source = iter(self)
            while part := list(itertools.islice(source, batch_size)):
                if len(part) == batch_size or not drop_remainder:
                    yield even(part, padded_shapes, padding_values)

        return Dataset(batches, count=lambda: (n // batch_size if drop_remainder else -(-n // batch_size)) if (n := self._cardinality()) >= 0 else n)

    def bucket_by_sequence_length(self, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None, padding_values=None,
                                  pad_to_bucket_boundary=False, no_padding=False, drop_remainder=False, name=None):
        """Return a dataset of batches of elements of similar lengths; a length equal to a boundary belongs to the next bucket."""
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise Refused("bucket_by_sequence_length: bucket_batch_sizes must have one element more than bucket_boundaries, not "
                          f"{len(bucket_batch_sizes)} for {len(bucket_boundaries)}")
        if pad_to_bucket_boundary and not no_padding and padded_shapes is not None:
            raise NotImplementedError("bucket_by_sequence_length: pad_to_bucket_boundary with padded_shapes is not supported; pass one of them")

        def batch(elements, bucket):
            part = Dataset(lambda: iter(elements))
            if no_padding:
                return part.batch(len(elements))
            shapes = padded_shapes
            if pad_to_bucket_boundary:
                if bucket == len(bucket_boundaries):
                    raise Refused("bucket_by_sequence_length: an element is longer than the last boundary; with pad_to_bucket_boundary "
                                  "that is an error")
                shapes = _with_length(elements[0], bucket_boundaries[bucket] - 1)
            return part.padded_batch(len(elements), shapes, padding_values)

        def batches():
            waiting = [[] for _ in bucket_batch_sizes]
            for element in self:
                length = int(_called(element_length_func, element))
                bucket = sum(length >= int(b) for b in bucket_boundaries)
                waiting[bucket].append(element)
                if len(waiting[bucket]) == int(bucket_batch_sizes[bucket]):
                    yield from batch(waiting[bucket], bucket)
                    waiting[bucket] = []
            for bucket, elements in enumerate(waiting):
                if elements and not drop_remainder:
                    yield from batch(elements, bucket)

        return Dataset(batches)

    # -- Functions of elements

    def map(self, map_func, num_parallel_calls=None, deterministic=None, synchronous=None, name=None):
        return Dataset(lambda: (_called(map_func, e) for e in self), count=self._cardinality)

    def filter(self, predicate, name=None):
        return Dataset(lambda: (e for e in self if bool(_called(predicate, e))))

    def take_while(self, predicate, name=None):
        return Dataset(lambda: itertools.takewhile(lambda e: bool(_called(predicate, e)), self))

    def flat_map(self, map_func, name=None):
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

    def scan(self, initial_state, scan_func, name=None):
        def states():
            state = initial_state
            for element in self:
                state, found = scan_func(state, element)
                yield found

        return Dataset(states, count=self._cardinality)

    def apply(self, transformation_func, name=None):
        return transformation_func(self)


def _with_length(element, n):
    """Return the shapes of a nest of tensors to pad to: the first axis has length n."""
    if isinstance(element, tuple):
        return tuple(_with_length(part, n) for part in element)
    if isinstance(element, dict):
        return {key: _with_length(part, n) for key, part in element.items()}
    shape = _shape(as_tensor(element))
    return [n, *shape[1:]] if shape else []


def _called(fn, element):
    return fn(*element) if isinstance(element, tuple) else fn(element)


def _fewest(counts):
    """Return the number of elements of a dataset that ends with the shortest of several."""
    known = [n for n in counts if n >= 0]
    return UNKNOWN if UNKNOWN in counts else min(known) if known else INFINITE


def _number(n):
    return made(_core.asarray(n, dtype=weir.int64))


def _chooser(seed):
    """Return a generator of random choices, of a seed or of the stream of the process."""
    return _vision.chance() if seed is None else weir.image._Choices(mixed(int(seed)) & (1 << 62) - 1)


class _Seeds:
    """The randomness of the passes of a shuffled dataset: another one for each pass, unless `again` is false."""

    def __init__(self, seed, again):
        self._seed, self._again, self._passes, self._first = seed, again, 0, None

    def _own(self):
        """Return the seed of a pass: None, if it depends on the stream of the process alone."""
        if self._seed is None and self._again:
            return None
        if self._seed is None and self._first is None:
            self._first = _vision.chance()._state >> 2
        start = self._first if self._seed is None else int(self._seed)
        self._passes += 1
        return mixed(start, self._passes if self._again else 1)

    def chooser(self):
        own = self._own()
        return _vision.chance() if own is None else weir.image._Choices(own & (1 << 62) - 1)

    def permutation(self, n):
        own = self._own()
        return op["permutation"](n) if own is None else _core.Stream(own).draw(op["permutation"], n)


class _Shuffled(Dataset):
    """A dataset of rows of tensors, in random order."""

    def __init__(self, source, seed, again):
        super().__init__(None, source.parts, source._build, source._count)
        self._seeds = _Seeds(seed, again)

    def _order(self):
        return self._seeds.permutation(_shape(self.parts[0])[0])


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
                                 subset=None, interpolation="bilinear", follow_links=False, crop_to_aspect_ratio=False,
                                 pad_to_aspect_ratio=False, data_format=None, verbose=True):
    """Return a Dataset of batches of the images in a directory; each subfolder of the directory is a class.

    Images are floats in [0, 255], of shape (n, height, width, channels).
    """
    if label_mode not in ("int", "categorical", None) or labels != "inferred" or class_names is not None:
        raise NotImplementedError(f"image_dataset_from_directory: labels={labels!r}, label_mode={label_mode!r}, "
                                  f"class_names={class_names!r} are not supported; labels must be 'inferred' (from "
                                  "the folders), label_mode must be 'int', 'categorical' or None, and class_names "
                                  "must be None")
    if interpolation != "bilinear" or crop_to_aspect_ratio or pad_to_aspect_ratio or data_format not in (None, "channels_last"):
        raise NotImplementedError("image_dataset_from_directory: other interpolations than 'bilinear', crop_to_aspect_ratio, pad_to_aspect_ratio "
                                  "and data_format='channels_first' are not supported; map a function over the dataset")
    data = weir.data.ImageFolder(directory, tuple(image_size), 1 if color_mode == "grayscale" else 3)
    order = list(range(len(data)))
    if validation_split:
        if subset not in ("training", "validation"):
            raise Mistake("image_dataset_from_directory: with validation_split, subset must be 'training' or "
                          f"'validation', not {subset!r}")
        order = weir.data._datasets.permutation(len(data), seed or 0, 0).tolist()
        cut = len(data) - int(len(data) * validation_split)
        order = order[:cut] if subset == "training" else order[cut:]

    seeds = _Seeds(seed, True)

    def batches():
        turn = [order[i] for i in seeds.permutation(len(order)).tolist()] if shuffle else order
        for start in range(0, len(turn), batch_size):
            image, label = data[turn[start:start + batch_size]]
            image = made(op["astype"](image, weir.float32))
            if label_mode == "categorical":
                label = op["one_hot"](label, num_classes=len(data.classes), dtype=weir.float32)
            yield image if label_mode is None else (image, made(label if label_mode == "categorical" else
                                                                op["astype"](label, weir.int32)))

    made_ = Dataset(batches, count=None if batch_size is None else -(-len(order) // batch_size))
    made_.class_names = list(data.classes)
    return made_
