"""What a dialect provides: for each name whether it is the same as in the framework, differs, runs eagerly or is absent.

All of it comes from the table of the dialect (see _table.py).  tools/mkcoverage.py writes the pages of the manual from it, with what
the comparisons with the frameworks have found.
"""
import textwrap

SAME, DIFFERS, EAGER, ABSENT = "same", "differs", "eager only", "absent"


def places(dialect):
    """Return (name, module or class) for every place in which a dialect defines names."""
    for module in dialect.modules.values():
        module._fill()
    return [*dialect.modules.items(), *((name, dialect.here[name]) for name in sorted(dialect.classes))]


def entries(dialect, found=()):
    """Return {place: {name: (status, note)}} of a dialect.

    `found` has pairs (name, how it differs) besides those of the table; a pair whose name the dialect does not have is left out.
    A difference of a function is one in every place that has the function.
    """
    result, homes = {}, {}
    for place, owner in places(dialect):
        names = [n for n in vars(owner) if not n.startswith("_") and f"{place}.{n}" not in dialect.modules]
        result[place] = {name: (SAME, "") for name in names}
        for name in names:
            homes.setdefault(id(vars(owner)[name]), []).append((place, name))
    for full, how in [*dialect.differs.items(), *found]:
        place, _, name = full.rpartition(".")
        if name in result.get(place, ()):
            value = dict(places(dialect))[place].__dict__[name]
            for home, known in homes[id(value)] if callable(value) else [(place, name)]:
                notes = result[home][known][1]
                if how not in notes:
                    result[home][known] = DIFFERS, f"{notes}; {how}" if notes else how
        elif full in dialect.differs:
            raise ValueError(f"table of {dialect.name}: '!' names {full}, which the dialect does not provide")
    for full in dialect.eager:
        place, _, name = full.rpartition(".")
        result.setdefault(place, {})[name] = EAGER, ""
    for full, hint in dialect.absent.items():
        place, _, name = full.rpartition(".")
        if name in result.get(place, ()) or full in dialect.modules:
            raise ValueError(f"table of {dialect.name}: '-' names {full}, which the dialect provides")
        result.setdefault(place, {})[name] = ABSENT, hint
    return {place: dict(sorted(names.items())) for place, names in result.items() if names}


def text(dialect):
    """Return the lines of `python -m weir.dialects --coverage`."""
    def wrapped(line):
        return textwrap.wrap(line, 116, initial_indent="  ", subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)

    lines, rest = [f"{dialect.name}: {dialect.count} name{'s' * (dialect.count != 1)}"], {DIFFERS: [], EAGER: [], ABSENT: []}
    for place, names in entries(dialect).items():
        there = [name for name, (status, _) in names.items() if status in (SAME, DIFFERS)]
        lines += wrapped(f"{place}: {' '.join(there)}") if there else []
        for name, (status, note) in names.items():
            if status != SAME:
                rest[status].append((f"{place}.{name}", note))
    for name, note in rest[DIFFERS]:
        lines += wrapped(f"differs: {name}; {note}")
    if rest[EAGER]:
        lines += wrapped(f"accepted but executed eagerly: {' '.join(name for name, _ in rest[EAGER])}")
    return lines + [f"  not available: {name}; {note}" for name, note in rest[ABSENT]]
