#!/usr/bin/env python3
"""ops.py - Weir's operators beside NumPy, PyTorch and TensorFlow.

    bench/ops.py                     every case; `make bench ARGS="--only ops"` does the same
    bench/ops.py --only ops.matmul   cases that start so
    bench/ops.py --peers numpy       only beside these ('' for none)
    bench/ops.py --no-install        with the peers that are installed already

Each program is a process that stays (peers/ops_protocol.py has the conversation), has two threads, and is
stopped by a signal while another one is measured, so that its waiting threads cannot take a CPU.  For each
case the programs take turns; the first repetition of a turn warms up and is not counted, the figure of a
turn is the median of the others, and the figure of a case is the median of the turns.

SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import json
import os
import pathlib
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import common
import install

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
NAMES = {"numpy": "NumPy", "torch": "PyTorch", "tensorflow": "TensorFlow", "limit": "limit"}
THREADS = 2
ENV = {"OMP_NUM_THREADS": THREADS, "OPENBLAS_NUM_THREADS": THREADS, "MKL_NUM_THREADS": THREADS,
       "WEIR_WORKERS": THREADS, "CUDA_VISIBLE_DEVICES": "", "TF_CPP_MIN_LOG_LEVEL": 3, "PYTHONDONTWRITEBYTECODE": 1}
LIMIT_S = 300     # for one answer
TURN_NS = 20e6    # a turn goes on for so long, with two repetitions at least
CLOSE = 0.02      # how far results may be apart, relative to the largest of the probe


class Case:
    """A case, with what we hold ourselves to: {peer: limit of Weir / peer}, or of Weir's own figure."""

    def __init__(self, name, own=None, strict=False, count=1, unit="ms", **bars):
        self.name, self.own, self.strict, self.count, self.unit, self.bars = name, own, strict, count, unit, bars

    def convert(self, ns):
        """Nanoseconds of a repetition in the unit of the case."""
        return ns / self.count / {"ms": 1e6, "us": 1e3}[self.unit]


CASES = [
    Case("add.16m", numpy=0.4, tensorflow=1.0, limit=1.3),
    Case("exp.16m", numpy=0.5, torch=0.5, tensorflow=1.1),
    Case("tanh.16m", numpy=0.5, torch=0.5, tensorflow=1.1),
    Case("sum.16m", torch=1.2),
    Case("softmax.4096", torch=0.5, tensorflow=1.1),
    Case("layer_norm.4096", torch=0.8),
    *[Case(f"attention{what}.{size}", torch=0.9) for size in (128, 2048)
      for what in ("", "_causal", "_grad", "_causal_grad")],
    Case("transpose_add.4096", torch=0.6),
    Case("normal.16m", torch=0.2),
    *[Case(f"matmul.{shape}.{dtype}", torch=1.1) for dtype in ("f32", "f64")
      for shape in ("256", "1024", "2048", "1024x512x2048", "1024x2048x512", "64of64")],
    Case("normal_dot.1000", torch=0.65),
    Case("products_and_chain", torch=1.0, strict=True),
    Case("tiny.stream", own=0.3, count=100000, unit="us"),
    Case("tiny.wait", own=0.6, count=100000, unit="us"),
    Case("relu_muladd.16m"),
    Case("relu_muladd.64k", unit="us"),
    Case("sum_axis0.4096"),
    Case("sum_axis1.4096"),
    Case("max.16m"),
    Case("mean.16m"),
    Case("var.16m"),
    Case("cast_f16.16m"),
    Case("fft.1m", numpy=1.1),
    Case("fft.1000x1024", numpy=1.1),
    Case("solve.500.f64", numpy=1.2),
    Case("inv.500.f64", numpy=1.2),
    Case("qr.500.f64", numpy=1.2),
    Case("irfft.1000x513", numpy=1.1),
    *[Case(f"conv.{kind}{way}", torch=1.1) for kind in ("3x3", "1x1", "depthwise", "lenet1", "lenet2")
      for way in ("", ".dx", ".dw")],
    *[Case(f"{layer}{way}", torch=0.8) for layer in (
        "max_pool.256x6x28", "max_pool.32x64x32", "batch_norm.32x64x32", "layer_norm.2048x128", "layer_norm.4096x1024")
      for way in ("", ".back")],
    Case("take.1m"),
    Case("sort.1m", numpy=1.3, torch=1.3),
    Case("argsort.1m", numpy=1.3, torch=1.3),
    Case("sort.1000x1000", numpy=1.0, torch=1.0),
    Case("argsort.1000x1000", numpy=1.0, torch=1.0),
    Case("topk100.1m", numpy=1.3, torch=1.3),
    Case("eigh.500", numpy=1.2),
    Case("eigvalsh.500"),
    Case("svd.500", numpy=1.2),
    Case("svdvals.500"),
    *[Case(f"{name}.{inputs}", torch=0.8) for name in ("lstm", "lstm_both") for inputs in (64, 128)],
    Case("concat.16m"),
    Case("bilinear2x.8x64x56", torch=1.0),
    Case("unfold3x3.8x64x56", torch=0.5),
]


# ---- Programs ----------------------------------------------------------------------------------------


class Program:
    """A process that answers lines.  It runs only between a question and its answer."""

    def __init__(self, name, command, prefix="", env=None):
        self.name, self.prefix = name, prefix
        self.errors = tempfile.TemporaryFile(mode="w+")
        self.text = b""
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors,
                                        env={**os.environ, **{k: str(v) for k, v in {**ENV, **(env or {})}.items()}},
                                        preexec_fn=die_with_parent)
        try:
            self.greeting = self.answer()
            self.version = self.greeting.get("version", "")
            self.halt()
        except RuntimeError:
            self.end()
            raise

    def halt(self):
        """Stop it, and see that it has stopped."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def answer(self):
        deadline = time.monotonic() + LIMIT_S
        while b"\n" not in self.text:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise RuntimeError(f"no answer in {LIMIT_S} s")
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                raise RuntimeError(f"ended: {self.last_words()}")
            self.text += chunk
        line, _, self.text = self.text.partition(b"\n")
        return json.loads(line)

    def last_words(self):
        self.errors.seek(0)
        lines = [line.strip() for line in self.errors if line.strip()]
        return lines[-1] if lines else f"status {self.process.wait()}"

    def ask(self, *words):
        """The answer to the words, for us a case and its repetitions; None if the program has no such case."""
        self.process.send_signal(signal.SIGCONT)
        try:
            self.process.stdin.write(f"{self.prefix}{' '.join(map(str, words))}\n".encode())
            self.process.stdin.flush()
        except OSError:
            pass  # it is gone: reading says so, with its last words
        answer = self.answer()
        self.halt()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return None if answer.get("missing") else answer

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.kill()
        self.process.wait()


class Clocks:
    """What the CPUs and our programs have done since this was made."""

    def __init__(self, programs):
        self.programs = list(programs)
        self.before = self.now()

    def now(self):
        mine = time.process_time() + sum(program.cpu_seconds() for program in self.programs)
        return common.busy_seconds(), mine, time.monotonic()

    def others(self):
        """The share of the CPUs that others took meanwhile, or None."""
        return common.share_of_others(*(b - a for a, b in zip(self.before, self.now())))


def die_with_parent():
    """A stopped process would outlive a bench that was killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG


def start_programs(folder, peers, may_install):
    """The programs that could be started, by name, and {name: why not} of the others."""
    programs, absent = {}, {}
    plan = [("weir", lambda: Program("weir", [folder / "ops_weir"])),
            ("limit", lambda: Program("limit", [folder / "ops_weir"], "limit."))]
    for name in peers:
        plan.append((name, lambda name=name: Program(name, [install.environment(name, may_install),
                                                            PEERS / f"ops_{name}.py"])))
    for name, start in plan:
        common.progress(f"starting {name}")
        try:
            programs[name] = start()
        except (RuntimeError, OSError, ValueError) as error:
            absent[name] = str(error)
    return programs, absent


# ---- Measuring ---------------------------------------------------------------------------------------


class Bench:
    """Measures cases and keeps what came out, by case and program."""

    def __init__(self, programs, turns, turn_ns, retry):
        self.programs, self.turns, self.turn_ns, self.retry = programs, turns, turn_ns, retry
        self.figures = {}  # (case name, program name) -> {"value", "best", "repetitions", "quiet"}
        self.failed = {}   # (case name, program name) -> why
        self.others = []

    def fail(self, case, name, error):
        self.failed[case.name, name] = str(error)
        program = self.programs[name]
        if program.process.poll() is not None or "no answer" in str(error):
            program.end()
            del self.programs[name]

    def attempt(self, case, name, repetitions):
        """An answer, or None when there is none to be had."""
        if name not in self.programs or (case.name, name) in self.failed:
            return None
        try:
            return self.programs[name].ask(case.name, repetitions)
        except (RuntimeError, OSError, ValueError) as error:
            self.fail(case, name, error)
            return None

    def prepare(self, case):
        """{program: repetitions of a turn} for those that have the case and agree about its result."""
        probes, bursts = {}, {}
        for name in list(self.programs):
            first = self.attempt(case, name, 0)
            timed = first and self.attempt(case, name, 2)
            if timed:
                probes[name] = first.get("probe")
                bursts[name] = max(2, min(200, round(self.turn_ns / max(1, min(timed["ns"])))))
        mine = probes.get("weir")
        for name, probe in probes.items():
            if mine and probe and not agree(mine, probe):
                self.failed[case.name, "weir"] = f"its result {mine} is not that of {name}, {probe}"
                bursts.pop("weir", None)
        return bursts

    def take_turns(self, case, bursts):
        times = {name: [] for name in bursts}
        for turn in range(self.turns):
            order = list(bursts)
            first = turn % max(1, len(order))
            for name in order[first:] + order[:first]:
                answer = self.attempt(case, name, 1 + bursts[name])
                if answer:
                    times[name].append(answer["ns"][1:])
        return times

    def watch(self, act):
        """What `act` returns, and the share of the CPUs that others took meanwhile."""
        count, clocks = len(self.programs), Clocks(self.programs.values())
        result = act()
        lost = len(self.programs) != count
        return result, None if lost else clocks.others()

    def measure(self, case):
        bursts = self.prepare(case)
        kept = None
        for _ in range(1 + self.retry):
            this = self.watch(lambda: self.take_turns(case, bursts))
            kept = this if kept is None or (this[1] or 0) < (kept[1] or 0) else kept
            if (kept[1] or 0) <= common.QUIET:
                break
        times, others = kept
        if others is not None:
            self.others.append(others)
        for name, turns in times.items():
            if turns and (case.name, name) not in self.failed:
                self.figures[case.name, name] = {
                    "value": case.convert(statistics.median(statistics.median(turn) for turn in turns)),
                    "best": case.convert(min(min(turn) for turn in turns)),
                    "repetitions": sum(len(turn) for turn in turns),
                    "quiet": (others or 0) <= common.QUIET,
                }


def agree(a, b):
    scale = max(abs(x) for x in b)
    return len(a) == len(b) and all(abs(x - y) <= CLOSE * scale for x, y in zip(a, b))


# ---- Figures -----------------------------------------------------------------------------------------


def record(case, mine, program, peer, cpu):
    """A line of JSON: our figure alone (`program` is None), or against one peer."""
    out = dict.fromkeys(common.FIELDS)
    out.update(case=f"ops.{case.name}", unit=case.unit, cpu=cpu)
    if mine:
        out.update(weir=mine["value"], weir_best=mine["best"], workers=THREADS, repetitions=mine["repetitions"],
                   quiet=mine["quiet"])
    if peer:
        out.update(peer=program.name, peer_version=program.version, peer_value=peer["value"], peer_best=peer["best"],
                   peer_workers=THREADS, peer_quiet=peer["quiet"])
    judged = mine and (mine["value"] / peer["value"] if peer else mine["value"])
    out["ratio"] = judged if peer else None
    out["bar"] = case.bars.get(program.name) if peer else case.own
    out["verdict"] = common.verdict(judged, out["bar"], case.strict)
    return out


def compare(cases, figures, programs, cpu):
    """Lines of JSON, for each case ours and then one for each peer."""
    records = []
    for case in cases:
        mine = figures.get((case.name, "weir"))
        if mine:
            records.append(record(case, mine, None, None, cpu))
        records += [record(case, mine, program, figures[case.name, name], cpu) for name, program in programs.items()
                    if name != "weir" and (case.name, name) in figures]
    return records


def against_bar(text, bar, strict):
    return text if bar is None or text == "-" else f"{text} {'<' if strict else '<='} {bar:g}"


def table_line(case, rows, peers, absent):
    """A case: our figure, each peer's, our time over each peer's, and whether the bars held."""
    by_peer = {row["peer"]: row for row in rows}
    mine = next((row for row in rows if row["weir"] is not None), None)
    ours = common.number(mine["weir"], mine["quiet"]) if mine else "-"
    figures, ratios = [], []
    for peer in peers:
        row = by_peer.get(peer)
        none = "absent" if peer in absent else "-"
        figures.append(common.number(row["peer_value"], row["peer_quiet"]) if row else none)
        ratio = "-" if not row or row["ratio"] is None else f"{row['ratio']:.2f}"
        ratios.append(against_bar(ratio, case.bars.get(peer), case.strict))
    verdicts = [row["verdict"] for row in rows if row["verdict"]]
    word = "MISSED" if "MISS" in verdicts else "held" if verdicts else ""
    if word and not mine["quiet"]:
        word = f"~{word}"
    return (f"ops.{case.name}", case.unit, against_bar(ours, case.own, False), *figures, *ratios, word)


def print_table(cases, records, peers, absent):
    head = ("case", "unit", "Weir", *(NAMES[p] for p in peers), *(f"/ {NAMES[p]}" for p in peers), "")
    lines = [head]
    for case in cases:
        rows = [r for r in records if r["case"] == f"ops.{case.name}"]
        lines.append(table_line(case, rows, peers, absent))
    common.print_columns(lines, {0, 1, len(head) - 1})


# ---- The plan ----------------------------------------------------------------------------------------


def pick(only):
    return [case for case in CASES if common.wanted(f"ops.{case.name}", only)]


def run(folder, only=None, peers=None, turns=5, quick=False, retry=2, may_install=True):
    """Measure and print; returns the records, and whether Weir failed somewhere."""
    cases = pick(only)
    names = [name for name in install.STEPS if peers is None or name in peers]
    programs, absent = start_programs(folder, names, may_install)
    bench = Bench(dict(programs), turns, TURN_NS / 10 if quick else TURN_NS, retry)
    try:
        for at, case in enumerate(cases):
            common.progress(f"operators, {at + 1} of {len(cases)}: {case.name}")
            bench.measure(case)
    except KeyboardInterrupt:
        print("interrupted: the cases measured so far follow\n")
    finally:
        for program in programs.values():
            program.end()
    common.progress("")

    cpu = common.cpu_model()
    records = compare(cases, bench.figures, programs, cpu)
    print_table(cases, records, [*names, "limit"], absent)
    print()
    print(f"CPU      {cpu}")
    print(f"peers    {', '.join(f'{name} {programs[name].version}' for name in names if name in programs) or 'none'}")
    if bench.others:
        print(f"others   took {100 * statistics.median(bench.others):.1f} % of the CPUs in the median case, "
              f"{100 * max(bench.others):.1f} % in the worst")
    for name, reason in absent.items():
        print(f"{'FAILED  ' if name == 'weir' else 'skipped '} {name}: {reason}")
    for (case, name), reason in bench.failed.items():
        print(f"FAILED   ops.{case} {name}: {reason}")
    print(f"bars     {sum(r['verdict'] == 'pass' for r in records)} held, "
          f"{sum(r['verdict'] == 'MISS' for r in records)} missed")
    return records, "weir" in absent or any(name == "weir" for _, name in bench.failed)


def main():
    parser = common.options("Measure Weir's operators beside NumPy, PyTorch and TensorFlow.", "two turns, short ones",
                            "turns of each program", "programs that are built already", "cases")
    parser.add_argument("--retry", type=int, default=2, help="how often a disturbed case is repeated (2)")
    args = parser.parse_args()

    records, failed = run(args.bin or common.build(args.build), args.only, args.peers,
                          args.reps or (2 if args.quick else 5), args.quick, args.retry, not args.no_install)
    return common.finish(args, records, failed)


if __name__ == "__main__":
    sys.exit(main())
