"""either_torch.py - `torch` for tests that run with the dialect and with PyTorch itself.

SPDX-License-Identifier: Apache-2.0
"""
import numpy
from either import framework

torch, spoken = framework("torch", records=True)


def waves(*shape):
    return torch.tensor(numpy.cos(numpy.arange(numpy.prod(shape)) * 0.7).reshape(shape).astype("float32"))


def set_waves(module):
    with torch.no_grad():
        for p in module.parameters():
            p.copy_(waves(*p.shape))
    return module


def close(a, b, tolerance=1e-5):
    return numpy.allclose(numpy.asarray(a.detach()), numpy.asarray(b.detach() if isinstance(b, torch.Tensor) else b), atol=tolerance)
