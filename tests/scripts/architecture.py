#!/usr/bin/env python3
"""architecture.py - the pages that name sources name what is there.

ARCHITECTURE.md names every source file but those of single operators, and nothing that is not there; what a table says to look at
in a file is in that file.  The tests that docs/design/laws.md names are in tests/api.  Links between
pages lead somewhere.
"""
import os
import pathlib
import re
import sys

root = pathlib.Path(os.environ["TEST_SOURCE"])
text = (root / "ARCHITECTURE.md").read_text()
code = {path: path.read_text() for path in (root / "src").rglob("*.[ch]")}
code.update({path: path.read_text() for path in (root / "include/weir").glob("*.h")})
code.update({path: path.read_text() for path in (root / "lib").rglob("*.[ch]")})
quoted = set(re.findall(r"`([^`\n]+)`", text))

errors = []
for path in sorted(code):
    if re.search(r"^(WR_OP\(|#include \"ops/\w+/\w+\.def\")", code[path], re.M) or re.search("_simd|_cuda", path.name) or "simd" in path.parts:
        continue
    named = {path.name, path.with_suffix(".c").name, str(path.relative_to(root))}
    if path.suffix == ".c" or not path.with_suffix(".c").exists():
        if not any(q == n or q.endswith("/" + n) for q in quoted for n in named):
            errors.append(f"{path.relative_to(root)} is not in ARCHITECTURE.md")
names = {name for _, _, files in os.walk(root) for name in files}
for q in sorted(quoted):
    if re.fullmatch(r"[\w/.-]+\.(c|h|py|sh|md)", q) and os.path.basename(q) not in names:
        errors.append(f"ARCHITECTURE.md names {q}, which is not there")
    if re.fullmatch(r"(wr|weir)_\w+[a-z0-9]", q) and not any(q in body for body in code.values()):
        errors.append(f"ARCHITECTURE.md names {q}, which is not there")

# The site has a place for every page, and names none that is not there.
listed = set(re.findall(r"\s-(?: [^:\n]+:)? ([\w/.-]+\.md)$", (root / "mkdocs.yml").read_text(), re.M))
pages = {str(page.relative_to(root)) for page in (root / "docs").rglob("*.md")}
pages |= {str(page.relative_to(root)) for page in (root / "frontends").glob("*/README.md")}
pages |= {page.name for page in root.glob("*.md")} | {f"headers/{h.stem}.md" for h in (root / "include/weir").glob("*.h")}
errors += [f"mkdocs.yml does not list {page}" for page in sorted(pages - listed)]
errors += [f"mkdocs.yml lists {page}, which is not there" for page in sorted(listed - pages)]

# Rows of the form | `file.c` | ... `name` ... |
for file, row in re.findall(r"^\| `([\w/]+\.c)` \|(.*)$", text, re.M):
    paths = [path for path in code if ("/" + str(path)).endswith("/" + file)]
    for name in re.findall(r"`((?:wr|weir)_\w+[a-z0-9])`", row):
        if not any(re.search(rf"^\w.*\b{name}\(", code[path], re.M) for path in paths):
            errors.append(f"ARCHITECTURE.md: {name} is not in {file}")

laws = set(re.findall(r"`(test_\w+\.c)`", (root / "docs/design/laws.md").read_text()))
tests = {path.name for path in (root / "tests/api").glob("test_*.c")}
errors += [f"docs/design/laws.md names {name}, which is not there" for name in sorted(laws - tests)]

for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if "://" not in link and not (page.parent / link).exists():
            errors.append(f"{page.relative_to(root)} links to {link}, which is not there")
print("\n".join(errors))
sys.exit(1 if errors else 0)
