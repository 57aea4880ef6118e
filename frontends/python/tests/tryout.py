"""tryout.py - what an installed package should be able to do with nothing beside it.

tools/wheel.sh runs this in an environment that holds the wheel and nothing else.

SPDX-License-Identifier: Apache-2.0
"""
import importlib.metadata
import pathlib

import weir

assert weir.__version__ == importlib.metadata.version("libweir")
assert (pathlib.Path(weir.__file__).parent / "include/weir/weir.h").is_file()
print(f"weir {weir.__version__} from {pathlib.Path(weir.__file__).parent}")

x = weir.arange(12.0).reshape(3, 4)
assert (x @ x.T + 1).shape == (3, 3)
assert x.sum(axis=0).tolist() == [12.0, 15.0, 18.0, 21.0]
assert repr(x[1]) == "array([4., 5., 6., 7.])"
assert abs(weir.random.default_rng(0).normal(size=100000).mean().item()) < 0.05
weir.waitall()
