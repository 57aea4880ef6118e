"""test_dialect_coverage.py - which names a dialect provides, and how they differ, is what its table says.

SPDX-License-Identifier: Apache-2.0
"""
import pathlib

import pytest

import weir
from weir import dialects
from weir.dialects import _coverage, _table
from weir.dialects._coverage import ABSENT, DIFFERS, EAGER, SAME

TABLE = """
== frame, frame.more
twice(x) = x * 2
half(x) = x / 2
! twice: of floats only
== frame
size = 3
~ compile(fn) = fn
- sparse: use dense arrays
%s
"""


def dialect(more=""):
    return _table.Dialect("frame", TABLE % more, {"__name__": "frame", "weir": weir})


def test_statuses_come_from_the_table():
    assert _coverage.entries(dialect()) == {
        "frame": {"compile": (EAGER, ""), "half": (SAME, ""), "size": (SAME, ""), "sparse": (ABSENT, "use dense arrays"),
                  "twice": (DIFFERS, "of floats only")},
        "frame.more": {"half": (SAME, ""), "twice": (DIFFERS, "of floats only")}}


def test_a_difference_is_one_of_the_function_in_every_module():
    found = _coverage.entries(dialect(), [("frame.half", "rounds"), ("frame.twice", "rounds"), ("frame.nothing", "rounds")])
    assert found["frame.more"] == {"half": (DIFFERS, "rounds"), "twice": (DIFFERS, "of floats only; rounds")}
    assert "nothing" not in found["frame"] and found["frame"]["size"] == (SAME, "")


@pytest.mark.parametrize("line, message", [("! nothing: rounds", "'!' names frame.nothing, which the dialect does not provide"),
                                           ("- half: use twice", "'-' names frame.half, which the dialect provides"),
                                           ("- more: use frame", "'-' names frame.more, which the dialect provides")])
def test_a_line_that_contradicts_the_others_is_refused(line, message):
    with pytest.raises(ValueError, match=message):
        _coverage.entries(dialect(line))


@pytest.mark.parametrize("name", dialects.NAMES)
def test_each_dialect_has_a_consistent_table(name):
    entries = _coverage.entries(getattr(dialects, name)._dialect)
    assert all(note for names in entries.values() for status, note in names.values() if status in (DIFFERS, ABSENT))
    assert sum(status == SAME for names in entries.values() for status, _ in names.values()) > 50


def test_the_command_prints_what_differs():
    said = " ".join(dialects.coverage("torch").split())
    assert "differs: torch.utils.data.DataLoader; num_workers has no effect" in said and "not available: torch.hub;" in said


@pytest.mark.parametrize("name", ["torch", "mxnet"])
def test_a_dialect_has_no_names_that_its_framework_lacks(name):
    file = pathlib.Path(__file__).parent / f"dialects/{name}_names.txt"
    known = {place: set(names.split()) for place, _, names in (line.partition(": ") for line in file.read_text().splitlines())}
    assert len(known) > 8
    for place, names in _coverage.entries(getattr(dialects, name)._dialect).items():
        ours = {n for n, (status, _) in names.items() if status != ABSENT}
        assert place not in known or not ours - known[place], place


def test_layers_of_weir_are_not_names_of_pytorch():
    with pytest.raises(AttributeError, match="does not provide torch.nn.Dense"):
        dialects.torch.nn.Dense
