"""Paddle's datasets, loaders and transforms of images."""
import weir
from weir._core import Array
from weir.dialects import _data, _vision
from weir.dialects._paddle_tensor import Tensor, made, to_tensor
from weir.dialects._tensor_class import Mistake, op

class TensorDataset(_data.TensorDataset):
    """A dataset whose sample i is row i of each tensor."""

    def __init__(self, tensors):
        super().__init__(*(t if isinstance(t, Array) else to_tensor(t) for t in tensors))


class BatchSampler(_data.BatchSampler):
    """Yields lists of indices of a dataset, or of a sampler; a subclass defines __iter__ and __len__."""

    def __init__(self, dataset=None, sampler=None, shuffle=False, batch_size=1, drop_last=False):
        if (dataset is None) == (sampler is None):
            raise Mistake("BatchSampler: give either dataset or sampler")
        if sampler is not None and shuffle:
            raise Mistake("BatchSampler: shuffle needs a dataset; the sampler has an order of its own")
        if sampler is None:
            sampler = (_data.RandomSampler if shuffle else _data.SequentialSampler)(dataset)
        super().__init__(sampler, batch_size, drop_last)


class _Stored(_vision.Stored):
    """A dataset of images in memory.  A label is a tensor with one element."""

    def __init__(self, image_path=None, label_path=None, mode="train", transform=None, download=True, backend=None):
        if mode.lower() not in ("train", "test"):
            raise Mistake(f"mode must be 'train' or 'test', not {mode!r}")
        name = type(self).__name__
        if image_path is not None and label_path is not None:
            images, labels = weir.data.read_idx(image_path), weir.data.read_idx(label_path)
        else:
            folder = "fashion-mnist" if name == "FashionMNIST" else "mnist"
            found = _vision.stored(name, [f"~/.cache/paddle/dataset/{folder}"], mode.lower() == "train")
            images, labels = found.images, found.labels
        super().__init__(made(images), made(op["astype"](labels, weir.int64)), transform)
        self.mode, self.backend = mode.lower(), backend or _backend

    images = property(lambda self: self.data)
    labels = property(lambda self: self.targets)

    def _label(self, index):
        return self.targets[index:index + 1]

    def _labels(self, index):
        return op["expand_dims"](super()._labels(index), 1)

    def __getitem__(self, index):
        if self.backend == "pil":
            return super().__getitem__(index)
        index = _vision.number(index, len(self))
        image = op["astype"](self.data[index][..., None], weir.float32).numpy()
        return (image if self.transform is None else self.transform(image)), self._label(index)

    @property
    def gathers(self):
        return self.backend == "pil" and getattr(self.transform, "alike", False)


MNIST, FashionMNIST = (type(name, (_Stored,), {"__doc__": f"Images of {what}, from the given files or from "
                                                          "~/.cache/paddle/dataset."})
                       for name, what in (("MNIST", "digits"), ("FashionMNIST", "clothes")))
_backend = "pil"


def set_image_backend(backend):
    """Set the type of the images in datasets, before transforms: Picture for 'pil', NumPy arrays for 'cv2'."""
    global _backend
    if backend not in ("pil", "cv2"):
        raise Mistake(f"backend must be 'pil' or 'cv2', not {backend!r}")
    _backend = backend


def image_backend():
    """Return the type of the images in datasets: 'pil' or 'cv2'."""
    return _backend


class DatasetFolder(_vision.Folder):
    """A dataset of image files in folders; each folder in root is a class."""

    def __init__(self, root, loader=None, extensions=None, transform=None, is_valid_file=None):
        super().__init__(root, transform, None, loader, is_valid_file, extensions)


class ImageFolder(_data.Dataset):
    """A dataset of the image files in a folder and its subfolders, without labels."""

    def __init__(self, root, loader=None, extensions=None, transform=None, is_valid_file=None):
        self.loader, self.transform = loader or _vision.read, transform
        self.samples = _vision.files(root, extensions, is_valid_file)
        if not self.samples:
            raise FileNotFoundError(f"{root}: the folder contains no images")

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        image = self.loader(self.samples[_vision.number(index, len(self))])
        return [image if self.transform is None else self.transform(image)]


def _tensors(batch):
    """Return what a collate function made, with NumPy arrays as tensors and tuples as lists, as Paddle does."""
    if isinstance(batch, dict):
        return {key: _tensors(value) for key, value in batch.items()}
    if isinstance(batch, (list, tuple)):
        return [_tensors(value) for value in batch]
    return to_tensor(batch) if hasattr(batch, "__array_interface__") else batch


class DataLoader(_data.loader(made)):
    """Iterates over a dataset in batches."""

    def __init__(self, dataset, feed_list=None, places=None, return_list=True, batch_sampler=None, batch_size=1,
                 shuffle=False, drop_last=False, collate_fn=None, num_workers=0, **kwargs):
        if type(dataset) is TensorDataset:
            dataset = _data.TensorDataset(*dataset.tensors)
        super().__init__(dataset, batch_size, shuffle, batch_sampler=batch_sampler, drop_last=drop_last,
                         collate_fn=None if collate_fn is None else lambda samples: _tensors(collate_fn(samples)))

    def __call__(self):
        return iter(self)


def image_tensor(image, data_format="CHW"):
    x = _vision.to_tensor(image, Tensor, data_format)
    return x if data_format == "CHW" else op["moveaxis"](x, -3, -1)


def normalize_image(image, mean, std, data_format="CHW"):
    """Return an image with each channel normalised to (x - mean) / std.

    Pictures become tensors of floats, channels first unless data_format is "HWC".
    """
    if not isinstance(image, Array):
        x = _vision.pixels(image)
        x = op["astype"](x if data_format == "HWC" or x.shape[-1] > 4 else op["moveaxis"](x, -1, -3), weir.float32)
        image = made(x)
    return _vision.normalize(image, mean, std, data_format)


def transpose_image(image, order):
    """Return the pixels of an image as a tensor with permuted axes."""
    return made(op["permute_dims"](_vision.pixels(image), tuple(order)))
