#!/usr/bin/env python3
"""compatibility.py - programs and libraries of different versions work together, as docs/compatibility.md says.

    compatibility.py                          the test; TEST_SOURCE and TEST_BUILD are set
    compatibility.py --grown-library BUILD    also build a library whose structs have grown; `make compatibility`
    compatibility.py --take BUILD             take the present interface as the baseline

The baseline is in tests/fixtures/baseline.  Its programs, compiled against its headers, run with the present library.
The same programs, compiled against the present headers with one more field in each struct that can grow, run too: the
library does not know the field, which is 0.  Where it is not 0, the library refuses the struct and names it.  The same
holds for the options of every typed call.  Functions, constants and attributes of the baseline are still there, and new
attributes lie behind the old ones.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ.get("TEST_SOURCE", pathlib.Path(__file__).resolve().parent.parent.parent))
BASELINE = SOURCE / "tests/fixtures/baseline"
STRUCT = re.compile(r"(typedef struct (\w+) \{)(.*?)(\n\} \2;)", re.S)
TYPED = re.compile(r"WEIR_API (weir_status (weir_\w+)\(([^;]*?\boptions\b[^;]*)\));", re.S)
ENUM = re.compile(r"\benum\s*\w*\s*\{([^}]*)\}")
# Structs that can grow and have no size of their own: the caller passes it.
SIZED_BY_CALLER = {"weir_attr", "weir_wait_entry", "weir_holder", "weir_block_entry", "weir_safetensors_entry",
                   "weir_sgd", "weir_adam", "weir_rmsprop", "weir_adagrad", "weir_adadelta"}


def run(command, **options):
    """Run a command and return its output; end with the output if it fails."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def compiler():
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    print("no C compiler found")
    sys.exit(77)


def grow(folder):
    """Append a field to each struct that can grow, in the headers of a folder; return the names of the structs."""
    grown = set()

    def one(match):
        head, name, body, end = match.groups()
        if not (body.lstrip().startswith("size_t size;") or name in SIZED_BY_CALLER or name.endswith("_attr")):
            return match[0]
        grown.add(name)
        return f"{head}{body}\n    uint64_t grown_;{end}"

    for header in folder.glob("*.h"):
        header.write_text(STRUCT.sub(one, header.read_text()))
    missing = SIZED_BY_CALLER - grown
    if missing or len(grown) < 30:
        sys.exit(f"compatibility.py: no struct {', '.join(sorted(missing))}, {len(grown)} in all; were they renamed?")
    return grown


def sanitizer(build):
    """A program for a build with a sanitizer is linked with the same one."""
    cache = build / "CMakeCache.txt"
    found = cache.exists() and re.search(r"^WEIR_SANITIZE:\w+=(.+)$", cache.read_text(), re.M)
    return [f"-fsanitize={found[1]}"] if found else []


def try_programs(include, build, names, flags=()):
    """Compile programs of the baseline against the headers in a folder, and run them with the library of a build."""
    for name in names:
        out = f"{name}_{len(flags)}"
        run([compiler(), "-std=c11", "-D_DEFAULT_SOURCE", "-O1", "-g", *flags, *sanitizer(build), f"-I{include}",
             BASELINE / f"programs/{name}.c", "-o", out, f"-L{build}", "-lweir", "-lm", f"-Wl,-rpath,{build}"])
        run([f"./{out}"])


# ---- Typed calls ---------------------------------------------------------------------------------

TYPED_PROGRAM = """#include "%s/programs/program.h"

/* Its size is taken, so the call fails for its next mistake: there is no array and no runtime. */
#define TAKEN(call) CHECK((call) == WEIR_EINVAL && strstr(weir_error(), "_options") == NULL)
/* It is refused for the field that the library does not know. */
#define REFUSED(call) CHECK((call) == WEIR_EINVAL && strstr(weir_error(), "are not 0") != NULL)

int main(void) {
%s    return 0;
}
"""


def try_typed_calls(include, build, flags=()):
    """Every typed call takes the options of the headers in a folder; of grown ones, only if the new field is 0."""
    text = (include / "weir/ops.h").read_text()
    calls = []
    for _, name, parameters in TYPED.findall(text):
        words = [parameter.strip() for parameter in parameters.split(",")]
        values = ["&o" if word.endswith("*options") else "NULL" if "*" in word else
                  "weir_i64s_of(NULL, 0)" if word.startswith("weir_i64s") else
                  "WEIR_FLOAT32" if word.startswith("weir_dtype") else "0" for word in words]
        call = f"{name}({', '.join(values)})"
        calls.append(f"    {{\n        {name}_options o = {name.upper()}_OPTIONS;\n        TAKEN({call});\n"
                     f"#ifdef GROWN\n        o.grown_ = 1;\n        REFUSED({call});\n#endif\n    }}\n")
    if len(calls) < 150:
        sys.exit(f"compatibility.py: only {len(calls)} typed calls with options; were they renamed?")
    pathlib.Path("typed_calls.c").write_text(TYPED_PROGRAM % (BASELINE, "".join(calls)))
    run([compiler(), "-std=c11", "-D_DEFAULT_SOURCE", *flags, *sanitizer(build), f"-I{include}", "typed_calls.c", "-o",
         "typed_calls", f"-L{build}", "-lweir", "-lm", f"-Wl,-rpath,{build}"])
    run(["./typed_calls"])


def compare_typed_calls(before, now):
    """Typed calls whose parameters are not those of the baseline."""
    def declared(folder):
        text = (folder / "weir/ops.h").read_text()
        return {name: " ".join(whole.split())
                for whole, name in re.findall(r"WEIR_API (weir_status (weir_\w+)\([^;]*\));", text)}

    old, new = declared(before), declared(now)
    return [f"{name} was '{whole}' and is '{new[name]}'" for name, whole in old.items()
            if name in new and new[name] != whole]


# ---- What the interface consists of --------------------------------------------------------------

def describe(include, build):
    """Functions, constants and attributes, a line each, sorted."""
    names = run(["nm", "-D", "--defined-only", build / "libweir.so"]).split("\n")
    lines = {f"function {name.split()[-1].partition('@')[0]}" for name in names if " T " in name}
    header = pathlib.Path(include) / "weir/weir.h"
    text = run([compiler(), "-E", "-P", f"-I{include}", header])
    constants = [m.split("=")[0].strip() for body in ENUM.findall(text) for m in body.split(",") if m.strip()]
    constants = [name for name in constants if name.startswith("WEIR_")]
    prints = "\n".join(f'    printf("constant %s %lld\\n", "{name}", (long long){name});' for name in constants)
    pathlib.Path("constants.c").write_text(
        f"#include <stdio.h>\n#include <weir/weir.h>\nint main(void) {{\n{prints}\n    return 0;\n}}\n")
    run([compiler(), f"-I{include}", "constants.c", "-o", "constants"])
    lines |= set(run(["./constants"]).split("\n"))
    run([compiler(), *sanitizer(build), f"-I{include}", SOURCE / "tests/fixtures/describe.c", "-o", "describe",
         f"-L{build}", "-lweir", f"-Wl,-rpath,{build}"])
    lines |= set(run(["./describe"]).split("\n"))
    return sorted(line for line in lines if line)


def compare(before, now):
    """What of the baseline is gone or different, and new attributes that lie inside the old struct."""
    def keyed(lines):
        """Key: kind and names; value: the rest of the line."""
        words = {"function": 2, "constant": 2, "operator": 2, "block": 2, "optimizer": 2, "attribute": 4}
        split = [line.split(" ") for line in lines]
        return {" ".join(w[:words[w[0]]]): " ".join(w[words[w[0]]:]) for w in split}

    old, new = keyed(before), keyed(now)
    size = {key: int(re.match(r"size=(\d+)", value)[1]) for key, value in old.items()
            if key.split()[0] in ("operator", "block", "optimizer")}
    wrong = []
    for key, value in old.items():
        if key not in new:
            wrong.append(f"{key} is gone")
            continue
        if not (fits(value, new[key]) if key in size else value == new[key]):
            wrong.append(f"{key} was '{value}' and is '{new[key]}'")
    for key, value in new.items():
        if key in old or not key.startswith("attribute "):
            continue
        owner = " ".join(key.split()[1:3])
        offset = int(re.search(r"offset=(\d+)", value)[1])
        if owner in size and (offset < size[owner] or "required=1" in value):
            wrong.append(f"{key} is new: it must lie behind the {size[owner]} bytes of the baseline (is at {offset}) "
                         "and have a default")
    return wrong


def fits(before, now):
    """The line of an operator, block or optimiser: its struct may grow, and optional inputs may be appended."""
    parts = [re.fullmatch(r"size=(\d+)(?: inputs=(.*) outputs=(.*))?", line).groups("") for line in (before, now)]
    (size, inputs, outputs), (new_size, new_inputs, new_outputs) = parts
    added = new_inputs[len(inputs):]
    return (int(new_size) >= int(size) and outputs == new_outputs and new_inputs.startswith(inputs) and
            all(name.strip().endswith("?") for name in added.strip(", ").split(",") if name.strip()))


# ---- What is done --------------------------------------------------------------------------------

def take(build):
    shutil.rmtree(BASELINE / "include", ignore_errors=True)
    shutil.copytree(SOURCE / "include", BASELINE / "include")
    (BASELINE / "interface.txt").write_text("\n".join(describe(SOURCE / "include", build)) + "\n")
    print("take a look at tests/fixtures/baseline/programs too: they have to compile against these headers")


def test(build):
    programs = sorted(path.stem for path in (BASELINE / "programs").glob("*.c"))
    plain = [name for name in programs if name != "refusals"]
    try_programs(BASELINE / "include", build, plain)
    try_typed_calls(BASELINE / "include", build)
    shutil.copytree(SOURCE / "include", "grown")
    grow(pathlib.Path("grown/weir"))
    grown = pathlib.Path("grown").absolute()
    try_programs(grown, build, programs, ["-DGROWN"])
    try_typed_calls(grown, build, ["-DGROWN"])
    wrong = compare_typed_calls(BASELINE / "include", SOURCE / "include")
    wrong += compare((BASELINE / "interface.txt").read_text().splitlines(), describe(SOURCE / "include", build))
    if wrong:
        print("\n".join(wrong))
        print("If this is on purpose, and before 1.0: docs/compatibility.md, 'For contributors'.")
        return 1
    print(f"{len(programs)} programs")
    return 0


def test_grown_library(build):
    """The present programs with a future library: one whose structs have a field more."""
    tree = build / "grown/tree"
    shutil.rmtree(tree, ignore_errors=True)
    for name in ("include", "src", "lib", "cmake"):
        shutil.copytree(SOURCE / name, tree / name)
    for name in ("CMakeLists.txt", "LICENSE", "NOTICE", "README.md"):
        shutil.copy(SOURCE / name, tree / name)
    grow(tree / "include/weir")
    made = (build / "grown/build").absolute()
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    run(["cmake", "-S", tree, "-B", made, *generator, "-DWEIR_TESTS=OFF", "-DWEIR_EXAMPLES=OFF", "-DWEIR_INSTALL=OFF",
         "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O1 -g"])
    run(["cmake", "--build", made, "-j", str(os.cpu_count() or 2), "--target", "weir"])
    plain = sorted(path.stem for path in (BASELINE / "programs").glob("*.c") if path.stem != "refusals")
    try_programs(BASELINE / "include", made, plain)
    try_typed_calls(BASELINE / "include", made)
    print(f"{len(plain)} programs with a library whose structs have grown")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--grown-library", metavar="BUILD", type=pathlib.Path)
    parser.add_argument("--take", metavar="BUILD", type=pathlib.Path)
    given = parser.parse_args()
    build = (given.take or given.grown_library or pathlib.Path(os.environ.get("TEST_BUILD", "build/release"))).absolute()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if given.take:
            return take(build)
        return test(build) or (test_grown_library(build) if given.grown_library else 0)


sys.exit(main())
