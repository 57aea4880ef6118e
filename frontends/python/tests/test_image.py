"""weir.image, and what of neural networks is more in Python than the operator: padding by name."""
import pytest

np = pytest.importorskip("numpy", reason="NumPy is what the values are compared with")

import weir  # noqa: E402
from weir import image  # noqa: E402


def picture(height, width, channels=3, layout="HWC"):
    shape = (height, width, channels) if layout == "HWC" else (channels, height, width)
    return np.arange(height * width * channels, dtype=np.uint8).reshape(shape)


@pytest.mark.parametrize("layout", ["HWC", "CHW"])
def test_crops_and_flips_are_numpys_slices(layout):
    x = picture(6, 8, layout=layout)
    w = weir.asarray(x)
    rows, columns = (slice(1, 4), slice(2, 7))
    part = x[rows, columns] if layout == "HWC" else x[:, rows, columns]
    assert np.array_equal(image.crop(w, 1, 2, 3, 5, layout=layout), part)
    middle = x[2:4, 3:5] if layout == "HWC" else x[:, 2:4, 3:5]
    assert np.array_equal(image.center_crop(w, 2, layout=layout), middle)
    height, width = (0, 1) if layout == "HWC" else (1, 2)
    assert np.array_equal(image.hflip(w, layout=layout), np.flip(x, width))
    assert np.array_equal(image.vflip(w, layout=layout), np.flip(x, height))


def test_one_number_is_the_shorter_side():
    assert image.resize(weir.asarray(picture(6, 12)), 3).shape == (3, 6, 3)
    assert image.resize(weir.asarray(picture(12, 6)), 3).shape == (6, 3, 3)
    assert image.resize(weir.asarray(picture(12, 6)), (5, 7)).shape == (5, 7, 3)


def test_the_mean_of_a_picture_stays():
    x = np.full((10, 14, 3), 77, np.uint8)
    for mode in ("nearest", "bilinear", "bicubic", "area"):
        y = np.asarray(image.resize(weir.asarray(x), (4, 23), mode=mode))
        assert y.dtype == np.uint8 and (y == 77).all()


def test_half_the_size_is_the_mean_of_four():
    x = np.random.default_rng(1).integers(0, 256, (8, 6, 2)).astype(np.uint8)
    four = x.reshape(4, 2, 3, 2, 2).astype(float).mean(axis=(1, 3))
    assert np.array_equal(image.resize(weir.asarray(x), (4, 3), mode="area"), np.floor(four + 0.5).astype(np.uint8))


def test_floats_with_the_channels_in_front():
    x = picture(4, 5)
    y = np.asarray(image.to_tensor(weir.asarray(x)))
    assert y.dtype == np.float32 and np.allclose(y, x.transpose(2, 0, 1) / 255)
    mean, std = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
    wanted = ((x / 255 - mean) / std).transpose(2, 0, 1)
    assert np.allclose(image.normalize(weir.asarray(x), mean, std), wanted, atol=1e-6)
    batch = np.stack([x, x])
    assert np.allclose(image.normalize(weir.asarray(batch), mean, std)[1], wanted, atol=1e-6)


def test_normalize_takes_what_to_tensor_gives():
    picture = weir.asarray([[[0, 51, 102], [255, 204, 153]]], dtype="uint8")  # 1 x 2, three channels
    mean, std = [0.5, 0.4, 0.3], [0.5, 0.25, 0.1]
    once = weir.image.normalize(picture, mean, std)
    twice = weir.image.normalize(weir.image.to_tensor(picture), mean, std)
    assert once.shape == twice.shape == (3, 1, 2)
    assert weir.allclose(once, twice, atol=1e-6)
    with pytest.raises(ValueError, match=r"mean has shape \(2,\); expected \(3,\)"):
        weir.image.normalize(picture, [0.5, 0.5], [1, 1])


def test_a_key_is_a_choice():
    w = weir.asarray(picture(20, 30))
    first = np.asarray(image.random_crop(w, (5, 6), key=3))
    assert first.shape == (5, 6, 3)
    assert np.array_equal(first, image.random_crop(w, (5, 6), key=3))
    crops = {np.asarray(image.random_crop(w, 5, key=(7, i))).tobytes() for i in range(30)}
    assert len(crops) > 20
    mask = weir.asarray(picture(20, 30, 1))
    assert np.array_equal(np.asarray(image.random_crop(mask, 4, key=9))[..., 0] * np.uint8(3),  # wraps, as the picture did
                          np.asarray(image.random_crop(w, 4, key=9))[..., 0])
    flipped = sum(np.array_equal(image.random_hflip(w, key=i), image.hflip(w)) for i in range(200))
    assert 60 < flipped < 140
    assert np.array_equal(image.random_vflip(w, key=1, p=1), image.vflip(w))
    assert np.array_equal(image.random_vflip(w, key=1, p=0), w)


def test_random_crops_reach_all_places_and_stay_inside():
    w = weir.asarray(np.arange(5, dtype=np.uint8).reshape(5, 1, 1))
    tops = {int(image.random_crop(w, (3, 1), key=i)[0, 0, 0].item()) for i in range(100)}
    assert tops == {0, 1, 2}
    padded = np.asarray(image.random_crop(w, (9, 5), key=0, padding=2))
    assert padded.shape == (9, 5, 1) and np.array_equal(padded[2:7, 2], w[:, 0])
    for i in range(50):
        assert image.random_resized_crop(weir.asarray(picture(9, 40)), 6, key=i).shape == (6, 6, 3)
    assert image.random_resized_crop(weir.asarray(picture(1, 40)), 6, key=1, scale=(1, 1)).shape == (6, 6, 3)


@pytest.mark.parametrize("call, part", [
    (lambda w: image.crop(w, 1, 2, 6, 5), r"crop: 6 x 5 at \(1, 2\) is not inside an image of 6 x 8"),
    (lambda w: image.center_crop(w, (7, 2)), "center_crop: 7 x 2 is larger than the image of 6 x 8"),
    (lambda w: image.random_crop(w, 9, key=1), "random_crop: 9 x 9 is larger than the image of 6 x 8"),
    (lambda w: image.random_crop(w, 2, key=1, padding=-1), "padding must be non-negative, not -1"),
    (lambda w: image.hflip(w, layout="NHWC"), "hflip: layout must be 'HWC' or 'CHW', not 'NHWC'"),
    (lambda w: image.vflip(w[0, 0]), r"vflip: an image must have the shape .*, not \(3,\)"),
    (lambda w: image.resize(w, (0, 2)), "image_resize: size=0 is out of range; expected 1"),
    (lambda w: image.random_resized_crop(w, 2, key=1, scale=(2, 1)), r"scale and ratio must be .*, not \(2, 1\)"),
])
def test_what_is_refused(call, part):
    with pytest.raises(ValueError, match=part):
        call(weir.asarray(picture(6, 8)))


def test_a_key_is_an_integer():
    with pytest.raises(TypeError, match="key must be an integer .*, not 1.5"):
        image.random_hflip(weir.asarray(picture(2, 2)), key=1.5)


@pytest.mark.parametrize("kernel, dilation", [(3, 1), (2, 1), (4, 1), (2, 3)])
def test_same_keeps_the_size(kernel, dilation):
    x, k = np.arange(1.0, 8), np.arange(1.0, kernel + 1)
    y = weir.conv(weir.asarray(x).reshape((1, 1, 7)), weir.asarray(k).reshape((1, 1, kernel)), padding="same",
                  dilation=dilation)
    reach = dilation * (kernel - 1)
    wide = np.pad(x, (reach // 2, reach - reach // 2))
    wanted = [sum(wide[i + t * dilation] * k[t] for t in range(kernel)) for i in range(7)]
    assert np.allclose(np.asarray(y).ravel(), wanted)


def test_padding_by_other_names():
    x, k = weir.ones((1, 1, 4)), weir.ones((1, 1, 2))
    assert weir.conv1d(x, k, padding="valid").shape == (1, 1, 3)
    with pytest.raises(ValueError, match="padding must be an integer, a list of integers, 'same' or 'valid', not 'full'"):
        weir.conv(x, k, padding="full")
    with pytest.raises(ValueError, match="padding='same' requires stride 1, not 2"):
        weir.conv(x, k, padding="same", stride=2)


def test_integers_have_no_negative_powers():
    with pytest.raises(ValueError, match="negative powers of integers"):
        weir.asarray([2]) ** -1
    with pytest.raises(weir.AsyncError, match="negative powers of integers"):
        np.asarray(weir.asarray([2, 3]) ** weir.asarray([1, -1]))


def test_a_file_is_read_as_large_as_it_is(tmp_path):
    path = tmp_path / "a.ppm"
    path.write_bytes(b"P6\n2 1\n255\n" + bytes([255, 0, 0, 10, 10, 10]))
    assert weir.image.read(path).tolist() == [[[255, 0, 0], [10, 10, 10]]]
    assert weir.image.read(str(path), channels=1).tolist() == [[[76], [10]]]
    with pytest.raises(ValueError, match="channels is 2, but must be 1, 3, or 0"):
        weir.image.read(path, 2)
    with pytest.raises(OSError, match="No such file"):
        weir.image.read(tmp_path / "absent.png")
