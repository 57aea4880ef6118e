"""The hand-written C interface, read from the headers that the package contains.

A comment belongs to the declarations that follow it without a blank line.  It ends with a line of effects:

    [queued | any thread | returns +1 | EINVAL ENOMEM]

which says whether the call returns at once, on which threads it may be called, which references change hands, and which
statuses it fails with.
"""
import pathlib
import re
from functools import cache

FILES = ("weir.h", "array.h", "op.h", "autograd.h", "nn.h", "optim.h", "io.h", "data.h", "component.h")
_PIECE = re.compile(r"/\*(?P<comment>.*?)\*/|(?P<blank>\n[ \t]*\n)|(?P<code>^(?:WEIR_API|static inline)\b[^;{]*[;{])|"
                    r"typedef struct (?P<struct>\w+) \{(?P<fields>.*?)\n\} (?P=struct);|"
                    r"(?:typedef )?enum(?: \w+)? \{(?P<constants>.*?)\}(?: \w+)?;", re.S | re.M)
_EFFECTS = re.compile(r"\[((?:immediate|queued|blocking)\b[^\]]*)\]\s*$")
_FIELD = re.compile(r"\s*(?:/\*(?P<before>.*?)\*/\s*)?(?P<decl>[^;/]+?)\s*;[ \t]*(?:/\*(?P<after>.*?)\*/)?", re.S)
_CONSTANT = re.compile(r"\b(WEIR_[A-Z0-9_]+) = (-?\d+|INT64_MIN)\b")


def read(folder=None):
    """Return {"functions": [...], "structs": [...], "constants": {...}} of the headers in a folder."""
    folder = pathlib.Path(folder or pathlib.Path(__file__).parent / "include/weir")
    made = {"functions": [], "structs": [], "constants": {}}
    for name in FILES:
        _read(name, (folder / name).read_text(), made)
    return made


@cache
def option_structs():
    """Return the names of the structs of options of typed functions."""
    text = (pathlib.Path(__file__).parent / "include/weir/ops.h").read_text()
    return frozenset(re.findall(r"^typedef struct (weir_\w+_options) \{", text, re.M))


def _read(header, text, made):
    comment = ""
    for piece in _PIECE.finditer(text):
        if piece["comment"] is not None:
            comment = _plain(piece["comment"])
        elif piece["blank"]:
            comment = ""
        elif piece["code"]:
            made["functions"].append(_function(header, piece["code"], comment))
        elif piece["struct"]:
            made["structs"].append({"name": piece["struct"], "header": header, "summary": comment,
                                    "fields": _fields(piece["fields"])})
        elif piece["constants"] is not None:
            made["constants"].update({name: int(value) for name, value in _CONSTANT.findall(piece["constants"])
                                      if value != "INT64_MIN"})


def _plain(comment):
    """Return the text of a comment as one line."""
    return " ".join(line.strip().lstrip("*").strip() for line in comment.strip().split("\n")).strip()


def _function(header, code, comment):
    prototype = " ".join(re.sub(r"WEIR_API\s+|static inline\s+|\s*WEIR_DEPRECATED\(.*?\)", "", code).rstrip(";{ ").split())
    effects = _EFFECTS.search(comment)
    name = re.search(r"(\w+)\(", prototype)[1]
    return {"name": name, "header": header, "prototype": prototype + ";", "inline": code.startswith("static inline"),
            "summary": (comment[:effects.start()] if effects else comment).strip(),
            "effects": _parsed(effects[1]) if effects else None}


def _parsed(line):
    parts = [part.strip() for part in line.split("|")]
    parts += ["-"] * (4 - len(parts))
    failures = " | ".join(parts[3:])
    return {"line": line, "when": re.match(r"\w+", parts[0])[0], "when_note": parts[0].split(" ", 1)[1] if " " in parts[0] else "",
            "thread": parts[1], "ownership": _ownership(parts[2]), "ownership_note": parts[2],
            "failures": re.findall(r"\bE[A-Z]{3,}\b", failures), "failures_like": re.findall(r"\bweir_\w+", failures),
            "failures_note": "" if failures == "-" else failures}


def _ownership(text):
    """Return the references that change hands: "returns", "borrows", "takes"."""
    return [word for word in ("returns", "borrows", "takes") if re.search(rf"\b{word}\b", text)]


def _fields(text):
    found = []
    for field in _FIELD.finditer(text):
        decl = " ".join(field["decl"].split())
        if decl.startswith("#"):
            continue
        pointer = re.search(r"\(\*(\w+)\)", decl)  # a function
        if pointer:
            names, kind = [pointer[1]], decl
        else:
            head, *more = decl.split(", ")
            match = re.match(r"(.*?)(\w+(?:\[\w+\])?)$", head)
            kind, names = match[1].strip(), [match[2], *more]
        summary = _plain(field["before"] or field["after"] or "")
        found += [{"name": name, "type": kind, "summary": summary} for name in names]
    return found
