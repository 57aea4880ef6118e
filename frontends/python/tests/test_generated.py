"""test_generated.py - the stubs, the manual and the front ends are what the tools would write now.

Files that have not been written yet are no failure.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

import pytest

import weir

TOOLS = pathlib.Path(__file__).resolve().parents[3] / "tools"


@pytest.mark.skipif(not hasattr(weir._core, "describe"), reason="the extension has no describe()")
@pytest.mark.parametrize("tool", ["mkstubs.py", "mkmanual.py", "mkreference.py", "mkcoverage.py", "mkfrontends.py"])
def test_files_are_up_to_date(tool):
    env = {**os.environ, "WEIR_CUDA_DEVICES": "none"}  # pages are written without a GPU
    done = subprocess.run([sys.executable, TOOLS / tool, "--check"], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not hasattr(weir._core, "describe"), reason="the extension has no describe()")
@pytest.mark.skipif(os.environ.get("TEST_DEVICE", "").startswith("cuda")
                    and any(library.name == "cuSOLVER" and library.problem for library in weir.cuda.libraries()),
                    reason="on a GPU, eig needs cuSOLVER")
def test_what_people_call_has_an_example(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    import mkmanual

    for path, text in mkmanual.pages().items():
        if path.name not in ("operators.md", "optim.md"):
            bare = [section.split("\n")[0] for section in text.split("\n## ")[1:] if ">>>" not in section]
            assert not [name for name in bare if not mkmanual.is_behind(name)], path.name
