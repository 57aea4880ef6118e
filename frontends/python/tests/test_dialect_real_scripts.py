"""test_dialect_real_scripts.py - the scripts of dialects/scripts reach the losses of the real frameworks.

The values are in dialects/scripts.txt, so the frameworks are not needed; run_scripts.py runs the scripts in both.

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys
from pathlib import Path

import pytest
import weir

HERE = Path(__file__).resolve().parent / "dialects"
sys.path.insert(0, str(HERE))
import run_scripts  # noqa: E402

pytest.importorskip("numpy")


def test_every_script_has_recorded_values():
    scripts = sorted(run_scripts.SCRIPTS.glob("*.py"))
    assert len(scripts) >= 25
    record = run_scripts.recorded()
    assert [s.stem for s in scripts if record.get(s.stem, {}).keys() != run_scripts.tolerances(s).keys()] == []


@pytest.mark.parametrize("name", [s.stem for s in sorted(run_scripts.SCRIPTS.glob("*.py"))])
def test_a_script_reaches_the_loss_of_the_real_framework(name, request):
    if name in run_scripts.AWAITED:  # fails if it passes
        request.applymarker(pytest.mark.xfail(strict=True, reason=run_scripts.AWAITED[name]))
    script = run_scripts.SCRIPTS / f"{name}.py"
    package = os.path.dirname(os.path.abspath(weir.__path__[0]))  # the script runs in another folder
    output, why = run_scripts.run([sys.executable, "-m", "weir.dialects", "--shadow"], script, {"PYTHONPATH": package})
    assert why is None, why
    assert run_scripts.differences(script, run_scripts.values(output, run_scripts.tolerances(script)),
                                   run_scripts.recorded()[name]) == []
