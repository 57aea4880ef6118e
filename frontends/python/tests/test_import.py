"""test_import.py - the package is there and is ours.

SPDX-License-Identifier: Apache-2.0
"""
import pathlib

import weir


def test_version_is_a_number_with_dots():
    assert all(part.isdigit() for part in weir.__version__.split("."))


def test_headers_lie_in_the_package():
    assert (pathlib.Path(weir.__file__).parent / "include/weir/weir.h").is_file()
