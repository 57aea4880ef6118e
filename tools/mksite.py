#!/usr/bin/env python3
"""mksite.py - gather the pages of the documentation site for MkDocs.

    tools/mksite.py FOLDER

Copies every Markdown page of the tree into FOLDER, each at its own path so that links between pages stay as they are,
with the images and sources that pages link to, and writes a page for each public header from its comments.
mkdocs.yml, at the top of the tree, has the order of the pages; `make docs` runs both.

SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
SECTION = re.compile(r"/\* ---- (.*?) -+ \*/")
EFFECTS = re.compile(r"^\[(.*)\]$", re.S)


def tracked():
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split("\n")
    return [pathlib.Path(name) for name in names if name and (ROOT / name).is_file()]


def copy(path, to):
    (to / path).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / path, to / path)


def linked(page):
    """The files of the tree that a page links to, other than pages."""
    for target in LINK.findall((ROOT / page).read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        path = (ROOT / page).parent.joinpath(target).resolve()
        if path.is_file() and path.suffix != ".md" and ROOT in path.parents:
            yield path.relative_to(ROOT)


# ---- Headers -------------------------------------------------------------------------------------

def prose(comment):
    """The text of a comment without its stars.  Indented parts, which are tables or code, become code blocks."""
    body = re.sub(r"^/\*+ ?|\s*\*/$", "", comment)
    lines = [re.sub(r"^ ?\* ?", "", line).rstrip() for line in body.split("\n")]
    out, inside = [], False
    for line in lines:
        if line.startswith("SPDX-License"):
            continue
        indented = line.startswith("  ")
        if indented != inside and (indented or line):
            out.append("```text" if indented else "```")
            if not indented:
                out.append("")
            inside = indented
        out.append(line)
    if inside:
        out.append("```")
    return "\n".join(out).strip()


def effects(text):
    """Put the line of effects, [queued | any thread | ...], into a list of its own."""
    head, mark, last = text.rpartition("\n[")
    found = EFFECTS.match("[" + last.strip()) if mark or text.startswith("[") else None
    if not found:
        return text
    names = ("when", "thread", "ownership", "failures")
    parts = [part.strip().replace("\n", " ") for part in found[1].split("|")]
    if len(parts) != len(names):
        return text
    return head + "\n\n" + "".join(f"- *{name}*: {part}\n" for name, part in zip(names, parts) if part != "-")


def pieces(text):
    """Comments and the code between them, in order: (is a comment, text)."""
    at = 0
    for match in re.finditer(r"^/\*.*?\*/", text, re.M | re.S):
        if match.start() > at:
            yield False, text[at:match.start()]
        yield True, match[0]
        at = match.end()
    yield False, text[at:]


def is_frame(code):
    """Guards and includes, which are no part of the interface."""
    lines = [line for line in code.split("\n") if line.strip()]
    return all(re.match(r'#(ifn?def|if|endif|define WEIR_\w*H$|include|else|error)|extern "C"|\}$', line) for line in lines)


def header_page(path):
    text = (ROOT / path).read_text()
    out = [f"# weir/{path.name}\n"]
    for comment, part in pieces(text):
        if comment and SECTION.match(part):
            out.append(f"## {SECTION.match(part)[1]}\n")
        elif comment:
            words = prose(part)
            if len(out) == 1:  # "array.h - arrays: ..."
                words = words.partition(" - ")[2]
                words = words[:1].upper() + words[1:]
            out.append(effects(words) + "\n")
        elif not is_frame(part):
            out.append("```c\n" + part.strip("\n") + "\n```\n")
    return "\n".join(out)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    to = pathlib.Path(sys.argv[1])
    shutil.rmtree(to, ignore_errors=True)
    files = tracked()
    for page in [path for path in files if path.suffix == ".md" and path.parts[0] != ".github"]:
        copy(page, to)
        for path in linked(page):
            copy(path, to)
    for path in files:
        if path.parts[:2] == ("include", "weir"):
            (to / "headers").mkdir(exist_ok=True)
            (to / "headers" / f"{path.stem}.md").write_text(header_page(path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
