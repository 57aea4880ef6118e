"""common.py - what run.py, ops.py and models.py share: building, the machine's name and load, and words for figures.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPUS = len(os.sched_getaffinity(0))
QUIET = 0.05  # the share of the CPUs that others may take
FIELDS = ("case unit weir weir_best weir_submit workers tasks_ran repetitions quiet peer peer_version peer_value "
          "peer_best peer_submit peer_workers peer_tasks_ran peer_quiet ratio bar verdict cpu").split()  # of JSON


def build(folder, taskflow=None):
    """Bring the bench build up to date; returns the folder with the programs."""
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), "-DWEIR_BENCH=ON"]
    if (pathlib.Path(sysconfig.get_path("include")) / "Python.h").exists():  # else the models are left out
        configure.append(f"-DWEIR_PYTHON={sys.executable}")
    if not (folder / "CMakeCache.txt").exists():
        configure += ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DWEIR_TESTS=OFF"]
        configure += ["-G", "Ninja"] if shutil.which("ninja") else []
    if taskflow:
        configure.append(f"-DTASKFLOW_DIR={pathlib.Path(taskflow).resolve()}")
    for command in (configure, ["cmake", "--build", str(folder), "-j", str(CPUS)]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{done.stdout}\nbench: {' '.join(command)} failed")
    return folder / "bench"


def busy_seconds():
    """How long the CPUs have been busy since boot, all together."""
    with open("/proc/stat") as file:
        user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, file.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def share_of_others(busy, own, wall):
    """The part of all CPUs that other processes took, or None: the kernel counts in ticks of 10 ms, too
    coarse for a short run, which is taken as quiet."""
    return min(max(0.0, busy - own) / (wall * os.cpu_count()), 1.0) if wall > 0.5 else None


def cpu_model():
    """The name the kernel gives, and family and model: a virtual machine's name says little."""
    fields = {}
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                key, _, value = line.partition(":")
                fields.setdefault(key.strip(), value.strip())
    except OSError:
        pass
    name = fields.get("model name", platform.processor() or platform.machine())
    if "cpu family" in fields:
        name += f", family {fields['cpu family']} model {fields.get('model', '?')}"
    return f"{name}, {CPUS} CPUs"


def wanted(name, only):
    """Is it one of the cases that were asked for?  A prefix is enough, either way round."""
    return not only or any(name.startswith(o) or o.startswith(f"{name}.") for o in only)


def verdict(value, bar, strict=False):
    if value is None or bar is None:
        return None
    return "pass" if value < bar or (value == bar and not strict) else "MISS"


def number(value, quiet=True):
    if value is None:
        return ""
    text = f"{value:.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return text if quiet else f"~{text}"


def print_columns(lines, left):
    """The first line is the head; `left` are the columns that are not right-aligned."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        cells = (text.ljust(w) if i in left else text.rjust(w) for i, (text, w) in enumerate(zip(line, widths)))
        print("  ".join(cells).rstrip())


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def options(description, quick, reps, folder, cases):
    """A parser of what every bench understands; the last four are words of its help."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--reps", type=int, help=f"{reps} (5, with --quick 2)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, one object a line")
    parser.add_argument("--build", metavar="DIR", default=ROOT / "build" / "bench", type=pathlib.Path,
                        help="build folder")
    parser.add_argument("--bin", metavar="DIR", type=pathlib.Path, help=folder)
    parser.add_argument("--only", metavar="CASE", action="append", help=f"{cases} that start so; may be repeated")
    parser.add_argument("--peers", metavar="LIST", type=lambda text: text.split(","),
                        help="only these, separated by commas ('' for none)")
    parser.add_argument("--no-install", action="store_true", help="use the Python peers that are installed already")
    return parser


def finish(args, records, failed):
    """Write the figures where they are wanted; the exit status."""
    if args.json:
        with open(args.json, "w") as file:
            for line in records:
                file.write(json.dumps(line) + "\n")
    return 1 if failed else 0
