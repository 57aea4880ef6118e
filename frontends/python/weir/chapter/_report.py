"""The report on the chapter's experiments: tables for the terminal, and a single self-contained HTML page.

A section has a title, a paragraph, a table, a conclusion and, optionally, code and figures.  A Timing in a table is
shown with its range and, on the page, with a bar that can be compared with the bar of the model's prediction.
"""
import os
import re
import textwrap

from weir._pictures import DARK, LIGHT, STYLE, duration, escape
from weir.chapter._measure import Timing

WIDE, NARROW = 860, 350  # figure widths in pixels; each figure is drawn in both


class Section:
    """The result of an experiment.

    title    heading
    words    introductory paragraph
    heads    column headings; the first column says what is measured
    rows     rows of cells: text, a Timing, a float (seconds), or None if not available
    shows    the conclusion
    code     a few lines of the program that is measured
    figures  tuples of a name, a function from the width to SVG text, and a caption
    """

    def __init__(self, title, words, heads, rows, shows, code=None, figures=()):
        self.title, self.words, self.heads, self.rows, self.shows = title, words, heads, rows, shows
        self.code, self.figures = code, list(figures)


def cell_text(cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, Timing):
        return f"{duration(cell.median)} ({duration(cell.low)} .. {duration(cell.high)})"
    if isinstance(cell, float):
        return duration(cell)
    return str(cell)


# ---- Terminal ---------------------------------------------------------------------------------------


def facts(lab) -> "list[tuple[str, str]]":
    """Return a list of (name, value) that describes the machine, the software and the measurements."""
    import platform

    import weir
    from weir.chapter import _gpu
    from weir.chapter._measure import numpy

    np = numpy()
    return [("machine", f"{_processor()}, {os.cpu_count()} CPU{'s' * (os.cpu_count() != 1)}"),
            ("Weir", f"{weir.__version__}, {weir.engine.workers} worker{'s' * (weir.engine.workers != 1)}, "
                     f"kernels for {weir.engine.cpu}"),
            *[("GPU", f"{card.device}: {card.name}, {card.memory / 2**30:.0f} GiB") for card in weir.cuda.cards()],
            *([("GPU", f"is not used: {_gpu.why_not()}")] if weir.cuda.device_count() and _gpu.why_not() else []),
            ("Python", platform.python_version()),
            ("NumPy", np.__version__ if np else "not installed; its column is omitted"),
            ("figures", f"median of {lab.turns} run{'s' * (lab.turns != 1)} (minimum .. maximum)" + (
                "; quick run: the problem sizes are too small for meaningful times" * lab.quick)),
            *busy()]


def busy() -> "list[tuple[str, str]]":
    """Return a list with one note if other programs load the machine, because measurements then deviate from the
    model; otherwise return an empty list."""
    try:
        load = os.getloadavg()[0]
    except (AttributeError, OSError):
        return []
    if load < 0.5 * (os.cpu_count() or 1):
        return []
    return [("busy", f"the load average of this machine is {load:.1f}: the measured times will deviate from the model")]


def _processor() -> str:
    import platform

    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def opening(lab) -> str:
    lines = ["", "Asynchronous computation, live", ""]
    lines += [f"  {name:9}{value}" for name, value in facts(lab)]
    lines += ["", "  t1 is the time to issue an operation, t2 to compute it, t3 to return its result.  The model "
                  "column",
              "  is computed from these times, which are measured beforehand in separate runs."]
    return "\n".join(lines)


def text(section, number: int) -> str:
    """Return a section as text for the terminal."""
    lines = ["", f"{number}  {section.title}", ""]
    lines += textwrap.wrap(section.words, 96, initial_indent="   ", subsequent_indent="   ")
    if section.rows:
        cells = [list(section.heads)] + [[cell_text(c) for c in row] for row in section.rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(section.heads))]
        lines.append("")
        for k, row in enumerate(cells):
            line = "  ".join(f"{c:<{w}}" if i == 0 else f"{c:>{w}}" for i, (c, w) in enumerate(zip(row, widths)))
            lines.append("     " + line.rstrip())
            if k == 0:
                lines.append("     " + "-" * (sum(widths) + 2 * (len(widths) - 1)))
    lines.append("")
    lines += textwrap.wrap(section.shows, 96, initial_indent="   ", subsequent_indent="   ")
    return "\n".join(lines)


# ---- HTML page --------------------------------------------------------------------------------------

PAGE = """
:root{color-scheme:light dark;--page:#f6f8fa;%(light)s}
@media (prefers-color-scheme:dark){:root{--page:#0e1318;%(dark)s}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--w-ink);
font:17px/1.6 Charter,"Bitstream Charter","Iowan Old Style","Source Serif 4",Georgia,"DejaVu Serif",serif}
main{max-width:940px;margin:0 auto;padding:64px 24px 96px}
h1,h2,table,figcaption,nav,.facts,.kicker,footer{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,
sans-serif}
.kicker{color:var(--w-back);font-weight:600;font-size:14px;letter-spacing:.08em;text-transform:uppercase;margin:0}
h1{font-size:clamp(30px,5.4vw,46px);line-height:1.12;letter-spacing:-.02em;margin:.2em 0 .5em;text-wrap:balance}
h2{font-size:clamp(21px,3vw,27px);line-height:1.25;letter-spacing:-.01em;margin:0 0 .5em;text-wrap:balance}
h2 span{color:var(--w-muted);font-weight:400;margin-right:.55em;font-variant-numeric:tabular-nums}
p{margin:0 0 1em;max-width:68ch;text-wrap:pretty}
.lead{font-size:1.14em;color:var(--w-ink)}
section{margin-top:72px;scroll-margin-top:24px}
section:target h2{color:var(--w-back)}
.shows{border-left:3px solid var(--w-front);padding:.1em 0 .1em 1em;margin:1.4em 0 0}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.84em}
pre{background:var(--w-panel);border:1px solid var(--w-grid);border-radius:8px;padding:14px 16px;overflow-x:auto;
line-height:1.5;margin:0 0 1.2em}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.25em 1.2em;font-size:14px;margin:1.8em 0 0}
.facts dt{color:var(--w-muted)}.facts dd{margin:0}
nav{columns:2;column-gap:40px;font-size:15px;margin:2em 0 0;padding:20px 22px;background:var(--w-panel);border-radius:10px;
border:1px solid var(--w-grid)}
nav a{display:block;color:inherit;text-decoration:none;padding:.2em 0;break-inside:avoid}
nav a span{color:var(--w-muted);display:inline-block;width:1.9em;font-variant-numeric:tabular-nums}
nav a:hover{color:var(--w-back)}
.scroll{overflow-x:auto;background:var(--w-panel);border:1px solid var(--w-grid);border-radius:10px;margin:1.2em 0}
table{border-collapse:collapse;width:100%%;table-layout:fixed;font-size:14.5px;line-height:1.4}
th,td{text-align:right;padding:9px 16px;font-variant-numeric:tabular-nums;vertical-align:top}
th:first-child,td:first-child{text-align:left}
th{font-weight:600;color:var(--w-muted);font-size:13px;border-bottom:1px solid var(--w-grid)}
tr+tr td{border-top:1px solid var(--w-grid)}
.dense{font-size:13px}.dense th,.dense td{padding:9px 7px;white-space:normal}.dense td small{font-size:11px;white-space:normal}
td small{display:block;color:var(--w-muted);font-size:12px;white-space:nowrap}
td b{font-weight:600;white-space:nowrap}
.bar{display:block;height:5px;border-radius:3px;background:var(--w-back);margin:6px 0 0 auto;min-width:2px}
.bar.model{background:var(--w-front)}.bar.numpy{background:var(--w-line)}
figure{margin:1.4em 0;padding:14px;background:var(--w-panel);border:1px solid var(--w-grid);border-radius:10px}
figure svg{display:block;margin:0 auto}.broad{overflow-x:auto}.broad svg{min-width:600px}
figcaption{font-size:13.5px;line-height:1.5;color:var(--w-muted);margin:.8em 4px 0;max-width:78ch}
.narrow{display:none}
footer{margin-top:80px;padding-top:20px;border-top:1px solid var(--w-grid);color:var(--w-muted);font-size:14px}
@media (max-width:640px){body{font-size:16.5px}main{padding:36px 16px 64px}section{margin-top:56px}nav{columns:1}
.wide{display:none}.narrow{display:block}figure{padding:8px 6px 12px}
thead{display:none}table,tbody,tr,td{display:block}tr{padding:10px 14px}tr+tr{border-top:1px solid var(--w-grid)}
tr+tr td{border:0}td{display:grid;grid-template-columns:8.2em 1fr;gap:12px;text-align:right;padding:3px 0}
td:first-child{display:block;font-weight:600;padding-bottom:4px}
td:not(:first-child)::before{content:attr(data-head);color:var(--w-muted);text-align:left;font-size:13px}
td>span{min-width:0}}
@media print{body{background:none}section{break-inside:avoid}}
"""


def _colours(colours):
    return "".join(f"--w-{name}:{value};" for name, value in colours.items())


def _seconds(cell):
    return cell.median if isinstance(cell, Timing) else cell if isinstance(cell, float) else None


def _marked(words: str) -> str:
    """Convert text to HTML, with `code` in backquotes as <code> elements."""
    parts = escape(words).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))


def _cell(cell, head, most) -> str:
    if isinstance(cell, Timing):
        body = f"<b>{duration(cell.median)}</b><small>{duration(cell.low)} &ndash; {duration(cell.high)}</small>"
    elif cell is None:
        body = "&ndash;"
    else:
        body = _marked(cell_text(cell))
    seconds = _seconds(cell)
    if seconds is not None and most > 0 and head in ("model", "measured", "NumPy"):
        kind = {"model": " model", "NumPy": " numpy"}.get(head, "")
        body += f'<span class="bar{kind}" style="width:{100 * seconds / most:.1f}%"></span>'
    return f'<td data-head="{escape(head)}"><span>{body}</span></td>'


def _table(section) -> str:
    if not section.rows:
        return ""
    most = max((s for row in section.rows for s in map(_seconds, row) if s is not None), default=0)
    heads = "".join(f"<th>{escape(h)}</th>" for h in section.heads)
    rows = "".join("<tr>" + "".join(_cell(c, h, most) for c, h in zip(row, section.heads)) + "</tr>"
                   for row in section.rows)
    first = {3: 38, 4: 34, 5: 30}.get(len(section.heads), 14)
    wider = '<col style="width:17%">' if len(section.heads) > 6 else ""  # for timings with ranges
    columns = f'<colgroup><col style="width:{first}%">{"<col>" * (len(section.heads) - 2) if wider else ""}{wider}</colgroup>'
    dense = " class=dense" if len(section.heads) >= 6 else ""
    return f'<div class="scroll"><table{dense}>{columns}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _figure(draw, caption) -> str:
    wide, narrow = draw(WIDE), draw(NARROW)
    # A figure that cannot be drawn narrow scrolls horizontally: scaled down, it would be too small to read.
    broad = " broad" if int(re.search(r' width="(\d+)"', narrow)[1]) > 500 else ""
    return (f'<figure><div class="wide">{wide}</div><div class="narrow{broad}">{narrow}</div>'
            f"<figcaption>{_marked(caption)}</figcaption></figure>")


def _section(section, number) -> str:
    code = f"<pre>{escape(section.code)}</pre>" if section.code else ""
    figures = "".join(_figure(draw, caption) for _, draw, caption in section.figures)
    return (f'<section id="s{number}"><h2><span>{number}</span>{_marked(section.title)}</h2><p>{_marked(section.words)}'
            f'</p>{code}{_table(section)}{figures}<p class="shows">{_marked(section.shows)}</p></section>')


def page(lab, sections) -> str:
    """Return the page as HTML text."""
    style = PAGE % {"light": _colours(LIGHT), "dark": _colours(DARK)} + STYLE
    about = "".join(f"<dt>{escape(n)}</dt><dd>{escape(v)}</dd>" for n, v in facts(lab))
    contents = "".join(f'<a href="#s{i}"><span>{i}</span>{_marked(s.title)}</a>' for i, s in enumerate(sections, 1))
    body = "".join(_section(s, i) for i, s in enumerate(sections, 1))
    text = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Asynchronous computation, live - Weir</title><style>{style}</style></head><body><main>"
        '<p class="kicker">Weir</p><h1>Asynchronous computation, live</h1>'
        '<p class="lead">The front end issues operations and continues; the back end computes them in the order that '
        "their data dependencies require. Three times describe the performance of such a program: "
        "<i>t</i><sub>1</sub> to issue an operation, <i>t</i><sub>2</sub> to compute it, <i>t</i><sub>3</sub> to return "
        "its result.</p>"
        "<p>All times were measured when this page was written. The predictions of the model beside them are computed "
        "from the three times above, which were measured beforehand in separate runs.</p>"
        f'<dl class="facts">{about}</dl><nav aria-label="Contents">{contents}</nav>{body}'
        "<footer>Written by <code>python -m weir.chapter</code>. See also "
        "<code>docs/guide/asynchronous-computation.md</code>.</footer></main></body></html>\n")
    text = re.sub(r"(?<=\d) us\b", " \u00b5s", text)
    return re.sub(r"(?<=\d) (?=(?:\u00b5s|ms|ns|s|MB|%)(?!\w))", "\u00a0", text)


def can_write(path) -> None:
    """Exit with a message if the report cannot be written; called before the experiments, which take minutes."""
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path) or not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise SystemExit(f"weir.chapter: cannot write the report to {path}; choose another path with --report PATH")


def make_folder(folder) -> None:
    """Create the folder for the figures; exit with a message if that fails."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"weir.chapter: cannot create the folder {folder} for the figures: {error.strerror}; choose "
                         "another with --pictures FOLDER") from None


def write_pictures(folder, sections) -> None:
    """Write each figure to a file in the folder, for example memory.svg."""
    for section in sections:
        for name, draw, _ in section.figures:
            opening, rest = draw(WIDE).split(">", 1)
            with open(os.path.join(folder, f"{name}.svg"), "w", encoding="utf-8") as file:
                file.write(f"{opening}><style>{STYLE}</style>{rest}")


def write(path, lab, sections) -> None:
    """Write the page to a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(page(lab, sections))
