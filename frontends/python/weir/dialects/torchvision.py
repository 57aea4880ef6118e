"""The torchvision dialect: datasets and transforms."""
import os

import weir
from weir.dialects import _table, _vision, torch
from weir.dialects._tensor_class import as_kind
from weir.dialects._vision import Step, by_chance

Tensor = torch.Tensor


class InterpolationMode:
    """Interpolation modes."""

    NEAREST, NEAREST_EXACT, BILINEAR, BICUBIC = "nearest", "nearest-exact", "bilinear", "bicubic"


class MNIST(_vision.Stored):
    """MNIST, images of handwritten digits; the files are in root/MNIST/raw, root/MNIST or root."""

    _name, classes = "MNIST", [f"{i} - {word}" for i, word in enumerate(
        "zero one two three four five six seven eight nine".split())]

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        root = os.fspath(root)
        own = os.path.join(root, self._name)
        found = _vision.stored(self._name, [os.path.join(own, "raw"), own, root], train)
        super().__init__(as_kind(Tensor, found.images), as_kind(Tensor, found.labels), transform, target_transform)
        self.root, self.train = root, train

    @property
    def class_to_idx(self):
        return {name: i for i, name in enumerate(self.classes)}


class FashionMNIST(MNIST):
    """Fashion-MNIST; the files are in root/FashionMNIST/raw, root/FashionMNIST, root, or where Debian installs them."""

    _name, classes = "FashionMNIST", list(weir.data._datasets._FASHION)


class DatasetFolder(_vision.Folder):
    """A dataset of files in folders, read by `loader`; each folder in root is a class."""

    def __init__(self, root, loader, extensions=None, transform=None, target_transform=None, is_valid_file=None):
        super().__init__(root, transform, target_transform, loader, is_valid_file, extensions)


def _bytes(path, mode="UNCHANGED"):
    channels = {"UNCHANGED": 0, "GRAY": 1, "RGB": 3}.get(str(mode), 0)
    return _vision.to_bytes(weir.image.read(path, channels), Tensor)


TABLE = """
== torchvision
__version__ = "0.17.0+weir"
- models: write the network with torch.nn, and load your weights with torch.load and load_state_dict
- ops: use torch.nn.functional

== torchvision.datasets
here: MNIST FashionMNIST DatasetFolder
ImageFolder = _vision.Folder
- CIFAR10 CIFAR100 SVHN STL10 KMNIST EMNIST ImageNet CocoDetection VOCDetection VOCSegmentation: use MNIST,
    FashionMNIST, ImageFolder for your own images, or write a torch.utils.data.Dataset
- FakeData: use torch.rand in a torch.utils.data.TensorDataset

== torchvision.datasets.folder
here: DatasetFolder
ImageFolder = _vision.Folder
default_loader(path) = _vision.read(path)

== torchvision.transforms, torchvision.transforms.v2
here: InterpolationMode
Compose = _vision.Compose
Lambda = _vision.Lambda
RandomApply = _vision.RandomApply
RandomChoice = _vision.RandomChoice
RandomOrder = _vision.RandomOrder
ToTensor() = Step("ToTensor", _vision.to_tensor, kind=Tensor, layout="CHW")
PILToTensor() = Step("PILToTensor", _vision.to_bytes, kind=Tensor)
ToPILImage(mode=None) = Step("ToPILImage", _vision.to_picture)
ConvertImageDtype(dtype) = Step("ConvertImageDtype", _vision.to_dtype, dtype=dtype)
Resize(size, interpolation="bilinear", max_size=None, antialias=True) = Step("Resize", _vision.resize, size=size,
    interpolation=interpolation, antialias=antialias, max_size=max_size)
CenterCrop(size) = Step("CenterCrop", _vision.center_crop, size=size)
Pad(padding, fill=0, padding_mode="constant") = Step("Pad", _vision.pad, padding=padding, fill=fill,
    padding_mode=padding_mode)
Normalize(mean, std, inplace=False) = Step("Normalize", _vision.normalize, mean=mean, std=std)
Grayscale(num_output_channels=1) = Step("Grayscale", _vision.grayscale, num_output_channels=num_output_channels)
RandomHorizontalFlip(p=0.5) = by_chance("RandomHorizontalFlip", _vision.random_hflip, p=p)
RandomVerticalFlip(p=0.5) = by_chance("RandomVerticalFlip", _vision.random_vflip, p=p)
RandomCrop(size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant") = by_chance("RandomCrop",
    _vision.random_crop, size=size, padding=padding, pad_if_needed=pad_if_needed, fill=fill, padding_mode=padding_mode)
RandomResizedCrop(size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation="bilinear", antialias=True) =
    by_chance("RandomResizedCrop", _vision.random_resized_crop, size=size, scale=scale, ratio=ratio,
    interpolation=interpolation, antialias=antialias)
RandomGrayscale(p=0.1) = by_chance("RandomGrayscale", _vision.random_grayscale, p=p)
ColorJitter(brightness=0, contrast=0, saturation=0, hue=0) = by_chance("ColorJitter", _vision.jitter,
    brightness=brightness, contrast=contrast, saturation=saturation, hue=hue)
- RandomRotation RandomAffine RandomPerspective ElasticTransform: use flips, crops and ColorJitter, or Lambda with
    your own function
- RandomErasing GaussianBlur AutoAugment RandAugment TrivialAugmentWide FiveCrop TenCrop: use Lambda with
    your own function

== torchvision.transforms.v2
ToImage() = Step("ToImage", _vision.to_bytes, kind=Tensor)
ToDtype(dtype, scale=False) = Step("ToDtype", _vision.to_dtype, dtype=dtype, scale=scale)

== torchvision.transforms.functional, torchvision.transforms.v2.functional
here: InterpolationMode
to_tensor(pic) = _vision.to_tensor(pic, Tensor, "CHW")
pil_to_tensor(pic) = _vision.to_bytes(pic, Tensor)
to_pil_image(pic, mode=None) = _vision.to_picture(pic)
convert_image_dtype(image, dtype) = _vision.to_dtype(image, dtype)
resize(img, size, interpolation="bilinear", max_size=None, antialias=True) = _vision.resize(img, size, interpolation,
    antialias, max_size=max_size)
center_crop(img, output_size) = _vision.center_crop(img, output_size)
crop(img, top, left, height, width) = _vision.crop(img, top, left, height, width)
pad(img, padding, fill=0, padding_mode="constant") = _vision.pad(img, padding, fill, padding_mode)
normalize(tensor, mean, std, inplace=False) = _vision.normalize(tensor, mean, std)
hflip(img) = _vision.hflip(img)
vflip(img) = _vision.vflip(img)
rgb_to_grayscale(img, num_output_channels=1) = _vision.grayscale(img, num_output_channels)
to_grayscale(img, num_output_channels=1) = _vision.grayscale(img, num_output_channels)
adjust_brightness(img, brightness_factor) = _vision.adjust(img, brightness=brightness_factor)
adjust_contrast(img, contrast_factor) = _vision.adjust(img, contrast=contrast_factor)
adjust_saturation(img, saturation_factor) = _vision.adjust(img, saturation=saturation_factor)
- rotate affine perspective: use flips and crops

== torchvision.utils
make_grid(tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0) =
    _vision.make_grid(tensor, nrow, padding, normalize, value_range, scale_each, pad_value)
- save_image: use matplotlib.image.imsave with make_grid(...).permute(1, 2, 0).numpy()

== torchvision.io
read_image(path, mode="UNCHANGED") = _bytes(path, mode)
"""

_modules = _table.speak("torchvision", TABLE, globals(), records=True).modules
_vision.classes(_modules["torchvision.transforms"], _modules["torchvision.transforms.v2"])
