#!/usr/bin/env python3
"""nvrtc.py - compile every kernel with NVIDIA's compiler, without a GPU.

    tools/nvrtc.py [--tree build/release] [--jobs N] [--compiler PACKAGE==VERSION] [--all]

`--compiler nvidia-cuda-nvrtc==13.0.88` is that of CUDA 13.

1. The tests of operators on a CUDA device, and a few others, run with all dtypes on the stand-in (tests/cuda), which
   writes the text of each kernel to a file instead of compiling and running it.  That the tests fail then is of no interest.  Texts are collected
   for cards of each capability of ARCHITECTURES, as the back end chooses kernels by it.
2. Each file src/**/*.cu has to be part of at least one text.
3. NVRTC compiles the texts, with the options of the back end: all of them for the first architecture; for the others,
   those that the first does not have, and some of each combination of files.  They are compiled to machine code; but
   where a combination of files has many texts, which is so for the elementwise operators, most of them only to PTX, which
   takes half the time.  --all: everything to machine code.

An error of the compiler fails the run, and so does a warning that is not among QUIET.  Kernels that keep registers in
memory (spills) are listed, which is no error.

NVRTC comes from PyPI, into an environment of its own under build/venv.  The texts remain in build/nvrtc.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import collections
import concurrent.futures
import ctypes
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPILER = "nvidia-cuda-nvrtc-cu12==12.9.86"
ARCHITECTURES = ["90", "80"]
SAMPLES = 2            # texts of each combination of files, for the architectures after the first
MANY, EACH = 50, 8     # where a combination has more texts than the first, each of the second is compiled to machine code
WALK_SECONDS = 120     # what a test has
# Tests outside tests/ops with kernels that no operator's sample needs.
MORE_TESTS = {"test_cuda_fusion": ["texts_of_groups"], "test_cuda_products": ["large_products_are_padded"]}
QUIET = {128, 186,     # a loop or a comparison that the dtype decides
         177, 550,     # a function or variable that this text does not use
         222}          # a constant overflows: that is how texts write infinity
SPILLS_SHOWN = 12

Text = collections.namedtuple("Text", "path architecture options body files whole")
Verdict = collections.namedtuple("Verdict", "text errors spills seconds")


# ---- The compiler ------------------------------------------------------------------------------------------------------


def install(package, build):
    """The compiler's library, from PyPI."""
    name = package.partition("==")[0]
    venv = build / "venv" / name
    stamp = venv / "installed"
    if not stamp.exists() or stamp.read_text() != package:
        shutil.rmtree(venv, ignore_errors=True)
        venv.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run([str(venv / "bin/python"), "-m", "pip", "install", "-q", "--retries", "2", "--timeout", "30",
                               "--disable-pip-version-check", package], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            last = done.stdout.strip().splitlines()[-1:] or ["no reason given"]
            sys.exit(f"nvrtc: {package} cannot be installed from PyPI: {last[0]}\n"
                     "nvrtc: no kernel was compiled")
        stamp.write_text(package)
    found = [path for path in glob.glob(f"{venv}/lib/python*/site-packages/nvidia/*/lib/libnvrtc.so.*")
             if ".alt." not in path]
    if not found:
        sys.exit(f"nvrtc: {package} has no libnvrtc.so; no kernel was compiled")
    return found[0]


class Compiler:
    """NVRTC, in this process."""

    def __init__(self, path):
        # The packages of CUDA 13 do not tell the loader where this one is.
        for builtins in glob.glob(os.path.join(os.path.dirname(path), "libnvrtc-builtins.so.*")):
            ctypes.CDLL(builtins)
        self.library = ctypes.CDLL(path)

    def version(self):
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        return f"{major.value}.{minor.value}"

    def compile(self, body, options):
        """Whether it compiles, and what the compiler says."""
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        words = (ctypes.c_char_p * len(options))(*map(str.encode, options))
        if self.library.nvrtcCreateProgram(ctypes.byref(program), body, b"weir.cu", 0, None, None) != 0:
            return False, "the compiler could not be started"
        status = self.library.nvrtcCompileProgram(program, len(options), words)
        self.library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(max(1, size.value))
        self.library.nvrtcGetProgramLog(program, log)
        is_ptx = any("=compute_" in option for option in options)
        code = (self.library.nvrtcGetPTXSize if is_ptx else self.library.nvrtcGetCUBINSize)(program, ctypes.byref(size))
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return status == 0 and code == 0 and size.value > 0, log.value.decode(errors="replace")


compiler = None  # of a process of the pool


def start(path):
    global compiler
    compiler = Compiler(path)


def judge(text):
    began = time.process_time()
    options = [o for o in text.options if o != "--disable-warnings"]
    options += [f"--diag-suppress={number}" for number in sorted(QUIET)]
    if text.whole:
        options.append("--ptxas-options=-v")
    else:
        options = [o.replace("=sm_", "=compute_") for o in options]
    good, log = compiler.compile(text.body, options)
    errors = [] if good else [log.strip() or "no machine code"]
    errors += re.findall(r"^weir\.cu\(\d+\): warning .*", log, re.M) if good else []
    spills = [(name, int(bytes_)) for name, bytes_ in
              re.findall(r"Function properties for (\w+)\n.*?(\d+) bytes spill stores", log) if int(bytes_) > 0]
    return Verdict(text, errors, spills, time.process_time() - began)


# ---- The texts ---------------------------------------------------------------------------------------------------------


def walk(tree, folder, capability, jobs):
    """Run the tests of operators on a card of this capability, to collect texts."""
    home = folder / capability
    texts, cuda = home / "texts", home / "tests/cuda"
    texts.mkdir(parents=True)
    cuda.mkdir(parents=True)
    for name in ("libcuda_stand_in.so", "libcuda_stand_in_plain.so"):
        os.symlink((tree / "tests/cuda" / name).resolve(), cuda / name)
    env = {key: value for key, value in os.environ.items() if not key.startswith(("WEIR_", "TEST_", "STAND_IN_"))}
    env.update(TEST_BUILD=str(home), TEST_SOURCE=str(ROOT), TEST_CUDA_ALL="1", STAND_IN_TEXTS=str(texts),
               STAND_IN_CAPABILITY=capability, WEIR_MEMORY="512M", WEIR_SEED="0")

    def run(command):
        try:
            done = subprocess.run(command, cwd=home, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=WALK_SECONDS)
        except subprocess.TimeoutExpired:
            return f"{' '.join(command)}: not done after {WALK_SECONDS} s"
        return f"{' '.join(command)}: signal {-done.returncode}" if done.returncode < 0 else None

    tests = []
    for program in sorted((tree / "tests/ops").glob("test_cuda_*")):
        listed = subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True, check=True)
        tests += [[str(program.resolve()), name] for name in listed.stdout.split()]
    for program, names in MORE_TESTS.items() if tests else ():
        tests += [[str((tree / "tests/cuda" / program).resolve()), name] for name in names]
    if not tests:
        sys.exit(f"nvrtc: there are no tests of operators in {tree}/tests/ops")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for problem in filter(None, pool.map(run, tests)):
            sys.exit(f"nvrtc: {problem}: its texts are not complete")
    return sorted(texts.glob("*.cu"))


def embedded(tree):
    """name: text, of each file *.cu, as the library has it: without comments."""
    return {path.name[:-len("_text.c.txt")]: path.read_text().strip()
            for path in sorted((tree / "texts").glob("*_text.c.txt"))
            if any(ROOT.glob(f"src/*/*/{path.name[:-len('_text.c.txt')]}.cu"))}


def read(path, architecture, parts):
    head, _, body = path.read_bytes().partition(b"\n")
    whole = body.decode()
    return Text(path, architecture, head.decode().split()[1:], body,
                tuple(name for name, part in parts.items() if part in whole), True)


def collect(tree, folder, jobs, every):
    """What to compile, and the files *.cu that no text has."""
    shutil.rmtree(folder, ignore_errors=True)
    parts, chosen, seen, counts = embedded(tree), [], set(), collections.Counter()
    for number, architecture in enumerate(ARCHITECTURES):
        for path in walk(tree, folder, architecture, jobs):
            text = read(path, architecture, parts)
            counts[architecture, text.files] += 1
            if number == 0 or every or text.body not in seen or counts[architecture, text.files] <= SAMPLES:
                chosen.append(text)
            seen.add(text.body)
    if not every:
        turns = collections.Counter()
        for i, text in enumerate(chosen):
            turns[text.files] += 1
            many = counts[ARCHITECTURES[0], text.files] > MANY
            chosen[i] = text._replace(whole=not many or turns[text.files] % EACH == 1)
    used = {name for text in chosen for name in text.files}
    return chosen, sorted(set(parts) - used)


def main():
    parser = argparse.ArgumentParser(description="Compile every kernel with NVRTC.")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT / "build/release", help="build with the test programs")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="processes")
    parser.add_argument("--compiler", default=COMPILER, help="package of PyPI, and its version")
    parser.add_argument("--all", action="store_true", help="all texts for all architectures")
    args = parser.parse_args()
    build = args.tree.resolve().parent
    library = install(args.compiler, build)
    began = time.monotonic()
    texts, missing = collect(args.tree, build / "nvrtc", args.jobs, args.all)
    counts = collections.Counter(text.architecture for text in texts)
    print(f"nvrtc: {Compiler(library).version()}; "
          + ", ".join(f"{counts[a]} texts for sm_{a}" for a in ARCHITECTURES)
          + f", {sum(text.whole for text in texts)} of them to machine code"
          + f", collected in {time.monotonic() - began:.0f} s", flush=True)
    for name in missing:
        print(f"nvrtc: no test uses {name}.cu, so it was not compiled")

    failed, spills, seconds, began, parts = len(missing), {}, 0, time.monotonic(), embedded(args.tree)
    with concurrent.futures.ProcessPoolExecutor(args.jobs, initializer=start, initargs=(library,)) as pool:
        for verdict in pool.map(judge, texts, chunksize=4):
            text, seconds = verdict.text, seconds + verdict.seconds
            what = f"{text.path.relative_to(build.parent)} (sm_{text.architecture}, {' '.join(text.files)})"
            if verdict.errors:
                failed += 1
                print(f"nvrtc: {what}:\n    " + "\n".join(verdict.errors).replace("\n", "\n    "), flush=True)
            for kernel, count in verdict.spills:
                home = next((name for name in text.files if f"({kernel}," in parts[name]), "?")
                key = f"{kernel} of {home}.cu, sm_{text.architecture}"
                spills[key] = max(spills.get(key, 0), count)
    for key in sorted(spills, key=spills.get, reverse=True)[:SPILLS_SHOWN]:
        print(f"nvrtc: spills {spills[key]} bytes: {key}")
    if len(spills) > SPILLS_SHOWN:
        print(f"nvrtc: and {len(spills) - SPILLS_SHOWN} kernels more that spill")
    print(f"nvrtc: {len(texts)} texts compiled in {time.monotonic() - began:.0f} s, of {seconds:.0f} s of the processors")
    print(f"{len(texts) + len(missing) - failed} passed, {failed} failed")
    return 1 if failed or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
