"""The command `weir describe`: the description of the library as JSON, or of one name as text."""
import json
import os
import sys
from textwrap import wrap

from weir import _description


def main(arguments):
    """Run the command with these arguments; returns the exit status."""
    names = [one for one in arguments if one != "--json"]
    if len(names) > 1 or any(one.startswith("-") for one in names) or not arguments:
        print("usage: weir describe NAME, weir describe --json, or weir describe --json NAME", file=sys.stderr)
        return 2
    if not names:
        return _show(json.dumps(_description.everything(), indent=1, allow_nan=False))
    if names[0] not in _description.names():
        print(f"weir describe: {_unknown(names[0])}", file=sys.stderr)
        return 1
    section, one = _description.one(names[0])
    return _show(json.dumps({section: [one]}, indent=1, allow_nan=False) if "--json" in arguments else text(section, one))


def _show(output):
    if sys.stdout is None:
        print("weir describe: standard output is closed", file=sys.stderr)
        return 1
    try:
        print(output)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"weir describe: cannot write the description: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _unknown(name):
    from difflib import get_close_matches

    lower = {}
    for one in _description.names():
        lower.setdefault(one.lower(), []).append(one)
    near = [one for match in get_close_matches(name.lower(), lower) for one in lower[match]][:3]
    return (f"there is no {name!r}" + (f"; did you mean {' or '.join(near)}?" if near else ".")
            + "  `weir describe --json` lists all names.")


def text(section, one):
    """Return the description of one name, for people to read."""
    kind = one.get("family") or section[:-1]
    lines = [f"{one['name']}  ({', '.join(_facts(kind, one))})", "", *wrap(one["summary"], 96)]
    if one.get("notes"):
        lines += ["", *wrap(one["notes"], 96)]
    for title, key in (("Inputs", "inputs"), ("Outputs", "outputs")):
        if one.get(key):
            lines += ["", f"{title}:", *_table([(part["name"], _part(part)) for part in one[key]])]
    if one["attrs"]:
        lines += ["", "Attributes:", *_table([(_head(attr), _attr(attr)) for attr in one["attrs"]])]
    if "dtypes" in one:
        lines += ["", *_dtypes(one)]
    if one.get("samples"):
        lines += ["", "Samples:", *(f"    {sample['text']}" for sample in one["samples"])]
    if one.get("aliases"):
        lines += ["", f"Also called {', '.join(one['aliases'])}."]
    return "\n".join(lines)


def _facts(kind, one):
    facts = [kind]
    if one.get("category"):
        facts.append(one["category"])
    facts += one.get("flags", [])
    if one["visibility"] == "internal":
        facts.append("internal")
    if one.get("function") or one.get("c_function"):
        facts.append(one.get("function") or one["c_function"])
    return [*facts, f"since {one['since']}"]


def _part(part):
    return part["summary"] + ("; a list" if part["list"] else "") + ("; optional" if part["optional"] else "")


def _head(attr):
    if attr["required"]:
        return f"{attr['name']}: {attr['type']}"
    return f"{attr['name']}: {attr['type']} = {'none' if attr['default'] is None else attr['default']}"


def _attr(attr):
    limits = []
    if attr["axis"]:
        limits.append("an axis")
    if attr["finite"] and attr["min"] is None:
        limits.append("finite")
    for end, sign in (("min", ">"), ("max", "<")):
        if attr[end] is not None:
            limits.append(f"{sign}{'' if attr[f'exclusive_{end}'] else '='} {attr[end]:g}")
    if attr["choices"] and attr["type"] != "dtype" and not all(f"'{c}'" in attr["summary"] for c in attr["choices"]):
        limits.append("one of " + ", ".join(str(choice) for choice in attr["choices"]))
    return attr["summary"] + (f" ({', '.join(limits)})" if limits else "")


def _table(rows):
    width = min(28, max(len(head) for head, _ in rows))
    lines = []
    for head, body in rows:
        first, *more = wrap(body, 92 - width) or [""]
        lines.append(f"    {head:{width}}  {first}".rstrip())
        lines += [" " * (width + 6) + line for line in more]
    return lines


def _dtypes(one):
    lines = []
    rule = one["dtypes"]
    if rule["accepts"]:
        lines += wrap(f"{', '.join(rule['inputs'])}: {', '.join(rule['accepts'])}.", 96)
    for name, accepted in rule["others"].items():
        lines += wrap(f"{name}: {', '.join(accepted)}.", 96)
    if rule["rules"]:
        lines += wrap("Results: " + ", ".join(f"{name} {_rule(text)}" for name, text in rule["rules"].items()) + ".", 96)
    how = one["differentiable"]
    if how["how"] == "yes":
        lines += wrap(f"Differentiable with respect to {', '.join(how['inputs'])}.", 96)
    else:
        lines.append({"no": "Not differentiable.", "zero": "Its gradient is zero."}.get(how["how"], "It has no second derivative."))
    return lines


def _rule(name):
    return {"same": "has the dtype of the inputs", "real": "has their real dtype", "float": "is a float",
            "real float": "is a real float", "wide": "has the dtype of the inputs, 64-bit for integers",
            "complex": "is complex", "table": "depends on the dtype"}.get(name, f"is {name}")
