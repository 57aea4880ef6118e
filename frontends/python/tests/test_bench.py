"""`python -m weir bench`: its rows, its table and its processes.  Nothing here depends on how fast anything is."""
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import weir
from weir import _bench, _bench_peer

SMALL = ["small.row", "small.wait", "small.pair", "small.sum", "chain.64k", "matmul.256"]


def bench(*arguments, path=(), **more):
    """Run the command; `path` are folders to import from before all others."""
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([*map(str, path), os.path.dirname(os.path.dirname(weir.__file__)),
                                                       os.environ.get("PYTHONPATH", "")]))
    return subprocess.run([sys.executable, "-m", "weir", "bench", *arguments], capture_output=True, text=True, env=env,
                          timeout=300, **more)


def result_of(row, **seconds):
    return {"row": row.name, "title": row.title, "unit": row.unit, "turns": 3, "seconds": seconds, "best": seconds,
            "failed": {}}


def row_named(name):
    return next(row for row in _bench_peer.ROWS if row.name == name)


@pytest.mark.parametrize("name", SMALL)
def test_rows_give_the_same_values_in_numpy(name):
    pytest.importorskip("numpy")
    row, probes = row_named(name), []
    for make in (_bench_peer.Weir, _bench_peer.Numpy):
        lib = make()
        probes.append(lib.number(row.make(lib)(3)))
        assert lib.value(lib.sum(lib.array(3))) == pytest.approx(3 / 17)
    assert probes[0] == pytest.approx(probes[1], rel=1e-4)


def test_softmax_and_normal_are_those_of_their_library():
    lib = _bench_peer.Weir()
    soft = lib.softmax(lib.array(4, 8))
    assert soft.sum(axis=-1).tolist() == pytest.approx([1] * 4)
    assert lib.normal(1000).shape == (1000,) and lib.normal(3).dtype == weir.float32
    assert lib.array(2, 17)[1].tolist() == pytest.approx([i / 17 for i in range(17)])


@pytest.mark.parametrize("library", ["weir", "numpy"])
@pytest.mark.parametrize("loss", ["mse", "cross entropy"])
def test_training_steps_lower_the_loss(library, loss):
    if library != "weir":
        pytest.importorskip(library)
    run = _bench_peer.LIBRARIES[library]().training(16, (8, 32, 4 if loss != "mse" else 1), loss)
    first = float(run(1))
    assert float(run(200)) < first


def test_a_step_has_the_products_of_its_layers():
    assert _bench_peer.step_flops(10, (3, 4, 5)) == 2 * 10 * (2 * 3 * 4 + 3 * 4 * 5)


def test_limits_follow_from_the_measured_rates():
    found = {"fma": [100.0, 200.0], "copy": [10.0, 20.0]}
    assert _bench.limit_of(row_named("matmul.1024"), found) == pytest.approx(2 * 1024**3 / 200e9)
    assert _bench.limit_of(row_named("add.16m"), found) == pytest.approx(12 * 2**24 / 20e9)
    assert _bench.limit_of(row_named("small.row"), found) is None


def test_the_table_has_values_ratios_and_shares_of_the_limit():
    found = {"fma": [100.0, 200.0], "copy": [10.0, 20.0]}
    matmul, small = row_named("matmul.1024"), row_named("small.row")
    own = 2 * 1024**3 / 100e9
    head, one, two = _bench.table([matmul, small], [result_of(matmul, weir=own, numpy=2 * own),
                                                    result_of(small, weir=2e-7)], found, ["weir", "numpy"])
    assert head == ["row", "", "unit", "weir", "of limit", "numpy", "ratio"]
    assert one[2:] == ["GFLOP/s", "100.0", "50 %", "50.0", "0.50"]
    assert two[2:] == ["us", "0.20", "", "-", ""]


def test_the_machine_can_be_measured():
    found = _bench.limits(2, seconds=0.001, tries=1)
    assert all(rate > 0 for rate in found["fma"] + found["copy"]) and found["instructions"]
    for bytes in (0, -64, 100, 2**62):
        with pytest.raises(ValueError, match="copy_rate"):
            weir._core.copy_rate(bytes, False, 0.001)
    about = _bench.machine()
    assert about["workers"] == weir.engine.workers and about["cores"] <= about["cpus"] and about["cpu"]


def test_the_higher_of_two_measured_limits_counts():
    one, other = ({"copy": [1.0, 4.0], "fma": [5.0, 6.0], "instructions": "x"},
                  {"copy": [2.0, 3.0], "fma": [4.0, 7.0], "instructions": "x"})
    assert _bench.higher(one, other) == {"copy": [2.0, 4.0], "fma": [5.0, 7.0], "instructions": "x"}


def test_sizes_of_caches_are_readable():
    assert [_bench._size_text(t) for t in ("48K", "2048K", "1M", "260M", "odd")] == [
        "48 KiB", "2 MiB", "1 MiB", "260 MiB", "odd"]


def test_json_has_the_machine_and_a_figure_for_each_row():
    done = bench("--quick", "--json", "--peers", "", "--rows", "small.row,small.w,matmul.256", "--threads", "1")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert [row["row"] for row in made["rows"]] == ["small.row", "small.wait", "matmul.256"]
    assert all(row["seconds"]["weir"] > 0 and row["turns"] == 3 and row["failed"] == {} for row in made["rows"])
    assert made["machine"]["workers"] == 1 and made["libraries"] == {"weir": weir.__version__} and made["failed"] == {}
    assert made["rows"][2]["limit"] > 0 and made["rows"][0]["limit"] is None


def test_a_library_that_cannot_be_imported_is_named(tmp_path):
    (tmp_path / "jax.py").write_text("raise ImportError('jaxlib is missing')\n")
    (tmp_path / "torch.py").write_text("print('{\"version\": \"no\"}')\nimport os\nos._exit(3)\n")
    done = bench("--quick", "--peers", "jax,torch", "--rows", "small.row", path=[tmp_path])
    assert done.returncode == 0, done.stderr
    assert "failed: jax: ImportError: jaxlib is missing" in done.stdout
    assert "failed: torch: the process has ended with status 3" in done.stdout
    assert f"weir {weir.__version__}" in done.stdout and "small.row" in done.stdout


def test_a_library_with_other_results_has_no_figure(tmp_path):
    (tmp_path / "numpy.py").write_text(
        "__version__ = '0'\n"
        "class random:\n"
        "    default_rng = staticmethod(lambda seed: None)\n"
        "float32 = None\n"
        "class V(float):\n"
        "    __mod__ = __truediv__ = __add__ = lambda self, o: self\n"
        "    astype = lambda self, t: self\n"
        "    reshape = lambda self, *s: self\n"
        "    __getitem__ = lambda self, i: 7.0\n"
        "arange = lambda n: V(7)\n")
    done = bench("--quick", "--peers", "numpy", "--rows", "small.row", path=[tmp_path])
    assert done.returncode == 0, done.stderr
    assert "failed: small.row, numpy: the result is 7 where Weir's is 1.05882" in done.stdout


@pytest.mark.parametrize("arguments, text", [
    (["--rows", "nothing"], "no row starts with 'nothing'; rows are small.row"),
    (["--rows", ""], "--rows names no row"),
    (["--peers", "fortran"], "'fortran' is not a library to compare with; they are numpy, torch, jax, tensorflow"),
    (["--threads", "0"], "expected at least 1"),
    (["--unknown"], "unrecognized arguments"),
])
def test_wrong_arguments_are_refused(arguments, text):
    done = bench(*arguments)
    assert done.returncode == 2 and text in done.stderr and not done.stdout


def test_help_names_the_rows():
    done = bench("--help")
    assert done.returncode == 0 and all(row.name in done.stdout for row in _bench_peer.ROWS)


def test_processes_of_libraries_are_stopped_between_questions_and_end_with_their_parent():
    code = ("import time\nfrom weir import _bench\np = _bench.Program('weir', 1)\np.start()\n"
            "p.ask(prepare='small.row', seconds=0.001)\nprint(p.process.pid, flush=True)\ntime.sleep(100)\n")
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([os.path.dirname(os.path.dirname(weir.__file__)),
                                                       os.environ.get("PYTHONPATH", "")]))
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=env)
    pid = int(parent.stdout.readline())

    def state():
        try:
            with open(f"/proc/{pid}/stat") as file:
                return file.read().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return "gone"

    def becomes(*states):
        until = time.monotonic() + 60
        while state() not in states and time.monotonic() < until:
            time.sleep(0.01)
        return state() in states
    assert becomes("T")
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert becomes("gone", "Z")


def test_other_libraries_run_without_weir():
    code = ("import runpy, sys\nsys.argv = ['x', 'numpy']\n"
            f"runpy.run_path({_bench_peer.__file__!r})\nassert 'weir' not in sys.modules\n")
    subprocess.run([sys.executable, "-c", code], check=True)
