"""install.py - virtual environments for the peers that are Python packages.

They lie outside the tree, in $XDG_CACHE_HOME/weir-bench or ~/.cache/weir-bench, one for each peer, and stay
there: removing the folder removes everything.  A file named `complete` says that an environment was
finished.

SPDX-License-Identifier: Apache-2.0
"""

import os
import pathlib
import subprocess
import sys

TRY = ["--timeout", "10", "--retries", "0"]
PYTORCH_CPU = ["--index-url", "https://download.pytorch.org/whl/cpu"]  # a twentieth of the bytes of PyPI's

# What pip is told, step by step; the alternatives of a step are tried in order until one works.
STEPS = {
    "numpy": [[["numpy"]]],
    "torch": [[["torch", *PYTORCH_CPU, *TRY], ["torch"]], [["numpy"]]],
    "jax": [[["jax"]], [["numpy"]]],
    "tensorflow": [[["tensorflow-cpu"], ["tensorflow"]]],
}


def folder():
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "weir-bench"


def call(command):
    """Run it; on failure the last line it wrote is the reason."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        raise RuntimeError(lines[-1] if lines else f"{command[0]} ended with {done.returncode}")


def first_that_works(python, alternatives):
    for at, words in enumerate(alternatives):
        try:
            return call([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words])
        except RuntimeError:
            if at + 1 == len(alternatives):
                raise


def environment(name, may_install=True):
    """The Python that has the package, made if need be; RuntimeError says why there is none."""
    home = folder() / name
    python = home / "bin" / "python"
    if (home / "complete").exists() and python.exists():
        return python
    if not may_install:
        raise RuntimeError("not installed, and not asked to install it")
    print(f"bench: installing {name} into {home}", file=sys.stderr, flush=True)
    if not (home / "bin" / "pip").exists():  # a venv without pip is what Debian makes without python3-venv
        home.parent.mkdir(parents=True, exist_ok=True)
        call([sys.executable, "-m", "venv", home])
    for alternatives in STEPS[name]:
        first_that_works(python, alternatives)
    (home / "complete").touch()
    return python
