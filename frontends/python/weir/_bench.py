"""python -m weir bench: this machine's table, for Weir and for the other libraries that are installed.

The machine comes first: its CPU, its caches, and two measured limits, how fast it copies memory and how fast it multiplies
and adds, on one core and on all of them.  Then one line for each row: what Weir takes, how much of the limit that is, and
what NumPy, PyTorch, JAX and TensorFlow take.

Each library runs in a process of its own (_bench_peer.py), which is stopped by a signal while another one is measured, so
that its idle threads do not take a CPU.  The libraries take turns; the figure is the median of the turns.  All have as many
threads as Weir has workers, and none uses a GPU.
"""
import argparse
import glob
import importlib.util
import json
import os
import re
import select
import signal
import statistics
import subprocess
import sys
import threading
import time

from weir import _bench_peer

TURN_S = 0.03        # of one library
TURNS = (3, 9)       # least and most turns of a row
TOTAL_S = 32.0       # for all rows; one that is not done by then has the least number of turns
START_S = 180.0      # for importing a library
ANSWER_S = 120.0     # for one answer
CLOSE = 0.001        # how far probes may be apart
COPY_BYTES = 1 << 26  # as much as an array of 16 M elements
RUN = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')"


class Failed(Exception):
    """A library could not do what it was asked; the text says why."""


# ---- The machine -----------------------------------------------------------------------------------------------------


def _read(path):
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""


def _size_text(text):
    """48K as 48 KiB, 2048K as 2 MiB."""
    match = re.fullmatch(r"(\d+)([KM])", text)
    if not match:
        return text
    size = int(match[1]) * (1024 if match[2] == "M" else 1)
    return f"{size // 1024} MiB" if size % 1024 == 0 else f"{size} KiB"


def _caches(cpu):
    """The caches of a CPU, from its first level on: name, size, number of CPUs that share it."""
    found = []
    for folder in sorted(glob.glob(f"{cpu}/cache/index*")):
        kind, level = _read(f"{folder}/type"), _read(f"{folder}/level")
        if kind == "Instruction" or not level:
            continue
        shared = sum(bin(int(word, 16)).count("1") for word in _read(f"{folder}/shared_cpu_map").split(",") if word)
        found.append({"name": f"L{level}{'d' * (kind == 'Data')}", "size": _size_text(_read(f"{folder}/size")),
                      "shared_by": shared})
    return found


def machine():
    """What this machine is, as far as the kernel says."""
    import weir
    fields = {}
    for line in _read("/proc/cpuinfo").splitlines():
        key, _, value = line.partition(":")
        fields.setdefault(key.strip(), value.strip())
    name = fields.get("model name") or os.uname().machine
    if "cpu family" in fields:
        name += f", family {fields['cpu family']} model {fields.get('model', '?')}"
    root = "/sys/devices/system/cpu"
    allowed = sorted(os.sched_getaffinity(0))
    cores = {_read(f"{root}/cpu{i}/topology/thread_siblings_list") or str(i) for i in allowed}
    return {"cpu": name, "cpus": len(allowed), "cores": len(cores),
            "numa_nodes": max(1, len(glob.glob("/sys/devices/system/node/node[0-9]*"))),
            "memory_gib": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30, 1),
            "caches": _caches(f"{root}/cpu{allowed[0]}"), "kernels": weir.engine.cpu,
            "workers": weir.engine.workers}


def _together(threads, call):
    """Call a function on several threads at once; the sum of its results."""
    results, gate = [], threading.Barrier(threads)

    def body():
        gate.wait()
        results.append(call())
    crew = [threading.Thread(target=body) for _ in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return sum(results)


def limits(workers, seconds=0.05, tries=3):
    """Measure the machine: {"copy": [one core, all], "fma": [one core, all], ...}, in GB/s and GFLOP/s."""
    from weir import _core
    found = {"copy": [], "fma": [], "instructions": _core.fma_rate(0.001)[1]}
    for threads in (1, workers):
        share = max(1 << 20, COPY_BYTES // threads // 64 * 64)
        copies = [_together(threads, lambda past=past: _core.copy_rate(share, past, seconds))
                  for past in (False, True) for _ in range(tries)]
        found["copy"].append(round(max(copies) / 1e9, 2))
        found["fma"].append(round(max(_together(threads, lambda: _core.fma_rate(seconds)[0])
                                      for _ in range(tries)) / 1e9, 1))
    return found


def higher(one, other):
    """The higher rates of two measurements: other programs can only lower them."""
    return {**one, **{kind: [max(pair) for pair in zip(one[kind], other[kind])] for kind in ("copy", "fma")}}


# ---- Libraries -------------------------------------------------------------------------------------------------------


class Program:
    """The process of a library.  It runs only between a question and its answer."""

    def __init__(self, name, threads):
        self.name, self.text = name, b""
        alike = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC", "PJRT_NPROC"),
                              str(threads))
        env = {**os.environ, **alike, "CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu", "TF_CPP_MIN_LOG_LEVEL": "3",
               "WEIR_WORKERS": str(threads)}
        self.process = subprocess.Popen([sys.executable, "-c", RUN, _bench_peer.__file__, name], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)

    def start(self):
        """Wait until the library is imported."""
        self.version = self._answer(START_S)["version"]
        self._signal(signal.SIGSTOP)

    def _signal(self, number):
        if self.process.poll() is None:
            os.kill(self.process.pid, number)

    def _answer(self, seconds):
        pipe, end = self.process.stdout.fileno(), time.monotonic() + seconds
        while b"\n" not in self.text:
            if not select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
                raise Failed(f"no answer within {seconds:.0f} s")
            part = os.read(pipe, 65536)
            if not part:
                raise Failed(f"the process has ended with status {self.process.wait()}")
            self.text += part
        line, _, self.text = self.text.partition(b"\n")
        answer = json.loads(line)
        if "error" in answer:
            raise Failed(answer["error"])
        return answer

    def ask(self, **request):
        self._signal(signal.SIGCONT)
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            return self._answer(ANSWER_S)
        except BrokenPipeError:
            raise Failed("the process has ended") from None
        finally:
            self._signal(signal.SIGSTOP)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def installed(wanted=None):
    """The names of the libraries that are installed, Weir first."""
    return [name for name in _bench_peer.LIBRARIES
            if name == "weir" or ((wanted is None or name in wanted) and importlib.util.find_spec(name))]


def _start_all(names, threads):
    """Start a process for each library; return those that run, and {name: why} of those that do not."""
    programs, why = [Program(name, threads) for name in names], {}
    try:
        for program in programs:
            try:
                program.start()
            except Failed as error:
                why[program.name] = str(error)
                program.close()
    except BaseException:
        for program in programs:
            program.close()
        raise
    return [program for program in programs if program.name not in why], why


# ---- Measuring -------------------------------------------------------------------------------------------------------


def measure(row, programs, turns, seconds):
    """Measure a row with all libraries in turns, for about `seconds`; a dict of its figures in seconds, for JSON."""
    counts, probes, failed, end = {}, {}, {}, time.monotonic() + seconds
    for program in programs:
        try:
            ready = program.ask(prepare=row.name, seconds=TURN_S)
            counts[program.name], probes[program.name] = ready["count"], ready["probe"]
        except Failed as error:
            failed[program.name] = str(error)
    times = {program.name: [] for program in programs if program.name in counts}
    for turn in range(turns[1]):
        if turn >= turns[0] and time.monotonic() > end:
            break
        at = turn % len(programs)  # another library is first in each turn
        for program in programs[at:] + programs[:at]:
            if program.name in failed or program.name not in counts:
                continue
            try:
                count = counts[program.name]
                times[program.name].append(program.ask(run=count)["seconds"] / count)
            except Failed as error:
                failed[program.name] = str(error)
    for name, probe in probes.items():
        expected = probes.get("weir")
        if probe is not None and expected is not None and abs(probe - expected) > CLOSE * max(1, abs(expected)):
            failed[name] = f"the result is {probe:.6g} where Weir's is {expected:.6g}"
    good = {name: each for name, each in times.items() if name not in failed and each}
    return {"row": row.name, "title": row.title, "unit": row.unit, "turns": max(map(len, good.values()), default=0),
            "seconds": {name: statistics.median(each) for name, each in good.items()},
            "best": {name: min(each) for name, each in good.items()}, "failed": failed}


def limit_of(row, found):
    """The least time that the row can take on this machine, in seconds; None if it has no such limit."""
    times = [row.flops / found["fma"][1] / 1e9, row.bytes / found["copy"][1] / 1e9]
    return max(times) or None


# ---- Printing --------------------------------------------------------------------------------------------------------


def _number(value):
    return f"{value:.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def in_unit(row, seconds):
    """A time as the row shows it: in us or ms, or as GFLOP/s."""
    return row.flops / seconds / 1e9 if row.unit == "GFLOP/s" else seconds * {"us": 1e6, "ms": 1e3}[row.unit]


def _machine_lines(about, found, versions):
    sharing = [f"{c['name']} {c['size']}" + (f" shared by {c['shared_by']} CPUs" if c["shared_by"] > 1 else "")
               for c in about["caches"]]

    def count(number, what):
        return f"{number} {what}{'s' * (number != 1)}"
    one, every = "one core {0}, {2} {1}", count(about["workers"], "thread")
    return [("CPU", about["cpu"]),
            ("", f"{count(about['cores'], 'core')}, {count(about['cpus'], 'CPU')}, "
                 f"{count(about['numa_nodes'], 'NUMA node')}, {about['memory_gib']} GiB"),
            ("caches", ", ".join(sharing) or "unknown"),
            ("copy", one.format(*map(_number, found["copy"]), every) + " GB/s, bytes read and written"),
            ("multiply-add", one.format(*map(_number, found["fma"]), every) +
             f" GFLOP/s, float32, {found['instructions']}"),
            ("libraries", ", ".join(f"{name} {version}" for name, version in versions.items())),
            ("threads", f"{about['workers']} for each library; Weir's kernels for {about['kernels']}")]


def table(rows, results, found, names):
    """The lines of the table, as lists of cells; the first is the head."""
    lines = [["row", "", "unit", "weir", "of limit", *[cell for name in names[1:] for cell in (name, "ratio")]]]
    for row, result in zip(rows, results):
        own, limit = result["seconds"].get("weir"), limit_of(row, found)
        line = [row.name, row.title, row.unit, _number(in_unit(row, own)) if own else "-",
                f"{100 * limit / own:.0f} %" if own and limit else ""]
        for name in names[1:]:
            theirs = result["seconds"].get(name)
            line += [_number(in_unit(row, theirs)) if theirs else "-", f"{own / theirs:.2f}" if own and theirs else ""]
        lines.append(line)
    return lines


def _print_columns(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        cells = (text.ljust(w) if i < 3 else text.rjust(w) for i, (text, w) in enumerate(zip(line, widths)))
        print("  ".join(cells).rstrip())


# ---- The command -----------------------------------------------------------------------------------------------------


def _parser():
    names = ", ".join(row.name for row in _bench_peer.ROWS)
    parser = argparse.ArgumentParser(prog="weir bench", formatter_class=argparse.RawDescriptionHelpFormatter,
                                     description=__doc__.partition("\n")[2].strip(), epilog=f"rows: {names}")
    parser.add_argument("--rows", metavar="LIST", help="only rows whose names start with these, separated by commas")
    parser.add_argument("--peers", metavar="LIST", help="only these libraries beside Weir ('' for none)")
    parser.add_argument("--threads", metavar="N", type=int, help="threads of each library (Weir's workers)")
    parser.add_argument("--quick", action="store_true", help="three turns of each row")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, times in seconds")
    return parser


def _choose(parser, wanted):
    if wanted is None:
        return _bench_peer.ROWS
    words = [word for word in wanted.split(",") if word]
    unknown = [word for word in words if not any(row.name.startswith(word) for row in _bench_peer.ROWS)]
    if unknown or not words:
        parser.error(f"no row starts with {unknown[0]!r}; rows are {', '.join(r.name for r in _bench_peer.ROWS)}"
                     if unknown else "--rows names no row")
    return [row for row in _bench_peer.ROWS if any(row.name.startswith(word) for word in words)]


def main(arguments):
    parser = _parser()
    args = parser.parse_args(arguments)
    rows = _choose(parser, args.rows)
    peers = None if args.peers is None else [name for name in args.peers.split(",") if name]
    unknown = [name for name in peers or () if name not in _bench_peer.LIBRARIES or name == "weir"]
    if unknown:
        parser.error(f"{unknown[0]!r} is not a library to compare with; they are "
                     + ", ".join(list(_bench_peer.LIBRARIES)[1:]))
    if args.threads is not None and args.threads < 1:
        parser.error(f"--threads {args.threads}: expected at least 1")
    about = machine()
    if args.threads is not None:
        about["workers"] = args.threads
    names = installed(peers)
    programs, why = _start_all(names, about["workers"])
    try:
        if "weir" in why:
            sys.exit(f"weir bench: {why['weir']}")
        turns = (TURNS[0], TURNS[0]) if args.quick else TURNS
        effort = (0.01, 2) if args.quick else ()
        found = limits(about["workers"], *effort)
        results, end = [], time.monotonic() + TOTAL_S * len(rows) / len(_bench_peer.ROWS)
        for row in rows:
            if sys.stderr.isatty():
                print(f"\r\033[K{row.title}", end="", file=sys.stderr, flush=True)
            share = (end - time.monotonic()) / (len(rows) - len(results))
            results.append(measure(row, programs, turns, share))
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        found = higher(found, limits(about["workers"], *effort))
    finally:
        for program in programs:
            program.close()
    versions = {program.name: program.version for program in programs}
    for row, result in zip(rows, results):
        result["limit"] = limit_of(row, found)
        why.update({f"{row.name}, {name}": text for name, text in result["failed"].items()})
    if args.json:
        print(json.dumps({"machine": about, "limits": found, "libraries": versions, "rows": results, "failed": why}))
    else:
        for name, text in _machine_lines(about, found, versions):
            print(f"{name:13} {text}")
        print()
        _print_columns(table(rows, results, found, list(versions)))
        print("\nratio: Weir's time over that of the library; of limit: the least time that this machine's copy and "
              "multiply-add rates allow, over Weir's")
        for name, text in why.items():
            print(f"failed: {name}: {text}")
    return 1 if any("weir" in result["failed"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
