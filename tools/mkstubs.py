#!/usr/bin/env python3
"""mkstubs.py - write the type stubs of the Python package: what editors and type checkers read.

    PYTHONPATH=build/release/python tools/mkstubs.py            write the files below
    PYTHONPATH=build/release/python tools/mkstubs.py --check    say whether they are as they would be written

    frontends/python/weir/_core.pyi       the extension
    frontends/python/weir/NAME.pyi        __init__ and every public module of the package

The source is the package itself, imported.  An operator's signature comes from the registry
(_core.describe()); that of anything written by hand, in Python or C, from inspect.

SPDX-License-Identifier: Apache-2.0
"""
import enum
import importlib
import inspect
import pathlib
import pkgutil
import re
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "frontends/python/weir"
VARIADIC = 8  # WEIR_OP_VARIADIC of weir/op.h
TYPES = {"bool": "builtins.bool", "int": "int", "float": "float", "dtype": "DTypeLike", "device": "DeviceLike",
         "ints": "int | Sequence[int]", "str": "str"}
SHARED = "ArrayLike, DTypeLike, DeviceLike"
FIRST = '"""Written by tools/mkstubs.py from the package itself."""\n'
ALIASES = """ArrayLike: TypeAlias = Any
DTypeLike: TypeAlias = DType | str | type | None
DeviceLike: TypeAlias = Device | str | None
"""


# ---- Operators -----------------------------------------------------------------------------------

def inputs(op):
    """(name, may be left out) of each input in "x1, x2?"."""
    names = [name.strip() for name in op["inputs"].split(",") if name.strip()]
    return [(name.rstrip("?"), name.endswith("?")) for name in names]


def value(default):
    """A default as it is written in a stub."""
    if isinstance(default, float) and default != default:
        return 'float("nan")'
    if isinstance(default, float) and default in (float("inf"), float("-inf")):
        return f'float("{default}")'
    if default is None or isinstance(default, (bool, int, float, str)) and not isinstance(default, enum.Enum):
        return repr(default)
    return "..."


def parameters(op, typed=True):
    """The parameters of an operator's callable, as text: inputs, attributes, out."""
    def one(name, kind, default):
        kind = f": {kind}" if typed else ""
        if default is Ellipsis:
            return name + kind
        return f"{name}{kind} = {value(default)}" if typed else f"{name}={value(default)}"

    takes = inputs(op)
    texts = []
    for i, (name, optional) in enumerate(takes):
        variadic = op["flags"] & VARIADIC and i == len(takes) - 1
        kind = "Sequence[ArrayLike]" if variadic else "ArrayLike | None" if optional else "ArrayLike"
        texts.append(one(name, kind, None if optional else Ellipsis))
    if takes:
        texts.append("/")
    # What has no default cannot stand behind what has one: it is then asked for by keyword.
    optional, keyword = any(optional for _, optional in takes), False
    for name, kind, default, _ in op["attrs"]:
        if default is Ellipsis and optional and not keyword:
            texts.append("*")
            keyword = True
        optional = optional or default is not Ellipsis
        kind = TYPES[kind] + (" | None" if default is None and not kind.startswith("d") else "")
        texts.append(one(name, kind, default))
    if not op["outputs"].endswith("..."):
        texts += [] if keyword else ["*"]
        texts.append(one("out", "Array | None", None))
    return ", ".join(texts)


def result(op):
    count = len(op["outputs"].split(","))
    if op["outputs"].endswith("..."):
        return "tuple[Array, ...]"
    return "Array" if count == 1 else "tuple[" + ", ".join(["Array"] * count) + "]"


# ---- What is written by hand ---------------------------------------------------------------------

def annotation(a):
    if a is inspect.Parameter.empty:
        return None
    text = a if isinstance(a, str) else a.__name__ if isinstance(a, type) else str(a)
    return re.sub(r"(?<![\w.])bool\b", "builtins.bool", text)  # weir.bool is a dtype


def signature(f):
    """The parameters and the result of anything that can be called.  Unknown: whatever it likes."""
    try:
        sig = inspect.signature(f)
    except (ValueError, TypeError):
        return "*args: Any, **kwargs: Any", "Any"
    kinds = inspect.Parameter
    texts, before, starred = [], None, False
    for p in sig.parameters.values():
        if before is kinds.POSITIONAL_ONLY and p.kind is not before:
            texts.append("/")
        if p.kind is kinds.KEYWORD_ONLY and not starred:
            texts.append("*")
            starred = True
        starred = starred or p.kind is kinds.VAR_POSITIONAL
        star = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(p.kind, "")
        text = star + p.name
        if p.name not in ("self", "cls"):
            text += f": {annotation(p.annotation) or 'Any'}"
        if p.default is not kinds.empty:
            text += f" = {value(p.default)}"
        texts.append(text)
        before = p.kind
    if before is kinds.POSITIONAL_ONLY:
        texts.append("/")
    return ", ".join(texts), annotation(sig.return_annotation) or "Any"


def sentence(text):
    """The first sentence of a help text, fit for a docstring of one line."""
    first = (text if isinstance(text, str) else "").strip().split("\n\n")[0].replace("\n", " ")
    return first.replace("\\", "\\\\").replace('"""', "'''")


def definition(name, head, gives, doc, indent=""):
    body = f'\n{indent}    """{sentence(doc)}"""\n' if doc and sentence(doc) else " ...\n"
    return f"{indent}def {name}({head}) -> {gives}:{body}"


# ---- Files ---------------------------------------------------------------------------------------

class Stub:
    """One module's stub: `names` of it, each described by what it is."""

    def __init__(self, module, described, op_type, core):
        self.module, self.described, self.op_type, self.core = module, described, op_type, core

    def home(self, cls):
        """The module whose stub has the class: the extension's are called weir.Array and lie in _core."""
        return self.core.__name__ if getattr(self.core, cls.__name__, None) is cls else cls.__module__

    def member(self, name, thing):
        """A member of a class."""
        if isinstance(thing, (staticmethod, classmethod)):
            head, gives = signature(thing.__func__)
            return f"    @{type(thing).__name__}\n" + definition(name, head, gives, thing.__doc__, "    ")
        if isinstance(thing, property) or inspect.isgetsetdescriptor(thing) or inspect.ismemberdescriptor(thing):
            doc = inspect.getdoc(thing)
            return "    @property\n" + definition(name, "self", "Any", doc, "    ")
        if isinstance(thing, self.op_type):
            op = self.described[thing.__name__]
            head = parameters(op)
            first = inputs(op)[0][0]
            head = "self" + head[head.index(",", head.index(f"{first}:")):] if "," in head else "self"
            return definition(name, head, result(op), op["summary"], "    ")
        if callable(thing) and not isinstance(thing, type):
            head, gives = signature(thing)
            if not head.startswith(("self", "*")):  # a function that became a method: x is self
                head = re.sub(r"^\w+(: [^,=]+)?", "self", head)
            return definition(name, head, gives, inspect.getdoc(thing), "    ")
        return f"    {name}: Any\n"

    def class_(self, name, cls):
        skip = {"__module__", "__dict__", "__weakref__", "__doc__", "__slots__", "__annotations__", "__new__",
                "__static_attributes__", "__firstlineno__", "__getattribute__", "__setattr__", "__delattr__",
                "__dictoffset__", "__vectorcalloffset__", "__init_subclass__", "__annotate_func__"}
        bases = [b.__name__ for b in cls.__bases__ if b is not object]
        text = f"class {name}{'(' + ', '.join(bases) + ')' if bases else ''}:\n"
        if cls.__doc__:
            text += f'    """{sentence(cls.__doc__)}"""\n'
        members = [self.member(n, t) for n, t in sorted(vars(cls).items())
                   if n not in skip and not (n.startswith("_") and not n.startswith("__"))]
        return text + ("".join(members) or ("" if cls.__doc__ else "    ...\n"))

    def line(self, name, thing):
        if isinstance(thing, self.op_type):
            op = self.described[thing.__name__]
            return definition(name, parameters(op), result(op), op["summary"])
        if isinstance(thing, types.ModuleType):
            package = self.module.__name__.split(".")[0]
            return f"from {package} import {name} as {name}\n" if thing.__name__ == f"{package}.{name}" else ""
        if isinstance(thing, type):
            where = self.home(thing)
            if where == self.module.__name__:
                return self.class_(name, thing)
            return f"{name} = {where}.{thing.__name__}\n" if where == "builtins" else \
                f"from {where} import {thing.__name__} as {name}\n"
        if callable(thing) and hasattr(thing, "__name__"):
            head, gives = signature(thing)
            return definition(name, head, gives, inspect.getdoc(thing))
        return f"{name}: {type(thing).__name__ if type(thing) is not type(None) else 'None'}\n"

    def text(self):
        names = getattr(self.module, "__all__", None) or [n for n in vars(self.module) if not n.startswith("_")]
        lines = [self.line(name, getattr(self.module, name)) for name in sorted(set(names))]
        if hasattr(self.module, "__version__"):
            lines.append("__version__: str\n")
        head = FIRST + "# ruff: noqa\nimport builtins\nfrom collections.abc import Sequence\nfrom typing import Any"
        if self.module is self.core:
            head += ", TypeAlias\n\n"
        else:
            head += f"\n\nfrom {self.core.__name__} import Array, Device, DType, {SHARED}\n\n"
        return head + "".join(lines) + ("\n" + ALIASES if self.module is self.core else "")


def stubs():
    """path: text, of every stub."""
    core = importlib.import_module("weir._core")
    package = importlib.import_module("weir")
    described = {op["name"]: op for op in core.describe()}
    modules = [core, package]
    modules += [importlib.import_module(f"weir.{m.name}") for m in pkgutil.iter_modules(package.__path__)
                if not m.name.startswith("_")]
    files = {}
    for module in modules:
        name = "__init__" if module is package else module.__name__.rpartition(".")[2]
        text = Stub(module, described, core.Op, core).text()
        compile(text, f"{name}.pyi", "exec")  # a stub that is no Python is our mistake
        files[FOLDER / f"{name}.pyi"] = text
    return files


def write(files, check):
    """Write the files, or say which of those that are there are not as they should be."""
    stale = [path for path, text in files.items() if path.exists() and path.read_text() != text]
    if check:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date")
        return 1 if stale else 0
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(write(stubs(), "--check" in sys.argv))
