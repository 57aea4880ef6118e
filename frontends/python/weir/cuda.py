"""NVIDIA GPUs: which there are, and the libraries that they need.

A GPU is used by its name: weir.ones(3, device="cuda:0"), x.to_device("cuda"), module.to("cuda").  Its memory is
weir.memory.on("cuda:0"), and weir.synchronize("cuda:0") waits for its work.
"""
from weir import _core

__all__ = ["Card", "Library", "cards", "device_count", "is_available", "libraries", "why_not"]


class Card:
    """A GPU.

    device        its device, such as weir.Device("cuda:0")
    name          its name, such as "NVIDIA H200"
    architecture  such as "sm_90"
    memory        the bytes of its memory
    processors    the number of its multiprocessors
    ordinal       the number that the driver gives it
    """

    __slots__ = ("device", "name", "architecture", "memory", "processors", "ordinal")

    def __init__(self, device, name, architecture, memory, processors, ordinal):
        self.device, self.name, self.architecture = device, name, architecture
        self.memory, self.processors, self.ordinal = memory, processors, ordinal

    def __repr__(self):
        return f"<{self.device}: {self.name}, {self.memory / 2**30:.1f} GiB, {self.architecture}>"


class Library:
    """A library that GPUs use.

    name     such as "NVRTC"
    use      what it is needed for
    package  what brings it
    path     the file, or None if it was not found
    version  its version as text, or None
    problem  why it cannot be used, or None
    """

    __slots__ = ("name", "use", "package", "path", "version", "problem")

    def __init__(self, name, use, package, path, version, problem):
        self.name, self.use, self.package = name, use, package
        self.path, self.version, self.problem = path, version, problem

    def __repr__(self):
        return f"<{self.name}: {self.problem or self.path}>"


def device_count() -> int:
    """Return the number of GPUs.  The first call loads the driver."""
    return sum(device.type == "cuda" for device in _core.devices())


def is_available() -> bool:
    """Return whether there is a GPU whose kernels can be compiled."""
    return why_not() is None


def why_not() -> str | None:
    """Return the reason why no GPU can be used, or None if one can."""
    if device_count() == 0:
        try:
            _core.cuda_card(0)
        except Exception as error:
            return str(error).partition(": ")[2]
    return Library(*_core.cuda_libraries(2)[1]).problem  # the compiler; further libraries are loaded when they are used


def cards() -> "list[Card]":
    """Return a list of the GPUs.  No context is made on them."""
    return [Card(_core.Device(f"cuda:{i}"), *_core.cuda_card(i)) for i in range(device_count())]


def libraries() -> "list[Library]":
    """Return a list of the libraries that GPUs use: the driver, then the others.  Each is loaded, if it is there."""
    return [Library(*row) for row in _core.cuda_libraries()]


# Packages on PyPI with the libraries: for CUDA 12, and from CUDA 13 on.
_PACKAGES = {"NVRTC": ("nvidia-cuda-nvrtc-cu12", "nvidia-cuda-nvrtc"), "cuBLASLt": ("nvidia-cublas-cu12", "nvidia-cublas"),
             "cuDNN": ("nvidia-cudnn-cu12", "nvidia-cudnn-cu13"), "cuFFT": ("nvidia-cufft-cu12", "nvidia-cufft"),
             "cuSOLVER": ("nvidia-cusolver-cu12", "nvidia-cusolver")}


def _install_command():
    """Return the command that installs the libraries that a GPU here lacks, or None."""
    import sys

    if device_count() == 0:
        return None
    driver, *others = libraries()
    newer = (driver.version or "").partition(".")[0] not in ("", "11", "12")
    missing = [_PACKAGES[library.name][newer] for library in others if library.path is None and library.name in _PACKAGES]
    return f"{sys.executable} -m pip install {' '.join(missing)}" if missing else None
