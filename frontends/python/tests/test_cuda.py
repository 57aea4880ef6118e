"""test_cuda.py - GPUs in the front end: what the package says about them, DLPack, dialects, processes.

The tests run on a GPU, with `make test-gpu`, or on the stand-in for the CUDA driver, in a process of its own.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import os
import pathlib
import re
import subprocess
import sys
import textwrap

import pytest

import test_dialects
import weir

HERE = pathlib.Path(__file__).resolve().parent
STAND_IN = pathlib.Path(os.environ.get("TEST_BUILD", "")) / "tests/cuda/libcuda_stand_in.so"
LIBRARY = os.environ.get("WEIR_CUDA_LIBRARY")
HAS_GPU = weir.cuda.device_count() > 0
ASAN = "asan" in os.environ.get("LD_PRELOAD", "")

gpu = pytest.mark.skipif(not HAS_GPU, reason="there is no GPU")


@pytest.fixture(autouse=True)
def on_the_cpu():
    weir.set_default_device("cpu:0")


@pytest.mark.cpu
@pytest.mark.skipif(HAS_GPU or ASAN, reason="this is the process with a GPU, or the stand-in is built without asan")
@pytest.mark.parametrize("cards", ["0,1", "0,0"])
@pytest.mark.parametrize("name", ["cuda", "gpu_limits", "devices"])
def test_on_the_stand_in(name, cards):
    """With two cards, and with one that is opened twice."""
    if not STAND_IN.is_file():
        pytest.skip("the stand-in for the CUDA driver is not built")
    env = {**os.environ, "WEIR_CUDA_LIBRARY": str(STAND_IN), "WEIR_CUDA_DEVICES": cards,
           "XDG_CACHE_HOME": str(STAND_IN.parent.parent.parent / "cuda-cache")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(HERE / f"test_{name}.py")]
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    assert done.returncode == 0, done.stdout


# ---- What the package says ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(HAS_GPU, reason="there is a GPU")
def test_without_a_gpu_the_reason_is_given():
    assert not weir.cuda.is_available() and weir.cuda.device_count() == 0 and weir.cuda.cards() == []
    why = weir.cuda.why_not()
    assert why
    with pytest.raises(RuntimeError, match=r"gpu\(0\): 'cuda:0' is not an available device: ") as error:
        weir.gpu(0)
    assert why in str(error.value)
    with pytest.raises(ValueError, match="not an available device"):
        weir.ones(3, device="cuda")


def test_the_command_weir_has_a_section_about_gpus():
    done = subprocess.run([sys.executable, "-m", "weir"], stdout=subprocess.PIPE, text=True, check=True)
    lines = done.stdout.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("cuda"))
    if HAS_GPU:
        card = weir.cuda.cards()[0]
        assert f"cuda:0: {card.name}, {card.memory / 2**30:.1f} GiB, {card.architecture}" in lines[first]
    else:
        assert "no GPU: " in lines[first] and weir.cuda.why_not() in lines[first]
    if weir.cuda.libraries()[0].path is None:  # without a driver, the other libraries do not matter
        assert not lines[first + 1].startswith(" ")
        return
    for library in weir.cuda.libraries():
        line = next(line for line in lines if line.strip().startswith(library.name))
        assert (library.path or library.package) in line or library.problem in line


@pytest.mark.parametrize("version, names", [("12.8", "nvidia-cuda-nvrtc-cu12 nvidia-cufft-cu12 nvidia-cusolver-cu12"),
                                            ("13.0", "nvidia-cuda-nvrtc nvidia-cufft nvidia-cusolver"), (None, None)])
def test_missing_libraries_are_installed_by_one_command(version, names, monkeypatch, capsys):
    from weir import __main__, cuda
    from weir.chapter import _gpu

    def library(name, path, problem, version=None):
        return cuda.Library(name, "a use", "a package", path, version, problem)

    there = [library("driver", "libcuda.so.1", None, version), library("NVRTC", None, "was not found"),
             library("cuBLASLt", "libcublasLt.so", None), library("cuDNN", "libcudnn.so", None),
             library("cuFFT", None, "was not found"), library("cuSOLVER", None, "was not found")]
    card = cuda.Card("cuda:0", "a card", "sm_90", 1 << 34, 132, 0)
    monkeypatch.setattr(cuda, "device_count", lambda: 1 if version else 0)
    monkeypatch.setattr(cuda, "cards", lambda: [card] if version else [])
    monkeypatch.setattr(cuda, "libraries", lambda: there)
    monkeypatch.setattr(cuda, "why_not", lambda: "NVRTC was not found")
    wanted = f"{sys.executable} -m pip install {names}" if names else None
    assert cuda._install_command() == wanted
    assert _gpu.why_not() == ("NVRTC was not found" if wanted is None else f"NVRTC was not found; {wanted}")
    rows = [text for _, text in __main__._cuda_rows(cuda)]
    assert (f"to install what is missing: {wanted}" == rows[-1]) == bool(wanted)


def test_libraries_name_their_package():
    libraries = weir.cuda.libraries()
    assert [library.name for library in libraries][:3] == ["driver", "NVRTC", "cuBLASLt"]
    for library in libraries:
        assert library.use and library.package
        assert (library.path is None) <= (library.problem is not None)


@gpu
def test_cards():
    card, *others = weir.cuda.cards()
    assert card.device == weir.Device("cuda:0") == weir.gpu() and card.architecture.startswith("sm_")
    assert card.memory > 0 and card.processors > 0 and card.name
    assert len(others) + 1 == weir.cuda.device_count()
    assert weir.cuda.is_available() and weir.cuda.why_not() is None
    with pytest.raises(RuntimeError, match=r"gpu\(63\)"):
        weir.gpu(63)


@gpu
def test_memory_of_a_gpu():
    before = weir.memory.on("cuda:0").used
    x = weir.ones((256, 256), device="cuda")
    weir.synchronize("cuda:0")
    memory = weir.memory.on("cuda:0")
    assert memory.used >= before + 256 * 256 * 4 and memory.peak >= memory.used and memory.budget >= memory.used
    del x
    weir.synchronize("cuda:0")
    assert weir.memory.on("cuda:0").used <= before + 4096


@gpu
def test_messages_name_the_gpu():
    x = weir.ones(3, device="cuda")
    with pytest.raises(ValueError, match="cuda:0 and cpu:0"):
        x + weir.ones(3)
    with pytest.raises(weir.AsyncError, match="take"):
        weir.take(x, weir.asarray([7], device="cuda")).wait()
    weir.clear_errors()


CHILD = """
    import os, weir
    {before}
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            {use}
            print("the child has used the GPU")
        except Exception as error:
            text = str(error)
            good = {words!r} in text
            print(text)
            code = 0 if good else 2
        os._exit(code)
    _, status = os.waitpid(pid, 0)
    raise SystemExit(os.waitstatus_to_exitcode(status))
"""


@gpu
@pytest.mark.forks
@pytest.mark.parametrize("before, use, words", [
    ("x = weir.ones(3, device='cuda'); x.wait()", "(x + 1).wait()",
     "the parent process has used cuda:0, so a forked child cannot"),
    ("x = weir.ones(3, device='cuda'); x.wait()", "weir.ones(3, device='cuda').wait()",
     "the parent process has used cuda:0, so a forked child cannot"),
    ("x = weir.ones(3, device='cuda'); x.wait()", "x.tolist()", "a child process has no access to it"),
    ("weir.cuda.device_count()", "weir.ones(3, device='cuda').wait()",
     "the parent process has used cuda:0, so a forked child cannot"),
])
def test_a_forked_child_is_told_why(before, use, words):
    script = textwrap.dedent(CHILD.format(before=before, use=use, words=words))
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


# ---- DLPack ------------------------------------------------------------------------------------------------------------


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_int32), ("id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class Legacy(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("ctx", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("ctx", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", DLTensor)]


_deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


_lent = []


class Driver:
    """The driver, used by another library of the process: its memory, a stream and events."""

    def __init__(self):
        self.cuda = ctypes.CDLL(LIBRARY or "libcuda.so.1")
        self.context, self.stream, self.event = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), 0)
        self.call("cuCtxSetCurrent", self.context)
        self.call("cuStreamCreateWithPriority", ctypes.byref(self.stream), 1, 0)
        self.call("cuEventCreate", ctypes.byref(self.event), 2)

    def call(self, name, *args):
        result = getattr(self.cuda, name)(*args)
        assert result == 0, f"{name}: {result}"

    def write(self, address, values):
        data = (ctypes.c_float * len(values))(*values)
        self.call("cuMemcpyHtoDAsync_v2", ctypes.c_uint64(address), data, ctypes.c_size_t(4 * len(values)), self.stream)
        self.call("cuStreamSynchronize", self.stream)

    def read(self, address, count):
        data = (ctypes.c_float * count)()
        self.call("cuMemcpyDtoHAsync_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(4 * count), self.stream)
        self.call("cuStreamSynchronize", self.stream)
        return list(data)


class Producer:
    """A library that has a float32 vector in the memory of GPU 0."""

    def __init__(self, driver, values, versioned=True, readonly=False, type=2):
        self.driver, self.count, self.versioned, self.readonly, self.type = driver, len(values), versioned, readonly, type
        self.asked, self.deleted = [], 0
        address = ctypes.c_uint64()
        driver.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(4 * max(1, len(values))))
        self.address = address.value
        driver.write(self.address, values)

    def __dlpack_device__(self):
        return self.type, 0

    def __dlpack__(self, *, stream=None, **kwargs):
        if kwargs and not self.versioned:
            raise TypeError("an old library")
        self.asked.append({"stream": stream, **kwargs})
        if stream is not None and stream > 2:  # the consumer's stream waits for ours
            self.driver.call("cuEventRecord", self.driver.event, self.driver.stream)
            self.driver.call("cuStreamWaitEvent", ctypes.c_void_p(stream), self.driver.event, 0)
        shape, callback = (ctypes.c_int64 * 1)(self.count), _deleter(self.delete)
        tensor = DLTensor(self.address, self.type, 0, 1, 2, 32, 1, shape, None, 0)
        function = ctypes.cast(callback, ctypes.c_void_p)
        managed = (Versioned(1, 0, None, function, int(self.readonly), tensor) if self.versioned
                   else Legacy(tensor, None, function))
        _lent.append((shape, callback, managed))  # the deleter may run after the last test
        return _new_capsule(ctypes.addressof(managed), b"dltensor_versioned" if self.versioned else b"dltensor", None)

    def delete(self, _):
        self.deleted += 1


@pytest.fixture
def driver():
    return Driver()


@gpu
@pytest.mark.parametrize("versioned", [True, False])
def test_an_import_shares_the_memory(driver, versioned):
    producer = Producer(driver, [1.0, 2.0, 3.0], versioned)
    x = weir.from_dlpack(producer)
    assert x.device == "cuda:0" and x.tolist() == [1, 2, 3] and (x * 2).tolist() == [2, 4, 6]
    stream = producer.asked[0]["stream"]
    assert stream > 2, "the producer is told the stream that has to wait"
    x += 1  # is complete when the call returns, because the producer sees it
    assert driver.read(producer.address, 3) == [2, 3, 4]
    assert producer.deleted == 0
    y = x.sum()
    del x
    assert y.item() == 9
    weir.waitall()
    import time

    until = time.monotonic() + 60
    while producer.deleted == 0 and time.monotonic() < until:
        weir.waitall()
    assert producer.deleted == 1


@gpu
def test_an_import_can_fail_and_be_cleared(driver):
    producer = Producer(driver, [1.0, 2.0])
    x = weir.from_dlpack(producer)
    bad = weir.take(x, weir.asarray([9], device="cuda"))
    with pytest.raises(weir.AsyncError):
        bad.wait()
    with pytest.raises(weir.AsyncError):
        x += bad  # writes are complete when the call returns, so is the failure
    with pytest.raises(weir.AsyncError):
        x.tolist()
    assert driver.read(producer.address, 2) == [1, 2]
    x.clear_error()
    weir.clear_errors()
    assert (x + 1).tolist() == [2, 3]


@gpu
def test_read_only_memory(driver):
    x = weir.from_dlpack(Producer(driver, [1.0, 2.0], readonly=True))
    with pytest.raises(ValueError, match="read-only"):
        x += 1
    assert x.tolist() == [1, 2]


@gpu
def test_copies_and_other_devices(driver):
    producer = Producer(driver, [1.0, 2.0])
    for x in (weir.asarray(producer), weir.from_dlpack(producer, copy=True), weir.from_dlpack(producer, device="cuda:0", copy=True)):
        assert x.device == "cuda:0"
        x += 1
        assert x.tolist() == [2, 3] and driver.read(producer.address, 2) == [1, 2]
    old = Producer(driver, [1.0, 2.0], versioned=False)  # a library that cannot copy to the CPU
    x = weir.from_dlpack(old, device="cpu")
    assert x.device == "cpu:0" and x.tolist() == [1, 2] and old.asked[0]["stream"] > 2
    with pytest.raises(ValueError, match="requires a copy"):
        weir.from_dlpack(old, device="cpu", copy=False)
    assert weir.from_dlpack(producer, device="cuda:0").device == "cuda:0"
    assert weir.from_dlpack(Producer(driver, [])).shape == (0,)


@gpu
def test_pinned_memory_is_host_memory(driver):
    address = ctypes.c_void_p()
    driver.call("cuMemHostAlloc", ctypes.byref(address), ctypes.c_size_t(8), 0)
    (ctypes.c_float * 2).from_address(address.value)[:] = [3.0, 4.0]
    producer = Producer(driver, [0.0, 0.0], type=3)
    producer.address = address.value
    x = weir.from_dlpack(producer)
    assert x.device == "cpu:0" and x.tolist() == [3, 4]


@gpu
def test_devices_that_cannot_be_used(driver):
    producer = Producer(driver, [1.0])
    producer.__class__ = type("Elsewhere", (Producer,), {"__dlpack_device__": lambda self: (2, 60)})
    with pytest.raises(BufferError, match="CUDA device 60"):
        weir.from_dlpack(producer)
    producer.__class__ = type("Elsewhere", (Producer,), {"__dlpack_device__": lambda self: (8, 0)})
    with pytest.raises(BufferError, match="device type 8"):
        weir.from_dlpack(producer)


@gpu
def test_an_export_shares_the_memory(driver):
    x = weir.arange(4, dtype=weir.float32, device="cuda")
    y = x[1:] * 1
    assert x.__dlpack_device__() == (2, weir.cuda.cards()[0].ordinal)
    for stream in (None, 1, 2, -1, driver.stream.value):
        capsule = (y + 1).__dlpack__(stream=stream, max_version=(1, 0))
        managed = Versioned.from_address(_pointer(capsule, b"dltensor_versioned"))
        t = managed.tensor
        assert (t.type, t.ndim, t.shape[0], t.code, t.bits, managed.flags) == (2, 1, 3, 2, 32, 0)
        assert driver.read(t.data, 3) == [2, 3, 4]
    view = x[1:3]
    capsule = view.__dlpack__()
    legacy = Legacy.from_address(_pointer(capsule, b"dltensor"))
    assert driver.read(legacy.tensor.data + legacy.tensor.byte_offset, 2) == [1, 2]


@gpu
def test_writes_to_an_exported_array_are_complete(driver):
    x = weir.zeros(3, device="cuda")
    capsule = x.__dlpack__(max_version=(1, 0))
    data = Versioned.from_address(_pointer(capsule, b"dltensor_versioned")).tensor.data
    for i in range(1, 6):
        x += 1
        assert driver.read(data, 3) == [i] * 3
    driver.write(data, [7.0, 8.0, 9.0])
    assert x.tolist() == [7, 8, 9]
    del capsule
    x += 1
    assert x.tolist() == [8, 9, 10]


@gpu
def test_arguments_of_an_export():
    x = weir.ones(2, device="cuda")
    for stream in (0, -2, "1", 1.5):
        with pytest.raises(ValueError, match="stream must be"):
            x.__dlpack__(stream=stream)
    with pytest.raises(BufferError, match=r"\(2, 0\)"):
        x.__dlpack__(dl_device=(2, 60))
    with pytest.raises(BufferError, match="copy=False"):
        x.__dlpack__(dl_device=(1, 0), copy=False)
    capsule = x.__dlpack__(dl_device=(1, 0), max_version=(1, 0))
    managed = Versioned.from_address(_pointer(capsule, b"dltensor_versioned"))
    assert managed.tensor.type == 1 and managed.flags == 2
    capsule = x.__dlpack__(dl_device=(2, 0), copy=True, max_version=(1, 0))
    assert Versioned.from_address(_pointer(capsule, b"dltensor_versioned")).flags == 2
    assert weir.from_dlpack(x) is not None and weir.from_dlpack(x).device == "cuda:0"


@gpu
@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_other_libraries_on_the_gpu(library):
    other = pytest.importorskip(library)
    if LIBRARY or (library == "torch" and not other.cuda.is_available()):
        pytest.skip(f"{library} has no GPU here")
    if library == "torch":
        theirs = other.arange(6, dtype=other.float32, device="cuda").reshape(2, 3)
        take, read = other.from_dlpack, lambda t: t.cpu().tolist()
    else:
        theirs = other.arange(6, dtype=other.float32).reshape(2, 3)
        take, read = other.from_dlpack, lambda t: t.get().tolist()
    ours = weir.from_dlpack(theirs)
    assert ours.device == "cuda:0" and ours.tolist() == [[0, 1, 2], [3, 4, 5]]
    ours += 1
    assert read(theirs) == [[1, 2, 3], [4, 5, 6]]
    back = take(ours * 2)
    assert read(back) == [[2, 4, 6], [8, 10, 12]]
    shared = take(ours)
    shared[0, 0] = 50
    if library == "torch":
        other.cuda.synchronize()
    else:
        other.cuda.runtime.deviceSynchronize()
    assert ours[0, 0].item() == 50
    for _ in range(20):  # work that is still in a queue of either library is waited for
        big = theirs.reshape(-1)
        for _ in range(10):
            big = big * 1.0 + 1.0
        mine = weir.from_dlpack(big)
        for _ in range(10):
            mine = mine + 1.0
        assert read(take(mine))[0] == read(theirs)[0][0] + 20


# ---- Dialects ----------------------------------------------------------------------------------------------------------

SEEDS = {
    "torch": """
        import os, subprocess, numpy, torch
        from torch import nn
        from d2l import torch as d2l
        device = d2l.try_gpu()
        a = torch.randn(size=(20, 20), device=device)
        b = torch.mm(a, a)
        with d2l.Benchmark("numpy"):
            for _ in range(3):
                a = numpy.random.normal(size=(20, 20))
                b = numpy.dot(a, a)
        with d2l.Benchmark("torch"):
            for _ in range(3):
                a = torch.randn(size=(20, 20), device=device)
                b = torch.mm(a, a)
        with d2l.Benchmark():
            for _ in range(3):
                a = torch.randn(size=(20, 20), device=device)
                b = torch.mm(a, a)
            torch.cuda.synchronize(device)
        assert b.is_cuda and b.device == torch.device("cuda:0") == device and b.get_device() == 0
        x = torch.ones((1, 2), device=device)
        y = torch.ones((1, 2), device=device)
        z = x * y + 2
        assert str(z) == "tensor([[3., 3.]], device='cuda:0')", str(z)

        # computing on CPU and GPU at the same time, and copying while computing
        devices = d2l.try_all_gpus()
        assert len(devices) == torch.cuda.device_count() == d2l.num_gpus() >= 1
        def run(x):
            return [x.mm(x) for _ in range(3)]
        x_gpu1 = torch.rand(size=(20, 20), device=devices[0])
        x_cpu = torch.rand(size=(20, 20))
        run(x_gpu1)
        torch.cuda.synchronize(devices[0])
        def copy_to_cpu(x, non_blocking=False):
            return [y.to("cpu", non_blocking=non_blocking) for y in x]
        y = run(x_gpu1)
        y_cpu = copy_to_cpu(y, True)
        torch.cuda.synchronize()
        assert all(t.device == torch.device("cpu") for t in y_cpu) and not y_cpu[0].is_cuda

        assert torch.cuda.is_available() and torch.cuda.current_device() == 0
        assert torch.cuda.memory_allocated() > 0 and torch.cuda.max_memory_allocated(0) >= torch.cuda.memory_allocated(0)
        torch.cuda.empty_cache()
        assert torch.cuda.get_device_name(0) and torch.cuda.get_device_properties(device).total_memory > 0
        assert len(torch.cuda.get_device_capability()) == 2
        t = torch.ones(2)
        assert t.cuda().device == t.cuda(0).device == t.to("cuda").device == t.to(0).device == torch.device("cuda:0")
        assert t.cuda().cpu().tolist() == [1.0, 1.0]
        with torch.device("cuda"):
            assert torch.ones(2).is_cuda
        assert not torch.ones(2).is_cuda
        assert nn.Linear(2, 2, device="cuda").weight.is_cuda
        net = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 1)).to(device)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        loss = nn.MSELoss()(net(torch.ones(5, 4, device=device)), torch.zeros(5, 1, device=device))
        loss.backward()
        opt.step()
        assert net[0].weight.grad.is_cuda and net.cuda(0)[0].weight.is_cuda and not net.cpu()[0].weight.is_cuda
        event = torch.cuda.Event(enable_timing=True)
        event.record()
        event.synchronize()
        try:
            torch.ones(2, device="cuda:60")
        except RuntimeError as error:
            assert "'cuda:60' is not available: the number of GPUs is" in str(error), error
        else:
            raise AssertionError("there is no such GPU")
        if torch.cuda.device_count() > 1:
            with torch.cuda.device(1):
                assert torch.ones(2, device="cuda").device == torch.device("cuda:1")
            torch.cuda.set_device(1)
            assert torch.cuda.current_device() == 1 and t.cuda().device == torch.device("cuda", 1)
            a, b = torch.ones(3, device="cuda:0"), torch.ones(3, device="cuda:1")
            assert (a + b.to(a.device)).tolist() == [2, 2, 2]
    """,
    "mxnet": """
        import numpy
        from mxnet import np, npx, gluon, autograd, init
        from mxnet.gluon import nn
        from d2l import mxnet as d2l
        npx.set_np()
        assert npx.num_gpus() >= 1 and str(npx.gpu(0)) == "gpu(0)" and str(npx.cpu()) == "cpu(0)"
        x = np.ones((2, 3), ctx=npx.gpu(0))
        assert x.ctx == npx.gpu(0) == d2l.try_gpu() and x.device == npx.gpu()
        assert np.array([1, 2]).as_in_ctx(npx.gpu()).ctx == npx.gpu() and x.copyto(npx.cpu()).ctx == npx.cpu()
        assert np.random.uniform(size=(2, 2), ctx=npx.gpu()).ctx == npx.gpu()
        assert np.arange(3, ctx=npx.gpu()).ctx == npx.gpu() and np.eye(2, ctx=npx.gpu()).ctx == npx.gpu()
        with npx.gpu(0):
            assert np.ones(2).ctx == npx.gpu(0)
        net = nn.Sequential()
        net.add(nn.Dense(4, activation="relu"), nn.Dense(1))
        net.initialize(init.Normal(sigma=0.1), ctx=d2l.try_gpu())
        with autograd.record():
            loss = gluon.loss.L2Loss()(net(np.ones((5, 3), ctx=npx.gpu())), np.zeros((5, 1), ctx=npx.gpu()))
        loss.backward()
        assert net[0].weight.data().ctx == npx.gpu() == net[0].weight.list_ctx()[0]
        gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}).step(5)
        net.collect_params().reset_ctx(npx.cpu())
        assert net[0].weight.data().ctx == npx.cpu() and net(np.ones((5, 3))).ctx == npx.cpu()
        with d2l.Benchmark():
            for _ in range(3):
                b = np.dot(x, x.T)
            npx.waitall()
        free, total = __import__("mxnet").context.gpu_memory_info(0)
        assert 0 < free <= total
    """,
    "paddle": """
        import paddle
        from d2l import paddle as d2l
        assert paddle.device.cuda.device_count() >= 1 and paddle.is_compiled_with_cuda()
        assert paddle.device.set_device("gpu") == paddle.CUDAPlace(0) and paddle.get_device() == "gpu:0"
        a = paddle.randn(shape=(20, 20))
        b = paddle.mm(a, a)
        with d2l.Benchmark():
            for _ in range(3):
                a = paddle.randn(shape=(20, 20))
                b = paddle.mm(a, a)
            paddle.device.cuda.synchronize()
        x = paddle.ones((1, 2))
        y = paddle.ones((1, 2))
        z = x * y + 2
        assert str(z.place) == "Place(gpu:0)" and "place=Place(gpu:0)" in str(z) and z.tolist() == [[3, 3]]
        assert paddle.device.cuda.memory_allocated() > 0
        assert paddle.device.cuda.max_memory_allocated() >= paddle.device.cuda.memory_allocated()
        paddle.device.cuda.empty_cache()
        assert paddle.device.cuda.get_device_name() and "gpu" in paddle.device.get_all_device_type()
        paddle.set_device("cpu")
        t = paddle.to_tensor([1.0], place=paddle.CUDAPlace(0))
        assert t.place == paddle.CUDAPlace(0) and t.cpu().place == paddle.CPUPlace() and t.cpu().cuda().place == t.place
        assert d2l.try_gpu() == paddle.CUDAPlace(0) and len(d2l.try_all_gpus()) == d2l.num_gpus()
        net = paddle.nn.Linear(3, 2).to("gpu:0")
        assert net(paddle.ones((1, 3)).cuda()).place == paddle.CUDAPlace(0)
    """,
    "tensorflow": """
        import tensorflow as tf
        from d2l import tensorflow as d2l
        gpus = tf.config.list_physical_devices("GPU")
        assert gpus and gpus[0].name == "/physical_device:GPU:0" and gpus[0].device_type == "GPU"
        assert len(tf.config.experimental.list_physical_devices("GPU")) == len(gpus) == d2l.num_gpus()
        assert tf.test.is_gpu_available()
        with tf.device("/GPU:0"):
            x = tf.ones((2, 3))
            y = tf.matmul(x, tf.transpose(x))
        assert y.device.endswith("device:GPU:0") and tf.ones(2).device.endswith("CPU:0")
        with d2l.try_gpu():
            z = tf.random.normal((4, 4))
        assert z.device.endswith("GPU:0") and z.cpu().device.endswith("CPU:0") and z.cpu().gpu().device == z.device
        with tf.device("/device:GPU:0"):
            net = tf.keras.models.Sequential([tf.keras.layers.Dense(2)])
            out = net(tf.ones((1, 3)))
        assert out.device.endswith("GPU:0")
        assert out.numpy().shape == (1, 2) and tf.config.experimental.get_memory_info("GPU:0")["current"] > 0
    """,
}


@gpu
@pytest.mark.parametrize("name", SEEDS)
def test_the_book_on_a_gpu(name, tmp_path):
    pytest.importorskip("numpy")
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(SEEDS[name]))
    done = subprocess.run([sys.executable, "-m", "weir.dialects", "--shadow", str(script)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


@gpu
def test_a_model_of_the_book_trains_on_a_gpu(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent("""
        import torch
        from d2l import torch as d2l
        data = d2l.SyntheticRegressionData(w=torch.tensor([2, -3.4]), b=4.2, num_train=64, num_val=32)
        model = d2l.LinearRegression(lr=0.1)
        trainer = d2l.Trainer(max_epochs=2, num_gpus=1)
        trainer.fit(model, data)
        assert trainer.gpus and next(model.parameters()).is_cuda
    """))
    done = subprocess.run([sys.executable, "-m", "weir.dialects", "--shadow", str(script)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


@gpu
@test_dialects.needs_documents
@pytest.mark.parametrize("name, framework, code", test_dialects.READINGS, ids=[name for name, _, _ in test_dialects.READINGS])
def test_every_block_of_the_documents_runs_on_a_gpu(name, framework, code):
    """With the GPU as the default device.  The stand-in computes smaller matrices, and shorter loops."""
    pytest.importorskip("numpy")
    code = test_dialects.at_size(code)
    if LIBRARY:
        for large, small in ((r"\([12]000, [12]000\)", "(40, 40)"), (r"range\(1000(0?)\)", "range(100)"),
                             (r"(Dense|units=|Linear)\((2048|512)", r"\1(24"), (r"batch_size = \d+, 1024", "batch_size = 5, 16"),
                             (r"num_batches, batch_size = 50, 16", "num_batches, batch_size = 5, 16")):
            code = [re.sub(large, small, block) for block in code]
    report, _ = test_dialects.run_blocks(framework, code, test_dialects.PRODUCTS.get(framework), device="cuda:0")
    assert len(report) == len(code)


# ---- The chapter -------------------------------------------------------------------------------------------------------


@gpu
def test_the_chapter_has_experiments_with_the_gpu():
    from weir.chapter import _gpu, _measure, _report

    lab = _measure.Lab(quick=True)
    lab.least = 1e-6
    assert any(name == "GPU" and weir.cuda.cards()[0].name in value for name, value in _report.facts(lab))
    for experiment in _gpu.ALL:
        section = experiment(lab)
        assert len(section.rows) == 4 and section.title in _report.text(section, 11) and section.shows
        for _, draw, _ in section.figures:
            assert "<svg" in draw(860)


def test_the_verdicts_of_the_chapter():
    from weir.chapter import _verdicts

    assert "no gain" in _verdicts.together(2.0, 2.0, 1.0) and "1.8 times as fast" in _verdicts.together(2.0, 1.1, 1.0)
    assert "no gain" in _verdicts.copies(2.0, 2.0) and "2.0 times" in _verdicts.copies(2.0, 1.0)
