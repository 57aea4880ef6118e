"""either_torch.py - `torch` for tests that run with the dialect and with PyTorch itself.

SPDX-License-Identifier: Apache-2.0
"""
from either import framework

torch, spoken = framework("torch", records=True)
