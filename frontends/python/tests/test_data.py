"""weir.data: datasets and loaders; the same batches whoever makes them, and workers that end."""
import gc
import gzip
import os
import pickle
import random
import signal
import struct
import subprocess
import sys
import textwrap
import time
import zlib
from collections import namedtuple

import pytest

import weir
from weir.data import (
    ArrayDataset, ConcatDataset, CSVDataset, DataLoader, Dataset, FashionMNIST, ImageFolder, IterableDataset, MNIST, Subset,
    WorkerError, default_collate, progress, random_split, read_idx, transforms, worker_info,
)

try:
    import numpy as np
except ImportError:
    np = None

needs_numpy = pytest.mark.skipif(np is None, reason="NumPy is not installed")
Pair = namedtuple("Pair", "x y")


class Squares(Dataset):
    """Samples (i, [i, i * i])."""

    def __init__(self, n=10):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return i, weir.asarray([float(i), float(i * i)])


class Big(Dataset):
    """Samples that are worth shared memory."""

    def __len__(self):
        return 12

    def __getitem__(self, i):
        return {"x": weir.full((64, 64), float(i)), "name": f"n{i}"}


class Noise(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return random.random(), weir.random.random()


class Bad(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        if i == 5:
            raise LookupError(f"no sample {i}")
        return i


class Fatal(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        if i == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return i


class Who(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, i):
        info = worker_info()
        return (-1, 0) if info is None else (info.id, info.count)


class Slow(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        time.sleep(60)


class Stream(IterableDataset):
    def __init__(self, n=10):
        self.n = n

    def __iter__(self):
        return iter(range(self.n))


class Shards(Stream):
    def shard(self, worker, count):
        return range(worker, self.n, count)


def lists(loader):
    return [[x.tolist() if isinstance(x, weir.Array) else x for x in (b if isinstance(b, tuple) else (b,))] for b in loader]


def is_gone(pid):
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):  # reaped, maybe while the file was being read
        return True


def wait_until(condition):
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


# ---- Datasets ------------------------------------------------------------------------------------


def test_arrays_are_rows():
    data = ArrayDataset(weir.arange(10), label=weir.arange(10) * 2)
    assert len(data) == 10 and data.fields == ("0", "label")
    x, y = data[-1]
    assert (x.item(), y.item(), x.shape) == (9, 18, ())
    assert data[2:5][1].tolist() == [4, 6, 8]
    assert data[[7, 1]][0].tolist() == [7, 1]
    with pytest.raises(IndexError, match="index 10 is out of bounds for a dataset with 10 samples"):
        data[10]
    with pytest.raises(ValueError, match="array 1 has 3 rows"):
        ArrayDataset([1, 2], [1, 2, 3])
    again = pickle.loads(pickle.dumps(data))
    assert again.fields == data.fields and again[3][1].item() == 6


def test_changing_a_batch_leaves_the_data():
    data = ArrayDataset(weir.arange(4))
    for x in DataLoader(data, 4):
        x[:] = 0
    assert data[0:4][0].tolist() == [0, 1, 2, 3]


def idx(array_bytes, *shape):
    return struct.pack(">BBBB", 0, 0, 8, len(shape)) + struct.pack(f">{len(shape)}I", *shape) + array_bytes


@pytest.mark.usefixtures("reads_gzip")
def test_mnist_plain_and_packed(tmp_path):
    images, labels = idx(bytes(range(24)), 4, 2, 3), idx(bytes([3, 1, 4, 1]), 4)
    for part in ("train", "t10k"):
        (tmp_path / f"{part}-images-idx3-ubyte.gz").write_bytes(gzip.compress(images))
        (tmp_path / f"{part}-labels-idx1-ubyte").write_bytes(labels)
    data = MNIST(tmp_path, train=False)
    assert data.images.shape == (4, 2, 3) and data.labels.tolist() == [3, 1, 4, 1]
    image, label = FashionMNIST(tmp_path)[2]
    assert image.tolist() == [[12, 13, 14], [15, 16, 17]] and label.item() == 4
    assert FashionMNIST(tmp_path).classes[9] == "Ankle boot"
    assert read_idx(tmp_path / "train-labels-idx1-ubyte").dtype == weir.uint8
    assert len(pickle.loads(pickle.dumps(data))) == 4
    with pytest.raises(Exception, match="neither train-images.* was found"):
        MNIST(tmp_path / "nowhere")


def test_csv_that_is_torn(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,b\n1,\0\n")
    with pytest.raises(ValueError, match="t.csv:2: column b has '"):
        CSVDataset(path)
    path.write_bytes(b'"say ""a, b""",b\n"x ""1"", 2",3\n')
    assert CSVDataset(path, columns=["b"])[0][0].tolist() == [3.0]


def test_csv(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,kind\n1,2,0\n3,,1\n")
    with pytest.raises(ValueError, match=r"t.csv:3: column b is empty"):
        CSVDataset(path)
    data = CSVDataset(path, "kind", ["a"], target_dtype=weir.int64)
    assert data.x.tolist() == [[1], [3]] and data.y.tolist() == [0, 1] and data.y.dtype == weir.int64
    data = CSVDataset(path, missing="nan", dtype="float64")
    assert data.x.dtype == weir.float64 and str(data.x[1, 1].item()) == "nan"
    with pytest.raises(ValueError, match="no column 'z'; the columns are a, b, kind"):
        CSVDataset(path, "z")
    path.write_text("1;2\n3;4")
    data = CSVDataset(path, target=1, header=False, delimiter=";")
    assert data.y.tolist() == [2, 4]
    assert pickle.loads(pickle.dumps(data)).x.tolist() == [[1], [3]]


def png(rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width = len(rows), len(rows[0]) // 3
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.fixture
def folder(tmp_path):
    for name, value in (("b/1.pgm", 10), ("b/2.pgm", 20), ("a/x.pgm", 30)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"P5 3 2 255\n" + bytes([value] * 6))
    return tmp_path


def test_image_folder(folder):
    data = ImageFolder(folder, channels=1)
    assert data.classes == ("a", "b") and len(data) == 3
    batches = lists(DataLoader(data, 2))
    assert [b[1] for b in batches] == [[0, 1], [1]]
    assert [b[0][0][0][0] for b in batches] == [[30], [20]]
    assert ImageFolder(folder, size=(4, 5))[0][0].shape == (4, 5, 3)
    (folder / "a" / "bad.pgm").write_bytes(b"P5 3 2 255\n")
    batches = list(DataLoader(ImageFolder(folder, size=(2, 3)), 2))
    with pytest.raises(weir.AsyncError, match="a/bad.pgm: the file ends before its last pixel"):
        batches[0][0].tolist()
    assert batches[1][0].shape == (2, 2, 3, 3) and batches[1][0].tolist()


def test_png(folder):
    (folder / "a" / "x.png").write_bytes(png([[255, 0, 0, 1, 2, 3, 9, 9, 9], [0, 0, 0, 0, 0, 0, 4, 5, 6]]))
    data = Subset(ImageFolder(folder), [1])
    try:
        image = data[0][0].tolist()
    except weir.AsyncError as error:
        assert "install libpng" in str(error)
        pytest.skip(str(error))
    assert image == [[[255, 0, 0], [1, 2, 3], [9, 9, 9]], [[0, 0, 0], [0, 0, 0], [4, 5, 6]]]


@pytest.mark.parametrize("base", [ArrayDataset(weir.arange(10)), Squares()])
def test_parts(base):
    def first(sample):
        x = sample[0]
        return x if isinstance(x, int) else x.item()

    parts = random_split(base, [0.5, 0.3, 0.2], seed=4)
    assert [len(p) for p in parts] == [5, 3, 2]
    assert sorted(first(p[i]) for p in parts for i in range(len(p))) == list(range(10))
    again = random_split(base, [5, 3, 2], seed=4)
    assert [p.indices for p in parts] == [p.indices for p in again]
    both = ConcatDataset([Subset(base, [3, 1]), base])
    assert len(both) == 12 and [first(both[i]) for i in (0, 1, 2, -1)] == [3, 1, 0, 9]
    batch = next(iter(DataLoader(both, 3)))
    assert (batch[0] if isinstance(batch, tuple) else batch).tolist() == [3, 1, 0]
    assert len(base + base) == 20
    with pytest.raises(ValueError, match="must add up to 10, not"):
        random_split(base, [5, 4])


# ---- Loaders -------------------------------------------------------------------------------------


def test_orders_are_those_of_the_library():
    native, python = ArrayDataset(weir.arange(10)), Squares()
    a = DataLoader(native, 4, shuffle=True, seed=7)
    b = DataLoader(python, 4, shuffle=True, seed=7)
    for _ in range(3):
        assert [x.tolist() for x in a] == [x.tolist() for x, _ in b]
    assert sorted(sum((x.tolist() for x in a), [])) == list(range(10))
    assert lists(DataLoader(native, 4, shuffle=True, seed=8)) != lists(DataLoader(native, 4, shuffle=True, seed=7))


@pytest.mark.parametrize("data", [ArrayDataset(weir.arange(10)), Squares(), Stream()])
@pytest.mark.parametrize("prefetch", [None, 0, 3])
def test_last_batch(data, prefetch):
    batches = lists(DataLoader(data, 4, prefetch=prefetch))
    sizes = [len(batch[0]) for batch in batches]
    assert sizes == [4, 4, 2]
    assert len(list(DataLoader(data, 4, drop_last=True, prefetch=prefetch))) == 2


@pytest.mark.parametrize("data", [ArrayDataset(weir.arange(10)), Squares()])
def test_resuming(data):
    loader = DataLoader(data, 2, shuffle=True, seed=3)
    epochs = [lists(loader) for _ in range(3)]
    loader = DataLoader(data, 2, shuffle=True, seed=3)
    list(loader)
    assert loader.state_dict() == {"seed": 3, "epoch": 1, "batch": 0}
    for i, _ in enumerate(loader):
        if i == 2:
            state = loader.state_dict()
            break
    assert state == {"seed": 3, "epoch": 1, "batch": 3}
    other = DataLoader(data, 2, shuffle=True)
    other.load_state_dict(state)
    assert lists(other) == epochs[1][3:] and lists(other) == epochs[2]


@pytest.mark.parametrize("data", [ArrayDataset(weir.zeros(8)), Subset(Noise(), range(8))])
def test_transforms_draw_from_the_loaders_numbers(data):
    def noisy(x, *rest):
        return x + weir.random.random(x.shape)

    def run(prefetch):
        weir.random.seed(prefetch)
        field = DataLoader(Subset(data, range(8)), 3, seed=5, prefetch=prefetch, transform=noisy,
                           collate_fn=None if data._native else lambda s: weir.zeros(len(s)))
        return lists(field)

    assert run(0) == run(4)


def test_transform_errors_reach_the_loop():
    def bad(x):
        raise KeyError("transform")

    with pytest.raises(KeyError, match="transform"):
        list(DataLoader(ArrayDataset(weir.arange(4)), 2, transform=bad))
    calls = []

    def late(x):
        calls.append(1)
        if len(calls) > 1:
            raise KeyError("late")
        return x

    batches = iter(DataLoader(ArrayDataset(weir.arange(4)), 2, transform=late))
    assert next(batches).tolist() == [0, 1]
    with pytest.raises(KeyError, match="late"):
        next(batches)
    with pytest.raises(TypeError, match="must return 2 arrays"):
        list(DataLoader(ArrayDataset(weir.arange(4), weir.arange(4)), 2, transform=lambda x, y: x))


def test_loops_may_be_nested_and_left():
    loader = DataLoader(ArrayDataset(weir.arange(4)), 2)
    pairs = [(x.tolist(), y.tolist()) for x in loader for y in loader]
    assert len(pairs) == 4
    for x in loader:
        break
    assert [x.tolist() for x in loader] == [[0, 1], [2, 3]]


def test_nothing_is_recorded():
    w = weir.ones(2)
    w.attach_grad()
    with weir.autograd.record():
        for x in DataLoader(ArrayDataset(weir.ones((4, 2))), 2, transform=lambda x: x * w):
            loss = weir.sum(x)
    assert not getattr(loss, "requires_grad", False)


def test_augmentation():
    x = weir.reshape(weir.arange(2 * 4 * 4, dtype=weir.uint8), (2, 4, 4))
    step = transforms.Compose(transforms.RandomCrop(4, padding=1), transforms.RandomFlip(), transforms.Normalize(0.5, 2))
    image, label = step(x, weir.arange(2))
    assert image.shape == (2, 1, 4, 4) and image.dtype == weir.float32 and label.tolist() == [0, 1]
    assert transforms.Resize(2)(x).shape == (2, 2, 2)
    assert transforms.RandomFlip(1.0)(x).tolist() == x[:, :, ::-1].tolist()
    assert "p=0.5" in repr(step)


def test_wrong_arguments():
    data = Squares()
    for kwargs, words in (({"batch_size": 0}, "batch_size must be .*, not 0"), ({"num_workers": -1}, "num_workers must be .*, not -1"),
                          ({"prefetch": 65}, "prefetch must be .*, not 65")):
        with pytest.raises(ValueError, match=words):
            DataLoader(data, **kwargs)
    with pytest.raises(ValueError, match="not supported for an IterableDataset"):
        DataLoader(Stream(), shuffle=True)
    with pytest.raises(TypeError, match="must define __len__"):
        DataLoader(iter([1]))
    with pytest.raises(TypeError, match=r"no len\(\)"):
        len(DataLoader(Stream()))


# ---- Collating -----------------------------------------------------------------------------------


def test_collate_goes_through_structures():
    batch = default_collate([Pair(1, {"a": weir.zeros(2), "s": "x"}), Pair(2, {"a": weir.ones(2), "s": "y"})])
    assert isinstance(batch, Pair) and batch.x.tolist() == [1, 2] and batch.x.dtype == weir.int64
    assert batch.y["a"].tolist() == [[0, 0], [1, 1]] and batch.y["s"] == ["x", "y"]
    assert default_collate([[1.5, True], [2.5, False]])[1].dtype == weir.bool
    with pytest.raises(ValueError, match=r"sample 1 of the batch is float32 of shape \(3,\), but the first is float32 of shape \(2,\)"):
        default_collate([weir.zeros(2), weir.zeros(3)])
    with pytest.raises(ValueError, match="different numbers of fields"):
        default_collate([(1, 2), (1,)])


@needs_numpy
def test_collate_takes_numpy():
    samples = [(np.arange(6, dtype=np.int16).reshape(2, 3).T + i, np.float32(i), np.array(i)) for i in range(3)]
    x, s, z = default_collate(samples)
    assert x.dtype == weir.int16 and x.shape == (3, 3, 2) and x[2].tolist() == samples[2][0].tolist()
    assert s.dtype == weir.float32 and s.tolist() == [0, 1, 2] and z.tolist() == [0, 1, 2]


# ---- Worker processes ----------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["spawn", pytest.param("fork", marks=pytest.mark.forks)])
def test_workers_make_the_same_batches(start):
    here = DataLoader(Squares(), 3, shuffle=True, seed=2)
    there = DataLoader(Squares(), 3, shuffle=True, seed=2, num_workers=2, start=start)
    for _ in range(2):
        assert lists(here) == lists(there)
    pids = [p.pid for p in there._workers.processes]
    assert len(pids) == 2
    del there
    gc.collect()
    wait_until(lambda: all(map(is_gone, pids)))


@pytest.mark.cpu
@pytest.mark.forks
def test_shared_batches_outlive_their_workers():
    loader = DataLoader(Big(), 4, num_workers=2, start="fork")
    batches = list(loader)
    loader.close()
    for i, batch in enumerate(batches):
        assert batch["name"] == [f"n{i * 4 + j}" for j in range(4)]
        assert batch["x"].shape == (4, 64, 64)
        assert weir.mean(batch["x"], axis=(1, 2)).tolist() == [i * 4 + j for j in range(4)]
        batch["x"][0] = 7  # ours: nobody else has it
    weir.waitall()
    with open("/proc/self/maps") as f:
        assert "weir-batch" in f.read()
    del batch, batches
    gc.collect()

    def unmapped():
        with open("/proc/self/maps") as f:
            return "weir-batch" not in f.read()

    wait_until(unmapped)


@pytest.mark.forks
def test_batches_that_are_kept_hold_no_files():
    loader = DataLoader(Big(), 1, num_workers=1, start="fork")
    next(iter(loader))
    files = len(os.listdir("/proc/self/fd"))
    kept = list(loader)
    assert len(os.listdir("/proc/self/fd")) <= files
    assert [float(batch["x"][0, 0, 0]) for batch in kept] == list(range(12))
    loader.close()


@pytest.mark.forks
def test_random_numbers_do_not_depend_on_workers():
    state = random.getstate()
    runs = [lists(DataLoader(Noise(), 2, seed=9, num_workers=n, start="fork")) for n in (0, 1, 2)]
    assert runs[0] == runs[1] == runs[2]
    assert random.getstate() == state
    assert lists(DataLoader(Noise(), 2, seed=8)) != runs[0]


@pytest.mark.forks
def test_worker_info():
    assert worker_info() is None
    ids = lists(DataLoader(Who(), 2, num_workers=2, start="fork"))
    assert [b[0] for b in ids] == [[0, 0], [1, 1], [0, 0]] and ids[0][1] == [2, 2]


@pytest.mark.parametrize("workers", [0, *(pytest.param(n, marks=pytest.mark.forks) for n in (1, 3))])
def test_streams(workers):
    expected = [[[0, 1, 2, 3]], [[4, 5, 6, 7]], [[8, 9]]]
    loader = DataLoader(Stream(), 4, num_workers=workers, start="fork")
    assert lists(loader) == expected and lists(loader) == expected


@pytest.mark.forks
def test_sharded_streams():
    loader = DataLoader(Shards(), 2, num_workers=2, start="fork")
    assert lists(loader) == [[[0, 2]], [[1, 3]], [[4, 6]], [[5, 7]], [[8]], [[9]]]
    assert lists(DataLoader(Shards(), 4)) == [[[0, 1, 2, 3]], [[4, 5, 6, 7]], [[8, 9]]]


@pytest.mark.parametrize("workers", [0, 2])
def test_an_exception_comes_in_its_turn(workers):
    seen = []
    with pytest.raises(LookupError, match="no sample 5") as info:
        for x in DataLoader(Bad(), 2, num_workers=workers, start="spawn" if workers else "auto"):
            seen.append(x.tolist())
    assert seen == [[0, 1], [2, 3]]
    if workers:
        assert "in a worker process" in str(info.value.__cause__) and "__getitem__" in str(info.value.__cause__)


@pytest.mark.forks
def test_a_killed_worker_is_named():
    seen = []
    with pytest.raises(WorkerError, match=r"worker 0 .* was killed by signal 9 \(SIGKILL\) while preparing batch 2"):
        for x in DataLoader(Fatal(), 2, num_workers=2, start="fork"):
            seen.append(x.tolist())
    assert seen == [[0, 1], [2, 3]]


class Silent(Exception):
    """Neither its text nor its bytes can be had."""

    def __str__(self):
        raise RuntimeError("no text")

    def __reduce__(self):
        raise RuntimeError("no bytes")


class Odd(Squares):
    def __init__(self, make):
        super().__init__(4)
        self.make = make

    def __getitem__(self, i):
        return self.make(i)


def fail_silently(i):
    raise Silent


@pytest.mark.parametrize("make, error, words", [
    (fail_silently, WorkerError, "Silent: "),
    (lambda i: time.sleep, None, ""),
    (lambda i: (lambda: i), (AttributeError, pickle.PicklingError), "pickle|local object"),
])
@pytest.mark.forks
def test_what_cannot_be_sent_is_told_in_the_loop(make, error, words):
    batches = iter(DataLoader(Odd(make), 2, num_workers=2, start="fork"))
    if error is None:
        assert next(batches) == [time.sleep, time.sleep]
        return
    with pytest.raises(error, match=words) as info:
        next(batches)
    assert "in a worker process" in str(info.value.__cause__)


@pytest.mark.parametrize("make, error, words", [
    (lambda i: {"a": 1} if i % 2 else {"b": 1}, ValueError, "sample 1 of the batch has the keys a, but the first has b"),
    (lambda i: {"a": 1, "b": 1} if i % 2 else {"a": 1}, ValueError, "has the keys a, b, but the first has a"),
    (lambda i: i if i % 2 else (i, i), TypeError, "sample 1 of the batch has type int, but the first has type tuple"),
    (lambda i: "x" if i % 2 else i, TypeError, "sample 1 of the batch has type str, but the first has type int"),
])
def test_samples_that_are_not_alike_are_told(make, error, words):
    with pytest.raises(error, match=words):
        next(iter(DataLoader(Odd(make), 2)))


@needs_numpy
@pytest.mark.forks
def test_a_batch_larger_than_the_machine_is_refused():
    huge = lambda i: np.lib.stride_tricks.as_strided(np.ones(1, "u1"), (1 << 42,), (0,))
    with pytest.raises(MemoryError, match="a batch of 8796093022208 bytes"):
        next(iter(DataLoader(Odd(huge), 2, num_workers=1, start="fork")))


@pytest.mark.cpu
@pytest.mark.forks
def test_a_fork_does_not_read_what_its_parents_workers_send():
    loader = DataLoader(Squares(40), 2, num_workers=2, start="fork")
    batches = iter(loader)
    next(batches)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            with pytest.raises(WorkerError, match="from which this process was forked"):
                next(batches)
            code = 0 if len(lists(loader)) == 20 else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert len(list(batches)) == 19
    loader.close()


@pytest.mark.forks
def test_workers_end_though_a_fork_has_their_sockets():
    loader = DataLoader(Squares(), 2, num_workers=2, start="fork")
    assert len(lists(loader)) == 5
    pids = [p.pid for p in loader._workers.processes]
    pid = os.fork()
    if pid == 0:
        time.sleep(600)
        os._exit(0)
    loader.close()
    try:
        wait_until(lambda: all(map(is_gone, pids)))
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


class Busy:
    """Its workers are busy when the loader is closed."""

    def __init__(self, door):
        self.door = door

    def __len__(self):
        return 8

    def __getitem__(self, i):
        while i > 1 and not self.door.exists():
            time.sleep(0.01)
        return i


@pytest.mark.forks
def test_workers_that_end_late_are_reaped(tmp_path):
    loader = DataLoader(Busy(tmp_path / "door"), 2, num_workers=2, start="fork")
    next(iter(loader))
    pids = [p.pid for p in loader._workers.processes]
    loader.close()
    (tmp_path / "door").touch()
    wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))  # a zombie would be there
    for pid in pids:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


@pytest.mark.forks
def test_leaving_a_loop_keeps_workers():
    loader = DataLoader(Squares(), 2, num_workers=2, start="fork")
    for _ in loader:
        break
    pids = [p.pid for p in loader._workers.processes]
    assert len(lists(loader)) == 5
    assert pids == [p.pid for p in loader._workers.processes]
    loader.close()


@pytest.mark.forks
def test_timeout():
    with pytest.raises(TimeoutError, match="did not deliver batch 0"):
        next(iter(DataLoader(Slow(), 2, num_workers=1, timeout=0.1, start="fork")))


@pytest.mark.forks
def test_what_comes_from_the_program_is_not_spawned():
    class Local(Squares):
        pass

    with pytest.raises(TypeError, match="cannot be pickled"):
        list(DataLoader(Local(), 2, num_workers=1, start="spawn"))
    assert len(lists(DataLoader(Local(4), 2, num_workers=1))) == 2


def run_program(text, **kwargs):
    env = dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path))
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(text)], env=env, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, preexec_fn=hear_interrupts, **kwargs)


def hear_interrupts():
    """A job in the background of a shell is born deaf to Ctrl-C, and so would be its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


PROGRAM = """
    import time, weir
    from weir.data import DataLoader, Dataset
    class Slow(Dataset):
        def __len__(self): return 1000
        def __getitem__(self, i):
            if i >= 8: time.sleep(600)
            return i
    loader = DataLoader(Slow(), 4, num_workers=2)
    batches = iter(loader)
    print(next(batches).tolist(), flush=True)
    print([p.pid for p in batches.gi_frame.f_locals["batches"].gi_frame.f_locals["workers"].processes], flush=True)
"""


def pids_of(child):
    assert child.stdout.readline() == "[0, 1, 2, 3]\n"
    return eval(child.stdout.readline())


@pytest.mark.forks
def test_exit_does_not_wait_for_busy_workers():
    child = run_program(PROGRAM)
    pids = pids_of(child)
    out, err = child.communicate(timeout=30)
    assert child.returncode == 0 and err == ""
    assert all(map(is_gone, pids))


@pytest.mark.forks
def test_ctrl_c_ends_cleanly():
    child = run_program(PROGRAM + "    for _ in batches: pass\n", start_new_session=True)
    pids = pids_of(child)
    time.sleep(0.2)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert child.returncode != 0 and err.count("Traceback") == 1 and err.strip().endswith("KeyboardInterrupt")
    assert all(map(is_gone, pids))


@pytest.mark.forks
def test_workers_of_a_killed_program_end():
    child = run_program(PROGRAM.replace("600", "0.2") + "    time.sleep(600)\n")
    pids = pids_of(child)
    child.kill()
    child.communicate(timeout=30)
    wait_until(lambda: all(map(is_gone, pids)))


# ---- Progress ------------------------------------------------------------------------------------


class Page:
    def __init__(self, terminal=False):
        self.text, self.isatty = "", lambda: terminal

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_progress_shows_what_is_there():
    page = Page()
    loader = DataLoader(ArrayDataset(weir.arange(8)), 2)
    for x in (bar := progress(loader, desc="train", file=page, every=0)):
        bar.show(loss=weir.mean(x * 1.0), step=bar.batches)
        weir.waitall()
    lines = page.text.splitlines()
    assert len(lines) == 5 and lines[0].startswith("train  [======") and "1/4  step 0  loss 0.5" in lines[0].replace(
        "loss 0.5  step 0", "step 0  loss 0.5")
    assert "4/4" in lines[-1] and "loss 6.5" in lines[-1] and "samples/s" in lines[-1]
    assert bar.values["loss"] == 6.5


def test_progress_of_a_resumed_loader_counts_on():
    loader, page = DataLoader(ArrayDataset(weir.arange(8)), 2), Page()
    assert loader.resumes_at == 0
    loader.load_state_dict({"seed": 0, "epoch": 3, "batch": 2})
    assert loader.resumes_at == 2
    bar = progress(loader, file=page, every=0)
    assert [b.tolist() for b in bar] == [[4, 5], [6, 7]] and bar.batches == 4
    assert "3/4" in page.text.splitlines()[0] and "4/4" in page.text.splitlines()[-1]
    assert len(list(bar)) == 4 and bar.batches == 4  # the next epoch is a whole one
    page = Page()
    list(progress(range(2), 5, file=page, every=0, initial=3))
    assert "4/5" in page.text.splitlines()[0] and "5/5" in page.text.splitlines()[-1]
    with pytest.raises(ValueError, match="initial must be a non-negative integer, not -1"):
        progress([], initial=-1)


def test_progress_does_not_wait():
    bar = progress([1, 2], file=Page(), every=0)

    class Never(list):
        ready = False

    for _ in bar:
        bar._waiting["loss"] = [(Never(), 1)]
    assert "loss" not in bar.values


def test_progress_on_a_terminal_is_one_line():
    page = Page(terminal=True)
    list(progress(range(3), file=page, every=0))
    assert page.text.count("\n") == 1 and page.text.startswith("\r") and "3/3" in page.text
