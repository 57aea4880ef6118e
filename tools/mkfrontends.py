#!/usr/bin/env python3
"""mkfrontends.py - write the generated files of the front ends from the description of the library.

    tools/mkfrontends.py [--check] [--description FILE] [cpp|r|jvm|node]...

The description is what `python -m weir describe --json` prints; without --description, that command runs.  Each language
has a module in tools/frontends whose function files(description) returns {path: text}.  --check writes nothing: it names
the files that differ from what would be written, and exits with 1 if there are any.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import importlib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from frontends.description import Description  # noqa: E402

LANGUAGES = sorted(p.stem for p in (ROOT / "tools/frontends").glob("*.py") if p.stem not in ("__init__", "description"))


def read(path):
    if path:
        return json.loads(pathlib.Path(path).read_text())
    return json.loads(subprocess.run([sys.executable, "-m", "weir", "describe", "--json"], check=True,
                                     stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser(description="Write the generated files of the front ends.")
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("--description", help="a file with the description, in place of the command")
    parser.add_argument("languages", nargs="*", choices=[*LANGUAGES, []], help="all, if none is named")
    args = parser.parse_args()
    description, stale = Description(read(args.description)), []
    for language in args.languages or LANGUAGES:
        for name, text in importlib.import_module(f"frontends.{language}").files(description).items():
            path = ROOT / name
            if path.exists() and path.read_text() == text:
                continue
            stale.append(name)
            if not args.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
    for name in stale:
        print(f"{name}: {'differs from the description; run tools/mkfrontends.py' if args.check else 'written'}")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
