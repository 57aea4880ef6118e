#!/usr/bin/env python3
"""guide.py - put fresh figures and pictures into docs/guide/asynchronous-computation.md.

    PYTHONPATH=build/release/python tools/guide.py [NAME]...    on a machine that has nothing else to do; two minutes

Runs the chapter's experiments, all or those named.  A line <!-- figures: NAME --> in the page stands before the table that an experiment's rows replace; NAME is
that of the function in weir/chapter/_experiments.py.  Pictures go beside the page.

SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import re
import sys

from weir._pictures import duration
from weir.chapter import _experiments, _measure, _report
from weir.chapter._measure import Timing

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "docs/guide"
PAGE = FOLDER / "asynchronous-computation.md"


def cell(c):
    if c is None:
        return ""
    if isinstance(c, Timing) and c.low < c.high:
        return f"{duration(c.median)} ({duration(c.low)} to {duration(c.high)})"
    return duration(c.median) if isinstance(c, Timing) else _report.cell_text(c)


def line(cells):
    return re.sub(r" +", " ", f"| {' | '.join(cells)} |")


def table(section):
    rows = [section.heads, ["---"] + ["---:"] * (len(section.heads) - 1), *([cell(c) for c in row] for row in section.rows)]
    return "\n".join(map(line, rows)).replace("| --- |", "|---|").replace(" ---: |", "---:|")


def main():
    names, lab = sys.argv[1:], _measure.Lab()
    sections = {e.__name__: e(lab) for e in _experiments.ALL if not names or e.__name__ in names}
    for number, section in enumerate(sections.values(), 1):
        print(_report.text(section, number))
    _report.write_pictures(FOLDER, sections.values())

    def fresh(match):
        if match[1] not in sections:
            return match[0]
        return f"<!-- figures: {match[1]} -->\n{table(sections[match[1]])}\n"

    PAGE.write_text(re.sub(r"<!-- figures: (\w+) -->\n(?:\|.*\n)*", fresh, PAGE.read_text()))


if __name__ == "__main__":
    main()
