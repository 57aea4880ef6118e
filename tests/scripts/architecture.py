#!/usr/bin/env python3
"""architecture.py - ARCHITECTURE.md names every source file, and nothing that is not there."""
import os
import pathlib
import re
import sys

root = pathlib.Path(os.environ["TEST_SOURCE"])
text = (root / "ARCHITECTURE.md").read_text()
code = {path: path.read_text() for path in (root / "src").rglob("*.[ch]")}
code[root / "include/weir/weir.h"] = (root / "include/weir/weir.h").read_text()
quoted = set(re.findall(r"`([^`\n]+)`", text))

errors = []
for path in sorted(code):
    named = {path.name, path.with_suffix(".c").name, str(path.relative_to(root))}
    if path.suffix == ".c" or not path.with_suffix(".c").exists():
        if not any(q == n or q.endswith("/" + n) for q in quoted for n in named):
            if "api" not in path.parts:
                errors.append(f"{path.relative_to(root)} is not in ARCHITECTURE.md")
names = {name for _, _, files in os.walk(root) for name in files}
for q in sorted(quoted):
    if re.fullmatch(r"[\w/.-]+\.(c|h|py|sh|md)", q) and os.path.basename(q) not in names:
        errors.append(f"ARCHITECTURE.md names {q}, which is not there")
    if re.fullmatch(r"(wr|weir)_\w+[a-z0-9]", q) and not any(q in body for body in code.values()):
        errors.append(f"ARCHITECTURE.md names {q}, which is not there")
print("\n".join(errors))
sys.exit(1 if errors else 0)
