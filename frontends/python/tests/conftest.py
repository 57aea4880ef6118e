"""conftest.py - what all tests of the package share.

Tests are the same in every run and no test fails for being slow: hypothesis draws its examples from a
fixed seed and has no deadline.

SPDX-License-Identifier: Apache-2.0
"""
from hypothesis import settings

settings.register_profile("weir", derandomize=True, deadline=None, database=None)
settings.load_profile("weir")
