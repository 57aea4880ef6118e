"""test_dialect_vision.py - pictures under the names of the frameworks: torchvision, gluon.data.vision, paddle.vision, tf.image.

SPDX-License-Identifier: Apache-2.0
"""
import os

import pytest

from clothes import HOMES, clothes
from test_dialect_scripts import script  # noqa: F401 (a fixture)
from test_dialects import python


def folder(where):
    """Pictures of three sizes in two classes, a.ppm grey and b.ppm red."""
    for name, colour, size in (("cat/a.ppm", (90, 90, 90), (6, 8)), ("cat/b.ppm", (255, 0, 0), (4, 9)),
                               ("dog/c.ppm", (0, 0, 255), (5, 5))):
        path = where / "pets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"P6\n%d %d\n255\n" % size[::-1] + bytes(colour) * (size[0] * size[1]))


# ---- Finding it ----------------------------------------------------------------------------------


def test_torchvision_comes_and_goes_with_torch():
    python("""
        import sys
        from weir import dialects
        assert dialects.install("torch", shadow=True) == ["torch", "torchvision"]
        import torchvision.transforms.v2 as v2
        from torchvision.transforms import Compose, functional
        import torch, weir
        assert isinstance(v2.functional.to_tensor(weir.zeros((2, 2, 3), "uint8")), torch.Tensor)
        dialects.uninstall("torch")
        assert not {"torch", "torchvision"} & set(sys.modules) and dialects.install("d2l", shadow=True) == ["d2l"]
    """)


def test_a_real_one_is_left_alone_unless_asked(tmp_path):
    """And ours does not stand beside a real torch, whose tensors it does not make."""
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    (tmp_path / "torch.py").write_text("mark = True")
    alone = """
        from weir import dialects
        assert not {"torch", "torchvision"} & set(dialects.install())
        try:
            import torchvision
            raise SystemExit("no error")
        except ImportError:
            pass
        assert {"torch", "torchvision"} <= set(dialects.install(shadow=True))
        import torchvision.datasets
    """
    python(alone, PYTHONPATH=path)
    (tmp_path / "torch.py").unlink()
    (tmp_path / "torchvision.py").write_text("mark = True")
    python("""
        from weir import dialects
        assert "torchvision" not in dialects.install()
        import torchvision
        assert torchvision.mark
        dialects.install("torchvision", shadow=True)
        import torchvision
        assert not hasattr(torchvision, "mark")
    """, PYTHONPATH=path)


# ---- Files ---------------------------------------------------------------------------------------


def test_where_there_are_no_files_it_says_what_to_do(script):  # noqa: F811
    pytest.importorskip("numpy")
    script("""
        import mxnet, paddle, tensorflow as tf, torchvision
        for ask, folder in (
                (lambda: torchvision.datasets.MNIST("data", download=True), "data/MNIST/raw"),
                (lambda: mxnet.gluon.data.vision.MNIST(), "/.mxnet/datasets/mnist"),
                (lambda: paddle.vision.datasets.MNIST(download=True), "/.cache/paddle/dataset/mnist"),
                (lambda: tf.keras.datasets.mnist.load_data(), "/.keras/datasets/mnist")):
            try:
                ask()
                raise SystemExit("no error")
            except RuntimeError as error:
                text = str(error)
                assert "train-images-idx3-ubyte.gz was not found in" in text and "files are not downloaded" in text
                assert f"t10k-labels-idx1-ubyte.gz) into " in text and text.endswith(folder), text
        for ask in (lambda: torchvision.datasets.CIFAR10, lambda: torchvision.models,
                    lambda: torchvision.transforms.RandomRotation, lambda: paddle.vision.models,
                    lambda: mxnet.gluon.data.vision.CIFAR10):
            try:
                ask()
                raise SystemExit("no error")
            except AttributeError as error:
                assert "; use " in str(error) or "load your weights" in str(error), error
    """)


def test_the_frameworks_own_folders_come_first(script, tmp_path):  # noqa: F811
    pytest.importorskip("numpy")
    clothes(tmp_path, *HOMES, n=30)
    script("""
        import mxnet, paddle, tensorflow as tf, torchvision
        sets = [torchvision.datasets.FashionMNIST("data"), mxnet.gluon.data.vision.FashionMNIST(),
                paddle.vision.datasets.FashionMNIST(), tf.keras.datasets.fashion_mnist.load_data()[0][0]]
        assert [len(s) for s in sets] == [30] * 4
        import numpy as np
        where = ".keras/datasets/mnist.npz"
        np.savez(where, **{f"{k}_{part}": np.full((3, 2, 2), 7, "uint8") for k in "xy" for part in ("train", "test")})
        assert tf.keras.datasets.mnist.load_data()[1][0].shape == (3, 2, 2)
    """)


def test_pictures_in_folders(script, tmp_path):  # noqa: F811
    pytest.importorskip("numpy")
    folder(tmp_path)
    script("""
        import mxnet, paddle, tensorflow as tf, torch
        from torchvision import datasets, io, transforms
        data = datasets.ImageFolder("pets", transforms.Compose([transforms.Resize((4, 4)), transforms.ToTensor()]))
        assert data.classes == ["cat", "dog"] and data.class_to_idx == {"cat": 0, "dog": 1}
        assert data.targets == [0, 0, 1] and [len(p) for p in data.imgs] == [2] * 3
        X, y = next(iter(torch.utils.data.DataLoader(data, batch_size=3)))
        assert X.shape == (3, 3, 4, 4) and y.tolist() == [0, 0, 1] and X[1, :, 0, 0].tolist() == [1, 0, 0]
        assert [label for _, label in data] == [0, 0, 1]           # iteration ends
        picture, _ = datasets.ImageFolder("pets")[0]
        assert picture.size == (8, 6) and picture.mode == "RGB" and picture.convert("L").mode == "L"
        assert io.read_image("pets/cat/b.ppm").shape == (3, 4, 9)
        try:
            datasets.ImageFolder("pets/cat")
            raise SystemExit("no error")
        except FileNotFoundError as error:
            assert "each subfolder is a class" in str(error)

        data = mxnet.gluon.data.vision.ImageFolderDataset("pets")
        assert data.synsets == ["cat", "dog"] and data[1][0].shape == (4, 9, 3) and data[2][1] == 1
        assert mxnet.image.imresize(data[0][0], 3, 2).shape == (2, 3, 3)

        data = paddle.vision.datasets.DatasetFolder("pets", transform=paddle.vision.transforms.ToTensor())
        assert data[0][0].shape == [3, 6, 8] and data[2][1] == 1
        assert len(paddle.vision.datasets.ImageFolder("pets")) == 3

        data = tf.keras.utils.image_dataset_from_directory("pets", image_size=(5, 7), batch_size=2, shuffle=False)
        assert data.class_names == ["cat", "dog"]
        assert [(x.shape, y.numpy().tolist()) for x, y in data] == [((2, 5, 7, 3), [0, 0]), ((1, 5, 7, 3), [1])]
        parts = [tf.keras.utils.image_dataset_from_directory("pets", validation_split=0.34, subset=s, seed=1)
                 for s in ("training", "validation")]
        assert [sum(len(y) for _, y in p) for p in parts] == [2, 1]
        assert tf.io.decode_image(tf.io.read_file("pets/cat/b.ppm")).shape == (4, 9, 3)
    """)


# ---- Transforms ----------------------------------------------------------------------------------


def test_batches_are_the_samples_stacked(script, tmp_path):  # noqa: F811
    """Where the same is done to every picture, a batch is gathered and changed as a whole."""
    pytest.importorskip("numpy")
    clothes(tmp_path, *HOMES, n=30)
    script("""
        import mxnet, numpy as np, paddle, torch
        from mxnet.gluon.data.vision import transforms as mt
        from paddle.vision import transforms as pt
        from torchvision import datasets, transforms as tt
        def check(data, loader, make):
            X, y = next(iter(loader(data)))
            samples = [data[i] for i in range(8)]
            assert np.array_equal(X.numpy() if hasattr(X, "numpy") else X.asnumpy(),
                                  np.stack([np.asarray(make(s[0])) for s in samples]))
            assert np.asarray(y).reshape(-1).tolist() == [int(s[1]) for s in samples]
            assert data.gathers
        change = tt.Compose([tt.Pad(2), tt.Resize(20), tt.CenterCrop((16, 18)), tt.ToTensor(), tt.Normalize(0.5, 0.5)])
        data = datasets.FashionMNIST("data", transform=change)
        check(data, lambda d: torch.utils.data.DataLoader(d, 8), lambda x: x.numpy())
        part = torch.utils.data.Subset(data, range(5, 20))
        check(part, lambda d: torch.utils.data.DataLoader(d, 8), lambda x: x.numpy())
        assert data[0][0].shape == (1, 16, 18)
        data = mxnet.gluon.data.vision.FashionMNIST().transform_first(
            mt.Compose([mt.Resize((20, 10)), mt.ToTensor(), mt.Normalize(0.5, 0.5), mt.Cast("float16")]))
        check(data, lambda d: mxnet.gluon.data.DataLoader(d, 8), lambda x: x.asnumpy())
        assert data[0][0].shape == (1, 10, 20)                                  # MXNet says (width, height)
        data = paddle.vision.datasets.FashionMNIST(transform=pt.Compose([pt.Resize((9, 11)), pt.ToTensor()]))
        check(data, lambda d: paddle.io.DataLoader(d, batch_size=8), lambda x: x.numpy())

        # One's own class, or a change by chance, is asked for samples.
        class Own(datasets.FashionMNIST):
            def __getitem__(self, index):
                image, label = super().__getitem__(index)
                return image + 1, label, index
        X, y, index = next(iter(torch.utils.data.DataLoader(Own("data", transform=tt.ToTensor()), 4)))
        assert X.min() == 1 and index.tolist() == [0, 1, 2, 3]
        data = datasets.FashionMNIST("data", transform=tt.Compose([tt.RandomHorizontalFlip(0.5), tt.ToTensor()]))
        assert not data.gathers and next(iter(torch.utils.data.DataLoader(data, 4)))[0].shape == (4, 1, 28, 28)
        data.data, data.targets = data.data[:6], data.targets[:6]
        assert len(data) == 6 and len(torch.utils.data.DataLoader(data, 4)) == 2
        data = datasets.FashionMNIST("data", transform=tt.ToTensor(), target_transform=lambda y: -y)
        assert data[1][1] == -7 == next(iter(torch.utils.data.DataLoader(data, 4)))[1][1]
        try:
            next(iter(torch.utils.data.DataLoader(datasets.FashionMNIST("data"), 4)))
            raise SystemExit("no error")
        except RuntimeError as error:
            assert "convert them to tensors with a transform such as ToTensor" in str(error)
    """)


def test_transforms_change_pictures_and_tensors(script):  # noqa: F811
    pytest.importorskip("numpy")
    script("""
        import numpy as np, pickle, torch
        from torchvision import transforms as T
        from torchvision.transforms import functional as F, v2
        rng = np.random.default_rng(0)
        pixels = rng.integers(0, 256, (12, 10, 3), dtype=np.uint8)
        x = T.ToTensor()(pixels)
        assert x.shape == (3, 12, 10) and np.allclose(x.numpy(), pixels.transpose(2, 0, 1) / 255)
        picture = T.ToPILImage()(x)
        assert np.array_equal(np.asarray(picture), pixels) and picture.size == (10, 12)
        assert np.array_equal(np.asarray(F.hflip(picture)), pixels[:, ::-1])
        assert np.array_equal(F.vflip(x).numpy(), x.numpy()[:, ::-1])
        assert T.Resize(5)(x).shape == (3, 6, 5) and T.Resize(5)(picture).size == (5, 6)
        assert T.Resize((4, 7), T.InterpolationMode.NEAREST)(x).shape == (3, 4, 7)
        assert F.pad(x, (1, 2, 3, 4), fill=9).shape == (3, 18, 14) and F.pad(x, 1, fill=9)[0, 0, 0] == 9
        assert np.array_equal(F.pad(x, 2, padding_mode="reflect").numpy()[0],
                              np.pad(x.numpy()[0], 2, mode="reflect"))
        assert F.pad(picture, (1, 2)).size == (12, 16)
        assert T.Normalize([1.0, 2.0, 3.0], 2.0)(torch.ones(3, 2, 2))[:, 0, 0].tolist() == [0, -0.5, -1]
        assert T.CenterCrop((15, 4))(x).shape == (3, 15, 4) and T.CenterCrop((15, 4))(x)[0, 0].sum() == 0
        grey = pixels @ [0.299, 0.587, 0.114]
        assert np.abs(np.asarray(T.Grayscale()(picture)) - grey).max() <= 0.51
        assert np.allclose(T.Grayscale(3)(x)[2].numpy(), grey / 255, atol=1e-6)
        assert np.allclose(F.adjust_brightness(x, 0.5).numpy(), x.numpy() / 2)
        assert np.abs(F.adjust_saturation(x, 0.0)[0].numpy() - grey / 255).max() < 1e-6
        for change in (T.RandomCrop(8, padding=2), T.RandomResizedCrop(8), T.RandomVerticalFlip(), T.ColorJitter(0.3, 0.3),
                       T.RandomApply([T.CenterCrop(8)], p=0.5), T.RandomChoice([T.CenterCrop(8), T.CenterCrop(6)]),
                       T.RandomOrder([T.CenterCrop(8), T.RandomHorizontalFlip()]), T.RandomGrayscale(0.5)):
            torch.manual_seed(3)
            one = [change(x) for _ in range(4)]
            torch.manual_seed(3)
            assert all(torch.equal(a, change(x)) for a in one), change
            assert type(one[0]) is torch.Tensor and change(picture).mode == "RGB"
        crops = {tuple(T.RandomCrop(3)(x).flatten().tolist()) for _ in range(20)}
        assert len(crops) > 5
        v = v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])
        assert torch.equal(v(pixels), x) and T.PILToTensor()(picture).dtype == torch.uint8
        assert T.ConvertImageDtype(torch.uint8)(x).float().sub(torch.tensor(pixels.transpose(2, 0, 1)).float()).abs().max() <= 1
        assert T.Compose([T.Lambda(lambda t: t * 2), torch.flatten])(torch.ones(1, 2)).tolist() == [2, 2]
        again = pickle.loads(pickle.dumps(T.Compose([T.Resize((4, 4)), T.ToTensor()])))
        assert again(picture).shape == (3, 4, 4) and "Resize(size=(4, 4)" in repr(again) and again.transforms[0].size == (4, 4)
        assert isinstance(T.ToTensor(), T.ToTensor) and T.ToTensor is v2.ToTensor
        class Twice(T.Resize):
            def __call__(self, image):
                return super().__call__(super().__call__(image))
        assert Twice(5)(x).shape == (3, 6, 5) and repr(Twice(5)).startswith("Twice(size=5")
        try:
            T.RandomCrop(50)(x)
            raise SystemExit("no error")
        except ValueError as error:
            assert "50 x 50 is larger than the image of 12 x 10" in str(error)
        try:
            picture.rotate(90)
            raise SystemExit("no error")
        except AttributeError as error:
            assert "images have no attribute rotate; numpy.asarray" in str(error)
    """)


def test_transforms_agree_with_pillow(script):  # noqa: F811
    pytest.importorskip("PIL")
    script("""
        import numpy as np, torch
        from PIL import Image
        from torchvision import transforms as T
        pixels = np.random.default_rng(0).integers(0, 256, (40, 30, 3), dtype=np.uint8)
        image = Image.fromarray(pixels)
        assert np.array_equal(T.ToTensor()(image).numpy(), T.ToTensor()(pixels).numpy())
        ours, theirs = np.asarray(T.Resize((13, 17))(image)), np.asarray(image.resize((17, 13), Image.BILINEAR))
        assert np.abs(ours.astype(int) - theirs).max() <= 1
        assert T.Resize(15)(image).size == (15, 20)
        assert np.array_equal(np.asarray(T.CenterCrop(20)(image)), pixels[10:30, 5:25])
    """)


def test_tensorflow_datasets_and_pictures(script):  # noqa: F811
    pytest.importorskip("numpy")
    script("""
        import numpy as np, tensorflow as tf
        D = tf.data.Dataset
        rows = D.from_tensor_slices(({"a": [1, 2, 3], "b": np.ones((3, 2), "float32")}, [0, 1, 0]))
        batch, label = next(iter(rows.batch(2)))
        assert batch["a"].numpy().tolist() == [1, 2] and batch["b"].shape == (2, 2) and label.shape == (2,)
        assert [e["a"].numpy() for e, _ in rows.batch(2).unbatch()] == [1, 2, 3]
        assert next(iter(rows.shuffle(3).map(lambda f, y: f).batch(3)))["b"].shape == (3, 2)
        both = D.zip((D.range(3), D.range(3).map(lambda v: v * 10)))
        assert [(int(a), int(b)) for a, b in both] == [(0, 0), (1, 10), (2, 20)]
        assert [int(v) for v in D.range(2).concatenate(D.range(1)).skip(1)] == [1, 0]
        def order():
            tf.random.set_seed(4)
            return [int(v) for v in D.range(50).map(lambda v: v + 0).shuffle(10)]
        assert order() == order() != list(range(50)) and sorted(order()) == list(range(50))
        assert all(v <= i + 9 for i, v in enumerate(order()))         # the buffer holds ten
        assert int(D.range(5).reduce(0, lambda s, v: s + v)) == 10
        assert [s.upper() for s in D.from_tensor_slices(["a", "b"])] == ["A", "B"]
        try:
            D.from_tensor_slices((np.ones(3), np.ones(4)))
            raise SystemExit("no error")
        except ValueError as error:
            assert "different numbers of rows: [3, 4]" in str(error)
        x = np.arange(24, dtype="uint8").reshape(4, 6, 1)
        assert np.array_equal(tf.image.flip_left_right(x), x[:, ::-1]) and tf.image.resize(x, (2, 3)).dtype == tf.float32
        assert tf.image.resize(x, (2, 6), preserve_aspect_ratio=True).shape == (2, 3, 1)
        assert tf.image.resize_with_crop_or_pad(x, 6, 4).shape == (6, 4, 1) == tf.image.resize_with_pad(x, 6, 4).shape
        assert tf.image.random_crop(x, (2, 2, 1)).shape == (2, 2, 1)
        assert tf.image.convert_image_dtype(x, tf.float32).numpy().max() == np.float32(23 / 255)
        assert abs(tf.image.per_image_standardization(x).numpy().std() - 1) < 1e-5
        flip = tf.keras.layers.RandomFlip("horizontal")
        many = np.repeat(x[None], 40, axis=0).astype("float32")
        assert np.array_equal(flip(many, training=False), many)
        flipped = sum(np.array_equal(p, x[:, ::-1]) for p in flip(tf.constant(many), training=True).numpy())
        assert 5 < flipped < 35
        assert tf.keras.layers.Rescaling(2.0, offset=1.0)(x[None]).numpy().max() == 47
    """)
