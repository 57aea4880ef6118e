"""Images for training: the code shared by torchvision, gluon.data.vision, paddle.vision and Keras.

An image is a Picture, as read from a file, or an array of a framework.  An image operation is a function of this file
that accepts either and returns the same type.  A transform of a framework is an operation with settings (Step), created
by a line of the framework's table.  Random operations draw from the process's random stream, which can be seeded.  If a
transform does the same to every image, operators gather and transform whole batches of a dataset in memory, without
blocking.

Files are looked up where the framework would have stored them and where Debian installs them; nothing is downloaded.
"""
import os

import weir
from weir._core import Array, asarray
from weir.dialects._arguments import only
from weir.dialects import _data, _gpus
from weir.dialects._tensor_class import Mistake, as_kind, op, plain, quietly

# ---- Images --------------------------------------------------------------------------------------


class Picture:
    """An image as read from a file: a uint8 array of shape (height, width, channels), with the interface of a Pillow
    image."""

    __slots__ = ("array",)

    def __init__(self, array):
        self.array = array

    height = property(lambda self: self.array.shape[-3])
    width = property(lambda self: self.array.shape[-2])
    size = property(lambda self: (self.width, self.height))
    mode = property(lambda self: {1: "L", 3: "RGB", 4: "RGBA"}.get(self.array.shape[-1], "?"))

    def getbands(self):
        return tuple(self.mode)

    def convert(self, mode):
        if mode not in ("L", "RGB"):
            raise Mistake(f"convert: mode must be 'L' or 'RGB', not {mode!r}")
        return grayscale(self, 1) if mode == "L" else Picture(_coloured(self.array))

    def resize(self, size, resample="bilinear"):
        return resize(self, tuple(size)[::-1], _mode(resample))

    def crop(self, box):
        left, top, right, bottom = box
        return crop(self, top, left, bottom - top, right - left)

    def copy(self):
        return Picture(op["copy"](self.array))

    def pixels(self):
        """Return the pixels as a uint8 array: (height, width, channels), or (height, width) for a greyscale image."""
        return self.array[..., 0] if self.array.shape[-1] == 1 else self.array

    def __array__(self, dtype=None, copy=None):
        values = self.pixels().numpy(copy=True)
        return values if dtype is None else values.astype(dtype)

    def __eq__(self, other):
        return isinstance(other, Picture) and self.array.shape == other.array.shape and \
            self.array.tolist() == other.array.tolist()

    __hash__ = None

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        from weir.dialects._table import Missing

        raise Missing(f"Weir's images have no attribute {name}; numpy.asarray(image) returns the pixels")

    def __repr__(self):
        return f"<Picture mode={self.mode} size={self.width}x{self.height}>"


def _coloured(x):
    """Convert an image of shape (..., channels) to three channels: a grey channel is repeated, an alpha channel
    dropped."""
    if x.shape[-1] == 1:
        return op["concat"]([x, x, x], axis=-1)
    return x[..., :3]


def pixels(image):
    """Return the pixels of a Picture, a Pillow image or an array as an array of shape (height, width, channels)."""
    if isinstance(image, Picture):
        return image.array
    x = plain(image if isinstance(image, Array) else asarray(image))
    if x.ndim < 2:
        raise Mistake(f"an image must have shape (height, width) or (height, width, channels), not {tuple(x.shape)}")
    return x[..., None] if x.ndim == 2 else x


def changed(image, change, layout):
    """Return the result of change(pixels, layout), converted to the type of `image`.  The parameter `layout` is used if
    the image is an array; otherwise the layout is "HWC"."""
    if not isinstance(image, Array):
        return Picture(change(pixels(image), "HWC"))
    x, flat = plain(image), image.ndim == 2
    if flat:
        x = x[None] if layout == "CHW" else x[..., None]
    x = change(x, layout)
    if flat:
        x = x[0] if layout == "CHW" else x[..., 0]
    return x if type(image) is Array else as_kind(type(image), x)


# ---- Image operations ----------------------------------------------------------------------------

_MODES = {0: "nearest", 1: "bilinear", 2: "bilinear", 3: "bicubic", "linear": "bilinear"}


def _mode(interpolation):
    """Return Weir's name for an interpolation mode of Pillow (bilinear is 2), OpenCV (bilinear is 1) or a framework."""
    value = getattr(interpolation, "value", interpolation)
    return _MODES.get(value, value)


def resize(image, size, interpolation="bilinear", antialias=True, layout="CHW", max_size=None):
    """Return a resized image.  `size` is (height, width), or the new length of the shorter side."""
    if max_size is not None:
        raise Mistake(f"resize: max_size={max_size} is not supported; pass size=(height, width)")
    size = size if isinstance(size, int) else tuple(size)
    size = size[0] if isinstance(size, tuple) and len(size) == 1 else size
    mode = _mode(interpolation)
    return changed(image, lambda x, order: weir.image.resize(
        x, size, mode=mode, antialias=bool(antialias) and mode in ("bilinear", "bicubic"), layout=order), layout)


def crop(image, top, left, height, width, layout="CHW"):
    return changed(image, lambda x, order: weir.image.crop(x, top, left, height, width, layout=order), layout)


def center_crop(image, size, layout="CHW"):
    """Return the centre of an image, padded with zeros if the image is smaller than `size`."""
    height, width = _square(size)

    def change(x, order):
        tall, wide = x.shape[-3:-1] if order == "HWC" else x.shape[-2:]
        above, beside = max(0, height - tall), max(0, width - wide)
        if above or beside:
            x = pad(x, (beside // 2, above // 2, beside - beside // 2, above - above // 2), layout=order)
        return weir.image.center_crop(x, (height, width), layout=order)

    return changed(image, change, layout)


def hflip(image, layout="CHW"):
    return changed(image, lambda x, order: weir.image.hflip(x, layout=order), layout)


def vflip(image, layout="CHW"):
    return changed(image, lambda x, order: weir.image.vflip(x, layout=order), layout)


def pad(image, padding, fill=0, padding_mode="constant", layout="CHW"):
    """Return a padded image.  `padding` is one width for all sides, a pair (left and right, top and bottom), or (left,
    top, right, bottom)."""
    sides = [padding] * 4 if isinstance(padding, int) else list(padding) * (2 if len(padding) == 2 else 1)
    left, top, right, bottom = sides

    def change(x, order):
        widths = [0] * (2 * x.ndim)
        down, across = (-3, -2) if order == "HWC" else (-2, -1)
        widths[2 * down], widths[2 * down + 1] = top, bottom
        widths[2 * across:2 * across + 2 or None] = left, right
        return op["pad"](x, widths=widths, mode=padding_mode, value=fill)

    return changed(image, change, layout)


def normalize(image, mean, std, layout="CHW"):
    """Return an image with each channel normalised to (x - mean) / std."""
    def change(x, order):
        channels = x.shape[-1 if order == "HWC" else -3]
        each = []
        for v in (mean, std):
            v = [v] if isinstance(v, (int, float)) else list(asarray(v).tolist())
            each.append([float(w) for w in (v * channels if len(v) == 1 else v)])
        return weir.image.normalize(x, *each, layout=order, output_layout=order)

    return changed(image, change, layout)


def grayscale(image, num_output_channels=1, layout="CHW"):
    """Return the luminance of an image in one channel, or repeated in three."""
    def change(x, order):
        axis = -1 if order == "HWC" else -3
        return _grey(x, axis) if num_output_channels == 1 else op["concat"]([_grey(x, axis)] * 3, axis=axis)

    return changed(image, change, layout)


def _grey(x, axis):
    if x.shape[axis] == 1:
        return x
    red, green, blue = (op["astype"](c, weir.float32) for c in op["unstack"](x, axis=axis)[:3])
    grey = 0.299 * red + 0.587 * green + 0.114 * blue
    return op["expand_dims"](_as_pixels(grey, x.dtype), axis if axis == -1 else x.ndim + axis)


def _as_pixels(x, dtype):
    """Return floating-point pixels converted to `dtype`; for uint8 they are rounded and clipped."""
    return op["astype"](op["clip"](weir.around(x), 0, 255), dtype) if dtype == weir.uint8 else op["astype"](x, dtype)


def adjust(image, brightness=1.0, contrast=1.0, saturation=1.0, layout="CHW"):
    """Return an image whose brightness, contrast and saturation are changed by the given factors; a factor of 1 changes
    nothing."""
    def change(x, order):
        dtype, axis = x.dtype, -1 if order == "HWC" else -3
        most = 255.0 if dtype == weir.uint8 else 1.0
        x = op["astype"](x, weir.float32)
        if brightness != 1:
            x = op["clip"](x * brightness, 0, most)
        if contrast != 1:
            mean = op["mean"](_grey(x, axis), axis=(-3, -2, -1), keepdims=True)
            x = op["clip"](x * contrast + mean * (1 - contrast), 0, most)
        if saturation != 1:
            x = op["clip"](x * saturation + _grey(x, axis) * (1 - saturation), 0, most)
        return _as_pixels(x, dtype)

    return changed(image, change, layout)


def to_tensor(image, kind, layout="HWC"):
    """Return an image as an array of class `kind`, with floats in [0, 1] and the channels first."""
    x = plain(image) if isinstance(image, Array) else pixels(image)
    return as_kind(kind, weir.image.to_tensor(x, layout="HWC" if not isinstance(image, Array) else layout))


def to_bytes(image, kind):
    """Return an image as an array of class `kind` with the channels first and unchanged values."""
    return as_kind(kind, op["copy"](op["moveaxis"](pixels(image), -1, -3)))


def to_picture(image, layout="CHW"):
    """Convert an image to a Picture.  An array must contain floats in [0, 1] or uint8 values."""
    if not isinstance(image, Array):
        return Picture(pixels(image))
    x = plain(image)
    x = (x[None] if layout == "CHW" else x[..., None]) if x.ndim == 2 else x
    if x.dtype != weir.uint8:
        x = _as_pixels(op["astype"](x, weir.float32) * 255.0, weir.uint8)
    return Picture(op["moveaxis"](x, -3, -1) if layout == "CHW" else x)


def to_dtype(image, dtype, scale=True):
    """Return an array converted to another dtype; other images are returned unchanged.

    If `scale` is true, a conversion between integers and floats maps [0, 255] to [0, 1] or back.
    """
    if not isinstance(image, Array):
        return image
    floats = dtype.kind == "f"
    if not scale or floats == (image.dtype.kind == "f"):
        return op["astype"](image, dtype)
    return op["astype"](image, dtype) / 255 if floats else op["astype"](image * 255.999, dtype)


# ---- Random image operations ---------------------------------------------------------------------


def chance():
    """Return a random generator for one image, seeded from the process's random stream."""
    return weir.image._Choices(quietly(lambda: op["integers"](0, 1 << 62, shape=(), dtype=weir.int64).item()))


def _key():
    return chance()._state >> 2


def _square(size):
    size = (size, size) if isinstance(size, int) else tuple(size)
    return size * 2 if len(size) == 1 else size


def random_hflip(image, p=0.5, layout="CHW"):
    return hflip(image, layout) if chance().uniform() < p else image


def random_vflip(image, p=0.5, layout="CHW"):
    return vflip(image, layout) if chance().uniform() < p else image


def random_crop(image, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant", layout="CHW"):
    height, width = _square(size)
    if padding:
        image = pad(image, padding, fill, padding_mode, layout)

    def change(x, order):
        if pad_if_needed:
            tall, wide = x.shape[-3:-1] if order == "HWC" else x.shape[-2:]
            x = pad(x, (max(0, width - wide), max(0, height - tall)), fill, padding_mode, order) \
                if height > tall or width > wide else x
        return weir.image.random_crop(x, (height, width), key=_key(), layout=order)

    return changed(image, change, layout)


def random_resized_crop(image, size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation="bilinear", antialias=True,
                        layout="CHW"):
    return changed(image, lambda x, order: weir.image.random_resized_crop(
        x, _square(size), key=_key(), scale=tuple(scale), ratio=tuple(ratio), mode=_mode(interpolation),
        antialias=antialias, layout=order), layout)


def jitter(image, brightness=0, contrast=0, saturation=0, hue=0, layout="CHW"):
    """Return an image adjusted by random factors.  Each setting is a pair, the range of the factor, or a number v,
    which means the range from 1 - v to 1 + v."""
    if hue:
        raise Mistake(f"hue={hue} is not supported; use brightness, contrast and saturation")
    choose = chance()
    factors = [choose.uniform(*((max(0.0, 1 - v), 1 + v) if isinstance(v, (int, float)) else v))
               for v in (brightness, contrast, saturation)]
    return adjust(image, *factors, layout=layout)


def random_grayscale(image, p=0.1, layout="CHW"):
    if chance().uniform() >= p:
        return image
    channels = pixels(image).shape[-1] if not isinstance(image, Array) else image.shape[-3 if layout == "CHW" else -1]
    return grayscale(image, channels, layout)


# ---- Transforms: image operations with settings --------------------------------------------------


class Step:
    """A transform: an image operation with settings.  `alike` is true if the transform does the same to every image."""

    def __init__(self, name, change, alike=True, **settings):
        self._name, self._change, self.alike, self._settings = name, change, alike, settings

    def __call__(self, image, *rest):
        image = self._change(image, **self._settings)
        return (image, *rest) if rest else image

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._settings:
            raise AttributeError(f"{self.__dict__.get('_name', 'the transform')} has no attribute {name!r}")
        return self._settings[name]

    def __repr__(self):
        shown = (f"{k}={v!r}" for k, v in self._settings.items() if v is not None and k not in ("layout", "kind"))
        return f"{self._name}({', '.join(shown)})"


def by_chance(name, change, **settings):
    """Create and return a transform that draws random values for each image."""
    return Step(name, change, alike=False, **settings)


def classes(*modules):
    """In these modules, replace each function that creates a Step with a class, so that isinstance and subclassing
    work."""
    made = {}
    for module in modules:
        for name, make in list(vars(module).items()):
            if name[:1].isupper() and type(make) is type(classes):
                if make not in made:
                    made[make] = _class(name, make, f"weir.dialects.{module.__name__}")
                setattr(module, name, made[make])


def _class(name, make, home):
    def __init__(self, *args, **kwargs):
        step = make(*args, **kwargs)
        self.__dict__.update(step.__dict__)
        self._name = type(self).__name__

    return type(name, (Step,), {"__init__": __init__, "__module__": home, "__doc__": f"The transform {name}."})


class Compose:
    """A composition of transforms, applied in order."""

    def __init__(self, transforms):
        self.transforms = list(transforms)

    @property
    def alike(self):
        return all(getattr(t, "alike", False) for t in self.transforms)

    def __call__(self, image):
        for transform in self.transforms:
            image = transform(image)
        return image

    def __len__(self):
        return len(self.transforms)

    def __getitem__(self, index):
        return self.transforms[index]

    def __repr__(self):
        return "Compose(\n" + "".join(f"    {t}\n" for t in self.transforms) + ")"


class Lambda:
    """A transform that calls a function."""

    alike = False

    def __init__(self, lambd):
        if not callable(lambd):
            raise TypeError(f"Lambda: expected a callable, not {type(lambd).__name__}")
        self.lambd = lambd

    def __call__(self, image):
        return self.lambd(image)

    def __repr__(self):
        return "Lambda()"


class RandomApply(Compose):
    """Applies its transforms (a list or a single one) in order with probability p; otherwise returns the image
    unchanged."""

    alike = False

    def __init__(self, transforms, p=0.5):
        super().__init__(transforms if isinstance(transforms, (list, tuple)) else [transforms])
        self.p = p

    def __call__(self, image):
        return super().__call__(image) if chance().uniform() < self.p else image


class RandomChoice(Compose):
    """Applies one of its transforms, chosen at random."""

    alike = False

    def __call__(self, image):
        return self.transforms[chance().below(len(self))](image)


class RandomOrder(Compose):
    """Applies all of its transforms in random order."""

    alike = False

    def __call__(self, image):
        for i in op["permutation"](len(self)).tolist():
            image = self.transforms[i](image)
        return image


# ---- Datasets ------------------------------------------------------------------------------------


def stored(name, folders, train):
    """Return weir.data's MNIST or FashionMNIST from the first folder that contains it; Fashion-MNIST is also looked up
    where Debian installs it."""
    first = f"{'train' if train else 't10k'}-images-idx3-ubyte"
    folders = [os.path.expanduser(os.fspath(folder)) for folder in folders]
    for folder in folders:
        if any(os.path.exists(os.path.join(folder, first + end)) for end in ("", ".gz")):
            return getattr(weir.data, name)(folder, train)
    package = ""
    if name == "FashionMNIST":
        try:
            return weir.data.FashionMNIST(None, train)
        except OSError:
            package = "install the Debian or Ubuntu package dataset-fashion-mnist, or "
    raise Mistake(f"{name}: {first} or {first}.gz was not found in {' or '.join(folders)}; files are not downloaded; "
                  f"{package}put the four files of {name} (train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, "
                  f"t10k-images-idx3-ubyte.gz, t10k-labels-idx1-ubyte.gz) into {folders[0]}")


def number(index, n):
    """Return the index, or index + n if it is negative.  Raise IndexError, which ends iteration, if it is out of
    bounds."""
    index = index.__index__()
    if not -n <= index < n:
        raise IndexError(f"index {index} is out of bounds for a dataset with {n} sample{'s' * (n != 1)}")
    return index % n


def rows(x, index):
    """Return the rows of an array selected by a slice or an index array."""
    return x[index] if isinstance(index, slice) else op["take"](x, _gpus.beside(index, x), axis=0)


class Stored(_data.Dataset):
    """A dataset of greyscale images in memory, an array of shape (n, height, width), and their labels."""

    def __init__(self, data, targets, transform=None, target_transform=None):
        self.data, self.targets = data, targets
        self.transform, self.target_transform = transform, target_transform

    def __len__(self):
        return self.data.shape[0]

    def _label(self, index):
        return self.targets[index].item() if isinstance(self.targets, Array) else int(self.targets[index])

    def _labels(self, index):
        return rows(self.targets, index)

    def __getitem__(self, index):
        index = number(index, len(self))
        image, label = Picture(plain(self.data)[index][..., None]), self._label(index)
        if self.transform is not None:
            image = self.transform(image)
        return image, label if self.target_transform is None else self.target_transform(label)

    @property
    def gathers(self):
        """Whether rows() can be used: it must return the same batch as stacking the samples."""
        own = type(self).__getitem__ is Stored.__getitem__ and isinstance(self.targets, Array)
        return own and self.target_transform is None and getattr(self.transform, "alike", False)

    def rows(self, index):
        image = self.transform(Picture(rows(plain(self.data), index)[..., None]))
        return (image if isinstance(image, Array) else _data.stacked([image], None)), self._labels(index)

    def __repr__(self):
        return f"Dataset {type(self).__name__}\n    Number of datapoints: {len(self)}"


_ENDS = (".png", ".jpg", ".jpeg", ".ppm", ".pgm")


def listed(root, extensions=None, is_valid_file=None):
    """Return the class names, one for each folder in root, and a list of (path, class index) for the images below
    root."""
    root = os.path.expanduser(os.fspath(root))
    classes = sorted(entry.name for entry in os.scandir(root) if entry.is_dir())
    found = [(path, label) for label, name in enumerate(classes)
             for path in files(os.path.join(root, name), extensions, is_valid_file)]
    if not found:
        raise FileNotFoundError(f"{root}: no subfolder contains images ({', '.join(extensions or _ENDS)}); each "
                                "subfolder is a class")
    return classes, found


def files(folder, extensions=None, is_valid_file=None):
    """Return the sorted paths of the images in a folder and its subfolders."""
    found = []
    for where, inner, names in os.walk(folder, followlinks=True):
        inner.sort()
        for path in (os.path.join(where, name) for name in sorted(names)):
            if is_valid_file(path) if is_valid_file else path.lower().endswith(tuple(extensions or _ENDS)):
                found.append(path)
    return found


def read(path):
    """Read an image file; return it as an RGB Picture."""
    return Picture(weir.image.read(path, 3))


class Folder(_data.Dataset):
    """A dataset of image files in folders; each folder in root is a class."""

    def __init__(self, root, transform=None, target_transform=None, loader=read, is_valid_file=None, extensions=None):
        self.root, self.loader = root, loader or read
        self.transform, self.target_transform = transform, target_transform
        self.classes, self.samples = listed(root, extensions, is_valid_file)
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        self.imgs, self.targets = self.samples, [label for _, label in self.samples]

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        path, label = self.samples[number(index, len(self))]
        image = self.loader(path)
        if self.transform is not None:
            image = self.transform(image)
        return image, label if self.target_transform is None else self.target_transform(label)


# ---- Display -------------------------------------------------------------------------------------


@only(scale_each=(False,))
def make_grid(images, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0):
    """Arrange images of shape (n, channels, height, width) in a grid with `nrow` images in each row; return the grid as
    one image."""
    if not isinstance(images, Array):
        images = op["stack"](list(images))
    kind, x = type(images), plain(images)
    x = x[None, None] if x.ndim == 2 else x[None] if x.ndim == 3 else x
    if x.shape[1] == 1:
        x = op["concat"]([x, x, x], axis=1)
    if normalize:
        low, high = value_range or (op["min"](x), op["max"](x))
        x = (op["clip"](x, low, high) - low) / op["maximum"](asarray(high - low), 1e-5)
    n, channels, height, width = x.shape
    across = min(nrow, n)
    down = -(-n // across)
    grid = weir.full((channels, down * (height + padding) + padding, across * (width + padding) + padding), pad_value,
                     dtype=x.dtype)
    for i in range(n):
        top, left = (padding + i // across * (height + padding), padding + i % across * (width + padding))
        grid[:, top:top + height, left:left + width] = x[i]
    return grid if kind is Array else as_kind(kind, grid)
