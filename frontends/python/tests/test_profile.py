"""test_profile.py - weir.profile: time by operator, line and module, and the share of waits.

SPDX-License-Identifier: Apache-2.0
"""
import pytest
import weir
from weir import nn


def step(net, x):
    return net(x).sum().item()


@pytest.mark.cpu
def test_time_by_operator_line_and_module():
    net = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 2))
    x = weir.ones((4, 8))
    step(net, x)
    with weir.profile(show=False) as p:
        for _ in range(5):
            step(net, x)
    counts = {e.name: e.count for e in p.operators}
    assert counts == {"linear": 10, "tanh": 5, "sum": 5}
    assert {e.name: e.count for e in p.modules} == {"net[0]": 5, "net[1]": 5, "net[2]": 5}
    (line,) = p.lines
    assert line.count == 20 and "test_profile.py:" in line.name and line.share == 1
    assert sum(e.share for e in p.operators) == pytest.approx(1)
    assert all(a.seconds >= b.seconds for a, b in zip(p.operators, p.operators[1:]))
    assert p.computing == pytest.approx(sum(e.seconds for e in p.operators))


def test_waits_and_their_share():
    x = weir.ones((256, 256))
    with weir.profile(show=False) as p:
        for _ in range(50):
            y = x
            for _ in range(10):
                y = y @ x * 0.001
            y.wait()
    assert p.waits and "test_profile.py:" in p.waits[0].name and p.waits[0].name.startswith("wait at")
    assert 0 < p.waiting <= p.seconds and p.waits[0].share == pytest.approx(p.waits[0].seconds / p.seconds)


def test_it_prints_and_waits_for_all_work(capsys):
    x = weir.ones((64, 64))
    with weir.profile(top=1) as p:
        for _ in range(20):
            y = weir.tanh(x @ x)
    assert y.ready
    printed = capsys.readouterr().out
    assert printed == str(p) + "\n" and "40 operations" in printed and "(1 more)" in printed
    for title in ("operator", "line"):
        assert title in printed


def test_mistakes():
    with pytest.raises(ValueError, match="nothing has been recorded yet"):
        weir.profile().operators
    assert repr(weir.profile(3)) == "weir.profile(top=3)"
    with pytest.raises(ValueError, match="top must be a positive integer, not 0"):
        weir.profile(0)
    p = weir.profile(show=False)
    with pytest.raises(KeyError), p:
        weir.ones((64, 64)) @ weir.ones((64, 64))
        raise KeyError
    assert p.operators  # recorded in spite of the exception
    with pytest.raises(weir.AsyncError), weir.profile(show=False):
        nn.Embedding(5, 3)(weir.asarray([7] * 100))


def test_a_timeline_is_pale_where_merged_spans_have_gaps():
    from weir import _pictures

    spans = [(i * 1e-3, i * 1e-3 + 1e-4, "back", "add") for i in range(2000)]
    svg = _pictures.timeline([("worker 0", spans)], 2.0)
    assert 'fill-opacity="0.1' in svg and "busy 10% of the time" in svg
    svg = _pictures.timeline([("worker 0", [(0.0, 1.0, "back", "add"), (1.5, 2.0, "back", "mul")])], 2.0)
    assert "fill-opacity" not in svg.split("<rect", 1)[1]


def test_traces_do_not_nest():
    with weir.profile(show=False) as outer:
        for other in (weir.trace, lambda: weir.profile(show=False)):
            with pytest.raises(RuntimeError, match="already being recorded"):
                with other():
                    pass
        weir.ones((64, 64)).wait()
    assert outer.operators
    with weir.trace():  # and it can be recorded again
        pass


def test_earlier_work_is_not_part_of_the_block():
    x = weir.ones((300, 300))
    for _ in range(20):
        y = x @ x
    with weir.profile(show=False) as p:
        (x + x).wait()
    assert [entry.name for entry in p.operators] == ["add"]
    del y
