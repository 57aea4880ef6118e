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
