"""save and load: npy and npz files, alone and with NumPy on the other side."""
import io
import os
import zipfile

import pytest
import weir

DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 "
          "complex128").split()
SHAPES = [(), (0,), (1,), (5,), (2, 3), (3, 0, 2), (2, 1, 3, 2)]


def ramp(dtype, shape):
    count = 1
    for n in shape:
        count *= n
    numbers = [i % 2 if dtype == "bool" else i for i in range(count)]
    return weir.reshape(weir.asarray(numbers, dtype=dtype), shape)


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


@pytest.fixture(autouse=True)
def no_failure_is_left():
    yield
    getattr(weir, "clear_errors", lambda: None)()


# ---- Alone ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_round_trip(tmp_path, dtype, shape):
    x = ramp(dtype, shape)
    weir.save(tmp_path / "x.npy", x)
    assert same(weir.load(tmp_path / "x.npy"), x)
    assert same(weir.load(str(tmp_path / "x.npy")), x)
    for mode in "r", "c":
        assert same(weir.load(tmp_path / "x.npy", mmap_mode=mode), x)
    file = io.BytesIO()
    weir.save(file, x)
    file.seek(0)
    assert same(weir.load(file), x)
    assert file.read() == b""  # all of it was read, and nothing more


def test_several_arrays_follow_each_other_in_one_file():
    file = io.BytesIO()
    for i in range(4):
        weir.save(file, weir.asarray([i] * i))
    file.seek(0)
    for i in range(4):
        assert weir.load(file).tolist() == [i] * i


def test_the_ending_is_added(tmp_path):
    weir.save(tmp_path / "x", [1, 2])
    weir.savez(tmp_path / "y", [1, 2])
    weir.save(os.fsencode(tmp_path / "z"), [1.5])
    assert sorted(os.listdir(tmp_path)) == ["x.npy", "y.npz", "z.npy"]


def test_views_are_saved_row_major(tmp_path):
    x = weir.permute_dims(ramp("float32", (2, 3)), axes=(1, 0))
    weir.save(tmp_path / "x", x)
    assert weir.load(tmp_path / "x.npy").tolist() == x.tolist()


@pytest.mark.parametrize("how", [weir.savez, weir.savez_compressed])
def test_archives(tmp_path, how):
    x, y = ramp("float64", (300, 7)), ramp("int8", (3,))
    how(tmp_path / "a", x, y=y, z=2.5)
    with weir.load(tmp_path / "a.npz") as a:
        assert a.files == ["arr_0", "y", "z"] and len(a) == 3 and "y" in a and "y.npy" in a
        assert same(a["arr_0"], x) and same(a["y"], y) and a["z"].item() == 2.5
        assert {k: v.shape for k, v in a.items()} == {"arr_0": (300, 7), "y": (3,), "z": ()}
        with pytest.raises(KeyError):
            a["w"]
    file = io.BytesIO()
    how(file, x=x)
    file.seek(0)
    assert same(weir.load(file)["x"], x)


def test_names_given_twice_are_refused(tmp_path):
    with pytest.raises(ValueError, match="arr_0"):
        weir.savez(tmp_path / "a", [1], arr_0=[2])


def test_bfloat16_has_no_place_in_npy(tmp_path):
    with pytest.raises(TypeError, match="bfloat16.*float32"):
        weir.save(tmp_path / "x", weir.asarray([1.0], dtype="bfloat16"))
    assert os.listdir(tmp_path) == []


def test_streams_without_an_end_are_read():
    class Trickle:
        """Neither seekable nor buffered; a few bytes at a time."""

        def __init__(self, data):
            self.file = io.BytesIO(data)

        def read(self, n):
            return self.file.read(min(n, 7))

    file = io.BytesIO()
    weir.save(file, ramp("int32", (4, 5)))
    assert same(weir.load(Trickle(file.getvalue())), ramp("int32", (4, 5)))


# ---- Mapping ----------------------------------------------------------------------------------------


def test_mapped_weights_are_used_by_queued_work(tmp_path):
    weir.save(tmp_path / "w", ramp("float32", (64, 64)))
    w = weir.load(tmp_path / "w.npy", mmap_mode="r")
    y = w
    for _ in range(20):
        y = y + w
    del w
    assert y.tolist() == (ramp("float32", (64, 64)) * 21).tolist()


def test_modes_of_mapping(tmp_path):
    path = tmp_path / "w.npy"
    weir.save(path, [1.0, 2.0])
    read = weir.load(path, mmap_mode="r")
    with pytest.raises(ValueError, match="read-only"):
        read += 1
    private = weir.load(path, mmap_mode="c")
    private += 1
    assert private.tolist() == [2, 3] and weir.load(path).tolist() == [1, 2]
    shared = weir.load(path, mmap_mode="r+")
    shared += 1
    assert shared.tolist() == [2, 3] and weir.load(path).tolist() == [2, 3]
    with pytest.raises(ValueError, match="mmap_mode must be .*, not 'w'"):
        weir.load(path, mmap_mode="w")


def test_a_mapping_ends_with_its_last_use(tmp_path):
    weir.save(tmp_path / "w", ramp("float32", (1000,)))
    before = open("/proc/self/maps").read().count("w.npy") if os.path.exists("/proc/self/maps") else 0
    for _ in range(50):
        (weir.load(tmp_path / "w.npy", mmap_mode="r") + 1).wait()
    if os.path.exists("/proc/self/maps"):
        from test_exchange import soon

        assert soon(lambda: open("/proc/self/maps").read().count("w.npy") <= before + 1)


# ---- What can go wrong ------------------------------------------------------------------------------


def npy(header, data=b"", version=(1, 0)):
    length = len(header).to_bytes(2 if version[0] == 1 else 4, "little")
    return b"\x93NUMPY" + bytes(version) + length + header + data


@pytest.mark.parametrize(
    "content, says",
    [
        (b"", "empty"),
        (b"hello world", "not an npy or npz file.*hello"),
        (b"\x93NUMPY", "of the version are missing"),
        (b"\x93NUMPY\x04\x00\x10\x00", "version 4.0"),
        (b"\x93NUMPY\x01\x00\x10\x00{}", "14 bytes of the header are missing"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff", "header of 4294967295 bytes"),
        (npy(b"{'descr': '<f4'}"), "lacks fortran_order, shape"),
        (npy(b"[1, 2]"), "not a dict"),
        (npy(b"{'descr': "), "cannot be read"),
        (npy(b"__import__('os').abort()"), "cannot be read"),
        (npy(b"(" * 60000), "cannot be read"),
        (npy(b"{'descr': '|O', 'fortran_order': False, 'shape': (2,)}"), "Python objects"),
        (npy(b"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}"), "structured arrays"),
        (npy(b"{'descr': '<U3', 'fortran_order': False, 'shape': (2,)}"), "'<U3'"),
        (npy(b"{'descr': '', 'fortran_order': False, 'shape': (2,)}"), "''"),
        (npy(b"{'descr': '<<f4', 'fortran_order': False, 'shape': (2,)}"), "'<<f4'"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}"), "shape"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': [2]}"), "shape"),
        (npy(b"{'descr': '<f4', 'fortran_order': 2, 'shape': (2,)}"), "fortran_order must be True or False, not 2"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", b"1234567"), "file is truncated.*8 bytes"),
        (npy(b"{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}", b"1234567"), "file is truncated"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2**70,)}"), "cannot be read"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (9000000000000000000, 9)}"), "file is truncated"),
        (b"PK\x03\x04 and then nothing", "not a valid npz"),
    ],
)
def test_bad_files_say_what_is_wrong(tmp_path, content, says):
    path = tmp_path / "bad.npy"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=says) as error:
        weir.load(path)
    assert "bad.npy" in str(error.value)
    with pytest.raises(ValueError):
        weir.load(io.BytesIO(content))


def test_a_file_cut_anywhere_is_refused(tmp_path):
    file = io.BytesIO()
    weir.save(file, ramp("float64", (3,)))
    whole = file.getvalue()
    path = tmp_path / "cut.npy"
    for n in range(len(whole)):
        path.write_bytes(whole[:n])
        for mode in None, "r":
            with pytest.raises(ValueError):
                weir.load(path, mmap_mode=mode)


def test_an_archive_cut_or_changed_is_refused():
    file = io.BytesIO()
    weir.savez_compressed(file, x=ramp("float64", (300,)))
    whole = file.getvalue()
    for n in range(0, len(whole), 7):
        with pytest.raises(ValueError):
            weir.load(io.BytesIO(whole[:n]))
    middle = bytearray(whole)
    middle[len(whole) // 3] ^= 255
    with pytest.raises(ValueError):
        weir.load(io.BytesIO(bytes(middle)))["x"]
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("notes.txt", "hello")
    other.seek(0)
    with pytest.raises(ValueError, match="notes.txt: not an npy"):
        weir.load(other)["notes.txt"]


def test_files_that_are_not_there():
    with pytest.raises(FileNotFoundError):
        weir.load("no such file.npy")
    with pytest.raises(FileNotFoundError):
        weir.save("no such folder/x", [1])


def test_a_failed_save_leaves_what_there_was(tmp_path):
    weir.save(tmp_path / "x", [1, 2])
    with pytest.raises(TypeError):
        weir.savez(tmp_path / "x.npy", [1], bad=object())
    bad = weir.asarray([0, 1])
    bad = weir.take(bad, weir.asarray([5]) + 0, axis=0)  # out of range, found in flight
    with pytest.raises(weir.AsyncError):
        weir.save(tmp_path / "x", bad)
    with pytest.raises(weir.AsyncError):
        weir.savez(tmp_path / "z", weir.asarray([1]), bad)
    assert os.listdir(tmp_path) == ["x.npy"] and weir.load(tmp_path / "x.npy").tolist() == [1, 2]


def test_a_full_disk_leaves_what_there_was(tmp_path, monkeypatch):
    import builtins

    weir.save(tmp_path / "x", [1, 2])
    real = open

    def full(path, *args):
        file = real(path, *args)

        class Full:
            def write(self, data):
                file.write(bytes(data)[:5])
                raise OSError(28, "no space")

            def close(self):
                file.close()

        return Full()

    monkeypatch.setattr(builtins, "open", full)
    with pytest.raises(OSError, match="no space"):
        weir.save(tmp_path / "x", [3, 4])
    monkeypatch.undo()
    assert os.listdir(tmp_path) == ["x.npy"] and weir.load(tmp_path / "x.npy").tolist() == [1, 2]


# ---- With NumPy -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_reads_ours(tmp_path, dtype):
    np = pytest.importorskip("numpy")
    for shape in SHAPES:
        x = ramp(dtype, shape)
        weir.save(tmp_path / "x", x)
        y = np.load(tmp_path / "x.npy")
        assert y.dtype.name == dtype and y.shape == shape and y.tobytes() == x.tobytes()
    weir.savez_compressed(tmp_path / "z", ramp(dtype, (2, 3)), b=ramp(dtype, (4,)))
    with np.load(tmp_path / "z.npz") as z:
        assert z["arr_0"].tolist() == ramp(dtype, (2, 3)).tolist()
        assert z["b"].tolist() == ramp(dtype, (4,)).tolist()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_we_read_numpys(tmp_path, dtype, version):
    np = pytest.importorskip("numpy")
    path = tmp_path / "x.npy"
    for shape in SHAPES:
        x = np.array(ramp(dtype, shape))
        for y in x, np.asfortranarray(x), x.T, x.astype(x.dtype.newbyteorder(">")):
            with open(path, "wb") as file:
                np.lib.format.write_array(file, y, version=version)
            ours = weir.load(path)
            assert ours.dtype.name == dtype and ours.shape == y.shape and ours.tolist() == y.tolist()
            if y.dtype.isnative:
                assert weir.load(path, mmap_mode="r").tolist() == y.tolist()
    ours = weir.load(path)
    weir.copy(weir.zeros_like(ours), out=ours)  # what was loaded may be written
    assert not any(ours.tolist()[0][0][0])


def test_we_read_numpys_archives(tmp_path):
    np = pytest.importorskip("numpy")
    for how in np.savez, np.savez_compressed:
        how(tmp_path / "z", np.arange(6).reshape(2, 3), b=np.asfortranarray(np.eye(3)), o=np.array([None]))
        with weir.load(tmp_path / "z.npz") as z:
            assert z["arr_0"].tolist() == [[0, 1, 2], [3, 4, 5]] and z["b"].tolist() == np.eye(3).tolist()
            with pytest.raises(ValueError, match="Python objects"):
                z["o"]
