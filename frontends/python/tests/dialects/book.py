#!/usr/bin/env python3
"""book.py - run the sections of the d2l book, and its published package, on the dialects.

    book.py --tree build/release --book CHECKOUT [--python PYTHON] [--framework pytorch] [--out FOLDER] [SECTION...]

CHECKOUT is a clone of d2l-ai/d2l-en (a bare one is read with git).  PYTHON has the published d2l package and what it imports
(pip install --no-deps d2l; numpy pandas matplotlib matplotlib-inline ipython requests scipy gym), but not the framework.
The cells of a section are joined to a script, as a reader of that framework would run them, and run in order; the first cell
that fails is printed.

Data is not downloaded where there is no network; such sections are reported as the exceptions that they raise.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

CHAPTERS = ["preliminaries", "linear-regression", "linear-classification", "multilayer-perceptrons", "builders-guide",
            "convolutional-neural-networks", "computational-performance"]
PACKAGES = {"pytorch": "torch"}
HEAD = """import types
tab = types.SimpleNamespace(selected=lambda *names: {framework!r} in [n for name in names for n in (
    name if isinstance(name, (list, tuple)) else [name])], interact_select=lambda *names: None)
import matplotlib
matplotlib.use("Agg")
from d2l import {package} as d2l  # sections that use it only for names such as d2l.concat, which the book's build replaces, do not import it
"""


def files(book):
    """Return {section: text} of the chapters."""
    folder = pathlib.Path(book)
    if (folder / "chapter_preliminaries").is_dir():
        return {f"{c}/{p.stem}": p.read_text() for c in CHAPTERS for p in sorted(folder.glob(f"chapter_{c}/*.md"))}
    git = ["git", "-C", str(folder)]
    names = subprocess.run([*git, "ls-tree", "-r", "--name-only", "HEAD"], capture_output=True, text=True, check=True).stdout.split()
    wanted = [n for n in names if any(re.fullmatch(rf"chapter_{c}/[\w-]+\.md", n) for c in CHAPTERS)]
    return {n[8:-3]: subprocess.run([*git, "show", f"HEAD:{n}"], capture_output=True, text=True, check=True).stdout for n in wanted}


def cells(text, framework):
    """Return the code cells of a section that belong to a framework."""
    found = []
    for code in re.findall(r"^```\{\.python \.input[^}]*\}\n(.*?)^```", text, re.M | re.S):
        first, _, rest = code.partition("\n")
        if "%load_ext" in first:
            continue
        tabs = re.match(r"(?:%%tab|#@tab)\s+(.*)", first)
        names = re.split(r"[,\s]+", tabs[1].strip()) if tabs else ["mxnet"]
        if framework in names or "all" in names:
            found.append("\n".join(line for line in (rest if tabs else code).splitlines() if not re.match(r"\s*[%!]", line)))
    return found


def run(section, parts, args):
    """Run a section; return "" or what went wrong."""
    script = args.out / (section.replace("/", "-") + ".py")
    body = [HEAD.format(framework=args.framework, package=PACKAGES.get(args.framework, args.framework))]
    for i, cell in enumerate(parts):
        body.append(f"\n# ---- cell {i}\n{cell}\n")
    script.write_text("".join(body))
    env = dict(os.environ, PYTHONPATH=str(args.tree.resolve() / "python"), MPLBACKEND="Agg", MPLCONFIGDIR=str(args.out))
    try:
        done = subprocess.run(["nice", "-n", "19", args.python, "-W", "ignore", "-m", "weir.dialects", script.name], cwd=args.out,
                              env=env, capture_output=True, text=True, timeout=args.seconds)
    except subprocess.TimeoutExpired:
        return f"not done after {args.seconds} seconds"
    lines = (done.stderr or done.stdout).strip().splitlines()
    (args.out / f"{script.stem}.log").write_text(done.stdout + done.stderr)
    return "" if done.returncode == 0 else (lines or [f"status {done.returncode}"])[-1]


def main():
    parser = argparse.ArgumentParser(description="Run the d2l book's sections on the dialects.")
    parser.add_argument("--tree", type=pathlib.Path, required=True, help="build to test")
    parser.add_argument("--book", required=True, help="clone of d2l-ai/d2l-en")
    parser.add_argument("--python", default=sys.executable, help="a Python with the d2l package")
    parser.add_argument("--framework", default="pytorch")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/dialects/book"), help="where scripts and logs go")
    parser.add_argument("--seconds", type=int, default=300, help="what a section has")
    parser.add_argument("sections", nargs="*", help="only these, as multilayer-perceptrons/mlp")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    args.out = args.out.resolve()
    good = total = 0
    for section, text in sorted(files(args.book).items()):
        parts = cells(text, args.framework)
        if not parts or args.sections and section not in args.sections:
            continue
        total += 1
        wrong = run(section, parts, args)
        good += not wrong
        print(f"{'runs ' if not wrong else 'FAILS'} {section}{': ' * bool(wrong)}{wrong[:300]}", flush=True)
    print(f"{good} of {total} sections run to their end")
    return 0 if good == total else 1


if __name__ == "__main__":
    sys.exit(main())
