"""test_chapter.py - the chapter runs, its page is whole, and graphs, timelines and the notebook say what is so.

Nothing here looks at how long anything took.

SPDX-License-Identifier: Apache-2.0
"""
import io
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest

import weir
from weir import _pictures
from weir.chapter import _experiments, _gpu, _measure, _report, _verdicts

ROOT = pathlib.Path(__file__).resolve().parents[3]
NOTEBOOK = ROOT / "examples/notebooks/asynchronous-computation.ipynb"


def parse(svg):
    """The picture as a tree: it is well-formed, and names no other place."""
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    return xml.fromstring(svg)


def words(svg):
    return [t.text for t in parse(svg).iter("{http://www.w3.org/2000/svg}text")]


# ---- Graphs -----------------------------------------------------------------------------------------


def test_graph_of_an_array():
    x, y = weir.ones((1, 2)), weir.ones((1, 2))
    with weir.graph() as g:
        z = x * y + 2
        unrelated = x - y
    assert [n.name for n in g.nodes if n.kind == "op"] == ["multiply", "add", "subtract"]
    part = weir.graph(z)
    assert [n.name for n in part.nodes if n.kind == "op"] == ["multiply", "add"]
    assert len(part) == 2 and len(g) == 3
    product, total = (n for n in part.nodes if n.kind == "op")
    assert [n.name for n in product.inputs] == ["x", "y"]
    assert total.inputs[0] is product and total.inputs[1].kind == "number"
    assert total.line.startswith(__file__)
    assert z.tolist() == [[3.0, 3.0]] and unrelated.tolist() == [[0.0, 0.0]]
    assert "+ 2  \u2192 z" in words(part._repr_svg_())


def test_graph_of_a_function_and_its_result():
    w = weir.ones(3)
    g = weir.graph(lambda a, b: weir.exp(a) + b * w, weir.ones(3), weir.zeros(3))
    assert [n.name for n in g.nodes if n.kind == "op"] == ["exp", "multiply", "add"]
    assert sorted(n.name for n in g.nodes if n.kind == "input") == ["a", "b", "w"]
    assert g.result.shape == (3,)
    assert "exp(a)" in repr(g) and "add(#1, #2)" in repr(g)


def test_order_without_data():
    x = weir.zeros(100)
    with weir.graph() as g:
        y = x + 1
        x[...] = 5.0
        z = x * 2
    nodes = [n for n in g.nodes if n.kind == "op"]
    write = next(n for n in nodes if nodes[0] in n.after)
    assert write in g.nodes and nodes[0].name == "add"
    last = nodes[-1]
    assert last.name == "multiply" and last.inputs[0] is write
    assert y.sum().item() == 100 and z.sum().item() == 1000


def test_views_compute_nothing():
    x = weir.zeros((4, 4))
    g = weir.graph(lambda: x.T[0] + 1)
    assert [n.kind for n in g.nodes if n.kind in ("op", "view")] == ["view", "view", "op"]


def test_gradients_and_layers_are_in_the_graph():
    net = weir.nn.Sequential(weir.nn.Linear(4, 2), weir.nn.ReLU())
    x = weir.ones((3, 4))
    net(x)
    with weir.graph() as g:
        with weir.autograd.record():
            loss = net(x).mean()
        forward = len(g._notes)
        loss.backward()
    names = [n.name for n in g.nodes]
    assert "linear" in names and "relu" in names and len(g._notes) > forward > 0
    parse(g.svg())


def test_graphs_nest_and_belong_to_their_thread():
    import threading

    x = weir.ones(10)
    with weir.graph() as outer:
        x + 1
        with weir.graph() as inner:
            x * 2
        thread = threading.Thread(target=lambda: x - 3)
        thread.start()
        thread.join()
        x / 4
    x ** 5
    assert [n.name for n in inner.nodes if n.kind == "op"] == ["multiply"]
    assert [n.name for n in outer.nodes if n.kind == "op"] == ["add", "multiply", "divide"]


def test_a_graph_is_closed_by_the_thread_that_opened_it():
    import threading

    x, told = weir.ones(10), []

    def elsewhere(g):
        try:
            g.__exit__(None, None, None)
        except RuntimeError as error:
            told.append(str(error))

    with weir.graph() as g:
        thread = threading.Thread(target=elsewhere, args=(g,))
        thread.start()
        thread.join()
        x + 1
    assert len(g) == 1 and "the thread that opened it" in told[0]


def test_a_block_that_raises_stops_the_recording():
    x = weir.ones(10)
    with pytest.raises(ZeroDivisionError), weir.graph() as g:
        x + 1
        1 / 0
    x + 2
    assert len(g) == 1


def test_graph_says_what_it_wants():
    with pytest.raises(ValueError, match="were not recorded"):
        weir.graph(weir.ones(3) + 1)
    with pytest.raises(TypeError, match="not int"):
        weir.graph(3)
    g = weir.graph(lambda: weir.ones(3))
    with pytest.raises(ValueError, match="neither computed nor read"):
        g.of(weir.ones(2))


@pytest.mark.cpu
def test_a_graph_lets_go():
    import gc

    before = weir.memory.used
    g = weir.graph(lambda: weir.ones(1_000_000) + 1)
    weir.waitall()
    assert weir.memory.used >= before + 4_000_000
    del g
    gc.collect()
    weir.waitall()
    assert weir.memory.used < before + 4_000_000


def test_many_boxes_do_not_overlap():
    boxes = [_pictures.Box(f"n{i}", "float32", sources=[j for j in (i - 1, i - 3, i // 2) if 0 <= j < i])
             for i in range(60)]
    tree = parse(_pictures.graph(boxes))
    space = "{http://www.w3.org/2000/svg}"
    rects = [r for g in tree.iter(f"{space}g") for r in g.iter(f"{space}rect")]
    places = [tuple(float(r.get(k)) for k in ("x", "y", "width", "height")) for r in rects]
    assert len(places) == 60
    for i, (x, y, w, h) in enumerate(places):
        for x2, y2, w2, h2 in places[:i]:
            assert x + w <= x2 + 0.2 or x2 + w2 <= x + 0.2 or y + h <= y2 + 0.2 or y2 + h2 <= y + 0.2


# ---- Timelines --------------------------------------------------------------------------------------


def test_a_trace_without_a_path_has_a_timeline(tmp_path):
    x = weir.ones((200, 200))
    with weir.trace() as trace:
        y = x @ x
        y.wait()
    line = trace.timeline
    assert [t.name for t in line.tasks] == ["matmul"]
    assert line.tasks[0].issue <= line.tasks[0].start <= line.tasks[0].end
    assert "front end" in words(trace._repr_svg_())
    path = tmp_path / "trace.json"
    with weir.trace(path) as trace:
        (x @ x).wait()
    assert [t.name for t in trace.timeline.tasks] == ["matmul"] and path.is_file()
    with pytest.raises(ValueError, match="nothing has been recorded"):
        weir.trace().timeline


def test_the_magic_draws_under_a_cell():
    kind = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell
    from IPython.utils.capture import capture_output

    shell = kind.instance()
    try:
        shell.display_formatter.active_types = shell.display_formatter.format_types  # as in a notebook
        shell.run_line_magic("load_ext", "weir")
        with capture_output() as captured:
            shell.run_cell_magic("weir", "", "import weir\nq = weir.ones((50, 50)) @ weir.ones((50, 50))\n")
        assert any("image/svg+xml" in o.data for o in captured.outputs)
        assert shell.user_ns["q"].ready
        for wrong, kind_of_error in (("1/0", ZeroDivisionError), ("1 +", SyntaxError)):
            with capture_output():
                result = shell.run_cell(f"%%weir\n{wrong}\n")
            assert not result.success and isinstance(result.error_in_exec, kind_of_error)
    finally:
        kind.clear_instance()


# ---- The chapter ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chapter(tmp_path_factory):
    """The quick variant, run once: what it printed, its page, its sections."""
    path, out = tmp_path_factory.mktemp("chapter") / "page.html", io.StringIO()
    sections = weir.chapter.run(quick=True, report=path, out=out)
    return out.getvalue(), path.read_text(), sections


def test_every_experiment_has_a_table(chapter):
    out, page, sections = chapter
    assert len(_experiments.ALL) == 10 and len(_gpu.ALL) == 2
    assert len(sections) == 10 + (2 if _gpu.why_not() is None else 0)
    for number, section in enumerate(sections, 1):
        assert f"{number}  {section.title}" in out
        assert section.rows and all(len(row) == len(section.heads) for row in section.rows)
        assert "model" in " ".join(section.heads)
        for row in section.rows:
            for cell in row:
                if isinstance(cell, _measure.Timing):
                    assert 0 < cell.low <= cell.median <= cell.high
    assert all(len(line) <= 160 and line == line.rstrip() for line in out.splitlines())


def test_the_unwaited_loop_left_work(chapter):
    first = chapter[2][0]
    unfinished, count = map(int, re.search(r"(\d+) of (\d+) products were unfinished", first.shows).groups())
    assert 0 <= unfinished <= count


def test_the_page_stands_alone(chapter):
    page = chapter[1]
    outside = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert outside and all(link.startswith("#s") for link in outside)
    assert "url(" not in page and "@import" not in page and "<script" not in page
    assert "prefers-color-scheme:dark" in page and "max-width:640px" in page
    ids = set(re.findall(r'id="(s\d+)"', page))
    assert {link[1:] for link in outside} == ids
    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(pictures) >= 16  # each for wide and for narrow pages
    for picture in pictures:
        parse(picture)


def test_the_page_has_the_three_memory_curves(chapter):
    for name in ("with a barrier", "without a barrier", "without admission control"):
        assert f">{name}</text>" in chapter[1]
    assert "the level: memory of in-order execution" in chapter[1]


def test_the_model():
    s = _measure.Stages(1.0, 2.0, 3.0)
    assert s.synchronous(10) == 60
    assert s.asynchronous(10) == 1 + 10 * 2 + 3
    slow_front = _measure.Stages(2.0, 1.0, 3.0)
    assert slow_front.asynchronous(10) == 10 * 2 + 1 + 3


def test_stages_are_measured():
    x = weir.ones(10_000)
    s = _measure.Lab(quick=True).stages(lambda y: y + 1, x)
    assert s.t1 > 0 and s.t2 > 0 and s.t3 >= 0


def test_without_numpy_its_column_is_left_out(monkeypatch):
    monkeypatch.setattr(_experiments, "numpy", lambda: None)
    section = _experiments.synchronous(_measure.Lab(quick=True))
    assert section.heads == ["", "model", "measured"] and all(len(row) == 3 for row in section.rows)


def test_a_report_that_cannot_be_written_is_told_at_once(tmp_path):
    done = subprocess.run([sys.executable, "-m", "weir.chapter", "--quick", "--report", str(tmp_path / "no" / "page")],
                          capture_output=True, text=True)
    assert done.returncode == 1 and "cannot write the report" in done.stderr and done.stdout == ""


def test_durations():
    assert [_pictures.duration(s) for s in (1.5, 0.0123, 4.5e-6, 8e-9)] == ["1.50 s", "12.3 ms", "4.50 us", "8.00 ns"]
    assert _pictures.ticks(10, 5) == [0, 2, 4, 6, 8, 10]


# ---- The notebook -----------------------------------------------------------------------------------


def cells():
    return [(c["cell_type"], "".join(c["source"])) for c in json.loads(NOTEBOOK.read_text())["cells"]]


def test_the_notebook_is_clean():
    document = json.loads(NOTEBOOK.read_text())
    assert document["nbformat"] == 4
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None


def test_the_notebook_runs():
    """Cell by cell, with the two magics done by hand."""
    names = {}
    ran = 0
    for kind, source in cells():
        if kind != "code":
            continue
        if source.startswith("%load_ext"):
            continue
        traced = source.startswith("%%weir")
        program = compile(source.partition("\n")[2] if traced else source, f"cell {ran}", "exec")
        if traced:
            with weir.trace() as trace:
                exec(program, names)
                weir.waitall()
            assert trace.timeline.tasks
        else:
            exec(program, names)
        ran += 1
    assert ran >= 10


def test_the_notebook_runs_in_jupyter():
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(book, timeout=120).execute()


def test_pictures_name_files_and_no_folders(tmp_path):
    assert _pictures.spot("/home/somebody/work/train.py:12") == _pictures.spot("C:\\work\\train.py:12") == "train.py:12"
    assert _pictures.noted("add", "<frozen runpy>:88") == "add"
    script = tmp_path / "drawing.py"
    script.write_text("import weir\nwith weir.trace() as trace:\n    y = weir.ones(3) + 1\n    y.wait()\n"
                      "print(trace.timeline.svg())\nwith weir.graph() as g:\n    z = y * 2\nprint(g.svg())")
    out = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True).stdout
    assert "drawing.py:3" in out and "drawing.py:7" in out and str(tmp_path) not in out


def test_pictures_get_a_folder(tmp_path):
    from weir.chapter import __main__ as command

    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match="choose another with --pictures FOLDER"):
        command.main(["--quick", "--report", "", "--pictures", str(tmp_path / "file" / "folder")])
    _report.make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


# ---- What is concluded ------------------------------------------------------------------------------


def timing(*seconds):
    return _measure.Timing(seconds)


def test_conclusions_follow_from_the_figures():
    each, fast, slow = timing(10, 11, 12), timing(5, 6, 7), timing(10, 10.5, 11)
    assert "hides all of the time that can be hidden" in _verdicts.window(each, fast, fast)
    assert "hardly overlapped" in _verdicts.window(each, slow, fast)
    assert "reading further ahead hid more" in _verdicts.window(each, timing(7, 8, 9), timing(3, 4, 5))
    assert "take the same time" in _verdicts.blockers([each, slow])
    assert "the differences" in _verdicts.blockers([each, fast])
    assert "take the same time" in _verdicts.waits(each, slow) and "6.00 s and 11.0 s" in _verdicts.waits(fast, each)
    assert "the barrier is not needed" in _verdicts.memory(100, 110) and "1.5 times" in _verdicts.memory(100, 150)
    assert "no gain" in _verdicts.devices(0.9, 1.0) and "issued after all of the first" in _verdicts.devices(1.0, 1.9)
    assert "in parallel" in _verdicts.devices(1.8, 1.9)
    assert _verdicts.asynchrony(9, 10).startswith("Yes") and _verdicts.asynchrony(1, 10).startswith("Hardly")


def test_a_busy_machine_is_named(monkeypatch):
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0, 0), raising=False)
    assert _report.busy() == []
    monkeypatch.setattr("os.getloadavg", lambda: (99.0, 0, 0), raising=False)
    assert "is 99.0" in _report.busy()[0][1]
