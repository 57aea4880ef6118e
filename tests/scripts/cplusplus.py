#!/usr/bin/env python3
"""cplusplus.py - the headers from C++: each compiles alone, without a warning, as C++17 and C++20; every constant can be
used without a cast; tests/cpp/interface.cc, which uses most of the interface, compiles, links and runs.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["TEST_SOURCE"])
BUILD = pathlib.Path(os.environ["TEST_BUILD"])
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wundef", "-Wconversion", "-Werror", f"-I{SOURCE}/include"]
ENUM = re.compile(r"\benum\s*(\w*)\s*\{([^}]*)\}")


def run(command):
    """Run a command; its output only if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def constants(compiler):
    """A program that uses each constant as the type that it has, as an int32_t, and in an expression of flags."""
    text = run([compiler, "-E", "-P", "-x", "c++", f"-I{SOURCE}/include", SOURCE / "include/weir/weir.h"])
    lines = ['#include <weir/weir.h>', 'template <typename T> void take(T) {}', 'int main() {']
    count = 0
    for name, body in ENUM.findall(text):
        members = [m.split("=")[0].strip() for m in body.split(",") if m.strip()]
        for member in (m for m in members if m.startswith("WEIR_")):
            count += 1
            lines += [f"    {{ int32_t as_int{{{member}}}; take(as_int); }}"]
            if name:
                lines += [f"    {{ {name} typed = {member}; take(typed); static_assert(sizeof typed == 4, \"\"); }}"]
        if not name and "-" not in body:  # flags
            lines += [f"    take<uint32_t>({' | '.join(m for m in members if 'WEIR_' in m)});"]
    lines += ["    take<int64_t>(WEIR_NONE);", "    take<int32_t>(WEIR_CPU(1));",
              "    static_assert(WEIR_SIZE_UP_TO(weir_kind, unused) == sizeof(weir_kind), \"\");",
              "    return WEIR_OK;", "}"]
    if count < 150:
        sys.exit(f"only {count} constants were found in the headers")
    return "\n".join(lines) + "\n"


def main():
    compilers = [name for name in ("g++", "clang++") if shutil.which(name)]
    if not compilers:
        print("no C++ compiler found")
        return 77
    headers = sorted((SOURCE / "include/weir").glob("*.h"))
    for header in headers:
        pathlib.Path(f"alone_{header.stem}.cc").write_text(f"#include <weir/{header.name}>\n"
                                                           f"#include <weir/{header.name}>\n")
    pathlib.Path("constants.cc").write_text(constants(compilers[0]))
    # A build with a sanitizer is linked with the same one.
    cache = (BUILD / "CMakeCache.txt").read_text()
    sanitizer = re.search(r"^WEIR_SANITIZE:\w+=(.+)$", cache, re.M)
    sanitize = [f"-fsanitize={sanitizer[1]}"] if sanitizer else []
    for compiler in compilers:
        for standard in ("c++17", "c++20"):
            for header in headers:
                run([compiler, f"-std={standard}", *STRICT, "-fsyntax-only", f"alone_{header.stem}.cc"])
            run([compiler, f"-std={standard}", *STRICT, "-fsyntax-only", "constants.cc"])
            run([compiler, f"-std={standard}", *STRICT, "-fsyntax-only", SOURCE / "tests/cpp/interface.cc"])
    run(["g++" if "g++" in compilers else compilers[0], "-std=c++17", *STRICT, *sanitize,
         SOURCE / "tests/cpp/interface.cc", "-o", "interface", f"-L{BUILD}", "-lweir", f"-Wl,-rpath,{BUILD}"])
    print(run(["./interface", "interface.safetensors"]).strip())
    return 0


sys.exit(main())
