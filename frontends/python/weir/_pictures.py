"""SVG images: a graph of boxes, a timeline, line charts.

The SVG is assembled as plain text, without another library.  An image has colours for light and dark mode and needs no
particular font; it works as a stand-alone file and as part of a page.
"""
from math import ceil, floor, log10

LIGHT = {"panel": "#ffffff", "ink": "#1b2733", "muted": "#5d6c7b", "grid": "#e4e9ee", "line": "#8796a5",
         "box": "#f1f6fb", "front": "#c8671b", "back": "#2c6cab", "rest": "#d5dbe1", "good": "#23805e",
         "bad": "#b8374a"}
DARK = {"panel": "#151b22", "ink": "#e5ebf1", "muted": "#98a6b4", "grid": "#28323c", "line": "#6b7b8a",
        "box": "#1d2731", "front": "#f0a05a", "back": "#6aaae6", "rest": "#3a4652", "good": "#58c299",
        "bad": "#ee8292"}


def _variables(colours):
    return "".join(f"--w-{name}:{value};" for name, value in colours.items())


STYLE = f""".weir-picture{{{_variables(LIGHT)}}}
@media (prefers-color-scheme:dark){{.weir-picture{{{_variables(DARK)}}}}}
.weir-picture text{{font:13px system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:var(--w-ink)}}
.weir-picture .w-small{{font-size:11.5px;fill:var(--w-muted)}}
.weir-picture .w-name{{font-weight:600}}
.weir-picture .w-inside{{font-size:11.5px;fill:var(--w-panel)}}
.weir-picture .w-panel{{fill:var(--w-panel)}}
.weir-picture .w-box{{fill:var(--w-box);stroke:var(--w-back);stroke-width:1.3}}
.weir-picture .w-view{{fill:var(--w-panel);stroke:var(--w-line);stroke-width:1.2;stroke-dasharray:4 3}}
.weir-picture .w-input{{fill:var(--w-panel);stroke:var(--w-front);stroke-width:1.3}}
.weir-picture .w-edge{{fill:none;stroke:var(--w-line);stroke-width:1.4}}
.weir-picture .w-order{{fill:none;stroke:var(--w-bad);stroke-width:1.3;stroke-dasharray:5 4}}
.weir-picture .w-head{{fill:var(--w-line)}}
.weir-picture .w-grid{{stroke:var(--w-grid);stroke-width:1}}
.weir-picture .w-front{{fill:var(--w-front)}}
.weir-picture .w-back{{fill:var(--w-back)}}
.weir-picture .w-rest{{fill:var(--w-rest)}}
.weir-picture .w-curve{{fill:none;stroke-width:2;stroke-linejoin:round}}
.weir-picture .w-halo{{font-size:11.5px;paint-order:stroke;stroke:var(--w-panel);stroke-width:5px;stroke-linejoin:round}}
.weir-picture .w-level{{stroke:var(--w-muted);stroke-width:1.2;stroke-dasharray:5 4}}
"""


def escape(text) -> str:
    """Escape text for HTML."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def spot(line) -> str:
    """Return a source location for display, with the file's name but not its folders; return "" for Python's own frozen
    modules."""
    if not line or line.startswith("<frozen"):
        return ""
    return line.replace("\\", "/").rpartition("/")[2]


def noted(words: str, line) -> str:
    """Return the text, with the source location in parentheses if there is one."""
    return f"{words} ({spot(line)})" if spot(line) else words


def wrap(body: "list[str]", width: float, height: float, title: str, style: bool = True) -> str:
    """Combine the parts of an image into one <svg>; pass style=False on pages that already include STYLE."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="weir-picture" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        'style="max-width:100%;height:auto">'
        + (f"<style>{STYLE}</style>" if style else "")
        + f'<rect class="w-panel" width="{width:.0f}" height="{height:.0f}" rx="8"/>' + "".join(body) + "</svg>\n"
    )


def text(x, y, words, kind="", anchor="start") -> str:
    """Return a text element at a position."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def ticks(most: float, about: int) -> "list[float]":
    """Return at most `about` + 1 round tick values from 0 to `most`."""
    if most <= 0:
        return [0.0]
    step = 10.0 ** floor(log10(most / about))
    step *= next(f for f in (1, 2, 2.5, 5, 10) if most / (step * f) <= about)
    return [i * step for i in range(int(most / step + 1e-9) + 1)]


def duration(seconds: float, digits: int = 3) -> str:
    """Format a time with a suitable unit: s, ms, us or ns."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("us", 1e6), ("ns", 1e9)):
        value = seconds * scale
        if value >= 1 or unit == "ns":
            break
    whole = len(str(int(value)))
    return f"{value:.{max(0, digits - whole)}f} {unit}"


# ---- Graphs -----------------------------------------------------------------------------------------


class Box:
    """A node of a graph: its text, its style, and the indices of the boxes from which arrows lead to it."""

    def __init__(self, name, below="", kind="box", tip="", sources=(), after=()):
        self.name, self.below, self.kind, self.tip = name, below, kind, tip
        self.sources, self.after = list(sources), list(after)
        wide = max(7.9 * len(name), 6.3 * len(below))
        self.width = max(wide + 26, 44)
        self.height = 44 if below else 30


class _Point:
    """A point at which a long arrow crosses a layer."""

    width, height = 10, 30


def _layers(boxes):
    """Return the layer of each box.  A box is below the sources of its arrows; an input is just above its first use."""
    level = []
    for box in boxes:  # the sources of a box precede it in the list
        level.append(max((level[i] + 1 for i in box.sources + box.after), default=0))
    first_use = {}
    for i, box in enumerate(boxes):
        for s in box.sources + box.after:
            first_use[s] = min(first_use.get(s, level[i]), level[i])
    for i, box in enumerate(boxes):
        if not box.sources and not box.after and i in first_use:
            level[i] = max(0, first_use[i] - 1)
    return level


def _spread(row, x, want, gap):
    """Place the boxes of a row as close to their desired positions as possible, in order and without overlaps.

    The offsets from a tightly packed row must be nondecreasing: neighbours that violate this are pooled at their mean
    (isotonic regression).
    """
    close, pools, at = [], [], 0.0
    for k in row:
        close.append(at + k.width / 2)
        at += k.width + gap
        total, count = want[k] - close[-1], 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            last = pools.pop()
            total, count = total + last[0], count + last[1]
        pools.append((total, count))
    i = 0
    for total, count in pools:
        for _ in range(count):
            x[row[i]] = close[i] + total / count
            i += 1


def graph(boxes: "list[Box]", title: str = "dependency graph", style: bool = True) -> str:
    """Draw boxes in layers from top to bottom, with arrows to each box from its sources; return the SVG text."""
    if not boxes:
        return wrap([text(20, 30, "nothing was issued", "w-small")], 180, 48, title, style)
    level = _layers(boxes)
    rows = [[] for _ in range(max(level) + 1)]
    for box, at in zip(boxes, level):
        rows[at].append(box)
    up, down, routes = {}, {}, []
    for i, box in enumerate(boxes):
        for s, kind in [(s, "w-edge") for s in dict.fromkeys(box.sources)] + [(s, "w-order") for s in box.after]:
            route = [boxes[s]]
            for at in range(level[s] + 1, level[i]):
                point = _Point()
                rows[at].append(point)
                route.append(point)
            route.append(box)
            routes.append((route, kind))
            for a, b in zip(route, route[1:]):
                down.setdefault(a, []).append(b)
                up.setdefault(b, []).append(a)
    for turn in range(8):  # order the rows so that connected boxes are close to each other
        order = {k: j for row in rows for j, k in enumerate(row)}
        near = up if turn % 2 == 0 else down
        for row in rows if turn % 2 == 0 else rows[::-1]:
            row.sort(key=lambda k: sum(order[n] for n in near[k]) / len(near[k]) if k in near else order[k])
            order.update((k, j) for j, k in enumerate(row))
    x = {}
    gap, margin = 22, 20
    for row in rows:
        at = 0.0
        for k in row:
            x[k] = at + k.width / 2
            at += k.width + gap
    for turn in range(40):
        for row in rows if turn % 2 == 0 else rows[::-1]:
            want = {}
            for k in row:
                near = up.get(k, []) + down.get(k, [])
                want[k] = sum(x[n] for n in near) / len(near) if near else x[k]
            _spread(row, x, want, gap)
    left = min(x[k] - k.width / 2 for k in x)
    width = max(x[k] + k.width / 2 for k in x) - left + 2 * margin
    y, at = [], margin
    for row in rows:
        tall = max(k.height for k in row)
        y.append(at + tall / 2)
        at += tall + 34
    height = at - 34 + margin
    place = {k: (x[k] - left + margin, y[j]) for j, row in enumerate(rows) for k in row}
    body = []
    for route, kind in routes:
        (sx, sy), (ex, ey) = place[route[0]], place[route[-1]]
        points = [(sx, sy + route[0].height / 2), *(place[p] for p in route[1:-1]), (ex, ey - route[-1].height / 2 - 6)]
        path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
        slope = [0.0] + [(c[0] - a[0]) / (c[1] - a[1]) for a, c in zip(points, points[2:])] + [0.0]
        for (ax, ay), (bx, by), out, into in zip(points, points[1:], slope, slope[1:]):
            third = (by - ay) / (2 if len(points) == 2 else 2.6)
            path += (f"C{ax + out * third:.1f} {ay + third:.1f} {bx - into * third:.1f} {by - third:.1f} "
                     f"{bx:.1f} {by:.1f}")
        body.append(f'<path class="{kind}" d="{path}"/>')
        tx, ty = points[-1]
        body.append(f'<path class="w-head" d="M{tx - 4:.1f} {ty:.1f}h8l-4 6z"/>')
    for box in boxes:
        cx, cy = place[box]
        w, h = box.width, box.height
        radius = h / 2 if box.kind == "input" else 6
        tip = f"<title>{escape(box.tip)}</title>" if box.tip else ""
        body.append(f'<g>{tip}<rect class="w-{box.kind}" x="{cx - w / 2:.1f}" y="{cy - h / 2:.1f}" width="{w:.1f}" '
                    f'height="{h}" rx="{radius:.0f}"/>'
                    + text(cx, cy - 2 if box.below else cy + 4.5, box.name, "w-name", "middle")
                    + (text(cx, cy + 14, box.below, "w-small", "middle") if box.below else "") + "</g>")
    return wrap(body, width, height, title, style)


# ---- Timelines ---------------------------------------------------------------------------------------


def _merge(spans, least):
    """Merge spans (start, end, label) separated by gaps shorter than `least`; return a list of merged spans.

    A merged span is [start, end, label of the first span, number of spans, busy], where `busy` is its length without
    the gaps.
    """
    merged = []
    for start, end, words in sorted(spans):
        if merged and start - merged[-1][1] < least and (merged[-1][3] > 1 or end - start < 4 * least):
            last = merged[-1]
            last[4] += max(0, end - max(start, last[1]))
            last[1] = max(last[1], end)
            last[3] += 1
        else:
            merged.append([start, end, words, 1, end - start])
    return merged


def timeline(rows, seconds: float, width: float = 860, title: str = "timeline", style: bool = True) -> str:
    """Draw rows of spans over time; return the SVG text.

    rows is a list of (name, spans), where a span is (start, end, kind, label) and kind is "front", "back" or "rest".
    """
    left, right, top, tall = (84, 16, 16, 30) if width > 500 else (78, 12, 14, 30)
    scale = (width - left - right) / (seconds or 1e-9)
    body = []
    bottom = top + len(rows) * tall
    unit, factor = ("s", 1) if seconds >= 2 else ("ms", 1e3) if seconds >= 2e-3 else ("us", 1e6)
    for t in ticks(seconds * factor, 8 if width > 500 else 4):
        at = left + t / factor * scale
        body.append(f'<line class="w-grid" x1="{at:.1f}" y1="{top - 4}" x2="{at:.1f}" y2="{bottom}"/>')
        words = f"{t:g}" if t else f"0 {unit}"
        body.append(text(at, bottom + 16, words, "w-small", "middle"))
    for k, (name, spans) in enumerate(rows):
        y = top + k * tall
        body.append(text(left - 10, y + 17, name, "", "end"))
        for kind in ("rest", "back", "front"):
            of_kind = [(a, b, words) for a, b, what, words in spans if what == kind]
            for start, end, words, count, busy in _merge(of_kind, 0.7 / scale):
                wide = max((end - start) * scale, 1.2)
                tip = words if count == 1 else f"{count} spans, the first: {words}"
                share = busy / (end - start) if kind != "front" and end > start else 1
                # The larger the share of gaps in a merged span, the paler the span is drawn.
                pale = f' fill-opacity="{max(share, 0.1):.2f}"' if share < 0.95 else ""
                tip += f", busy {100 * share:.0f}% of the time" if pale else ""
                body.append(f'<rect class="w-{kind}"{pale} x="{left + start * scale:.2f}" y="{y + 3}" width="{wide:.2f}" '
                            f'height="{tall - 10}" rx="{min(3, wide / 3):.1f}"><title>{escape(tip)}'
                            f'{f", {duration(end - start)}" if end > start else ""}</title></rect>')
                shown = words.split(" (")[0]
                if count == 1 and wide > 6.6 * len(shown) + 8:
                    shade = "w-small" if kind == "rest" else "w-inside"
                    body.append(text(left + start * scale + wide / 2, y + 17, shown, shade, "middle"))
    key = [("front", "issues"), ("back", "computes"), ("rest", "waits")]
    at = left
    for kind, words in key:
        body.append(f'<rect class="w-{kind}" x="{at:.1f}" y="{bottom + 27}" width="12" height="12" rx="3"/>')
        body.append(text(at + 18, bottom + 37, words, "w-small"))
        at += 36 + 6.6 * len(words)
    return wrap(body, width, bottom + 50, title, style)


# ---- Line charts ------------------------------------------------------------------------------------


def curves(lines, level=None, width: float = 860, height: float = 300, units=("s", "MB"),
           title: str = "curves", style: bool = True) -> str:
    """Draw a line chart; return the SVG text.

    lines is a list of (name, colour, points), where a colour is a key of LIGHT and a point is (x, y).  `level` is a
    pair (y, label) for a dashed horizontal line.
    """
    wide = width > 500
    left, top = (58, 20) if wide else (48, 18)
    legend = 22 * len(lines) if not wide else 22
    right, foot = 18, 30
    far = max((p[0] for _, _, points in lines for p in points), default=1) or 1
    high = max([p[1] for _, _, points in lines for p in points] + ([level[0]] if level else []), default=1) or 1
    steps = ticks(high, 5)
    high = max(high * 1.04, steps[-1])
    floor_y = top + height
    sx, sy = (width - left - right) / far, height / high
    body = []
    for t in steps:
        y = floor_y - t * sy
        body.append(f'<line class="w-grid" x1="{left}" y1="{y:.1f}" x2="{width - right}" y2="{y:.1f}"/>')
        body.append(text(left - 8, y + 4, f"{t:g}", "w-small", "end"))
    body.append(text(left - 8, top - 6, units[1], "w-small", "end"))
    for t in ticks(far, 8 if wide else 4):
        body.append(text(left + t * sx, floor_y + 17, f"{t:g}" if t else f"0 {units[0]}", "w-small", "middle"))
    for name, colour, points in lines:
        path = _thin(points, sx, sy)
        at = " ".join(f"{left + px * sx:.1f},{floor_y - py * sy:.1f}" for px, py in path)
        body.append(f'<polyline class="w-curve" style="stroke:var(--w-{colour})" points="{at}"/>')
    if level:
        y = floor_y - level[0] * sy
        body.append(f'<line class="w-level" x1="{left}" y1="{y:.1f}" x2="{width - right}" y2="{y:.1f}"/>')
        body.append(text(width - right - 4, y - 6, level[1] if wide else level[1].split(":")[0],
                         "w-halo", "end"))
    x, y = left, floor_y + foot + 10
    for name, colour, _ in lines:
        body.append(f'<rect x="{x:.1f}" y="{y - 6:.1f}" width="16" height="4" rx="2" style="fill:var(--w-{colour})"/>')
        body.append(text(x + 22, y, name, "w-small"))
        if wide:
            x += 46 + 6.2 * len(name)
        else:
            y += 22
    return wrap(body, width, ceil(floor_y + foot + legend), title, style)


def _thin(points, sx, sy):
    """Reduce a line to at most four points in each pixel column: the first, the lowest, the highest and the last."""
    kept, column, at = [], [], None
    for p in [*points, None]:
        here = None if p is None else int(p[0] * sx)
        if here != at and column:
            low, high = min(column, key=lambda q: q[1]), max(column, key=lambda q: q[1])
            kept += sorted({column[0], low, high, column[-1]})
            column = []
        at = here
        if p is not None:
            column.append(tuple(p))
    return kept
