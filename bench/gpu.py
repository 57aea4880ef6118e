#!/usr/bin/env python3
"""gpu.py - operations and training steps on a GPU, Weir beside PyTorch: eager, as a CUDA graph, compiled.

    bench/gpu.py                   everything; `make bench-gpu` does the same
    bench/gpu.py --only models     cases that start so
    bench/gpu.py --rounds 3        fewer rounds (9)
    bench/gpu.py --memory          the peak memory of each model instead, a process for each

Both run in one process and take turns.  A figure is the median time of a turn, divided by its repetitions; a
ratio is the median of the ratios of all rounds.  The clock stops when everything issued has been computed.
Needs the Python package `weir` and PyTorch in the same interpreter, and installs nothing.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import gc
import json
import pathlib
import statistics
import subprocess
import sys
import time

import common

TURN_S = 0.05
HERE = pathlib.Path(__file__).resolve().parent

# case: the peer, and the limit of Weir's time over the peer's.
BARS = {
    "op.add2": ("eager", 0.3), "op.add2_waited": ("eager", 0.9), "op.add_sum_item": ("eager", 0.7),
    "op.sum64M": ("eager", 1.0), "op.softmax64M": ("eager", 1.0), "op.normal64M": ("eager", 1.0),
    "op.matmul8192": ("eager", 1.03), "op.matmul8192_tf32": ("eager", 1.03), "op.matmul8192_bf16": ("eager", 1.03),
    "op.normal_dot1000": ("eager", 0.85), "op.relu64M": ("compiled", 0.9),
    "models.mlp": ("graph", 1.15), "models.tiny": ("graph", 1.3), "models.lenet": ("graph", 1.3),
    "models.convolutions": ("graph", 1.05), "models.gpt": ("graph", 1.25), "models.lstm": ("graph", 1.3),
    "models.gpt2_float32": ("eager", 1.02), "models.gpt2_bfloat16": ("eager", 1.0),
}


PEERS = ("eager", "graph", "compiled")  # how PyTorch runs a case; not every case is run in all ways


# ---- Cases: functions of a number of repetitions --------------------------------------------------------


def weir_cases(weir):
    def repeated(step, wait=True):
        def run(count):
            for _ in range(count):
                step()
            if wait:
                weir.waitall()
        return run

    def dots():
        for _ in range(10):
            weir.random.normal(size=(1000, 1000), dtype=weir.float32) @ matrix

    def square(dtype):
        return weir.random.normal(size=(8192, 8192), dtype=weir.float32).astype(dtype)

    def tf32(make):
        def started():
            run = repeated(make())

            def within(count):
                weir.set_float32_precision("tf32")
                run(count)
                weir.set_float32_precision("full")
            return within
        return started

    def product(dtype):
        a, b = square(dtype), square(dtype)
        return lambda: a @ b

    def transposed():
        t = square(weir.float32)
        return lambda: weir.ascontiguousarray(t.T)

    x, matrix = weir.zeros(2, dtype=weir.float32), weir.random.normal(size=(1000, 1000), dtype=weir.float32)
    many = [None]

    def big():
        many[0] = many[0] if many[0] is not None else weir.random.normal(size=(65536, 1024), dtype=weir.float32)
        return many[0]
    relu_inputs = []

    def relu():
        if not relu_inputs:
            relu_inputs.extend(weir.random.normal(size=(1 << 26,), dtype=weir.float32) for _ in range(3))
        a, b, c = relu_inputs
        return weir.relu(a * b + c)
    return {
        "op.add2": lambda: repeated(lambda: x + 1),
        "op.add2_waited": lambda: repeated(lambda: (x + 1).wait(), False),
        "op.add_sum_item": lambda: repeated(lambda: (x + 1).sum().item(), False),
        "op.sum64M": lambda: repeated(lambda: big().sum()),
        "op.softmax64M": lambda: repeated(lambda: weir.softmax(big(), axis=-1)),
        "op.normal64M": lambda: repeated(lambda: weir.random.normal(size=(1 << 26,), dtype=weir.float32)),
        "op.relu64M": lambda: repeated(relu),
        "op.transpose8192": lambda: repeated(transposed()),
        "op.matmul8192": lambda: repeated(product(weir.float32)),
        "op.matmul8192_tf32": tf32(lambda: product(weir.float32)),
        "op.matmul8192_bf16": lambda: repeated(product(weir.bfloat16)),
        "op.normal_dot1000": lambda: repeated(dots),
    }


def torch_cases(torch):
    def repeated(step, wait=True):
        def run(count):
            for _ in range(count):
                step()
            if wait:
                torch.cuda.synchronize()
        return run

    def normal(*shape):
        return torch.randn(*shape, device="cuda")

    def waited():
        x + 1
        torch.cuda.synchronize()

    def dots():
        for _ in range(10):
            torch.mm(normal(1000, 1000), matrix)

    def tf32():
        a, b = normal(8192, 8192), normal(8192, 8192)
        run = repeated(lambda: a @ b)

        def within(count):
            torch.backends.cuda.matmul.allow_tf32 = True
            run(count)
            torch.backends.cuda.matmul.allow_tf32 = False
        return within

    def product(dtype):
        a, b = normal(8192, 8192).to(dtype), normal(8192, 8192).to(dtype)
        return lambda: a @ b

    def transposed():
        t = normal(8192, 8192)
        return lambda: t.T.contiguous()
    x, matrix = torch.zeros(2, device="cuda"), normal(1000, 1000)
    many = [None]

    def big():
        many[0] = many[0] if many[0] is not None else normal(65536, 1024)
        return many[0]
    relu_inputs = []

    def relu():
        if not relu_inputs:
            relu_inputs.extend(normal(1 << 26) for _ in range(3))
        a, b, c = relu_inputs
        return torch.relu(a * b + c)
    return {
        "op.add2": lambda: repeated(lambda: x + 1),
        "op.add2_waited": lambda: repeated(waited, False),
        "op.add_sum_item": lambda: repeated(lambda: (x + 1).sum().item(), False),
        "op.sum64M": lambda: repeated(lambda: big().sum()),
        "op.softmax64M": lambda: repeated(lambda: torch.softmax(big(), -1)),
        "op.normal64M": lambda: repeated(lambda: normal(1 << 26)),
        "op.relu64M": lambda: repeated(relu),
        "op.transpose8192": lambda: repeated(transposed()),
        "op.matmul8192": lambda: repeated(product(torch.float32)),
        "op.matmul8192_tf32": tf32,
        "op.matmul8192_bf16": lambda: repeated(product(torch.bfloat16)),
        "op.normal_dot1000": lambda: repeated(dots),
    }


def compiled_cases(torch):
    """Elementwise expressions, which torch.compile makes one kernel of."""
    def relu():
        a, b, c = (torch.randn(1 << 26, device="cuda") for _ in range(3))
        step = torch.compile(lambda: torch.relu(a * b + c))

        def run(count):
            for _ in range(count):
                step()
            torch.cuda.synchronize()
        run(3)  # compiles
        return run
    return {"op.relu64M": relu}


def model_cases(module, before=lambda: None):
    def maker(make):
        def made():
            before()
            return make()[1]
        return made
    from models_protocol import MODELS  # of all modules; the functions themselves are the module's
    return {f"models.{name}": maker(getattr(module, name)) for name in MODELS}


# ---- Measuring ------------------------------------------------------------------------------------------


def turn(run, count):
    begin = time.perf_counter()
    run(count)
    return (time.perf_counter() - begin) / count


def repetitions(run):
    """How many repetitions a turn has; compiles and warms up on the way."""
    run(1)
    run(3)
    return max(1, min(20000, round(TURN_S / turn(run, 5))))


def measure(makers, rounds):
    """{program: [seconds of each round]}, and {program: why not}."""
    runs, failed = {}, {}
    for name, make in makers.items():
        try:
            run = make()
            runs[name] = (run, repetitions(run))
        except Exception as error:  # whatever it is, the table says so
            failed[name] = f"{type(error).__name__}: {error}"
    times = {name: [] for name in runs}
    for _ in range(rounds):
        for name, (run, count) in runs.items():
            times[name].append(turn(run, count))
    return times, failed


def peak_of(case, programs):
    """Print the peak of the GPU's memory in bytes, of a model and three steps.  For a process of its own."""
    (name, cases), = programs.items()
    cases[case]()(3)
    if name == "weir":
        import weir
        print(weir.memory.on("cuda:0").peak)
    else:
        import torch
        print(torch.cuda.max_memory_allocated())


def print_peaks(models):
    lines = [("peak memory", "Weir MB", "PyTorch MB", "ratio")]
    for case in models:
        figures = []
        for name in ("weir", "eager"):
            done = subprocess.run([sys.executable, __file__, "--peak", name, "--only", case], capture_output=True,
                                  text=True)
            figures.append(int(done.stdout.split()[-1]) if done.returncode == 0 else None)
        mine, theirs = figures
        lines.append((case, *(f"{f / 1e6:.1f}" if f else "-" for f in figures),
                      f"{mine / theirs:.2f}" if mine and theirs else "-"))
    common.print_columns(lines, {0})


def collect(case, programs, rounds):
    times, failed = measure({name: cases[case] for name, cases in programs.items() if case in cases}, rounds)
    record = {"case": case, "failed": failed, **{name: statistics.median(t) for name, t in times.items()}}
    for peer in times:
        if peer != "weir" and "weir" in times:
            record[f"ratio_{peer}"] = statistics.median(w / p for w, p in zip(times["weir"], times[peer]))
    return record


def row(record):
    peer, bar = BARS.get(record["case"], (None, None))
    ratio = record.get(f"ratio_{peer}")

    def ms(name):
        return f"{record[name] * 1e3:.4f}" if name in record else "-"
    cells = [record["case"], ms("weir"), *map(ms, PEERS),
             *(f"{record[f'ratio_{p}']:.2f}" if f"ratio_{p}" in record else "-" for p in PEERS),
             f"{bar} of {peer}" if bar else "", common.verdict(ratio, bar) or ""]
    return tuple(cells + [", ".join(f"{name}: {why}" for name, why in record["failed"].items())[:150]])


HEAD = ("case", "Weir ms", *PEERS, *(f"/ {peer}" for peer in PEERS), "bar", "", "")


def weir_programs():
    import weir
    if not weir.cuda.is_available():
        sys.exit(f"gpu.py: there is no GPU to measure: {weir.cuda.why_not()}")
    weir.set_default_device("cuda:0")
    import models_weir
    return {"weir": {**weir_cases(weir), **model_cases(models_weir)}}


def torch_programs():
    try:
        import torch
    except ImportError:
        sys.exit(f"gpu.py: {sys.executable} has no PyTorch; --no-peers measures Weir alone")
    if not torch.cuda.is_available():
        sys.exit(f"gpu.py: PyTorch {torch.__version__} does not find the GPU; --no-peers measures Weir alone")
    import models_torch
    models_torch.DEVICE = "cuda"
    torch.backends.cudnn.allow_tf32 = False  # the same arithmetic as ours
    print(f"GPU      {torch.cuda.get_device_name(0)}, PyTorch {torch.__version__}")
    eager = model_cases(models_torch, lambda: setattr(models_torch, "GRAPH", False))
    graph = model_cases(models_torch, lambda: setattr(models_torch, "GRAPH", True))
    del graph["models.gpt2_float32"], graph["models.gpt2_bfloat16"]
    return {"eager": {**torch_cases(torch), **eager}, "graph": graph, "compiled": compiled_cases(torch)}


def main():
    parser = argparse.ArgumentParser(description="Measure a GPU: Weir beside PyTorch.")
    parser.add_argument("--only", action="append", help="cases that start so; may be repeated")
    parser.add_argument("--rounds", type=int, default=9, help="rounds (9)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, one object a line")
    parser.add_argument("--no-peers", action="store_true", help="Weir alone")
    parser.add_argument("--memory", action="store_true", help="peak memory instead of times")
    parser.add_argument("--peak", choices=["weir", "eager"], help="print one peak; used by --memory")
    args = parser.parse_args()

    sys.path[:0] = [str(HERE), str(HERE / "peers")]
    programs = {}
    if args.peak != "eager":
        programs.update(weir_programs())
    if args.peak != "weir" and not args.no_peers:
        programs.update(torch_programs())
    if args.peak:
        for peer in ("graph", "compiled"):
            programs.pop(peer, None)
        return peak_of(args.only[0], programs)
    wanted = [case for case in programs["weir"] if common.wanted(case, args.only)]
    print(f"CPU      {common.cpu_model()}")
    if args.memory:
        return print_peaks(case for case in wanted if case.startswith("models."))
    records = []
    for case in wanted:
        records.append(collect(case, programs, args.rounds))
        gc.collect()
        print(*row(records[-1]), flush=True)
    print()
    common.print_columns([HEAD, *map(row, records)], {0, 8, 9, 10})
    verdicts = [row(record)[9] for record in records]
    print(f"bars     {verdicts.count('pass')} held, {verdicts.count('MISS')} missed")
    if args.json:
        pathlib.Path(args.json).write_text("".join(json.dumps(record) + "\n" for record in records))
    return any("weir" in record["failed"] for record in records)


if __name__ == "__main__":
    sys.exit(main())
